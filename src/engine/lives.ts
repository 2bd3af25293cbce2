/**
 * Lives: what is known of the documents whose cancellation was asked for, from then until the host knows how it ended.
 *
 * In a database it is one table: uuid (primary key), version, status, entry as JSON; `append` is that of `Orders`.
 * @module
 */
import type { Life } from '../cancel/life.js'
import type { Claim } from '../pac/journal.js'

/** The life of one document. Plain data: it survives `JSON.parse(JSON.stringify(entry))` unchanged. */
export interface LifeEntry {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** 1 on the first write, incremented by each further one. */
  readonly version: number
  /** `open`: something is due, or the host was not told of the last change. `closed`: neither. */
  readonly status: 'open' | 'closed'
  /** The stamped XML. */
  readonly xml: string
  /** Where it stands: see `cfdi-stamp/cancel`. */
  readonly life: Life
  /** Id of the PAC that stamped it, when that is known: it is asked first. */
  readonly pac?: string
  /** The last acuse of the SAT, byte for byte. */
  readonly acuse?: string
  /** Counts what the host is to be told. */
  readonly change: number
  /** The last change that the host acknowledged. */
  readonly acknowledged: number
  /** The key under which its substitute is stamped, until the cancellation is asked for. */
  readonly substitute?: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  /** The process that works on it or tells of it, if any. */
  readonly claim?: Claim
}

/** Durable storage of lives. Failures are thrown. */
export interface Lives {
  /** The current state of the life of a document. */
  load(uuid: string): Promise<LifeEntry | undefined>
  /**
   * Writes an entry if the stored version is one less than its own (0 if there is none). `true`: it is durable and survives a
   * power cut. `false`: the stored version differs and nothing was written. Compare and write are atomic.
   */
  append(entry: LifeEntry): Promise<boolean>
  /** The entries that are not `closed`, oldest first, each read when it is reached. */
  unfinished(): AsyncIterable<LifeEntry>
}

/** Lives that do not survive the process. */
export interface UnsafeMemoryLives extends Lives {
  /** All entries, including closed ones. */
  entries(): readonly LifeEntry[]
  /** The lives as a restarted process would find them: the same without claims. */
  afterRestart(): UnsafeMemoryLives
}

/**
 * Lives in memory, for tests. In production a crash would lose them: use `openFileStore`, or PostgreSQL.
 * @example
 * const tested = createEngine({ signers: csd, provider: pac, lives: createUnsafeMemoryLives() })
 * const answer = await tested.cancel({ uuid: timbre.UUID, motivo: '02' })
 * answer.ok // → false
 */
export function createUnsafeMemoryLives(entries: Iterable<LifeEntry> = []): UnsafeMemoryLives {
  const stored = new Map<string, LifeEntry>()
  for (const entry of entries) stored.set(entry.uuid, entry)
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
    afterRestart: () => createUnsafeMemoryLives([...stored.values()].map(({ claim: _, ...entry }) => entry)),
  }
}
