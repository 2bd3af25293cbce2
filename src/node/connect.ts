/**
 * Creates a provider from an account at a PAC.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { Adapter, Send } from '../pac/adapter/adapter.js'
import { createProvider } from '../pac/adapter/createProvider.js'
import { type PacName, type PacOptions, pacs } from '../pac/pacs.js'
import type { Provider } from '../pac/provider.js'
import { createSend } from './send.js'

export type { PacName, PacOptions, Provider, Send }

/** `Omit` that distributes over the kinds of accounts. */
export type Without<Options, Names extends string> = Options extends unknown
  ? Omit<Options, Names>
  : never

/** Options of {@link connect}: the account at the PAC, and how its requests are sent. */
export type ConnectOptions<Name extends PacName> = Without<PacOptions[Name], 'environment'> & {
  /**
   * Whether documents go to the PAC's test environment. Defaults to `false`: production, with real
   * stamps.
   */
  readonly sandbox?: boolean
  /** The same as an option of the adapter: `test` or `production`. */
  readonly environment?: 'test' | 'production'
  /** Sends the requests. Defaults to `createSend()`. */
  readonly send?: Send
  /** Time-out of an exchange in milliseconds. Defaults to 120,000. */
  readonly timeout?: number
}

/**
 * Connects to a PAC: its adapter, with the platform's `fetch`.
 * @throws TypeError for an unknown PAC, or a missing or malformed option, such as an unset
 * environment variable. The message names the option and contains no credentials.
 * @example
 * const provider = connect('finkok', { user, password, sandbox: true })
 * const engine = createEngine({ signers: csd, provider })
 */
export function connect<Name extends PacName>(pac: Name, options: ConnectOptions<Name>): Provider {
  if (!Object.hasOwn(pacs, pac))
    throw new TypeError(
      `connect: there is no adapter for ${String(pac)}; there are ${Object.keys(pacs).join(', ')}`,
    )
  if (!isRecord(options)) throw new TypeError(`connect: ${pac} needs its account, in an object`)
  const { sandbox, send, timeout, ...account } = options as ConnectOptions<PacName>
  const environment = account.environment ?? (sandbox ? 'test' : 'production')
  if (sandbox !== undefined && sandbox !== (environment === 'test'))
    throw new TypeError(`connect: sandbox is ${sandbox} and environment is ${environment}`)
  const adapter = (pacs[pac] as (options: object) => Adapter)({ ...account, environment })
  return createProvider(adapter, { send: send ?? createSend({ timeout }) })
}
