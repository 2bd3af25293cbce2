/**
 * SW Sapien (Luna Soft). Shapes from its documentation, its SDKs and recorded traffic; never tested against its
 * servers.
 *
 * Stamps with version 4 of its REST service and a `customid` made of the document itself, so that sending the same
 * bytes again gives the same stamp: its reply is then 307 with the earlier TFD in `data`, or in `messageDetail` on
 * older paths.
 * @module
 */
import type {
  Adapter,
  CancelAnswer,
  Exchange,
  HttpReply,
  Login,
  LoginAnswer,
  Outgoing,
  StampAnswer,
} from '../adapter/adapter.js'
import { codeOf } from '../adapter/classify.js'
import { writeMultipart } from '../adapter/multipart.js'
import { asObject, asText } from '../adapter/reply.js'
import { satStatus } from '../adapter/satStatus.js'
import type { CancelRequest } from '../provider.js'
import { credentialsOf, isToken, type SwOptions, urlsOf } from './options.js'
import { blamesToken, evidence, judge, read, type SwReply } from './reply.js'

/**
 * The adapter of SW Sapien.
 *
 * It has no look-up that works without the UUID (`findKinds` is empty): what is not known is resolved by sending the
 * same bytes again. It cancels with the signed request when there is one, otherwise with the CSD that the account has
 * at SW.
 * @throws TypeError when credentials, environment or addresses are missing or malformed; the message shows none of
 * them.
 * @example
 * const provider = createProvider(sw({ environment: 'test', token }), { send: createSend() })
 */
export function sw(options: SwOptions): Adapter {
  const { services, api, sat } = urlsOf(options)
  const { token, user, password } = credentialsOf(options)
  const headers: Headers = (obtained) => {
    const bearer = token ?? obtained
    return { accept: 'application/json', ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) }
  }
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
    ...(token === undefined && { login: login(services, { user, password }) }),
    stamp: stamp(services, headers),
    cancel: cancel(services, headers),
    status: satStatus(sat),
    balance: balance(api, headers),
    ping: ping(services, headers),
    secrets: () => [token, password].filter((secret) => secret !== undefined),
  }
}

type Headers = (token: string | undefined) => Readonly<Record<string, string>>

function stamp(services: string, headers: Headers): Exchange<Outgoing, StampAnswer> {
  return {
    request: ({ sealed, sha256 }, token) => {
      const { contentType, body } = writeMultipart('xml', 'text/xml', sealed.xml)
      return {
        method: 'POST',
        url: `${services}/v4/cfdi33/stamp/v4`,
        headers: { ...headers(token), 'content-type': contentType, customid: sha256 },
        body,
      }
    },
    read: (reply) => {
      const said = read(reply)
      if (said === undefined || !(said.success || said.sources.length > 0)) return judge(reply, said)
      return { kind: 'stamped', when: said.success ? 'fresh' : 'earlier', sources: said.sources, ...evidence(said) }
    },
  }
}

function cancel(services: string, headers: Headers): Exchange<CancelRequest, CancelAnswer> {
  const url = `${services}/cfdi33/cancel`
  return {
    request: (request, token) => {
      if (request.signed === undefined)
        return { method: 'POST', url: `${url}/${path(request)}`, headers: headers(token) }
      const { contentType, body } = writeMultipart('xml', 'text/xml', request.signed)
      return { method: 'POST', url: `${url}/xml`, headers: { ...headers(token), 'content-type': contentType }, body }
    },
    read: (reply, { uuid }) => {
      const said = read(reply)
      return said?.success ? readAcuse(said, uuid) : readCancelError(reply, said)
    },
  }
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function path({ rfcEmisor, uuid, motivo, folioSustitucion = '' }: CancelRequest): string {
  const isWhole = /^[A-ZÑ&\d]{12,13}$/.test(rfcEmisor) && uuidForm.test(uuid) && /^0[1-4]$/.test(motivo)
  if (!isWhole || (motivo === '01') !== uuidForm.test(folioSustitucion)) {
    throw new TypeError('sw: cancel needs rfcEmisor, uuid and motivo, and folioSustitucion when the motivo is 01')
  }
  return [rfcEmisor, uuid, motivo, folioSustitucion]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')
}

function readAcuse(said: SwReply, uuid: string): CancelAnswer {
  const codes = Object.entries(asObject(said.data['uuid']) ?? {})
  const status = codes.find(([key]) => key.toUpperCase() === uuid.toUpperCase())?.[1]
  const code = typeof status === 'number' ? String(status) : asText(status)
  const acuse = asText(said.data['acuse'])
  if (code === undefined)
    return { kind: 'unknown', message: 'El acuse de SW Sapien no menciona el UUID.', ...evidence(said) }
  if (code === '201' || code === '202') return { kind: 'accepted', ...evidence(said), code, ...(acuse && { acuse }) }
  return { kind: 'rejected', message: `El SAT no aceptó la cancelación (código ${code}).`, ...evidence(said), code }
}

/** Codes of the SAT's cancellation service after which nothing was submitted, as SW writes them. */
const notSubmitted = /^CA30[1-689]$|^CA31[0-2]$/

/** CACFDI33, with the reason in `messageDetail`; or with none, when what it did not like is the request as such. */
function readCancelError(reply: HttpReply, said: SwReply | undefined): CancelAnswer {
  const reason = codeOf(said?.message ?? '') ?? ''
  const isOurs = notSubmitted.test(reason) || /campos|par[aá]metros/i.test(said?.detail ?? '')
  if (said?.code === 'CACFDI33' && reply.status < 500 && isOurs) {
    const code = notSubmitted.test(reason) ? reason : 'CACFDI33'
    return { kind: 'rejected', message: said.message ?? '', ...evidence(said), code }
  }
  const verdict = judge(reply, said)
  return verdict.kind === 'rejected' ? { kind: 'unknown', message: verdict.message, ...evidence(said ?? {}) } : verdict
}

/** `management/v2` answers `stampsBalance`; the older service, `saldoTimbres`. Without a limit there is no count. */
function balance(api: string, headers: Headers): Exchange<undefined, number | undefined> {
  return {
    request: (_, token) => ({ method: 'GET', url: `${api}/management/v2/api/users/balance`, headers: headers(token) }),
    read: (reply) => {
      const data = read(reply)?.data ?? {}
      if (['isUnlimited', 'unlimited', 'ilimitado'].some((name) => data[name] === true)) return undefined
      const left = data['stampsBalance'] ?? data['saldoTimbres']
      return Number.isSafeInteger(left) && (left as number) >= 0 ? (left as number) : undefined
    },
  }
}

/** The older balance service is on the host that stamps. Without a token it answers 401, which is an answer. */
function ping(services: string, headers: Headers): Exchange<undefined, boolean> {
  return {
    anonymous: true,
    request: () => ({ method: 'GET', url: `${services}/account/balance`, headers: headers(undefined) }),
    read: ({ status }) => status < 500 && status !== 429,
  }
}

function login(services: string, credentials: object): Login {
  return {
    request: () => ({
      method: 'POST',
      url: `${services}/v2/security/authenticate`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(credentials),
    }),
    read: readLogin,
    // With a code of the account or of the document it was looked at, and another token would not change the answer.
    expired: (reply) => {
      const said = read(reply)
      if (said !== undefined && blamesToken(reply, said)) return true
      return reply.status === 401 && (said?.code === undefined || said.code === '401' || said.code === 'AU4101')
    },
  }
}

function readLogin(reply: HttpReply): LoginAnswer {
  const said = read(reply)
  const token = said?.data['token']
  if (said?.success && isToken(token)) {
    const expires = expiry(said.data['expires_in'])
    return { kind: 'open', token, ...(expires !== undefined && { expires }) }
  }
  const verdict = judge(reply, said)
  if (verdict.kind === 'refused' || verdict.kind === 'unavailable') return verdict
  return { kind: 'unavailable', message: `SW Sapien no dio un token (HTTP ${reply.status}).` }
}

/** In spite of its name, `expires_in` is a moment: seconds since 1970. */
function expiry(seconds: unknown): number | undefined {
  const value = Number(seconds)
  return Number.isFinite(value) && value > 1e9 ? value * 1000 : undefined
}
