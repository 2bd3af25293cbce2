/**
 * The states of an order, by name.
 * @module
 */
import { somePac } from '../../pac/entry.js'
import type { StampOutcome } from '../../pac/provider.js'
import type { Order } from '../orders.js'

/**
 * States of an order. `sealed`: recorded and not sent under its key; the host may have sent the
 * sealed document. `sent`: may be stamped, the outcome is unknown. `stamped`: has its invoice.
 * `unreached`: certainly not stamped, because no PAC was reached; the host has the sealed document,
 * which keeps its folio until the host acknowledges the result. `refused`: certainly not stamped.
 * `lost`: may be stamped, and its document is unknown: the store was restored from a backup.
 * `purged`: a purge removed its outcome.
 *
 *     (new) ─► sealed ─► sent ─► stamped
 *        └───────────────┘ └───► refused, unreached ─► (new: a corrected draft of the key)
 */
export type OrderState = 'sealed' | 'sent' | 'stamped' | 'unreached' | 'refused' | 'lost' | 'purged'

/** State from which an order is sent. `new`: this call sealed it. */
export type StateBeforeSending = 'new' | Extract<OrderState, 'sealed' | 'sent'>

/** Returns the state of an order. */
export function orderStateOf({
  outcome,
  unsent,
  status,
  xml,
  restored,
  purged,
}: Order): OrderState {
  if (purged === true) return 'purged'
  if (outcome === undefined)
    return restored && xml === '' ? 'lost' : unsent === true ? 'sealed' : 'sent'
  if (outcome.kind === 'stamped') return 'stamped'
  if (outcome.kind === 'unavailable' && status !== 'acknowledged') return 'unreached'
  return 'refused'
}

/**
 * Whether the key of an order may be used for another draft, because its document is certainly not
 * stamped.
 */
export function isFree(order: Order): boolean {
  const state = orderStateOf(order)
  return state === 'unreached' || state === 'refused'
}

/**
 * Marks an order that any PAC may have received without this store: it is looked up at all of them,
 * and not sent.
 */
export function atSomePac(order: Order): Order {
  const { unsent: _unsent, journal: _journal, ...sent } = order
  return { ...sent, sentBy: { pac: somePac, journal: true } }
}

/**
 * Whether an outcome frees the bytes of its document. If no PAC was reached it does not: the host
 * may send the sealed document.
 */
export function isFinalNo({ kind }: StampOutcome): boolean {
  return kind === 'rejected' || kind === 'refused'
}

/**
 * Removes the token of an order that is certainly not stamped, so that another may have the same
 * bytes.
 */
export function withoutToken({ token: _, ...order }: Order): Order {
  return order
}

/**
 * Treats an earlier stamp as this order's own: another process may have sent its document first.
 */
export function asOwn(outcome: StampOutcome): StampOutcome {
  if (outcome.kind !== 'stamped') return outcome
  const { previous: _, ...stamped } = outcome
  return stamped
}

/** Returns the order of a sealed, unsent document. */
export function asSealed(recorded: Order): Order {
  const {
    claim: _claim,
    sentBy: _sentBy,
    journal: _journal,
    doubt: _doubt,
    due: _due,
    ...order
  } = recorded
  return { ...order, unsent: true }
}
