/**
 * Keys and accounts: validity, and the same response to every invalid key.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createMemoryServiceStore } from '../../src/service/memoryStore.js'
import type { Scope } from '../../src/service/records.js'
import { ask, codeOf, type Desk, openDesk } from './desk.js'

const balance = ({ service }: Desk, key: string | undefined) =>
  service.balance({
    headers: { 'x-request-id': 'one', ...(key !== undefined && { 'x-api-key': key }) },
  })

const changed = (key: string, at: number) =>
  key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1)

describe('keys', () => {
  it('that do not work answer alike, whatever is wrong with them', async () => {
    const desk = await openDesk()
    const accounts = desk.service.accounts('sandbox')
    const [revoked, closed] = [
      await accounts.issueKey({ account: 'uno' }),
      await issueOfClosed(desk),
    ]
    await accounts.revokeKey(revoked.id)
    const wrong = [
      ...[undefined, '', 'x', desk.key.slice(0, -1), `${desk.key}0`, desk.key.toUpperCase()],
      ...[changed(desk.key, desk.key.length - 1), changed(desk.key, 'cfdi_sandbox_'.length)],
      ...[desk.key.replace('sandbox', 'production'), revoked.key, closed],
    ]
    const answers = await Promise.all(wrong.map((key) => balance(desk, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 720, errors: [] } })
    expect((await balance(desk, desk.key)).status).toBe(200)
  })

  async function issueOfClosed({ service }: Desk): Promise<string> {
    const accounts = service.accounts('sandbox')
    await accounts.create({ id: 'cerrada', name: '', issuers: ['EKU9003173C9'] })
    const { key } = await accounts.issueKey({ account: 'cerrada' })
    await accounts.update('cerrada', { status: 'closed' })
    return key
  }

  it('are kept as hashes: nothing that is stored opens anything', async () => {
    const desk = await openDesk()
    const [record] = await desk.stores.sandbox.keys.page({ limit: 1 })
    const secret = desk.key.slice(-64)
    expect(JSON.stringify(record)).not.toContain(secret)
    expect(record?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await desk.service.accounts('sandbox').keys('uno')).toEqual([
      expect.not.objectContaining({ hash: expect.anything() }),
    ])
    const forged = desk.key.replace(secret, record?.hash ?? '')
    expect((await balance(desk, forged)).status).toBe(401)
  })

  it('have the permissions of their scopes only', async () => {
    const desk = await openDesk()
    const { key } = await desk.service
      .accounts('sandbox')
      .issueKey({ account: 'uno', scopes: ['balance:read'] })
    expect((await balance(desk, key)).status).toBe(200)
    const answer = await ask({ service: desk.service, key })
    expect([answer.status, codeOf(answer)]).toEqual([403, 721])
    const issue = (scopes: readonly string[]) =>
      desk.service.accounts('sandbox').issueKey({ account: 'uno', scopes: scopes as Scope[] })
    for (const scopes of [[], ['all']]) await expect(issue(scopes)).rejects.toThrow(TypeError)
  })

  it('are rotated: both work for a while, and then the new one', async () => {
    const desk = await openDesk()
    const accounts = desk.service.accounts('sandbox')
    const [old] = await accounts.keys('uno')
    const { key } = await accounts.rotateKey(old?.id ?? '', { overlap: 1_000 })
    expect([(await balance(desk, desk.key)).status, (await balance(desk, key)).status]).toEqual([
      200, 200,
    ])
    desk.now += 1_000
    expect([(await balance(desk, desk.key)).status, (await balance(desk, key)).status]).toEqual([
      401, 200,
    ])
    expect(await accounts.revokeKey('0'.repeat(16))).toBe(false)
    await expect(accounts.rotateKey('0'.repeat(16))).rejects.toThrow(TypeError)
  })

  it('that were revoked are not brought back by rotating them', async () => {
    const accounts = (await openDesk()).service.accounts('sandbox')
    const { id } = await accounts.issueKey({
      account: 'uno',
      name: 'caja 3',
      scopes: ['balance:read'],
    })
    const { id: next } = await accounts.rotateKey(id)
    expect(await accounts.keys('uno')).toContainEqual(
      expect.objectContaining({ id: next, name: 'caja 3', scopes: ['balance:read'] }),
    )
    for (const each of [id, next]) expect(await accounts.revokeKey(each)).toBe(true)
    const before = (await accounts.keys('uno')).length
    for (const each of [id, next]) await expect(accounts.rotateKey(each)).rejects.toThrow(TypeError)
    expect(await accounts.keys('uno')).toHaveLength(before)
  })

  it('of one environment open nothing in the other, also where a host has put both in one store', async () => {
    const store = createMemoryServiceStore()
    const desk = await openDesk({
      sandbox: { store },
      production: { store: { ...store } },
      isOneStore: true,
    })
    const swapped = desk.key.replace('sandbox', 'production')
    expect([(await balance(desk, desk.key)).status, (await balance(desk, swapped)).status]).toEqual(
      [200, 401],
    )
  })

  it('are found in their header whatever its case, and nowhere else', async () => {
    const desk = await openDesk()
    expect((await desk.service.balance({ headers: { 'X-API-Key': desk.key } })).status).toBe(200)
    expect(
      (await desk.service.balance({ headers: { 'x-api-key': [desk.key, desk.key] } })).status,
    ).toBe(401)
    expect((await desk.service.balance({ query: { 'x-api-key': desk.key } })).status).toBe(401)
  })
})

describe('accounts', () => {
  it('have ten credits, and more for each reference, once', async () => {
    const accounts = (await openDesk()).service.accounts('sandbox')
    expect(await Promise.all([1, 2, 3].map(() => accounts.grant('uno', 5, 'pago 1')))).toEqual([
      true,
      false,
      false,
    ])
    expect(await accounts.balance('uno')).toMatchObject({ granted: 15, balance: 15 })
  })

  it('refuse malformed values', async () => {
    const accounts = (await openDesk()).service.accounts('sandbox')
    const account = { id: 'dos', name: 'Dos', issuers: ['EKU9003173C9'] }
    for (const wrong of [{ id: 'a/b' }, { id: 'uno' }, { issuers: [7] as never }, { id: '' }])
      await expect(accounts.create({ ...account, ...wrong })).rejects.toThrow(TypeError)
    for (const credits of [0, -1, 0.5, Number.NaN])
      await expect(accounts.grant('uno', credits, 'x')).rejects.toThrow(TypeError)
    await expect(accounts.grant('uno', 1, 'free')).rejects.toThrow(TypeError)
    await expect(accounts.grant('nadie', 1, 'x')).rejects.toThrow(TypeError)
    await expect(accounts.update('nadie', { name: '' })).rejects.toThrow(TypeError)
    await expect(accounts.issueKey({ account: 'nadie' })).rejects.toThrow(TypeError)
  })
})
