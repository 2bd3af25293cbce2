/**
 * The keys of an account: a key that another key made has no more scopes, time and calls than that
 * one, and ends with it.
 *
 * Every change locks the account first, so that a key that is being revoked makes no other.
 * @module
 */
import type { Random } from '../../lib/uuid.js'
import { refuse, refuseField } from '../answer.js'
import type { Caller } from '../operation.js'
import type { AllRecords } from '../ports.js'
import type { EnvironmentName, KeyRecord, Scope } from '../records.js'
import { presentOf } from '../sandbox/accountClock.js'
import { isKeyInForce, type MadeKey, makeKey } from './keys.js'

/** Every scope. */
export const scopes = [
  'invoices:create',
  'invoices:read',
  'invoices:cancel',
  'invoices:settle',
  'balance:read',
  'webhooks:manage',
  'account:manage',
] as const satisfies readonly Scope[]

/** Scopes that are given by name: they release credits, or make keys. */
const namedScopes: readonly Scope[] = ['invoices:settle', 'account:manage']

/** Default scopes of a key. */
export const usualScopes: readonly Scope[] = scopes.filter((scope) => !namedScopes.includes(scope))

/** @throws TypeError when a scope is unknown, or there is none */
export function requireScopes(wanted: readonly Scope[]): void {
  const unknown = wanted.find((scope) => !scopes.includes(scope))
  if (unknown !== undefined || wanted.length === 0)
    throw new TypeError(`accounts: ${unknown ?? 'none'} is not a scope`)
}

/** Dependencies of new keys. */
export interface KeySource {
  readonly name: EnvironmentName
  readonly random: Random
}

/** A new key with its secret, which is shown once. */
export interface IssuedKey {
  /** Identifies it in `keys`. */
  readonly id: string
  /** Value for `X-Api-Key`. It is not stored: a lost key must be replaced. */
  readonly key: string
}

/** Maximum keys of an account that work at once, of those that its keys make. */
const mostKeys = 50
/** Ended keys that are kept for the list. */
const mostEnded = 200
const page = 200

/** Resolves to all keys of an account, newest first. */
export async function keysOfAccount({ keys }: Pick<AllRecords, 'keys'>, owner: string) {
  const all: KeyRecord[] = []
  for (;;) {
    const found = await keys.page({ owner, limit: page, after: all.at(-1) })
    all.push(...found)
    if (found.length < page) return all
  }
}

/** Writes a new key. @throws TypeError when its id exists */
export async function insertKey(
  { keys }: AllRecords,
  { id, hash }: MadeKey,
  key: Omit<KeyRecord, 'id' | 'hash'>,
): Promise<void> {
  if (!(await keys.insert({ id, hash, ...key })))
    throw new TypeError('accounts: the random source returned the same bytes twice')
}

/** Ends a key at a time, unless it ends earlier. Resolves to `false` when there is no such key. */
export async function endKey(tables: AllRecords, id: string, until: number): Promise<boolean> {
  const key = await tables.keys.lock(id)
  if (key === undefined) return false
  await tables.keys.put({ ...key, until: Math.min(until, key.until ?? until) })
  return true
}

/**
 * Revokes a key, and the keys that it made. A key that revokes the one it was made by stays, with
 * those that it made itself. Resolves to `false` when the account has no such key.
 */
export async function revokeKeys(
  tables: AllRecords,
  { id, owner, now, by }: { id: string; owner: string; now: number; by?: string | undefined },
): Promise<boolean> {
  const all = await keysOfAccount(tables, owner)
  if (!all.some((key) => key.id === id)) return false
  const ended = new Set([id])
  const spared = by === id ? undefined : by
  // Oldest first: a key is younger than the one that made it, or of the same millisecond.
  for (let size = 0; size < ended.size; ) {
    size = ended.size
    for (const key of all) if (key.id !== spared && ended.has(key.issuedBy ?? '')) ended.add(key.id)
  }
  for (const each of ended) await endKey(tables, each, now)
  return true
}

/** A key that a key asks for. */
export interface WishedKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Milliseconds for which it works; without end when absent. */
  readonly lifetime: number | undefined
}

/**
 * Makes a key for another one. @throws Refusal 720 when the caller's key was revoked meanwhile, 721
 * when it has not a scope, 725 when the account has too many keys
 */
export async function issueByKey(caller: Caller, wish: WishedKey): Promise<IssuedKey> {
  const { environment, account } = caller
  const made = await makeKey(environment.name, environment.random)
  await environment.store.transaction(async (tables) => {
    const issuer = await requireIssuingKey(tables, caller, wish.scopes)
    const at = presentOf(caller)
    await requireRoom(tables, account.id, at)
    const until = wish.lifetime === undefined ? undefined : at + wish.lifetime
    const { name, scopes: granted } = wish
    const given = { ...boundsOf(issuer, until), issuedBy: issuer.id }
    await insertKey(tables, made, {
      owner: account.id,
      at: environment.now(),
      name,
      scopes: granted,
      ...given,
    })
  })
  return { id: made.id, key: made.text }
}

/** The limits and the end of a key that another one makes. */
function boundsOf(issuer: KeyRecord, until = issuer.until) {
  const end = Math.min(until ?? Number.POSITIVE_INFINITY, issuer.until ?? Number.POSITIVE_INFINITY)
  return { ...sharedLimitsOf(issuer), ...(Number.isFinite(end) && { until: end }) }
}

/** The limits of a key, for another one that shares them. */
function sharedLimitsOf({ id, limits, sharesLimits = id }: KeyRecord) {
  return limits === undefined ? {} : { limits, sharesLimits }
}

/** Locks the account and the caller's key, and returns that. @throws Refusal 720 and 721 */
async function requireIssuingKey(
  tables: AllRecords,
  caller: Caller,
  wanted: readonly Scope[],
): Promise<KeyRecord> {
  const { account, key } = caller
  const owner = await tables.accounts.lock(account.id)
  const issuer = await tables.keys.lock(key.id)
  const works = issuer !== undefined && isKeyInForce(issuer, presentOf(caller))
  if (!works || owner?.status !== 'active') throw refuse('unauthorized')
  const missing = wanted.find((scope) => !issuer.scopes.includes(scope))
  if (missing === undefined && issuer.scopes.includes('account:manage')) return issuer
  const message = `Una llave no da más alcances que los suyos: le falta ${missing}.`
  throw refuse('scope', { message, errors: [{ element: 'request', field: 'scopes', message }] })
}

/** @throws Refusal 725 when the account has too many keys; removes keys that ended long ago */
async function requireRoom(tables: AllRecords, owner: string, now: number): Promise<void> {
  const all = await keysOfAccount(tables, owner)
  const working = all.filter((key) => isKeyInForce(key, now))
  if (working.length >= mostKeys)
    throw refuseField('name', `La cuenta ya tiene ${mostKeys} llaves: revoque alguna.`)
  const byId = new Map(all.map((key) => [key.id, key]))
  const needed = new Set<string>()
  for (const { id } of working)
    for (let at: string | undefined = id; at !== undefined && !needed.has(at); ) {
      needed.add(at)
      at = byId.get(at)?.issuedBy
    }
  const ended = all.filter(({ id }) => !needed.has(id))
  for (const { id } of ended.slice(mostEnded)) await tables.keys.remove(id)
}

/**
 * Replaces a key of the account for another one, which may be itself. The old one works for
 * `overlap` milliseconds more.
 * @throws Refusal 720 and 721 as `issueByKey`, 727 when no working key of the account has the id
 */
export async function rotateByKey(caller: Caller, id: string, overlap: number): Promise<IssuedKey> {
  const { environment, account } = caller
  const made = await makeKey(environment.name, environment.random)
  await environment.store.transaction(async (tables) => {
    const now = presentOf(caller)
    await tables.accounts.lock(account.id)
    const old = await tables.keys.get(id)
    if (old?.owner !== account.id || !isKeyInForce(old, now)) throw refuse('absent')
    const issuer = await requireIssuingKey(tables, caller, old.scopes)
    await requireRoom(tables, account.id, now)
    const { owner, name, scopes: granted } = old
    const given = { ...sharedLimitsOf(old), ...boundsOf(issuer, old.until), issuedBy: issuer.id }
    await insertKey(tables, made, { owner, at: environment.now(), name, scopes: granted, ...given })
    await endKey(tables, id, now + overlap)
  })
  return { id: made.id, key: made.text }
}

/** Revokes a key of the caller's account. Resolves to `false` when there is no such key. */
export function revokeByKey({ environment, account, key }: Caller, id: string): Promise<boolean> {
  const { store, now } = environment
  return store.transaction(async (tables) => {
    await tables.accounts.lock(account.id)
    return revokeKeys(tables, { id, owner: account.id, now: now(), by: key.id })
  })
}
