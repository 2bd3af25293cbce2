/**
 * SW Sapien (Luna Soft). Shapes from its documentation, its SDKs and recorded traffic; never tested against its servers.
 *
 * Stamps with version 4 of its REST service and a `customid` made of the document itself, so that sending the same bytes again gives
 * the same stamp: its reply is then 307 with the earlier TFD in `data`, or in `messageDetail` on older paths.
 * @module
 */

import type {
  Adapter,
  CancelAnswer,
  Exchange,
  HttpReply,
  HttpRequest,
  Login,
  LoginAnswer,
  Outgoing,
  StampAnswer,
} from './adapter/adapter.js'
import { classify, codeOf, type Meanings, ruleIn, type Verdict } from './adapter/classify.js'
import { writeMultipart } from './adapter/multipart.js'
import { asObject, asText, asXml, type Json, readJson } from './adapter/reply.js'
import { satStatus, satStatusUrl } from './adapter/satStatus.js'
import type { CancelRequest } from './provider.js'

/** A token that does not expire (`token infinito`), or the user and the password to ask for one that lasts two hours. */
export type SwCredentials =
  | { readonly token: string; readonly user?: never; readonly password?: never }
  | { readonly user: string; readonly password: string; readonly token?: never }

/** How to reach SW. There is no default environment: production stamps are real. */
export type SwOptions = SwCredentials & {
  readonly environment: 'production' | 'test'
  /** Name in outcomes and journals. `sw` by default. */
  readonly id?: string
  /** Other addresses than SW's and the SAT's, without a path: a proxy, or a server of a test. HTTPS, or this computer. */
  readonly urls?: Partial<SwUrls>
}

/** Where things are asked. */
export interface SwUrls {
  /** Stamps, cancellations, logins. */
  readonly services: string
  /** Balance. */
  readonly api: string
  /** Whole address of the SAT's status service. */
  readonly sat: string
}

const hosts: Readonly<Record<SwOptions['environment'], SwUrls>> = {
  production: {
    services: 'https://services.sw.com.mx',
    api: 'https://api.sw.com.mx',
    sat: satStatusUrl.production,
  },
  test: {
    services: 'https://services.test.sw.com.mx',
    api: 'https://api.test.sw.com.mx',
    sat: satStatusUrl.test,
  },
}

/** SW's own codes. CO1000 is "uncontrolled": it may have stamped, and so may what is not listed. */
const meanings: Meanings = {
  AU1000: 'account',
  AU2000: 'account',
  AU2001: 'account',
  AU2002: 'account',
  AU2003: 'account',
  AU2004: 'account',
  AU4101: 'account',
  CC2001: 'document',
  CC3001: 'document',
  CC3002: 'document',
  CO1000: 'unknown',
  CO1001: 'document',
  CO1002: 'document',
  CO1003: 'document',
  CO1004: 'document',
  CO1005: 'document',
}

/**
 * The adapter of SW Sapien.
 *
 * It has no look-up that works without the UUID (`findKinds` is empty): what is not known is resolved by sending the same bytes again.
 * It cancels with the signed request when there is one, otherwise with the CSD that the account has at SW.
 * @throws TypeError when credentials, environment or addresses are missing or malformed; the message shows none of them.
 * @example
 * const provider = createProvider(sw({ environment: 'test', token }), { send: createSend() })
 */
export function sw(options: SwOptions): Adapter {
  const { services, api, sat } = urlsOf(options)
  const { token, user, password } = credentialsOf(options)
  const authorized = (obtained: string | undefined) => ({
    accept: 'application/json',
    ...((token ?? obtained) !== undefined && { authorization: `Bearer ${token ?? obtained}` }),
  })
  const get =
    (url: string) =>
    (obtained?: string): HttpRequest => ({ method: 'GET', url, headers: authorized(obtained) })
  return {
    id: options.id ?? 'sw',
    name: 'SW Sapien',
    capabilities: {
      dedupByContent: true,
      returnsEarlierStamp: 'always',
      findKinds: [],
      cancelSigned: true,
      satStatus: true,
      balance: true,
    },
    ...(token === undefined && { login: login(services, user, password) }),
    stamp: stamp(services, authorized),
    cancel: cancel(services, authorized),
    status: satStatus(sat),
    balance: { request: (_, obtained) => get(`${api}/management/v2/api/users/balance`)(obtained), read: readBalance },
    ping: {
      anonymous: true,
      request: () => get(`${services}/account/balance`)(),
      read: ({ status }) => status < 500 && status !== 429,
    },
    secrets: () => [token, password].filter((secret) => secret !== undefined),
  }
}

type Authorize = (token: string | undefined) => Readonly<Record<string, string>>

function stamp(services: string, authorized: Authorize): Exchange<Outgoing, StampAnswer> {
  return {
    request: ({ sealed, sha256 }, token) => {
      const { contentType, body } = writeMultipart('xml', 'text/xml', sealed.xml)
      const headers = { ...authorized(token), 'content-type': contentType, customid: sha256 }
      return { method: 'POST', url: `${services}/v4/cfdi33/stamp/v4`, headers, body }
    },
    read: (reply) => {
      const said = reportOf(reply)
      const sources = said === undefined ? [] : sourcesOf(said)
      if (said === undefined || sources.length === 0) return withoutStamp(reply, said)
      const { code, detail } = said
      return {
        kind: 'stamped',
        when: said.success ? 'fresh' : 'earlier',
        sources,
        ...(code && { code }),
        ...(detail && { detail }),
      }
    },
  }
}

function cancel(services: string, authorized: Authorize): Exchange<CancelRequest, CancelAnswer> {
  return {
    request: (request, token) => {
      const headers = authorized(token)
      if (request.signed === undefined)
        return { method: 'POST', url: `${services}/cfdi33/cancel/${path(request)}`, headers }
      const { contentType, body } = writeMultipart('xml', 'text/xml', request.signed)
      return {
        method: 'POST',
        url: `${services}/cfdi33/cancel/xml`,
        headers: { ...headers, 'content-type': contentType },
        body,
      }
    },
    read: (reply, { uuid }) => {
      const said = reportOf(reply)
      return said?.success ? readAcuse(said, uuid) : readCancelError(reply, said)
    },
  }
}

function path({ rfcEmisor, uuid, motivo, folioSustitucion }: CancelRequest): string {
  const parts = [rfcEmisor, uuid, motivo, ...(folioSustitucion === undefined ? [] : [folioSustitucion])]
  return parts.map(encodeURIComponent).join('/')
}

function login(services: string, user: string | undefined, password: string | undefined): Login {
  return {
    request: () => ({
      method: 'POST',
      url: `${services}/v2/security/authenticate`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ user, password }),
    }),
    read: readLogin,
    // With a code of the account or of the document it was looked at: another token would not change the answer.
    expired: (reply) => {
      const code = reply.status === 401 ? reportOf(reply)?.code : ''
      return code === undefined || code === '401' || code === 'AU4101'
    },
  }
}

function readLogin(reply: HttpReply): LoginAnswer {
  const said = reportOf(reply)
  const token = asText(said?.data['token'])
  if (said?.success && token !== undefined && isHeaderValue(token)) {
    const expires = expiry(said.data['expires_in'])
    return { kind: 'open', token, ...(expires !== undefined && { expires }) }
  }
  const verdict = withoutStamp(reply, said)
  if (verdict.kind === 'refused' || verdict.kind === 'unavailable') return verdict
  return { kind: 'unavailable', message: `SW Sapien no dio un token (HTTP ${reply.status}).` }
}

/** Seconds since 1970, in spite of its name. */
function expiry(seconds: unknown): number | undefined {
  const value = Number(seconds)
  return Number.isFinite(value) && value > 1e9 ? value * 1000 : undefined
}

/** What SW says in its envelope: `{ status, message, messageDetail, data }`. */
interface Said {
  readonly success: boolean
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly detail?: string | undefined
  readonly data: Json
  readonly messageDetail?: string | undefined
}

function reportOf(reply: HttpReply): Said | undefined {
  const body = readJson(reply)
  const status = asText(body?.['status'])
  if (body === undefined || (status !== 'success' && status !== 'error')) return undefined
  const [message, messageDetail] = [asText(body['message']), asText(body['messageDetail'])]
  const head = codeOf(message ?? '')
  const texts = [message, isStamp(messageDetail) ? undefined : messageDetail].filter((text) => text !== undefined)
  return {
    success: status === 'success',
    code: specific(head, texts.join(' ')),
    message: texts.at(-1),
    detail: texts.join(' | ') || undefined,
    data: asObject(body['data']) ?? {},
    messageDetail,
  }
}

/** 301 wraps the rules of the matrices, and so does a message without a code. */
function specific(head: string | undefined, texts: string): string | undefined {
  return head === undefined || head === '301' ? (ruleIn(texts) ?? head) : head
}

function isStamp(text: string | undefined): boolean {
  return asXml(text)?.includes('TimbreFiscalDigital') ?? false
}

function sourcesOf({ data, messageDetail }: Said): readonly string[] {
  const places = [data['tfd'], data['cfdi'], isStamp(messageDetail) ? messageDetail : undefined]
  return places.map((place) => asXml(place) ?? asText(place)).filter((place) => place !== undefined)
}

function withoutStamp(reply: HttpReply, said: Said | undefined): Verdict {
  if (said?.success || said?.code?.endsWith('307')) {
    const { code, detail } = said
    const message = 'SW Sapien dice que el documento está timbrado, pero no devolvió el timbre.'
    return { kind: 'unknown', message, ...(code && { code }), ...(detail && { detail }) }
  }
  if (reply.status < 500 && said?.code === undefined && /^(?:El )?token /i.test(said?.message ?? '')) {
    return {
      kind: 'refused',
      scope: 'account',
      message: said?.message ?? '',
      ...(said?.detail && { detail: said.detail }),
    }
  }
  return classify(reply, said, meanings)
}

/** Codes of the SAT's cancellation service for which nothing was submitted, as SW writes them. */
const notSubmitted = /^CA(?:301|302|303|304|305|306|308|309|310|311|312)$/

function readAcuse({ data, detail }: Said, uuid: string): CancelAnswer {
  const entries = Object.entries(asObject(data['uuid']) ?? {})
  const code = asText(entries.find(([key]) => key.toUpperCase() === uuid.toUpperCase())?.[1])
  const acuse = asText(data['acuse'])
  const said = { ...(detail && { detail }) }
  if (code === undefined) return { kind: 'unknown', message: 'El acuse de SW Sapien no menciona el UUID.', ...said }
  if (code === '201' || code === '202') return { kind: 'accepted', code, ...(acuse && { acuse }), ...said }
  return { kind: 'rejected', code, message: `El SAT no aceptó la cancelación (código ${code}).`, ...said }
}

/** CACFDI33 with the reason in `messageDetail`. */
function readCancelError(reply: HttpReply, said: Said | undefined): CancelAnswer {
  const message = said?.message ?? ''
  const reason = codeOf(message)
  const detail = said?.detail === undefined ? {} : { detail: said.detail }
  if (reply.status < 500 && said?.code === 'CACFDI33' && reason !== undefined && notSubmitted.test(reason)) {
    return { kind: 'rejected', code: reason, message, ...detail }
  }
  const verdict = withoutStamp(reply, said)
  return verdict.kind === 'rejected' ? { kind: 'unknown', message, ...detail } : verdict
}

function readBalance(reply: HttpReply): number | undefined {
  const data = reportOf(reply)?.data ?? {}
  if (data['isUnlimited'] === true || data['unlimited'] === true || data['ilimitado'] === true)
    return Number.POSITIVE_INFINITY
  const left = data['stampsBalance'] ?? data['saldoTimbres']
  return typeof left === 'number' && Number.isFinite(left) ? left : undefined
}

function urlsOf({ environment, urls }: SwOptions): SwUrls {
  if (!Object.hasOwn(hosts, environment)) throw new TypeError('sw: environment must be "production" or "test"')
  const all = { ...hosts[environment], ...urls }
  for (const [name, url] of Object.entries(all)) requireSafe(name, url)
  return all
}

/** Credentials do not go over the network in the clear. */
function requireSafe(name: string, url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol === 'https:' || (protocol === 'http:' && local)) return
  throw new TypeError(`sw: urls.${name} must be an https: URL`)
}

function credentialsOf({ token, user, password }: SwOptions) {
  if (token !== undefined) {
    if (!isHeaderValue(token)) throw new TypeError('sw: token must be text without spaces nor line breaks')
    if (user !== undefined || password !== undefined) throw new TypeError('sw: either a token, or user and password')
  } else if (!isFilled(user) || !isFilled(password))
    throw new TypeError('sw: a token, or user and password, are required')
  return { token, user, password }
}

function isHeaderValue(text: unknown): boolean {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)
}

function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text !== ''
}
