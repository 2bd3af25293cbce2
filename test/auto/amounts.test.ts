import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askingConcepto, auto, bareConcepto, cart, complete, errorsOf, line, moneda, resolveAmounts } from './carts.js'

const lines = fc.array(line, { minLength: 1, maxLength: 12 })

describe('amounts of a comprobante', () => {
  it('derived where they say AUTO, always pass the rules', () => {
    fc.assert(
      fc.property(moneda, lines, (currency, cartLines) => {
        const draft = cart(currency, cartLines.map(askingConcepto), auto)
        expect(errorsOf(resolveAmounts(draft, auto))).toEqual([])
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
})
