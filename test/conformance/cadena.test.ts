/**
 * Every official document: its cadena byte for byte, its seal, and reading as the inverse of writing.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cadenaOriginal, cadenaOriginalXml, readCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { verifySello } from '../../src/seal/verify.js'
import { shared } from './shared.js'

const folder = `${shared}conformance/cadena/`

describe('the SAT’s cadenas', () => {
  const names = readdirSync(folder).filter((file) => file.endsWith('.xml'))

  it('are all here', () => {
    expect(names).toHaveLength(312)
  })

  it.each(names)('%s', async (name) => {
    const xml = readFileSync(folder + name)
    const cadena = readFileSync(folder + name.replace(/xml$/, 'cadena'), 'utf8')
    expect(cadenaOriginalXml(xml)).toBe(cadena)
    expect(cadenaOriginalXml(xml.toString('utf8'))).toBe(cadena)
    expect((await verifySello(xml)).ok).toBe(true)
    const document = readCfdi(xml)
    const written = writeCfdi(document)
    expect(readCfdi(written)).toEqual(document)
    expect(cadenaOriginalXml(written)).toBe(cadenaOriginal(document))
  })
})
