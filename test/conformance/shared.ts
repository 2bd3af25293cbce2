/**
 * The folder of facts and vectors that stands beside the checkout in development and CI, and nowhere else.
 * @module
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))

/** Whether the folder is here; conformance suites run exactly then. */
export const hasShared = existsSync(shared)
