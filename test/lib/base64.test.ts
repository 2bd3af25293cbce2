/**
 * Base64 against Node's, whichever way the host has.
 * @module
 */
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  countBytes,
  decodeBase64,
  encodeBase64,
  encodePortable,
  encodeTextBase64,
  readDerBase64,
} from '../../src/lib/base64.js'
import { fixture } from '../fixtures.js'

afterEach(() => vi.unstubAllGlobals())

const bytes = fc.uint8Array({ maxLength: 20_000, size: 'max' })

describe('encodeBase64', () => {
  it('equals Node’s result, also for a part of a buffer', () => {
    const property = fc.property(bytes, fc.nat(8), (bytes, start) => {
      const part = bytes.subarray(start)
      const expected = Buffer.from(part).toString('base64')
      expect(encodeBase64(part)).toBe(expected)
      expect(encodePortable(part)).toBe(expected)
    })
    fc.assert(property)
  })

  it('uses native functions of the host', () => {
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

  it('is of one text only for each sequence of bytes (RFC 4648, 3.5)', () => {
    const digits = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/']
    const sole = digits.filter((digit) => decodeBase64(`A${digit}==`) !== undefined)
    expect(sole).toEqual(['A', 'Q', 'g', 'w'])
    const pairs = digits.filter((digit) => decodeBase64(`AA${digit}=`) !== undefined)
    expect(pairs).toEqual([...'AEIMQUYcgkosw048'])
    const property = fc.property(bytes, fc.constantFrom(...digits), (bytes, digit) => {
      const text = encodeBase64(bytes)
      const changed = text.replace(/.(=*)$/, `${digit}$1`)
      const decoded = decodeBase64(changed)
      if (decoded !== undefined) expect(Buffer.from(decoded).toString('base64')).toBe(changed)
    })
    fc.assert(property)
  })

  it.each(['A', 'AQI', 'AQID=', 'AQ==AQ==', 'AQ ID', 'AQID\n', 'ÑQID', 'A==='])(
    'refuses %j',
    (text) => {
      expect(decodeBase64(text)).toBeUndefined()
      expect(countBytes(text)).toBeUndefined()
    },
  )
})

describe('readDerBase64', () => {
  const der = fixture('csd/company.cer')
  const text = der.toString('base64')

  it('is the DER', () => {
    expect(Buffer.from(readDerBase64(text) ?? [])).toEqual(Buffer.from(der))
  })

  it.each([
    ['PEM', `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`],
    ['a space within', text.replace(/^.{100}/, '$& ')],
    ['a line break at its end', `${text}\n`],
    ['bytes after it', Buffer.concat([der, Buffer.of(0)]).toString('base64')],
    ['a byte less', der.subarray(0, -1).toString('base64')],
    ['another type', Buffer.of(0x04, 0x01, 0x00).toString('base64')],
    ['the Base64 of URLs', der.toString('base64url')],
    ['hexadecimal', der.toString('hex')],
    ['nothing', ''],
    [
      'more than any certificate',
      Buffer.concat([Buffer.of(0x30, 0x83, 1, 0, 0), Buffer.alloc(65_536)]).toString('base64'),
    ],
  ])('%s: none', (_, given) => {
    expect(readDerBase64(given)).toBeUndefined()
  })
})
