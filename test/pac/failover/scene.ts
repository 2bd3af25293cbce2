import { failover } from '../../../src/pac/failover.js'
import { createUnsafeMemoryJournal, type JournalEntry } from '../../../src/pac/journal.js'
import type { Capabilities, StampOutcome } from '../../../src/pac/provider.js'
import { type FaultScript, withFaults } from '../../../src/pac/sandbox/faults.js'
import type { FailoverOptions } from '../../../src/pac/settings.js'
import { createFakePac } from '../fakePac.js'
import { sealedDocument } from '../sealedDocuments.js'
import { VirtualClock } from './virtualClock.js'

export const minute = 60_000
export const noLookUps = { findKinds: [] } as const

/** Two PACs, `uno` and `dos`, with their faults, what `uno` can do, and a failover of both. */
export function scene(
  options: Partial<FailoverOptions> = {},
  faults: Record<string, FaultScript> = {},
  capabilities: Partial<Capabilities> = {},
) {
  const clock = new VirtualClock()
  const journal = createUnsafeMemoryJournal()
  const pacs = { uno: createFakePac('uno', capabilities), dos: createFakePac('dos') }
  const faulty = {
    uno: withFaults(pacs.uno, faults['uno'] ?? {}, { clock }),
    dos: withFaults(pacs.dos, faults['dos'] ?? {}, { clock }),
  }
  const make = (overrides: Partial<FailoverOptions> = {}) =>
    failover([faulty.uno, faulty.dos], {
      journal,
      clock,
      random: () => 0.5,
      ...options,
      ...overrides,
    })
  return { clock, journal, pacs, faulty, make, stamping: make() }
}

export async function stampOne(at: ReturnType<typeof scene>, number = 1): Promise<StampOutcome> {
  return at.clock.until(at.stamping.stamp(await sealedDocument(number)))
}

export async function unfinished({ journal }: ReturnType<typeof scene>): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const entry of journal.unfinished()) entries.push(entry)
  return entries
}
