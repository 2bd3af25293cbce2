import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogs, createCatalogs } from '../../src/catalogs/catalogs.js'
import { catalogNames } from '../../src/catalogs/packed/names.js'
import type { CatalogName } from '../../src/catalogs/rows.js'
import { fold, wordsOf } from '../../src/catalogs/words.js'

const codes = (matches: readonly { clave: string }[]): string[] => matches.map(({ clave }) => clave)

describe('search in a catalogue', () => {
  it('does not mind accents, case, order or part of a word', () => {
    const wanted = codes(catalogs.search('c_ClaveProdServ', 'servicios de facturación'))
    expect(wanted).toContain('84111506')
    for (const text of [
      'SERVICIOS DE FACTURACION',
      'facturación servicios',
      '  servicios,  factura ',
    ]) {
      expect(codes(catalogs.search('c_ClaveProdServ', text, 50))).toContain('84111506')
    }
  })

  it('finds the code itself first, then descriptions that begin with the word', () => {
    expect(catalogs.search('c_ClaveProdServ', '84111506')[0]).toMatchObject({
      catalog: 'c_ClaveProdServ',
      clave: '84111506',
      texto: 'Servicios de facturación',
    })
    expect(
      codes(catalogs.search('c_ClaveProdServ', '841115', 5)).every((code) =>
        code.startsWith('841115'),
      ),
    ).toBe(true)
    expect(codes(catalogs.search('c_ClaveUnidad', 'pieza'))[0]).toBe('H87')
    expect(codes(catalogs.search('c_MetodoPago', 'pago en una sola exhibicion'))).toEqual(['PUE'])
  })

  it('looks into the similar words too', () => {
    expect(codes(catalogs.search('c_ClaveProdServ', 'público en general'))).toContain('01010101')
  })

  it('needs every word, and finds nothing for none', () => {
    expect(catalogs.search('c_ClaveProdServ', 'gatos zzzz')).toEqual([])
    for (const text of ['', '   ', ',;', '\n'])
      expect(catalogs.search('c_Moneda', text)).toEqual([])
  })

  it('does not run from one row into the next', () => {
    for (const { texto, clave } of catalogs.search('c_FormaPago', 'a 0', 100))
      expect(fold(`${clave} ${texto}`)).toContain('a')
    const all = codes(catalogs.search('c_Exportacion', 'definitiva', 10))
    expect(all).toEqual(['02', '04'])
  })

  it('returns at most the limit', () => {
    expect(catalogs.search('c_ClaveProdServ', 'servicio')).toHaveLength(20)
    expect(catalogs.search('c_ClaveProdServ', 'servicio', 3)).toHaveLength(3)
    expect(catalogs.search('c_ClaveProdServ', 'servicio', 0)).toEqual([])
  })

  it('agrees with a plain scan', () => {
    const words = wordsOf('bomba agua').map(({ text }) => text)
    const plain = [...catalogs.catalog('c_ClaveProdServ').rows()].filter(
      ({ clave, texto, similares }) => {
        const line = fold(`${clave}\t${texto}\t${similares ?? ''}`)
        return words.every((word) => line.includes(word))
      },
    )
    expect(codes(catalogs.search('c_ClaveProdServ', 'bomba agua', 1e6)).sort()).toEqual(
      codes(plain).sort(),
    )
    expect(plain.length).toBeGreaterThan(5)
  })
})

const first = (name: CatalogName, text: string): string | undefined =>
  catalogs.search(name, text, 1)[0]?.clave

describe('typed texts', () => {
  it.each([
    ['c_ClaveUnidad', 'm3', 'MTQ'],
    ['c_ClaveUnidad', 'm²', 'MTK'],
    ['c_ClaveUnidad', 'm', 'MTR'],
    ['c_ClaveUnidad', 'kg', 'KGM'],
    ['c_ClaveUnidad', 'kilos', 'KGM'],
    ['c_ClaveUnidad', 'litros', 'LTR'],
    ['c_ClaveUnidad', 'piezas', 'H87'],
    ['c_ClaveUnidad', 'servicios', 'E48'],
    ['c_ClaveUnidad', '%', 'P1'],
    ['c_Moneda', 'dolar', 'USD'],
    ['c_Moneda', 'dólares', 'USD'],
    ['c_Moneda', 'pesos', 'MXN'],
    ['c_Pais', 'estados unidos', 'USA'],
    ['c_UsoCFDI', 'nomina.', 'CN01'],
    ['c_CodigoPostal', '64000', '64000'],
  ] as const)('%s, %s: %s comes first', (name, text, code) => {
    expect(first(name, text)).toBe(code)
  })

  it('the number of a word does not count, either way', () => {
    for (const [one, other] of [
      ['servicio', 'servicios'],
      ['lapiz', 'lapices'],
      ['llave', 'llaves'],
      ['pared', 'paredes'],
    ] as const) {
      const found = new Set(codes(catalogs.search('c_ClaveProdServ', one, Infinity)))
      const turned = codes(catalogs.search('c_ClaveProdServ', other, Infinity))
      const whole = new RegExp(`\\b(?:${one}|${other})\\b`)
      for (const { clave, texto } of catalogs.catalog('c_ClaveProdServ').rows({ limit: 20_000 }))
        if (whole.test(fold(texto)))
          expect([clave, found.has(clave), turned.includes(clave)]).toEqual([clave, true, true])
    }
  })

  it('the places of a postal code', () => {
    const [best] = catalogs.search('c_CodigoPostal', 'Monterrey')
    expect(best).toMatchObject({ clave: '64000', texto: 'Monterrey, Nuevo León', state: 'valid' })
    const [tijuana] = catalogs.search('c_CodigoPostal', 'baja california tijuana')
    expect(tijuana).toMatchObject({ clave: '22000', texto: 'Tijuana, Baja California' })
    expect(catalogs.search('monterrey').map(({ catalog }) => catalog)).toContain('c_CodigoPostal')
    const own = createCatalogs({
      overrides: { c_CodigoPostal: { rows: [{ clave: '99999', estado: 'NLE' }] } },
    })
    expect(own.search('c_CodigoPostal', '99999')[0]).toMatchObject({
      clave: '99999',
      texto: 'Nuevo León',
    })
  })

  it('includes the scope of a code', () => {
    const found = catalogs.search('c_Municipio', 'benito juarez')
    expect(found[0]!.scope).toBeDefined()
    for (const { clave, scope, texto } of found)
      expect(catalogs.catalog('c_Municipio').get(clave, 'texto', scope)).toBe(texto)
    expect(first('c_Moneda', 'peso')).toBe('MXN')
    expect(catalogs.search('c_Moneda', 'peso')[0]).not.toHaveProperty('scope')
  })
})

describe('codes of before', () => {
  it.each([
    ['c_INCOTERM', 'DAF'],
    ['c_CveTransporte', '05'],
    ['c_CodigoPostal', '00000'],
  ] as const)('%s %s is found and marked', (name, code) => {
    expect(catalogs.search(name, code)[0]).toMatchObject({ clave: code, state: 'expired' })
    expect(catalogs.search(name, code, { at: '2019-01-01' })[0]?.state).toBe(
      catalogs.catalog(name).state(code, '2019-01-01'),
    )
  })

  it('come after those in force, on any day', () => {
    for (const at of ['2022-06-01', '2024-03-22', new Date('2026-11-21T18:00:00Z')]) {
      const found = catalogs.search('c_FraccionArancelaria', 'partes', { at, limit: 100 })
      for (const { clave, state } of found)
        expect(state).toBe(catalogs.catalog('c_FraccionArancelaria').state(clave, at))
    }
  })

  it('in a catalogue without a date, those with a last day', () => {
    const rows = [
      { clave: 'A', texto: 'uno' },
      { clave: 'B', texto: 'uno', vigenciaHasta: '2020-01-01' },
    ]
    const own = createCatalogs({ packed: () => undefined, overrides: { c_ObjetoImp: { rows } } })
    expect(own.search('c_ObjetoImp', 'uno').map(({ clave, state }) => [clave, state])).toEqual([
      ['A', 'valid'],
      ['B', 'expired'],
    ])
  })
})

describe('bounds', () => {
  it('repeated words count once, and few of many', () => {
    expect(wordsOf('a '.repeat(100)).map(({ text }) => text)).toEqual(['a'])
    expect(wordsOf('% '.repeat(8000)).map(({ text }) => text)).toEqual(['%'])
    const many = Array.from({ length: 50_000 }, (_, word) => `p${word}`).join(' ')
    expect(wordsOf(many)).toHaveLength(16)
    expect(wordsOf('x'.repeat(1_000_000))[0]!.text).toHaveLength(200)
    expect(wordsOf('... - / -- ./')).toEqual([])
  })

  it('a repeated word gives the same matches', () => {
    expect(catalogs.search('c_ClaveProdServ', 'agua '.repeat(100))).toEqual(
      catalogs.search('c_ClaveProdServ', 'agua'),
    )
  })

  it('the first of a longer answer are the answer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a', 'de la', 'servicio', 'kit', '10'),
        fc.integer({ min: 0, max: 200 }),
        (text, limit) => {
          const all = catalogs.search('c_ClaveProdServ', text, Infinity)
          const some = catalogs.search('c_ClaveProdServ', text, limit)
          expect(some.map(({ score }) => score)).toEqual(
            all.slice(0, limit).map(({ score }) => score),
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  it('whatever is typed is answered, with rows that are there', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.lorem(),
    )
    fc.assert(
      fc.property(typed, fc.constantFrom(...catalogNames), (text, name) => {
        for (const { clave, scope } of catalogs.search(name, text, 5))
          expect(catalogs.catalog(name).has(clave, scope)).toBe(true)
      }),
    )
  })

  it('mistakes of a programmer throw', () => {
    const search = catalogs.search.bind(catalogs) as (...asked: unknown[]) => unknown
    const asked: [unknown[], string][] = [
      [['c_Moneda'], 'search: expected a string, not undefined'],
      [['c_Moneda', 5], 'search: expected a string, not number'],
      [[], 'search: expected a string, not undefined'],
      [[null], 'search: expected a string, not null'],
      [['c_Moneda', 'peso', { at: '2026-02-30' }], 'a day that exists'],
      [['peso', { at: 'hoy' }], 'a day that exists'],
    ]
    for (const [given, message] of asked) {
      expect(() => search(...given)).toThrow(TypeError)
      expect(() => search(...given)).toThrow(message)
    }
    for (const limit of [-1, 1.5, Number.NaN])
      for (const given of [
        ['c_Moneda', 'peso', limit],
        ['peso', { limit }],
      ])
        expect(() => search(...given)).toThrow(
          new RangeError(`limit: expected a whole number from 0 on, not ${limit}`),
        )
  })
})

describe('search everywhere', () => {
  it('answers from the catalogues that people choose from', () => {
    const found = catalogs.search('honorarios', 50)
    expect(new Set(found.map(({ catalog }) => catalog))).toContain('c_UsoCFDI')
    expect(new Set(found.map(({ catalog }) => catalog))).toContain('c_TipoRegimen')
    expect(found).toEqual(
      [...found].sort(
        (a, b) =>
          b.score - a.score || a.texto.length - b.texto.length || (a.clave < b.clave ? -1 : 1),
      ),
    )
  })

  it('takes the limit', () => {
    expect(catalogs.search('pago', 4)).toHaveLength(4)
  })
})
