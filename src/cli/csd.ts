/**
 * `csd info`: holder and validity of a certificate, and whether its key opens.
 * @module
 */
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { type CertificateFacts, certificateFacts } from '../seal/summarizeVerification.js'
import { CertificateError } from '../errors.js'
import {
  type Call,
  type Command,
  type Exit,
  exits,
  UnreadableError,
  UsageError,
  type World,
} from './command.js'
import { openFiles, readBytes } from './keys.js'
import { paintOf, writeJson } from './output.js'
import { type SafeText, safe } from './safeText.js'
import { secretOptions } from './secret.js'

/** `csd`. */
export const csdCommand: Command = {
  name: 'csd',
  takes: 'info archivo.cer',
  says: 'Dice de quién es un certificado, para qué sirve y hasta cuándo; con --key, si su llave y contraseña corresponden.',
  options: {
    key: {
      type: 'string',
      value: 'ARCHIVO',
      says: 'su llave privada, para probar que abre y que es la del certificado',
    },
    ...secretOptions,
    json: { type: 'boolean', says: 'como JSON' },
  },
  run: runCsd,
}

async function runCsd(call: Call, world: World): Promise<Exit> {
  const [verb, file, ...more] = call.positionals
  if (verb !== 'info' || file === undefined || more.length > 0)
    throw new UsageError('Se usa así: cfdi-stamp csd info archivo.cer')
  const certificate = await certificateOf(file, world)
  const key = call.text('key')
  if (key !== undefined) await openFiles({ cer: file, key }, call, world)
  const facts = factsOf(certificate, key !== undefined, world.clock())
  if (call.has('json')) writeJson(world.stdout, facts)
  else world.stdout.write(safe`${csdText(facts, world)}`)
  if (facts.kind === 'csd' && facts.state === 'valid') return exits.ok
  return exits.findings
}

async function certificateOf(file: string, world: World): Promise<Certificate> {
  const bytes = await readBytes(file, world)
  try {
    return readCertificate(bytes)
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause
    throw new UnreadableError(`${file}: ${cause.message}`, { cause })
  }
}

type State = 'valid' | 'expired' | 'not-yet'

interface Facts extends CertificateFacts {
  readonly state: State
  /** Whether its key was opened and matches. Absent without a key. */
  readonly keyOpens?: true
}

function factsOf(certificate: Certificate, keyOpens: boolean, now: Date): Facts {
  const { validFrom, validTo } = certificate
  return {
    ...certificateFacts(certificate),
    state: now > validTo ? 'expired' : now < validFrom ? 'not-yet' : 'valid',
    ...(keyOpens && { keyOpens }),
  }
}

const kinds: Readonly<Partial<Record<Certificate['kind'], string>>> = {
  csd: 'Certificado de Sello Digital: sella comprobantes',
  efirma: 'e.firma: no debe sellar comprobantes',
}

const states: Readonly<Record<State, string>> = {
  valid: 'vigente',
  expired: 'vencido',
  'not-yet': 'aún no vigente',
}

function csdText(facts: Facts, world: World): SafeText[] {
  const paint = paintOf(world.stdout, world)
  const state = paint(facts.state === 'valid' ? 'green' : 'red', states[facts.state])
  const rows: readonly (readonly [string, string | SafeText])[] = [
    ['RFC', facts.rfc],
    ['Nombre', facts.name],
    ['Número', facts.noCertificado],
    ['Para', kinds[facts.kind] ?? 'otro uso: no es un CSD'],
    [
      'Vigencia',
      safe`del ${facts.validFrom.slice(0, 10)} al ${facts.validTo.slice(0, 10)}, ${state}`,
    ],
    ['Ambiente', facts.environment === 'production' ? 'producción' : 'pruebas'],
    ...(facts.keyOpens ? ([['Llave', 'abre y es la del certificado']] as const) : []),
  ]
  return rows.map(([name, text]) => safe`${paint('dim', name.padEnd(10))}${text}\n`)
}
