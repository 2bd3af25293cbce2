/**
 * Creates an adapter from the table of a PAC, an account and its operations. Contains the common
 * parts of PACs with a user and a password.
 * @module
 */
import { requireOptions } from '../../lib/options.js'
import { escapeText } from '../../lib/xml/escape.js'
import type { CancelRequest, Capabilities, FindKind } from '../provider.js'
import { type AccountOptions, type Hosts, requireSigned, requireTexts, urlsOf } from './account.js'
import { requireAccountRows, withAccountRows } from './accountTroubles.js'
import type {
  Adapter,
  CancelAnswer,
  Exchange,
  FindAnswer,
  HttpReply,
  HttpRequest,
  Outgoing,
  RetencionesExchanges,
} from './adapter.js'
import type { Meanings } from './classify.js'
import { satStatus, satStatusUrl } from './satStatus.js'

/** Declaration of a PAC. */
export interface Pac<Url extends string, Text extends string = never> {
  /** Its name in errors, and in outcomes and journals if the user gives no other. */
  readonly id: string
  /** Display name. */
  readonly name: string
  /** Its addresses; that of the SAT's status service is among those of all. */
  readonly hosts: Hosts<Url>
  /** Texts that an account has besides user and password. */
  readonly texts?: readonly Text[]
  /** Names of its other options. */
  readonly besides?: readonly string[]
  /** Behaviour of the PAC for a repeated document. */
  readonly repeat: Pick<Capabilities, 'dedupByContent' | 'dedupByReference' | 'returnsEarlierStamp'>
  /** Its own codes. */
  readonly meanings?: Meanings
}

/** Inputs of a PAC's requests: addresses of the environment, and texts of the account. */
type Account<Url extends string, Text extends string> = Readonly<
  Record<Url | 'sat' | 'user' | 'password' | Text, string>
>

/** Operations of a PAC. The status defaults to the SAT's service. */
type Operations = Omit<
  Adapter,
  'id' | 'name' | 'capabilities' | 'secrets' | 'find' | 'cancel' | 'retenciones'
> & {
  readonly find?: Exchange<Outgoing, FindAnswer> & { readonly by: FindKind }
  readonly cancel?: Cancellation
  readonly retenciones?: Omit<RetencionesExchanges, 'cancel'> & {
    readonly cancel?: Cancellation
  }
  /** The option without which it has no `retenciones`, in Spanish. */
  readonly retencionesNeed?: string
}

/** A cancellation with the request signed by the issuer. */
interface Cancellation {
  request(request: CancelRequest & { readonly signed: string }): HttpRequest
  read(reply: HttpReply, request: CancelRequest): CancelAnswer
}

/** Options of every adapter. */
const accountNames = [
  'user',
  'password',
  'environment',
  'id',
  'urls',
  'confirmed',
  'account',
] as const satisfies readonly (keyof AccountOptions)[]

/**
 * Creates the adapter of a PAC. Its operations determine its capabilities.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 */
export function adapterOf<Url extends string, Text extends string = never>(
  { id, name, hosts, texts = [], besides = [], repeat, meanings }: Pac<Url, Text>,
  options: AccountOptions<Url | 'sat'> & Readonly<Record<Text, string | undefined>>,
  operate: (account: Account<Url, Text>) => Operations,
): Adapter {
  const urls = urlsOf(id, options, withSat(hosts))
  requireOptions(id, options, [...accountNames, ...texts, ...besides])
  const given = (['user', 'password', ...texts] as const).map((text) => [text, options[text]])
  const account = { ...urls, ...requireTexts(id, Object.fromEntries(given)) } as Account<Url, Text>
  const { find, cancel, retenciones, retencionesNeed, ...operations } = operate(account)
  const rows = requireAccountRows(id, options.account, meanings)
  const guarded = <Question, Answer extends { readonly kind: string }>(
    one: Exchange<Question, Answer>,
  ) => withAccountRows(one, rows) as Exchange<Question, Answer>
  return {
    id: options.id ?? id,
    name,
    capabilities: {
      ...repeat,
      findKinds: find === undefined ? [] : [find.by],
      cancelSigned: cancel !== undefined,
      satStatus: true,
      balance: operations.balance !== undefined,
      ...(retenciones && { documents: ['Retenciones'] }),
      ...(retencionesNeed && { documentsNeed: { Retenciones: retencionesNeed } }),
      ...(retenciones?.cancel && { cancels: ['Retenciones'] }),
      ...options.confirmed,
    },
    status: satStatus(account.sat),
    ...operations,
    stamp: guarded(operations.stamp),
    ...(find && { find: guarded<Outgoing, FindAnswer>(find) }),
    ...(cancel && { cancel: guarded(signedOnly(id, cancel)) }),
    ...(retenciones && {
      retenciones: {
        stamp: guarded(retenciones.stamp),
        ...(retenciones.find && { find: guarded(retenciones.find) }),
        ...(retenciones.cancel && { cancel: guarded(signedOnly(id, retenciones.cancel)) }),
      },
    }),
    ...(operations.pending && { pending: guarded(operations.pending) }),
    credentials: () => {
      // Every member of the account names it but the password.
      const { password = '', sat: _, ...rest } = account
      return { account: JSON.stringify([id, ...Object.entries(rest).sort()]), secret: password }
    },
    secrets: () => [
      account.password,
      escapeText(account.password),
      ...texts.map((text) => account[text]),
    ],
  }
}

function withSat<Url extends string>({ production, test }: Hosts<Url>): Hosts<Url | 'sat'> {
  return {
    production: { sat: satStatusUrl.production, ...production },
    test: { sat: satStatusUrl.test, ...test },
  } as Hosts<Url | 'sat'>
}

function signedOnly(
  pac: string,
  { request, read }: Cancellation,
): Exchange<CancelRequest, CancelAnswer> {
  return {
    request: (question) => request({ ...question, signed: requireSigned(pac, question) }),
    read,
  }
}
