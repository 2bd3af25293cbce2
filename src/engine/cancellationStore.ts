/**
 * Cancellations: state of documents with a requested cancellation, from the request until the host knows
 * its end.
 *
 * In a database it is one table: uuid (primary key), version, status, entry as JSON; `append` is
 * that of `Orders`.
 * @module
 */
import { requireItems } from '../lib/options.js'
import type { CancellationState } from '../cancel/cancellationState.js'
import type { Claim } from '../pac/journal.js'

/**
 * The cancellation of one document. Plain data: it survives `JSON.parse(JSON.stringify(entry))` unchanged.
 */
export interface CancellationEntry {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** 1 on the first write, incremented by each further one. */
  readonly version: number
  /** `open`: a task is due, or the host has not acknowledged the last change. `closed`: neither. */
  readonly status: 'open' | 'closed'
  /** The stamped XML. */
  readonly xml: string
  /** Cancellation status: see `cfdi-stamp/cancel`. */
  readonly life: CancellationState
  /** Id of the PAC that stamped it, if known. It receives requests first. */
  readonly pac?: string
  /** The last acuse of the SAT, byte for byte. */
  readonly acuse?: string
  /** Number of changes for the host. */
  readonly change: number
  /** The last change that the host acknowledged. */
  readonly acknowledged: number
  /** Key of its substitute, until the cancellation is requested. */
  readonly substitute?: string
  /**
   * Time before which `refresh` has nothing to do, in milliseconds since 1970. Absent while a
   * change is to be delivered to the host.
   */
  readonly due?: number
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  /** Claim of the process that works on it or delivers it. */
  readonly claim?: Claim
}

/** Durable storage of cancellations. Failures are thrown. */
export interface Cancellations {
  /** The current state of the cancellation of a document. */
  load(uuid: string): Promise<CancellationEntry | undefined>
  /**
   * Writes an entry if the stored version is one less than its own (0 if there is none). `true`: it
   * is durable and survives a power cut. `false`: the stored version differs and nothing was
   * written. Compare and write are atomic.
   */
  append(entry: CancellationEntry): Promise<boolean>
  /**
   * The entries that are not `closed`, oldest first, each read when it is reached. With `resume`,
   * entries that are not due may be omitted.
   */
  unfinished(purpose?: 'resume'): AsyncIterable<CancellationEntry>
}

/** Cancellations that do not survive the process. */
export interface UnsafeMemoryCancellations extends Cancellations {
  /** All entries, including closed ones. */
  entries(): readonly CancellationEntry[]
  /** The cancellations as a restarted process would find them: the same without claims. */
  afterRestart(): UnsafeMemoryCancellations
}

/**
 * Cancellations in memory, for tests. In production a crash would lose them: use `openFileStore`, or
 * PostgreSQL.
 * @example
 * const tested = createEngine({ signers: csd, provider: pac, cancellations: createUnsafeMemoryCancellations() })
 * const answer = await tested.cancel({ uuid: timbre.UUID, motivo: '02' })
 * answer.ok // → false
 */
export function createUnsafeMemoryCancellations(
  entries: Iterable<CancellationEntry> = [],
): UnsafeMemoryCancellations {
  const stored = new Map<string, CancellationEntry>()
  for (const entry of requireItems('createUnsafeMemoryCancellations: entries', entries))
    stored.set(entry.uuid, entry)
  return {
    load: async (uuid) => stored.get(uuid),
    async append(entry) {
      if ((stored.get(entry.uuid)?.version ?? 0) !== entry.version - 1) return false
      stored.set(entry.uuid, entry)
      return true
    },
    async *unfinished() {
      for (const { uuid, status } of [...stored.values()]) {
        const entry = status === 'closed' ? undefined : stored.get(uuid)
        if (entry !== undefined) yield entry
      }
    },
    entries: () => [...stored.values()],
    afterRestart: () =>
      createUnsafeMemoryCancellations([...stored.values()].map(({ claim: _, ...entry }) => entry)),
  }
}

// --- names until 0.1 ---

/**
 * The earlier name of `CancellationEntry`.
 * @deprecated
 */
export type LifeEntry = CancellationEntry

/**
 * The earlier name of `Cancellations`.
 * @deprecated
 */
export type Lives = Cancellations

/**
 * The earlier name of `UnsafeMemoryCancellations`.
 * @deprecated
 */
export type UnsafeMemoryLives = UnsafeMemoryCancellations

/**
 * The earlier name of `createUnsafeMemoryCancellations`.
 * @deprecated
 */
export const createUnsafeMemoryLives = createUnsafeMemoryCancellations
