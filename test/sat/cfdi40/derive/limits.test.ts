/**
 * The SAT's limits, computed independently with plain integers from tolerances of the Anexo 20:
 * derived values lie within; a value one unit beyond is reported, and one at the limit is not.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { askingConcepto, auto, cart, errorsOf, line, resolveAmounts } from './carts.js'

/** A number as an integer of units of 10^-24, in which every limit can be written. */
const deep = 24n
const one = 10n ** deep
const parse = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(Number(deep), '0'))
}
const decimalsOf = (text: string): bigint => BigInt(text.split('.')[1]?.length ?? 0)
const unitOf = (digits: bigint): bigint => 10n ** (deep - digits)
const half = (text: string): bigint => unitOf(decimalsOf(text)) / 2n
const epsilon = unitOf(12n)

const print = (value: bigint, digits: bigint): string => {
  const text = (value / unitOf(digits)).toString().padStart(Number(digits) + 1, '0')
  return digits === 0n ? text : `${text.slice(0, -Number(digits))}.${text.slice(-Number(digits))}`
}

/** Products are of units of 10^-48: cut, or rounded up, at some decimals. */
const cut = (product: bigint, digits: bigint): bigint => {
  const step = unitOf(digits) * one
  return (product / step) * unitOf(digits)
}
const up = (product: bigint, digits: bigint): bigint => {
  const step = unitOf(digits) * one
  return ((product + step - 1n) / step) * unitOf(digits)
}

const productLimits = (a: string, b: string, digits: bigint): readonly [bigint, bigint] => [
  cut((parse(a) - half(a)) * (parse(b) - half(b)), digits),
  up((parse(a) + half(a) - epsilon) * (parse(b) + half(b) - epsilon), digits),
]
const taxLimits = (base: string, tasa: string, digits: bigint): readonly [bigint, bigint] => [
  cut((parse(base) - half(base)) * parse(tasa), digits),
  up((parse(base) + half(base) - epsilon) * parse(tasa), digits),
]

/** The list with another item at an index. */
function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  return list.map((one, index) => (index === at ? item : one))
}

interface Case {
  readonly code: string
  readonly amount: string
  readonly limits: readonly [bigint, bigint]
  /** The document with another amount there. */
  readonly with: (amount: string) => Json
}

type Fields = Record<string, string>
interface Concepto extends Json {
  readonly Impuestos?: Readonly<Record<'Traslados' | 'Retenciones', readonly Fields[] | undefined>>
}

/** Every amount of the concepts that has limits. */
function casesOf(document: Json): Case[] {
  const conceptos = document['Conceptos'] as readonly Concepto[]
  return conceptos.flatMap((concepto, at) => {
    const put = (changed: Json): Json => ({
      ...document,
      Conceptos: replaced(conceptos, at, changed as Concepto),
    })
    const { Cantidad = '', ValorUnitario = '', Importe = '' } = concepto as unknown as Fields
    const own: Case = {
      code: 'CFDI40167',
      amount: Importe,
      limits: productLimits(Cantidad, ValorUnitario, decimalsOf(Importe)),
      with: (amount) => put({ ...concepto, Importe: amount }),
    }
    const taxes = (['Traslados', 'Retenciones'] as const).flatMap((kind) =>
      (concepto.Impuestos?.[kind] ?? []).flatMap((tax, index): Case[] => {
        const { Base = '', TasaOCuota, Importe: importe } = tax
        if (TasaOCuota === undefined || importe === undefined) return []
        return [
          {
            code: kind === 'Traslados' ? 'CFDI40180' : 'CFDI40186',
            amount: importe,
            limits: taxLimits(Base, TasaOCuota, decimalsOf(importe)),
            with: (amount) => {
              const list = replaced(concepto.Impuestos?.[kind] ?? [], index, {
                ...tax,
                Importe: amount,
              })
              return put({ ...concepto, Impuestos: { ...concepto.Impuestos, [kind]: list } })
            },
          },
        ]
      }),
    )
    return [own, ...taxes]
  })
}

const codesOf = (document: Json): readonly string[] => errorsOf(document).map(({ code }) => code)

describe('the limits of the SAT', () => {
  it('include the derived values, and are exact to the last unit', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('MXN', 'JPY', 'OMR'), fc.nat(), (one, currency, pick) => {
        const document = resolveAmounts(cart(currency, [askingConcepto(one)], auto), auto)
        const cases = casesOf(document)
        const { code, amount, limits, with: put } = cases[pick % cases.length] as Case
        const [least, most] = limits
        const digits = decimalsOf(amount)
        const unit = unitOf(digits)
        expect(least <= parse(amount) && parse(amount) <= most).toBe(true)
        if (least >= 0n) expect(codesOf(put(print(least, digits)))).not.toContain(code)
        expect(codesOf(put(print(most, digits)))).not.toContain(code)
        if (least >= unit) expect(codesOf(put(print(least - unit, digits)))).toContain(code)
        expect(codesOf(put(print(most + unit, digits)))).toContain(code)
      }),
      { numRuns: 300 },
    )
  })

  const exact = ['SubTotal', 'Descuento', 'Total'] as const
  const codes = { SubTotal: 'CFDI40108', Descuento: 'CFDI40111', Total: 'CFDI40119' } as const

  it('are none for the totals: a unit more or less is found', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...exact),
        (lines, field) => {
          const document = resolveAmounts(cart('MXN', lines.map(askingConcepto), auto), auto)
          const amount = document[field]
          if (typeof amount !== 'string') return
          for (const move of [1n, -1n]) {
            const moved = parse(amount) + move * unitOf(2n)
            if (moved >= 0n)
              expect(codesOf({ ...document, [field]: print(moved, 2n) })).toContain(codes[field])
          }
        },
      ),
    )
  })

  it('are none for the summary of taxes', () => {
    const summary = {
      TotalImpuestosTrasladados: 'CFDI40205',
      TotalImpuestosRetenidos: 'CFDI40203',
    } as const
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const document = resolveAmounts(cart('MXN', lines.map(askingConcepto), auto), auto)
        const impuestos = document['Impuestos'] as Json | undefined
        for (const [field, code] of Object.entries(summary)) {
          const amount = impuestos?.[field]
          if (typeof amount !== 'string') continue
          const moved = { ...impuestos, [field]: print(parse(amount) + unitOf(2n), 2n) }
          expect(codesOf({ ...document, Impuestos: moved })).toContain(code)
        }
        for (const [list, fields] of Object.entries({
          Traslados: { Base: 'CFDI40215', Importe: 'CFDI40221' },
          Retenciones: { Importe: 'CFDI40211' },
        })) {
          const rows = (impuestos?.[list] ?? []) as readonly Fields[]
          for (const [at, row] of rows.entries())
            for (const [field, code] of Object.entries(fields)) {
              if (row[field] === undefined) continue
              const moved = replaced(rows, at, {
                ...row,
                [field]: print(parse(row[field]) + unitOf(2n), 2n),
              })
              const found = codesOf({ ...document, Impuestos: { ...impuestos, [list]: moved } })
              // Where all is exempt, bases have a rule of their own.
              expect(found.some((one) => one === code || one === 'CFDI40216')).toBe(true)
            }
        }
      }),
    )
  })
})

describe('the examples of the SAT', () => {
  it('truncates and rounds up as the guide does: 924.224956 is between 924.22 and 924.23', () => {
    const product = 924224956n * 10n ** 42n
    expect([print(cut(product, 2n), 2n), print(up(product, 2n), 2n)]).toEqual(['924.22', '924.23'])
  })
})
