/**
 * Losses in reading are reported, with any number of other findings, and no declared element passes
 * for an unknown one.
 * @module
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CfdiXmlError } from '../../src/errors.js'
import { readDocument } from '../../src/model/read.js'
import { readCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { check, checkXml } from '../../src/sat/cfdi40/check.js'
import { invoice } from '../fixtures.js'

const xml = writeCfdi(invoice())
const within = (content: string): string =>
  xml.replace(/<\/cfdi:Comprobante>$/, `${content}</cfdi:Comprobante>`)

describe('the first that is lost', () => {
  it('is reported beyond the limit of findings', () => {
    const hidden = '<cfdi:Hidden total="999999"/>'
    for (const times of [0, 1, 9_998, 9_999, 10_000, 30_000]) {
      const flooded = within('<cfdi:Complemento/>'.repeat(times) + hidden)
      expect(readDocument(cfdi, flooded).firstLost?.field).toBe('Hidden')
      expect(() => readCfdi(flooded)).toThrow(/el nodo Hidden no existe en Comprobante/)
    }
  })

  it('does not exist for wrong order or repetition', () => {
    const { firstLost, departures } = readDocument(
      cfdi,
      within('<cfdi:Complemento/>'.repeat(20_000)),
    )
    expect(firstLost).toBeUndefined()
    expect(departures).toHaveLength(10_000)
  })
})

describe('a declared element', () => {
  const unknown = '<x:Nuevo xmlns:x="http://www.sat.gob.mx/Nuevo" a="1"><x:y/></x:Nuevo>'
  const parte = '<cfdi:Parte Descripcion="x"/>'
  const strange = [
    parte,
    '<cfdi:Complemento><cfdi:Complemento/></cfdi:Complemento>',
    '<nomina12:Percepcion xmlns:nomina12="http://www.sat.gob.mx/nomina12"/>',
    '<n:NoExiste xmlns:n="http://www.sat.gob.mx/nomina12"/>',
    '<t:Retencion xmlns:t="http://www.sat.gob.mx/terceros"/>',
  ]

  it.each(strange)('is lost where it does not belong: %s', (node) => {
    for (const content of [
      node,
      unknown.replace('<x:y/>', node),
      unknown.replace('<x:y/>', `<x:y>${node}</x:y>`),
    ]) {
      const document = within(`<cfdi:Complemento>${content}</cfdi:Complemento>`)
      expect(readDocument(cfdi, document).firstLost?.message).toMatch(/no puede ir aquí/)
      expect(() => readCfdi(document)).toThrow(CfdiXmlError)
      expect(
        checkXml(document, { rules: false }).some(({ severity }) => severity === 'error'),
      ).toBe(true)
    }
  })

  it('may be anywhere in the Addenda, and a new complement anywhere in its own', () => {
    const document = within(
      `<cfdi:Complemento>${unknown}</cfdi:Complemento><cfdi:Addenda>${strange.join('')}</cfdi:Addenda>`,
    )
    expect(readDocument(cfdi, document).firstLost).toBeUndefined()
  })

  it('is refused in a fragment of JSON', () => {
    const declared = parte.replace(' ', ' xmlns:cfdi="http://www.sat.gob.mx/cfd/4" ')
    const document = { ...invoice(), Complemento: { Nuevo: unknown.replace('<x:y/>', declared) } }
    const errors = check(document, { rules: false }).filter(({ severity }) => severity === 'error')
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Parte .* no puede ir en un fragmento/),
    ])
    expect(() => readCfdi(writeCfdi(document as never))).toThrow(/Parte/)
  })
})

describe('fragments', () => {
  const children = (times: number, namespace: string, child: string) =>
    within(`<cfdi:Addenda xmlns:p="${namespace}">${child.repeat(times)}</cfdi:Addenda>`)
  const lengthOf = (source: string): number =>
    JSON.stringify(readDocument(cfdi, source).document).length

  it('are refused when they would be ten times as large as their source', () => {
    const flooded = children(1_500, `urn:${'x'.repeat(11_000)}`, '<p:a/>')
    expect(flooded.length).toBeLessThan(30_000)
    expect(() => readCfdi(flooded)).toThrow(expect.objectContaining({ code: 'XML_LIMIT' }))
    expect(checkXml(flooded).map(({ severity }) => severity)).toEqual(['error'])
    const complements = flooded.replaceAll('cfdi:Addenda', 'cfdi:Complemento')
    expect(() => readCfdi(complements)).toThrow(expect.objectContaining({ code: 'XML_LIMIT' }))
  })

  it('are never more, whatever is declared where', () => {
    const namespace = fc.tuple(
      fc.nat(2_000),
      fc.constantFrom('x', '&gt;', '"'.replace('"', '&quot;')),
    )
    const cases = fc.tuple(
      namespace,
      fc.nat(400),
      fc.constantFrom('<p:a/>', '<p:a><p:b p:c="1"/></p:a>', '<a p:b="2"/>'),
    )
    fc.assert(
      fc.property(cases, ([[length, unit], times, child]) => {
        const source = children(times, `urn:${unit.repeat(length)}`, child)
        try {
          expect(lengthOf(source)).toBeLessThanOrEqual(10 * source.length)
        } catch (error) {
          expect(error).toMatchObject({ code: 'XML_LIMIT' })
        }
      }),
    )
  })

  it('of an ordinary Addenda are read, and written back the same', () => {
    const source = children(
      2_000,
      'http://www.cliente.example/addenda/pedidos',
      '<p:linea numero="1" sku="A-1"/>',
    )
    const document = readCfdi(source)
    expect(readCfdi(writeCfdi(document))).toEqual(document)
  })
})
