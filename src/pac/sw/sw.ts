/**
 * SW Sapien (Luna Soft). Shapes from its documentation, its SDKs and recorded traffic; never tested
 * against its servers.
 *
 * Stamps with version 4 of its REST service and a `customid` derived from the document, so that
 * sending the same bytes again gives the same stamp: its reply is then 307 with the earlier TFD in
 * `data`, or in `messageDetail` on older paths.
 *
 * Not known: whether it recognises a repeated document by its bytes or by its Sello, once the 72
 * hours of `customid` are over.
 * @module
 */
import { requireOptions } from '../../lib/options.js'
import { urlsOf } from '../adapter/account.js'
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
} from '../adapter/adapter.js'
import { classify, codeOf, evidenceOf } from '../adapter/classify.js'
import { answerOfFolio, retencionMeanings } from '../adapter/folioStatus.js'
import { writeMultipart } from '../adapter/multipart.js'
import { asObject, asText, isFolioFiscal } from '../adapter/reply.js'
import { satStatus } from '../adapter/satStatus.js'
import type { CancelRequest } from '../provider.js'
import { credentialsOf, hosts, isToken, type SwOptions } from './options.js'
import { answer, type Headers, pending, related } from './receiver.js'
import { blamesToken, judge, meanings, read } from './reply.js'

/**
 * The adapter of SW Sapien.
 *
 * SW has no look-up without the UUID (`findKinds` is empty): unknown outcomes are resolved by
 * sending the same bytes again. It cancels with the signed request if there is one, otherwise with
 * the CSD stored in the account at SW.
 * @throws TypeError if credentials, environment or addresses are missing or malformed; the message
 * contains none of them.
 * @example
 * const provider = createProvider(sw({ environment: 'test', token }), { send: createSend() })
 */
export function sw(options: SwOptions): Adapter {
  const { services, api, sat } = urlsOf('sw', options, hosts)
  requireOptions('sw', options, ['token', 'user', 'password', 'environment', 'id', 'urls'])
  const { token, user, password } = credentialsOf(options)
  const headers: Headers = (obtained) => {
    const bearer = token ?? obtained
    return {
      accept: 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    }
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
      documents: ['Retenciones'],
      cancels: ['Retenciones'],
    },
    ...(token === undefined && { login: login(services, { user, password }) }),
    stamp: stamp(`${services}/v4/cfdi33/stamp/v4`, headers),
    cancel: cancel(services, headers),
    retenciones: {
      stamp: stamp(`${services}/retencion/stamp/v3`, headers),
      cancel: cancelRetencion(services, headers),
    },
    rfcPac: options.environment === 'test' ? 'SPR190613I52' : 'LSO1306189R5',
    pending: pending(services, headers),
    answer: answer(services, headers),
    related: related(services, headers),
    status: satStatus(sat),
    balance: balance(api, headers),
    ping: ping(services, headers),
    // A token locks nothing.
    ...(password !== undefined && {
      credentials: () => ({ account: JSON.stringify(['sw', services, user]), secret: password }),
    }),
    secrets: () => [token, password].filter((secret) => secret !== undefined),
  }
}

/** The reply for CFDI de retenciones has the document in `data.retencion`, not in `data.cfdi`. */
function stamp(url: string, headers: Headers): Exchange<Outgoing, StampAnswer> {
  return {
    request: ({ sealed, sha256 }, token) => {
      const { contentType, body } = writeMultipart('xml', 'text/xml', sealed.xml)
      return {
        method: 'POST',
        url,
        headers: { ...headers(token), 'content-type': contentType, customid: sha256 },
        body,
      }
    },
    read: (reply) => {
      const envelope = read(reply)
      const isClaimed =
        envelope?.success || envelope?.sources.length || isFolioFiscal(envelope?.data['uuid'])
      if (envelope === undefined || !isClaimed) return judge(reply, envelope)
      return {
        kind: 'stamped',
        when: envelope.success ? 'fresh' : 'earlier',
        sources: envelope.sources,
        ...evidenceOf(envelope),
      }
    },
  }
}

function cancel(services: string, headers: Headers): Exchange<CancelRequest, CancelAnswer> {
  const url = `${services}/cfdi33/cancel`
  return {
    request: (request, token) => {
      if (request.signed === undefined) {
        const { rfcEmisor, uuid, motivo, folioSustitucion = '' } = request
        const isComplete =
          /^[A-ZÑ&\d]{12,13}$/.test(rfcEmisor) && uuidForm.test(uuid) && /^0[1-4]$/.test(motivo)
        if (!isComplete || (motivo === '01') !== uuidForm.test(folioSustitucion)) {
          throw new TypeError(
            'sw: cancel needs rfcEmisor, uuid and motivo, and folioSustitucion when the motivo is 01',
          )
        }
        return {
          method: 'POST',
          url: `${url}/${[rfcEmisor, uuid, motivo, folioSustitucion]
            .filter((part) => part !== '')
            .map(encodeURIComponent)
            .join('/')}`,
          headers: headers(token),
        }
      }
      return signedRequest(`${url}/xml`, request.signed, headers(token))
    },
    read: readCancel,
  }
}

function cancelRetencion(
  services: string,
  headers: Headers,
): Exchange<CancelRequest, CancelAnswer> {
  return {
    request: ({ signed }, token) => {
      if (signed === undefined)
        throw new TypeError('sw: cancelling a document of Retenciones requires a signed request')
      return signedRequest(`${services}/retencion/cancel/xml`, signed, headers(token))
    },
    read: readCancel,
  }
}

function signedRequest(url: string, signed: string, headers: ReturnType<Headers>): HttpRequest {
  const { contentType, body } = writeMultipart('xml', 'text/xml', signed)
  return { method: 'POST', url, headers: { ...headers, 'content-type': contentType }, body }
}

function readCancel(reply: HttpReply, request: CancelRequest): CancelAnswer {
  const envelope = read(reply)
  if (envelope?.success) {
    const { uuid, service } = request
    const codes = Object.entries(asObject(envelope.data['uuid']) ?? {})
    const status = codes.find(([key]) => key.toUpperCase() === uuid.toUpperCase())?.[1]
    const code = typeof status === 'number' ? String(status) : asText(status)
    const acuse = asText(envelope.data['acuse'])
    if (code === undefined)
      return {
        kind: 'unknown',
        message: 'El acuse de SW Sapien no menciona el UUID.',
        ...evidenceOf(envelope),
      }
    return answerOfFolio(uuid, [{ uuid, code, text: envelope.message }], {
      acuse,
      detail: envelope.detail,
      ...(service === 'retenciones' && { own: retencionMeanings }),
    })
  }
  // CACFDI33, with the reason in `messageDetail`; without one if the request itself was invalid.
  const reason = codeOf(envelope?.message ?? '') ?? ''
  const isInvalid =
    notSubmitted.test(reason) || /campos|par[aá]metros/i.test(envelope?.detail ?? '')
  if (envelope?.code === 'CACFDI33' && reply.status < 500 && isInvalid) {
    const code = notSubmitted.test(reason) ? reason : 'CACFDI33'
    return { kind: 'rejected', message: envelope.message ?? '', ...evidenceOf(envelope), code }
  }
  const outcome = judge(reply, envelope)
  if (outcome.kind === 'rejected')
    return { kind: 'unknown', message: outcome.message, ...evidenceOf(envelope ?? {}) }
  return outcome
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Codes of the SAT's cancellation services after which nothing was submitted, in SW's notation: CA
 * for CFDI, CR for retenciones.
 */
const notSubmitted = /^CA30[1-689]$|^CA31[0-2]$|^CR13(?:0[1-9]|1[0-4])$/

/**
 * `management/v2` returns `stampsBalance`; the older service, `saldoTimbres`. An unlimited account
 * has no count.
 */
function balance(api: string, headers: Headers): Exchange<undefined, number | undefined> {
  return {
    request: (_, token) => ({
      method: 'GET',
      url: `${api}/management/v2/api/users/balance`,
      headers: headers(token),
    }),
    read: (reply) => {
      const envelope = read(reply)
      const data = envelope?.success ? envelope.data : {}
      if (data['isUnlimited'] === true || data['unlimited'] === true || data['ilimitado'] === true)
        return undefined
      const left = data['stampsBalance'] ?? data['saldoTimbres']
      if (Number.isSafeInteger(left) && (left as number) >= 0) return left as number
      return undefined
    },
  }
}

/**
 * The older balance service runs on the host that stamps. Without a token it answers 401, which
 * proves that it is up.
 */
function ping(services: string, headers: Headers): Exchange<undefined, boolean> {
  return {
    anonymous: true,
    request: () => ({
      method: 'GET',
      url: `${services}/account/balance`,
      headers: headers(undefined),
    }),
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
    // A code of the account or of the document means that it was processed: another token would not
    // change the answer.
    expired: (reply) => {
      const envelope = read(reply)
      if (envelope !== undefined && blamesToken(reply, envelope)) return true
      return (
        reply.status === 401 &&
        (envelope?.code === undefined || envelope.code === '401' || envelope.code === 'AU4101')
      )
    },
  }
}

function readLogin(reply: HttpReply): LoginAnswer {
  const envelope = read(reply)
  const token = envelope?.data['token']
  if (envelope?.success && isToken(token)) {
    // Despite its name, `expires_in` is a time: seconds since 1970.
    const seconds = Number(envelope.data['expires_in'])
    const isTime = Number.isFinite(seconds) && seconds > 1e9
    return { kind: 'open', token, ...(isTime && { expires: seconds * 1000 }) }
  }
  const outcome = classify(reply, envelope, meanings)
  if (outcome.kind === 'refused' || outcome.kind === 'unavailable') return outcome
  return { kind: 'unavailable', message: `SW Sapien no dio un token (HTTP ${reply.status}).` }
}
