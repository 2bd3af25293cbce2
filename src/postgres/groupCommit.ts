/**
 * Group commit: the requests that arrive while a statement runs share the next one, so that n
 * concurrent writes cost a few round trips and syncs of the disk, and a single one waits for
 * nothing.
 *
 * A transaction elsewhere may hold the lock of one request for long. When the shared statement
 * gives up on a lock, its requests are retried one lane at a time, beside the shared statements,
 * and a lane stays apart until nothing of it waits. So the other lanes wait for a held lock once,
 * and for no longer than `lock_timeout`.
 * @module
 */
import { hasState, heldUp } from './retry.js'

/** Maximum of requests in one statement. */
const most = 256
/**
 * Maximum of separate lanes with a statement in progress; the shared statement needs a connection
 * too.
 */
const apartAtOnce = 2

interface Waiting<Item, Result> {
  readonly item: Item
  /** Number of lock time-outs so far. */
  tries: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** How requests are grouped. */
export interface GroupOptions<Item> {
  /**
   * Requests with one name never share a statement, and keep their order. Defaults to the request
   * itself.
   */
  readonly nameOf?: (item: Item) => unknown
  /** Requests of one lane wait for the same locks. Defaults to the name. */
  readonly laneOf?: (item: Item) => unknown
  /** Maximum number of lock time-outs before a request fails. Defaults to 1: no retry. */
  readonly tries?: number
  /** Whether concurrent requests share statements. Defaults to `true`. */
  readonly isGrouped?: boolean
}

/**
 * Turns a function of many requests into a function of a single request.
 * @param run resolves to the results in the order of the requests, or to none; if it rejects, so
 * does each of them
 */
export function groupCommit<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: GroupOptions<Item>,
): (item: Item) => Promise<Result> {
  if (options.isGrouped === false) return async (item) => (await run([item]))[0] as Result
  const group = new Group(run, options)
  return (item) => group.add(item)
}

class Group<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #nameOf: (item: Item) => unknown
  readonly #laneOf: (item: Item) => unknown
  readonly #tries: number
  #shared: Waiting<Item, Result>[] = []
  #isRunning = false
  /** Separate lanes, the longest-waiting first. */
  readonly #apart = new Map<unknown, Waiting<Item, Result>[]>()
  readonly #runningApart = new Set<unknown>()

  constructor(
    run: (items: readonly Item[]) => Promise<readonly Result[]>,
    { nameOf = (item) => item, laneOf = nameOf, tries = 1 }: GroupOptions<Item>,
  ) {
    this.#run = run
    this.#nameOf = nameOf
    this.#laneOf = laneOf
    this.#tries = tries
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, tries: 0, resolve, reject }
      const apart = this.#apart.get(this.#laneOf(item))
      ;(apart ?? this.#shared).push(waiting)
      if (apart !== undefined) this.#startApart()
      else if (!this.#isRunning) void this.#drainShared()
    })
  }

  async #drainShared(): Promise<void> {
    this.#isRunning = true
    // Requests of the same turn share a statement.
    await undefined
    while (this.#shared.length > 0) {
      const { batch, rest } = this.#split(this.#shared)
      this.#shared = rest
      const retried = await this.#settle(batch)
      if (retried.length > 0) {
        // Separates the lanes of these requests, with their later requests.
        for (const waiting of retried) this.#setApart(waiting)
        const later = this.#shared
        this.#shared = []
        for (const waiting of later) {
          if (this.#apart.has(this.#laneOf(waiting.item))) this.#setApart(waiting)
          else this.#shared.push(waiting)
        }
        this.#startApart()
      }
    }
    this.#isRunning = false
  }

  #setApart(waiting: Waiting<Item, Result>): void {
    const lane = this.#laneOf(waiting.item)
    const line = this.#apart.get(lane)
    if (line === undefined) this.#apart.set(lane, [waiting])
    else line.push(waiting)
  }

  #startApart(): void {
    for (const lane of this.#apart.keys()) {
      if (this.#runningApart.size >= apartAtOnce) return
      if (!this.#runningApart.has(lane)) void this.#runApart(lane)
    }
  }

  async #runApart(lane: unknown): Promise<void> {
    this.#runningApart.add(lane)
    const { batch, rest } = this.#split(this.#apart.get(lane) ?? [])
    this.#apart.set(lane, rest)
    const retried = await this.#settle(batch)
    this.#runningApart.delete(lane)
    // Later requests follow these, and this lane follows the other lanes.
    const line = [...retried, ...(this.#apart.get(lane) ?? [])]
    this.#apart.delete(lane)
    if (line.length > 0) this.#apart.set(lane, line)
    this.#startApart()
  }

  #split(queue: readonly Waiting<Item, Result>[]) {
    const names = new Set<unknown>()
    const batch: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const waiting of queue) {
      const name = this.#nameOf(waiting.item)
      const goes = batch.length < most && !names.has(name)
      names.add(name)
      ;(goes ? batch : rest).push(waiting)
    }
    return { batch, rest }
  }

  /** Resolves to the requests to retry after a lock time-out. */
  async #settle(
    batch: readonly Waiting<Item, Result>[],
  ): Promise<readonly Waiting<Item, Result>[]> {
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result)
      return []
    } catch (error) {
      const isHeldUp = hasState(error, heldUp)
      const retried: Waiting<Item, Result>[] = []
      for (const waiting of batch)
        if (isHeldUp && ++waiting.tries < this.#tries) retried.push(waiting)
        else waiting.reject(error)
      return retried
    }
  }
}
