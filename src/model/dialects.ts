/**
 * Dialects of JSON Schema. The library writes draft 2020-12, which OpenAPI 3.1 accepts unchanged.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { JsonSchema, JsonSchemaOptions } from './jsonSchema.js'

type Write = (form: NonNullable<JsonSchemaOptions['form']>) => JsonSchema

const dialects: Readonly<Record<string, (write: Write) => unknown>> = {
  'draft-2020-12': (write) => write('standalone'),
  'openapi-3.1': (write) => write('standalone'),
  'draft-07': (write) => ({
    ...(withDefinitions(write('standalone')) as JsonSchema),
    $schema: 'http://json-schema.org/draft-07/schema#',
  }),
  // OpenAPI 3.0 has neither definitions nor `const`.
  'openapi-3.0': (write) => withoutConst(write('inline')),
}

/**
 * Writes a schema in the dialect of a target.
 * @throws TypeError for an unknown target.
 */
export function inDialect(target: string, write: Write): Record<string, unknown> {
  if (!Object.hasOwn(dialects, target))
    throw new TypeError(
      `target: ${JSON.stringify(target)} is not one of ${Object.keys(dialects).join(', ')}`,
    )
  return dialects[target]?.(write) as Record<string, unknown>
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
