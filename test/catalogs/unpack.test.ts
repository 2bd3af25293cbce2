import { afterEach, describe, expect, it, vi } from 'vitest'
import { readHeader } from '../../src/catalogs/format.js'
import c_CodigoPostal from '../../src/catalogs/packed/c_CodigoPostal.js'
import c_Colonia from '../../src/catalogs/packed/c_Colonia.texto.js'
import { unpackBody } from '../../src/catalogs/unpack/unpackBody.js'

describe('unpackBody', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([c_CodigoPostal, c_Colonia])('gives the same bytes without a native function', (text) => {
    const { header, body } = readHeader(text)
    const native = unpackBody(body, header)
    vi.stubGlobal('process', undefined)
    vi.stubGlobal('Buffer', undefined)
    const portable = unpackBody(body, header)
    vi.unstubAllGlobals()
    expect(portable.length).toBe(header.bytes)
    expect(Buffer.compare(native, portable)).toBe(0)
  })

  it('refuses a body of another length', () => {
    const { header, body } = readHeader(c_CodigoPostal)
    expect(() => unpackBody(body, { bytes: header.bytes! + 1 })).toThrow(RangeError)
  })
})
