import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { catalog, catalogs, createCatalogs } from '../../src/catalogs/catalogs.js'
import { dayOf } from '../../src/catalogs/day.js'
import { catalogNames } from '../../src/catalogs/packed/names.js'
import type { Packed } from '../../src/catalogs/table.js'
import { packed } from '../../src/node/packed.js'
import { runs } from '../effort.js'

/** The data of the package, with a record of the requested names. */
const spying =
  (read: string[]): Packed =>
  (name) => {
    read.push(name)
    return packed(name)
  }

describe('a small catalogue', () => {
  const uso = catalog('c_UsoCFDI')

  it('finds typed rows', () => {
    const row = uso.find('G03')!
    expect(row).toEqual({
      clave: 'G03',
      texto: 'Gastos en general.',
      aplicaFisica: true,
      aplicaMoral: true,
      vigenciaDesde: '2022-01-01',
      vigenciaHasta: undefined,
      regimenesFiscalesReceptores: [
        '601',
        '603',
        '606',
        '612',
        '620',
        '621',
        '622',
        '623',
        '624',
        '625',
        '626',
      ],
    })
    expectTypeOf(row.regimenesFiscalesReceptores).toEqualTypeOf<readonly string[]>()
    expectTypeOf(catalog('c_Moneda').get('MXN', 'decimales')).toEqualTypeOf<number | undefined>()
    expect(() => Object.assign(row, { texto: 'x' })).toThrow(TypeError)
    expect(() => (row.regimenesFiscalesReceptores as string[]).push('x')).toThrow(TypeError)
  })

  it('has a name, a date and a size', () => {
    expect([uso.name, uso.size, uso.complete, uso.date]).toEqual([
      'c_UsoCFDI',
      24,
      true,
      '2026-08-06',
    ])
    expect([...uso.codes()].slice(0, 3)).toEqual(['G01', 'G02', 'G03'])
    expect([...uso.rows()]).toHaveLength(24)
  })

  it('takes codes as they are written, case and spaces included', () => {
    for (const code of ['g03', 'G03 ', ' G03', 'G3', '']) {
      expect([uso.has(code), uso.admits(code), uso.find(code)]).toEqual([false, false, undefined])
    }
  })
})

describe('dates', () => {
  it('first and last day are in force', () => {
    const fraccion = catalog('c_FraccionArancelaria')
    const states = ['2024-01-17', '2024-01-18', '2024-03-22', '2024-03-23'].map((day) =>
      fraccion.state('9503002300', day),
    )
    expect(states).toEqual(['notYet', 'valid', 'valid', 'expired'])
    expect(fraccion.state('9999999999', '2024-02-01')).toBe('unknown')
    expect(fraccion.find('9503002300', '2024-03-22T23:59:59')?.unidad).toBe('01')
    expect(fraccion.find('9503002300', '2024-03-23T00:00:00')).toBeUndefined()
    expect(fraccion.find('9503002300')?.vigenciaHasta).toBe('2024-03-22')
  })

  it('a Date is its civil day in Mexico City', () => {
    expect(dayOf(new Date('2026-01-01T05:59:59Z'))).toBe('2025-12-31')
    expect(dayOf(new Date('2026-01-01T06:00:00Z'))).toBe('2026-01-01')
    expect(catalog('c_TipoPercepcion').state('055', new Date('2026-01-01T05:59:59Z'))).toBe(
      'notYet',
    )
    expect(catalog('c_TipoPercepcion').state('055', new Date('2026-01-01T06:00:00Z'))).toBe('valid')
  })

  it('a text with an offset is a moment, one without is the day it writes', () => {
    expect(dayOf('2026-01-01T03:00:00Z')).toBe('2025-12-31')
    expect(dayOf('2026-01-01T03:00:00-06:00')).toBe('2026-01-01')
    expect(dayOf('2026-01-01T03:00:00')).toBe('2026-01-01')
    const moments = fc.date({
      min: new Date('1990-01-01Z'),
      max: new Date('2090-01-01Z'),
      noInvalidDate: true,
    })
    fc.assert(fc.property(moments, (moment) => dayOf(moment.toISOString()) === dayOf(moment)))
  })

  it('a day is one that exists', () => {
    const part = (most: number) =>
      fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
    const texts = fc
      .tuple(fc.integer({ min: 1000, max: 9999 }), part(13), part(32))
      .map((parts) => parts.join('-'))
    fc.assert(
      fc.property(texts, (text) => {
        const moment = new Date(`${text}T00:00:00Z`)
        const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
        if (exists) expect(dayOf(text)).toBe(text)
        else expect(() => dayOf(text)).toThrow(TypeError)
      }),
      { numRuns: runs(500) },
    )
  })

  it.each([
    undefined,
    null,
    0,
    '',
    'ayer',
    '26-01-01',
    '2026-02-30',
    '2026-13-01',
    '2025-02-29T10:00:00',
    '2026-02-30T10:00:00Z',
    '2026-01-015',
    '2026-01-01 o después',
    new Date('+010000-01-02T00:00:00Z'),
    new Date(Number.NaN),
    {},
  ])('refuses %s', (at) => {
    expect(() => catalog('c_Moneda').state('MXN', at as never)).toThrow(TypeError)
  })

  it('codes of before are members that ended', () => {
    const postal = catalog('c_CodigoPostal')
    expect([
      postal.has('00000'),
      postal.admits('00000'),
      postal.state('00000', '2026-01-01'),
    ]).toEqual([true, true, 'expired'])
    expect(catalog('c_INCOTERM').state('DDU', '2024-01-18')).toBe('expired')
    expect(catalog('c_Estado_Nomina').state('DIF', '2023-07-01')).toBe('expired')
  })
})

describe('lists', () => {
  const paged = [
    'c_Moneda',
    'c_INCOTERM',
    'c_TasaOCuota',
    'c_MaterialPeligroso',
    'c_Municipio',
    'c_FraccionArancelaria',
  ] as const
  const count = fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined })
  const days = fc.option(
    fc.constantFrom('2019-01-01', '2024-01-17', '2024-03-22', '2026-01-22', '2026-11-21'),
    {
      nil: undefined,
    },
  )

  it('pages are slices of the codes in force that day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paged), days, count, count, (name, at, offset, limit) => {
        const one = catalog(name)
        const inForce = [...one.rows()].filter(
          ({ vigenciaDesde: from, vigenciaHasta: to }) =>
            at === undefined ||
            ((from === undefined || from <= at) && (to === undefined || at <= to)),
        )
        const end = limit === undefined ? undefined : (offset ?? 0) + limit
        const keys = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row))
        expect(keys(one.rows({ at, offset, limit }))).toEqual(keys(inForce.slice(offset ?? 0, end)))
        const codes = [...new Set(inForce.map(({ clave }) => clave))]
        expect([...one.codes({ at, offset, limit })]).toEqual(codes.slice(offset ?? 0, end))
      }),
      { numRuns: runs(60) },
    )
  })

  it('codes of a day agree with find and state', () => {
    for (const name of [
      'c_INCOTERM',
      'c_CveTransporte',
      'c_ObjetoImp',
      'c_TipoPercepcion',
    ] as const)
      for (const at of ['2019-06-01', '2024-01-17', '2024-07-17', '2026-11-21']) {
        const listed = new Set(catalog(name).codes({ at }))
        for (const code of catalog(name).codes()) {
          expect(catalog(name).state(code, at) === 'valid').toBe(listed.has(code))
          expect(catalog(name).find(code, at) !== undefined).toBe(listed.has(code))
        }
      }
    expect([...catalog('c_INCOTERM').codes({ at: '2026-11-21' })]).not.toContain('DAF')
    expect([...catalog('c_CodigoPostal').rows({ at: '2026-11-21', limit: 1 })][0]?.clave).not.toBe(
      '00000',
    )
    expect(
      catalog('c_Municipio')
        .within('BCN', '2026-01-22')
        .map(({ clave }) => clave),
    ).not.toContain('007')
  })

  it('an invalid count throws at once', () => {
    for (const wrong of [-1, 0.5, Number.NaN, '3' as never]) {
      expect(() => catalog('c_Moneda').rows({ limit: wrong })).toThrow(RangeError)
      expect(() => catalog('c_Moneda').codes({ offset: wrong })).toThrow(
        'offset: expected a whole number from 0 on',
      )
      expect(() => catalog('c_Moneda').closest('MNX', wrong)).toThrow(RangeError)
    }
    expect(() => catalog('c_Moneda').rows({ at: '2026-02-30' })).toThrow(TypeError)
  })

  it('codes worth listing', () => {
    expect(catalogs.codes('c_MetodoPago')).toEqual(['PUE', 'PPD'])
    expect(catalogs.codes('c_INCOTERM', { at: '2026-11-21' })).not.toContain('DAF')
    expect(catalogs.codes('c_Moneda', { most: 182 })).toBeUndefined()
    expect(catalogs.codes('c_Moneda', { most: 183 })).toHaveLength(183)
    for (const name of [
      'c_ClaveTipoCombustible',
      'Tareas',
      'c_ClaveProdServ',
      'c_NumAutorizacionNaviero',
    ])
      expect(catalogs.codes(name)).toBeUndefined()
  })
})

describe('the big catalogues', () => {
  it('postal codes', () => {
    const postal = catalog('c_CodigoPostal')
    expect(postal.size).toBe(95_749)
    expect(
      ['estado', 'municipio', 'localidad', 'estimuloFrontera'].map((field) =>
        postal.get('22000', field as 'estado'),
      ),
    ).toEqual(['BCN', '004', '04', 1])
    expect([
      postal.get('01001', 'municipio'),
      postal.get('24330', 'estimuloFrontera'),
      postal.get('06600', 'estimuloFrontera'),
    ]).toEqual([undefined, 2, 0])
    expect(postal.find('22000')).toMatchObject({
      husoDescripcion: 'Tiempo del Noroeste',
      husoVeranoDiferencia: -7,
      husoInviernoDiferencia: -8,
    })
  })

  it('products, whose descriptions are read only on request', () => {
    const read: string[] = []
    const own = createCatalogs({ packed: spying(read) }).catalog('c_ClaveProdServ')
    expect(read).toEqual([])
    const row = own.find('84111506')!
    expect([
      row.ivaTrasladado,
      row.estimuloFrontera,
      own.get('80111700', 'ivaTrasladado'),
      own.has('84111506'),
    ]).toEqual(['Opcional', true, 'Sí', true])
    expect(read).toEqual(['c_ClaveProdServ'])
    expect(row.texto).toBe('Servicios de facturación')
    expect(own.get('10101501', 'texto')).toBe('Gatos vivos')
    expect(read).toEqual(['c_ClaveProdServ', 'c_ClaveProdServ.texto'])
    expect(JSON.parse(JSON.stringify(row))).toMatchObject({
      clave: '84111506',
      texto: 'Servicios de facturación',
    })
    expect({ ...row }).toMatchObject({ texto: 'Servicios de facturación' })
  })

  it('goods of Carta Porte, whose descriptions are those of the products', () => {
    const bienes = catalog('c_ClaveProdServCP')
    expect(bienes.find('12131501')).toMatchObject({
      clave: '12131501',
      texto: catalog('c_ClaveProdServ').get('12131501', 'texto'),
    })
    expect(
      ['0', '1', '0,1'].map(
        (kind) => [...bienes.rows()].filter((row) => row.materialPeligroso === kind).length,
      ),
    ).toEqual([46_063, 54, 2640])
  })

  it('pedimento numbers, by their ten digits', () => {
    const pedimentos = catalog('c_NumPedimentoAduana')
    expect(pedimentos.find('2431732025')).toEqual({
      clave: '2431732025',
      aduana: '24',
      patente: '3173',
      ejercicio: '2025',
      cantidad: 999_999,
      vigenciaDesde: '2025-01-01',
      vigenciaHasta: undefined,
    })
    expect([pedimentos.has('2420182026'), pedimentos.state('2420182026', '2026-09-17')]).toEqual([
      true,
      'notYet',
    ])
  })

  it('asking the XSD: forms that it admits and the tables do not list', () => {
    const admitted = {
      c_ClaveProdServ: ['00067166', '84111506'],
      c_CodigoPostal: ['00218', '00000'],
      c_Colonia: ['4454'],
      c_FraccionArancelaria: ['01061902', '9503002300'],
      c_Estaciones: ['EA105', 'EF1726', 'PM017'],
      c_MaterialPeligroso: ['M0248', '1462'],
      c_NumAutorizacionNaviero: ['ANG020/2025', 'SCT418/029/2017'],
    } as const
    for (const [name, codes] of Object.entries(admitted))
      for (const code of codes)
        expect([name, code, catalogs.admits(name, code)]).toEqual([name, code, true])
    for (const name of Object.keys(admitted))
      for (const code of ['', 'x', '4454x', 'm0248', 'ea105', '1\n'])
        expect([name, code, catalogs.admits(name, code)]).toEqual([name, code, false])
    expect(catalogs.admits('c_NoExiste', '01')).toBeUndefined()
    expect(catalogs.closest('c_NoExiste', '01')).toEqual([])
  })
})

describe('scopes', () => {
  it('a municipality in its state', () => {
    const municipio = catalog('c_Municipio')
    expect([
      municipio.has('570'),
      municipio.has('570', 'OAX'),
      municipio.has('570', 'JAL'),
      municipio.has('570', 'XXX'),
    ]).toEqual([true, true, false, false])
    expect([
      municipio.find('001', undefined, 'OAX')?.texto,
      municipio.get('001', 'texto', 'JAL'),
    ]).toEqual(['Abejones', 'Acatic'])
    expect(municipio.all('001')).toHaveLength(31)
    expect(municipio.within('BCN').map(({ clave }) => clave)).toEqual([
      '001',
      '002',
      '003',
      '004',
      '005',
      '006',
      '007',
    ])
    expect(municipio.state('007', '2026-01-22', 'BCN')).toBe('notYet')
    expect([...municipio.codes()]).toHaveLength(570)
  })

  it('the tables of the complements have their own dates', () => {
    expect(catalog('c_Municipio_ComExt').has('007', 'BCN')).toBe(false)
    expect(catalog('c_Municipio_ComExt').find('001', undefined, 'OAX')).toEqual({
      clave: '001',
      estado: 'OAX',
      texto: 'Abejones',
      vigenciaDesde: '2024-01-18',
      vigenciaHasta: undefined,
    })
    expect(catalog('c_Localidad').get('03', 'texto', 'CAM')).toBe('Calkiní')
    expect(catalog('c_Localidad_ComExt').get('03', 'texto', 'CAM')).toBe('Calkini')
    expect(catalog('c_Localidad_CartaPorte').get('03', 'texto', 'CAM')).toBe('Calkini')
  })

  it('a colonia in its postal code', () => {
    const colonia = catalog('c_Colonia')
    expect([
      colonia.complete,
      colonia.has('0001'),
      colonia.has('0001', '01000'),
      colonia.has('0001', '01001'),
      colonia.has('1'),
      colonia.has('0001', '1'),
    ]).toEqual([false, true, true, false, false, false])
    expect(colonia.within('01000').map(({ clave, texto }) => `${clave} ${texto}`)).toContain(
      '0001 San Ángel',
    )
    expect(colonia.within('nada')).toEqual([])
    expect(colonia.find('0001', undefined, '01000')).toMatchObject({
      clave: '0001',
      codigoPostal: '01000',
    })
  })
})

describe('several rows a code', () => {
  it('find takes the first, all has them all', () => {
    const material = catalog('c_MaterialPeligroso')
    expect(material.all('2031').map(({ peligroSecundario }) => peligroSecundario)).toEqual([
      '5.1',
      '5.1',
      undefined,
    ])
    expect(material.find('2031')).toBeDefined()
    expect(
      catalog('c_TasaOCuota')
        .all('0.080000')
        .map(({ impuesto }) => impuesto),
    ).toEqual(['IVA Crédito aplicado del 50%', 'IEPS'])
    expect(material.all('0004')).toHaveLength(1)
    expect(material.all('9999')).toEqual([])
    expect(new Set(material.codes()).size).toBe([...material.codes()].length)
  })
})

describe('closest', () => {
  it.each([
    ['c_UsoCFDI', 'g03', 'G03'],
    ['c_UsoCFDI', 'G3', 'G03'],
    ['c_Moneda', 'MNX', 'MXN'],
    ['c_FormaPago', '3', '03'],
    ['c_ClaveProdServ', '84111560', '84111506'],
    ['c_ClaveProdServ', '8411-1506', '84111506'],
    ['c_ClaveProdServ', '841115O6', '84111506'],
    ['c_ClaveProdServ', '8411150', '84111500'],
    ['c_CodigoPostal', '2200', '22000'],
    ['c_RegimenFiscal', '602', '601'],
  ] as const)('%s %s: %s', (name, code, near) => {
    expect(catalog(name).closest(code)).toContain(near)
    expect(catalog(name).closest(code).length).toBeLessThanOrEqual(3)
    for (const one of catalog(name).closest(code)) expect(catalog(name).has(one)).toBe(true)
  })

  it('is bounded, and empty for distant texts', () => {
    expect(catalog('c_ClaveProdServ').closest('x'.repeat(1_000_000))).toEqual([])
    expect(catalog('c_UsoCFDI').closest('ZZZZZZ')).toEqual([])
    expect(catalog('c_UsoCFDI').closest('G03', 0)).toEqual([])
    expect(catalog('c_UsoCFDI').closest('G09', 2)).toHaveLength(2)
    expect(catalog('c_CodigoPostal').closest('00001')).not.toContain('00000')
  })

  it('looks within a scope', () => {
    const near = catalog('c_Colonia').closest('0002', 3, '01000')
    for (const code of near) expect(catalog('c_Colonia').has(code, '01000')).toBe(true)
    expect(near).toContain('0001')
  })
})

describe('absent catalogues', () => {
  it('an unknown name is a TypeError', () => {
    expect(() => catalog('c_NoExiste' as 'c_Moneda')).toThrow(
      new TypeError('unknown catalogue c_NoExiste'),
    )
    expect(() => createCatalogs({ overrides: { c_NoExiste: { rows: [] } } as never })).toThrow(
      'unknown catalogue c_NoExiste',
    )
    expect(() => catalogs.search('../x' as 'c_Moneda', 'peso')).toThrow(TypeError)
    expect([packed('../../package'), packed('c_Moneda.js'), packed('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('a catalogue without data doubts', () => {
    const none = createCatalogs({ packed: () => undefined })
    const moneda = none.catalog('c_Moneda')
    expect([
      moneda.size,
      moneda.complete,
      moneda.has('MXN'),
      moneda.admits('MXN'),
      moneda.state('MXN', '2026-01-01'),
      moneda.closest('MXN'),
    ]).toEqual([0, false, false, true, 'unknown', []])
    expect([none.zoneOf('06600'), none.search('peso'), [...moneda.rows()]]).toEqual([
      undefined,
      [],
      [],
    ])
  })

  it('descriptions that are not carried are empty', () => {
    const lean = createCatalogs({
      packed: (name) => (name.endsWith('.texto') ? undefined : packed(name)),
    })
    expect(lean.catalog('c_ClaveProdServ').find('84111506')).toMatchObject({
      texto: '',
      similares: undefined,
      estimuloFrontera: true,
    })
  })

  it('every name opens', () => {
    for (const name of catalogNames)
      expect([name, catalogs.catalog(name).size > 0, catalogs.catalog(name).date]).toEqual([
        name,
        true,
        '2026-08-06',
      ])
  })
})

describe('every catalogue', () => {
  it('states whether it is complete', () => {
    const partial = catalogNames.filter((name) => !catalogs.catalog(name).complete)
    expect(partial).toEqual(['c_Colonia', 'c_NumPedimentoAduana', 'c_NumAutorizacionNaviero'])
  })

  it('any text is not found, without an error', () => {
    const odd = [
      '',
      ' ',
      '\n',
      '0',
      '-1',
      '1e5',
      'NaN',
      '__proto__',
      'constructor',
      'toString',
      '０１０００',
      '01000 ',
      ' 01000',
      '\u0000',
      '🧾',
      'x'.repeat(100_000),
    ]
    for (const name of catalogNames) {
      const catalog = catalogs.catalog(name)
      for (const code of odd) {
        expect([
          name,
          code,
          catalog.has(code),
          catalog.has(code, code),
          catalog.find(code),
          catalog.closest(code).length <= 3,
        ]).toEqual([name, code, false, false, undefined, true])
      }
    }
  })
})

describe('codes near one of three characters', () => {
  it('are those of its group, where none is a slip away', () => {
    expect(catalogs.closest('c_UsoCFDI', 'G99')).toEqual(['G01', 'G02', 'G03'])
    expect(catalogs.closest('c_UsoCFDI', 'G0')).toEqual(['G01', 'G02', 'G03'])
    expect(catalogs.closest('c_UsoCFDI', 'QQQ')).toEqual([])
  })
})
