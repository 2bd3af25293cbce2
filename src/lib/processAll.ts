/**
 * Processes every item, also after a failure.
 * @module
 */

/** Processes the items one after the other, then throws the first error if there was one. */
export async function processAll<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) await work(item).catch((cause: unknown) => failures.push(cause))
  if (failures.length > 0) throw failures[0]
}
