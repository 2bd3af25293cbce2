import { afterEach, describe, expect, it, vi } from 'vitest'
import { readHeader } from '../../src/catalogs/format.js'
import c_CodigoPostal from '../../src/catalogs/packed/c_CodigoPostal.js'
import c_Colonia from '../../src/catalogs/packed/c_Colonia.texto.js'
import { unpackBody, unpackLines } from '../../src/catalogs/unpack/unpackBody.js'

describe('unpackBody', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  function withoutNative<Made>(read: () => Made): Made {
    vi.stubGlobal('process', undefined)
    vi.stubGlobal('Buffer', undefined)
    const made = read()
    vi.unstubAllGlobals()
    return made
  }

  it('gives the same bytes without a native function', () => {
    const { header, body } = readHeader(c_CodigoPostal)
    const portable = withoutNative(() => unpackBody(body, header))
    expect(portable.length).toBe(header.bytes)
    expect(Buffer.compare(unpackBody(body, header), portable)).toBe(0)
  })

  it('gives the same lines without a native function', () => {
    const { header, body } = readHeader(c_Colonia)
    const read = (): string[] => unpackLines(body, header.words!).slice(0, header.rows)
    const portable = withoutNative(read)
    expect(portable).toHaveLength(header.rows)
    expect(portable).toEqual(read())
  })

  it('refuses a body of another length', () => {
    const { header, body } = readHeader(c_CodigoPostal)
    expect(() => unpackBody(body, { bytes: header.bytes! + 1 })).toThrow(RangeError)
  })
})
