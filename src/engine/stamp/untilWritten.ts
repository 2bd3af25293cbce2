/**
 * Compare-and-set with retries.
 * @module
 */

/**
 * Maximum of attempts. Each lost attempt is the success of another process; more losses indicate a
 * faulty store.
 */
const mostTries = 100

/** Retries until the compare-and-set succeeds; `undefined` means another process won. */
export async function untilWritten<Value>(
  attempt: () => Promise<Value | undefined>,
): Promise<Value> {
  for (let tries = 0; tries < mostTries; tries++) {
    const value = await attempt()
    if (value !== undefined) return value
  }
  throw new Error('rechaza toda escritura y no dice por qué.')
}
