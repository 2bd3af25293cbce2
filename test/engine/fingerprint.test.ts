import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../src/engine/draft.js'
import { copyJson, isRecord, type Json } from '../../src/lib/json.js'
import { hash } from '../../src/pac/hash.js'

const drafts = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
  .map((draft) => copyJson(draft) as Json)

/** The same members, the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, content]) => [name, reversed(content)]),
  )
}

/** By a replacer: another way to the same text. */
function sortMembers(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

describe('the fingerprint of a draft', () => {
  it('is that of its members, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, async (draft) => {
        const fingerprint = await fingerprintOf(draft)
        expect(await fingerprintOf(reversed(draft) as Json)).toBe(fingerprint)
        expect(fingerprint).toBe(await hash(JSON.stringify(draft, sortMembers)))
      }),
    )
  })

  it('is another of another draft, of items in another order too', async () => {
    const changes = fc.tuple(drafts, drafts).filter(([one, other]) => !isSameJson(one, other))
    await fc.assert(
      fc.asyncProperty(changes, async ([one, other]) => {
        expect(await fingerprintOf(one)).not.toBe(await fingerprintOf(other))
      }),
    )
    expect(await fingerprintOf({ a: [1, 2] })).not.toBe(await fingerprintOf({ a: [2, 1] }))
    expect(await fingerprintOf({ a: '1' })).not.toBe(await fingerprintOf({ a: 1 }))
  })
})

function isSameJson(one: Json, other: Json): boolean {
  return JSON.stringify(one, sortMembers) === JSON.stringify(other, sortMembers)
}
