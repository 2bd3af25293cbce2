/**
 * Unit of work of one stamp: writes that become durable in one transaction.
 *
 * Invariant: nothing leaves the process between a buffered write and its commit, neither a request to
 * a PAC nor an answer. A process whose buffered writes are lost is therefore in the state of one that
 * died before the first of them, and the recovery from a crash applies to it.
 * @module
 */
import { JournalError } from '../../errors.js'
import { messageOf } from '../../lib/message.js'
import { boundJournal } from '../boundedJournal.js'
import type { Journal } from '../journal.js'
import { observedJournal } from '../observe/observedJournal.js'
import type { Sealed } from '../../seal/sello.js'
import type { TraceContext } from '../observe/trace.js'
import type { Provider, StampOutcome } from '../provider.js'
import type { FailoverContext } from './context.js'

/** The journal of one stamp, whose entries are committed with other writes. */
export interface JournalUnit {
  /** The journal that it writes to. A failover with another one commits the unit and uses its own. */
  readonly target: Journal
  /**
   * Buffers an entry that ends an attempt, and resolves to `true`. Commits an open entry, which
   * precedes a request, with everything buffered before it.
   */
  readonly journal: Journal
  /** Commits the buffered writes. Rejects if none of them was written. */
  commit(): Promise<void>
  /** Calls `lost` when writes that are buffered now are not committed. */
  onLost(lost: () => void): void
}

/** A provider that writes its journal in units of work. */
export interface JoiningProvider {
  /** As `stamp`. Entries before a request are committed before it. */
  stampWithin(
    unit: JournalUnit | undefined,
    sealed: Sealed,
    signal?: AbortSignal,
    trace?: TraceContext,
  ): Promise<StampOutcome>
}

/** Whether a provider writes its journal in units of work, as a failover does. */
export function isJoining(provider: Provider): provider is Provider & JoiningProvider {
  return typeof (provider as Partial<JoiningProvider>).stampWithin === 'function'
}

/**
 * Commits a unit before a request of a provider that does not write in it.
 * @throws JournalError with `notSent`
 */
export async function commitUnsent(unit: JournalUnit): Promise<void> {
  try {
    await unit.commit()
  } catch (cause) {
    const message = `No se pudo registrar antes de enviar: ${messageOf(cause)}`
    throw new JournalError('JOURNAL_WRITE', message, { cause, notSent: true })
  }
}

/**
 * Resolves to the unit if it writes to a journal. One of another journal is committed, and its
 * provider uses its own. @throws JournalError with `notSent`
 */
export async function unitOfJournal(
  unit: JournalUnit | undefined,
  journal: Journal,
): Promise<JournalUnit | undefined> {
  if (unit === undefined || unit.target === journal) return unit
  await commitUnsent(unit)
  return undefined
}

/** Returns the context of an attempt whose entries are written in a unit. */
export function contextWithin(
  context: FailoverContext,
  unit: JournalUnit | undefined,
): FailoverContext {
  if (unit === undefined) return context
  const { settings } = context
  const bounded = boundJournal(unit.journal, settings.clock, settings.timeouts.journal)
  return { ...context, journal: observedJournal(bounded, settings) }
}
