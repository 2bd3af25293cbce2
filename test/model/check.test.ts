import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../src/model/check.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { invoice } from '../fixtures.js'

const check = (document: unknown) => checkStructure(cfdi, document, { placement: true })
const paths = (document: unknown) => check(document).map(({ path }) => path)

/** A copy with one change at a path of keys; `undefined` removes. */
function change(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(invoice()) as unknown as Record<string | number, unknown>
  const parent = path
    .slice(0, -1)
    .reduce((at, key) => at[key] as Record<string | number, unknown>, copy)
  const last = path.at(-1)!
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

describe('checkStructure', () => {
  it('finds nothing in a sound document', () => {
    expect(check(invoice())).toEqual([])
  })

  it.each([
    [['SubTotal'], undefined, 'SubTotal', 'Comprobante.SubTotal: falta el atributo obligatorio.'],
    [
      ['Version'],
      undefined,
      'Version',
      'Comprobante.Version: falta el atributo obligatorio, "4.0".',
    ],
    [['Emisor'], undefined, 'Emisor', 'Comprobante.Emisor: falta el nodo obligatorio.'],
    [
      ['Emisor', 'RFC'],
      'X',
      'Emisor.RFC',
      'Emisor.RFC: no existe en Emisor; ¿quiso decir Rfc? (se encontró "X").',
    ],
    [
      ['Version'],
      '3.3',
      'Version',
      'Comprobante.Version: debe ser "4.0": es un CFDI 3.3, que ya no se timbra (se encontró "3.3").',
    ],
    [
      ['Serie'],
      'x'.repeat(26),
      'Serie',
      `Comprobante.Serie: debe tener entre 1 y 25 caracteres; tiene 26 (se encontró "${'x'.repeat(26)}").`,
    ],
    [
      ['Serie'],
      'a|b',
      'Serie',
      'Comprobante.Serie: debe estar libre del carácter "|" (se encontró "a|b").',
    ],
    [
      ['Serie'],
      7,
      'Serie',
      'Comprobante.Serie: debe ser texto, entre comillas (se encontró el número 7).',
    ],
    [
      ['LugarExpedicion'],
      64000,
      'LugarExpedicion',
      'Comprobante.LugarExpedicion: debe ser texto, entre comillas (se encontró el número 64000).',
    ],
    [
      ['Fecha'],
      '2026-02-30T00:00:00',
      'Fecha',
      'Comprobante.Fecha: debe ser una fecha y hora que exista, AAAA-MM-DDThh:mm:ss (se encontró "2026-02-30T00:00:00").',
    ],
    [
      ['TipoDeComprobante'],
      'X',
      'TipoDeComprobante',
      'Comprobante.TipoDeComprobante: debe ser una clave de c_TipoDeComprobante: "I", "E", "T", "N" o "P" (se encontró "X").',
    ],
    [
      ['Conceptos'],
      {},
      'Conceptos',
      'Conceptos: debe ser una lista de Concepto, también cuando es uno solo: [{ … }].',
    ],
    [
      ['Conceptos'],
      { Concepto: [] },
      'Conceptos',
      'Conceptos: debe ser una lista de Concepto: es la lista misma, sin una propiedad Concepto dentro.',
    ],
    [
      ['Conceptos'],
      'x',
      'Conceptos',
      'Conceptos: debe ser una lista de Concepto, entre corchetes (se encontró "x").',
    ],
    [['Conceptos'], [], 'Conceptos', 'Conceptos: debe haber al menos 1 Concepto.'],
    [['Conceptos', 0], 'x', 'Conceptos[0]', 'Concepto: debe ser un objeto (se encontró "x").'],
    [
      ['Conceptos', 1, 'Impuestos', 'Traslados', 0, 'Base'],
      '0',
      'Conceptos[1].Impuestos.Traslados[0].Base',
      'Traslado.Base: debe ser al menos 0.000001 (se encontró "0").',
    ],
    [
      ['Conceptos', 0, 'Cantidad'],
      Number.NaN,
      'Conceptos[0].Cantidad',
      'Concepto.Cantidad: debe ser un número finito (se encontró el número NaN).',
    ],
    [
      ['Total'],
      '1e3',
      'Total',
      'Comprobante.Total: debe ser un importe de hasta 18 enteros y 6 decimales, sin signo ni separadores (se encontró "1e3").',
    ],
    [
      ['Receptor', 'Nombre'],
      'a\u0000',
      'Receptor.Nombre',
      'Receptor.Nombre: debe estar libre de caracteres que XML no admite: U+0000 en la posición 2 (se encontró "a\\u0000").',
    ],
    [
      ['Addenda'],
      '<a>',
      'Addenda',
      'Comprobante.Addenda: el fragmento no es XML bien formado: Falta cerrar el nodo a (línea 1, columna 4).',
    ],
    [
      ['Complemento'],
      { Pagoss: {} },
      'Complemento.Pagoss',
      'Complemento.Pagoss: no existe en Complemento; ¿quiso decir Pagos?',
    ],
  ])('%j = %j', (path, value, where, message) => {
    const findings = check(change(path, value))
    expect(findings.map((one) => [one.path, one.message])).toEqual([[where, message]])
    expect(findings[0]).toMatchObject({ code: '301', severity: 'error' })
  })

  it('collects everything at once', () => {
    const broken = { ...invoice({ Serie: '|', Total: 'x' }), Emisor: {}, Nada: 1 }
    expect(paths(broken).sort()).toEqual([
      'Emisor.Nombre',
      'Emisor.RegimenFiscal',
      'Emisor.Rfc',
      'Nada',
      'Serie',
      'Total',
    ])
  })

  it('takes numbers where the type is numeric', () => {
    expect(paths(change(['Conceptos', 0, 'Cantidad'], 10))).toEqual([])
    expect(paths(change(['Conceptos', 0, 'Cantidad'], 0.1 + 0.2))).toEqual([
      'Conceptos[0].Cantidad',
    ])
  })

  it('treats undefined as absent', () => {
    expect(paths({ ...invoice(), Serie: undefined, Total: undefined })).toEqual(['Total'])
  })

  it('judges keys in any order alike', () => {
    const reversed = Object.fromEntries(Object.entries(invoice()).reverse())
    expect(check(reversed)).toEqual([])
    const { Total: _, ...without } = reversed
    expect(paths(without)).toEqual(['Total'])
  })

  it('reports misplaced complements and those no longer in force', () => {
    const messages = (complemento: unknown) =>
      check(change(['Complemento'], complemento)).map(({ message }) => message)
    expect(messages({ Pagos: { Version: '1.0' } })[0]).toBe(
      'Pagos: el complemento Pagos 1.0 ya no está vigente y no se puede timbrar.',
    )
    expect(messages({ instEducativas: { version: '1.0' } })[0]).toMatch(/va en ComplementoConcepto/)
    expect(messages({ Pagos: { Version: '2.0' } })[0]).toMatch(
      /no se admite en un comprobante de tipo I; sí en P/,
    )
  })

  it.each([
    ['CartaPorte', '2.0', '2022-01-01', '2024-03-31'],
    ['CartaPorte', '3.0', '2023-11-25', '2024-07-16'],
    ['CartaPorte', '3.1', '2024-07-17', undefined],
    ['ComercioExterior', '1.1', '2022-01-01', '2024-01-17'],
    ['ComercioExterior', '2.0', '2024-01-18', undefined],
  ])('judges %s %s by the date of the document', (name, Version, desde, hasta) => {
    const admits = (day: string, hour = '12:00:00') => {
      const document = {
        ...(change(['Complemento'], { [name]: { Version } }) as object),
        Fecha: `${day}T${hour}`,
      }
      return !check(document).some(({ message }) => /vigente/.test(message))
    }
    const beside = (day: string, days: number) =>
      new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    expect([admits(beside(desde, -1), '23:59:59'), admits(desde, '00:00:00')]).toEqual([
      false,
      true,
    ])
    if (hasta === undefined) expect(admits('2099-12-31')).toBe(true)
    else
      expect([admits(hasta, '23:59:59'), admits(beside(hasta, 1), '00:00:00')]).toEqual([
        true,
        false,
      ])
    expect(admits('ayer')).toBe(hasta === undefined)
  })

  it('passes unknown complements of the SAT, as the XSD does, and refuses others', () => {
    const judge = (xml: string) => check(change(['Complemento'], { Nuevo: xml }))
    expect(judge('<n:Nuevo xmlns:n="http://www.sat.gob.mx/Nuevo10" Version="1.0"/>')).toEqual([])
    expect(judge('<n:Nuevo xmlns:n="urn:otro"/>')).toMatchObject([{ severity: 'error' }])
    expect(
      check(change(['Complemento'], { Otro: '<n:Nuevo xmlns:n="http://www.sat.gob.mx/x"/>' })),
    ).toMatchObject([{ severity: 'error' }])
    expect(judge('<n:Nuevo/>')).toMatchObject([{ severity: 'error' }])
    expect(judge('<Nuevo xmlns="http://www.sat.gob.mx/x"/><b/>')).toMatchObject([
      { severity: 'error' },
    ])
  })

  it('remembers a bounded number of key orders and stays right beyond it', () => {
    const keys = Object.keys(invoice())
    for (let round = 0; round < 300; round++) {
      const shuffled = [...keys].sort(
        (a, b) =>
          ((a.charCodeAt(a.length - 1) * (round + 3)) % 17) -
          ((b.charCodeAt(0) * (round + 5)) % 13),
      )
      const document = Object.fromEntries(
        shuffled.map((key) => [key, (invoice() as unknown as Record<string, unknown>)[key]]),
      )
      expect(check(document)).toEqual([])
    }
  })
})
