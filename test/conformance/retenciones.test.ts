/**
 * Every official Retenciones 2.0: its cadena byte for byte, its seal, reading as the inverse of
 * writing, and the verdicts of the XSD.
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
import { checkXml } from '../../src/sat/cfdi40/check.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { verifySello } from '../../src/seal/verify.js'
import { type Edit, editor } from './edits.js'
import { shared } from './shared.js'

const folder = `${shared}conformance/retenciones/`
const documents = [retenciones20]

describe('the SAT’s cadenas of Retenciones 2.0', () => {
  const names = readdirSync(`${folder}cadena`).filter((file) => file.endsWith('.xml'))

  it('are all here', () => {
    expect(names).toHaveLength(115)
  })

  it.each(names)('%s', async (name) => {
    const xml = readFileSync(`${folder}cadena/${name}`)
    const cadena = readFileSync(`${folder}cadena/${name.replace(/xml$/, 'cadena')}`, 'utf8')
    expect(cadenaOriginalXml(xml, { documents })).toBe(cadena)
    expect(cadenaOriginalXml(xml.toString('utf8'), { documents })).toBe(cadena)
    const verdict = await verifySello(xml, { anchors: 'none', documents })
    // FechaExp of the nasty ones is outside the validity of their certificate.
    const outdated = { intact: false, reason: 'date', isSigned: true }
    expect(verdict).toMatchObject(verdict.intact ? { intact: true } : outdated)
    expect(verdict.intact || name.includes('nasty')).toBe(true)
    const document = readCfdi(xml, { documents })
    const written = writeCfdi(document, { documents })
    expect(readCfdi(written, { documents })).toEqual(document)
    expect(cadenaOriginalXml(written, { documents })).toBe(cadenaOriginal(document, { documents }))
  })
})

describe('the verdicts of the XSD of Retenciones 2.0', () => {
  const edits = readFileSync(`${folder}xsd-verdicts.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Edit => JSON.parse(line))
  const bases = [...new Set(edits.map(({ base }) => base))]

  it('are all here', () => {
    expect(edits).toHaveLength(4_079)
  })

  it.each(bases)('%s', (base) => {
    const edit = editor(readFileSync(`${folder}cadena/${base}`, 'utf8'))
    const wrong = edits
      .filter((one) => one.base === base)
      .flatMap((one) => {
        const errors = checkXml(edit(one), { rules: false, documents }).filter(
          ({ severity }) => severity === 'error',
        )
        return (errors.length === 0) === one.valid
          ? []
          : [{ ...one, errors: errors.map(({ message }) => message) }]
      })
    expect(wrong).toEqual([])
  })
})
