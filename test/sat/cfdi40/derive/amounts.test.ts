import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askingConcepto,
  auto,
  bareConcepto,
  cart,
  complete,
  findingsOf,
  line,
  moneda,
  resolveAmounts,
} from './carts.js'

const lines = fc.array(line, { minLength: 1, maxLength: 12 })

describe('amounts of a comprobante', () => {
  it('derived from "AUTO" always pass the rules', () => {
    fc.assert(
      fc.property(moneda, lines, (currency, cartLines) => {
        const draft = cart(currency, cartLines.map(askingConcepto), auto)
        expect(findingsOf(resolveAmounts(draft, auto))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('derived where they are absent, are the same', () => {
    fc.assert(
      fc.property(moneda, lines, (currency, cartLines) => {
        const bare = resolveAmounts(cart(currency, cartLines.map(bareConcepto), complete), complete)
        const asking = resolveAmounts(cart(currency, cartLines.map(askingConcepto), auto), auto)
        expect(bare).toEqual(asking)
        expect(JSON.stringify(asking)).not.toContain('AUTO')
      }),
      { numRuns: 100 },
    )
  })

  it('pass them with as many lines as an invoice has', () => {
    const many = fc.array(line, { minLength: 400, maxLength: 500, size: 'max' })
    fc.assert(
      fc.property(moneda, many, (currency, cartLines) => {
        expect(
          findingsOf(
            resolveAmounts(cart(currency, cartLines.map(bareConcepto), complete), complete),
          ),
        ).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  it('without a solution are reported: a discount of the whole price leaves no base', () => {
    const [free] = fc.sample(line, { numRuns: 1, seed: 1 })
    const Traslados = [{ Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }]
    const lines = [
      { ...free, Cantidad: '1', ValorUnitario: '10', Descuento: '10', Traslados, Retenciones: [] },
    ]
    const found = findingsOf(resolveAmounts(cart('MXN', lines.map(askingConcepto), auto), auto))
    expect(found.map(({ code }) => code)).toEqual(['CFDI40174'])
  })
})
