/**
 * Cancellations that earlier versions abandoned as held, and that this version follows again.
 * @module
 */
import type { HoldReason } from '../../cancel/cancellationState.js'
import type { CancellationEntry } from '../../engine/cancellationStore.js'

/**
 * Notices after which earlier versions stopped. This version always sets a time of the next query
 * with them.
 */
const followed: ReadonlySet<HoldReason | undefined> = new Set<HoldReason>([
  'noAnswer',
  'notVisible',
  'noEffect',
  'noSilence',
  'related',
  'notSigned',
])

const ended: ReadonlySet<string> = new Set(['inForce', 'refused', 'rejected', 'cancelled'])

const hour = 3_600_000

/**
 * Reopens such a cancellation. Their next queries are spread over the hour after `now`, by their
 * folios.
 */
export function reopened(
  head: Omit<CancellationEntry, 'xml'>,
  now: number,
): Omit<CancellationEntry, 'xml'> {
  const { life, uuid } = head
  if (!followed.has(life.held) || life.due !== undefined || ended.has(life.phase)) return head
  const due = now + (Number.parseInt(uuid.slice(0, 8), 16) % hour || 0)
  const isNow = head.substitute !== undefined || head.acknowledged < head.change
  return { ...head, status: 'open', life: { ...life, due }, ...(!isNow && { due }) }
}
