/**
 * Finkok (Quadrum). Shapes recorded by public test suites against its sandbox until 2024 (stamp, stamped, cancel_signature,
 * get_sat_status), and its WSDL; never tested against its servers by us. `dossier.ts` has the evidence of each capability.
 *
 * Sent twice, the same bytes answer 307, sometimes with the earlier stamp and sometimes without. Then `stamped` has it; a failover
 * asks that first, and sends again only what it proved absent (603).
 *
 * `out_cancel`, for documents that another PAC stamped, takes the key of the issuer (WSDL), so it is not used: of such a document
 * `cancel_signature` says that it is not found, and it is cancelled with another PAC.
 *
 * Not known: whether the date (401) is checked before the earlier stamp (307); whether the account that stamps also reads
 * `registration.get`, or only that of the reseller.
 * @module
 */
import { encodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import { type AccountOptions, requireTexts } from '../adapter/account.js'
import type { Adapter, CancelAnswer, FindAnswer, HttpReply, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import {
  answerOfFind,
  type Classification,
  claim,
  evidenceOf,
  inconclusive,
  type Meanings,
  mostCautious,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio, foliosIn } from '../adapter/folioStatus.js'
import { asCount } from '../adapter/reply.js'
import { satStatusOf } from '../adapter/satStatus.js'
import {
  child,
  childrenOf,
  classifySoap,
  resultOf,
  type SoapFields,
  soapRequest,
  textOf,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'
import { readAnswer, readPending, readRelated } from './receiver.js'

/** The account at Finkok. */
export interface FinkokOptions extends AccountOptions<'services'> {
  /** RFC whose stamps `balance` counts: one that is registered in the account. Without it there is no balance. */
  readonly rfc?: string | undefined
}

const pac: Pac<'services'> = {
  id: 'finkok',
  name: 'Finkok',
  hosts: {
    production: { services: 'https://facturacion.finkok.com' },
    test: { services: 'https://demo-facturacion.finkok.com' },
  },
  repeat: { dedupByContent: true, returnsEarlierStamp: 'sometimes' },
}

/**
 * The adapter of Finkok. It looks up by the bytes (`stamped`), and cancels with the request signed by the issuer.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(finkok({ environment: 'test', user, password }), { send: createSend() })
 */
export function finkok(options: FinkokOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const call = (service: string, operation: string, fields: SoapFields) => {
      const namespace = `http://facturacion.finkok.com/${service}`
      return soapRequest({ url: `${services}/servicios/soap/${service}`, namespace, operation, fields })
    }
    const account = { username: user, password }
    const { rfc } = options
    if (rfc !== undefined) requireTexts(pac.id, { rfc })
    return {
      stamp: {
        request: ({ bytes }) => call('stamp', 'stamp', { xml: encodeBase64(bytes), ...account }),
        read: readStamp,
      },
      find: {
        by: 'bytes',
        request: ({ bytes }) => call('stamp', 'stamped', { xml: encodeBase64(bytes), ...account }),
        read: readFind,
      },
      cancel: {
        request: ({ signed }) =>
          call('cancel', 'cancel_signature', { xml: encodeTextBase64(signed), ...account, store_pending: false }),
        read: readCancel,
      },
      rfcPac: 'CVD110412TF6',
      pending: {
        request: (rfc) => call('cancel', 'get_pending', { ...account, rtaxpayer_id: rfc }),
        read: readPending,
      },
      answer: {
        request: ({ signed }) =>
          call('cancel', 'accept_reject_signature', { xml: encodeTextBase64(signed), ...account }),
        read: (reply, { uuid }) => readAnswer(reply, uuid),
      },
      related: {
        request: ({ signed }) => call('cancel', 'get_related_signature', { xml: encodeTextBase64(signed), ...account }),
        read: readRelated,
      },
      status: {
        request: ({ rfcEmisor, rfcReceptor, uuid, total }) =>
          call('cancel', 'get_sat_status', {
            ...account,
            taxpayer_id: rfcEmisor,
            rtaxpayer_id: rfcReceptor,
            uuid,
            total,
          }),
        read: (reply) => satStatusOf(child(resultOf(reply, 'get_sat_status'), 'sat')),
      },
      ...(rfc !== undefined && {
        balance: {
          request: () =>
            call('registration', 'get', { reseller_username: user, reseller_password: password, taxpayer_id: rfc }),
          read: (reply: HttpReply) => readBalance(resultOf(reply, 'get'), rfc),
        },
      }),
      ping: wsdlPing(`${services}/servicios/soap/stamp.wsdl`),
    }
  })
}

/** Finkok's own codes; 708, 709, 732 and 735 are failures of its own after which it may have stamped. */
export const meanings: Meanings = {
  300: 'account',
  701: 'account',
  702: 'account',
  703: 'account',
  705: 'document',
  706: 'account',
  707: 'document',
  708: 'unknown',
  709: 'unknown',
  711: 'certificate',
  712: 'certificate',
  714: 'account',
  718: 'account',
  732: 'unknown',
  735: 'unknown',
}

/** A stamp counts only if its XML came, whatever CodEstatus says; incidents may accompany it. */
function readStamp(reply: HttpReply): StampAnswer {
  const result = resultOf(reply, 'stamp')
  const reports = reportsOf(result)
  const state = textOf(result, 'CodEstatus')
  const xml = textOf(result, 'xml')
  if (xml === undefined && (state === undefined || !/^Comprobante (?:timbrado|recibido)/i.test(state)))
    return judge(reply, reports)
  const earlier = /previamente/i.test(state ?? '') || reports.some(({ code }) => code === '307')
  return claim(earlier ? 'earlier' : 'fresh', xml, reports[0] ?? {})
}

function readFind(reply: HttpReply): FindAnswer {
  const result = resultOf(reply, 'stamped')
  const reports = reportsOf(result)
  const isAbsent = reply.status === 200 && reports.length > 0 && reports.every(({ code }) => code === '603')
  return answerOfFind(textOf(result, 'xml'), isAbsent, judge(reply, reports))
}

function judge(reply: HttpReply, reports: readonly Report[]): Classification {
  return (
    mostCautious(reports.map((report) => classifySoap(reply, report, meanings))) ?? classifySoap(reply, {}, meanings)
  )
}

/** Each incident once: Finkok repeats them. 301 and 705 wrap the rules of the matrices. */
function reportsOf(result: XmlElement | undefined): readonly Report[] {
  const reports = childrenOf(child(result, 'Incidencias'), 'Incidencia').map((incident) => {
    const message = textOf(incident, 'MensajeIncidencia')
    const texts = [message, textOf(incident, 'ExtraInfo')].filter((text) => text !== undefined).join(' | ')
    return {
      code: specificCode(textOf(incident, 'CodigoError'), texts, ['301', '705']),
      message: message ?? texts,
      detail: texts,
    }
  })
  return [...new Map(reports.map((report) => [`${report.code} ${report.detail}`, report])).values()]
}

/** `CodEstatus` speaks of the request as a whole, and only if something is wrong with it. */
function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const result = resultOf(reply, 'cancel_signature')
  const state = textOf(result, 'CodEstatus')
  const names = { uuid: 'UUID', code: 'EstatusUUID', text: 'EstatusCancelacion' }
  const folios = foliosIn(child(result, 'Folios'), 'Folio', names)
  if (folios.length > 0)
    return answerOfFolio(uuid, folios, { acuse: textOf(result, 'Acuse'), own: { no_cancelable: 'rejected' } })
  if (/^already cancel/i.test(state ?? '')) return { kind: 'accepted', code: '202', ...evidenceOf({ detail: state }) }
  const code = /^\d{3}/.exec(state ?? '')?.[0]
  if (/no encontrado/i.test(state ?? '') || (code !== undefined && notSubmitted.has(code)))
    return { kind: 'rejected', code: code ?? '205', message: state ?? '', ...evidenceOf({ detail: state }) }
  return inconclusive(judge(reply, [{ code, message: state, detail: state }]))
}

/** Certificate revoked, outside its term, wrong; more than five requests. 798, an earlier request within 72 hours, may be in course. */
const notSubmitted = new Set(['304', '305', '711', '799'])

function readBalance(result: XmlElement | undefined, rfc: string): number | undefined {
  const users = childrenOf(child(result, 'users'), 'ResellerUser')
  const own = users.find((user) => textOf(user, 'taxpayer_id') === rfc)
  return asCount(textOf(own, 'credit'))
}
