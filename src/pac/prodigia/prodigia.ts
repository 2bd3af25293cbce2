/**
 * Prodigia (PADE). Shapes from its manual, a recorded request and a field report of 2026; no reply
 * was recorded; never tested against its servers.
 *
 * Stamps with its SOAP service and the option that returns the earlier stamp with 307, so that the
 * same bytes always give the same stamp. A reply holds an XML document as text.
 *
 * Three wrong passwords lock the account: nothing here retries a refusal, and `ping` does not log
 * in.
 *
 * Retenciones go to a service of their own, `timbradoRet`, whose address its pages contradict: two
 * paths on the host of production, none on that for tests. It comes from the account, in
 * `urls.retenciones`; a wrong one would leave documents in doubt.
 *
 * Unknown: whether it accepts sealed documents in all cases (its manual describes sealing as an
 * option, and clients send sealed ones); the REST form of a signed cancellation; the definition of
 * the account's balance, so there is none; the fields of a cancellation of retenciones, so that it
 * is not sent.
 * @module
 */
import { encodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import type { AccountOptions } from '../adapter/account.js'
import type {
  Adapter,
  CancelAnswer,
  HttpReply,
  Outgoing,
  PendingAnswer,
  StampAnswer,
} from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import {
  claim,
  inconclusive,
  type Meanings,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio, foliosIn } from '../adapter/folioStatus.js'
import { asXml, isFolioFiscal } from '../adapter/reply.js'
import {
  child,
  classifySoap,
  readSoap,
  readXml,
  type SoapFields,
  soapRequest,
  textOf,
  textsOf,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'

/**
 * The account at Prodigia. `urls.retenciones` is the whole address of its service for retenciones
 * 2.0, without `?wsdl`; without it retenciones are refused with 705.
 */
export interface ProdigiaOptions extends AccountOptions<'services' | 'retenciones' | 'sat'> {
  /** Number of the contract. */
  readonly contrato: string | undefined
}

/**
 * Its own codes. 5 is maintenance; 3, a parameter, and 7, the SAT's cancellation service, prove
 * nothing about a stamp. 602, "CFDI no existe" by its manual (codigos.md) and a repeated serie and
 * folio by another source, keeps the document here: the most cautious reading.
 */
export const meanings: Meanings = {
  1: 'password',
  2: 'expired',
  3: 'unknown',
  5: 'unavailable',
  7: 'unknown',
  20: 'certificate',
  602: 'stamped',
}

const pac: Pac<'services', 'contrato'> = {
  id: 'prodigia',
  name: 'Prodigia',
  hosts: {
    production: { services: 'https://timbrado.pade.mx' },
    test: { services: 'https://pruebas.pade.mx' },
  },
  texts: ['contrato'],
  repeat: { dedupByContent: true, returnsEarlierStamp: 'always' },
  meanings,
}

const path = '/servicio/Timbrado4.0'

/** Option that returns the earlier stamp with 307. */
const earlierStamp = 'REGRESAR_CON_ERROR_307_XML'

const needed =
  'Prodigia las timbra en otra dirección, que las fuentes públicas contradicen: pídala y póngala en `urls.retenciones`.'

/**
 * The adapter of Prodigia. It cancels with the request signed by the issuer, for which it wants the
 * receiver and the total besides; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(prodigia({ environment: 'test', contrato, user, password }), { send: createSend() })
 */
export function prodigia(options: ProdigiaOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password, contrato }) => {
    const retenciones = options.urls?.retenciones
    const call = (operation: string, fields: SoapFields) =>
      soapRequest({
        url: `${services}${path}`,
        namespace: 'timbrado.ws.pade.mx',
        operation,
        unqualified: true,
        fields: { contrato, usuario: user, passwd: password, ...fields },
      })
    return {
      stamp: {
        request: ({ bytes }) =>
          call('timbradoBase64', {
            cfdiXmlBase64: encodeBase64(bytes),
            opciones: [earlierStamp],
          }),
        read: readStamp,
      },
      ...(retenciones === undefined
        ? { retencionesNeed: needed }
        : {
            retenciones: {
              stamp: {
                request: ({ sealed }: Outgoing) =>
                  soapRequest({
                    url: retenciones,
                    namespace: 'timbradoRet.ws.pade.mx',
                    operation: 'timbradoRet',
                    unqualified: true,
                    fields: {
                      contrato,
                      usuario: user,
                      password,
                      xml: sealed.xml,
                      opciones: [earlierStamp],
                    },
                  }),
                read: readStamp,
              },
            },
          }),
      cancel: {
        request: ({ signed, ...request }) =>
          call('cancelarConOpciones', {
            rfcEmisor: request.rfcEmisor,
            arregloUUID: [folioOf(request)],
            opciones: [`XML_CANCELACION:${encodeTextBase64(signed)}`],
          }),
        read: readCancel,
      },
      pending: {
        request: (rfc) => call('consultarPeticionesPendientes', { rfcReceptor: rfc }),
        read: readPending,
      },
      ping: wsdlPing(`${services}${path}?wsdl`),
    }
  })
}

function readStamp(reply: HttpReply): StampAnswer {
  const answer = answerOf(reply, 'servicioTimbrado')
  const cfdi = asXml(textOf(answer, 'xmlBase64'))
  const report = reportOf(answer)
  const isFresh = textOf(answer, 'timbradoOk') === 'true' && report.code === '0'
  if (cfdi === undefined && !isFresh && !isFolioFiscal(textOf(answer, 'UUID')))
    return classifySoap(reply, report, meanings)
  return claim(isFresh ? 'fresh' : 'earlier', cfdi, report)
}

/** The document in the text of `return`. Some deployments return it as elements. */
function answerOf(reply: HttpReply, name: string): XmlElement | undefined {
  const holder = child(readSoap(reply).content, 'return')
  const inner = child(holder, name) ?? readXml(textOf(holder))
  if (inner?.local === name) return inner
  return undefined
}

function reportOf(answer: XmlElement | undefined): Report {
  const message = textOf(answer, 'mensaje')
  return { code: specificCode(textOf(answer, 'codigo'), message ?? ''), message, detail: message }
}

/** `UUID|receiver|issuer|total|motive|substitute`. */
function folioOf({
  uuid,
  rfcReceptor,
  rfcEmisor,
  total,
  motivo,
  folioSustitucion = '',
}: CancelRequest): string {
  if (!rfcReceptor || !total) throw new TypeError('prodigia: cancel needs rfcReceptor and total')
  return [uuid, rfcReceptor, rfcEmisor, total, motivo, folioSustitucion].join('|')
}

/**
 * 94: not cancellable; 95 to 98: cancelled with acceptance, in process, rejected by the receiver,
 * its term is over.
 */
const folioMeanings = {
  94: 'rejected',
  95: 'accepted',
  96: 'accepted',
  97: 'rejected',
  98: 'accepted',
} as const

function readPending(reply: HttpReply): PendingAnswer {
  const answer = answerOf(reply, 'servicioPeticionesPendientes')
  const report = reportOf(answer)
  const isWhole = textOf(answer, 'consultaOk') === 'true' && child(answer, 'uuids') !== undefined
  if (!isWhole) return inconclusive(classifySoap(reply, report, meanings))
  return { kind: 'pending', uuids: textsOf(child(answer, 'uuids'), 'uuid') }
}

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const answer = answerOf(reply, 'servicioCancel')
  const names = { uuid: 'uuid', code: 'codigo', text: 'mensaje' }
  const folios = foliosIn(child(answer, 'cancelaciones'), 'cancelacion', names)
  if (folios.length === 0) return inconclusive(classifySoap(reply, reportOf(answer), meanings))
  return answerOfFolio(uuid, folios, {
    acuse: asXml(textOf(answer, 'acuseCancelBase64')),
    own: folioMeanings,
  })
}
