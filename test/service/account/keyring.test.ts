/**
 * Keys that keys make: never more than the key that makes them, and ended with it.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { codeOf } from '../desk.js'
import { caller, openOwner, said } from './owner.js'

interface Issued {
  readonly id: string
  readonly key: string
}
interface Listed {
  readonly data: readonly { id: string; active: boolean; scopes: string[]; issuedBy?: string }[]
}

async function scene() {
  const owner = await openOwner()
  const { desk, call } = owner
  const make = async (by = call, form: Record<string, string> = {}) =>
    said<Issued>(await by('createKey', { name: 'caja', scopes: 'invoices:read', ...form }))
  const manager = (by = call) => make(by, { scopes: 'account:manage,invoices:read' })
  const works = async (key: string) => (await caller(desk, key)('listInvoices')).status === 200
  return { ...owner, make, manager, works }
}

describe('a key makes keys', () => {
  it('whose secret is shown once, with the scopes asked for', async () => {
    const { call, make, works, id } = await scene()
    const made = await make()
    expect(made.key).toMatch(new RegExp(`^cfdi_sandbox_${made.id}_[0-9a-f]{64}$`))
    expect(await works(made.key)).toBe(true)
    const list = await call('listKeys')
    expect(JSON.stringify(list.body)).not.toContain(made.key.slice(-64))
    expect(JSON.stringify(list.body)).not.toContain('hash')
    expect(said<Listed>(list).data.find((one) => one.id === made.id)).toMatchObject({
      active: true,
      scopes: ['invoices:read'],
      issuedBy: id,
    })
  })

  it('with no scope that it lacks, also by default and by rotation', async () => {
    const { call, accounts, make, desk } = await scene()
    for (const scopes of ['invoices:cancel', 'invoices:read,invoices:settle'])
      expect(codeOf(await call('createKey', { name: 'x', scopes }))).toBe(721)
    const usual = await make(call, { scopes: 'invoices:read' })
    expect(codeOf(await caller(desk, usual.key)('createKey', { name: 'x' }))).toBe(721)
    const byDefault = said<Issued>(await call('createKey', { name: 'x' }))
    const listed = said<Listed>(await call('listKeys')).data
    expect(listed.find(({ id }) => id === byDefault.id)).toMatchObject({
      scopes: ['invoices:create', 'invoices:read', 'webhooks:manage'],
    })
    const other = await accounts.issueKey({ account: 'uno', scopes: ['invoices:settle'] })
    expect(codeOf(await call('rotateKey', {}, { id: other.id }))).toBe(721)
    expect(codeOf(await call('createKey', { name: 'x', scopes: 'all' }))).toBe(725)
  })

  it('that live no longer than it does', async () => {
    const { desk, call, accounts, id, manager, make, works } = await scene()
    await accounts.rotateKey(id, { overlap: 5_000 })
    const [child, brief] = [await make(), await make(call, { days: '1' })]
    const grandchild = await make(caller(desk, (await manager()).key))
    for (const { key } of [child, brief, grandchild]) expect(await works(key)).toBe(true)
    desk.now += 5_000
    for (const { key } of [child, brief, grandchild]) expect(await works(key)).toBe(false)
  })

  it('that share its limits', async () => {
    const { desk, accounts, key, id } = await scene()
    await accounts.limitKey(id, { perMinute: 6 })
    const call = caller(desk, key)
    const made = []
    for (let time = 0; time < 3; time++)
      made.push(said<Issued>(await call('createKey', { name: 'x', scopes: 'invoices:read' })))
    const codes = []
    for (let time = 0; time < 4; time++)
      for (const each of made) codes.push((await caller(desk, each.key)('listInvoices')).status)
    // The first call of a key is counted before its account is known.
    expect(codes.filter((status) => status === 200).length).toBeLessThan(10)
    expect(codes).toContain(429)
  })

  it('up to fifty, and forgets those that ended long ago', async () => {
    const { call, make } = await scene()
    const made = []
    for (let time = 0; time < 48; time++) made.push(await make())
    const refused = await call('createKey', { name: 'x', scopes: 'invoices:read' })
    expect([refused.status, codeOf(refused)]).toEqual([400, 725])
    for (const { id } of made) await call('revokeKey', {}, { id })
    for (let time = 0; time < 220; time++) {
      const { id } = await make()
      await call('revokeKey', {}, { id })
    }
    await make()
    expect(said<Listed>(await call('listKeys')).data.length).toBeLessThanOrEqual(204)
  }, 60_000)
})

describe('a revoked key', () => {
  it('ends with all that it made, except the key that revokes and its own', async () => {
    const { desk, call, key, id, manager, make, works } = await scene()
    const [thief, heir] = [await manager(), await manager()]
    const loot = await make(caller(desk, thief.key))
    const hidden = await make(caller(desk, (await manager(caller(desk, thief.key))).key))
    const own = await make(caller(desk, heir.key))
    expect((await call('revokeKey', {}, { id: thief.id })).status).toBe(204)
    for (const each of [thief, loot, hidden]) expect(await works(each.key)).toBe(false)
    expect((await caller(desk, heir.key)('revokeKey', {}, { id })).status).toBe(204)
    expect(await works(key)).toBe(false)
    for (const each of [heir, own]) expect(await works(each.key)).toBe(true)
  })

  it('of the operator ends with the key that revoked it too', async () => {
    const { desk, accounts, id, manager, works } = await scene()
    const heir = await manager()
    const call = caller(desk, heir.key)
    const next = said<Issued>(await call('rotateKey', { overlap: '0' }, { id: heir.id }))
    expect([await works(heir.key), await works(next.key)]).toEqual([false, true])
    expect(await accounts.revokeKey(id)).toBe(true)
    expect(await works(next.key)).toBe(false)
  })

  it('leaves none behind that was made while it was revoked', async () => {
    for (let round = 0; round < 8; round++) {
      const { desk, call, manager, works } = await scene()
      const thief = await manager()
      const steal = () =>
        caller(desk, thief.key)('createKey', { name: 'x', scopes: 'invoices:read' })
      const [, ...answers] = await Promise.all([
        call('revokeKey', {}, { id: thief.id }),
        ...Array.from({ length: 6 }, steal),
        ...Array.from({ length: 2 }, () =>
          caller(desk, thief.key)('rotateKey', {}, { id: thief.id }),
        ),
      ])
      const made = answers.flatMap(({ status, body }) => (status === 201 ? [body as Issued] : []))
      for (const { key } of made) expect(await works(key)).toBe(false)
    }
  })

  it('of another account is not there', async () => {
    const { accounts, call, desk, ownerKey, key, id } = await scene()
    await accounts.create({ id: 'dos', name: 'Dos', issuers: [] })
    const other = await ownerKey('dos')
    const stranger = caller(desk, other.key)
    for (const name of ['revokeKey', 'rotateKey'] as const)
      expect(codeOf(await stranger(name, {}, { id }))).toBe(727)
    expect(codeOf(await call('revokeKey', {}, { id: other.id }))).toBe(727)
    expect(JSON.stringify((await stranger('listKeys')).body)).not.toContain(id)
    expect((await caller(desk, key)('listKeys')).status).toBe(200)
  })
})

it('a closed account makes no key, also when it closes meanwhile', async () => {
  const { accounts, call } = await scene()
  const [, ...answers] = await Promise.all([
    accounts.update('uno', { status: 'closed' }),
    ...Array.from({ length: 5 }, () => call('createKey', { name: 'x' })),
  ])
  expect(answers.map(({ status }) => status)).toContain(401)
  await accounts.update('uno', { status: 'active' })
  const made = (await accounts.keys('uno')).filter(({ issuedBy }) => issuedBy !== undefined)
  expect(made).toHaveLength(answers.filter(({ status }) => status === 201).length)
})
