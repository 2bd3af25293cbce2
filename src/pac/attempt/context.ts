/**
 * Shared context of the attempts of a failover, and the input of each.
 * @module
 */
import type { Sealed } from '../../seal/sello.js'
import type { BoundedJournal } from '../boundedJournal.js'
import type { PacEndpoint } from '../endpoint.js'
import type { Heartbeat } from '../heartbeat.js'
import type { JournalEntry } from '../journal.js'
import type { Policy } from '../policy.js'
import type { Stamped } from '../provider.js'
import type { JournalUnit } from './stampUnit.js'
import type { Settings } from '../settings.js'
import type { TraceContext } from '../observe/trace.js'

/**
 * A stamp that is not in the journal yet: it came after its request had been given up, or could not
 * be written.
 */
export interface LateStamp {
  /** Id of the PAC. */
  readonly pac: string
  readonly stamped: Stamped
  /** The sealed XML. */
  readonly xml: string
}

/** Context of all attempts. */
export interface FailoverContext {
  readonly settings: Settings
  readonly journal: BoundedJournal
  /** Keeps the claims of this process while it works. */
  readonly heartbeat: Heartbeat
  /** By token. */
  readonly late: Map<string, LateStamp>
  readonly policy: Policy
  readonly endpoints: readonly PacEndpoint[]
}

/** The input of an attempt. `entry` is present if the journal knows the document. */
export interface AttemptInput {
  readonly token: string
  readonly sealed: Sealed
  readonly entry: JournalEntry | undefined
  readonly signal: AbortSignal | undefined
  /** That of the first caller. */
  readonly trace: TraceContext | undefined
  /** Unit of work of the first caller. */
  readonly unit: JournalUnit | undefined
  /** Called when the document is durably open in the journal. */
  readonly recorded: () => void
}
