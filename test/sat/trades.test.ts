/**
 * The recipes by trade (docs/en/trades.md): each document has no error, and its amounts are those
 * of an account kept by hand, in cents. The accounts are worked out from the prices in the comments
 * and not from anything that the library computes.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { preview } from '../../src/engine/preview.js'
import { noon } from '../fixtures.js'

const folder = new URL('../../fixtures/trades/', import.meta.url)
const names = readdirSync(folder).flatMap((name) =>
  name.endsWith('.json') ? name.replace('.json', '') : [],
)

/** Amounts in cents; `base` is SubTotal less Descuento. */
interface Account {
  readonly base: bigint
  readonly charged?: bigint
  readonly withheld?: bigint
  readonly local?: bigint
  readonly total: bigint
}

/** Rounds half up: cents by a rate in millionths. */
const taxOf = (cents: bigint, millionths: bigint): bigint =>
  (cents * millionths + 500_000n) / 1_000_000n
/** Part of an amount that is before a tax: a price with IVA at 16 % over 1.16, half up. */
const before = (cents: bigint): bigint => (cents * 100n * 2n + 116n) / 232n

const accounts: Readonly<Record<string, Account>> = {
  // 3 x 9.90 + 2 x 99.90 = 229.50 with IVA, and 32.00 at 0 %.
  shop: { base: before(22950n) + 3200n, charged: 22950n - before(22950n), total: 22950n + 3200n },
  // 2 x 499.00.
  saas: { base: 99800n, charged: taxOf(99800n, 160_000n), total: 99800n + 15968n },
  // The tip of 58.00 is not income of the restaurant: the bill is 580.00.
  restaurant: { base: 50000n, charged: 8000n, total: 58000n },
  // 3 x 19.99 + 39.77 = 99.74, paid 99.50. SubTotal and Descuento are rounded apart: 85.98 - 0.21 =
  // 85.77.
  cashRounding: {
    base: before(9974n) - before(24n),
    charged: 9950n - before(9974n) + before(24n),
    total: 9950n,
  },
  // Exempt; a tenth of ISR withheld.
  doctor: { base: 500000n, withheld: 50000n, total: 450000n },
  // IVA 2,400.00, of which two thirds are withheld, and ISR 1,500.00.
  rent: {
    base: 1500000n,
    charged: 240000n,
    withheld: (240000n * 2n) / 3n + 150000n,
    total: 1430000n,
  },
  // 3 x 1,500.00; ISH 3 %.
  hotel: { base: 450000n, charged: 72000n, local: 13500n, total: 535500n },
  // IVA 16 %, 4 % withheld.
  freight: { base: 1000000n, charged: 160000n, withheld: 40000n, total: 1120000n },
  // 4,800.00 less a grant of 480.00, exempt.
  school: { base: 432000n, total: 432000n },
  // Fees 42,500.00 with IVA, and 3,180.00 paid for the client.
  notary: { base: 4568000n, charged: 680000n, total: 5248000n },
  // 100 x 10.00 at 8 %.
  border: { base: 100000n, charged: 8000n, total: 108000n },
  // 40 l at 20.761945 = 830.4778, IVA of 807.0138.
  fuel: { base: 83048n, charged: 12912n, total: 95960n },
  // 40 x 80.00 USD at 0 %.
  export: { base: 320000n, charged: 0n, total: 320000n },
  // 1,160.00 of a third party and 58.00 of one's own.
  marketplace: { base: 105000n, charged: 16800n, total: 121800n },
}

const cents = (text: unknown): bigint => BigInt(String(text ?? '0.00').replace('.', ''))

describe('recipes by trade', () => {
  it('are those of the accounts, and of the pages', () => {
    expect([...names].sort()).toEqual(Object.keys(accounts).sort())
    for (const lang of ['en', 'es']) {
      const page = readFileSync(new URL(`../../docs/${lang}/trades.md`, import.meta.url), 'utf8')
      expect(names.filter((name) => !page.includes(`fixtures/trades/${name}.json`))).toEqual([])
    }
  })

  it.each(names)('%s', (name) => {
    const draft: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
    const { document, findings, totals } = preview<unknown>(draft, {
      complete: true,
      clock: () => noon,
    })
    const { base, charged, withheld = 0n, local = 0n, total } = accounts[name] as Account
    expect(findings.map(({ code }) => code)).toEqual([])
    expect(cents(totals?.SubTotal) - cents(totals?.Descuento)).toBe(base)
    expect(cents(totals?.TotalImpuestosTrasladados)).toBe(charged ?? 0n)
    expect(cents(totals?.TotalImpuestosRetenidos)).toBe(withheld)
    expect(cents(totals?.Total)).toBe(total)
    // The account itself adds up.
    expect(base + (charged ?? 0n) - withheld + local).toBe(total)
    const { TotaldeTraslados } = (
      (document?.['Complemento'] ?? {}) as { ImpuestosLocales?: Record<string, string> }
    ).ImpuestosLocales ?? { TotaldeTraslados: '0.00' }
    expect(cents(TotaldeTraslados)).toBe(local)
  })
})
