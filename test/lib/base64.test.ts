/**
 * Base64 against Node's, whichever way the host has.
 * @module
 */
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countBytes, decodeBase64, encodeBase64, encodePortable, encodeTextBase64 } from '../../src/lib/base64.js'

afterEach(() => vi.unstubAllGlobals())

const bytes = fc.uint8Array({ maxLength: 20_000, size: 'max' })

describe('encodeBase64', () => {
  it('is what Node writes, of a part of a memory too', () => {
    const property = fc.property(bytes, fc.nat(8), (bytes, start) => {
      const part = bytes.subarray(start)
      const expected = Buffer.from(part).toString('base64')
      expect(encodeBase64(part)).toBe(expected)
      expect(encodePortable(part)).toBe(expected)
    })
    fc.assert(property)
  })

  it('uses what the host has', () => {
    const bytes = Object.assign(new Uint8Array([1, 2, 3]), { toBase64: () => 'of its own' })
    expect(encodeBase64(bytes)).toBe('of its own')
    vi.stubGlobal('Buffer', undefined)
    expect(encodeBase64(new Uint8Array([1, 2, 3]))).toBe('AQID')
    expect(encodeTextBase64('Ñandú')).toBe('w5FhbmTDug==')
  })

  it('writes text in UTF-8', () => {
    const property = fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(encodeTextBase64(text)).toBe(Buffer.from(text, 'utf8').toString('base64'))
    })
    fc.assert(property)
  })
})

describe('decodeBase64', () => {
  it('is the inverse', () => {
    const property = fc.property(bytes, (bytes) => {
      const text = encodeBase64(bytes)
      expect(decodeBase64(text)).toEqual(bytes)
      expect(countBytes(text)).toBe(bytes.length)
    })
    fc.assert(property)
  })

  it.each(['A', 'AQI', 'AQID=', 'AQ==AQ==', 'AQ ID', 'AQID\n', 'ÑQID', 'A==='])('refuses %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined()
    expect(countBytes(text)).toBeUndefined()
  })
})
