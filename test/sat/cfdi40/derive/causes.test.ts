/**
 * One slip is one finding: its cause, with the text to pass or the way out. What would be right
 * again once it is mended is left out.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { preview } from '../../../../src/engine/preview.js'
import { explain } from '../../../../src/sat/cfdi40/explain.js'
import { invoice, noon, sale } from '../../../fixtures.js'
import { patch, readBase } from '../../../rules/fixture.js'

const [line] = sale['Conceptos'] as unknown as readonly [Readonly<Record<string, unknown>>]

const messagesOf = (change: object, besides: object = {}): readonly string[] => {
  const Emisor = { Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE', RegimenFiscal: '601' }
  const draft = { ...sale, Emisor, Conceptos: [{ ...line, ...change }], ...besides }
  return preview<unknown>(draft, { complete: true, clock: () => noon }).findings.map(
    ({ code, message }) => `${code} ${message}`,
  )
}

const unpriced = { PrecioConImpuestos: undefined, Cantidad: '1' }

describe('an amount that was computed in floating point', () => {
  it.each([
    [{ PrecioConImpuestos: 19.99 * 3 * 1.16 }, 'Concepto.PrecioConImpuestos', '"69.5652"'],
    [{ PrecioConImpuestos: '1.1234567' }, 'Concepto.PrecioConImpuestos', 'redondeado: 1.123457'],
    [{ ...unpriced, ValorUnitario: 100 / 3 }, 'Concepto.ValorUnitario', '"33.333333"'],
    [
      { ...unpriced, ValorUnitario: '33.33333333' },
      'Concepto.ValorUnitario',
      'redondeado: 33.333333',
    ],
    [{ DescuentoConImpuestos: 0.1 + 0.2 }, 'Concepto.DescuentoConImpuestos', '"0.30"'],
  ])('%j: the cause alone, with the text to pass', (change, field, text) => {
    const messages = messagesOf(change)
    expect(messages).toEqual([expect.stringContaining(field)])
    expect(messages[0]).toContain(text)
    expect(messages[0]).toContain('decimales')
  })

  it('is the price, of a discount that is more', () => {
    const change = { PrecioConImpuestos: '116', DescuentoConImpuestos: '150', Cantidad: '1' }
    expect(messagesOf(change)).toEqual([
      '301 Concepto.PrecioConImpuestos: no alcanza para sus impuestos y descuentos.',
    ])
  })

  it('passes as the text that it says', () => {
    expect(messagesOf({ ...unpriced, ValorUnitario: '33.333333' })).toEqual([])
    expect(messagesOf({ PrecioConImpuestos: '69.5652' })).toEqual([])
  })

  it('of a payroll names money', () => {
    const change = { Complemento: { Nomina: { Receptor: { SalarioDiarioIntegrado: 403 * 1.05 } } } }
    const { findings } = preview<unknown>(patch(readBase('nomina'), change), { clock: () => noon })
    expect(findings.filter(({ code }) => code === '301').map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Receptor.SalarioDiarioIntegrado: debe ir como texto, redondeado a 2 decimales, como lo escribe money.*"423.15"/,
      ),
    ])
  })
})

describe('a slip of a line', () => {
  const taxed = (change: object) => {
    const rate = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }
    return { ...unpriced, ValorUnitario: '10', Impuestos: { Traslados: [{ ...rate, ...change }] } }
  }

  it.each([
    ['the name of a tax', taxed({ Impuesto: 'IVA' }), 'CFDI40175 Traslado.Impuesto'],
    ['a code as a number', taxed({ Impuesto: 2 }), 'CFDI40175 Traslado.Impuesto'],
    ['a factor in lower case', taxed({ TipoFactor: 'tasa' }), 'CFDI40176 Traslado.TipoFactor'],
    ['a rate in percent', taxed({ TasaOCuota: 16 }), 'CFDI40179 Traslado.TasaOCuota'],
    ['no rate', taxed({ TasaOCuota: undefined }), 'CFDI40178 Traslado.TipoFactor'],
    ['a negative price', { ...unpriced, ValorUnitario: '-10' }, '301 Concepto.ValorUnitario'],
    ['a quantity of zero', { ...taxed({}), Cantidad: 0 }, '301 Concepto.Cantidad'],
  ] as const)('%s is one finding', (_, change, cause) => {
    expect(messagesOf(change)).toEqual([expect.stringContaining(cause)])
  })

  it('is no reason to leave out another one', () => {
    const first = { ...line, ...taxed({ Impuesto: 'IVA' }) }
    const second = { ...line, ...taxed({ TasaOCuota: '0.170000' }) }
    expect(messagesOf({}, { Conceptos: [first, second] })).toEqual([
      expect.stringContaining('CFDI40175 Traslado.Impuesto'),
      expect.stringContaining('CFDI40179 Traslado.TasaOCuota'),
    ])
  })
})

describe('a product given away', () => {
  it.each([
    { ...unpriced, ValorUnitario: '10', Descuento: '10' },
    { Cantidad: '1', PrecioConImpuestos: '10', DescuentoConImpuestos: '10' },
  ])('%j: says how to', (change) => {
    expect(messagesOf(change)).toEqual([
      expect.stringMatching(/^CFDI40174 .*lo que se regala .*ObjetoImp 01 o 03/),
    ])
  })

  it('is admitted as it is said', () => {
    const { Impuestos, ...rest } = line
    const given = { ...rest, ...unpriced, ValorUnitario: '10', Descuento: '10', ObjetoImp: '01' }
    const sold = { ...line, ...unpriced, ValorUnitario: '10' }
    expect(messagesOf({}, { Conceptos: [sold, given] })).toEqual([])
  })

  it('with a larger discount than its price is one finding', () => {
    expect(messagesOf({ ...unpriced, ValorUnitario: '10', Descuento: '12' })).toEqual([
      expect.stringMatching(/^CFDI40169 Concepto.Descuento/),
    ])
  })
})

it('a worker without subsidy: NOM105 says what to write, and that is admitted', () => {
  const without = patch(readBase('nomina'), {
    Complemento: { Nomina: { OtrosPagos: { 0: null } } },
  })
  const broken = explain(without).find(
    ({ code, outcome }) => code === 'NOM105' && outcome === 'broken',
  )
  expect(broken?.why).toContain(
    'se le pone un OtroPago 002 con Importe 0.00, y en SubsidioAlEmpleo SubsidioCausado 0.00',
  )
  // The document of the fixtures is of a worker without subsidy, written so.
  expect(explain(readBase('nomina')).filter(({ outcome }) => outcome === 'broken')).toEqual([])
})

it.each([
  ['Complemento', 'implocal', 'ImpuestosLocales'],
  ['Complemento', 'donat', 'Donatarias'],
  ['Complemento', 'nomina12', 'Nomina'],
  ['Complemento', 'pago20:Pagos', 'Pagos'],
  ['Complemento', 'cartaporte31', 'CartaPorte'],
  ['ComplementoConcepto', 'iedu', 'instEducativas'],
])('%s.%s: the name of the complement is %s', (slot, name, meant) => {
  const change =
    slot === 'Complemento'
      ? { [slot]: { [name]: {} } }
      : { Conceptos: { 0: { [slot]: { [name]: {} } } } }
  const { findings } = preview<unknown>(patch(invoice(), change))
  expect(findings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(`¿quiso decir ${meant}?`),
  )
})
