/**
 * Messages of structural findings: no regular expressions, for every type of every declaration; and
 * a correction for common mistakes.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { patternWords, unknownPattern } from '../../src/model/check/patternWords.js'
import { compileExact } from '../../src/model/check/simple.js'
import { checkStructure } from '../../src/model/check.js'
import type { Element, Simple } from '../../src/model/grammar.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { checkXml } from '../../src/sat/cfdi40/check.js'
import { invoice } from '../fixtures.js'

/** Every simple type of every declaration, and where it stands. */
function typesOf(name: string, element: Element, seen = new Set<Element>()): [string, Simple][] {
  if (seen.has(element)) return []
  seen.add(element)
  const own: [string, Simple][] =
    element.text === undefined ? [] : [[`${name}.#text`, element.text]]
  const members = Object.entries(element.content).flatMap(([key, member]): [string, Simple][] => {
    if (member.kind === 'attribute') return [[`${name}.${key}`, member.type]]
    return member.kind === 'child' ? typesOf(key, member.element, seen) : []
  })
  return [...own, ...members]
}

const types = [cfdi.document, ...cfdi.complements].flatMap(({ name, root }) => typesOf(name, root))

/** Signs of a regular expression: classes, quantifiers, groups, escapes. */
const expression = /\[[^\]]*-[^\]]*\]|\{\d|\(\.|\(\?|\\|\^|\$$|[a-z0-9\])][*+]/i

const wrong = [
  '',
  ' ',
  'x',
  'ñ|',
  '-1',
  '1e3',
  '12345678901234567890123456789012345678901234567890',
  'AUTO',
  '.',
  '.5x',
]

describe('structural messages', () => {
  it('put every pattern into words', () => {
    const patterns = new Set(types.flatMap(([, { facets }]) => facets.pattern ?? []))
    expect(patterns.size).toBeGreaterThan(80)
    for (const pattern of patterns) expect(patternWords(pattern), pattern).not.toBe(unknownPattern)
    expect(patternWords('(x|y)+')).toBe(unknownPattern)
  })

  it('hold no regular expression, whatever is wrong, and are of a length that is read', () => {
    for (const [where, type] of types) {
      const judge = compileExact(type)
      for (const text of wrong) {
        const says = judge(text) ?? ''
        expect(says, where).not.toMatch(expression)
        expect(says.length, `${where}: ${says}`).toBeLessThanOrEqual(180)
      }
    }
  })

  const change = (path: readonly (string | number)[], value: unknown): unknown => {
    const document = structuredClone(invoice()) as unknown as Record<string | number, unknown>
    let at = document
    for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>
    at[path.at(-1) as string] = value
    return document
  }

  it.each([
    [
      ['Emisor', 'Rfc'],
      'toam850417u21',
      'Emisor.Rfc: debe ir en mayúsculas: TOAM850417U21 (se encontró "toam850417u21").',
    ],
    [
      ['Emisor', 'Rfc'],
      'toam-850417-u21',
      'Emisor.Rfc: debe ir en mayúsculas, sin guiones, puntos ni espacios: TOAM850417U21 (se encontró "toam-850417-u21").',
    ],
    [
      ['Emisor', 'Rfc'],
      'TOAM-850417-U21',
      'Emisor.Rfc: debe ir sin guiones, puntos ni espacios: TOAM850417U21 (se encontró "TOAM-850417-U21").',
    ],
    [
      ['Emisor', 'Rfc'],
      'TOAM851317U21',
      'Emisor.Rfc: debe ser un RFC: 3 o 4 letras, fecha AAMMDD y homoclave, en mayúsculas y sin guiones ni espacios (se encontró "TOAM851317U21").',
    ],
    [
      ['Fecha'],
      '2026-11-20T16:00:00Z',
      'Comprobante.Fecha: debe ser la fecha y hora local, AAAA-MM-DDThh:mm:ss, sin Z ni zona ni fracciones de segundo (se encontró "2026-11-20T16:00:00Z").',
    ],
    [
      ['Fecha'],
      '2026-11-20 16:00:00',
      'Comprobante.Fecha: debe llevar una T entre la fecha y la hora: 2026-11-20T16:00:00 (se encontró "2026-11-20 16:00:00").',
    ],
    [
      ['Total'],
      '.11',
      'Comprobante.Total: debe llevar un cero antes del punto: 0.11 (se encontró ".11").',
    ],
    [
      ['Total'],
      '$1,219.33',
      'Comprobante.Total: debe ir sin signo de pesos ni separadores de miles: 1219.33 (se encontró "$1,219.33").',
    ],
    [
      ['Total'],
      '1219,33',
      'Comprobante.Total: debe llevar punto decimal, no coma: 1219.33 (se encontró "1219,33").',
    ],
    [
      ['Conceptos', 0, 'Impuestos', 'Traslados', 0, 'TasaOCuota'],
      '16%',
      'Traslado.TasaOCuota: debe ser la fracción, sin signo de por ciento: 0.160000 (se encontró "16%").',
    ],
    [
      ['TipoDeComprobante'],
      'i',
      'Comprobante.TipoDeComprobante: debe ir en mayúsculas: I (se encontró "i").',
    ],
    [
      ['Conceptos', 0, 'Impuestos', 'Traslados', 0, 'Impuesto'],
      '2',
      'Traslado.Impuesto: debe llevar ceros a la izquierda: 002 (se encontró "2").',
    ],
    [
      ['LugarExpedicion'],
      '6500',
      'Comprobante.LugarExpedicion: debe llevar ceros a la izquierda: 06500 (se encontró "6500").',
    ],
    [
      ['LugarExpedicion'],
      '0660',
      'Comprobante.LugarExpedicion: debe ser de 5 dígitos (se encontró "0660").',
    ],
    [
      ['Conceptos', 0, 'InformacionAduanera'],
      [{ NumeroPedimento: '15 48 3009 0001234' }],
      'InformacionAduanera.NumeroPedimento: debe llevar dos espacios entre sus partes: 15  48  3009  0001234 (se encontró "15 48 3009 0001234").',
    ],
    [
      ['Total'],
      '1.5.5',
      'Comprobante.Total: debe ser un importe de hasta 18 enteros y 6 decimales, sin signo ni separadores (se encontró "1.5.5").',
    ],
    [
      ['InformacionGlobal'],
      { Periodicidad: '01', Meses: '11', Año: 2026, Anio: '2026' },
      'InformacionGlobal.Anio: no existe en InformacionGlobal; ¿quiso decir Año? (se encontró "2026").',
    ],
  ])('%j = %j', (path, value, message) => {
    expect(checkStructure(cfdi, change(path, value)).map((finding) => finding.message)).toEqual([
      message,
    ])
  })

  it('identify a CFDI 3.3, as JSON and as XML', () => {
    const xml =
      '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/3" Version="3.3" Fecha="2020-01-01T00:00:00"/>'
    const json = checkStructure(cfdi, { ...invoice(), Version: '3.3' })
    expect(json.map(({ message }) => message)).toEqual([
      'Comprobante.Version: debe ser "4.0": es un CFDI 3.3, que ya no se timbra (se encontró "3.3").',
    ])
    expect(checkXml(xml)).toMatchObject([
      { message: expect.stringContaining('es un CFDI 3.3, que ya no se timbra') },
    ])
    expect(() => readCfdi(xml)).toThrow('es un CFDI 3.3, que ya no se timbra')
    expect(() => readCfdi('<a xmlns="urn:x"/>')).toThrow('es a de urn:x')
  })

  it('suggest names for a limited number of unknown ones', () => {
    const names = Array.from({ length: 200 }, (_, index) => [
      `Subtotal${String(index).padStart(3, '0')}`.slice(0, 9),
      1,
    ])
    const many = Array.from({ length: 200 }, (_, index) => [`Tota${index}`, 1])
    const found = checkStructure(cfdi, { ...invoice(), ...Object.fromEntries([...names, ...many]) })
    expect(found.length).toBeGreaterThan(200)
    expect(
      found.filter(({ message }) => message.includes('¿quiso decir')).length,
    ).toBeLessThanOrEqual(24)
  })
})
