/**
 * Paginated lists: newest first, with a cursor to the next page.
 * @module
 */

import type { JsonSchema } from '../../model/jsonSchema.js'
import { refuseField } from '../answer.js'
import type { Fields } from '../fields.js'
import type { Records } from '../ports.js'
import type { ServiceRecord } from '../records.js'
import { arrayOf, describedSchema, object, text } from './schemas.js'

export const pageFields = {
  limit: {
    kind: 'count',
    least: 1,
    most: 100,
    description: 'Cuántos, a lo más. 20 si no se indica.',
  },
  cursor: { kind: 'text', most: 400, description: 'El `next` de la página anterior.' },
} as const satisfies Fields

/** JSON Schema of a page, with further optional members. */
export const pageSchema = (
  items: JsonSchema,
  more: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema =>
  object(
    {
      data: arrayOf(items),
      next: describedSchema(text, 'El cursor de la página que sigue, si la hay.'),
      ...more,
    },
    ['next', ...Object.keys(more)],
  )

/**
 * Returns a page of an account's records, each in its public form. @throws Refusal 725 for an
 * invalid cursor
 */
export async function listPage<Kept extends ServiceRecord>(
  records: Records<Kept>,
  owner: string,
  {
    limit = 20,
    cursor,
  }: { readonly limit: number | undefined; readonly cursor: string | undefined },
  tell: (record: Kept) => object,
): Promise<{ readonly data: readonly object[]; readonly next?: string }> {
  const found = await records.page({
    owner,
    limit: limit + 1,
    after: cursor === undefined ? undefined : parseCursor(cursor),
  })
  const data = found.slice(0, limit)
  const last = data.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { data: data.map(tell), ...(hasMore && { next: `${last.at}_${last.id}` }) }
}

function parseCursor(cursor: string): Pick<ServiceRecord, 'at' | 'id'> {
  const [, at, id] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? []
  if (id === undefined) throw refuseField('cursor', 'El cursor no es de los que da el servicio.')
  return { at: Number(at), id }
}
