/**
 * Suggestions in findings are correct: rates written as percentages, taxes on the wrong side,
 * retired codes.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type CheckOptions, check } from '../../src/sat/cfdi40/check.js'
import { patch, readBase } from './fixture.js'

const told = (base: string, change: unknown, prefix: string) =>
  check(patch(readBase(base), change)).filter(({ code }) => code.startsWith(prefix))

const traslado = (change: object) => ({
  Conceptos: { 0: { Impuestos: { Traslados: { 0: change } } } },
})
const retencion = (change: object) => ({
  Conceptos: { 1: { Impuestos: { Retenciones: { 0: change } } } },
})

describe('a rate that was written as a percentage', () => {
  it.each([
    ['traslado', '002', '16', '0.160000'],
    ['traslado', '002', 16, '0.160000'],
    ['traslado', '002', '16.000000', '0.160000'],
    ['traslado', '002', '8', '0.080000'],
    ['traslado', '003', '26.5', '0.265000'],
    ['retencion', '002', '10.6667', '0.106667'],
    ['retencion', '001', '1.25', '0.012500'],
  ])('%s of %s at %s: advises the fraction', (de, Impuesto, TasaOCuota, expected) => {
    const change = (de === 'traslado' ? traslado : retencion)({ Impuesto, TasaOCuota })
    const code = de === 'traslado' ? 'CFDI40179' : 'CFDI40185'
    expect(told('ingreso', change, code)[0]).toMatchObject({ expected, value: String(TasaOCuota) })
    expect(told('ingreso', change, 'CFDI40-S3')).toEqual([])
  })

  it.each([
    ['retencion', { Impuesto: '001', TasaOCuota: '0.400000' }],
    ['retencion', { Impuesto: '002', TasaOCuota: '0.200000' }],
    ['traslado', { Impuesto: '003', TipoFactor: 'Cuota', TasaOCuota: '99.000000' }],
    ['traslado', { Impuesto: '002', TasaOCuota: '0.000040' }],
  ])('%s %j was written as a rate, or is none: no other is advised', (de, row) => {
    const change = (de === 'traslado' ? traslado : retencion)(row)
    const [found] = told('ingreso', change, de === 'traslado' ? 'CFDI40179' : 'CFDI40185')
    expect(found).toMatchObject({ field: 'TasaOCuota' })
    expect(found).not.toHaveProperty('expected')
  })

  it('is suggested for rates, not for amounts', () => {
    const messageOf = (change: object) => told('ingreso', change, '')[0]?.message
    expect(messageOf(traslado({ TasaOCuota: '16%' }))).toContain(
      'la fracción, sin signo de por ciento: 0.160000',
    )
    expect(messageOf({ Conceptos: { 0: { Descuento: '10%' } } })).not.toContain('fracción')
  })

  it('is not suggested when the fraction is not a rate either', () => {
    const [found] = told('ingreso', traslado({ TasaOCuota: '15' }), 'CFDI40179')
    expect(found).toMatchObject({ value: '15' })
    expect(found).not.toHaveProperty('expected')
  })

  it('gets the suggestion of six decimals only when it is a rate', () => {
    expect(told('ingreso', traslado({ TasaOCuota: '0.16' }), 'CFDI40-S33')).toMatchObject([
      { expected: '0.160000' },
    ])
    expect(told('ingreso', traslado({ TasaOCuota: '0.15' }), 'CFDI40-S33')).toEqual([])
  })

  it('is suggested in the summary, and in a payment', () => {
    expect(
      told('ingreso', { Impuestos: { Traslados: { 0: { TasaOCuota: '16' } } } }, 'CFDI40219'),
    ).toMatchObject([{ expected: '0.160000' }])
    const docto = { ImpuestosDR: { TrasladosDR: { 0: { TasaOCuotaDR: '16' } } } }
    const pago = { Complemento: { Pagos: { Pago: { 0: { DoctoRelacionado: { 0: docto } } } } } }
    expect(told('pagoImpuestos', pago, 'CRP20260')).toMatchObject([{ expected: '0.160000' }])
    expect(told('pagoImpuestos', pago, 'CRP20-S09')).toEqual([])
  })
})

it('ISR as a traslado is reported as such, not as an unknown rate', () => {
  const [found] = told('ingreso', traslado({ Impuesto: '001' }), 'CFDI40179')
  expect(found?.message).toContain(
    '001 no se traslada: solo se retiene, y va entre las retenciones',
  )
})

it('a postal code that is retired is warned of', () => {
  const [found, ...others] = check(
    patch(readBase('ingreso'), { Receptor: { DomicilioFiscalReceptor: '00000' } }),
  )
  expect(others).toEqual([])
  expect(found).toMatchObject({
    code: 'CFDI40-S30',
    severity: 'warning',
    path: 'Receptor.DomicilioFiscalReceptor',
  })
  expect(found?.message).toContain('ya no estaba vigente en la fecha del comprobante')
})

it('the postal code of a third party is judged by the list of taxpayers where there is one, and of sellers abroad by LugarExpedicion', () => {
  const codes = (change: object, options: CheckOptions = {}) =>
    check(
      patch(readBase('terceros'), { Conceptos: { 0: { ACuentaTerceros: change } } }),
      options,
    ).map(({ code }) => code)
  const retired = { DomicilioFiscalACuentaTerceros: '00000' }
  const listed = {
    rfc: 'TOAM850417U21',
    nombre: 'MARIANA TORRES ACOSTA',
    codigoPostal: '44100',
    regimenes: ['612'],
  }
  const registries = {
    taxpayers: { find: (rfc: string) => (rfc === listed.rfc ? listed : undefined) },
  }
  expect(codes(retired)).toEqual(['CFDI40-S35'])
  expect(codes(retired, { registries })).toContain('CFDI40193')
  expect(codes(retired, { registries })).not.toContain('CFDI40-S35')
  expect(codes({ ...retired, RfcACuentaTerceros: 'EXT990101NI1' })).not.toContain('CFDI40-S35')
})

it('the suggested name of a third party is that of the list of taxpayers, except the fixed one of foreign sellers', () => {
  const codes = (change: object, options: CheckOptions = {}) =>
    check(
      patch(readBase('terceros'), { Conceptos: { 0: { ACuentaTerceros: change } } }),
      options,
    ).map(({ code, expected }) => [code, expected])
  const company = { RfcACuentaTerceros: 'CSV080917H24', RegimenFiscalACuentaTerceros: '601' }
  const named = (NombreACuentaTerceros: string) => ({ ...company, NombreACuentaTerceros })
  expect(codes(named('COMERCIAL SIERRA VERDE'))).toEqual([])
  expect(codes(named('COMERCIAL SIERRA VERDE SA DE CV'))).toEqual([
    ['CFDI40-S36', 'COMERCIAL SIERRA VERDE'],
  ])
  expect(codes(named('Comercial Sierra Verde'))).toEqual([['CFDI40-S37', 'COMERCIAL SIERRA VERDE']])
  const listed = {
    rfc: 'CSV080917H24',
    nombre: 'Comercial Sierra Verde',
    codigoPostal: '06000',
    regimenes: ['601'],
  }
  const registries = {
    taxpayers: { find: (rfc: string) => (rfc === listed.rfc ? listed : undefined) },
  }
  expect(
    codes(named(listed.nombre), { registries }).filter(([code]) => /S3[67]/.test(String(code))),
  ).toEqual([])
  const abroad = codes({
    RfcACuentaTerceros: 'EXT990101NI1',
    NombreACuentaTerceros: 'Tienda de fuera SA',
  })
  expect(abroad.filter(([code]) => /S3[67]/.test(String(code)))).toEqual([])
})
