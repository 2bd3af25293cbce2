/**
 * Dialects of JSON Schema. The library writes draft 2020-12, which OpenAPI 3.1 accepts unchanged.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { JsonSchema, JsonSchemaOptions } from './jsonSchema.js'

type Write = (form: NonNullable<JsonSchemaOptions['form']>) => JsonSchema

const dialects = ['draft-2020-12', 'openapi-3.1', 'draft-07', 'openapi-3.0']

/**
 * Writes a schema in the dialect of a target.
 * @throws TypeError for an unknown target.
 */
export function inDialect(target: string, write: Write): Record<string, unknown> {
  switch (target) {
    case 'draft-2020-12':
    case 'openapi-3.1':
      return write('standalone')
    case 'draft-07':
      return {
        ...(withDefinitions(write('standalone')) as JsonSchema),
        $schema: 'http://json-schema.org/draft-07/schema#',
      }
    case 'openapi-3.0':
      // It has neither definitions nor `const`.
      return withoutConst(write('inline')) as JsonSchema
    default:
      throw new TypeError(`target: ${JSON.stringify(target)} is not one of ${dialects.join(', ')}`)
  }
}

/** Draft 7 calls `$defs` definitions. */
function withDefinitions(value: unknown): unknown {
  return mapMembers(value, (key, content) => {
    if (key === '$ref') return [key, String(content).replace('#/$defs/', '#/definitions/')]
    return [key === '$defs' ? 'definitions' : key, withDefinitions(content)]
  })
}

function withoutConst(value: unknown): unknown {
  return mapMembers(value, (key, content) =>
    key === 'const' ? ['enum', [content]] : [key, withoutConst(content)],
  )
}

/** Copies a value with its members changed; scalars in lists are kept. */
function mapMembers(
  value: unknown,
  change: (key: string, content: unknown) => [string, unknown],
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, content]) => change(key, content)))
}
