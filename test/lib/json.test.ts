import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyJson, withoutNulls } from '../../src/lib/json.js'

const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 5 })

function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const content of Object.values(value)) yield* objectsIn(content)
}

describe('a copy of JSON', () => {
  it('is the value without the properties that are null, and holds no object of it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const before = structuredClone(value)
        const copy = copyJson(value)
        expect(copy).toEqual(withoutNulls(value))
        expect(value).toEqual(before)
        const own = new Set(objectsIn(value))
        expect([...objectsIn(copy)].some((object) => own.has(object))).toBe(false)
      }),
    )
  })

  it('keeps a null in a list, because positions matter, and a member named __proto__', () => {
    const value = JSON.parse('{"a":[null,{"b":null,"c":1}],"__proto__":{"d":null,"e":2}}')
    const copy = copyJson(value) as object
    expect(JSON.stringify(copy)).toBe('{"a":[null,{"c":1}],"__proto__":{"e":2}}')
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })
})
