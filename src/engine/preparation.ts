/**
 * All that is done to a draft before anything is sent: derived, judged, numbered, sealed.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { Signer } from '../certificate/signer.js'
import { AUTO } from '../derive/derivation.js'
import { SealError } from '../errors.js'
import { isRecord } from '../lib/json.js'
import type { AllLimits } from '../lib/limits.js'
import { messageOf } from '../lib/message.js'
import { clip } from '../lib/text.js'
import type { Random } from '../lib/uuid.js'
import type { Finding } from '../model/finding.js'
import { type CheckOptions, check } from '../sat/cfdi40/check.js'
import { explainUnresolved, resolve } from '../sat/cfdi40/resolve.js'
import { type Sealed, seal } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import { causedBy, failure, invalid, reason } from './failure.js'
import type { FolioReservation, FolioSequence } from './folios.js'
import { number, released } from './number.js'
import type { Draft, Resolved, Valid } from './stages.js'
import { isEnd, type Step } from './step.js'

/** Gives the signer of an issuer; `rfc` is undefined when the document says "AUTO". */
export type SignerSource = (rfc: string | undefined) => Signer | undefined | Promise<Signer | undefined>

/** What a preparation works with. */
export interface PreparationSettings {
  readonly signerOf: SignerSource
  readonly clock: () => Date
  readonly random: Random
  readonly catalogs: Catalogs
  readonly registries: NonNullable<CheckOptions['registries']>
  readonly complete: boolean
  readonly limits: AllLimits
  /** Milliseconds that a folio's `commit` or `release` may take. */
  readonly folioTimeout: number
}

/** A document of which everything is known that can be known before it has a folio. */
export interface Judged {
  readonly signer: Signer
  readonly document: Resolved
  readonly findings: readonly Finding[]
}

/** A sealed document, and the folio that was taken for it. */
export interface SealedDraft {
  readonly sealed: Sealed
  readonly reservation: FolioReservation | undefined
  readonly warnings: readonly Finding[]
}

/** All that comes before the first folio is taken. What fails here is the host's: nothing was sent. */
export async function judge(draft: Draft, settings: PreparationSettings): Promise<Step<Judged>> {
  try {
    const signer = await signerFor(draft, settings.signerOf)
    if (isEnd(signer)) return signer
    const document = derive(draft, signer.value, settings)
    return { value: { signer: signer.value, document, findings: findingsOf(document, settings) } }
  } catch (cause) {
    const message = `Lo que se dio al motor (reloj, catálogos, registros) falló: ${messageOf(cause)}`
    return { failure: failure(failureCodes.host, message) }
  }
}

/** Takes the folio, last of all, and seals. @param holder who is to hold the folio, when the host gave a key */
export async function sealJudged(
  { signer, document, findings }: Judged,
  folios: FolioSequence,
  { folioTimeout }: PreparationSettings,
  holder?: string,
): Promise<Step<SealedDraft>> {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { failure: invalid(errors) }
  const numbered = await number(document as unknown as Valid, folios, folioTimeout, holder)
  if (isEnd(numbered)) return numbered
  const { reservation } = numbered.value
  const sealed = await trySeal(numbered.value.document, signer)
  if (isEnd(sealed)) {
    // Another process may have sealed with the folio of the same key: the sweeper knows.
    const isKeys = holder !== undefined && folios.heldBy !== undefined
    return { failure: isKeys ? sealed.failure : await released(sealed.failure, reservation, folioTimeout) }
  }
  return { value: { sealed: sealed.value, reservation, warnings: findings } }
}

async function signerFor(draft: Draft, signerOf: SignerSource): Promise<Step<Signer>> {
  const rfc = isRecord(draft['Emisor']) ? draft['Emisor']['Rfc'] : undefined
  const wanted = typeof rfc === 'string' && rfc !== AUTO ? rfc : undefined
  try {
    const signer = await signerOf(wanted)
    if (signer !== undefined) return { value: signer }
  } catch (cause) {
    const message = `No se pudo obtener el certificado del emisor: ${messageOf(cause)}`
    return { failure: causedBy(cause, failure(failureCodes.signer, message)) }
  }
  const message = `No hay un certificado con qué sellar para el emisor ${clip(wanted ?? '"AUTO"')}.`
  return { failure: failure(failureCodes.signer, message) }
}

function derive(draft: Draft, { certificate }: Signer, settings: PreparationSettings): Resolved {
  const { catalogs, clock, random, complete } = settings
  const zoneOf = (postalCode: string) => catalogs.zoneOf(postalCode)
  return resolve(draft, { certificate, catalogs, clock, random, zoneOf, complete }) as Resolved
}

function findingsOf(document: Resolved, settings: PreparationSettings): Finding[] {
  const { catalogs, registries, limits, complete } = settings
  const findings = check(document, { at: settings.clock(), catalogs, registries, limits })
  return explainUnresolved(document, findings, { catalogs, complete })
}

async function trySeal(document: Valid, signer: Signer): Promise<Step<Sealed>> {
  try {
    return { value: await seal(document, signer) }
  } catch (cause) {
    const message = messageOf(cause)
    const code = cause instanceof SealError ? cause.code : String(failureCodes.seal)
    return { failure: causedBy(cause, failure(failureCodes.seal, message, [reason('Sello', message, code)])) }
  }
}
