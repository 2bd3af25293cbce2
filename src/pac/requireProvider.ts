/**
 * Validation of providers passed by a host.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { described, requireKind } from '../lib/options.js'

/**
 * Whether a value is the adapter of a PAC, which describes a protocol and sends nothing.
 * @example
 * isAdapter(sw({ environment: 'test', token })) // → true
 * isAdapter(pac) // → false
 */
export function isAdapter(value: unknown): boolean {
  return (
    isRecord(value) && isRecord(value['stamp']) && typeof value['stamp']['request'] === 'function'
  )
}

/**
 * Requires a provider.
 * @throws TypeError otherwise; for an adapter, with a hint how to create a provider.
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

/**
 * Requires the arguments of a request to a provider, before anything is recorded or sent.
 * @throws TypeError for another document, such as the result of `engine.seal`, or for a signal that
 * is none
 */
export function requireSealed(caller: string, sealed: unknown, signal?: unknown): void {
  if (signal !== undefined) requireKind(`${caller}: signal`, signal, 'signal')
  if (isRecord(sealed) && typeof sealed['xml'] === 'string') return
  const isOfEngine = isRecord(sealed) && typeof sealed['XML'] === 'string'
  throw new TypeError(
    isOfEngine
      ? `${caller}: the result of seal is expected, with xml; that of engine.seal is for engine.stampSealed`
      : `${caller}: a sealed document is expected, the result of seal, not ${described(sealed)}`,
  )
}
