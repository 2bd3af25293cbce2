/**
 * Every official document: its cadena byte for byte, its seal, and reading as the inverse of
 * writing.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  readCfdi,
  writeCfdi,
} from '../../src/sat/cfdi40/cfdi.js'
import { verifySello } from '../../src/seal/verify.js'
import { shared } from './shared.js'

const folder = `${shared}conformance/cadena/`

/**
 * The SAT's pattern of ClaveSTCC admits a bar: these have one, and their seal belongs to several
 * documents.
 */
const barred = new Set(
  ['20.max', '20.maxall', '20.nasty0', '20.nasty1', '20.rand1', '20.rand2']
    .concat(['30.max', '30.maxall', '30.nasty0', '30.nasty1', '30.rand0', '30.rand1'])
    .concat(['31.max', '31.maxall', '31.nasty0', '31.rand0', '31.rand1', '31.rand2'])
    .map((name) => `CartaPorte${name}.xml`),
)

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
    const verdict = await verifySello(xml, { anchors: 'none' })
    expect(verdict).toMatchObject(
      barred.has(name) ? { intact: false, reason: 'ambiguous', isSigned: true } : { intact: true },
    )
    const document = readCfdi(xml)
    const written = writeCfdi(document)
    expect(readCfdi(written)).toEqual(document)
    expect(cadenaOriginalXml(written)).toBe(cadenaOriginal(document))
  })
})
