/**
 * Stamps that came after their call had been given up. They are kept in the journal, for the next
 * `stamp`, `resume` or `reconcile` to hand over.
 * @module
 */
import { UnreadableEntry } from '../boundedJournal.js'
import { entryOf, type State } from '../entry.js'
import type { AbandonedAttempt, JournalEntry } from '../journal.js'
import type { FailoverContext, LateStamp } from './context.js'

/**
 * Writes a late stamp into the entry of its document, if it is still needed there. It stays in
 * memory until that succeeds.
 */
export async function keepLate(context: FailoverContext, token: string): Promise<void> {
  const { journal, late, settings } = context
  const stamp = late.get(token)
  if (stamp === undefined) return
  const entry = await journal.load(token)
  if (entry === undefined || entry instanceof UnreadableEntry) return
  const found = withFound(entry, stamp)
  if (found === undefined) return void late.delete(token)
  const { xml, version, claim } = entry
  if (claim !== undefined && claim.owner !== settings.owner && claim.until > settings.clock.now())
    return
  const head = {
    token,
    xml: xml === '' ? stamp.xml : xml,
    version: version + 1,
    at: settings.clock.now(),
  }
  if (await journal.append(entryOf(head, found))) late.delete(token)
}

/** Returns the state with a late stamp; `undefined` if the document does not wait for it. */
function withFound(
  { inDoubt, abandoned, outcome }: JournalEntry,
  { pac, stamped }: LateStamp,
): State | undefined {
  const state: State = { abandoned, ...(inDoubt && { inDoubt }), ...(outcome && { outcome }) }
  if (outcome?.kind === 'stamped' && outcome.timbre.UUID === stamped.timbre.UUID) return undefined
  if (inDoubt?.pac === pac) return { ...state, inDoubt: { ...inDoubt, found: stamped } }
  const isAwaited = (each: AbandonedAttempt) => each.inDoubt.pac === pac && each.found === undefined
  const attempt = abandoned.filter(isAwaited).at(-1)
  if (attempt === undefined) return undefined
  const { end: _, ...unended } = attempt
  return {
    ...state,
    abandoned: abandoned.map((each) => (each === attempt ? { ...unended, found: stamped } : each)),
  }
}
