/**
 * JSON Schemas of responses.
 * @module
 */
import type { JsonSchema } from '../../model/jsonSchema.js'

/** Schema of an object; all members are required except the optional ones. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

export const text: JsonSchema = { type: 'string' }
export const whole: JsonSchema = { type: 'integer' }
export const flag: JsonSchema = { type: 'boolean' }
export const url: JsonSchema = { type: 'string', format: 'uri' }
export const moment: JsonSchema = { type: 'string', format: 'date-time' }

export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const oneOfSchema = (words: readonly string[]): JsonSchema => ({
  type: 'string',
  enum: [...words],
})
export const describedSchema = (schema: JsonSchema, description: string): JsonSchema => ({
  ...schema,
  description,
})
