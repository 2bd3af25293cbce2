/**
 * The folio of a document, taken when nothing else is wrong with it, and settled when it is known what became of it.
 * @module
 */
import { AUTO } from '../derive/derivation.js'
import { messageOf } from '../lib/message.js'
import { isPlainField } from '../lib/text.js'
import type { Finding } from '../model/finding.js'
import { systemClock, within } from '../pac/clock.js'
import { failureCodes } from './codes.js'
import { causedBy, failure } from './failure.js'
import type { FolioReservation, FolioSequence } from './folios.js'
import type { StampFailure } from './result.js'
import type { Valid } from './stages.js'
import type { Step } from './step.js'

/** A document with its folio, and the reservation of it when it came from a sequence. */
export interface Numbered {
  readonly document: Valid
  readonly reservation: FolioReservation | undefined
}

/** Takes a folio where the document says "AUTO". */
export async function number(document: Valid, folios: FolioSequence, patience: number): Promise<Step<Numbered>> {
  if (document.Folio !== AUTO) return { value: { document, reservation: undefined } }
  try {
    const reservation = await folios.next(document.Emisor.Rfc, document.Serie ?? '')
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

/** Counts the folio as used. A store that fails or is silent after the fact must not hide the stamp: it is a warning. */
export async function committed(
  reservation: FolioReservation | undefined,
  patience: number,
): Promise<readonly Finding[]> {
  const problem = reservation && (await settled(() => reservation.commit(), patience))
  if (problem === undefined) return []
  const [element, field] = ['Comprobante', 'Folio']
  const message = `${element}.${field}: el folio no se pudo dar por usado: ${problem}.`
  return [{ code: String(failureCodes.folio), severity: 'warning', element, field, message, path: field }]
}

/** Why a reservation could not be settled, if it could not. */
async function settled(settle: () => Promise<void>, patience: number): Promise<string | undefined> {
  try {
    const limits = { ms: patience, grace: 0 }
    const done = await within(systemClock, limits, async () => {
      await settle()
      return true
    })
    return done ? undefined : `la secuencia no contestó en ${patience} ms`
  } catch (cause) {
    return messageOf(cause)
  }
}

/** Of 1 to 40 characters, without bars and without white space to collapse. */
function isFolio(folio: unknown): folio is string {
  return typeof folio === 'string' && folio.length <= 40 && isPlainField(folio)
}
