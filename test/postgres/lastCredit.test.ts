/** The last credit of an account, which two processes reserve for the same key at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import {
  balanceOf,
  consume,
  grant,
  reserve,
  reserveAhead,
  untilUnchanged,
} from '../../src/service/credits.js'
import type { AllRecords } from '../../src/service/ports.js'
import { describePostgres } from './databases.js'

describePostgres('the last credit', (databases) => {
  it('is reserved once for a key by two processes at once, and refused to neither', async () => {
    const schema = await databases.schema()
    const open = () => createPostgresServiceStore(databases.client(), { schema })
    const [one, two] = [open(), open()]
    const now = Date.now()
    await one.transaction((tables) =>
      grant(tables, { owner: 'uno', reference: 'test', credits: 1, now }),
    )
    const wantedBy =
      (call: string, key = 'k') =>
      (tables: AllRecords) =>
        reserve(tables, { key, owner: 'uno', call, mail: false, now })
    const waiting = { second: undefined as Promise<unknown> | undefined }
    const first = await one.transaction(async (tables) => {
      const reserved = await wantedBy('first')(tables)
      // It waits for the credits, which this transaction holds.
      waiting.second = untilUnchanged(() => two.transaction(wantedBy('second')))
      await sleep(300)
      return reserved
    })
    expect([first, await waiting.second]).toEqual(['reserved', 'reserved'])
    const balance = balanceOf(await one.credits.get('uno'))
    expect(balance).toMatchObject({ reserved: 1, available: 0 })
    expect((await one.reservations.get('k'))?.calls).toHaveLength(2)
    expect(await two.transaction(wantedBy('third', 'other'))).toBe('spent')
  })

  it('is not taken by a key that another process stamps meanwhile', async () => {
    const schema = await databases.schema()
    const open = () => createPostgresServiceStore(databases.client(), { schema })
    const [one, two] = [open(), open()]
    const now = Date.now()
    await one.transaction((tables) =>
      grant(tables, { owner: 'uno', reference: 'test', credits: 2, now }),
    )
    const wanted = { key: 'k', owner: 'uno', call: 'first', mail: false, now }
    await one.transaction((tables) => reserve(tables, wanted))
    const invoice = { id: 'A0000000-0000-4000-8000-000000000001', owner: 'uno', at: now, key: 'k' }
    const waiting = { second: undefined as Promise<unknown> | undefined }
    await one.transaction(async (tables) => {
      await consume(tables, { invoice: invoice as never, fingerprint: 'f' })
      const second = { ...wanted, call: 'second' }
      waiting.second = untilUnchanged(() =>
        two.transaction((others) => reserveAhead(others, second)),
      )
      await sleep(300)
    })
    expect(await waiting.second).toMatchObject({ id: 'k', fingerprint: 'f' })
    const balance = balanceOf(await one.credits.get('uno'))
    expect(balance).toMatchObject({ stamped: 1, reserved: 0, available: 1 })
  })
})
