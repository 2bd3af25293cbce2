/**
 * The folder of facts and vectors that stands beside the checkout in development and CI, and
 * nowhere else. Where it is not, `vitest.config.ts` leaves out the tests of this folder, before any
 * of them is read; where it is, none may skip.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const shared = fileURLToPath(new URL('../../../shared/', import.meta.url))

/** A rule of the SAT's matrices. */
export interface Official {
  readonly code: string
  readonly attribute: string
  readonly condition: string
  readonly decidable: 'yes' | 'partial' | 'no'
  readonly status: string
}

/** The rules of a set. */
export const officialRules = (set: string): readonly Official[] =>
  JSON.parse(readFileSync(`${shared}sat/rules/${set}.json`, 'utf8'))
