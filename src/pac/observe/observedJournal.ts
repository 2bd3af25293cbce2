/**
 * The journal with its calls reported to the failover's hooks.
 * @module
 */
import type { BoundedJournal } from '../boundedJournal.js'
import type { Settings } from '../settings.js'
import { StoreTimer } from './storeCalls.js'

/** Wraps a journal to report its calls. Returns the journal itself without listeners. */
export function observedJournal(
  journal: BoundedJournal,
  { on, clock }: Pick<Settings, 'on' | 'clock'>,
): BoundedJournal {
  if (on.storeCalled === undefined) return journal
  // The calls of a bounded journal end by themselves.
  const timer = new StoreTimer(on, 'journal', () => clock.now(), Number.POSITIVE_INFINITY)
  return {
    load: (token) => timer.measure(journal, 'load', [token], token),
    append: (entry, late) => timer.measure(journal, 'append', [entry, late], entry.token),
    identity: () => timer.measure(journal, 'identity', []),
    renew: (owner, until) => timer.measure(journal, 'renew', [owner, until]),
    unfinished: (purpose) => timer.walk(journal, 'unfinished', purpose),
  }
}
