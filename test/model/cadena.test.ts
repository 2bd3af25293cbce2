/**
 * The ambiguity that `readTreeCadena` returns besides the text.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { CfdiXmlError } from '../../src/errors.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { readTreeCadena, writeTreeCadena } from '../../src/model/cadena.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'

const of = (inner: string, attributes = '') =>
  parseXml(
    `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Version="4.0" ${attributes}>${inner}</c:Comprobante>`,
  )
const ambiguity = (inner: string, attributes = '') =>
  readTreeCadena(cfdi, of(inner, attributes)).ambiguity

describe('ambiguity', () => {
  it('is the first value with a bar that is printed', () => {
    const receptor = '<c:Emisor Nombre="A"/><c:Receptor Nombre="x|y" NumRegIdTrib="1|2"/>'
    expect(ambiguity(receptor)).toEqual({ kind: 'bar', element: 'Receptor', field: 'Nombre' })
    expect(ambiguity('', 'Serie="A|"')).toEqual({
      kind: 'bar',
      element: 'Comprobante',
      field: 'Serie',
    })
    expect(ambiguity(receptor, 'Folio="|"')).toEqual({
      kind: 'bar',
      element: 'Comprobante',
      field: 'Folio',
    })
  })

  it('does not exist in parts that are not printed', () => {
    expect(ambiguity('', 'Sello="a|b" Certificado="|" Otro="|"')).toBeUndefined()
    expect(ambiguity('<c:Addenda x="|">|</c:Addenda><c:Otro Rfc="|"/>')).toBeUndefined()
    expect(ambiguity('<c:Complemento> | <x xmlns="urn:x" y="|"/></c:Complemento>')).toBeUndefined()
  })

  it('is text that the built-in rules print, which continues the field before it', () => {
    const unknown = (text: string) =>
      `<c:Complemento><x xmlns="urn:x"> <y>${text}</y></x></c:Complemento>`
    expect(ambiguity(unknown('60.00'))).toEqual({ kind: 'text', element: 'y', field: '' })
    expect(ambiguity(unknown('a|b'))).toEqual({ kind: 'bar', element: 'y', field: '' })
    expect(ambiguity(unknown(' \n\t'))).toBeUndefined()
    expect(writeTreeCadena(cfdi, of(unknown('60.00')))).toMatch(/ 60\.00\|\|$/)
  })
})

describe('growth', () => {
  const nested = (depth: number, content: string) =>
    of(
      `<c:Conceptos><c:Concepto>${'<c:Parte>'.repeat(depth)}${content}${'</c:Parte>'.repeat(depth)}</c:Concepto></c:Conceptos>`,
    )
  const pedimento =
    '<c:InformacionAduanera NumeroPedimento="1234567890123456789012345678901234567890"/>'

  it('is refused when nodes within themselves print the same again and again', () => {
    expect(() => writeTreeCadena(cfdi, nested(150, pedimento.repeat(500)))).toThrow(CfdiXmlError)
  })

  it('is not where they do so a few times', () => {
    const printed = writeTreeCadena(cfdi, nested(3, pedimento))
    expect(printed.split('1234567890'.repeat(4))).toHaveLength(4)
  })
})
