/**
 * How much of a long test runs: all of it in CI, a part on a desk, where `npm test` has to come
 * back within minutes.
 * @module
 */
import process from 'node:process'

/** Whether all of it runs. */
export const whole = Boolean(process.env['CI'])

/** So many runs of a property in CI, a third of them elsewhere; never fewer than two. */
export const runs = (all: number): number => (whole ? all : Math.max(2, Math.ceil(all / 3)))
