/**
 * A journal whose entries somebody removed: it does not vouch for the orders of the time before,
 * and no document is sent again.
 */
import { expect, it } from 'vitest'
import type { Order } from '../../src/engine/orders.js'
import { createEngine } from '../../src/engine/engine.js'
import { failover } from '../../src/pac/failover.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { freeSigner, InstantPac } from '../engine/host.js'
import { csd, draft } from '../fixtures.js'
import { describeDatabases } from './databases.js'

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Fecha: 'AUTO', Folio: 'AUTO' }
const key = 'k'

describeDatabases('a journal', ({ client, schema }) => {
  /** A store whose host died after `dos` stamped its order, before the order had the result. */
  const dieBetween = async () => {
    const database = client()
    const name = await schema()
    const [uno, dos] = ['uno', 'dos'].map((id) => new InstantPac(id, { findKinds: ['bytes'] })) as [
      InstantPac,
      InstantPac,
    ]
    const storeOf = () => createPostgresStore(database, { schema: name })
    const engineOver = (pacs: readonly InstantPac[], changed: object = {}) => {
      const { journal, orders, folios } = storeOf()
      const providers = pacs.map(({ provider }) => provider)
      return createEngine({
        signers,
        provider: failover(providers, { journal, recovery: { window: 1 } }),
        orders: { ...orders, ...changed },
        folios,
      })
    }
    const { orders, journal } = storeOf()
    const append = async (order: Order) =>
      order.version > 1 ? new Promise<never>(() => {}) : orders.append(order)
    void engineOver([dos, uno], { append, renew: async () => {} }).stamp(invoice, { key })
    while ((await storeOf().counts()).journal.closed === 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const run = (statement: string) => database.query(statement.replaceAll('$', name), [])
    await run('update $.orders set until = 0')
    const stamp = () => engineOver([uno, dos]).stamp(invoice, { key })
    return { run, stamp, journal, purge: storeOf().purge, stamps: () => uno.stamps + dos.stamps }
  }

  it.each([
    ['is truncated', 'truncate $.journal'],
    ['loses all its rows', 'delete from $.journal'],
    ['loses the row of an open order', "delete from $.journal where status = 'closed'"],
  ])(
    'that %s vouches for nothing: the document is looked up, and not sent again',
    async (_, how) => {
      const { run, stamp, journal, stamps } = await dieBetween()
      const { id } = await journal.identity()
      await run(how)
      expect(await stamp()).toMatchObject({ ok: true, pac: 'dos' })
      expect(stamps()).toBe(1)
      expect((await journal.identity()).id).not.toBe(id)
    },
  )

  it('that a purge made smaller is the same one', async () => {
    const { stamp, journal, purge, stamps } = await dieBetween()
    const { id } = await journal.identity()
    expect(await purge({ journal: 0 })).toMatchObject({ journal: 0 })
    expect(await stamp()).toMatchObject({ ok: true, pac: 'dos' })
    expect(await purge({ journal: 0 })).toMatchObject({ journal: 1 })
    expect((await journal.identity()).id).toBe(id)
    expect(stamps()).toBe(1)
  })
})
