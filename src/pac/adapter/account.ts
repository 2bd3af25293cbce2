/**
 * The account of a user at a PAC: what every adapter is given, checked before anything is sent.
 * @module
 */
import { findForbidden } from '../../lib/text.js'
import type { CancelRequest, Capabilities } from '../provider.js'
import { classifyCode, type Meanings, type Report } from './classify.js'

/** What the adapters of PACs with a user and a password are given. */
export interface AccountOptions<Urls extends string = never> {
  /** User of the stamping service, which may not be that of the PAC's portal. As `process.env` has it: without one, a TypeError says so. */
  readonly user: string | undefined
  /** Its password; the same. */
  readonly password: string | undefined
  /** Where documents are sent. Those stamped in `test` are not valid before the SAT. */
  readonly environment: 'production' | 'test'
  /** Id in outcomes and journals. The name of the PAC by default. */
  readonly id?: string
  /** Addresses to use instead of the PAC's, without a trailing slash: a proxy, a test server. HTTPS, or localhost. */
  readonly urls?: Readonly<Partial<Record<Urls, string>>>
  /**
   * Capabilities that you confirmed with your own account (`npm run pac:check`) and that the adapter does not claim. A
   * wrong one causes duplicate invoices.
   */
  readonly confirmed?: Partial<Capabilities>
}

/** The account at a PAC of whose look-up it is not known how it says that it has nothing. */
export interface LookUpOptions {
  /**
   * What its look-up answers for a document that it never stamped, if you confirmed it with your own account (`npm run
   * pac:check`): the code, or the whole text if it comes without one. Until then such an answer is `unknown`, and a failover
   * holds what did not reach the PAC. A wrong one causes duplicate invoices.
   */
  readonly absent?: string | undefined
}

/** The addresses of a PAC in each environment. */
export type Hosts<Urls extends string> = Readonly<Record<AccountOptions['environment'], Readonly<Record<Urls, string>>>>

/**
 * The addresses of the environment, with the replacements.
 * @throws TypeError if the environment is unknown, or an address is neither HTTPS nor local: credentials must not cross
 * the network unencrypted.
 * @example
 * const hosts = { production: { services: 'https://pac.example' }, test: { services: 'https://test.pac.example' } }
 * urlsOf('mine', { environment: 'test' }, hosts).services // → 'https://test.pac.example'
 */
export function urlsOf<Urls extends string>(
  name: string,
  { environment, urls }: Pick<AccountOptions<Urls>, 'environment' | 'urls'>,
  hosts: Hosts<Urls>,
): Readonly<Record<Urls, string>> {
  if (!Object.hasOwn(hosts, environment)) throw new TypeError(`${name}: environment must be "production" or "test"`)
  const all: Readonly<Record<string, string>> = { ...hosts[environment], ...urls }
  for (const [key, url] of Object.entries(all))
    if (!isSafe(url)) throw new TypeError(`${name}: urls.${key} must be an https: URL`)
  return all as Readonly<Record<Urls, string>>
}

function isSafe(url: string): boolean {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return protocol === 'https:' || (protocol === 'http:' && local)
}

/**
 * The texts of the account, all of them required.
 * @throws TypeError that names the one that is missing, is empty, or has a character that XML does not admit. The message contains none of
 * them.
 * @example
 * requireTexts('mine', { user, password }).user // → 'demo@example.com'
 */
export function requireTexts<Name extends string>(
  pac: string,
  texts: Readonly<Record<Name, unknown>>,
): Readonly<Record<Name, string>> {
  for (const [name, text] of Object.entries(texts))
    if (!isText(text)) throw new TypeError(`${pac}: ${name} ${text === undefined ? missing : 'must be text'}`)
  return texts as Readonly<Record<Name, string>>
}

const missing = 'is missing: it is undefined, as an environment variable that is not set'

function isText(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && findForbidden(text) < 0
}

/**
 * The signed request of a cancellation.
 * @throws TypeError if there is none: a key never leaves the host.
 * @example
 * requireSigned('mine', { uuid: timbre.UUID, rfcEmisor: csd.rfc, motivo: '02', signed: '<Cancelacion/>' }) // → '<Cancelacion/>'
 */
export function requireSigned(pac: string, { signed }: CancelRequest): string {
  if (typeof signed === 'string' && signed !== '') return signed
  throw new TypeError(`${pac}: cancel needs the request signed by the issuer, in signed`)
}

/**
 * Whether a report of a look-up says that there is nothing, by what the user confirmed.
 * @param own what its codes mean, besides those of all
 * @throws TypeError if that is no text, or a code that means something else.
 * @example
 * const isAbsence = absenceOf('mine', { absent: '602' })
 * isAbsence({ code: '602', message: 'No existe.' }) // → true
 */
export function absenceOf(pac: string, { absent }: LookUpOptions, own?: Meanings): (report: Report) => boolean {
  if (absent === undefined) return () => false
  const isOther = typeof absent !== 'string' || absent === '' || classifyCode({ code: absent }, own) !== undefined
  if (isOther) throw new TypeError(`${pac}: absent must be what its look-up answers for what it never stamped`)
  return ({ code, detail }) => code === absent || detail === absent
}
