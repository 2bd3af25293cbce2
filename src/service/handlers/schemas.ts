/**
 * Shapes of answers, as JSON Schema.
 * @module
 */
import type { JsonSchema } from '../../model/jsonSchema.js'

/** An object of which all members but the named ones are there. */
export function object(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

export const text: JsonSchema = { type: 'string' }
export const whole: JsonSchema = { type: 'integer' }
export const flag: JsonSchema = { type: 'boolean' }
export const url: JsonSchema = { type: 'string', format: 'uri' }
export const moment: JsonSchema = { type: 'string', format: 'date-time' }

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const oneOf = (words: readonly string[]): JsonSchema => ({ type: 'string', enum: [...words] })
export const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description })
