/**
 * The job of a stamp: a call, and its order as this process works on it.
 * @module
 */
import { namesOf } from '../registeredDocuments.js'
import type { JournalUnit } from '../../pac/attempt/stampUnit.js'
import type { Sealed } from '../../seal/sello.js'
import type { ParsedDraft } from '../draft.js'
import type { FolioReservation, FolioSequence } from '../folios.js'
import type { StampObserver } from '../observe/stampObserver.js'
import type { Order } from '../orders.js'
import type { Claimed, Claims } from './claims.js'
import { asSealed } from './orderState.js'
import type { SealedDraft } from './preparation.js'

/**
 * Stores of a call: the host's store, that of its transaction, or the one of calls without a key.
 */
export interface Books {
  readonly claims: Claims
  readonly folios: FolioSequence
}

/** Options of a call. */
export interface Call {
  readonly key?: string | undefined
  readonly orderedAt?: Date | undefined
  readonly signal?: AbortSignal | undefined
  readonly observer?: StampObserver | undefined
}

/** A call: to stamp a draft, or only to seal it. */
export interface Request {
  readonly draft: ParsedDraft
  readonly purpose: 'send' | 'seal'
  /** Absent without a key, and so is `fingerprint`. */
  readonly key?: string
  readonly fingerprint?: string
  /** Time from which on the host could have used the key, in milliseconds since 1970. */
  readonly orderedAt?: number | undefined
  readonly books: Books
  readonly observer?: StampObserver | undefined
}

/** An order as this process works on it. */
export interface Job extends Claimed {
  readonly sealed: Sealed
  /** Previous order of the key, if this call recorded a new one. */
  readonly last?: Order | undefined
  readonly books: Books
  /**
   * Holder of its folio: the key of the order, or the token of a document that an earlier call
   * sealed.
   */
  readonly holder?: string | undefined
  /** Reservation of the folio, if this call made it. */
  readonly reservation?: FolioReservation | undefined
  /** Emits the events of the call. */
  readonly observer?: StampObserver | undefined
  /** Unit of work that has its writes. */
  readonly unit?: JournalUnit | undefined
}

/** Creates the job of a new sealed document. */
export async function jobOf(
  { draft, key, fingerprint, purpose, books, observer }: Request,
  made: SealedDraft,
  last: Order | undefined,
  token: string | undefined,
): Promise<Job> {
  const { sealed, reservation } = made
  const before = {
    ...newOrder({ key, fingerprint, version: last?.version }, made),
    ...(token && { token }),
  }
  const order =
    purpose === 'send' ? await books.claims.claimed(before) : books.claims.next(asSealed(before))
  return { order, last, sealed, books, reservation, holder: key, observer, unit: draft.unit }
}

/** Creates an unwritten order. Without a key it has the empty key and is never written. */
export function newOrder(
  {
    key = '',
    fingerprint = '',
    version = 0,
  }: Partial<Record<'key' | 'fingerprint', string | undefined>> & {
    readonly version?: number | undefined
  },
  { sealed, reservation, warnings }: SealedDraft,
): Order {
  const folio = reservation?.folio ?? (key === '' ? namesOf(sealed).Folio : undefined)
  const head = {
    key,
    version,
    status: 'open',
    fingerprint,
    xml: sealed.xml,
    warnings,
    at: 0,
  } as const
  if (folio === undefined) return head
  return { ...head, folio }
}
