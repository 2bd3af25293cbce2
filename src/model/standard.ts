/**
 * Standard Schema (https://standardschema.dev, version 1, with the JSON Schema of its 1.1): the
 * form of schemas that routers, forms and RPC libraries accept.
 * @module
 */

import { inDialect } from './dialects.js'
import { type Finding, stepsOf } from './finding.js'
import type { Model, Schema } from './grammar.js'
import { type JsonSchema, type JsonSchemaOptions, jsonSchemaOf } from './jsonSchema.js'
import type { ValueOf } from './nodes.js'

/** A Standard Schema. `Value` is both input and output type: validation changes nothing. */
export interface StandardSchema<Value> {
  /** Properties of the specification. */
  readonly '~standard': StandardProps<Value>
}

/** Properties of a Standard Schema. */
export interface StandardProps<Value> {
  /** Version of Standard Schema. */
  readonly version: 1
  /** Library of the schema. */
  readonly vendor: 'cfdi-stamp'
  /** Type carrier only, never set. */
  readonly types?: { readonly input: Value; readonly output: Value } | undefined
  /** Returns the value itself, or its issues. Synchronous; never throws. */
  readonly validate: (value: unknown) => StandardResult<Value>
  /** JSON Schema of input and output, which are the same. */
  readonly jsonSchema: {
    readonly input: (options: StandardTarget) => Record<string, unknown>
    readonly output: (options: StandardTarget) => Record<string, unknown>
  }
}

/** Result of a validation. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** A problem, in Spanish, with its path. */
export interface StandardIssue {
  /** A complete sentence for the taxpayer. */
  readonly message: string
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[]
}

/** Requested form of JSON Schema. */
export interface StandardTarget {
  /**
   * `draft-2020-12`, `draft-07`, `openapi-3.1` or `openapi-3.0`; the last one implies
   * `form: 'inline'`.
   */
  readonly target: string
  /** Options of `jsonSchemaOf`: `complements`, `codes`, `describe`. */
  readonly libraryOptions?: JsonSchemaOptions | undefined
}

/** Options of {@link standardOf}. */
export interface StandardOptions {
  /** Returns the findings about a value. Only errors become issues. */
  readonly check: (value: unknown) => readonly Finding[]
  /** Options of its JSON Schema. */
  readonly jsonSchema?: JsonSchemaOptions | undefined
}

/**
 * Creates the Standard Schema of a document or a complement.
 * @throws TypeError from `jsonSchema` for an unknown target.
 * @example
 * const schema = standardOf(divisas, { check: (value) => checkStructure({ document: divisas, complements: [] }, value) })
 * schema['~standard'].validate({ version: '1.0' }).issues?.[0]?.path // → ['tipoOperacion']
 */
export function standardOf<S extends Schema, Value = ValueOf<S>>(
  declaration: S | Model,
  { check, jsonSchema = {} }: StandardOptions,
): StandardSchema<Value> {
  const schemaFor = ({ target, libraryOptions }: StandardTarget): Record<string, unknown> =>
    inDialect(
      target,
      (form): JsonSchema => jsonSchemaOf(declaration, { ...jsonSchema, ...libraryOptions, form }),
    )
  const validate = (value: unknown): StandardResult<Value> => {
    const issues: StandardIssue[] = []
    for (const finding of check(value))
      if (finding.severity === 'error')
        issues.push({ message: finding.message, path: stepsOf(finding) })
    if (issues.length === 0) return { value: value as Value }
    return { issues }
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'cfdi-stamp',
      validate,
      jsonSchema: { input: schemaFor, output: schemaFor },
    },
  }
}
