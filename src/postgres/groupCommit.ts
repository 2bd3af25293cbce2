/**
 * Group commit: what is asked for while a statement is on its way goes together in the next one, so that n concurrent writes
 * cost a few round trips and syncs of the disk, and one alone waits for nothing.
 * @module
 */

/** How much goes in one statement. */
const most = 256

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Makes of a function over many items one over a single item.
 * @param run gives the results in the order of the items; if it rejects, so does each of them.
 * @param nameOf items of one name never go in the same batch, and keep their order.
 */
export function groupCommit<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  nameOf: (item: Item) => unknown,
): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = []
  let running = false

  const drain = async () => {
    running = true
    // What is asked for in the same turn goes together.
    await undefined
    while (queue.length > 0) {
      const { batch, rest } = split(queue, nameOf)
      queue = rest
      await settle(batch, run)
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!running) void drain()
    })
}

function split<Item, Result>(queue: readonly Waiting<Item, Result>[], nameOf: (item: Item) => unknown) {
  const names = new Set<unknown>()
  const batch: Waiting<Item, Result>[] = []
  const rest: Waiting<Item, Result>[] = []
  for (const waiting of queue) {
    const name = nameOf(waiting.item)
    const now = batch.length < most && !names.has(name)
    names.add(name)
    ;(now ? batch : rest).push(waiting)
  }
  return { batch, rest }
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item))
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
