/**
 * Steps before sending: derive and check a draft, reserve its folio, and seal.
 * @module
 */
import type { Catalogs } from '../../catalogs/catalogs.js'
import type { Signer } from '../../certificate/signer.js'
import { AUTO } from '../../derive/derivation.js'
import { SealError } from '../../errors.js'
import { type AllLimits, defaultLimits } from '../../lib/limits.js'
import { messageOf } from '../../lib/message.js'
import { central, instant, localTime } from '../../lib/time.js'
import { hash } from '../../pac/hash.js'
import { clip } from '../../lib/text.js'
import type { Random } from '../../lib/uuid.js'
import type { Finding } from '../../model/finding.js'
import type { CheckOptions } from '../../sat/cfdi40/check.js'
import { cfdi40 } from '../../sat/cfdi40/document.js'
import type { SatDocument } from '../../sat/document.js'
import { factsOf } from '../../sat/root.js'
import { type Sealed, seal } from '../../seal/sello.js'
import type { SecondWish } from '../secondBook.js'
import { failureCodes } from '../codes.js'
import { causedBy, createFailure, invalid, reason } from '../failure.js'
import type { StampFailure } from '../result.js'
import type { FolioReservation, FolioSequence } from '../folios.js'
import { bindFolio, releaseFolio, takeFolio } from './takenFolio.js'
import type { Draft, Resolved, Valid } from '../documentStages.js'
import { kindOf, namesOf, type RegisteredDocuments } from '../registeredDocuments.js'
import { isEnd, type Step } from '../stepResult.js'

/**
 * Returns the signer of an issuer; `rfc` is undefined for "AUTO". For a cancellation `document` has
 * the folio fiscal.
 */
export type SignerSource = (
  rfc: string | undefined,
  document?: { readonly uuid: string },
) => Signer | undefined | Promise<Signer | undefined>

/** Dependencies of a preparation. */
export interface PreparationSettings {
  readonly signerOf: SignerSource
  readonly clock: () => Date
  readonly random: Random
  /** Returns the present catalogues. */
  readonly catalogs: () => Catalogs
  readonly registries: NonNullable<CheckOptions['registries']>
  readonly complete: boolean
  readonly limits: AllLimits
  readonly documents: RegisteredDocuments
  /** Time-out in milliseconds for a folio's `commit` or `release`. */
  readonly folioTimeout: number
}

/** A complete and checked document, except for its folio. */
export interface PreparedDraft {
  readonly signer: Signer
  readonly kind: SatDocument
  readonly document: Resolved
  readonly findings: readonly Finding[]
  /** Whether the draft left its date to the clock. */
  readonly isDateAuto: boolean
}

/** A sealed document and its reserved folio. */
export interface SealedDraft {
  readonly sealed: Sealed
  readonly reservation: FolioReservation | undefined
  readonly warnings: readonly Finding[]
}

/**
 * Derives a draft in place and checks it.
 * @param given the signer, if the caller knows it; otherwise that of the settings
 */
export async function prepareDraft(
  draft: Draft,
  settings: PreparationSettings,
  given?: Signer | undefined,
): Promise<Step<PreparedDraft>> {
  try {
    const known = settings.documents.ofDraft(draft)
    if (isEnd(known)) return known
    const kind = known.value
    const signerOf = given === undefined ? settings.signerOf : () => given
    const signer = await signerFor(draft, kind, signerOf)
    if (isEnd(signer)) return signer
    // Before it is derived in place.
    const isDateAuto = draft[kind.members.fecha] === AUTO
    const catalogs = settings.catalogs()
    const { clock, random, complete } = settings
    const zoneOf = (postalCode: string) => catalogs.zoneOf(postalCode)
    const document = kind.resolve(draft, {
      certificate: signer.value.certificate,
      catalogs,
      clock,
      random,
      zoneOf,
      complete,
    }) as Resolved
    return {
      value: {
        signer: signer.value,
        kind,
        document,
        findings: findingsOf(document, kind, settings, catalogs),
        isDateAuto,
      },
    }
  } catch (cause) {
    const message = `Lo que se dio al motor (reloj, catálogos, registros) falló: ${messageOf(cause)}`
    return { failure: createFailure(failureCodes.host, message) }
  }
}

/** Returns the failure of a document with errors. */
export function judgePrepared({
  findings,
}: Pick<PreparedDraft, 'findings'>): StampFailure | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return errors.length === 0 ? undefined : invalid(errors)
}

/**
 * Reserves the folio of a sound document, as the last step before the seal, and seals.
 * @param key holder of the folio; without a key the token of the sealed document is
 */
export async function sealPrepared(
  { signer, kind, document, findings }: PreparedDraft,
  folios: FolioSequence,
  { folioTimeout: timeout, limits }: PreparationSettings,
  key: string | undefined,
): Promise<Step<SealedDraft>> {
  const numbered = await takeFolio(kind, document as unknown as Valid, folios, timeout, key)
  if (isEnd(numbered)) return numbered
  const { reservation } = numbered.value
  const sealed = await trySeal(kind, numbered.value.document, signer, limits)
  if (isEnd(sealed)) {
    // Another process may have sealed with the folio of this key, so the recovery settles it.
    const isKeys = key !== undefined && folios.heldBy !== undefined
    return {
      failure: isKeys ? sealed.failure : await releaseFolio(sealed.failure, reservation, timeout),
    }
  }
  const made = { sealed: sealed.value, reservation, warnings: findings }
  if (key === undefined) return bindFolio(made, timeout)
  return { value: made }
}

/**
 * Returns the permitted seconds of a document's date: up to ten minutes before the clock, on the
 * same day.
 */
export async function secondsFor(
  sealed: Sealed,
  { certificate }: Signer,
  settings: PreparationSettings,
): Promise<SecondWish> {
  const { xml, sello } = sealed
  const { Fecha } = namesOf(sealed)
  const { fecha } = kindOf(sealed).members
  const zone = settings.catalogs().zoneOf(namesOf(sealed).LugarExpedicion) ?? central
  const to = Math.floor(settings.clock().getTime() / 1000)
  const midnight =
    instant(`${localTime(new Date(to * 1000), zone).slice(0, 10)}T00:00:00`, zone).getTime() / 1000
  // No CSD seals a date before its own.
  const issued = Math.ceil(certificate.validFrom.getTime() / 1000)
  // The first match is the attribute of the root: inside a value quotes are escaped.
  const content = await hash(
    xml.replace(` ${fecha}="${Fecha}"`, '').replace(` Sello="${sello}"`, ''),
  )
  return {
    content,
    taken: instant(Fecha, zone).getTime() / 1000,
    from: Math.max(to - 599, midnight, issued),
    to,
  }
}

/**
 * Checks and seals the document again with another date. No value is derived from the date (a test
 * verifies this).
 */
export async function moveDate(
  { sealed: before, reservation }: SealedDraft,
  signer: Signer,
  second: number,
  settings: PreparationSettings,
): Promise<Step<SealedDraft>> {
  const kind = kindOf(before)
  const zone = settings.catalogs().zoneOf(namesOf(before).LugarExpedicion) ?? central
  const date = localTime(new Date(second * 1000), zone)
  const moved = { ...before.document, [kind.members.fecha]: date, Sello: '' }
  const warnings = findingsOf(moved as unknown as Resolved, kind, settings, settings.catalogs())
  const refused = judgePrepared({ findings: warnings })
  if (refused !== undefined) return { failure: refused }
  const sealed = await trySeal(kind, moved as unknown as Valid, signer, settings.limits)
  if (isEnd(sealed)) return sealed
  return { value: { sealed: sealed.value, reservation, warnings } }
}

async function signerFor(
  draft: Draft,
  kind: SatDocument,
  signerOf: SignerSource,
): Promise<Step<Signer>> {
  const { Rfc: rfc } = factsOf(kind, draft)
  const wanted = typeof rfc === 'string' && rfc !== AUTO ? rfc : undefined
  try {
    const signer = await signerOf(wanted)
    if (signer !== undefined) return { value: signer }
  } catch (cause) {
    const message = `No se pudo obtener el certificado del emisor: ${messageOf(cause)}`
    return { failure: causedBy(cause, createFailure(failureCodes.signer, message)) }
  }
  const message = `No hay un certificado con qué sellar para el emisor ${clip(wanted ?? '"AUTO"')}.`
  return { failure: createFailure(failureCodes.signer, message) }
}

function findingsOf(
  document: Resolved,
  kind: SatDocument,
  settings: PreparationSettings,
  catalogs: Catalogs,
): Finding[] {
  const { registries, limits, complete } = settings
  return kind.checkResolved(
    document,
    { at: settings.clock(), catalogs, registries, limits },
    { catalogs, complete },
  )
}

async function trySeal(
  kind: SatDocument,
  document: Valid,
  signer: Signer,
  limits: AllLimits,
): Promise<Step<Sealed>> {
  try {
    const documents = kind === cfdi40 ? [] : [kind]
    const sealed = await seal(document, signer, { documents })
    const most = Math.max(limits.length, defaultLimits.length)
    // Whether a text fits in this many bytes of UTF-8. Each UTF-16 unit takes at most three.
    const bytes = most - stampLength
    if (
      sealed.xml.length * 3 <= bytes ||
      (sealed.xml.length <= bytes && new TextEncoder().encode(sealed.xml).length <= bytes)
    )
      return { value: sealed }
    const message = `El XML del comprobante mide más de ${most} bytes con su timbre, y no se podría leer: no se envió nada.`
    return { failure: createFailure(failureCodes.json, message) }
  } catch (cause) {
    const message = messageOf(cause)
    const code = cause instanceof SealError ? cause.code : String(failureCodes.seal)
    return {
      failure: causedBy(
        cause,
        createFailure(failureCodes.seal, message, [reason('Sello', message, code)]),
      ),
    }
  }
}

/**
 * Bytes that a stamp adds, at most: two seals of 4,096 bits, their names and namespaces, and its
 * Leyenda.
 */
const stampLength = 4_000
