/**
 * The folio of a document, taken when nothing else is wrong with it, and settled when it is known what became of it.
 * @module
 */
import { AUTO } from '../derive/derivation.js'
import { messageOf } from '../lib/message.js'
import { isPlainField } from '../lib/text.js'
import type { Finding } from '../model/finding.js'
import { inTime, systemClock } from '../pac/clock.js'
import type { Closing } from '../pac/journal.js'
import { failureCodes } from './codes.js'
import { causedBy, failure } from './failure.js'
import type { FolioReservation, FolioSequence } from './folios.js'
import type { StampFailure } from './result.js'
import type { SealedDraft } from './preparation.js'
import type { Valid } from './stages.js'
import type { Step } from './step.js'

/** A document with its folio, and the reservation of it when it came from a sequence. */
export interface Numbered {
  readonly document: Valid
  readonly reservation: FolioReservation | undefined
}

/** Takes a folio where the document says "AUTO". @param holder who is to hold it, when that is known */
export async function number(
  document: Valid,
  folios: FolioSequence,
  patience: number,
  holder?: string,
): Promise<Step<Numbered>> {
  if (document.Folio !== AUTO) return { value: { document, reservation: undefined } }
  try {
    const reservation = await folios.next(document.Emisor.Rfc, document.Serie ?? '', holder)
    const { folio } = reservation
    if (isFolio(folio)) return { value: { document: { ...document, Folio: folio }, reservation } }
    const unusable = failure(failureCodes.folio, 'La secuencia dio un folio que no se puede usar.')
    return { failure: await released(unusable, reservation, patience) }
  } catch (cause) {
    return { failure: causedBy(cause, failure(failureCodes.folio, `No se pudo tomar un folio: ${messageOf(cause)}`)) }
  }
}

/** The answer to a document that is certainly not stamped; its folio may serve another. */
export async function released(
  answer: StampFailure,
  reservation: FolioReservation | undefined,
  patience: number,
): Promise<StampFailure> {
  if (reservation !== undefined) await settled(() => reservation.release(), patience)
  return answer
}

/** What was sealed holds its folio from before it is sent. Where that cannot be recorded, nothing is sent. */
export async function bound(made: SealedDraft, token: string, patience: number): Promise<Step<SealedDraft>> {
  const problem = await settled(async () => made.reservation?.bind?.(token), patience)
  if (problem === undefined) return { value: made }
  const failed = failure(failureCodes.folio, `No se pudo apartar el folio: ${problem}.`)
  return { failure: await released(failed, made.reservation, patience) }
}

/** Who holds folios. */
export interface Holder {
  readonly folios: FolioSequence
  readonly holder?: string | undefined
  /** Time from which on what it takes is of another document, in milliseconds since 1970. */
  readonly until?: number | undefined
}

/** A document and who holds its folio: a reservation where this process took it, else what the sequence says is held. */
export interface Taken extends Holder {
  /** Asked for when something is held: to read what was sealed takes longer than all the rest. */
  readonly documentOf: () => Pick<Valid, 'Serie' | 'Folio'>
  readonly reservation?: FolioReservation | undefined
}

/** Gives back what a holder holds, and says why not if it cannot. */
export function releaseHeld(holder: Holder, patience: number): Promise<string | undefined> {
  return settled(async () => {
    for (const each of (await heldOf(holder)) ?? []) await each.release()
  }, patience)
}

/** What a holder took in its time; undefined when that cannot be known. */
async function heldOf({ folios, holder, until = Number.POSITIVE_INFINITY }: Holder) {
  const held = holder === undefined ? undefined : await folios.heldBy?.(holder)
  return held?.filter(({ since }) => since <= until)
}

/**
 * Settles a folio by what became of its document: committed when it was stamped with it, released when it certainly was not.
 * What was sealed and could be sent to nobody keeps its folio: the host has it in hand. Whatever else the holder holds was for
 * documents that were not stamped.
 */
export async function settleFolio(taken: Taken, kind: Closing['kind'], patience: number): Promise<readonly Finding[]> {
  const { holder, reservation } = taken
  if (kind === 'unavailable' || (holder === undefined && reservation === undefined)) return []
  const problem = await settled(() => settleAll(taken, kind === 'stamped'), patience)
  return problem === undefined || kind !== 'stamped' ? [] : [notCounted(problem)]
}

async function settleAll(taken: Taken, isStamped: boolean): Promise<void> {
  const { documentOf, reservation } = taken
  const held = await heldOf(taken)
  if (held === undefined) return isStamped ? reservation?.commit() : reservation?.release()
  if (held.length === 0) return
  const { Serie = '', Folio } = documentOf()
  for (const each of held) {
    const isIts = each.folio === Folio && each.serie === Serie
    await (isStamped && isIts ? each.commit() : each.release())
  }
}

function notCounted(problem: string): Finding {
  const [element, field] = ['Comprobante', 'Folio']
  const message = `${element}.${field}: el folio no se pudo dar por usado: ${problem}.`
  return { code: String(failureCodes.folio), severity: 'warning', element, field, message, path: field }
}

/** Why a reservation could not be settled, if it could not. */
async function settled(settle: () => Promise<void>, patience: number): Promise<string | undefined> {
  try {
    await inTime(systemClock, patience, settle, () => new Error(`la secuencia no contestó en ${patience} ms`))
    return undefined
  } catch (cause) {
    return messageOf(cause)
  }
}

/** Of 1 to 40 characters, without bars and without white space to collapse. */
function isFolio(folio: unknown): folio is string {
  return typeof folio === 'string' && folio.length <= 40 && isPlainField(folio)
}
