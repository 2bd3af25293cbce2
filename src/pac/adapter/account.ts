/**
 * Account of a user at a PAC: options of every adapter, validated before any request.
 * @module
 */
import { findForbidden } from '../../lib/text.js'
import type { CancelRequest, Capabilities } from '../provider.js'
import type { AccountRow } from './accountTroubles.js'
import { classifyCode, type Meanings, type Report } from './classify.js'

/** Options of adapters of PACs with a user and a password. */
export interface AccountOptions<Urls extends string = never> {
  /**
   * User of the stamping service, which may not be that of the PAC's portal. May be undefined, as
   * in `process.env`: a TypeError then names it.
   */
  readonly user: string | undefined
  /** Its password; the same. */
  readonly password: string | undefined
  /** Where documents are sent. Those stamped in `test` are not valid before the SAT. */
  readonly environment: 'production' | 'test'
  /** Id in outcomes and journals. The name of the PAC by default. */
  readonly id?: string
  /**
   * Addresses to use instead of the PAC's, without a trailing slash: a proxy, a test server. HTTPS,
   * localhost, or a test server that the PAC offers by plain HTTP only.
   */
  readonly urls?: Readonly<Partial<Record<Urls, string>>>
  /**
   * Capabilities that you confirmed with your own account (`npm run pac:check`) and that the
   * adapter does not claim. A wrong one causes duplicate invoices.
   */
  readonly confirmed?: Partial<Capabilities>
  /**
   * Replies of the PAC to an account that cannot stamp, as you recorded them: several PACs publish
   * no codes, so that without it such a reply is `unknown`. Compared with the code and the whole text in the PAC's own envelope, and never over a reply that may
   * hold a stamp. A wrong one causes duplicate invoices.
   */
  readonly account?: readonly AccountRow[] | undefined
}

/** Options of PACs whose lookup response for a missing document is undocumented. */
export interface LookUpOptions {
  /**
   * Response of its lookup for a document that it never stamped, if you confirmed it with your own
   * account (`npm run pac:check`): the code, or the whole text without a code. Without this option
   * such a response is `unknown`, and a failover holds documents that did not reach the PAC. A
   * wrong value causes duplicate invoices.
   */
  readonly absent?: string | undefined
}

/** The addresses of a PAC in each environment. */
export type Hosts<Urls extends string> = Readonly<
  Record<AccountOptions['environment'], Readonly<Record<Urls, string>>>
>

/**
 * The addresses of the environment, with the replacements.
 * @throws TypeError if the environment is unknown, or an address is neither HTTPS nor local:
 * credentials must not cross the network unencrypted. In `test` a host and port that `hosts.test`
 * itself has with `http:` are admitted: some PACs have no other.
 * @example
 * const hosts = { production: { services: 'https://pac.example' }, test: { services: 'https://test.pac.example' } }
 * urlsOf('mine', { environment: 'test' }, hosts).services // → 'https://test.pac.example'
 */
export function urlsOf<Urls extends string>(
  name: string,
  { environment, urls }: Pick<AccountOptions<Urls>, 'environment' | 'urls'>,
  hosts: Hosts<Urls>,
): Readonly<Record<Urls, string>> {
  if (!Object.hasOwn(hosts, environment))
    throw new TypeError(`${name}: environment must be "production" or "test"`)
  const all: Readonly<Record<string, string>> = { ...hosts[environment], ...urls }
  const plain =
    environment === 'test'
      ? Object.values<string>(hosts.test).filter((url) => url.startsWith('http:'))
      : []
  for (const [key, url] of Object.entries(all))
    if (!isSafe(url, plain)) throw new TypeError(`${name}: urls.${key} must be an https: URL`)
  return all as Readonly<Record<Urls, string>>
}

/** @param plain addresses whose host and port may be used without TLS. */
function isSafe(url: string, plain: readonly string[]): boolean {
  const { protocol, hostname, host } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', hostname: '', host: '' }
  if (protocol !== 'http:') return protocol === 'https:'
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return isLocal || plain.some((one) => new URL(one).host === host)
}

/**
 * Requires all texts of the account.
 * @throws TypeError that names the option that is missing, empty, has white space at its ends, or
 * has a character that XML does not admit. The message contains no value.
 * @example
 * requireTexts('mine', { user, password }).user // → 'demo@example.com'
 */
export function requireTexts<Name extends string>(
  pac: string,
  texts: Readonly<Record<Name, unknown>>,
): Readonly<Record<Name, string>> {
  for (const [name, text] of Object.entries(texts))
    if (!(typeof text === 'string' && text !== '' && findForbidden(text) < 0))
      throw new TypeError(`${pac}: ${name} ${text === undefined ? missing : 'must be text'}`)
    else if (text.trim() !== text)
      throw new TypeError(`${pac}: ${name} begins or ends with white space`)
  return texts as Readonly<Record<Name, string>>
}

const missing = 'is missing: it is undefined, as an environment variable that is not set'

/**
 * Requires the signed request of a cancellation.
 * @throws TypeError without a signed request: a key never leaves the host.
 * @example
 * requireSigned('mine', { uuid: timbre.UUID, rfcEmisor: csd.rfc, motivo: '02', signed: '<Cancelacion/>' }) // → '<Cancelacion/>'
 */
export function requireSigned(pac: string, { signed }: CancelRequest): string {
  if (typeof signed === 'string' && signed !== '') return signed
  throw new TypeError(`${pac}: cancel needs the request signed by the issuer, in signed`)
}

/**
 * Creates a function that tests whether the report of a lookup means an absence, as confirmed by
 * the user.
 * @param own meanings of its own codes, besides the common ones
 * @throws TypeError if `absent` is not text, or is a code with another meaning.
 * @example
 * const isAbsence = absenceOf('mine', { absent: '602' })
 * isAbsence({ code: '602', message: 'No existe.' }) // → true
 */
export function absenceOf(
  pac: string,
  { absent }: LookUpOptions,
  own?: Meanings,
): (report: Report) => boolean {
  if (absent === undefined) return () => false
  const isOther =
    typeof absent !== 'string' || absent === '' || classifyCode({ code: absent }, own) !== undefined
  if (isOther)
    throw new TypeError(`${pac}: absent must be what its look-up answers for what it never stamped`)
  return ({ code, detail }) => code === absent || detail === absent
}
