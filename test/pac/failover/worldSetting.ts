/**
 * What a world is like, and the bugs that a test may inject into it.
 * @module
 */
import type { UnsafeMemoryJournal } from '../../../src/pac/journal.js'
import type { Policy } from '../../../src/pac/policy.js'
import type { Provider } from '../../../src/pac/provider.js'
import type { FailoverOptions, OnUnknown } from '../../../src/pac/settings.js'

/** Parameters of a world. */
export interface Setting {
  readonly policy: OnUnknown
  /** How `onUnknown` says hold. */
  readonly holding: 'plainly' | 'later' | 'throws' | 'hangs' | 'nonsense'
  readonly pacs: number
  /** Time from a request to its late stamp, and from a stamp to its visibility in look-ups. */
  readonly late: number
  readonly lag: number
  /**
   * Whether a crash releases the claims of the dead process; then there is one process at a time,
   * and otherwise two.
   */
  readonly exclusive: boolean
  /** Whether the last PAC supports no look-ups. */
  readonly blind: boolean
  /**
   * Which PAC does not recognise what it stamped: the first, which can be looked up, or the last,
   * which cannot (`once`).
   */
  readonly forgets: 'none' | 'first' | 'last'
  /**
   * Whether the first PAC never says that it has no stamp, but that it does not know: FEL and
   * SIFEI, as far as is known.
   */
  readonly mute: boolean
  /** Whether the first PAC ignores aborts, and answers as long as this after it stamped. */
  readonly deaf: number
  /** Whether PACs look for duplicates before they reject what is older than 72 hours. */
  readonly duplicatesFirst: boolean
  /** What the host's function does with an orphan. */
  readonly cancel: 'none' | 'takes' | 'fails' | 'hangs'
}

/** Replacements that inject a bug. */
export interface Variant {
  readonly policy?: Partial<Policy>
  readonly journal?: (journal: UnsafeMemoryJournal) => UnsafeMemoryJournal
  readonly provider?: (provider: Provider) => Provider
  readonly options?: Partial<FailoverOptions>
}
