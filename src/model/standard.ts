/**
 * Standard Schema (https://standardschema.dev, version 1, with the JSON Schema of its 1.1): a declaration in the form that
 * routers, forms and RPC libraries take, whichever they are.
 * @module
 */

import { inDialect } from './dialects.js'
import { type Finding, stepsOf } from './finding.js'
import type { Model, Schema } from './grammar.js'
import { type JsonSchema, type JsonSchemaOptions, jsonSchemaOf } from './jsonSchema.js'
import type { ValueOf } from './nodes.js'

/** What Standard Schema calls a schema. `Value` is what it takes and what it gives: nothing is changed on the way. */
export interface StandardSchema<Value> {
  /** All that it says. */
  readonly '~standard': StandardProps<Value>
}

/** What a schema says of itself. */
export interface StandardProps<Value> {
  /** Of Standard Schema. */
  readonly version: 1
  /** Whose schema it is. */
  readonly vendor: 'cfdi-stamp'
  /** Type carrier only, never set. */
  readonly types?: { readonly input: Value; readonly output: Value } | undefined
  /** The value itself, or everything that is wrong with it. Never throws, never waits. */
  readonly validate: (value: unknown) => StandardResult<Value>
  /** The JSON Schema of what is taken, and of what is given, which is the same. */
  readonly jsonSchema: {
    readonly input: (options: StandardTarget) => Record<string, unknown>
    readonly output: (options: StandardTarget) => Record<string, unknown>
  }
}

/** What a value was found to be. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** Something that is wrong, in Spanish, and where. */
export interface StandardIssue {
  /** A whole sentence for the taxpayer. */
  readonly message: string
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[]
}

/** Which JSON Schema is asked for. */
export interface StandardTarget {
  /** `draft-2020-12`, `draft-07`, `openapi-3.1` or `openapi-3.0`, which is `form: 'inline'` in its dialect. */
  readonly target: string
  /** Those of `jsonSchemaOf`: `complements`, `codes`, `describe`. */
  readonly libraryOptions?: JsonSchemaOptions | undefined
}

/** What is judged, and how it is described. */
export interface StandardOptions {
  /** What is wrong with a value: only errors are issues. */
  readonly check: (value: unknown) => readonly Finding[]
  /** How its JSON Schema is written. */
  readonly jsonSchema?: JsonSchemaOptions | undefined
}

/**
 * A document, or a complement, as a Standard Schema.
 * @throws TypeError from `jsonSchema`, when the target is none of those.
 * @example
 * const schema = standardOf(divisas, { check: (value) => checkStructure({ document: divisas, complements: [] }, value) })
 * schema['~standard'].validate({ version: '1.0' }).issues?.[0]?.path // → ['tipoOperacion']
 */
export function standardOf<S extends Schema, Value = ValueOf<S>>(
  declaration: S | Model,
  { check, jsonSchema = {} }: StandardOptions,
): StandardSchema<Value> {
  const schemaFor = ({ target, libraryOptions }: StandardTarget): Record<string, unknown> =>
    inDialect(target, (form): JsonSchema => jsonSchemaOf(declaration, { ...jsonSchema, ...libraryOptions, form }))
  const validate = (value: unknown): StandardResult<Value> => {
    const issues = check(value).filter(({ severity }) => severity === 'error')
    return issues.length === 0 ? { value: value as Value } : { issues: issues.map(issueOf) }
  }
  return {
    '~standard': { version: 1, vendor: 'cfdi-stamp', validate, jsonSchema: { input: schemaFor, output: schemaFor } },
  }
}

function issueOf(finding: Finding): StandardIssue {
  return { message: finding.message, path: stepsOf(finding) }
}
