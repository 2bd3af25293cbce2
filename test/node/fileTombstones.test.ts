/**
 * Keys whose orders a file store removed: they answer 716 with their folio fiscal, also after the
 * file was opened again and compacted again, until the host's period ends.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import { type FileStore, openFileStore } from '../../src/node/log/fileStore.js'
import { failover } from '../../src/pac/failover.js'
import { freeSigner, InstantPac } from '../engine/host.js'
import { csd, draft } from '../fixtures.js'

const scratch = mkdtempSync(join(tmpdir(), 'tombstones-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const signers = freeSigner(await csd('person'))
const day = 24 * 3_600_000
const invoice = { ...draft('ingreso'), Fecha: 'AUTO', Folio: 'AUTO' }

let files = 0
function world(tombstoneRetention?: number) {
  const path = join(scratch, `${++files}.journal`)
  const pac = new InstantPac()
  const at = { now: Date.parse('2026-11-23T12:00:00-06:00') }
  const retention = { orderRetention: 10 * day, ...(tombstoneRetention && { tombstoneRetention }) }
  const within = async (
    use: (store: FileStore, engine: ReturnType<typeof over>) => Promise<void>,
  ) => {
    const store = await openFileStore(path, { now: () => at.now, ...retention })
    await use(store, over(store))
    await store.close()
  }
  const over = ({ journal, orders, folios, cancellations }: FileStore) =>
    createEngine({
      signers,
      provider: failover([pac.provider], { journal }),
      ...{ orders, folios, cancellations },
      clock: () => new Date(at.now),
    })
  return { path, pac, at, within }
}

it('answer 716 with the UUID, keep no XML, and give their folio to no other document', async () => {
  const { path, pac, at, within } = world()
  let uuid = ''
  await within(async (_, engine) => {
    const answer = await engine.stamp(invoice, { key: 'a' })
    if (answer.ok) uuid = answer.cfdi.UUID
    await engine.acknowledge('a')
  })
  at.now += 30 * day
  for (let times = 0; times < 3; times++) {
    await within(async (store, engine) => {
      await store.compact()
      expect(await store.orders.load('a')).toMatchObject({ purged: true, uuid, xml: '' })
      const refused = { ok: false, code: 716, duplicateOf: { key: 'a', UUID: uuid } }
      expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject(refused)
      expect(await engine.stamp({ ...invoice, Serie: 'OTRA' }, { key: 'a' })).toMatchObject(refused)
      expect(await engine.cancel({ key: 'a', motivo: '02' })).toMatchObject({
        code: 712,
        message: expect.stringContaining(`cancélelo con su XML: su folio fiscal es ${uuid}`),
      })
      for await (const delivery of engine.resume()) expect(delivery).toBeUndefined()
    })
  }
  expect(readFileSync(path, 'utf8')).not.toContain('<cfdi:Comprobante')
  await within(async (_, engine) => {
    const next = await engine.stamp(invoice, { key: 'b' })
    expect(next).toMatchObject({ ok: true, cfdi: { Folio: '2' } })
  })
  expect(pac.stamps).toBe(2)
})

it('are forgotten after the period of the host', async () => {
  const { pac, at, within } = world(20 * day)
  await within(async (_, engine) => {
    await engine.stamp(invoice, { key: 'a' })
    await engine.acknowledge('a')
  })
  at.now += 29 * day
  await within(async (store, engine) => {
    await store.compact()
    expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject({ ok: false, code: 716 })
  })
  at.now += 2 * day
  await within(async (store, engine) => {
    await store.compact()
    expect(await store.orders.load('a')).toBeUndefined()
    expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject({ ok: true })
  })
  expect(pac.stamps).toBe(2)
})

it('of documents that nobody stamped answer 716 too: their draft is not known any more', async () => {
  const { pac, at, within } = world()
  await within(async (_, engine) => {
    pac.will('rejects')
    expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject({ ok: false })
    await engine.acknowledge('a')
  })
  at.now += 30 * day
  await within(async (store, engine) => {
    await store.compact()
    pac.will()
    expect(await engine.stamp(invoice, { key: 'a' })).toMatchObject({ ok: false, code: 716 })
  })
})

it.each([
  [{ retention: -1 }, 'retention is milliseconds, 0 or more'],
  [{ orderRetention: Number.NaN }, 'orderRetention is milliseconds, 0 or more'],
  [{ tombstoneRetention: '1' }, 'tombstoneRetention is milliseconds, 0 or more'],
  [{ compactAt: 0 }, 'compactAt is an integer, 1 or more'],
  [{ staleAfter: Number.POSITIVE_INFINITY }, 'staleAfter is an integer, 1 or more'],
  [{ warnAt: 1.5 }, 'warnAt is an integer, 1 or more'],
  [{ now: 5 }, 'now must be a function'],
  [{ orderretention: 1 }, 'orderRetention'],
])('refuses the option %j', async (options, message) => {
  await expect(openFileStore(join(scratch, 'none'), options as never)).rejects.toThrow(message)
})
