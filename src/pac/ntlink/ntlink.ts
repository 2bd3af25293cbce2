/**
 * NTLink. Shapes from its WSDL and from its SDK, whose tests assert hundreds of its Faults (`CODE - text`); never tested
 * against its servers by us.
 *
 * Not known, and therefore not claimed: what the same bytes answer when they are sent again, so that a failover admits it
 * only in `once` (each document is sent once at most) until you confirm that they give no second stamp; which hash `ObtenerStatusHash` takes, so that there is no look-up
 * without `hash`; what it answers for what it never stamped (`unknown` without `absent`); the codes of account troubles; the address
 * in production, which comes with the contract.
 * @example After `npm run pac:check -- ntlink`
 * const adapter = ntlink({ ...account, hash: 'cadena', confirmed: { dedupByContent: true } })
 * @module
 */
import { escapeText } from '../../lib/escape.js'
import {
  type AccountOptions,
  absenceOf,
  type Hosts,
  type LookUpOptions,
  requireSigned,
  requireTexts,
  urlsOf,
} from '../adapter/account.js'
import type { Adapter, CancelAnswer, FindAnswer, HttpReply, StampAnswer } from '../adapter/adapter.js'
import {
  type Classification,
  claim,
  classify,
  classifyCode,
  codeOf,
  inconclusive,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio } from '../adapter/folioStatus.js'
import { expressionOf, satStatus, satStatusUrl } from '../adapter/satStatus.js'
import {
  child,
  childrenOf,
  readSoap,
  type SoapFields,
  soapRequest,
  textOf,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'

/** The account at NTLink. */
export interface NtlinkOptions extends AccountOptions<'services' | 'sat'>, LookUpOptions {
  /** What `ObtenerStatusHash` takes, if you confirmed it: the SHA-256 of the sealed bytes, or of the cadena original. */
  readonly hash?: 'bytes' | 'cadena'
}

const hosts: Hosts<'services' | 'sat'> = {
  production: { services: '', sat: satStatusUrl.production },
  test: { services: 'https://dev-cfdi4.ntlink.com.mx/cfdi40/servicio-timbrado', sat: satStatusUrl.test },
}

const namespace = 'https://ntlink.com.mx/IServicioTimbrado'

/**
 * The adapter of NTLink. It cancels with the request signed by the issuer, for which it wants receiver, total and the end of
 * the Sello besides; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed, in production also without `urls.services`; the message contains
 * no credentials.
 * @example
 * const provider = createProvider(ntlink({ environment: 'test', user, password }), { send: createSend() })
 */
export function ntlink(options: NtlinkOptions): Adapter {
  const { services, sat } = urlsOf('ntlink', options, hosts)
  const { user, password } = requireTexts('ntlink', { user: options.user, password: options.password })
  const { hash } = options
  if (hash !== undefined && hash !== 'bytes' && hash !== 'cadena')
    throw new TypeError('ntlink: hash must be "bytes" or "cadena"')
  const isAbsence = absenceOf('ntlink', options)
  const call = (operation: string, fields: SoapFields) =>
    soapRequest({
      url: services,
      namespace,
      operation,
      action: `${namespace}/IServicioTimbrado/${operation}`,
      fields: { userName: user, password, ...fields },
    })
  return {
    id: options.id ?? 'ntlink',
    name: 'NTLink',
    capabilities: {
      dedupByContent: false,
      returnsEarlierStamp: 'sometimes',
      findKinds: hash === undefined ? [] : [hash],
      cancelSigned: true,
      satStatus: true,
      balance: true,
      ...options.confirmed,
    },
    stamp: {
      request: ({ sealed }) => call('TimbraCfdi', { comprobante: sealed.xml }),
      read: readStamp,
    },
    ...(hash !== undefined && {
      find: {
        request: ({ sha256, cadenaSha256 }) =>
          call('ObtenerStatusHash', { hash: hash === 'bytes' ? sha256 : cadenaSha256 }),
        read: (reply: HttpReply) => readFind(reply, isAbsence),
      },
    }),
    cancel: {
      request: (request) => call('CancelaCfdiRequest', cancellation(request)),
      read: readCancel,
    },
    status: satStatus(sat),
    balance: {
      request: () => call('ConsultaSaldo', {}),
      read: (reply) => countOf(textOf(readSoap(reply).content, 'ConsultaSaldoResult')),
    },
    ping: wsdlPing(`${services}?wsdl`),
    secrets: () => [password, escapeText(password)],
  }
}

/** Its result is the CFDI as text; there is none without a stamp. */
function readStamp(reply: HttpReply): StampAnswer {
  const { content } = readSoap(reply)
  if (content?.local !== 'TimbraCfdiResponse') return judge(reply, reportOf(reply))
  return claim('fresh', textOf(content, 'TimbraCfdiResult'), {})
}

function readFind(reply: HttpReply, isAbsence: (report: Report) => boolean): FindAnswer {
  const cfdi = textOf(resultOf(reply, 'ObtenerStatusHash'), 'Comprobante')
  if (cfdi !== undefined) return claim('earlier', cfdi, {})
  const report = reportOf(reply)
  return isAbsence(report) ? { kind: 'absent' } : inconclusive(judge(reply, report))
}

function resultOf(reply: HttpReply, operation: string): XmlElement | undefined {
  return child(readSoap(reply).content, `${operation}Result`)
}

function reportOf(reply: HttpReply): Report {
  const { text } = readSoap(reply).fault ?? {}
  return { code: text && specificCode(codeOf(text), text), message: text, detail: text }
}

/** Its codes come in Faults of status 500: they count there. */
function judge(reply: HttpReply, report: Report): Classification {
  return classifyCode(report) ?? classify(reply, report)
}

function cancellation(request: CancelRequest): SoapFields {
  const { uuid, rfcEmisor, rfcReceptor, total, fe } = request
  const requestCancelacion = requireSigned('ntlink', request)
  if (!rfcReceptor || !total || !fe) throw new TypeError('ntlink: cancel needs rfcReceptor, total and fe')
  const expresion = expressionOf({ uuid, rfcEmisor, rfcReceptor, total, fe })
  return { requestCancelacion, expresion, uuid, rfcReceptor }
}

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const result = resultOf(reply, 'CancelaCfdiRequest')
  const folios = childrenOf(child(result, 'StatusUuids'), 'StatusUuid').map((folio) => ({
    uuid: textOf(folio, 'Uuid'),
    code: textOf(folio, 'Status'),
  }))
  const message = textOf(result, 'MensajeError')
  if (folios.length > 0) return answerOfFolio(uuid, folios, { acuse: textOf(result, 'Acuse'), message })
  return inconclusive(judge(reply, message === undefined ? reportOf(reply) : { message, detail: message }))
}

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
