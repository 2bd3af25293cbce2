/**
 * JSON Schemas of the results of tools.
 * @module
 */
import type { JsonSchema } from '../model/jsonSchema.js'

export const text: JsonSchema = { type: 'string' }
export const flag: JsonSchema = { type: 'boolean' }
export const whole: JsonSchema = { type: 'integer' }
export const anyObject: JsonSchema = { type: 'object' }

/** Schema of an object; a member whose name ends in `?` is optional. */
export function objectOf(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const names = Object.keys(members)
  const properties = Object.fromEntries(
    names.map((name) => [name.replace(/\?$/, ''), members[name]]),
  )
  return { type: 'object', properties, required: names.filter((name) => !name.endsWith('?')) }
}

export const listSchema = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const withDescription = (schema: JsonSchema, description: string): JsonSchema => ({
  ...schema,
  description,
})

const finding = objectOf({
  code: withDescription(text, 'Código del SAT, si lo hay: pregunte por él con explain.'),
  severity: { enum: ['error', 'warning'], description: 'error impide timbrar.' },
  element: text,
  field: text,
  message: withDescription(text, 'Qué está mal, en una oración.'),
  path: withDescription(text, 'Dónde está en el JSON: Conceptos[0].Importe.'),
  'expected?': withDescription(text, 'Lo que debería decir, cuando es una sola cosa.'),
})

/** Members that several results share. */
export const findings = {
  findings: listSchema(finding),
  'more?': withDescription(whole, 'Cuántos hallazgos más hay.'),
} as const

const no = objectOf({
  ok: { const: false },
  'code?': whole,
  message: withDescription(text, 'Por qué no, para personas.'),
  errors: listSchema(finding),
})

/** Schema of a tool's result: its members on success, or a failure. */
export function outputSchemaOf(answers: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', oneOf: [objectOf({ ok: { const: true }, ...answers }), no] }
}
