import { describe, expect, it } from 'vitest'
import { catalog } from '../../src/catalogs/catalogs.js'
import { matchesPattern } from '../../src/catalogs/pattern.js'
import { hasPedimento, readPedimento } from '../../src/catalogs/pedimento.js'
import { findTasas, type Tasa } from '../../src/catalogs/tasas.js'

describe('findTasas', () => {
  const tasas = catalog('c_TasaOCuota')
  const admits = (
    impuesto: string,
    factor: string,
    de: Tasa['de'],
    valor: string,
    at = '2026-08-06',
  ): boolean => findTasas(tasas, { impuesto, factor, de, valor }, at).length > 0

  it.each([
    ['002', 'Tasa', 'traslado', '0.160000', true],
    ['002', 'Tasa', 'traslado', '0.16', true],
    ['002', 'Tasa', 'traslado', '0.080000', true],
    ['002', 'Tasa', 'traslado', '0.000000', true],
    ['002', 'Tasa', 'traslado', '0.106667', false],
    ['002', 'Tasa', 'retencion', '0.106667', true],
    ['002', 'Tasa', 'retencion', '0.160000', true],
    ['002', 'Tasa', 'retencion', '0.160001', false],
    ['002', 'Cuota', 'traslado', '0.160000', false],
    ['001', 'Tasa', 'retencion', '0.350000', true],
    ['001', 'Tasa', 'retencion', '0.350001', false],
    ['001', 'Tasa', 'traslado', '0.100000', false],
    ['003', 'Tasa', 'traslado', '0.265000', true],
    ['003', 'Tasa', 'retencion', '0.030000', false],
    ['003', 'Cuota', 'traslado', '72.160500', true],
    ['003', 'Cuota', 'traslado', '72.160501', false],
    ['004', 'Tasa', 'traslado', '0.160000', false],
  ] as const)('%s %s %s %s: %s', (impuesto, factor, de, valor, fits) => {
    expect(admits(impuesto, factor, de, valor)).toBe(fits)
  })

  it('minds the dates, and names the border stimulus', () => {
    expect(admits('003', 'Cuota', 'traslado', '1.000000', '2025-12-31')).toBe(false)
    expect(
      findTasas(
        tasas,
        { impuesto: '002', factor: 'Tasa', de: 'traslado', valor: '0.080000' },
        '2026-08-06',
      ).map(({ impuesto }) => impuesto),
    ).toEqual(['IVA Crédito aplicado del 50%'])
    expect(
      findTasas(tasas, { impuesto: '002', factor: 'Tasa', de: 'traslado' }, '2026-08-06'),
    ).toHaveLength(3)
  })
})

describe('pedimentos', () => {
  const pedimentos = catalog('c_NumPedimentoAduana')

  it('are read by their form', () => {
    expect(readPedimento('25  24  3173  5001234')).toEqual({
      ejercicio: '2025',
      aduana: '24',
      patente: '3173',
      numero: '001234',
    })
    for (const text of [
      '',
      '25 24 3173 5001234',
      '25  24  3173  500123',
      ' 25  24  3173  5001234',
      '2x  24  3173  5001234',
    ])
      expect(readPedimento(text)).toBeUndefined()
  })

  it.each([
    ['25  24  3173  5001234', true],
    ['25  24  3173  5000000', false],
    ['25  99  3173  5001234', false],
    ['25  24  0000  5001234', false],
    ['06  24  3173  5001234', false],
  ])('%s: %s', (text, exists) => {
    expect(hasPedimento(pedimentos, readPedimento(text)!)).toBe(exists)
  })
})

describe('matchesPattern', () => {
  it('takes the whole text', () => {
    const cuenta = catalog('c_FormaPago').get('02', 'patronCuentaBeneficiario')!
    expect([
      matchesPattern(cuenta, '1234567890'),
      matchesPattern(cuenta, 'x1234567890'),
      matchesPattern(cuenta, '12345'),
    ]).toEqual([true, false, false])
    const postal = catalog('c_Pais').get('USA', 'patronCodigoPostal')!
    expect([
      matchesPattern(postal, '79925'),
      matchesPattern(postal, '79925-1234'),
      matchesPattern(postal, '7992'),
    ]).toEqual([true, true, false])
  })

  it('knows the dialect: \\V is all but a line break', () => {
    const any = catalog('c_FormaPago').get('99', 'patronCuentaBeneficiario')!
    expect([
      any,
      matchesPattern(any, 'lo que sea'),
      matchesPattern(any, ''),
      matchesPattern(any, 'a\nb'),
    ]).toEqual(['\\V*', true, true, false])
  })

  it('an RFC as tax identity of México ends in a digit or an A', () => {
    const rfc = catalog('c_Pais').get('MEX', 'patronIdentidadTributaria')!
    const last = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const taken = last.filter((sign) => matchesPattern(rfc, `TOAM850417U2${sign}`))
    expect(taken.join('')).toBe('0123456789A')
  })

  it('every pattern of the catalogues compiles', () => {
    const patterns = [
      ...[...catalog('c_Pais').rows()].flatMap((row) => [
        row.patronCodigoPostal,
        row.patronIdentidadTributaria,
      ]),
      ...[...catalog('c_FormaPago').rows()].flatMap((row) => [
        row.patronCuentaOrdenante,
        row.patronCuentaBeneficiario,
      ]),
      ...[...catalog('c_TipoPermiso_HidrocarburosPetro').rows()].map((row) => row.patron),
    ]
    for (const pattern of patterns)
      if (pattern !== undefined) expect(typeof matchesPattern(pattern, 'x')).toBe('boolean')
    expect(
      matchesPattern(
        catalog('c_TipoPermiso_HidrocarburosPetro').get('PER01', 'patron')!,
        'PL/123/EXP/ES/2020',
      ),
    ).toBe(true)
  })
})
