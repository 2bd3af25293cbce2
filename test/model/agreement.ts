/**
 * Compares the issues of zod with the findings of check.
 * @module
 */
import type * as z from 'zod'
import { checkStructure, type StructureOptions } from '../../src/model/check.js'
import { type At, pathOf } from '../../src/model/finding.js'
import type { Model } from '../../src/model/grammar.js'

/** The errors of `checkStructure`: path and message of each, in order. */
export function errorsOf(model: Model, value: unknown, options: StructureOptions = {}): string[] {
  const errors = checkStructure(model, value, options).filter(
    ({ severity }) => severity === 'error',
  )
  return errors.map(({ path, message }) => `${path} | ${message}`).sort()
}

/** The issues of a schema, likewise. */
export function issuesOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `${pathText(path)} | ${message}`).sort()
}

function pathText(path: readonly PropertyKey[]): string {
  let at: At | undefined
  for (const key of path) at = { parent: at, key: key as string | number }
  return pathOf(at)
}
