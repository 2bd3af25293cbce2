/**
 * NTLink. Shapes from its WSDL and from its SDK, whose tests assert hundreds of its Faults
 * (`CODE - text`); never tested against its servers by us.
 *
 * Unknown, and therefore not claimed: the answer to the same bytes sent again, so that a failover
 * admits it only in `once` (each document is sent at most once) until you confirm that they give no
 * second stamp; the hash of `ObtenerStatusHash`, so that there is no lookup without `hash`; its
 * answer for a document that it never stamped (`unknown` without `absent`); the codes of account
 * troubles; the address in production, which comes with the contract.
 * @example After `npm run pac:check -- ntlink`
 * const adapter = ntlink({ ...account, hash: 'cadena', confirmed: { dedupByContent: true } })
 * @module
 */
import { type AccountOptions, absenceOf, type LookUpOptions } from '../adapter/account.js'
import type { Adapter, CancelAnswer, HttpReply, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { answerOfFind, claim, inconclusive } from '../adapter/classify.js'
import { answerOfFolio, foliosIn } from '../adapter/folioStatus.js'
import { asCount } from '../adapter/reply.js'
import { expressionOf } from '../adapter/satStatus.js'
import {
  child,
  classifyFault,
  readSoap,
  reportOfFault,
  type SoapFields,
  soapRequest,
  soapResult,
  textOf,
  wsdlPing,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'

/** The account at NTLink. */
export interface NtlinkOptions extends AccountOptions<'services' | 'sat'>, LookUpOptions {
  /**
   * Input of `ObtenerStatusHash`, if you confirmed it: the SHA-256 of the sealed bytes, or of the
   * cadena original.
   */
  readonly hash?: 'bytes' | 'cadena'
}

const pac: Pac<'services'> = {
  id: 'ntlink',
  besides: ['hash', 'absent'],
  name: 'NTLink',
  hosts: {
    production: { services: '' },
    test: { services: 'https://dev-cfdi4.ntlink.com.mx/cfdi40/servicio-timbrado' },
  },
  repeat: { dedupByContent: false, returnsEarlierStamp: 'sometimes' },
}

const namespace = 'https://ntlink.com.mx/IServicioTimbrado'

/**
 * The adapter of NTLink. It cancels with the request signed by the issuer, for which it wants
 * receiver, total and the end of the Sello besides; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed, in production also without
 * `urls.services`; the message contains no credentials.
 * @example
 * const provider = createProvider(ntlink({ environment: 'test', user, password }), { send: createSend() })
 */
export function ntlink(options: NtlinkOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const { hash } = options
    if (hash !== undefined && hash !== 'bytes' && hash !== 'cadena')
      throw new TypeError('ntlink: hash must be "bytes" or "cadena"')
    const isAbsence = absenceOf(pac.id, options)
    const call = (operation: string, fields: SoapFields) =>
      soapRequest({
        url: services,
        namespace,
        operation,
        action: `${namespace}/IServicioTimbrado/${operation}`,
        fields: { userName: user, password, ...fields },
      })
    return {
      stamp: {
        request: ({ sealed }) => call('TimbraCfdi', { comprobante: sealed.xml }),
        read: (reply) => readStamp(reply, 'TimbraCfdi'),
      },
      retenciones: {
        stamp: {
          request: ({ sealed }) => call('TimbraRetencion', { comprobante: sealed.xml }),
          read: (reply) => readStamp(reply, 'TimbraRetencion'),
        },
      },
      ...(hash !== undefined && {
        find: {
          by: hash,
          request: ({ sha256, cadenaSha256 }) =>
            call('ObtenerStatusHash', { hash: hash === 'bytes' ? sha256 : cadenaSha256 }),
          read: (reply: HttpReply) => {
            const result = soapResult(reply, 'ObtenerStatusHash')
            // NoEncontrado, EnProceso, Enviado or Cancelado, by its schema.
            const status = textOf(result, 'Status')
            const report =
              status === undefined ? reportOfFault(reply) : { code: status, detail: status }
            return answerOfFind(
              textOf(result, 'Comprobante'),
              isAbsence(report),
              classifyFault(reply, report),
            )
          },
        },
      }),
      cancel: {
        request: (request) => call('CancelaCfdiRequest', cancellation(request)),
        read: readCancel,
      },
      balance: {
        request: () => call('ConsultaSaldo', {}),
        read: (reply) => asCount(textOf(soapResult(reply, 'ConsultaSaldo'))),
      },
      ping: wsdlPing(`${services}?wsdl`),
    }
  })
}

/** Reads the result: the CFDI as text, absent without a stamp. */
function readStamp(reply: HttpReply, operation: string): StampAnswer {
  const { content } = readSoap(reply)
  if (content?.local !== `${operation}Response`) return classifyFault(reply, reportOfFault(reply))
  return claim('fresh', textOf(content, `${operation}Result`), {})
}

function cancellation(request: CancelRequest & { readonly signed: string }): SoapFields {
  const { uuid, rfcEmisor, rfcReceptor, total, fe, signed: requestCancelacion } = request
  if (!rfcReceptor || !total || !fe)
    throw new TypeError('ntlink: cancel needs rfcReceptor, total and fe')
  const expresion = expressionOf({ uuid, rfcEmisor, rfcReceptor, total, fe })
  return { requestCancelacion, expresion, uuid, rfcReceptor }
}

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const result = soapResult(reply, 'CancelaCfdiRequest')
  const folios = foliosIn(child(result, 'StatusUuids'), 'StatusUuid', {
    uuid: 'Uuid',
    code: 'Status',
  })
  const message = textOf(result, 'MensajeError')
  if (folios.length > 0)
    return answerOfFolio(uuid, folios, { acuse: textOf(result, 'Acuse'), message })
  return inconclusive(
    classifyFault(
      reply,
      message === undefined ? reportOfFault(reply) : { message, detail: message },
    ),
  )
}
