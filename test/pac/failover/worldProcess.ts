/**
 * Processes of a world: they die at an await, sleep while others work, and their journal fails.
 * @module
 */
import type { Clock } from '../../../src/pac/clock.js'
import type { Journal, UnsafeMemoryJournal } from '../../../src/pac/journal.js'
import type { Provider } from '../../../src/pac/provider.js'
import type { VirtualClock } from './virtualClock.js'

/**
 * What a write of the journal does: it fails or hangs, before or after it took effect, or the
 * process is suspended after it.
 */
export type JournalFault = 'before' | 'after' | 'hang-before' | 'hang-after' | 'suspend'

/** A process: dead from its `crashAt`th passage of an await on, suspended until a time. */
export interface Process {
  alive: boolean
  passages: number
  crashAt: number
  suspendedUntil: number
  /** Resolves when it dies. */
  readonly died: Promise<undefined>
  readonly die: () => void
}

/** How long a suspension lasts: longer than any claim. */
export const suspension = 60 * 60_000

export class JournalDown extends Error {}

export const never = () => new Promise<never>(() => {})

export function createProcess(): Process {
  let die = () => {}
  const died = new Promise<undefined>((resolve) => {
    die = () => resolve(undefined)
  })
  return {
    alive: true,
    passages: 0,
    crashAt: Number.POSITIVE_INFINITY,
    suspendedUntil: 0,
    died,
    die,
  }
}

/** What happens between two awaits happens; at an await the process may be dead. */
export async function mortal<T>(process: Process, run: () => Promise<T>): Promise<T> {
  await passage(process)
  const value = await run()
  await passage(process)
  return value
}

function passage(process: Process): Promise<void> {
  process.passages++
  if (process.passages >= process.crashAt) {
    process.alive = false
    process.die()
  }
  return process.alive ? Promise.resolve() : never()
}

/** The timers of a dead process never fire, those of a suspended one when it wakes up. */
export function mortalClock(process: Process, clock: VirtualClock): Clock {
  return {
    now: () => clock.now(),
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal)
      while (process.suspendedUntil > clock.now() && !signal?.aborted) {
        await clock.sleep(process.suspendedUntil - clock.now(), signal)
      }
      if (!process.alive) await never()
    },
  }
}

/** @param sent called with each request to stamp. */
export function mortalProvider(process: Process, pac: Provider, sent: () => void): Provider {
  return {
    id: pac.id,
    capabilities: pac.capabilities,
    stamp: (sealed, signal) =>
      mortal(process, () => {
        sent()
        return pac.stamp(sealed, signal)
      }),
    find: (sealed, signal) => mortal(process, () => pac.find(sealed, signal)),
    ping: (signal) => mortal(process, () => pac.ping(signal)),
  }
}

/** Entries are stored as JSON, as files and databases do; beside them there is one that is none. */
export function mortalJournal(
  process: Process,
  journal: UnsafeMemoryJournal,
  clock: VirtualClock,
  next: () => JournalFault | undefined,
): Journal {
  return {
    load: (token) => mortal(process, () => journal.load(token)),
    append: (entry) =>
      mortal(process, async () => {
        const fault = next()
        if (fault === 'before') throw new JournalDown()
        if (fault === 'hang-before') await never()
        const written = await journal.append(JSON.parse(JSON.stringify(entry)))
        if (fault === 'after') throw new JournalDown()
        if (fault === 'hang-after') await never()
        if (fault === 'suspend') {
          process.suspendedUntil = clock.now() + suspension
          await clock.sleep(suspension)
        }
        return written
      }),
    async *unfinished() {
      yield { token: 'torn', version: 1, status: 'open', abandoned: [{}] } as never
      yield* journal.unfinished()
    },
  }
}
