/**
 * Two PACs, `uno` and `dos`, that fail by script, a journal that does what a test says, and as many
 * servers over it as wanted.
 * @module
 */
import { type Failover, failover } from '../../src/pac/failover.js'
import {
  createUnsafeMemoryJournal,
  type Journal,
  type JournalEntry,
} from '../../src/pac/journal.js'
import type { Capabilities, Provider, StampOutcome } from '../../src/pac/provider.js'
import { type FaultScript, withFaults } from '../../src/pac/sandbox/faults.js'
import type { FailoverOptions } from '../../src/pac/settings.js'
import { VirtualClock } from './failover/virtualClock.js'
import { createFakePac } from './fakePac.js'
import { sealedDocument } from './sealedDocuments.js'

export const minute = 60_000
export const hour = 60 * minute
export const never = () => new Promise<never>(() => {})

export interface StageOptions {
  readonly uno?: FaultScript
  readonly dos?: FaultScript
  readonly capabilities?: Partial<Capabilities>
  /** Only `uno`. */
  readonly alone?: boolean
  readonly wrap?: (pac: Provider, clock: VirtualClock) => Provider
  readonly options?: Partial<FailoverOptions>
}

export function createStage({
  uno = {},
  dos = {},
  capabilities = {},
  alone,
  wrap,
  options,
}: StageOptions = {}) {
  const clock = new VirtualClock()
  const stored = createUnsafeMemoryJournal()
  const journal: Journal = {
    load: stored.load,
    append: stored.append,
    unfinished: stored.unfinished,
  }
  const pacs = { uno: createFakePac('uno', capabilities), dos: createFakePac('dos') }
  const faulty = {
    uno: withFaults(pacs.uno, uno, { clock, late: 3 * minute }),
    dos: withFaults(pacs.dos, dos, { clock }),
  }
  const wrapped = [faulty.uno, faulty.dos]
    .slice(0, alone ? 1 : 2)
    .map((pac) => wrap?.(pac, clock) ?? pac)
  const server = (more: Partial<FailoverOptions> = {}): Failover =>
    failover(wrapped, { journal, clock, random: () => 0.5, ...options, ...more })
  const stamping = server()
  return {
    clock,
    /** Replace its methods to make it fail. */
    journal,
    stored,
    pacs,
    faulty,
    stamping,
    server,
    entry: (): JournalEntry | undefined => stored.entries()[0],
    stamp: async (number = 1, signal?: AbortSignal): Promise<StampOutcome> => {
      return clock.until(stamping.stamp(await sealedDocument(number), signal))
    },
    resume: () => clock.until(stamping.resume()),
    reconcile: () => clock.until(stamping.reconcile()),
    /** Resumes once each period, for some time; gives back whether the document is still open. */
    async wait(time: number, every = 30 * minute): Promise<boolean> {
      for (const end = clock.now() + time; clock.now() < end; await clock.advance(every)) {
        await clock.until(stamping.resume())
        if (stored.entries().every(({ status }) => status !== 'open')) return false
      }
      return true
    },
  }
}
