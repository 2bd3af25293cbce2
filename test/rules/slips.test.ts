/**
 * Warnings of likely slips: no document of the fixtures has one, nor have the near cases that the
 * law or the custom of issuers allows. The broken documents are in fixtures/rules, one for each
 * code.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { preview } from '../../src/engine/preview.js'
import { curpCheckDigit, nssCheckDigit, rfcCheckDigit } from '../../src/fiscal/checkDigits.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { noon } from '../fixtures.js'
import { allComplementFixtures, readComplementFixture } from './complementFixtures.js'
import { patch, readBase } from './fixture.js'

/** CFDI40-S41 to S49, NOM-S10 to S16, CRP20-S11 to S14, IL-S03, IL-S04, CP-S02. */
const isSlip = (code: string): boolean =>
  /^(?:CFDI40-S4[1-9]|NOM-S1\d|CRP20-S1[1-4]|IL-S0[34]|CP-S02)$/.test(code)

const slipsOf = (document: unknown): readonly string[] =>
  check(document)
    .map(({ code }) => code)
    .filter(isSlip)

const documents = ['documents', 'trades'].flatMap((folder) => {
  const at = new URL(`../../fixtures/${folder}/`, import.meta.url)
  const names = readdirSync(at).filter(
    (name) => name.endsWith('.json') && !name.startsWith('invalido'),
  )
  return names.map(
    (name) =>
      [
        `${folder}/${name}`,
        JSON.parse(readFileSync(new URL(name, at), 'utf8')) as unknown,
      ] as const,
  )
})

describe('no slip', () => {
  it.each(allComplementFixtures)('is in complements/%s', (name) => {
    expect(slipsOf(readComplementFixture(name))).toEqual([])
  })

  it.each(documents)('is in %s', (_, draft) => {
    const { findings } = preview<unknown>(draft, { complete: true, clock: () => noon })
    expect(findings.map(({ code }) => code).filter(isSlip)).toEqual([])
  })
})

const traslado = (Base: string, TasaOCuota: string, Importe: string, Impuesto = '002') => ({
  Base,
  Impuesto,
  TipoFactor: 'Tasa',
  TasaOCuota,
  Importe,
})
const line = (change: object, ...Traslados: object[]) =>
  slipsOf(patch(readBase('egreso'), { Conceptos: { 0: { ...change, Impuestos: { Traslados } } } }))

describe('a line', () => {
  const exento = { Base: '40.00', Impuesto: '002', TipoFactor: 'Exento' }
  const ieps = traslado('100.00', '0.080000', '8.00', '003')

  it.each([
    ['part at 16 % and the rest exempt', {}, [traslado('60.00', '0.160000', '9.60'), exento], []],
    ['a base of six decimals', {}, [traslado('100.004999', '0.160000', '16.000800')], []],
    [
      'a used car, taxed on the margin',
      { ClaveProdServ: '25101503' },
      [traslado('20.00', '0.160000', '3.20')],
      [],
    ],
    [
      'fuel with IEPS in its price',
      { ClaveProdServ: '15101514' },
      [traslado('75.00', '0.160000', '12.00')],
      [],
    ],
    [
      'a ticket of several products',
      { ClaveProdServ: '01010101' },
      [traslado('30.00', '0.160000', '4.80')],
      [],
    ],
    ['IVA over the price with IEPS', {}, [ieps, traslado('108.00', '0.160000', '17.28')], []],
    ['IVA at 0 % without the IEPS', {}, [ieps, traslado('100.00', '0.000000', '0.00')], []],
    ['all of it given away', { Descuento: '100.00' }, [traslado('0.01', '0.160000', '0.00')], []],
    [
      'taxed and exempt at once',
      {},
      [traslado('100.00', '0.160000', '16.00'), { ...exento, Base: '100.00' }],
      ['CFDI40-S47'],
    ],
    [
      '16 % and 8 %',
      {},
      [traslado('100.00', '0.160000', '16.00'), traslado('100.00', '0.080000', '8.00')],
      ['CFDI40-S47'],
    ],
    [
      'a base before the discount',
      { Descuento: '50.00' },
      [traslado('100.00', '0.160000', '16.00')],
      ['CFDI40-S48'],
    ],
    [
      'a base with two digits more',
      {},
      [traslado('10000.00', '0.160000', '1600.00')],
      ['CFDI40-S48'],
    ],
    [
      'a base of IEPS with one digit less',
      {},
      [traslado('10.00', '0.080000', '0.80', '003'), traslado('100.80', '0.160000', '16.13')],
      ['CFDI40-S48'],
    ],
    ['IVA without the IEPS', {}, [ieps, traslado('100.00', '0.160000', '16.00')], ['CFDI40-S49']],
  ] as const)('%s', (_, change, rows, expected) => {
    expect(line(change, ...rows)).toEqual(expected)
  })
})

describe('IVA withheld', () => {
  const lineWith = (
    withheld: readonly [base: string, importe: string] | undefined,
    net = '100.00',
  ) => ({
    ...(readBase('egreso') as { Conceptos: readonly object[] }).Conceptos[0],
    ValorUnitario: net,
    Importe: net,
    ObjetoImp: '02',
    Impuestos: {
      Traslados: [traslado(net, '0.160000', (Number(net) * 0.16).toFixed(2))],
      ...(withheld && { Retenciones: [traslado(withheld[0], '0.106667', withheld[1])] }),
    },
  })

  it('of all lines may be written in the first one', () => {
    const Conceptos = [lineWith(['1000.00', '106.67']), lineWith(undefined, '900.00')]
    expect(slipsOf({ ...readBase('egreso'), Conceptos })).toEqual([])
  })

  it('is a slip where no line charges it', () => {
    expect(slipsOf({ ...readBase('egreso'), Conceptos: [lineWith(['100.00', '106.67'])] })).toEqual(
      ['CFDI40-S41'],
    )
  })
})

describe('a line in yens, which have no decimals', () => {
  const yens = (change: object, Impuestos: object) =>
    slipsOf(
      patch(readBase('egreso'), {
        Moneda: 'JPY',
        TipoCambio: '0.13',
        Conceptos: { 0: { ...change, Impuestos } },
      }),
    )
  const withIeps = (Base: string) => ({
    Traslados: [
      { Base, Impuesto: '002', TipoFactor: 'Exento' },
      traslado('31.780000', '0.300000', '9.527692', '003'),
    ],
  })

  it.each([
    ['a base that is rounded to a yen', { Importe: '31.78' }, withIeps('42'), []],
    ['a base that is two yens off', { Importe: '31.78' }, withIeps('44'), ['CFDI40-S48']],
    [
      'IEPS of a yen and a half that the base has in part',
      { Importe: '3.04' },
      {
        Traslados: [
          traslado('3.54', '0.160000', '0.5664'),
          { ...traslado('1', '1.500000', '1.5', '003'), TipoFactor: 'Cuota' },
        ],
      },
      [],
    ],
  ] as const)('%s', (_, change, taxes, expected) => {
    expect(yens(change, taxes)).toEqual(expected)
  })
})

describe('a payslip', () => {
  const nomina = (change: object) =>
    slipsOf(patch(readBase('nomina'), { Complemento: { Nomina: change } }))

  it.each([
    ['the CURP of foreigners', { Receptor: { Curp: 'XEXX010101HNEXXXA4' } }, []],
    ['days of a fortnight of 15.208', { NumDiasPagados: '15.208' }, []],
    [
      'a monthly pay in February',
      { FechaInicialPago: '2026-02-01', FechaFinalPago: '2026-02-28', NumDiasPagados: '30.400' },
      [],
    ],
    [
      'a date for the whole period',
      { FechaInicialPago: '2026-08-15', NumDiasPagados: '15.000' },
      [],
    ],
    ['a number of another institution', { Receptor: { NumSeguridadSocial: '123456' } }, []],
    ['zeros for a number', { Receptor: { NumSeguridadSocial: '00000000000' } }, ['NOM-S12']],
    ['forty days in a fortnight', { NumDiasPagados: '40.000' }, ['NOM-S14']],
  ] as const)('%s', (_, change, expected) => {
    expect(nomina(change)).toEqual(expected)
  })
})

it('names that are wrong in two ways have one right spelling', () => {
  const Nombre = 'Comercial  Sierra Verde SA de CV'
  const found = check(patch(readBase('ingreso'), { Receptor: { Rfc: 'CSV080917H24', Nombre } }))
  const names = found.filter(({ path }) => path === 'Receptor.Nombre')
  expect(names.map(({ code }) => code).sort()).toEqual(['CFDI40-S28', 'CFDI40-S29', 'CFDI40-S43'])
  expect(new Set(names.map(({ expected }) => expected))).toEqual(
    new Set(['COMERCIAL SIERRA VERDE']),
  )
})

describe('check digits', () => {
  // RFC of the SAT's test certificates; CURP that the SAT publishes for foreigners.
  it.each([
    'EKU9003173C9',
    'XIA190128J61',
    'CACX7605101P8',
    'FUNK671228PH6',
    'IIA040805DZ4',
    'WATM640917J45',
  ])('%s', (rfc) => {
    expect(rfcCheckDigit(rfc)).toBe(rfc.at(-1))
    const wrong = rfc.endsWith('1') ? '2' : '1'
    expect(rfcCheckDigit(rfc.slice(0, -1) + wrong)).not.toBe(wrong)
  })

  it.each(['XEXX010101HNEXXXA4', 'GULS160910MNLRLFA1', 'GALE650730HNLRPN04'])('%s', (curp) => {
    expect(curpCheckDigit(curp)).toBe(curp.at(-1))
  })

  it('a number of social security, by the algorithm of Luhn', () => {
    // 4 3 9 0 9 0 1 2 3 4: doubled at even places 4+6+9+0+9+0+1+4+3+8 = 44, and 6 more make 50.
    expect(nssCheckDigit('43909012346')).toBe('6')
    expect(nssCheckDigit('4390901234')).toBeUndefined()
  })
})
