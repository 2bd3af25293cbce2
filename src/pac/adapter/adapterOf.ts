/**
 * A PAC as a table. With an account and what is particular to its wire it becomes an adapter; what is alike at all PACs with a
 * user and a password is here.
 * @module
 */
import { escapeText } from '../../lib/escape.js'
import type { CancelRequest, Capabilities, FindKind } from '../provider.js'
import { type AccountOptions, type Hosts, requireSigned, requireTexts, urlsOf } from './account.js'
import type { Adapter, CancelAnswer, Exchange, FindAnswer, HttpReply, HttpRequest, Outgoing } from './adapter.js'
import { satStatus, satStatusUrl } from './satStatus.js'

/** What is declared of a PAC. */
export interface Pac<Url extends string, Text extends string = never> {
  /** Its name in errors, and in outcomes and journals if the user gives no other. */
  readonly id: string
  /** Display name. */
  readonly name: string
  /** Its addresses; that of the SAT's status service is among those of all. */
  readonly hosts: Hosts<Url>
  /** Texts that an account has besides user and password. */
  readonly texts?: readonly Text[]
  /** What the same document does that is sent again. */
  readonly repeat: Pick<Capabilities, 'dedupByContent' | 'dedupByReference' | 'returnsEarlierStamp'>
}

/** What a PAC's requests are made from: addresses of the environment, and texts of the account. */
type Account<Url extends string, Text extends string> = Readonly<
  Record<Url | 'sat' | 'user' | 'password' | Text, string>
>

/** The operations of a PAC. The status is that of the SAT's service if it has none of its own. */
type Operations = Omit<Adapter, 'id' | 'name' | 'capabilities' | 'secrets' | 'find' | 'cancel'> & {
  readonly find?: Exchange<Outgoing, FindAnswer> & { readonly by: FindKind }
  readonly cancel?: Cancellation
}

/** A cancellation with the request signed by the issuer. */
interface Cancellation {
  request(request: CancelRequest & { readonly signed: string }): HttpRequest
  read(reply: HttpReply, request: CancelRequest): CancelAnswer
}

/**
 * The adapter of a PAC. What it is capable of follows from its operations.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 */
export function adapterOf<Url extends string, Text extends string = never>(
  { id, name, hosts, texts = [], repeat }: Pac<Url, Text>,
  options: AccountOptions<Url | 'sat'> & Readonly<Record<Text, string | undefined>>,
  operate: (account: Account<Url, Text>) => Operations,
): Adapter {
  const urls = urlsOf(id, options, withSat(hosts))
  const given = (['user', 'password', ...texts] as const).map((text) => [text, options[text]])
  const account = { ...urls, ...requireTexts(id, Object.fromEntries(given)) } as Account<Url, Text>
  const { find, cancel, ...operations } = operate(account)
  return {
    id: options.id ?? id,
    name,
    capabilities: {
      ...repeat,
      findKinds: find === undefined ? [] : [find.by],
      cancelSigned: cancel !== undefined,
      satStatus: true,
      balance: operations.balance !== undefined,
      ...options.confirmed,
    },
    status: satStatus(account.sat),
    ...operations,
    ...(find && { find }),
    ...(cancel && { cancel: signedOnly(id, cancel) }),
    secrets: () => [account.password, escapeText(account.password)],
  }
}

function withSat<Url extends string>({ production, test }: Hosts<Url>): Hosts<Url | 'sat'> {
  return {
    production: { sat: satStatusUrl.production, ...production },
    test: { sat: satStatusUrl.test, ...test },
  } as Hosts<Url | 'sat'>
}

function signedOnly(pac: string, { request, read }: Cancellation): Exchange<CancelRequest, CancelAnswer> {
  return { request: (question) => request({ ...question, signed: requireSigned(pac, question) }), read }
}
