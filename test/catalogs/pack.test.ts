import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../../src/catalogs/format.js'
import { compress } from '../../src/catalogs/importer/compress.js'
import type { Model } from '../../src/catalogs/importer/model.js'
import { packedModule, packedTextOf } from '../../src/catalogs/importer/module.js'
import { type PackOptions, pack } from '../../src/catalogs/importer/pack.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import { openTable } from '../../src/catalogs/table.js'
import { packed } from '../../src/node/packed.js'
import { runs } from '../effort.js'

const cell = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '1',
    'Sí',
    'Opcional',
    '2022-01-01',
    '\\V*',
    '`',
    `\${x}`,
    '\\',
    "'",
    '🧾',
    'a\\`b',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/\p{Cc}/gu, '')),
)
const kinds: Kind[] = ['text', 'optional']

interface Shape {
  readonly codes: readonly string[]
  readonly scoped: boolean
  readonly columns: readonly (readonly string[])[]
}

/**
 * Unique codes, of digits or of anything, few or many; columns that are constant, repetitive or
 * free.
 */
const shapes: fc.Arbitrary<Shape> = fc
  .record({
    digits: fc.boolean(),
    scoped: fc.boolean(),
    rows: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 257, max: 700 })),
    pools: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 0, maxLength: 4 }),
    seed: fc.nat(1000),
  })
  .map(({ digits, scoped, rows, pools, seed }) => ({
    scoped,
    codes: Array.from({ length: rows }, (_, row) =>
      digits ? String(row * 7 + seed).padStart(5, '0') : `C${row}ñ`,
    ),
    columns: pools.map((pool, at) =>
      Array.from({ length: rows }, (_, row) =>
        at === 3
          ? `${row}${pool[0]}`
          : pool[(at === 1 ? row >> 7 : row * (seed + 1)) % pool.length]!,
      ),
    ),
  }))

const coded = {
  clave: { modulus: 10 },
  campo0: { modulus: 100 },
  campo1: { beside: 'campo0' },
  campo2: { modulus: 10, follows: true },
} as const

function modelOf({ codes, scoped, columns }: Shape): Model {
  const scopes = codes.map((_, row) => (row < codes.length / 2 ? '01' : '02'))
  const values = columns.map((texts, at) => ({ name: `campo${at}`, kind: kinds[at % 2]!, texts }))
  const scope = { name: 'estado', kind: 'text' as const, texts: scopes }
  return {
    name: 'c_Prueba',
    codes,
    columns: scoped ? [scope, ...values] : values,
    ...(scoped && { scope: 'estado', scopes }),
  }
}

function reopen(model: Model, options: Omit<PackOptions, 'compress'>) {
  const texts = new Map(
    pack(model, { compress, ...options }).map(({ name, text }) => [
      name,
      packedTextOf(packedModule({ name, text })),
    ]),
  )
  return openTable(
    'c_Prueba',
    (name) => texts.get(name),
    () => undefined,
  )!
}

describe('pack', () => {
  it('is undone by openTable, through the module', () => {
    fc.assert(
      fc.property(shapes, fc.boolean(), fc.boolean(), (shape, apart, isCoded) => {
        const model = modelOf(shape)
        const options = { ...(apart && { texts: ['campo3'] }), ...(isCoded && { coded }) }
        const table = reopen(model, { date: '2026-08-06', ...options })
        expect(table.header.rows).toBe(model.codes.length)
        model.codes.forEach((code, row) => {
          expect(table.key.find(code, model.scopes?.[row])).toBe(row)
          expect(table.key.code(row)).toBe(code)
          for (const { name, texts } of model.columns)
            expect(table.columns.get(name)!.text(row)).toBe(texts[row])
        })
        expect(table.key.find('nada')).toBe(-1)
        if (model.scopes)
          expect(table.key.within('02')).toEqual(
            model.scopes.flatMap((scope, row) => (scope === '02' ? [row] : [])),
          )
      }),
      { numRuns: runs(60) },
    )
  })

  it('codes steps and places by models, in few bytes, and detects a place without a value', () => {
    const rows = Array.from({ length: 4000 }, (_, row) => row)
    const years = rows.map((row) => 2007 + (row % 20))
    const model: Model = {
      name: 'c_Prueba',
      codes: rows.map((row) => `${String(Math.floor(row / 20) * 3).padStart(4, '0')}${years[row]}`),
      columns: [
        { name: 'desde', kind: 'date', texts: years.map((year) => `${year}-01-01`) },
        { name: 'lugar', kind: 'optional', texts: rows.map((row) => (row % 7 ? 'ab' : '')) },
        { name: 'zona', kind: 'text', texts: rows.map((row) => (row % 7 ? 'Norte' : 'Sur')) },
      ],
    }
    const year = { modulus: 10_000 }
    const options = {
      date: '2026-08-06',
      coded: { clave: year, desde: year, lugar: { modulus: 7 }, zona: { beside: 'lugar' } },
    }
    const table = reopen(model, options)
    for (const { name, texts } of model.columns)
      expect(rows.map((row) => table.columns.get(name)!.text(row))).toEqual(texts)
    expect(rows.map((row) => table.key.code(row))).toEqual(model.codes)
    const { key, columns } = table.header
    expect(key).toMatchObject({ modulus: 10_000 })
    expect(columns.map(({ as }) => as)).toEqual(['coded', 'coded', 'coded'])
    for (const { bytes } of [key, ...columns] as { readonly bytes: number }[])
      expect(bytes).toBeLessThan(700)
    const { text } = pack(model, { compress, ...options })[0]!
    const damaged = openTable(
      'c_Prueba',
      () => text.replace('"2007-01-01",', '').replace('"2008-01-01",', ''),
      () => undefined,
    )!
    expect(() => damaged.columns.get('desde')!.text(0)).toThrow('damaged catalogue c_Prueba')
  })

  it('keeps a scope of digits to its own codes, first and last included', () => {
    const scopes = ['01000', '01000', '01000', '01001', '01001']
    const codes = ['0000', '0001', '9999', '0000', '9999']
    const rows = Array.from({ length: 300 }, (_, at) => at % 5)
    const spread = rows.map((at, index) =>
      String(Number(scopes[at]) + 2 * Math.floor(index / 5)).padStart(5, '0'),
    )
    const model: Model = {
      name: 'c_Prueba',
      codes: rows.map((at) => codes[at]!),
      scopes: spread,
      scope: 'estado',
      columns: [],
    }
    const { key } = reopen(model, { date: '2026-08-06' })
    expect(key.within('01000').map((row) => key.code(row))).toEqual(['0000', '0001', '9999'])
    expect(key.within('01001').map((row) => key.code(row))).toEqual(['0000', '9999'])
    expect([
      key.find('9999', '01000'),
      key.find('0001', '01001'),
      key.find('9999'),
      key.find('9999', '99999'),
    ]).toEqual([2, -1, 2, -1])
  })

  it('keeps many dates as days, empty ones and those before 1970 too', () => {
    const rows = Array.from({ length: 300 }, (_, row) => row)
    const texts = rows.map((row) => {
      if (row % 7 === 0) return ''
      return new Date(Date.UTC(1950, 0, 1 + ((row * 7919) % 40_000))).toISOString().slice(0, 10)
    })
    const model: Model = {
      name: 'c_Prueba',
      codes: rows.map((row) => `A${row}`),
      columns: [{ name: 'vigenciaDesde', kind: 'date', texts }],
    }
    const table = reopen(model, { date: '2026-08-06' })
    const column = table.columns.get('vigenciaDesde')!
    expect(table.header.columns).toMatchObject([{ as: 'days' }])
    expect(rows.map((row) => column.text(row))).toEqual(texts)
    expect(rows.map((row) => column.value(row))).toEqual(texts.map((text) => text || undefined))
  })

  it('borrows a text that a lender has, and keeps the rest', () => {
    const texts = Array.from({ length: 300 }, (_, row) => `texto ${row}`)
    const codes = texts.map((_, row) => `C${row}`)
    const lender: Model = {
      name: 'c_Base',
      codes,
      columns: [{ name: 'texto', kind: 'text', texts }],
    }
    const own: Model = {
      ...lender,
      name: 'c_Prueba',
      columns: [
        {
          name: 'texto',
          kind: 'text',
          texts: texts.map((text, row) => (row === 7 ? 'otro' : text)),
        },
      ],
    }
    const lent = (column: string, code: string) =>
      column === 'texto' ? { lender: 'c_Base', text: texts[Number(code.slice(1))]! } : undefined
    const base = pack(lender, { compress, date: '2026-08-06' })
    const packed = new Map(
      [...base, ...pack(own, { compress, date: '2026-08-06', lent })].map(({ name, text }) => [
        name,
        text,
      ]),
    )
    expect(packed.get('c_Prueba')!.length).toBeLessThan(packed.get('c_Base')!.length * 0.6)
    const open = (name: string): ReturnType<typeof openTable> =>
      openTable(name, (one) => packed.get(one), open)
    const column = open('c_Prueba')!.columns.get('texto')!
    expect([column.text(6), column.text(7), column.text(8)]).toEqual(['texto 6', 'otro', 'texto 8'])
  })

  it('keeps small catalogues readable, a row a line', () => {
    const model = modelOf({
      codes: ['G01', 'G02'],
      scoped: false,
      columns: [
        ['Sí', 'Sí'],
        ['a', 'b'],
      ],
    })
    const [one] = pack(model, { compress, date: '2026-08-06' })
    expect(one!.text.split('\n').slice(1)).toEqual(['G01\ta', 'G02\tb'])
  })
})

describe('packedModule', () => {
  it('evaluates to the text, whatever is in it', async () => {
    const text = `{"a":1}\n\`\${process.exit(1)}\` \\V* \\\\ $ {x} \\n ñ 🧾 \\\``
    const module = packedModule({ name: 'x', text })
    const evaluated = (await import(
      `data:text/javascript,${encodeURIComponent(module.replace(/ as string\n$/, '\n'))}`
    )) as { default: string }
    expect(evaluated.default).toBe(text)
    expect(packedTextOf(module)).toBe(text)
  })
})

describe('a packed text that is not whole', () => {
  const forms = [
    'c_Moneda',
    'c_UsoCFDI',
    'c_Municipio',
    'c_PatenteAduanal',
    'c_Estaciones',
  ] as const

  it('is named in the error, and never read as a catalogue with fewer codes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (name, part) => {
          const whole = packed(name)!
          // A truncated last cell cannot be detected.
          const cell = whole.lastIndexOf('\t')
          const cut = whole.slice(0, Math.floor((cell < 0 ? whole.length - 8 : cell) * part))
          const set = createCatalogSet({ packed: (one) => (one === name ? cut : packed(one)) })
          expect(() => set.catalog(name).size).toThrow(RangeError)
          expect(() => set.catalog(name).size).toThrow(`damaged catalogue ${name}: `)
        },
      ),
    )
  })

  it('nor one catalogue for another, nor zones that are cut', () => {
    const set = createCatalogSet({
      packed: (name) => packed(name === 'c_Moneda' ? 'c_Pais' : name),
    })
    expect(() => set.catalog('c_Moneda').has('MXN')).toThrow(
      new RangeError('damaged catalogue c_Moneda: it is c_Pais'),
    )
    const cut = createCatalogSet({ packed: (name) => packed(name)?.slice(0, 400) })
    expect(() => cut.zoneOf('06600')).toThrow('damaged catalogue zonas: cut short')
  })
})
