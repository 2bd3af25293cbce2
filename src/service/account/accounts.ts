/**
 * Administers accounts, their keys and their credits. Only the operator of the service can call
 * these functions, no client.
 * @module
 */
import { createUuid, type Random } from '../../lib/uuid.js'
import { Refusal } from '../answer.js'
import { type Balance, balanceOf, grant } from '../credits.js'
import { logoNameForm, noLogo, usualLogo } from '../handlers/pdfChoices.js'
import type { AllRecords, ServiceStore } from '../ports.js'
import type {
  AccountRecord,
  AuditRecord,
  EnvironmentName,
  KeyRecord,
  LogoSummary,
  Scope,
} from '../records.js'
import { type CallLimits, readCallLimits } from '../turnstile.js'
import { auditOperator } from './audit.js'
import {
  endKey,
  type IssuedKey,
  insertKey,
  keysOfAccount,
  requireScopes,
  revokeKeys,
  usualScopes,
} from './keyring.js'
import { isKeyInForce, makeKey } from './keys.js'
import { type EncodeLogo, putLogo, removeLogoOf } from './logos.js'
import { type Resealed, resealSecrets } from './reseal.js'
import type { Vault } from './vault.js'

export { type IssuedKey, scopes } from './keyring.js'

/** Credits of a new account. */
export const freeCredits = 10

/** A new account. */
export interface NewAccount {
  /** 1 to 64 letters, digits, `-` or `_`. Defaults to a random UUID. */
  readonly id?: string | undefined
  /** Display name. */
  readonly name: string
  /**
   * RFCs of the issuers that it may use with the signers of the environment. An account adds others
   * with the CSDs that it uploads.
   */
  readonly issuers: readonly string[]
}

/** A new key. */
export interface NewKey {
  /** Id of the account. */
  readonly account: string
  /** Display name. Defaults to an empty text. */
  readonly name?: string | undefined
  /** Permissions. Defaults to all but `invoices:settle` and `account:manage`. */
  readonly scopes?: readonly Scope[] | undefined
  /** Limits of its calls, in place of those of the account: see `limits.calls` of the service. */
  readonly limits?: Partial<CallLimits> | undefined
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
  /** Resolves to accounts, newest first, at most 200, from the one after `after`. */
  list(after?: Pick<AccountRecord, 'at' | 'id'>): Promise<readonly AccountRecord[]>
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
   * Stores a logo for the PDFs of an account, under a name: `principal` by default.
   * @throws TypeError when there is no such account, or with the reason why the image is refused
   */
  setLogo(id: string, image: Uint8Array, name?: string): Promise<LogoSummary>
  /** Removes a logo. Resolves to `false` when the account has none of that name. */
  removeLogo(id: string, name?: string): Promise<boolean>
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
  /**
   * Changes the scopes of a key. Resolves to `false` when there is no such key. Keys that it made
   * keep theirs.
   * @throws TypeError when a scope is unknown, or there is none
   */
  scopeKey(id: string, scopes: readonly Scope[]): Promise<boolean>
  /** Revokes a key, and the keys that it made, at once. Resolves to `false` when there is none. */
  revokeKey(id: string): Promise<boolean>
  /** Revokes every key of an account at once. */
  revokeKeys(account: string): Promise<void>
  /** Resolves to the keys of an account, newest first. */
  keys(account: string): Promise<readonly Omit<KeyRecord, 'hash'>[]>
  /** Resolves to the audit log of an account, newest first, at most 200, after `after`. */
  audit(account: string, after?: Pick<AuditRecord, 'at' | 'id'>): Promise<readonly AuditRecord[]>
  /**
   * Seals every stored secret with the first master key of the vault, also those that were stored
   * before there was one. Resolves to their number, and to that of secrets that no key opens. It may
   * be repeated.
   * @throws TypeError without a vault
   */
  resealSecrets(): Promise<Resealed>
}

/** Dependencies of the accounts. */
export interface AccountSettings {
  readonly environment: EnvironmentName
  readonly store: ServiceStore
  readonly random: Random
  readonly now: () => number
  readonly vault: Vault | undefined
  readonly encodeLogo: EncodeLogo | undefined
}

const day = 86_400_000

const page = 200

/** Creates the accounts of an environment. */
export function createAccounts(settings: AccountSettings): Accounts {
  const { environment, store, now, random, vault } = settings
  const change = (action: string, owner: string, target?: string) => ({
    ...{ id: createUuid(random), owner, at: now(), action },
    ...(target !== undefined && { target }),
  })
  /** Runs a change of a key, and logs it. Resolves to `false` when there is no such key. */
  const changeKey = (
    action: string,
    id: string,
    run: (tables: AllRecords, key: KeyRecord) => Promise<unknown>,
  ) =>
    store.transaction(async (tables) => {
      const found = await tables.keys.get(id)
      if (found === undefined) return false
      await tables.accounts.lock(found.owner)
      const key = await tables.keys.lock(id)
      if (key === undefined) return false
      await run(tables, key)
      await auditOperator(tables, change(action, key.owner, id))
      return true
    })
  return {
    create: (account) => createAccount(settings, account, change),
    get: (id) => store.accounts.get(id),
    list: (after) => store.accounts.page({ limit: page, after }),
    update: (id, changes) =>
      store.transaction(async (tables) => {
        const account = await updateAccountRecord(tables, id, changes)
        await auditOperator(tables, change('updateAccount', id))
        return account
      }),
    async setLogo(id, image, name = usualLogo) {
      if (!logoNameForm.test(name) || name === noLogo)
        throw new TypeError('accounts: the name of a logo must be 1 to 40 of a-z, 0-9 and -')
      await store.transaction((tables) => loadAccount(tables, id))
      return putLogo(settings, { id }, { name, image }, (tables) =>
        auditOperator(tables, change('uploadLogo', id, name)),
      ).catch(asTypeError)
    },
    removeLogo: (id, name = usualLogo) =>
      removeLogoOf(store, id, name, (tables) =>
        auditOperator(tables, change('removeLogo', id, name)),
      ).catch(asTypeError),
    async grant(id, credits, reference) {
      requireCredits(credits, reference)
      return store.transaction(async (tables) => {
        await loadAccount(tables, id)
        await auditOperator(tables, change('grantCredits', id, reference))
        return grant(tables, { owner: id, reference, credits, now: now() })
      })
    },
    balance: async (id) => balanceOf(await store.credits.get(id)),
    async issueKey({ account: owner, name = '', scopes: wanted = usualScopes, limits }) {
      readCallLimits('accounts: limits', limits)
      requireScopes(wanted)
      const made = await makeKey(environment, random)
      const key = { owner, at: now(), name, scopes: wanted, ...(limits && { limits }) }
      await store.transaction(async (tables) => {
        await loadAccount(tables, owner)
        await insertKey(tables, made, key)
        await auditOperator(tables, change('createKey', owner, made.id))
      })
      return { id: made.id, key: made.text }
    },
    rotateKey: (id, { overlap = day } = {}) => rotateKey(settings, { id, overlap }, changeKey),
    async limitKey(id, limits) {
      readCallLimits('accounts: limits', limits)
      return changeKey('limitKey', id, async (tables, { limits: _, ...key }) =>
        tables.keys.put({ ...key, ...(limits && { limits }) }),
      )
    },
    async scopeKey(id, wanted) {
      requireScopes(wanted)
      return changeKey('scopeKey', id, (tables, key) => tables.keys.put({ ...key, scopes: wanted }))
    },
    revokeKey: (id) =>
      changeKey('revokeKey', id, (tables, { owner }) =>
        revokeKeys(tables, { id, owner, now: now() }),
      ),
    revokeKeys: (owner) =>
      store.transaction(async (tables) => {
        await loadAccount(tables, owner)
        for (const { id } of await keysOfAccount(tables, owner)) await endKey(tables, id, now())
        await auditOperator(tables, change('revokeKeys', owner))
      }),
    keys: async (account) =>
      (await keysOfAccount(store, account)).map(({ hash: _, ...key }) => key),
    audit: (owner, after) => store.audit.page({ owner, limit: page, after }),
    resealSecrets: () => resealSecrets({ name: environment, store, vault }),
  }
}

type Change = (
  action: string,
  owner: string,
  target?: string,
) => { readonly id: string; readonly owner: string; readonly at: number; readonly action: string }

async function createAccount(
  { store, random, now }: AccountSettings,
  given: NewAccount,
  change: Change,
): Promise<AccountRecord> {
  const { id = createUuid(random), name, issuers } = given
  const account: AccountRecord = { id, owner: id, at: now(), name, issuers, status: 'active' }
  requireAccount(account)
  await store.transaction(async (tables) => {
    if (!(await tables.accounts.insert(account)))
      throw new TypeError(`accounts: account ${id} already exists`)
    await grant(tables, { owner: id, reference: 'free', credits: freeCredits, now: account.at })
    await auditOperator(tables, change('createAccount', id))
  })
  return account
}

async function updateAccountRecord(
  tables: AllRecords,
  id: string,
  changes: Partial<AccountRecord>,
): Promise<AccountRecord> {
  const current = await loadAccount(tables, id)
  const { name, issuers, status } = { ...current, ...changes }
  const account = { ...current, name, issuers, status }
  requireAccount(account)
  await tables.accounts.put(account)
  return account
}

/** Requires a working key, so that a rotation cannot restore a revoked one. */
async function rotateKey(
  { environment, random, now }: AccountSettings,
  { id, overlap }: { readonly id: string; readonly overlap: number },
  changeKey: (
    action: string,
    id: string,
    run: (tables: AllRecords, key: KeyRecord) => Promise<unknown>,
  ) => Promise<boolean>,
): Promise<IssuedKey> {
  if (!(overlap >= 0 && Number.isFinite(overlap)))
    throw new TypeError('accounts: overlap must be milliseconds, 0 or more')
  const made = await makeKey(environment, random)
  const isKnown = await changeKey('rotateKey', id, async (tables, old) => {
    const at = now()
    if (!isKeyInForce(old, at)) throw new TypeError(`accounts: there is no working key ${id}`)
    const { owner, name, scopes: allowed, limits } = old
    await insertKey(tables, made, { owner, at, name, scopes: allowed, ...(limits && { limits }) })
    await endKey(tables, id, at + overlap)
  })
  if (!isKnown) throw new TypeError(`accounts: there is no working key ${id}`)
  return { id: made.id, key: made.text }
}

/** A refusal has an answer for a client; the operator needs its sentence. */
function asTypeError(cause: unknown): never {
  throw cause instanceof Refusal ? new TypeError(`accounts: ${cause.message}`) : cause
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
  const isList = Array.isArray(issuers) && issuers.every((rfc) => typeof rfc === 'string')
  if (!isList) throw new TypeError('accounts: issuers must be a list of RFCs')
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
