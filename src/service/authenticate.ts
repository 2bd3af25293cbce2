/**
 * Authenticates a request.
 * @module
 */
import { createUuid, type Random } from '../lib/uuid.js'
import { isKeyInForce, isServiceKeyOf, type PresentedKey } from './account/keys.js'
import { refuse } from './answer.js'
import { balanceOf } from './credits.js'
import type { Environment } from './environment.js'
import { isStampKey, stampKey } from './events.js'
import type { Caller, Headers, Service } from './operation.js'
import { aheadOf } from './sandbox/accountClock.js'

/** Returns the value of a header, by its name in any case; undefined for a repeated header. */
export function readRequestHeader(headers: Headers, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? []
  if (typeof value === 'string') return value
  return undefined
}

/** The key of `X-Api-Key`, or of `Authorization: Bearer` (RFC 6750, section 2.1). */
export function keyTextOf(headers: Headers): string | undefined {
  const given = readRequestHeader(headers, 'x-api-key')
  if (given !== undefined) return given
  const authorization = readRequestHeader(headers, 'authorization')
  return /^Bearer +([^ ]+)$/i.exec(authorization ?? '')?.[1]
}

/** Maximum of keys whose owner a process remembers. */
const mostOwners = 10_000

/**
 * Returns the caller of a key. Every key takes one look-up (of its record and of the account that
 * the process remembers for it), one hash and one comparison, so that timing reveals nothing to a
 * caller without the secret.
 * @param stamp of a request for a stamp: the key of its order. The order and the credit of the
 * account are looked up in the same statement
 * @throws Refusal 720, the same for every invalid key
 */
export async function authenticate(
  service: Service,
  presented: PresentedKey,
  stamp?: { readonly order: string | undefined },
): Promise<Caller> {
  const environment = service.environments.get(presented.environment) ?? anyOf(service)
  const { store, owners } = environment
  // All in one statement. A key has one owner for ever, so the memory of it cannot age.
  const owner = owners.get(presented.id) ?? ''
  const order = stamp?.order
  const [key, usual, credit] = await Promise.all([
    store.keys.get(presented.id),
    store.accounts.get(owner),
    stamp && store.credits.get(owner),
    isStampKey(order) && store.joined?.readAhead(stampKey(environment.name, owner, order)),
  ])
  const isKnown = isServiceKeyOf(key, presented)
  if (key === undefined || !isKnown || !isKeyInForce(key, environment.now()))
    throw refuse('unauthorized')
  const account = key.owner === owner ? usual : await store.accounts.get(key.owner)
  if (account?.status !== 'active') throw refuse('unauthorized')
  // The test clock of an account also ends its keys.
  if (!isKeyInForce(key, environment.now() + aheadOf(account))) throw refuse('unauthorized')
  if (owners.size >= mostOwners) owners.clear()
  owners.set(key.id, key.owner)
  const lacksCredit = stamp !== undefined && usual === account && balanceOf(credit).available < 1
  return { environment, account, key, scopes: key.scopes, lacksCredit }
}

/** Ids that are safe in a header and in a line of a log. A key is not: it is a secret. */
const saneId = /^[\w.:+/=@-]{1,128}$/

/** Returns the client's id of a request, or a new one when it has none or an unsafe one. */
export function requestIdOf(headers: Headers, random: Random): string {
  const given = readRequestHeader(headers, 'x-request-id')
  const isSane = given !== undefined && saneId.test(given) && !given.includes('cfdi_')
  return isSane ? given : createUuid(random)
}

/**
 * Returns some environment for the look-up of a key with an unknown one; its hash does not match
 * there.
 */
function anyOf({ environments }: Service): Environment {
  const [environment] = environments.values()
  return environment as Environment
}
