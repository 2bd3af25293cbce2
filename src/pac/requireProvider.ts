/**
 * What a host passes as a provider, checked when it is passed.
 * @module
 */
import { isRecord } from '../lib/json.js'

/**
 * Whether a value is the adapter of a PAC, which describes a protocol and sends nothing.
 * @example
 * isAdapter(sw({ environment: 'test', token })) // → true
 * isAdapter(pac) // → false
 */
export function isAdapter(value: unknown): boolean {
  return isRecord(value) && isRecord(value['stamp']) && typeof value['stamp']['request'] === 'function'
}

/**
 * Checks that a value is a provider.
 * @throws TypeError that says how to make one, if it is an adapter.
 * @example
 * requireProvider('createEngine', connect('finkok', { user, password, sandbox: true }))
 */
export function requireProvider(caller: string, value: unknown): void {
  if (isRecord(value) && typeof value['stamp'] === 'function') return
  const id = isAdapter(value) ? (value as { readonly id?: unknown }).id : undefined
  throw new TypeError(
    id === undefined
      ? `${caller}: a provider is expected: what connect, createProvider, failover or createSandboxPac return`
      : `${caller}: ${id} is an adapter, which sends nothing: use connect(…), or createProvider(adapter, { send: createSend() })`,
  )
}
