import { describe, expect, it } from 'vitest'
import { createCatalogs } from '../../src/catalogs/catalogs.js'

describe('overrides', () => {
  it('add a code, which takes part in every question', () => {
    const own = createCatalogs({
      overrides: {
        c_ObjetoImp: {
          rows: [{ clave: '09', texto: 'Novedad del SAT', vigenciaDesde: '2026-12-01' }],
          date: '2026-11-21',
        },
      },
    })
    const objeto = own.catalog('c_ObjetoImp')
    expect([
      objeto.size,
      objeto.date,
      objeto.complete,
      objeto.has('09'),
      objeto.has('08'),
      objeto.admits('09'),
    ]).toEqual([9, '2026-11-21', true, true, true, true])
    expect(['2026-11-30', '2026-12-01'].map((day) => objeto.state('09', day))).toEqual([
      'notYet',
      'valid',
    ])
    expect(objeto.find('09')).toEqual({
      clave: '09',
      texto: 'Novedad del SAT',
      vigenciaDesde: '2026-12-01',
      vigenciaHasta: undefined,
    })
    expect([...objeto.codes()].at(-1)).toBe('09')
    expect(objeto.closest('9')).toContain('09')
    expect(own.search('c_ObjetoImp', 'novedad').map(({ clave }) => clave)).toEqual(['09'])
    expect(createCatalogs().catalog('c_ObjetoImp').has('09')).toBe(false)
  })

  it('take the place of a row, and keep the fields they leave out', () => {
    const own = createCatalogs({
      overrides: {
        c_Moneda: {
          rows: [
            { clave: 'MXN', decimales: 4 },
            { clave: 'USD', vigenciaHasta: '2026-12-31' },
          ],
        },
      },
    })
    const moneda = own.catalog('c_Moneda')
    expect(moneda.find('MXN')).toMatchObject({
      texto: 'Peso Mexicano',
      decimales: 4,
      vigenciaDesde: '2022-01-01',
    })
    expect([
      moneda.get('MXN', 'decimales'),
      moneda.size,
      moneda.state('USD', '2027-01-01'),
    ]).toEqual([4, 183, 'expired'])
    expect([...moneda.rows()].filter(({ clave }) => clave === 'MXN')).toHaveLength(1)
    expect([...moneda.rows()]).toHaveLength(183)
  })

  it('work in the big catalogues and their scopes', () => {
    const own = createCatalogs({
      overrides: {
        c_CodigoPostal: {
          rows: [
            { clave: '17999', estado: 'CMX' },
            { clave: '22000', estimuloFrontera: 0 },
          ],
        },
        c_Colonia: { rows: [{ clave: '4573', codigoPostal: '06600', texto: 'Juárez' }] },
        c_Municipio: { rows: [{ clave: '001', estado: 'OAX', texto: 'Otro' }] },
        c_MaterialPeligroso: { rows: [{ clave: '2031', texto: 'Uno solo' }] },
      },
    })
    const postal = own.catalog('c_CodigoPostal')
    expect([
      postal.get('17999', 'estado'),
      postal.get('22000', 'estimuloFrontera'),
      postal.get('22000', 'estado'),
      postal.get('22001', 'estimuloFrontera'),
    ]).toEqual(['CMX', 0, 'BCN', 1])
    expect([postal.get('17999', 'estimuloFrontera'), postal.size]).toEqual([undefined, 95_750])
    expect(
      own
        .catalog('c_Colonia')
        .within('06600')
        .map(({ clave }) => clave),
    ).toContain('4573')
    expect(own.catalog('c_Colonia').find('4573', undefined, '06600')?.texto).toBe('Juárez')
    expect([
      own.catalog('c_Municipio').get('001', 'texto', 'OAX'),
      own.catalog('c_Municipio').get('001', 'texto', 'JAL'),
    ]).toEqual(['Otro', 'Acatic'])
    expect(
      own
        .catalog('c_Municipio')
        .within('OAX')
        .filter(({ clave }) => clave === '001'),
    ).toHaveLength(1)
    expect(own.catalog('c_MaterialPeligroso').all('2031')).toHaveLength(1)
    // A borrowing catalogue uses the SAT's values, not the user's.
    expect(own.catalog('c_Municipio_ComExt').get('001', 'texto', 'OAX')).toBe('Abejones')
  })

  it('only: these rows and no other', () => {
    const own = createCatalogs({
      overrides: { c_Moneda: { only: true, rows: [{ clave: 'MXN', decimales: 2 }] } },
    }).catalog('c_Moneda')
    expect([[...own.codes()], own.has('USD'), own.admits('USD'), own.complete, own.size]).toEqual([
      ['MXN'],
      false,
      false,
      true,
      1,
    ])
    const doubtful = createCatalogs({
      overrides: { c_Moneda: { only: true, complete: false, rows: [{ clave: 'MXN' }] } },
    }).catalog('c_Moneda')
    expect(doubtful.complete).toBe(false)
  })

  it('a list stays as it was given', () => {
    const regimenesFiscalesReceptores = ['601']
    const rows = [{ clave: 'G03', regimenesFiscalesReceptores }]
    const uso = createCatalogs({ overrides: { c_UsoCFDI: { rows } } }).catalog('c_UsoCFDI')
    expect(uso.get('G03', 'regimenesFiscalesReceptores')).toEqual(['601'])
    regimenesFiscalesReceptores.push('612')
    expect(uso.get('G03', 'regimenesFiscalesReceptores')).toEqual(['601'])
    expect(Object.isFrozen(uso.get('G03', 'regimenesFiscalesReceptores'))).toBe(true)
  })

  it('stand alone when the package carries no data', () => {
    const own = createCatalogs({
      packed: () => undefined,
      overrides: { c_Moneda: { rows: [{ clave: 'MXN', decimales: 2 }], complete: true } },
    })
    expect([
      own.catalog('c_Moneda').get('MXN', 'decimales'),
      own.catalog('c_Moneda').complete,
    ]).toEqual([2, true])
  })

  it.each([
    [
      'rows that are no array',
      { c_Moneda: { rows: 'MXN' } },
      'overrides.c_Moneda: rows must be an array',
    ],
    [
      'a row without clave',
      { c_Moneda: { rows: [{ decimales: 2 }] } },
      'overrides.c_Moneda: a row needs its clave',
    ],
    [
      'a row that is null',
      { c_Moneda: { rows: [null] } },
      'overrides.c_Moneda: a row must be an object',
    ],
    [
      'a field that is not there',
      { c_Moneda: { rows: [{ clave: 'MXN', decimals: 2 }] } },
      'row MXN has no field decimals',
    ],
    [
      'a text for a number',
      { c_Moneda: { rows: [{ clave: 'MXN', decimales: '2' }] } },
      'row MXN: decimales is not a integer',
    ],
    [
      'a date of another form',
      { c_Moneda: { rows: [{ clave: 'MXN', vigenciaDesde: '01/01/2022' }] } },
      'vigenciaDesde is not a date',
    ],
    [
      'a day that does not exist',
      { c_Moneda: { rows: [{ clave: 'MXN', vigenciaHasta: '2026-02-30' }] } },
      'vigenciaHasta is not a date',
    ],
    [
      'an end before its beginning',
      {
        c_Moneda: {
          rows: [{ clave: 'MXN', vigenciaDesde: '2026-02-02', vigenciaHasta: '2026-02-01' }],
        },
      },
      'row MXN: vigenciaHasta is before vigenciaDesde',
    ],
    [
      'a publication of no day',
      { c_Moneda: { rows: [], date: 'hoy' } },
      'overrides.c_Moneda: date is not a day',
    ],
    [
      'a municipality without its state',
      { c_Municipio: { rows: [{ clave: '001' }] } },
      'row 001 needs its estado',
    ],
  ])('refuse %s', (_, overrides, message) => {
    const own = createCatalogs({ overrides: overrides as never })
    const name = Object.keys(overrides)[0] as 'c_Moneda'
    expect(() => own.catalog(name).size).toThrow(TypeError)
    expect(() => own.catalog(name).size).toThrow(message)
  })
})
