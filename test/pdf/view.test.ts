/**
 * The content of a printed document before its layout.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { amountInWords } from '../../src/fiscal/amountInWords.js'
import { locales, writeAmount } from '../../src/fiscal/locale.js'
import { complementArbitrary } from '../../src/model/arbitrary.js'
import { texts } from '../../src/pdf/labels/texts.js'
import { labelOf } from '../../src/pdf/labels/labelOf.js'
import { sectionOf, type Walk } from '../../src/pdf/sections.js'
import type { Detail, Field, Section, Table, View } from '../../src/pdf/view.js'
import { viewOf } from '../../src/pdf/viewOf.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { complements } from '../../src/sat/declarations.js'
import { invoice } from '../fixtures.js'
import { fixtureNames, plainJson, stamped, stampedJson, valuesOf } from './documents.js'

/** A view as text, in reading order. */
function outline(view: View): string {
  const lines = [
    `${view.title} ${view.folio} (${view.watermark})`,
    ...[view.emisor, view.receptor, view.general, ...view.related, ...view.highlights].flatMap(
      (one) => sectionLines(one, ''),
    ),
    ...tableLines(view.conceptos, ''),
    ...view.totals.map(({ label, text, detail = '' }) => `= ${label}: ${text} ${detail}`.trimEnd()),
    `= ${view.words}`,
    ...view.complementos.flatMap((one) => sectionLines(one, '')),
    ...view.codes.map(({ label }) => `# ${label}`),
  ]
  return lines.join('\n')
}

function sectionLines({ label, fields, tables, sections }: Section, indent: string): string[] {
  const inner = `${indent}  `
  return [
    `${indent}${label}`,
    ...fields.map((field) => inner + shown(field)),
    ...tables.flatMap((table) => tableLines(table, inner)),
    ...sections.flatMap((section) => sectionLines(section, inner)),
  ]
}

function tableLines({ label, columns, rows }: Table, indent: string): string[] {
  return [
    `${indent}${label} [${columns.map((column) => column.label).join(' | ')}]`,
    ...rows.flatMap(({ cells, details }) => [
      `${indent}- ${cells.map((cell) => cell?.text ?? '').join(' | ')}`,
      ...details.map((detail) => `${indent}    ${detailLine(detail)}`),
    ]),
  ]
}

const shown = ({ label, text }: Field): string => `${label}: ${text}`
const detailLine = ({ label, fields }: Detail): string =>
  `${label} ${fields.map(shown).join(' · ')}`.trim()

describe('viewOf', () => {
  it.each([
    'ingreso',
    'global',
    'nomina12.horasExtra',
    'pagos20.dolares',
    'cartaPorte31.materialPeligroso',
    'comercioExterior20.venta',
  ])('of %s reads as people know it', async (name) => {
    expect(outline(viewOf(await stamped(name)))).toMatchSnapshot()
  })

  it.each(fixtureNames)('of %s has every value of the document', async (name) => {
    const document = process.env['CI'] === undefined ? plainJson(name) : await stampedJson(name)
    const view = JSON.stringify(viewOf(document))
    const said = new Set([...valuesOf(JSON.parse(view)), document.Serie, document.Folio])
    const details = view.replaceAll(',', '')
    const version = /^\d\.\d$|^AMC/
    const missing = valuesOf(document).filter((value) => !said.has(value) && !version.test(value))
    expect(
      missing.filter(
        (value) => !details.includes(JSON.stringify(value).slice(1, -1).replaceAll(',', '')),
      ),
    ).toEqual([])
  })

  it('is the same of XML and of JSON, and leaves its document alone', async () => {
    const [xml, json] = [await stamped('ingreso'), await stampedJson('ingreso')]
    const before = structuredClone(json)
    expect(viewOf(json)).toEqual(viewOf(xml))
    expect(json).toEqual(before)
  })

  it('marks documents that are not valid invoices', async () => {
    const json = await stampedJson('ingreso')
    const timbre = json.Complemento?.TimbreFiscalDigital as object
    const real = { ...json, NoCertificado: '00001000000500003416' }
    const TimbreFiscalDigital = { ...timbre, NoCertificadoSAT: '00001000000500003416' } as never
    expect(viewOf(json).watermark).toBe('SIN VALIDEZ FISCAL')
    expect(viewOf({ ...real, Complemento: { TimbreFiscalDigital } }).watermark).toBeUndefined()
    expect(
      viewOf({ ...real, Complemento: { TimbreFiscalDigital } }, { cancelled: true }).watermark,
    ).toBe('CANCELADO')
    expect(viewOf(invoice({ NoCertificado: '00001000000500003416' })).watermark).toBe(
      'SIN TIMBRE · SIN VALIDEZ FISCAL',
    )
    expect(viewOf(invoice())).toMatchObject({ codes: [], title: 'Factura' })
    expect(viewOf(invoice()).stamp).toMatchObject({
      seals: [],
      fields: [{ name: 'NoCertificado' }],
    })
    expect(viewOf(invoice({ NoCertificado: '' })).stamp).toBeUndefined()
    expect(viewOf(invoice()).legend).toBe('Vista previa: no es un comprobante fiscal')
  })

  it('takes labels of the host, by name or by node and name, and a locale', async () => {
    const labels = { 'Receptor.Rfc': 'Tax ID', UsoCFDI: 'Use' }
    const { receptor, emisor, totals, language } = viewOf(await stamped('ingreso'), {
      labels,
      locale: 'es-ES',
    })
    const labelsOf = ({ fields }: Section) => fields.map(({ label }) => label)
    expect(labelsOf(receptor)).toEqual(expect.arrayContaining(['Tax ID', 'Use']))
    expect(labelsOf(emisor)).toContain('RFC')
    expect([totals[0]?.text, language]).toEqual(['$17.500,00', 'es-ES'])
    await expect(async () =>
      viewOf(await stamped('ingreso'), { locale: 'fr' as never }),
    ).rejects.toThrow(TypeError)
  })

  it('shows undeclared complements by name and value, and the Addenda on request', async () => {
    const Nuevo =
      '<n:Nuevo xmlns:n="urn:nuevo" NumeroDePartida="7"><n:Linea clave="A">uno</n:Linea></n:Nuevo>'
    const document = {
      ...invoice({ Complemento: { Nuevo } }),
      Addenda: '<Pedido numero="4500">hoy</Pedido>',
    }
    const [section] = viewOf(document).complementos
    expect(sectionLines(section as Section, '')).toEqual(
      ['Nuevo', '  Número de partida: 7', '  Linea', '    Clave: A', '    Línea: uno'].map((line) =>
        line.replace('  Linea', '  Línea'),
      ),
    )
    expect(viewOf(document).addenda).toBeUndefined()
    expect(sectionLines(viewOf(document, { addenda: true }).addenda as Section, '')).toContain(
      '    Número: 4500',
    )
  })

  it('refuses other documents', () => {
    expect(() => viewOf('<a/>')).toThrow(expect.objectContaining({ code: 'XML_NOT_CFDI' }))
    expect(() => viewOf(undefined as never)).toThrow(TypeError)
    expect(() => viewOf({ ...invoice(), Total: {} } as never)).toThrow(TypeError)
  })

  it('has a section with every value of any complement that its declaration admits', () => {
    const walk: Walk = {
      wording: { catalogs, locale: locales['es-MX'], labels: {}, language: 'es', texts: texts.es },
      complements: cfdi.complements,
    }
    const any = fc
      .constantFrom(...complements)
      .chain((complement) =>
        complementArbitrary(complement).map((value) => ({ complement, value })),
      )
    fc.assert(
      fc.property(any, ({ complement, value }) => {
        const said = new Set(valuesOf(sectionOf(walk, complement.name, complement.root, value)))
        expect(leavesOf(value).filter((leaf) => !said.has(leaf))).toEqual([])
      }),
      { numRuns: Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 200 : 25)) },
    )
  })
})

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [String(value)]
  return Object.values(value).flatMap(leavesOf)
}

describe('labelOf', () => {
  it.each([
    ['FechaInicioRelLaboral', 'Inicio de la relación laboral'],
    ['TipoContrato', 'Tipo de contrato'],
    ['BaseDR', 'Base'],
    ['NumeroPedimento', 'Número pedimento'],
    ['CURPAlumno', 'CURP de alumno'],
    ['constructor', 'Constructor'],
  ])('%s is %s', (name, label) => {
    expect(labelOf(name)).toBe(label)
  })
})

describe('writeAmount', () => {
  it('adds only group separators', () => {
    const amount = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.stringMatching(/^(\.\d{1,10})?$/),
    )
    fc.assert(
      fc.property(amount, ([whole, fraction]) => {
        const text = writeAmount(`${whole}${fraction}`, locales['es-MX'])
        expect(text.replaceAll(',', '')).toBe(`${whole}${fraction}`)
        expect(text).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?$/)
      }),
    )
  })

  it.each(['AUTO', '', '1e5', '12:00'])('leaves %j alone', (text) => {
    expect(writeAmount(text, locales['es-MX'])).toBe(text)
  })
})

/** The number in words, parsed by another algorithm than the writer's. */
function numberOf(words: string): bigint {
  const [total, group] = words.split(' ').reduce(
    ([sum, part]: readonly [bigint, bigint], word): readonly [bigint, bigint] => {
      const scale = scales.find(([pattern]) => pattern.test(word))?.[1]
      if (scale === 1000n) return [sum, part === 0n ? 1000n : part * 1000n]
      if (scale !== undefined) return [sum + part * scale, 0n]
      return [sum, addTo(part, values[word] ?? 0n)]
    },
    [0n, 0n],
  )
  return total + group
}

const addTo = (part: bigint, value: bigint): bigint => part + value
const scales: readonly (readonly [RegExp, bigint])[] = [
  [/^MIL$/, 1000n],
  [/^MILL/, 10n ** 6n],
  [/^BILL/, 10n ** 12n],
  [/^TRILL/, 10n ** 18n],
]
const names =
  `CERO UN DOS TRES CUATRO CINCO SEIS SIETE OCHO NUEVE DIEZ ONCE DOCE TRECE CATORCE QUINCE DIECISÉIS DIECISIETE DIECIOCHO
DIECINUEVE VEINTE VEINTIÚN VEINTIDÓS VEINTITRÉS VEINTICUATRO VEINTICINCO VEINTISÉIS VEINTISIETE VEINTIOCHO VEINTINUEVE TREINTA`.split(
    /\s+/,
  )
const values: Readonly<Record<string, bigint>> = {
  ...Object.fromEntries(names.map((name, value) => [name, BigInt(value)])),
  ...{
    CUARENTA: 40n,
    CINCUENTA: 50n,
    SESENTA: 60n,
    SETENTA: 70n,
    OCHENTA: 80n,
    NOVENTA: 90n,
    CIEN: 100n,
    CIENTO: 100n,
  },
  ...{
    DOSCIENTOS: 200n,
    TRESCIENTOS: 300n,
    CUATROCIENTOS: 400n,
    QUINIENTOS: 500n,
    SEISCIENTOS: 600n,
  },
  ...{ SETECIENTOS: 700n, OCHOCIENTOS: 800n, NOVECIENTOS: 900n },
}

describe('amountInWords', () => {
  it.each([
    ['0.00', 'MXN', 'CERO PESOS 00/100 M.N.'],
    ['1.00', 'MXN', 'UN PESO 00/100 M.N.'],
    ['21.50', 'MXN', 'VEINTIÚN PESOS 50/100 M.N.'],
    ['100', 'USD', 'CIEN DÓLARES 00/100 USD'],
    ['101.01', 'MXN', 'CIENTO UN PESOS 01/100 M.N.'],
    ['1000', 'MXN', 'MIL PESOS 00/100 M.N.'],
    ['21000', 'EUR', 'VEINTIÚN MIL EUROS 00/100 EUR'],
    ['1000000', 'MXN', 'UN MILLÓN DE PESOS 00/100 M.N.'],
    ['2000001.10', 'MXN', 'DOS MILLONES UN PESOS 10/100 M.N.'],
    [
      '999999999999999999.99',
      'MXN',
      /^NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE BILLONES .* PESOS 99\/100 M\.N\.$/,
    ],
    ['1234.5055', 'MXN', 'MIL DOSCIENTOS TREINTA Y CUATRO PESOS 5055/10000 M.N.'],
    ['500', 'BHD', 'QUINIENTOS 00/100 BHD'],
  ])('%s %s', (amount, currency, words) => {
    expect(amountInWords(amount, currency)).toMatch(words)
  })

  it('supports currencies without cents, and refuses other texts', () => {
    expect(amountInWords('1500', 'JPY', 0)).toBe('MIL QUINIENTOS YENES JPY')
    expect(
      ['AUTO', '-1', '1e5', '', '1'.repeat(25)].map((text) => amountInWords(text, 'MXN')),
    ).toEqual(Array(5).fill(undefined))
  })

  it('writes exactly the given number', () => {
    const whole = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }),
      fc.bigInt({ min: 0n, max: 10n ** 7n }),
    )
    fc.assert(
      fc.property(whole, (count) => {
        expect(
          numberOf(amountInWords(String(count), 'ZZZ', 0)?.replace(' ZZZ', '') as string),
        ).toBe(count)
      }),
      { numRuns: 500 },
    )
  })
})
