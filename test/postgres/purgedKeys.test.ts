/**
 * Keys whose orders were purged, end to end: they are never stamped again, and their folios go into
 * no other document.
 */
import { expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { failover } from '../../src/pac/failover.js'
import { createPostgresStore } from '../../src/postgres/store.js'

import { freeSigner, InstantPac } from '../engine/host.js'
import { csd, draft } from '../fixtures.js'
import { describeDatabases } from './databases.js'

const signers = freeSigner(await csd('person'))
// The database's clock judges the ages: the document is of today.
const invoice = { ...draft('ingreso'), Fecha: 'AUTO', Folio: 'AUTO' }

describeDatabases('a key whose order was purged', ({ client, schema }) => {
  const open = async () => {
    const name = await schema()
    const pac = new InstantPac()
    const over = () => {
      const store = createPostgresStore(client(), { schema: name })
      const { journal, orders, folios, cancellations } = store
      const provider = failover([pac.provider], { journal })
      return {
        ...store,
        engine: createEngine({ signers, provider, orders, folios, cancellations }),
      }
    }
    return { pac, over, name }
  }

  it('answers 716 with the UUID, in every process, and its folio is given to no other order', async () => {
    const { pac, over, name } = await open()
    const { engine, purge } = over()
    const uuids: string[] = []
    for (const key of ['a', 'b']) {
      const answer = await engine.stamp(invoice, { key })
      if (answer.ok) uuids.push(answer.cfdi.UUID)
      await engine.acknowledge(key)
    }
    expect(await purge({ orders: 0, journal: 0, tombstone: 3_600_000 })).toMatchObject({
      orders: 2,
      journal: 2,
    })
    const after = over().engine
    for (const [at, key] of ['a', 'b'].entries()) {
      const refused = { ok: false, code: 716, duplicateOf: { key, UUID: uuids[at] } }
      expect(await after.stamp(invoice, { key })).toMatchObject(refused)
      expect(await after.stamp({ ...invoice, Serie: 'OTRA' }, { key })).toMatchObject(refused)
      expect(await after.seal(invoice, { key })).toMatchObject(refused)
      expect(await after.acknowledge(key)).toBe(false)
      await expect(after.settle(key, 'not-stamped')).rejects.toMatchObject({
        code: 'SETTLE_UNKNOWN',
      })
      expect(await after.cancel({ key, motivo: '02' })).toMatchObject({ ok: false, code: 712 })
    }
    for await (const delivery of after.resume()) expect(delivery).toBeUndefined()
    for await (const attention of after.needsAttention({ olderThan: 0 }))
      expect(attention).toBeUndefined()
    const next = await after.stamp(invoice, { key: 'c' })
    expect(next).toMatchObject({ ok: true, cfdi: { Folio: '3' } })
    expect(pac.stamps).toBe(3)
    const { rows } = await client().query(
      `select folio::text as folio, count(*)::text as count from "${name}".issued_folios group by folio order by folio`,
      [],
    )
    expect(rows).toEqual(['1', '2', '3'].map((folio) => ({ folio, count: '1' })))
  })

  it('a key that was never stamped is refused too: which draft it had is not known any more', async () => {
    const { pac, over } = await open()
    const { engine, purge } = over()
    pac.will('rejects')
    expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject({ code: 705 })
    await engine.acknowledge('a')
    await purge({ orders: 0, tombstone: 3_600_000 })
    const answer = await over().engine.stamp(invoice, { key: 'a' })
    expect(answer).toMatchObject({ ok: false, code: 716 })
    expect(answer).not.toHaveProperty('duplicateOf')
  })
})
