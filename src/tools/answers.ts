/**
 * Shapes of the answers of tools, as JSON Schema.
 * @module
 */
import type { JsonSchema } from '../model/jsonSchema.js'

export const text: JsonSchema = { type: 'string' }
export const flag: JsonSchema = { type: 'boolean' }
export const whole: JsonSchema = { type: 'integer' }
export const anyObject: JsonSchema = { type: 'object' }

/** An object; members whose name ends in `?` need not be there. */
export function objectOf(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const names = Object.keys(members)
  const properties = Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name]]))
  return { type: 'object', properties, required: names.filter((name) => !name.endsWith('?')) }
}

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description })

const finding = objectOf({
  code: described(text, 'Código del SAT, si lo hay: pregunte por él con explain.'),
  severity: { enum: ['error', 'warning'], description: 'error impide timbrar.' },
  element: text,
  field: text,
  message: described(text, 'Qué está mal, en una oración.'),
  path: described(text, 'Dónde está en el JSON: Conceptos[0].Importe.'),
  'expected?': described(text, 'Lo que debería decir, cuando es una sola cosa.'),
})

/** What several tools answer besides. */
export const findings = {
  findings: listOf(finding),
  'more?': described(whole, 'Cuántos hallazgos más hay.'),
} as const

const no = objectOf({
  ok: { const: false },
  'code?': whole,
  message: described(text, 'Por qué no, para personas.'),
  errors: listOf(finding),
})

/** What a tool answers: its yes, or why not. */
export function outputSchemaOf(answers: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', oneOf: [objectOf({ ok: { const: true }, ...answers }), no] }
}
