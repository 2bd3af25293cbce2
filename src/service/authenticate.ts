/**
 * Authenticates a request.
 * @module
 */
import { refuse } from './answer.js'
import type { Environment } from './environment.js'
import { isKeyInForce, isServiceKeyOf, type PresentedKey } from './keys.js'
import type { Caller, Headers, Service } from './operation.js'
import type { Scope } from './records.js'
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

/**
 * Returns the caller of a key. Every key takes one look-up, one hash and one comparison, so that
 * timing reveals nothing to a caller without the secret.
 * @throws Refusal 720, the same for every invalid key; 721 when the key lacks the scope
 */
export async function authenticate(
  service: Service,
  presented: PresentedKey,
  scope: Scope,
): Promise<Caller> {
  const environment = service.environments.get(presented.environment) ?? anyOf(service)
  const key = await environment.store.keys.get(presented.id)
  const isKnown = isServiceKeyOf(key, presented)
  if (key === undefined || !isKnown || !isKeyInForce(key, environment.now()))
    throw refuse('unauthorized')
  const account = await environment.store.accounts.get(key.owner)
  if (account?.status !== 'active') throw refuse('unauthorized')
  // The test clock of an account also ends its keys.
  if (!isKeyInForce(key, environment.now() + aheadOf(account))) throw refuse('unauthorized')
  if (!key.scopes.includes(scope)) throw refuse('scope')
  return { environment, account, key, scopes: key.scopes }
}

/**
 * Returns some environment for the look-up of a key with an unknown one; its hash does not match
 * there.
 */
function anyOf({ environments }: Service): Environment {
  const [environment] = environments.values()
  return environment as Environment
}
