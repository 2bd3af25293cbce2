/**
 * `verify`: whether seals hold.
 * @module
 */
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import type { Verdict } from '../seal/verdict.js'
import { verifySello, verifyTimbre } from '../seal/verify.js'
import { type Call, type Command, type Exit, exits, UnreadableError, type World } from './command.js'
import { namesOf, readInput } from './inputs.js'
import { readBytes } from './keys.js'
import { type Paint, paintOf, printable, writeJson } from './output.js'

/** `verify`. */
export const verifyCommand: Command = {
  name: 'verify',
  takes: '[archivos.xml, carpetas o -]',
  says: 'Dice si el sello de cada CFDI se sostiene, y el del timbre con el certificado del PAC. Sin red.',
  options: {
    anchor: {
      type: 'string',
      value: 'ARCHIVO',
      says: 'certificado de la autoridad en quien se confía: sin él no se dice quién emitió el CSD',
    },
    pac: { type: 'string', value: 'ARCHIVO', says: 'certificado del PAC, para verificar también el timbre' },
    json: { type: 'boolean', says: 'como JSON' },
  },
  run: runVerify,
}

interface Trust {
  readonly anchors?: readonly Certificate[]
  readonly pac: Certificate | undefined
}

interface Verified {
  readonly file: string
  readonly ok: boolean
  readonly reason?: string
  readonly message: string
}

async function runVerify(call: Call, world: World): Promise<Exit> {
  const names = await namesOf(call.positionals, world)
  const trust = await trustOf(call, world)
  const [paint, verified]: [Paint, Verified[]] = [paintOf(world.stdout, world), []]
  for (const name of names) verified.push(await verify(name, trust, world))
  if (call.has('json')) writeJson(world.stdout, { documents: verified })
  else for (const one of verified) world.stdout.write(lineOf(one, paint))
  if (verified.length === 0) return exits.nothing
  if (verified.some(({ reason }) => reason === 'unreadable')) return exits.unreadable
  return verified.every(({ ok }) => ok) ? exits.ok : exits.findings
}

async function trustOf(call: Call, world: World): Promise<Trust> {
  const [anchor, pac] = await Promise.all([
    certificateOf(call.text('anchor'), world),
    certificateOf(call.text('pac'), world),
  ])
  return { ...(anchor && { anchors: [anchor] }), pac }
}

async function certificateOf(file: string | undefined, world: World): Promise<Certificate | undefined> {
  if (file === undefined) return undefined
  try {
    return readCertificate(await readBytes(file, world))
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause
    throw new UnreadableError(`${file}: no es un certificado que se pueda leer.`, { cause })
  }
}

async function verify(file: string, { pac, ...policy }: Trust, world: World): Promise<Verified> {
  try {
    const { bytes } = await readInput(file, world)
    return verifiedOf(
      file,
      await (pac ? verifyTimbre(bytes, pac, policy) : verifySello(bytes, policy)),
      pac !== undefined,
    )
  } catch (error) {
    if (error instanceof UnreadableError) return { file, ok: false, reason: 'unreadable', message: error.message }
    throw error
  }
}

function verifiedOf(file: string, verdict: Verdict, isStamp: boolean): Verified {
  if (!verdict.ok) return { file, ok: false, reason: verdict.reason, message: verdict.message }
  const { noCertificado, name } = verdict.certificate
  const who = isStamp ? 'El timbre y el sello se sostienen; timbró' : 'El sello se sostiene; selló'
  const trusted = isStamp || verdict.anchor ? '' : ' (sin --anchor: no se dice quién emitió su certificado)'
  return { file, ok: true, message: `${who} ${name}, certificado ${noCertificado}${trusted}.` }
}

function lineOf({ file, ok, reason, message }: Verified, paint: Paint): string {
  const mark = ok ? paint('green', '✓') : paint('red', '✗')
  return reason === 'unreadable'
    ? `${mark} ${printable(message)}\n`
    : `${mark} ${paint('bold', printable(file))}  ${printable(message)}\n`
}
