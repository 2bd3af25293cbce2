/**
 * Tokens of sealed documents, and the seconds assigned to equal contents.
 * @module
 */
import type { SecondWish } from '../engine/secondBook.js'
import { type Database, lockLimit, requireText } from './database.js'
import { groupCommit } from './groupCommit.js'

/** A token is the SHA-256 of sealed bytes. It belongs to one order at a time. */
export interface Tokens {
  /** Resolves to the key of the order with a token, or to undefined. */
  ownerOf(token: string): Promise<string | undefined>
  /** Assigns the latest free second of a content. Resolves to undefined if none is free. */
  nextSecond(wish: SecondWish): Promise<number | undefined>
}

/** The tokens of the orders of a database. */
export function createTokens(database: Database, isGrouped: boolean): Tokens {
  const takeAll = (wishes: readonly SecondWish[]) => takeSeconds(database, wishes)
  const tries = database.lockTries
  const take = groupCommit(takeAll, { laneOf: ({ content }) => content, tries, isGrouped })
  return {
    async ownerOf(token) {
      requireText(token, 'token')
      const [row] = await database.query(
        `select key from ${database.schema}.orders where token = $1::text and token <> ''`,
        token,
      )
      return row?.['key'] as string | undefined
    },
    async nextSecond(wish) {
      requireText(wish.content, 'content')
      const { taken, from, to } = wish
      for (const [name, second] of Object.entries({ taken, from, to })) {
        if (!Number.isSafeInteger(second))
          throw new TypeError(`nextSecond: ${name} is not an integer`)
      }
      if (to - from > 86_400)
        throw new TypeError('nextSecond: from and to are more than a day apart')
      // A copy, because requests of one name do not share a statement.
      return take({ ...wish })
    },
  }
}

async function takeSeconds(
  { queryForMany, schema, lockLimit: limit }: Database,
  wishes: readonly SecondWish[],
): Promise<readonly (number | undefined)[]> {
  const requests = wishes.map(({ content, taken, from, to }, at) => ({
    at,
    content,
    taken,
    earliest: from,
    latest: to,
  }))
  const rows = await queryForMany(
    `with ${lockLimit('$2')}
     select t.request::text as request, t.second::text as second
     from limits, ${schema}.take_seconds(case when limits.set is null then '' else $1::text end) t`,
    JSON.stringify(requests),
    limit,
  )
  const given: number[] = []
  for (const { request, second } of rows)
    if (second !== null) given[Number(request)] = Number(second)
  return given
}
