/**
 * Accounts, their keys and their credits, for whoever runs the service: no client can call these.
 * @module
 */
import { createUuid, type Random } from '../lib/uuid.js'
import { type Balance, balanceOf, grant } from './credits.js'
import { isInForce, type MadeKey, makeKey } from './keys.js'
import type { AllRecords, ServiceStore } from './ports.js'
import type { AccountRecord, EnvironmentName, KeyRecord, Scope } from './records.js'

/** Credits that come with an account. */
export const freeCredits = 10

/** Every scope. */
export const scopes = [
  'invoices:create',
  'invoices:read',
  'invoices:cancel',
  'balance:read',
  'webhooks:manage',
] as const satisfies readonly Scope[]

/** A new account. */
export interface NewAccount {
  /** 1 to 64 letters, digits, `-` or `_`. A random UUID by default. */
  readonly id?: string | undefined
  /** For people. */
  readonly name: string
  /** RFCs that it may issue with: at least one. */
  readonly issuers: readonly string[]
}

/** A new key. */
export interface NewKey {
  /** Id of the account. */
  readonly account: string
  /** For people. Empty by default. */
  readonly name?: string | undefined
  /** What it may do. Everything by default. */
  readonly scopes?: readonly Scope[] | undefined
}

/** A key, as it is told once. */
export interface IssuedKey {
  /** Finds it again in `keys`. */
  readonly id: string
  /** For `X-Api-Key`. It is kept nowhere: who loses it makes another. */
  readonly key: string
}

/** The accounts of one environment. Everything rejects with what the store throws. */
export interface Accounts {
  /**
   * Makes an account, with 10 credits.
   * @throws TypeError when a member is malformed, or there is an account of that id.
   */
  create(account: NewAccount): Promise<AccountRecord>
  /** The account of an id. */
  get(id: string): Promise<AccountRecord | undefined>
  /**
   * Changes the name, the issuers or the status of an account; none of the keys of a closed one works.
   * @throws TypeError when a member is malformed, or there is no such account.
   */
  update(id: string, changes: Partial<Pick<AccountRecord, 'name' | 'issuers' | 'status'>>): Promise<AccountRecord>
  /**
   * Gives credits, once for each reference: of a payment, for one. `false`: the reference was used before.
   * @throws TypeError when `credits` is not a whole number above 0, or there is no such account.
   */
  grant(id: string, credits: number, reference: string): Promise<boolean>
  /** What an account has. */
  balance(id: string): Promise<Balance>
  /**
   * Makes a key.
   * @throws TypeError when a scope is unknown, or there is no such account.
   */
  issueKey(key: NewKey): Promise<IssuedKey>
  /**
   * Makes a key with the name and scopes of another, which works for `overlap` milliseconds more: a day by default.
   * @throws TypeError when there is no such key, or it works no more.
   */
  rotateKey(id: string, options?: { readonly overlap?: number | undefined }): Promise<IssuedKey>
  /** Ends a key, now. `false`: there is none. */
  revokeKey(id: string): Promise<boolean>
  /** The keys of an account, the newest first: at most 200. */
  keys(account: string): Promise<readonly Omit<KeyRecord, 'hash'>[]>
}

/** What accounts work with. */
export interface AccountSettings {
  readonly environment: EnvironmentName
  readonly store: ServiceStore
  readonly random: Random
  readonly now: () => number
}

const day = 86_400_000

/** The accounts of an environment. */
export function createAccounts(settings: AccountSettings): Accounts {
  const { store, now } = settings
  return {
    create: (account) => create(settings, account),
    get: (id) => store.accounts.get(id),
    update: (id, changes) => store.transaction((tables) => update(tables, id, changes)),
    async grant(id, credits, reference) {
      requireCredits(credits, reference)
      return store.transaction(async (tables) => {
        await known(tables, id)
        return grant(tables, { owner: id, reference, credits, now: now() })
      })
    },
    balance: async (id) => balanceOf(await store.credits.get(id)),
    issueKey: (key) => issue(settings, key),
    rotateKey: (id, { overlap = day } = {}) => rotate(settings, id, overlap),
    revokeKey: (id) => store.transaction((tables) => end(tables, id, now())),
    async keys(account) {
      const all = await store.keys.page({ owner: account, limit: 200 })
      return all.map(({ hash: _, ...key }) => key)
    },
  }
}

async function create({ store, random, now }: AccountSettings, given: NewAccount): Promise<AccountRecord> {
  const { id = createUuid(random), name, issuers } = given
  const account: AccountRecord = { id, owner: id, at: now(), name, issuers, status: 'active' }
  requireAccount(account)
  await store.transaction(async (tables) => {
    if (!(await tables.accounts.insert(account))) throw new TypeError(`accounts: there is an account ${id}`)
    await grant(tables, { owner: id, reference: 'free', credits: freeCredits, now: account.at })
  })
  return account
}

async function update(tables: AllRecords, id: string, changes: Partial<AccountRecord>): Promise<AccountRecord> {
  const { name, issuers, status } = { ...(await known(tables, id)), ...changes }
  const account = { ...(await known(tables, id)), name, issuers, status }
  requireAccount(account)
  await tables.accounts.put(account)
  return account
}

async function issue(settings: AccountSettings, { account, name = '', scopes: wanted = scopes }: NewKey) {
  const unknown = wanted.find((scope) => !scopes.includes(scope))
  if (unknown !== undefined || wanted.length === 0) throw new TypeError(`accounts: ${unknown ?? 'none'} is not a scope`)
  const made = await makeKey(settings.environment, settings.random)
  const key = { owner: account, name, scopes: wanted }
  await settings.store.transaction((tables) => insert(tables, made, { ...key, at: settings.now() }))
  return { id: made.id, key: made.text }
}

async function insert(tables: AllRecords, { id, hash }: MadeKey, key: Omit<KeyRecord, 'id' | 'hash'>): Promise<void> {
  await known(tables, key.owner)
  if (!(await tables.keys.insert({ id, hash, ...key })))
    throw new TypeError('accounts: the source of randomness gave the same twice')
}

/** In one transaction, and of a key that works: what was revoked is not brought back by rotating it. */
async function rotate({ environment, store, random, now }: AccountSettings, id: string, overlap: number) {
  if (!(overlap >= 0 && Number.isFinite(overlap))) throw new TypeError('accounts: overlap is milliseconds, 0 or more')
  const made = await makeKey(environment, random)
  await store.transaction(async (tables) => {
    const [old, at] = [await tables.keys.lock(id), now()]
    if (old === undefined || !isInForce(old, at)) throw new TypeError(`accounts: there is no key ${id} that works`)
    const { owner, name, scopes: allowed } = old
    await insert(tables, made, { owner, at, name, scopes: allowed })
    await end(tables, id, at + overlap)
  })
  return { id: made.id, key: made.text }
}

/** A key that ends sooner stays so. */
async function end(tables: AllRecords, id: string, until: number): Promise<boolean> {
  const key = await tables.keys.lock(id)
  if (key === undefined) return false
  await tables.keys.put({ ...key, until: Math.min(until, key.until ?? until) })
  return true
}

async function known(tables: AllRecords, id: string): Promise<AccountRecord> {
  const account = await tables.accounts.lock(id)
  if (account === undefined) throw new TypeError(`accounts: there is no account ${id}`)
  return account
}

function requireAccount({ id, name, issuers, status }: AccountRecord): void {
  if (!/^[\w-]{1,64}$/.test(id)) throw new TypeError('accounts: an id is 1 to 64 letters, digits, - or _')
  if (typeof name !== 'string') throw new TypeError('accounts: a name is text')
  if (status !== 'active' && status !== 'closed') throw new TypeError('accounts: a status is active or closed')
  const isList = Array.isArray(issuers) && issuers.length > 0 && issuers.every((rfc) => typeof rfc === 'string')
  if (!isList) throw new TypeError('accounts: issuers is a list of RFCs, of one at least')
}

function requireCredits(credits: number, reference: string): void {
  if (!Number.isSafeInteger(credits) || credits < 1) throw new TypeError('accounts: credits is a whole number above 0')
  if (typeof reference !== 'string' || reference.length < 1 || reference.length > 200 || reference === 'free')
    throw new TypeError('accounts: a reference is text of 1 to 200 characters, and not "free"')
}
