/**
 * Administers accounts, their keys and their credits. Only the operator of the service can call
 * these functions, no client.
 * @module
 */
import { createUuid, type Random } from '../lib/uuid.js'
import { type Balance, balanceOf, grant } from './credits.js'
import { isKeyInForce, type MadeKey, makeKey } from './keys.js'
import type { AllRecords, ServiceStore } from './ports.js'
import type { AccountRecord, EnvironmentName, KeyRecord, Scope } from './records.js'
import { type CallLimits, readCallLimits } from './turnstile.js'

/** Credits of a new account. */
export const freeCredits = 10

/** Every scope. */
export const scopes = [
  'invoices:create',
  'invoices:read',
  'invoices:cancel',
  'invoices:settle',
  'balance:read',
  'webhooks:manage',
] as const satisfies readonly Scope[]

/**
 * Default scopes of a key. `invoices:settle` is not among them: a manual resolution releases
 * credits, so the operator grants it explicitly.
 */
const usualScopes = scopes.filter((scope) => scope !== 'invoices:settle')

/** A new account. */
export interface NewAccount {
  /** 1 to 64 letters, digits, `-` or `_`. Defaults to a random UUID. */
  readonly id?: string | undefined
  /** Display name. */
  readonly name: string
  /** RFCs of the issuers that it may use: at least one. */
  readonly issuers: readonly string[]
}

/** A new key. */
export interface NewKey {
  /** Id of the account. */
  readonly account: string
  /** Display name. Defaults to an empty text. */
  readonly name?: string | undefined
  /** Permissions. Defaults to all but `invoices:settle`. */
  readonly scopes?: readonly Scope[] | undefined
  /** Limits of its calls, in place of those of the account: see `limits.calls` of the service. */
  readonly limits?: Partial<CallLimits> | undefined
}

/** A new key with its secret, which is shown once. */
export interface IssuedKey {
  /** Identifies it in `keys`. */
  readonly id: string
  /** Value for `X-Api-Key`. It is not stored: a lost key must be replaced. */
  readonly key: string
}

/** The accounts of one environment. Every method rejects with the store's errors. */
export interface Accounts {
  /**
   * Creates an account, with 10 credits.
   * @throws TypeError when a member is malformed, or an account with that id exists.
   */
  create(account: NewAccount): Promise<AccountRecord>
  /** Resolves to the account of an id. */
  get(id: string): Promise<AccountRecord | undefined>
  /**
   * Changes the name, the issuers or the status of an account. The keys of a closed account stop
   * working.
   * @throws TypeError when a member is malformed, or there is no such account.
   */
  update(
    id: string,
    changes: Partial<Pick<AccountRecord, 'name' | 'issuers' | 'status'>>,
  ): Promise<AccountRecord>
  /**
   * Grants credits, once per reference, for example that of a payment. Resolves to `false` when the
   * reference was used before.
   * @throws TypeError when `credits` is not a positive integer, or there is no such account.
   */
  grant(id: string, credits: number, reference: string): Promise<boolean>
  /** Resolves to the credits of an account. */
  balance(id: string): Promise<Balance>
  /**
   * Creates a key.
   * @throws TypeError when a scope is unknown, or there is no such account.
   */
  issueKey(key: NewKey): Promise<IssuedKey>
  /**
   * Creates a key with the name and scopes of another one, which keeps working for `overlap`
   * milliseconds: a day by default.
   * @throws TypeError when there is no such key, or it no longer works.
   */
  rotateKey(id: string, options?: { readonly overlap?: number | undefined }): Promise<IssuedKey>
  /**
   * Changes the limits of a key's calls; without limits those of the account apply. Resolves to
   * `false` when there is no such key.
   * @throws TypeError when a limit is not a positive number
   */
  limitKey(id: string, limits?: Partial<CallLimits>): Promise<boolean>
  /** Revokes a key at once. Resolves to `false` when there is none. */
  revokeKey(id: string): Promise<boolean>
  /** Resolves to the keys of an account, newest first, at most 200. */
  keys(account: string): Promise<readonly Omit<KeyRecord, 'hash'>[]>
}

/** Dependencies of the accounts. */
export interface AccountSettings {
  readonly environment: EnvironmentName
  readonly store: ServiceStore
  readonly random: Random
  readonly now: () => number
}

const day = 86_400_000

/** Creates the accounts of an environment. */
export function createAccounts(settings: AccountSettings): Accounts {
  const { store, now } = settings
  return {
    create: (account) => createAccount(settings, account),
    get: (id) => store.accounts.get(id),
    update: (id, changes) => store.transaction((tables) => update(tables, id, changes)),
    async grant(id, credits, reference) {
      requireCredits(credits, reference)
      return store.transaction(async (tables) => {
        await loadAccount(tables, id)
        return grant(tables, { owner: id, reference, credits, now: now() })
      })
    },
    balance: async (id) => balanceOf(await store.credits.get(id)),
    issueKey: (key) => issue(settings, key),
    rotateKey: (id, { overlap = day } = {}) => rotate(settings, id, overlap),
    limitKey: (id, limits) => store.transaction((tables) => limit(tables, id, limits)),
    revokeKey: (id) => store.transaction((tables) => end(tables, id, now())),
    async keys(account) {
      const all = await store.keys.page({ owner: account, limit: 200 })
      return all.map(({ hash: _, ...key }) => key)
    },
  }
}

async function createAccount(
  { store, random, now }: AccountSettings,
  given: NewAccount,
): Promise<AccountRecord> {
  const { id = createUuid(random), name, issuers } = given
  const account: AccountRecord = { id, owner: id, at: now(), name, issuers, status: 'active' }
  requireAccount(account)
  await store.transaction(async (tables) => {
    if (!(await tables.accounts.insert(account)))
      throw new TypeError(`accounts: account ${id} already exists`)
    await grant(tables, { owner: id, reference: 'free', credits: freeCredits, now: account.at })
  })
  return account
}

async function update(
  tables: AllRecords,
  id: string,
  changes: Partial<AccountRecord>,
): Promise<AccountRecord> {
  const { name, issuers, status } = { ...(await loadAccount(tables, id)), ...changes }
  const account = { ...(await loadAccount(tables, id)), name, issuers, status }
  requireAccount(account)
  await tables.accounts.put(account)
  return account
}

async function issue(
  settings: AccountSettings,
  { account, name = '', scopes: wanted = usualScopes, limits }: NewKey,
) {
  readCallLimits('accounts: limits', limits)
  const unknown = wanted.find((scope) => !scopes.includes(scope))
  if (unknown !== undefined || wanted.length === 0)
    throw new TypeError(`accounts: ${unknown ?? 'none'} is not a scope`)
  const made = await makeKey(settings.environment, settings.random)
  const key = { owner: account, name, scopes: wanted, ...(limits && { limits }) }
  await settings.store.transaction((tables) => insert(tables, made, { ...key, at: settings.now() }))
  return { id: made.id, key: made.text }
}

async function insert(
  tables: AllRecords,
  { id, hash }: MadeKey,
  key: Omit<KeyRecord, 'id' | 'hash'>,
): Promise<void> {
  await loadAccount(tables, key.owner)
  if (!(await tables.keys.insert({ id, hash, ...key })))
    throw new TypeError('accounts: the random source returned the same bytes twice')
}

/**
 * Runs in one transaction and requires a working key, so that a rotation cannot restore a revoked
 * one.
 */
async function rotate(
  { environment, store, random, now }: AccountSettings,
  id: string,
  overlap: number,
) {
  if (!(overlap >= 0 && Number.isFinite(overlap)))
    throw new TypeError('accounts: overlap must be milliseconds, 0 or more')
  const made = await makeKey(environment, random)
  await store.transaction(async (tables) => {
    const [old, at] = [await tables.keys.lock(id), now()]
    if (old === undefined || !isKeyInForce(old, at))
      throw new TypeError(`accounts: there is no working key ${id}`)
    const { owner, name, scopes: allowed, limits } = old
    await insert(tables, made, { owner, at, name, scopes: allowed, ...(limits && { limits }) })
    await end(tables, id, at + overlap)
  })
  return { id: made.id, key: made.text }
}

async function limit(
  tables: AllRecords,
  id: string,
  limits: Partial<CallLimits> | undefined,
): Promise<boolean> {
  readCallLimits('accounts: limits', limits)
  const key = await tables.keys.lock(id)
  if (key === undefined) return false
  const { limits: _, ...rest } = key
  await tables.keys.put({ ...rest, ...(limits && { limits }) })
  return true
}

/** A key with an earlier end keeps it. */
async function end(tables: AllRecords, id: string, until: number): Promise<boolean> {
  const key = await tables.keys.lock(id)
  if (key === undefined) return false
  await tables.keys.put({ ...key, until: Math.min(until, key.until ?? until) })
  return true
}

async function loadAccount(tables: AllRecords, id: string): Promise<AccountRecord> {
  const account = await tables.accounts.lock(id)
  if (account === undefined) throw new TypeError(`accounts: there is no account ${id}`)
  return account
}

function requireAccount({ id, name, issuers, status }: AccountRecord): void {
  if (!/^[\w-]{1,64}$/.test(id))
    throw new TypeError('accounts: an id must be 1 to 64 letters, digits, - or _')
  if (typeof name !== 'string') throw new TypeError('accounts: a name must be a string')
  if (status !== 'active' && status !== 'closed')
    throw new TypeError('accounts: a status must be active or closed')
  const isList =
    Array.isArray(issuers) && issuers.length > 0 && issuers.every((rfc) => typeof rfc === 'string')
  if (!isList) throw new TypeError('accounts: issuers must be a list of at least one RFC')
}

function requireCredits(credits: number, reference: string): void {
  if (!Number.isSafeInteger(credits) || credits < 1)
    throw new TypeError('accounts: credits must be a positive integer')
  if (
    typeof reference !== 'string' ||
    reference.length < 1 ||
    reference.length > 200 ||
    reference === 'free'
  )
    throw new TypeError(
      'accounts: a reference must be a text of 1 to 200 characters, and not "free"',
    )
}
