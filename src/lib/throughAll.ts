/**
 * Work on many that stops for none.
 * @module
 */

/** Works on all, one after the other, whatever fails of one; throws what failed first once all were tried. */
export async function throughAll<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) await work(item).catch((cause: unknown) => failures.push(cause))
  if (failures.length > 0) throw failures[0]
}
