/**
 * Iterations over stores: with time-outs, split in two, and joined.
 * @module
 */

/** Runs a call with a time-out. */
export type BoundedCall = <Value>(call: () => Promise<Value>) => Promise<Value>

/**
 * Yields the items of an iterable whose every step is bounded. An iterator that is left early is
 * closed without waiting for it, because it may never answer.
 * @throws what `bounded` throws for a step that takes too long
 */
export async function* iterateInTime<Item>(
  open: () => AsyncIterable<Item>,
  bounded: BoundedCall,
): AsyncGenerator<Item, void, undefined> {
  const items = await bounded(async () => open()[Symbol.asyncIterator]())
  let isDone = false
  try {
    for (;;) {
      const next = await bounded(() => items.next())
      if (next.done === true) {
        isDone = true
        return
      }
      yield next.value
    }
  } finally {
    if (!isDone) void closeIterator(items)
  }
}

async function closeIterator(items: AsyncIterator<unknown>): Promise<void> {
  try {
    await items.return?.()
  } catch {
    // The reader has its items, or the error of the step that failed.
  }
}

/** Two readers of one iterable: {@link splitItems}. */
export interface SplitItems<Item> {
  /** Items that the test admits. It reads the iterable, and ends with it. */
  readonly admitted: AsyncGenerator<Item, void, undefined>
  /** The others. It ends when `admitted` ends. */
  readonly others: AsyncGenerator<Item, void, undefined>
}

/**
 * Splits an iterable, so that slow work on some items does not delay the others. Reading pauses
 * while `most` of the others wait.
 */
export function splitItems<Item>(
  items: AsyncIterable<Item>,
  admits: (item: Item) => boolean,
  most: number,
): SplitItems<Item> {
  const waiting: Item[] = []
  const change = createSignal()
  let isEnded = false
  let isTaken = true
  async function* admitted(): AsyncGenerator<Item, void, undefined> {
    try {
      for await (const item of items) {
        if (admits(item)) {
          yield item
          continue
        }
        while (waiting.length >= most && isTaken) await change.wait()
        waiting.push(item)
        change.notify()
      }
    } finally {
      isEnded = true
      change.notify()
    }
  }
  async function* others(): AsyncGenerator<Item, void, undefined> {
    try {
      for (;;) {
        const item = waiting.shift()
        change.notify()
        if (item !== undefined) yield item
        else if (isEnded) return
        else await change.wait()
      }
    } finally {
      isTaken = false
      change.notify()
    }
  }
  return { admitted: admitted(), others: others() }
}

interface Signal {
  wait(): Promise<void>
  notify(): void
}

function createSignal(): Signal {
  let waiters: (() => void)[] = []
  return {
    wait: () => new Promise((resolve) => waiters.push(resolve)),
    notify() {
      const woken = waiters
      waiters = []
      for (const wake of woken) wake()
    },
  }
}

/**
 * Yields the items of several generators as they come. The end of the reader, or an error of one
 * generator, closes all of them.
 * @throws the first error of a generator
 */
export async function* mergeItems<Item>(
  ...sources: readonly AsyncGenerator<Item, void, undefined>[]
): AsyncGenerator<Item, void, undefined> {
  const pull = async (source: AsyncGenerator<Item, void, undefined>) => {
    return { source, step: await source.next() }
  }
  const pending = new Map(sources.map((source) => [source, pull(source)]))
  try {
    while (pending.size > 0) {
      const { source, step } = await Promise.race(pending.values())
      if (step.done === true) {
        pending.delete(source)
        continue
      }
      yield step.value
      pending.set(source, pull(source))
    }
  } finally {
    const left = [...pending.values()]
    await Promise.allSettled([...sources.map((source) => source.return()), ...left])
  }
}
