/**
 * Folio of a document: reserved after all checks, and settled when the outcome is known.
 * @module
 */
import { AUTO } from '../../derive/derivation.js'
import { messageOf } from '../../lib/message.js'
import { isPlainField } from '../../lib/text.js'
import type { Finding } from '../../model/finding.js'
import { inTime, systemClock } from '../../pac/clock.js'
import { tokenOf } from '../../pac/hash.js'
import { failureCodes } from '../codes.js'
import { causedBy, createFailure } from '../failure.js'
import type { FolioReservation, FolioSequence } from '../folios.js'
import type { Order } from '../orders.js'
import { orderStateOf } from './orderState.js'
import type { StampFailure } from '../result.js'
import type { SealedDraft } from './preparation.js'
import type { Valid } from '../documentStages.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import type { SatDocument } from '../../sat/document.js'
import type { Sealed } from '../../seal/sello.js'
import { namesOf } from '../registeredDocuments.js'
import type { Step } from '../stepResult.js'

/** A document with its folio, and the reservation if the folio is from a sequence. */
export interface Numbered {
  readonly document: Valid
  readonly reservation: FolioReservation | undefined
}

/** Reserves a folio if the document has "AUTO". @param holder its holder, if known */
export async function takeFolio(
  kind: SatDocument,
  document: Valid,
  folios: FolioSequence,
  timeout: number,
  holder?: string,
): Promise<Step<Numbered>> {
  const { Folio, Rfc, sequence } = namesOf({ root: kind, document: document as Comprobante })
  if (Folio !== AUTO) return { value: { document, reservation: undefined } }
  try {
    const reservation = await folios.next(Rfc, sequence, holder)
    const { folio } = reservation
    // 1 to 40 characters, no bars and no white space to collapse.
    if (typeof folio === 'string' && folio.length <= 40 && isPlainField(folio)) {
      const numbered = { ...document, [kind.members.folio]: folio }
      return { value: { document: numbered, reservation } }
    }
    const unusable = createFailure(
      failureCodes.folio,
      'La secuencia dio un folio que no se puede usar.',
    )
    return { failure: await releaseFolio(unusable, reservation, timeout) }
  } catch (cause) {
    return {
      failure: causedBy(
        cause,
        createFailure(failureCodes.folio, `No se pudo tomar un folio: ${messageOf(cause)}`),
      ),
    }
  }
}

/** Releases the folio of a document that is certainly not stamped, and returns the failure. */
export async function releaseFolio(
  answer: StampFailure,
  reservation: FolioReservation | undefined,
  timeout: number,
): Promise<StampFailure> {
  if (reservation !== undefined) await settleFolioInTime(() => reservation.release(), timeout)
  return answer
}

/**
 * Binds the folio of a sealed document to its token, before it is sent. If this fails, nothing is
 * sent.
 */
export async function bindFolio(made: SealedDraft, timeout: number): Promise<Step<SealedDraft>> {
  const { sealed, reservation } = made
  if (reservation?.bind === undefined) return { value: made }
  const token = await tokenOf(sealed)
  const problem = await settleFolioInTime(async () => reservation.bind?.(token), timeout)
  if (problem === undefined) return { value: made }
  const failed = createFailure(failureCodes.folio, `No se pudo apartar el folio: ${problem}.`)
  return { failure: await releaseFolio(failed, reservation, timeout) }
}

/** Holder of folios. */
export interface Holder {
  readonly folios: FolioSequence
  readonly holder?: string | undefined
  /** Time after which its folios belong to another document, in milliseconds since 1970. */
  readonly until?: number | undefined
}

/**
 * A document and the holder of its folio: a reservation of this process, or else the held folios of
 * the sequence.
 */
export interface Taken extends Holder {
  /** Called only if a folio is held, because reading the sealed document is slow. */
  readonly sealedOf: () => Sealed
  readonly reservation?: FolioReservation | undefined
}

/** Releases the folios of a holder. Resolves to the reason of a failure. */
export function releaseHeldFolios(holder: Holder, timeout: number): Promise<string | undefined> {
  return settleFolioInTime(async () => {
    for (const each of (await heldOf(holder)) ?? []) await each.release()
  }, timeout)
}

/**
 * Resolves to the folios of a holder until its time; undefined if the sequence does not support it.
 */
async function heldOf({ folios, holder, until = Number.POSITIVE_INFINITY }: Holder) {
  const held = holder === undefined ? undefined : await folios.heldBy?.(holder)
  return held?.filter(({ since }) => since <= until)
}

/**
 * Settles the folio of an order by its outcome: commits it if stamped, releases it otherwise, and
 * releases other folios of the holder, whose documents were not stamped. A document that reached no
 * PAC keeps its folio, because the host has the document. Later folios of the key belong to another draft.
 */
export async function settleOrderFolio(
  order: Order,
  taken: Omit<Taken, 'until'>,
  timeout: number,
): Promise<readonly Finding[]> {
  const { key, folio, at, outcome } = order
  if (folio === undefined || outcome === undefined || orderStateOf(order) === 'unreached') return []
  if (taken.holder === undefined && taken.reservation === undefined) return []
  const isStamped = outcome.kind === 'stamped'
  const problem = await settleFolioInTime(
    () => settleHeldFolios(key === '' ? taken : { ...taken, until: at }, isStamped),
    timeout,
  )
  if (problem === undefined || !isStamped) return []
  const [element, field] = ['Comprobante', 'Folio']
  const message = `${element}.${field}: el folio no se pudo dar por usado: ${problem}.`
  return [
    {
      code: String(failureCodes.folio),
      severity: 'warning',
      element,
      field,
      message,
      path: field,
    },
  ]
}

async function settleHeldFolios(taken: Taken, isStamped: boolean): Promise<void> {
  const { sealedOf, reservation } = taken
  const held = await heldOf(taken)
  if (held === undefined) return isStamped ? reservation?.commit() : reservation?.release()
  if (held.length === 0) return
  const { sequence, Folio } = namesOf(sealedOf())
  for (const each of held) {
    const isIts = each.folio === Folio && each.serie === sequence
    await (isStamped && isIts ? each.commit() : each.release())
  }
}

/** Warning of a folio from the sequence that restarts with every process. */
export function unsafeFolio(): Finding {
  const [element, field] = ['Comprobante', 'Folio']
  const message =
    `${element}.${field}: la secuencia es de memoria y vuelve a empezar con cada proceso; ` +
    'en producción dé `folios` a createEngine (openFileStore o PostgreSQL).'
  return {
    code: String(failureCodes.folio),
    severity: 'warning',
    element,
    field,
    message,
    path: field,
  }
}

/** Settles a reservation. Resolves to the reason of a failure. */
async function settleFolioInTime(
  settle: () => Promise<void>,
  timeout: number,
): Promise<string | undefined> {
  try {
    await inTime(systemClock, timeout, settle, `la secuencia no contestó en ${timeout} ms`)
    return undefined
  } catch (cause) {
    return messageOf(cause)
  }
}
