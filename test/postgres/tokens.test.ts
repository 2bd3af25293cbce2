/**
 * Tokens, seconds, heartbeats, the journal's identity, and purging, of any number of processes.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Order } from '../../src/engine/orders.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { describeDatabases } from './databases.js'
import { all, clockOff, counting, entryOf, orderOf } from './records.js'

const withToken = (
  key: string,
  token: string | undefined,
  version = 1,
  changes: Partial<Order> = {},
) => ({ ...orderOf(key, version, changes), ...(token === undefined ? {} : { token }) }) as Order

describeDatabases('tokens', ({ client, schema }) => {
  const storesOf = async (count: number) => {
    const name = await schema()
    return Array.from({ length: count }, () => createPostgresStore(client(), { schema: name }))
  }
  const storeOf = async () => (await storesOf(1))[0]!

  it('belong to one order at a time, whatever several processes write', async () => {
    const stores = await storesOf(3)
    const write = fc.record({
      process: fc.nat(2),
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      token: fc.option(fc.constantFrom('t', 'u'), { nil: undefined }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(write, { maxLength: 6 }), { maxLength: 5 }),
        async (rounds) => {
          run++
          const versions = new Map<string, number>()
          const held = new Map<string, string | undefined>()
          for (const round of rounds) {
            const written = await Promise.all(
              round.map(async ({ process, key, token }) => {
                const named = token && `${token}${run}`
                const order = withToken(`${key}${run}`, named, (versions.get(key) ?? 0) + 1)
                return { key, token: named, isWritten: await stores[process]!.orders.append(order) }
              }),
            )
            for (const { key, token } of written.filter(({ isWritten }) => isWritten)) {
              versions.set(key, (versions.get(key) ?? 0) + 1)
              held.set(key, token)
            }
            const tokens = [...held.values()].filter((token) => token !== undefined)
            expect(new Set(tokens).size, 'no token twice').toBe(tokens.length)
            for (const [key, token] of held) {
              expect(await stores[0]!.orders.load(`${key}${run}`)).toMatchObject({
                version: versions.get(key),
              })
              if (token !== undefined)
                expect(await stores[1]!.orders.ownerOf(token)).toBe(`${key}${run}`)
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  it('of others hinder no order that is written with theirs', async () => {
    const { orders } = await storeOf()
    await orders.append(withToken('owner', 't'))
    const wanted = [
      withToken('a', 'u'),
      withToken('b', 't'),
      withToken('c', 'v'),
      withToken('d', 'u'),
    ]
    const written = await Promise.all(wanted.map((order) => orders.append(order)))
    expect([written[0] !== written[3], written[1], written[2]]).toEqual([true, false, true])
    expect(await orders.load('b')).toBeUndefined()
    expect(await orders.ownerOf('t')).toBe('owner')
    expect(await orders.load('owner')).toMatchObject({ token: 't' })
    expect(await orders.append(withToken('owner', undefined, 2))).toBe(true)
    expect(await orders.load('owner')).not.toHaveProperty('token')
    expect(await orders.append(withToken('b', 't'))).toBe(true)
  })

  it('seconds of a content are handed out once, in few statements', async () => {
    const name = await schema()
    const counted = counting(client())
    const [one, other] = [counted, client()].map(
      (each) => createPostgresStore(each, { schema: name }).orders,
    )
    const wish = { content: 'c', taken: 1_000, from: 500, to: 1_000 }
    const given = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? one! : other!).nextSecond(wish)),
    )
    expect([...given].sort((a, b) => Number(b) - Number(a))).toEqual(
      Array.from({ length: 200 }, (_, at) => 999 - at),
    )
    expect(counted.statements).toBeLessThan(10)
    expect(await one!.nextSecond({ ...wish, content: 'd' })).toBe(999)
    expect(await one!.nextSecond({ ...wish, from: 999 })).toBeUndefined()
    expect(await other!.nextSecond({ ...wish, taken: 1_001, to: 1_002 })).toBe(1_002)
    await expect(one!.nextSecond({ ...wish, to: 0.5 })).rejects.toThrow(TypeError)
  })

  it('heartbeats lengthen the claims of a process, by the clock of the database, and change no version', async () => {
    const name = await schema()
    const clock = clockOff(3_600_000)
    const { orders, cancellations } = createPostgresStore(client(), { schema: name, clock })
    const claim = { owner: 'me', until: clock.now() + 5_000 }
    await orders.append(withToken('a', 't', 1, { claim }))
    await orders.append(withToken('b', 'u', 1, { claim: { ...claim, owner: 'other' } }))
    const later = claim.until + 10_000
    await orders.renew('me', later)
    await cancellations.renew('me', claim.until)
    expect((await orders.load('a'))?.claim?.until).toBe(later)
    expect((await all(orders.unfinished())).map((order) => order.claim?.until)).toEqual([
      later,
      claim.until,
    ])
    expect(
      await orders.append(withToken('a', 't', 2, { claim: { ...claim, until: later + 1 } })),
    ).toBe(true)
    expect((await orders.load('a'))?.claim?.until).toBe(later + 1)
  })

  it('the journal has an identity, which is that of its schema', async () => {
    const [one, other] = await storesOf(2)
    const identity = await one!.journal.identity()
    expect(await other!.journal.identity()).toEqual(identity)
    expect(identity.id).not.toBe((await (await storeOf()).journal.identity()).id)
    expect(Math.abs(identity.since - Date.now())).toBeLessThan(600_000)
  })

  it('purging keeps the entries of open orders, and leaves the keys that it is told to', async () => {
    const { journal, orders, purge } = await storeOf()
    const outcome = { kind: 'unavailable', pac: 'uno', message: 'nul \0' } as const
    for (const token of ['of an open order', 'of none']) {
      await journal.append(entryOf(token))
      await journal.append(entryOf(token, 2, { status: 'closed', outcome }))
    }
    await orders.append(withToken('open', 'of an open order'))
    await orders.append(withToken('done', 'u'))
    await orders.append(withToken('done', 'u', 2, { status: 'acknowledged', outcome }))
    const ages = { journal: 0, orders: 0, tombstone: 3_600_000 }
    expect(await purge({ ...ages, dryRun: true })).toMatchObject({ journal: 1, orders: 1 })
    expect(await purge(ages)).toEqual({
      journal: 1,
      orders: 1,
      cancellations: 0,
      lives: 0,
      tombstones: 0,
    })
    expect(await journal.load('of an open order')).toBeDefined()
    expect(await orders.load('done')).toEqual({
      ...{
        key: 'done',
        version: 2,
        status: 'acknowledged',
        xml: '',
        fingerprint: 'f'.repeat(64),
        warnings: [],
      },
      ...{ at: 2, purged: true, token: 'u' },
    })
    expect(
      await orders.append(withToken('another', 'u')),
      'the token is still that of the key',
    ).toBe(false)
    expect(await purge(ages)).toEqual({
      journal: 0,
      orders: 0,
      cancellations: 0,
      lives: 0,
      tombstones: 0,
    })
  })

  it('a tombstone ends, and the key is new again', async () => {
    const { orders, purge } = await storeOf()
    const outcome = { kind: 'unavailable', pac: 'uno', message: '' } as const
    await orders.append(withToken('done', 'u', 1, { status: 'acknowledged', outcome }))
    expect(await purge({ orders: 0, tombstone: 1 })).toMatchObject({ orders: 1 })
    await expect.poll(() => purge({}).then(() => orders.load('done'))).toBeUndefined()
    expect(await orders.append(withToken('done', 'u'))).toBe(true)
  })

  it('orders that are answered come first, and those that are not due not at all', async () => {
    const { orders } = await storeOf()
    const outcome = { kind: 'unavailable', pac: 'uno', message: '' } as const
    const hour = 3_600_000
    for (const [key, due] of [
      ['later', Date.now() + hour],
      ['now', Date.now() - hour],
      ['open', undefined],
    ] as const)
      await orders.append({ ...orderOf(key), ...(due && { due }) } as Order)
    await orders.append(orderOf('answered', 1, { status: 'answered', outcome }))
    const keys = async (purpose?: 'resume') =>
      (await all(orders.unfinished(purpose))).map(({ key }) => key)
    expect(await keys('resume')).toEqual(['answered', 'open', 'now'])
    expect(await keys()).toEqual(['answered', 'later', 'now', 'open'])
  })
})
