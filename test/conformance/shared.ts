/**
 * The folder of facts and vectors that stands beside the checkout in development and CI, and nowhere else. Where it is not,
 * `vitest.config.ts` leaves out the tests of this folder, before any of them is read; where it is, none may skip.
 * @module
 */
import { fileURLToPath } from 'node:url'

export const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))
