import { describe, expect, it } from 'vitest'
import { CfdiXmlError } from '../../src/errors.js'
import {
  cadenaOriginal,
  cadenaOriginalXml,
  readCfdi,
  writeCfdi,
} from '../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { draft, invoice } from '../fixtures.js'

const xml = writeCfdi(invoice())
const sat = 'http://www.sat.gob.mx/'

describe('writeCfdi', () => {
  it('writes the SAT’s prefixes, namespaces and order', () => {
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?><cfdi:Comprobante xmlns:cfdi="http:\/\/www\.sat\.gob\.mx\/cfd\/4" xmlns:xsi="[^"]+" xsi:schemaLocation="http:\/\/www\.sat\.gob\.mx\/cfd\/4 http:\/\/www\.sat\.gob\.mx\/sitio_internet\/cfd\/4\/cfdv40\.xsd" Version="4\.0" Serie="A" Folio="7" Fecha=/,
    )
    const shuffled = Object.fromEntries(
      Object.entries(invoice()).reverse(),
    ) as unknown as Comprobante
    expect(writeCfdi(shuffled)).toBe(xml)
  })

  it('declares on the root the namespaces of complements of documents and concepts', () => {
    const written = writeCfdi(
      invoice({
        Complemento: { LeyendasFiscales: { version: '1.0', Leyenda: [{ textoLeyenda: 'x' }] } },
        Conceptos: [
          {
            ...invoice().Conceptos[0],
            ComplementoConcepto: {
              instEducativas: {
                version: '1.0',
                nombreAlumno: 'A',
                CURP: 'X',
                nivelEducativo: 'Primaria',
                autRVOE: '1',
              },
            },
          },
        ],
      }),
    )
    expect(written).toContain(`xmlns:leyendasFisc="${sat}leyendasFiscales"`)
    expect(written).toContain(`${sat}iedu ${sat}sitio_internet/cfd/iedu/iedu.xsd`)
    expect(written.match(/xmlns:iedu/g)).toHaveLength(1)
  })

  it.each([
    ['a wrong type', { Serie: {} }],
    ['an unknown property', { Seria: 'x' }],
    ['a character that XML does not admit', { Serie: '\u0001' }],
    ['a lone surrogate', { Serie: '\ud800' }],
    ['a list that is not one', { Conceptos: {} }],
    ['a number that is not one', { Total: Number.NaN }],
    ['an unknown complement', { Complemento: { Nada: {} } }],
    ['a fragment that closes what it is in', { Addenda: '</cfdi:Addenda></cfdi:Comprobante><x/>' }],
  ])('throws TypeError for %s', (_, change) => {
    expect(() => writeCfdi(invoice(change))).toThrow(TypeError)
  })

  it('escapes characters without loss', () => {
    const hard = ' <a href="x">\'&amp;\'\t\n\r Ñ🧾\u0085 '
    const document = invoice({ CondicionesDePago: hard })
    expect(readCfdi(writeCfdi(document)).CondicionesDePago).toBe(hard)
  })
})

describe('readCfdi', () => {
  it('is the inverse of writeCfdi', () => {
    for (const name of ['ingreso', 'egreso', 'global', 'extranjero', 'caracteres']) {
      const document = draft(name) as unknown as Comprobante
      expect(readCfdi(writeCfdi(document))).toEqual(document)
    }
  })

  it('reads any prefix, default namespaces, late declarations, BOM, CDATA, comments and instructions', () => {
    const strange = `\ufeff${xml
      .replaceAll('cfdi:', '')
      .replace('xmlns:cfdi=', 'xmlns=')
      .replace('<Emisor', '<!-- x --><?y z?>\n  <Emisor')
      .replace('<Receptor', '<q:Receptor xmlns:q="http://www.sat.gob.mx/cfd/4"')}`
    expect(readCfdi(strange)).toEqual(readCfdi(xml))
    expect(readCfdi(new TextEncoder().encode(strange))).toEqual(readCfdi(xml))
  })

  it('reads declared UTF-16 and ISO-8859-1, and refuses bytes of another encoding', () => {
    const utf16 = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    expect(readCfdi(utf16)).toEqual(readCfdi(xml))
    const latin1 = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    expect(readCfdi(latin1)).toEqual(readCfdi(xml))
    expect(() => readCfdi(Buffer.from(xml, 'latin1').subarray(0))).toThrow(CfdiXmlError)
  })

  it('joins several Complemento nodes', () => {
    const legends = (text: string) =>
      `<cfdi:Complemento><l:LeyendasFiscales xmlns:l="${sat}leyendasFiscales" version="1.0"><l:Leyenda textoLeyenda="${text}"/></l:LeyendasFiscales></cfdi:Complemento>`
    const { Complemento } = readCfdi(
      xml.replace('</cfdi:Comprobante>', `${legends('a')}${legends('b')}</cfdi:Comprobante>`),
    )
    expect(Complemento).toMatchObject({
      LeyendasFiscales: [
        { Leyenda: [{ textoLeyenda: 'a' }] },
        { Leyenda: [{ textoLeyenda: 'b' }] },
      ],
    })
  })

  it('keeps unknown complements and the Addenda as fragments that stand alone', () => {
    const source = xml
      .replace('xmlns:xsi', 'xmlns:z="http://www.sat.gob.mx/z" xmlns:w="urn:w" xmlns:xsi')
      .replace(
        '</cfdi:Comprobante>',
        '<cfdi:Complemento><z:Z w:a="1"> <z:Y/> </z:Z></cfdi:Complemento><cfdi:Addenda>x<w:q/>y</cfdi:Addenda></cfdi:Comprobante>',
      )
    const document = readCfdi(source.replace('w:a="1"', ''))
    expect(document.Complemento).toEqual({ Z: `<z:Z xmlns:z="${sat}z" > <z:Y/> </z:Z>` })
    expect(document.Addenda).toBe('x<w:q xmlns:w="urn:w"/>y')
    expect(readCfdi(writeCfdi(document))).toEqual(document)
    // XSLT's built-in rules: the white space below the unknown node leaks.
    expect(cadenaOriginal(document)).toBe(cadenaOriginalXml(writeCfdi(document)))
    expect(cadenaOriginal(document).endsWith('|2800.00  ||')).toBe(true)
  })

  it.each([
    ['XML_SYNTAX', xml.slice(0, -3)],
    ['XML_SYNTAX', `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(9)}">]>${xml.slice(38)}`],
    ['XML_NOT_CFDI', '<a/>'],
    ['XML_NOT_CFDI', xml.replace('cfd/4"', 'cfd/3"')],
    ['XML_CONTENT', xml.replace('<cfdi:Emisor', 'hola<cfdi:Emisor')],
    ['XML_CONTENT', xml.replace('<cfdi:Emisor', '<cfdi:Nada/><cfdi:Emisor')],
    ['XML_CONTENT', xml.replace('Version=', 'xsi:type="x" Version=')],
  ])('throws %s', (code, source) => {
    expect(() => readCfdi(source)).toThrow(expect.objectContaining({ code }))
  })

  it('treats undefined as absent wherever it is', () => {
    const document = invoice({
      Serie: undefined,
      Complemento: { Pagos: undefined },
      CfdiRelacionados: undefined,
      Addenda: undefined,
    })
    expect(cadenaOriginal(document)).toBe(cadenaOriginalXml(writeCfdi(document)))
    expect(() => cadenaOriginal(undefined as never)).toThrow(TypeError)
  })

  it('the cadena ignores members outside it', () => {
    const unknown = { Nada: 'x', Complemento: { Nada: {} }, Addenda: '</mal>' }
    expect(cadenaOriginal(invoice(unknown))).toBe(cadenaOriginal(invoice()))
    expect(() => cadenaOriginal(invoice({ Emisor: [] }))).toThrow(TypeError)
  })

  it('loses no second Addenda or its foreign attributes, and reports complements that change places', () => {
    const addenda = (attribute: string) => `<cfdi:Addenda${attribute}><a/></cfdi:Addenda>`
    const end = '</cfdi:Comprobante>'
    expect(() => readCfdi(xml.replace(end, addenda('') + addenda('') + end))).toThrow(CfdiXmlError)
    expect(() => readCfdi(xml.replace(end, addenda(' xmlns:q="u" q:w="1"') + end))).toThrow(
      CfdiXmlError,
    )
  })

  it('keeps attributes that have the names of JavaScript’s own', () => {
    const document = readCfdi(
      xml.replace('Version="4.0"', 'Version="4.0" __proto__="x" constructor="y"'),
    )
    expect(Object.hasOwn(document, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})
