/**
 * Who calls.
 * @module
 */
import { refuse } from './answer.js'
import type { Environment } from './environment.js'
import { isInForce, isKeyOf, readKey } from './keys.js'
import type { Caller, Headers, Service } from './operation.js'
import type { Scope } from './records.js'

/** The value of a header, whatever the case of its name; of one that came several times, none. */
export function header(headers: Headers, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : undefined
}

/**
 * The caller of a key. One look-up, one hash and one comparison, whatever is presented: only who has the secret goes further.
 * @throws Refusal 720, alike for whatever is wrong with the key; 721 when it lacks the scope
 */
export async function authenticate(service: Service, headers: Headers, scope: Scope): Promise<Caller> {
  const { environment: name, id, text } = readKey(header(headers, 'x-api-key'))
  const environment = service.environments.get(name) ?? anyOf(service)
  const key = await environment.store.keys.get(id)
  const isKnown = await isKeyOf(key, text)
  if (key === undefined || !isKnown || !isInForce(key, environment.now())) throw refuse('unauthorized')
  const account = await environment.store.accounts.get(key.owner)
  if (account?.status !== 'active') throw refuse('unauthorized')
  if (!key.scopes.includes(scope)) throw refuse('scope')
  return { environment, account, scopes: key.scopes }
}

/** Where a key of an environment that there is not is looked up: its hash says that it is of another. */
function anyOf({ environments }: Service): Environment {
  const [environment] = environments.values()
  return environment as Environment
}
