/**
 * A generator of random numbers with a seed: mulberry32.
 * @module
 */

/** Returns another number in [0, 1) each time. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const last = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((last ^ (last >>> 14)) >>> 0) / 2 ** 32
  }
}
