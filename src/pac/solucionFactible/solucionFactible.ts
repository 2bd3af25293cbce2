/**
 * Solución Factible (SFERP). Shapes from its WSDL, its manual and client code; no reply was ever
 * recorded, so the reply that this reads is reconstructed from the schema; never tested against its
 * servers.
 *
 * Its replies have two levels: the call (200 even if the document is rejected) and the document.
 *
 * Unknown, and therefore `unknown` here: whether 307 and 624 come with the earlier stamp (if so, it
 * is read); the input of `Utilerias.buscar`, so there is no lookup, and a missing earlier stamp
 * stays in doubt; whether 501 and 503 prove that nothing was stamped; the namespace of
 * `getTimbres`, which is that of an example of the same service.
 * @module
 */
import { encodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import { type AccountOptions, requireTexts } from '../adapter/account.js'
import type { Adapter, CancelAnswer, HttpReply, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import {
  claim,
  inconclusive,
  type Meanings,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio, foliosIn } from '../adapter/folioStatus.js'
import { asCount, asXml, isFolioFiscal } from '../adapter/reply.js'
import {
  child,
  childrenOf,
  classifySoap,
  readSoap,
  type SoapFields,
  soapRequest,
  textOf,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'

/** The account at Solución Factible. */
export interface SolucionFactibleOptions extends AccountOptions<'services' | 'sat'> {
  /** RFC of the account, for `balance`. Without it there is no balance. */
  readonly rfc?: string | undefined
}

/**
 * Its own codes. 500 to 503 are failures of its own that may have come after stamping. 624 is a
 * duplicate.
 */
export const meanings: Meanings = {
  500: 'unknown',
  501: 'unknown',
  502: 'unknown',
  503: 'unknown',
  601: 'password',
  602: 'blocked',
  603: 'password',
  604: 'blocked',
  605: 'blocked',
  611: 'document',
  612: 'document',
  624: 'stamped',
  630: 'credits',
  631: 'issuer',
  632: 'credits',
}

const pac: Pac<'services'> = {
  id: 'solucionFactible',
  besides: ['rfc'],
  name: 'Solución Factible',
  hosts: {
    production: { services: 'https://solucionfactible.com' },
    test: { services: 'https://testing.solucionfactible.com' },
  },
  repeat: { dedupByContent: true, returnsEarlierStamp: 'sometimes' },
  meanings,
}

const path = '/ws/services/Timbrado'

/**
 * The adapter of Solución Factible. It cancels with the request signed by the issuer; the status is
 * that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(solucionFactible({ environment: 'test', user, password }), { send: createSend() })
 */
export function solucionFactible(options: SolucionFactibleOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const { rfc } = options
    if (rfc !== undefined) requireTexts(pac.id, { rfc })
    const call = (operation: string, fields: SoapFields) =>
      soapRequest({
        url: `${services}${path}.TimbradoHttpsSoap11Endpoint/`,
        namespace: 'http://timbrado.ws.cfdi.solucionfactible.com',
        operation,
        action: `urn:${operation}`,
        fields: { usuario: user, password, ...fields },
      })
    return {
      stamp: {
        request: ({ bytes }) => call('timbrar', { cfdi: encodeBase64(bytes), zip: false }),
        read: readStamp,
      },
      // The same operation: the namespace of the document distinguishes them.
      retenciones: {
        stamp: {
          request: ({ bytes }) => call('timbrar', { cfdi: encodeBase64(bytes), zip: false }),
          read: readStamp,
        },
      },
      cancel: {
        request: ({ signed }) =>
          call('enviarSolicitudCancelacion', { solicitudCancelacion: encodeTextBase64(signed) }),
        read: readCancel,
      },
      ...(rfc !== undefined && {
        balance: {
          request: () => {
            // Of another service: its manual has the parameters, its namespace is that of an example of
            // the same service.
            const fields = { usuario: user, password, rfcEmisor: rfc }
            const namespace = 'http://utilerias.timbrado.ws.cfdi.solucionfactible.com'
            return soapRequest({
              url: `${services}/ws/services/Utilerias.UtileriasHttpsSoap11Endpoint/`,
              namespace,
              operation: 'getTimbres',
              action: `${namespace}#getTimbres`,
              fields,
            })
          },
          read: (reply: HttpReply) => {
            const result = resultOf(reply, 'getTimbres')
            if (textOf(result, 'status') === '200') return asCount(textOf(result, 'disponibles'))
            return undefined
          },
        },
      }),
      ping: wsdlPing(`${services}${path}?wsdl`),
    }
  })
}

function readStamp(reply: HttpReply): StampAnswer {
  const outer = resultOf(reply, 'timbrar')
  const inner = child(outer, 'resultados')
  const cfdi = asXml(textOf(inner, 'cfdiTimbrado'))
  const report = reportOf(outer, inner)
  const isClaimed = report.code === '200' || isFolioFiscal(textOf(inner, 'uuid'))
  if (cfdi === undefined && !isClaimed) return classifySoap(reply, report, meanings)
  const when = textOf(inner, 'status') === '200' ? 'fresh' : 'earlier'
  return claim(when, cfdi, report)
}

/**
 * Returns the status of the document if present, otherwise that of the call. Two documents count as
 * none, because one was sent.
 */
function reportOf(outer: XmlElement | undefined, inner: XmlElement | undefined): Report {
  const isWhole = textOf(outer, 'status') === '200'
  const at = isWhole ? inner : outer
  if (childrenOf(outer, 'resultados').length > 1) return {}
  const message = textOf(at, 'mensaje')
  const code = textOf(at, 'status')
  // Without a status of the document, that of the call is no evidence about it.
  return { code: code && specificCode(code, message ?? ''), message, detail: message }
}

function resultOf(reply: HttpReply, operation: string): XmlElement | undefined {
  const { content } = readSoap(reply)
  if (content?.local === `${operation}Response`) return child(content, 'return')
  return undefined
}

/** 211: in process at the SAT. */
function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const outer = resultOf(reply, 'enviarSolicitudCancelacion')
  const folios = foliosIn(outer, 'resultados', {
    uuid: 'uuid',
    code: 'statusUUID',
    text: 'mensaje',
  })
  if (folios.length > 0) return answerOfFolio(uuid, folios, { own: { 211: 'accepted' } })
  return inconclusive(classifySoap(reply, reportOf(outer, undefined), meanings))
}
