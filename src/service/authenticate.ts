/**
 * Who calls.
 * @module
 */
import { refuse } from './answer.js'
import { isInForce, isSecretOf, readKey } from './keys.js'
import type { Caller, Headers, Service } from './operation.js'
import type { Scope } from './records.js'

/** The value of a header, whatever the case of its name; of one that came several times, none. */
export function header(headers: Headers, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : undefined
}

/**
 * The caller of a key.
 * @throws Refusal 720, alike for whatever is wrong with the key; 721 when it lacks the scope
 */
export async function authenticate({ environments }: Service, headers: Headers, scope: Scope): Promise<Caller> {
  const parts = readKey(header(headers, 'x-api-key'))
  const environment = parts && environments.get(parts.environment)
  if (environment === undefined) throw refuse('unauthorized')
  const key = await environment.store.keys.get(parts!.id)
  const isKnown = await isSecretOf(key, parts!.secret)
  if (key === undefined || !isKnown || !isInForce(key, environment.now())) throw refuse('unauthorized')
  const account = await environment.store.accounts.get(key.owner)
  if (account?.status !== 'active') throw refuse('unauthorized')
  if (!key.scopes.includes(scope)) throw refuse('scope')
  return { environment, account, scopes: key.scopes }
}
