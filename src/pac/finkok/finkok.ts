/**
 * Finkok (Quadrum). Shapes recorded by public test suites against its sandbox until 2024 (stamp,
 * stamped, cancel_signature, get_sat_status), and its WSDL; never tested against its servers by us.
 * `dossier.ts` has the evidence of each capability.
 *
 * Sent twice, the same bytes answer 307, sometimes with the earlier stamp and sometimes without.
 * Then `stamped` has it. A failover calls that first, and sends again only documents that are
 * proved absent (603).
 *
 * `out_cancel`, for documents that another PAC stamped, takes the key of the issuer (WSDL), so it
 * is not used. For such a document `cancel_signature` returns "not found", and another PAC cancels
 * it.
 *
 * Not known: whether the date (401) is checked before the earlier stamp (307); whether the account
 * that stamps also reads `registration.get`, or only that of the reseller.
 * @module
 */
import { encodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import { type AccountOptions, requireTexts } from '../adapter/account.js'
import type {
  Adapter,
  CancelAnswer,
  FindAnswer,
  HttpReply,
  RegisterAnswer,
  StampAnswer,
} from '../adapter/adapter.js'
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
import { answerOfFolio, foliosIn, retencionMeanings } from '../adapter/folioStatus.js'
import { asCount, isFolioFiscal } from '../adapter/reply.js'
import { satStatusOf } from '../adapter/satStatus.js'
import {
  child,
  childrenOf,
  classifySoap,
  type SoapFields,
  soapRequest,
  soapResult,
  textOf,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'
import { readAnswer, readPending, readRelated } from './receiver.js'

/** The account at Finkok. */
export interface FinkokOptions extends AccountOptions<'services'> {
  /** RFC for `balance`, registered in the account. Without it there is no balance. */
  readonly rfc?: string | undefined
}

/**
 * Finkok's own codes; 708, 709, 732 and 735 are failures of its own after which it may have
 * stamped.
 */
export const meanings: Meanings = {
  300: 'password',
  701: 'blocked',
  702: 'issuer',
  703: 'blocked',
  705: 'document',
  706: 'account',
  707: 'document',
  708: 'unknown',
  709: 'unknown',
  711: 'certificate',
  712: 'certificate',
  714: 'credits',
  718: 'credits',
  732: 'unknown',
  735: 'unknown',
}

const pac: Pac<'services'> = {
  id: 'finkok',
  besides: ['rfc'],
  name: 'Finkok',
  hosts: {
    production: { services: 'https://facturacion.finkok.com' },
    test: { services: 'https://demo-facturacion.finkok.com' },
  },
  repeat: { dedupByContent: true, returnsEarlierStamp: 'sometimes' },
  meanings,
}

/**
 * The adapter of Finkok. It looks up by the bytes (`stamped`), and cancels with the request signed
 * by the issuer.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(finkok({ environment: 'test', user, password }), { send: createSend() })
 */
export function finkok(options: FinkokOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const call = (service: string, operation: string, fields: SoapFields) => {
      const namespace = `http://facturacion.finkok.com/${service}`
      return soapRequest({
        url: `${services}/servicios/soap/${service}`,
        namespace,
        operation,
        fields,
      })
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
          call('cancel', 'cancel_signature', {
            xml: encodeTextBase64(signed),
            ...account,
            store_pending: false,
          }),
        read: readCancel,
      },
      // The shapes of the CFDI, in a service of their own.
      retenciones: {
        stamp: {
          request: ({ bytes }) =>
            call('retentions', 'stamp', { xml: encodeBase64(bytes), ...account }),
          read: readStamp,
        },
        find: {
          request: ({ bytes }) =>
            call('retentions', 'stamped', { xml: encodeBase64(bytes), ...account }),
          read: readFind,
        },
        cancel: {
          request: ({ signed }) =>
            call('retentions', 'cancel_signature', {
              xml: encodeTextBase64(signed),
              ...account,
              store_pending: false,
            }),
          read: readCancel,
        },
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
        request: ({ signed }) =>
          call('cancel', 'get_related_signature', { xml: encodeTextBase64(signed), ...account }),
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
        read: (reply) => satStatusOf(child(soapResult(reply, 'get_sat_status'), 'sat')),
      },
      register: {
        request: ({ rfc: taxpayer_id }) =>
          // `O`: on demand, the default of its clients. Without cer, key and passphrase, which are
          // optional.
          call('registration', 'add', {
            taxpayer_id,
            type_user: 'O',
            reseller_username: user,
            reseller_password: password,
          }),
        read: readRegistration,
      },
      ...(rfc !== undefined && {
        balance: {
          request: () =>
            call('registration', 'get', {
              reseller_username: user,
              reseller_password: password,
              taxpayer_id: rfc,
            }),
          read: (reply: HttpReply) => {
            const result = soapResult(reply, 'get')
            for (const user of childrenOf(child(result, 'users'), 'ResellerUser'))
              if (textOf(user, 'taxpayer_id') === rfc) return asCount(textOf(user, 'credit'))
            return undefined
          },
        },
      }),
      ping: wsdlPing(`${services}/servicios/soap/stamp.wsdl`),
    }
  })
}

/**
 * A stamp counts only with its XML, regardless of CodEstatus; incidents may accompany it. With a
 * folio fiscal and without XML it is in doubt.
 */
function readStamp(reply: HttpReply): StampAnswer {
  const result = soapResult(reply, 'stamp')
  const reports = reportsOf(result)
  const state = textOf(result, 'CodEstatus')
  const xml = textOf(result, 'xml')
  const isClaimed =
    /^Comprobante (?:timbrado|recibido)/i.test(state ?? '') || isFolioFiscal(textOf(result, 'UUID'))
  if (xml === undefined && !isClaimed) return judge(reply, reports)
  const earlier = /previamente/i.test(state ?? '') || reports.some(({ code }) => code === '307')
  return claim(earlier ? 'earlier' : 'fresh', xml, reports[0] ?? {})
}

function readFind(reply: HttpReply): FindAnswer {
  const result = soapResult(reply, 'stamped')
  const reports = reportsOf(result)
  const isAbsent =
    reply.status === 200 &&
    reports.length > 0 &&
    reports.every(({ code }) => code === '603') &&
    !isFolioFiscal(textOf(result, 'UUID'))
  return answerOfFind(textOf(result, 'xml'), isAbsent, judge(reply, reports))
}

function judge(reply: HttpReply, reports: readonly Report[]): Classification {
  return (
    mostCautious(reports.map((report) => classifySoap(reply, report, meanings))) ??
    classifySoap(reply, {}, meanings)
  )
}

/** Each incident once: Finkok repeats them. 301 and 705 wrap the rules of the matrices. */
function reportsOf(result: XmlElement | undefined): readonly Report[] {
  const reports = new Map<string, Report>()
  for (const incident of childrenOf(child(result, 'Incidencias'), 'Incidencia')) {
    const own = textOf(incident, 'MensajeIncidencia')
    const extra = textOf(incident, 'ExtraInfo')
    const texts = own && extra ? `${own} | ${extra}` : (own ?? extra ?? '')
    const code = specificCode(textOf(incident, 'CodigoError'), texts, ['301', '705'])
    // Either of them may name the rule.
    const isOwn = code === undefined || own?.includes(code) || !extra?.includes(code)
    const message = (isOwn ? own : extra) ?? texts
    reports.set(`${code} ${texts}`, { code, message, detail: texts })
  }
  return [...reports.values()]
}

/** `CodEstatus` speaks of the request as a whole, and only if something is wrong with it. */
function readCancel(reply: HttpReply, { uuid, service }: CancelRequest): CancelAnswer {
  const result = soapResult(reply, 'cancel_signature')
  const state = textOf(result, 'CodEstatus')
  const names = { uuid: 'UUID', code: 'EstatusUUID', text: 'EstatusCancelacion' }
  const folios = foliosIn(child(result, 'Folios'), 'Folio', names)
  if (folios.length > 0)
    return answerOfFolio(uuid, folios, {
      acuse: textOf(result, 'Acuse'),
      own: { ...(service === 'retenciones' && retencionMeanings), no_cancelable: 'rejected' },
    })
  if (/^already cancel/i.test(state ?? ''))
    return { kind: 'accepted', code: '202', ...evidenceOf({ detail: state }) }
  const code = /^\d{3,4}/.exec(state ?? '')?.[0]
  if (/no encontrado/i.test(state ?? '') || (code !== undefined && notSubmitted.has(code)))
    return {
      kind: 'rejected',
      code: code ?? '205',
      message: state ?? '',
      ...evidenceOf({ detail: state }),
    }
  return inconclusive(judge(reply, [{ code, message: state, detail: state }]))
}

/**
 * Certificate revoked, outside its term, wrong; more than five requests. 798, an earlier request
 * within 72 hours, may be in course.
 */
const notSubmitted = new Set(['304', '305', '711', '799'])

/**
 * `success` is true as well for an issuer that is there already (phpcfdi/finkok, AddServiceTest).
 */
function readRegistration(reply: HttpReply): RegisterAnswer {
  const result = soapResult(reply, 'add')
  const [success, message] = [textOf(result, 'success'), textOf(result, 'message')]
  const evidence = evidenceOf({ detail: message })
  if (success === 'true') return { kind: 'registered', message: message ?? '', ...evidence }
  if (success === 'false' && message !== undefined)
    return { kind: 'rejected', message, ...evidence }
  return inconclusive(judge(reply, []))
}
