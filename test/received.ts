/**
 * Received documents: a genuine one of a sandbox, and manipulations of it, each with the expected
 * verdict.
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ComprobanteDraft,
  createEngine,
  createSandboxPac,
  type SandboxPac,
} from '../src/index.js'
import { draft } from './fixtures.js'

const clock = (): Date => new Date('2026-11-21T18:00:00Z')
/** An impostor has all names of the holder. */
const holder = { rfc: 'TOAM850417U21', name: 'MARIANA TORRES ACOSTA' }

async function stampBy(pac: SandboxPac): Promise<string> {
  const csd = await pac.issueCsd({
    ...holder,
    validFrom: new Date('2026-01-01T00:00:00Z'),
  })
  const { Emisor, ...rest } = draft('egreso') as unknown as ComprobanteDraft & {
    Emisor: ComprobanteDraft['Emisor']
  }
  const engine = createEngine({ signers: csd, provider: pac, clock })
  const answer = await engine.stamp({
    ...rest,
    Fecha: '2026-11-21T11:00:00',
    Emisor: { ...Emisor, Rfc: 'AUTO', Nombre: 'AUTO' },
  } as Record<string, unknown>)
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors))
  return Buffer.from(answer.cfdi.XML, 'base64').toString('utf8')
}

const genuine = createSandboxPac({ clock })
const stranger = createSandboxPac({ clock })

/** Stamped by the PAC that is trusted. */
export const stamped = await stampBy(genuine)
/** Sealed and stamped under an authority with the same names, and keys of its own. */
export const forgedChain = await stampBy(stranger)

const replaced = (pattern: RegExp, by: string): string => {
  const xml = stamped.replace(pattern, by)
  if (xml === stamped) throw new Error(`${pattern} is not in the document`)
  return xml
}

const bytes256 = Buffer.alloc(256, 7).toString('base64')

export const unstamped = replaced(/<tfd:TimbreFiscalDigital [^>]*\/>/, '').replace(
  /<cfdi:Complemento><\/cfdi:Complemento>/,
  '',
)
export const inventedStamp = replaced(/ SelloSAT="[^"]*"/, ' SelloSAT="AAAA"')
  .replace(/ NoCertificadoSAT="\d+"/, ' NoCertificadoSAT="99999999999999999999"')
  .replace(
    /(?<=TimbreFiscalDigital [^>]*) UUID="[^"]*"/,
    ' UUID="00000000-0000-4000-8000-000000000000"',
  )
export const otherSignature = replaced(/ SelloSAT="[^"]*"/, ` SelloSAT="${bytes256}"`)
export const changed = replaced(/ TipoDeComprobante="E"/, ' TipoDeComprobante="I"')
export const otherStamp = replaced(/ SelloCFD="[^"]*"/, ` SelloCFD="${bytes256}"`)

/** The policy under which `stamped` is valid. */
export const trusted = await genuine.trust()

/**
 * The options under which `verify` trusts the sandbox, and the files that they name, in a folder.
 */
export function trustIn(cwd: string): readonly string[] {
  mkdirSync(join(cwd, 'confianza/pac'), { recursive: true })
  writeFileSync(join(cwd, 'confianza/ac.cer'), trusted.anchors[0]!.der)
  writeFileSync(join(cwd, 'confianza/pac/pac.cer'), trusted.pacCertificates[0]!.der)
  writeFileSync(join(cwd, 'confianza/pac.txt'), `# PAC\n${trusted.pacs.pacs[0]!.rfc}\tde pruebas\n`)
  return [
    '--only-anchor',
    'confianza/ac.cer',
    '--pac',
    'confianza/pac',
    '--pac-list',
    'confianza/pac.txt',
  ]
}

/** The number of the certificate with which `stamped` was stamped. */
export const pacNumber = trusted.pacCertificates[0]!.noCertificado
