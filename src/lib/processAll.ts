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
  for await (const item of items) {
    try {
      await work(item)
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Resolves to the results of all parts. Waits for the others when one rejects, and then rejects with
 * the error that came first: a transaction ends when none of its statements is left.
 */
export async function allEnded<Parts extends readonly unknown[] | []>(
  parts: Parts,
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const errors: unknown[] = []
  const ended = parts.map((part) =>
    Promise.resolve(part).catch((error: unknown) => void errors.push(error)),
  )
  const results = await Promise.all(ended)
  if (errors.length > 0) throw errors[0]
  return results as never
}
