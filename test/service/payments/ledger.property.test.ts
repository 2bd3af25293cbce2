/**
 * The ledger against a model, in any order of arrival and with repetitions: the final state depends
 * on neither, and the last event matches it.
 * @module
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Decimal } from '../../../src/lib/decimal.js'
import { Books, bill, credit, folio, type Happening, receipt } from './books.js'

const runs = Number(process.env['CFDI_RUNS'] ?? (process.env['CI'] ? 400 : 10))
const invoices = ['A', 'B', 'C']

const cents = fc
  .integer({ min: 1, max: 40 })
  .map((units) => Decimal.ofSafeUnits(units * 10, 2).toString())
const docto = fc.record({ to: fc.constantFrom(...invoices), paid: cents })
const replaced = fc.option(fc.constantFrom('R0', 'R1', 'R2', 'R3'), { nil: undefined })

/** Events of one account, in order of creation: a receipt replaces an earlier one only. */
const story = fc
  .record({
    bills: fc.tuple(cents, cents, cents),
    receipts: fc.array(fc.tuple(fc.array(docto, { minLength: 1, maxLength: 3 }), replaced), {
      maxLength: 4,
    }),
    credits: fc.array(fc.tuple(cents, fc.constantFrom(...invoices)), { maxLength: 2 }),
    cancelled: fc.uniqueArray(fc.constantFrom('A', 'R0', 'R1', 'R2', 'R3', 'N0'), { maxLength: 3 }),
  })
  .map(({ bills, receipts, credits, cancelled }): Happening[] => [
    ...bills.map((total, index) => bill(invoices[index] as string, total)),
    ...receipts.map(([doctos, earlier], index) => {
      const isEarlier = earlier !== undefined && Number(earlier.slice(1)) < index
      return receipt(`R${index}`, doctos, isEarlier ? earlier : undefined)
    }),
    ...credits.map(([total, of], index) => credit(`N${index}`, total, [of])),
    ...cancelled.map((cancel) => ({ cancel })),
  ])

const arrival = (happenings: readonly Happening[]): fc.Arbitrary<readonly Happening[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...happenings], { minLength: happenings.length }),
      fc.array(fc.constantFrom(...happenings), { maxLength: 4 }),
    )
    .map(([all, again]) => [...all, ...again])

const statements = (books: Books) => Promise.all(invoices.map((name) => books.statement(name)))

it('ends with the same statements in any order and with repetitions, and the last event is true', async () => {
  const made = story.chain((happenings) => fc.tuple(fc.constant(happenings), arrival(happenings)))
  await fc.assert(
    fc.asyncProperty(made, async ([inOrder, arrived]) => {
      const [one, other] = [
        await new Books().happen(...inOrder),
        await new Books().happen(...arrived),
      ]
      const accounts = await statements(one)
      expect(await statements(other)).toEqual(accounts)
      for (const books of [one, other]) {
        for (const { UUID, paid, cancelled } of accounts) {
          const told = books.news
            .filter(({ data }) => 'UUID' in data && data.UUID === UUID)
            .map(({ type }) => type)
          expect(told).toEqual(
            told.map((_, turn) => (turn % 2 === 0 ? 'cfdi.paid' : 'cfdi.unpaid')),
          )
          if (!cancelled) expect(told.at(-1) === 'cfdi.paid').toBe(paid)
        }
      }
      expect(new Set(other.news.map(({ id }) => id)).size).toBe(other.news.length)
    }),
    { numRuns: runs },
  )
})

it('changes and emits nothing when everything is delivered again', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (happenings) => {
      const books = await new Books().happen(...happenings)
      const [told, kept] = [books.news.length, structuredClone([...books.ledger.records])]
      await books.happen(...happenings)
      expect(books.news).toHaveLength(told)
      expect([...books.ledger.records]).toEqual(kept)
    }),
    { numRuns: runs },
  )
})

it('every statement equals a sum computed separately', async () => {
  const paying = fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(cents, paying, async (total, parts) => {
      const books = await new Books().happen(bill('A', total))
      for (const [index, [paid, isCancelled]] of parts.entries()) {
        await books.happen(receipt(`R${index}`, [{ to: 'A', paid }]))
        if (isCancelled) await books.happen({ cancel: `R${index}` })
      }
      const units = (text: string) => Math.round(Number(text) * 100)
      const left = parts.reduce(
        (sum, [paid, isCancelled]) => (isCancelled ? sum : sum - units(paid)),
        units(total),
      )
      expect(units((await books.statement('A')).balance)).toBe(left)
      expect((await books.statement('A')).UUID).toBe(folio('A'))
    }),
    { numRuns: runs },
  )
})
