/**
 * The ledger of payments where many processes write it at once: nobody waits for ever, nothing is
 * lost, and what is told is what is true.
 * @module
 */
import { expect } from 'vitest'
import { writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { paymentLedger, readStatement } from '../../src/service/payments/ledger.js'
import type { AllRecords, KnownCfdi, ServiceStore } from '../../src/service/ports.js'
import type { NewEvent } from '../../src/service/records.js'
import {
  Books,
  bill,
  expectShown,
  folio,
  type Happening,
  receipt,
} from '../service/payments/books.js'

const invoices = ['A', 'B', 'C', 'D']

/**
 * Receipts of the same invoices in every order, some in the place of others, some cancelled; the
 * invoices come last.
 */
function story(): Happening[] {
  const receipts = Array.from({ length: 12 }, (_, at) => {
    const doctos = [0, 1, 2].map((step) => ({
      to: invoices[(at * 3 + step * (at % 2 ? 1 : 3)) % 4] as string,
      paid: '1.00',
    }))
    return receipt(`R${at}`, doctos, at % 5 === 4 ? `R${at - 1}` : undefined)
  })
  const cancelled = [3, 8, 10].map((at) => ({ cancel: `R${at}` }))
  return [...receipts, ...cancelled, ...invoices.map((name, at) => bill(name, `${6 + at}.00`))]
}

/** Everything at once comes to the same as one after the other. */
export async function expectSameLedger(store: ServiceStore): Promise<void> {
  const follower = paymentLedger()
  const happen = (happening: Happening): Promise<readonly NewEvent[]> =>
    store.transaction(async (tables: AllRecords) => {
      const known = (id: string, xml: string, tipo?: string) => ({
        environment: 'sandbox',
        invoice: { id, owner: 'acct', at: 0, tipo },
        xml,
      })
      if ('cancel' in happening)
        return follower.cancelled(tables, known(folio(happening.cancel), '') as KnownCfdi)
      const uuid = happening.Complemento?.TimbreFiscalDigital?.UUID as string
      const stamped = known(uuid, writeCfdi(happening), happening.TipoDeComprobante) as KnownCfdi
      await tables.invoices.insert(stamped.invoice)
      return follower.stamped(tables, stamped)
    })
  const happenings = story()
  const news = (await Promise.all(happenings.map(happen))).flat()
  const books = await new Books('acct').happen(...happenings)
  for (const name of invoices) {
    const statement = await readStatement(store.ledger, 'acct', folio(name))
    expect(statement).toEqual(await books.statement(name))
    expectShown(await store.invoices.get(folio(name)), statement!)
    const told = news
      .filter(({ data }) => 'UUID' in data && data.UUID === folio(name))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
    expect(told.length % 2 === 1).toBe(statement?.paid)
  }
  expect(await Promise.all(happenings.map(happen))).toEqual(happenings.map(() => []))
}
