/**
 * The exact sums of CFDI 4.0: for any cart, the rounded sum is clean and one unit beside it is the
 * finding of that total.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check } from '../../../src/sat/cfdi40/check.js'
import { patch, readBase } from '../../rules/fixture.js'

const currencies = [
  { Moneda: 'MXN', decimals: 2 },
  { Moneda: 'JPY', TipoCambio: '0.1250', decimals: 0 },
  { Moneda: 'OMR', TipoCambio: '48.7100', decimals: 3 },
  { Moneda: 'CLF', TipoCambio: '712.5000', decimals: 4 },
] as const

const scale = 6

function write(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Half up, from units of 10^-6. */
function round(units: bigint, digits: number): bigint {
  const step = 10n ** BigInt(scale - digits)
  return (units + step / 2n) / step
}

interface Line {
  readonly importe: bigint
  readonly descuento: bigint | undefined
}

const line: fc.Arbitrary<Line> = fc
  .tuple(
    fc.bigInt({ min: 2_000_000n, max: 10n ** 12n }),
    fc.option(fc.bigInt({ min: 0n, max: 1_000_000n }), { nil: undefined }),
  )
  .map(([importe, descuento]) => ({ importe, descuento }))

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
/** 16 %, half up. */
const tax = (base: bigint) => (base * 16n + 50n) / 100n

function cart(
  lines: readonly Line[],
  { decimals, ...moneda }: (typeof currencies)[number],
): Record<string, unknown> {
  const bases = lines.map(({ importe, descuento = 0n }) => importe - descuento)
  const discounts = lines.flatMap(({ descuento }) => (descuento === undefined ? [] : [descuento]))
  const [subtotal, descuento] = [
    round(sum(lines.map(({ importe }) => importe)), decimals),
    round(sum(discounts), decimals),
  ]
  const iva = round(sum(bases.map(tax)), decimals)
  const rate = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }
  return patch(readBase('ingreso'), {
    ...moneda,
    SubTotal: write(subtotal, decimals),
    Descuento: discounts.length === 0 ? null : write(descuento, decimals),
    Total: write(subtotal - descuento + iva, decimals),
    Conceptos: lines.map(({ importe, descuento: less }, index) => ({
      ClaveProdServ: '44121704',
      Cantidad: '1',
      ClaveUnidad: 'H87',
      Descripcion: 'Bolígrafo',
      ValorUnitario: write(importe, scale),
      Importe: write(importe, scale),
      ...(less === undefined ? {} : { Descuento: write(less, scale) }),
      ObjetoImp: '02',
      Impuestos: {
        Traslados: [
          { ...rate, Base: write(bases[index]!, scale), Importe: write(tax(bases[index]!), scale) },
        ],
      },
    })),
    Impuestos: {
      TotalImpuestosRetenidos: null,
      Retenciones: null,
      TotalImpuestosTrasladados: write(iva, decimals),
      Traslados: [
        {
          ...rate,
          Base: write(round(sum(bases), decimals), decimals),
          Importe: write(iva, decimals),
        },
      ],
    },
  }) as Record<string, unknown>
}

const carts = fc.tuple(
  fc.array(line, { minLength: 1, maxLength: 8 }),
  fc.constantFrom(...currencies),
)

/** The document with `by` units of its last decimal added at a path. */
function moved(
  document: unknown,
  path: readonly (string | number)[],
  decimals: number,
  by: bigint,
): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    const units = BigInt(String(document).replace('.', '')) + by
    fc.pre(units >= 0n)
    return write(units, decimals)
  }
  const holder = document as Record<string | number, unknown>
  if (Array.isArray(document))
    return document.map((item, at) => (at === key ? moved(item, rest, decimals, by) : item))
  return { ...holder, [key]: moved(holder[key], rest, decimals, by) }
}

const codes = (document: unknown) => new Set(check(document).map(({ code }) => code))

describe('the sums of any cart', () => {
  it('are clean', () => {
    fc.assert(
      fc.property(carts, ([lines, currency]) => {
        expect(check(cart(lines, currency))).toEqual([])
      }),
    )
  })

  it.each([
    ['CFDI40108', ['SubTotal']],
    ['CFDI40119', ['Total']],
    ['CFDI40205', ['Impuestos', 'TotalImpuestosTrasladados']],
    ['CFDI40215', ['Impuestos', 'Traslados', 0, 'Base']],
    ['CFDI40221', ['Impuestos', 'Traslados', 0, 'Importe']],
  ] as const)('%s: a unit more or less is found', (code, path) => {
    fc.assert(
      fc.property(carts, fc.constantFrom(1n, -1n), ([lines, currency], by) => {
        expect(codes(moved(cart(lines, currency), path, currency.decimals, by))).toContain(code)
      }),
      { numRuns: 40 },
    )
  })

  it('CFDI40111: a unit more or less is found', () => {
    const discounted = carts.map(([lines, currency]) => {
      return [
        lines.map((one) => ({ ...one, descuento: one.descuento ?? 1_000_000n })),
        currency,
      ] as const
    })
    fc.assert(
      fc.property(discounted, fc.constantFrom(1n, -1n), ([lines, currency], by) => {
        const document = cart(lines, currency)
        expect(codes(moved(document, ['Descuento'], currency.decimals, by))).toContain('CFDI40111')
      }),
      { numRuns: 40 },
    )
  })

  it('rounds halves up, and reports the expected value', () => {
    const document = cart([{ importe: 10_005_000n, descuento: undefined }], currencies[0])
    expect(document['SubTotal']).toBe('10.01')
    expect(check({ ...document, SubTotal: '10.00', Total: '11.60' })).toMatchObject([
      { code: 'CFDI40108', expected: '10.01', value: '10.00' },
    ])
  })
})
