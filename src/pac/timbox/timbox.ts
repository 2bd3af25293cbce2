/**
 * Timbox. Shapes from the WSDL of its service for CFDI 4.0 and from its support pages; no reply was
 * recorded; never tested against its servers.
 *
 * Stamps with a reference of the caller (`external_id`), which the adapter derives from the bytes,
 * and looks documents up by it. Its search by serie and folio (`buscar_cfdis`) answers a folio
 * fiscal without the stamp, and so resolves nothing by itself.
 *
 * Unknown, and therefore not claimed: the answer to the same bytes, or to the same reference, sent
 * again; the format of its Faults (the code is read where the text begins with it, otherwise the
 * answer is `unknown`); whether a recovered document is escaped inside its list (both are read).
 * @module
 */
import { encodeBase64, encodeTextBase64 } from '../../lib/base64.js'
import type { AccountOptions } from '../adapter/account.js'
import type {
  Adapter,
  CancelAnswer,
  FindAnswer,
  HttpReply,
  Outgoing,
  StampAnswer,
} from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { claim, inconclusive, type Meanings } from '../adapter/classify.js'
import { answerOfFolio, type FolioMeanings, foliosIn } from '../adapter/folioStatus.js'
import { asCount } from '../adapter/reply.js'
import {
  child,
  childrenOf,
  classifyFault,
  encodedRequest,
  readSoap,
  readXml,
  reportOfFault,
  textOf,
  typedField,
  wsdlPing,
} from '../adapter/soap.js'
import type { CancelRequest } from '../provider.js'

/** The account at Timbox: the user of the web service. */
export type TimboxOptions = AccountOptions<'services' | 'sat'>

/**
 * Codes of a whole request. Those of its table that are not of the SAT reject the text that was
 * sent (302 to 305, 308 to 310); 307 is a document with a stamp, which by the shared table keeps it
 * here.
 */
export const meanings: Meanings = {
  101: 'password',
  102: 'expired',
  103: 'credits',
  302: 'document',
  303: 'document',
  304: 'document',
  305: 'document',
  308: 'document',
  309: 'document',
  310: 'document',
  999: 'unknown',
  RCR101: 'password',
  CANC001: 'password',
  CANC002: 'credits',
}

const pac: Pac<'services'> = {
  id: 'timbox',
  name: 'Timbox',
  hosts: {
    production: { services: 'https://sistema.timbox.com.mx' },
    test: { services: 'https://staging.ws.timbox.com.mx' },
  },
  repeat: { dedupByContent: false, returnsEarlierStamp: 'sometimes' },
  meanings,
}

/**
 * The adapter of Timbox. It looks up by a reference, and cancels with the request signed by the
 * issuer; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(timbox({ environment: 'test', user, password }), { send: createSend() })
 */
export function timbox(options: TimboxOptions): Adapter {
  return adapterOf(pac, options, ({ services, user, password }) => {
    const call = (service: string, operation: string, content: string) =>
      encodedRequest({
        url: `${services}/${service}/action`,
        namespace: 'urn:WashOut',
        operation,
        action: operation,
        content: `${typedField('username', user)}${typedField('password', password)}${content}`,
      })
    const stamping = 'timbrado_cfdi40'
    return {
      stamp: {
        request: (outgoing) =>
          call(
            stamping,
            'timbrar_cfdi_referencia',
            typedField('sxml', encodeBase64(outgoing.bytes)) +
              typedField('external_id', referenceOf(outgoing)),
          ),
        read: (reply) => readStamp(reply, 'timbrar_cfdi_referencia'),
      },
      retenciones: {
        stamp: {
          request: ({ bytes }) =>
            call('retencion', 'timbrar_retencion', typedField('sxml', encodeBase64(bytes))),
          read: (reply) => readStamp(reply, 'timbrar_retencion'),
        },
      },
      find: {
        by: 'key',
        request: (outgoing) =>
          call(
            stamping,
            'recuperar_comprobante_referencia',
            `<external_ids xsi:type="m:external_id">${typedField('external_id', referenceOf(outgoing))}</external_ids>`,
          ),
        read: readFind,
      },
      cancel: {
        request: ({ signed }) =>
          call(
            'cancelacion',
            'cancelar_cfdi_seguro',
            typedField('firma_base64', encodeTextBase64(signed)),
          ),
        read: readCancel,
      },
      balance: {
        request: () => call(stamping, 'obtener_consumo', ''),
        read: readBalance,
      },
      ping: wsdlPing(`${services}/${stamping}/wsdl`),
    }
  })
}

/** The first 96 bits of the hash of the bytes in decimal: a reference has 30 digits at most. */
function referenceOf({ sha256 }: Outgoing): string {
  return BigInt(`0x${sha256.slice(0, 24)}`).toString()
}

function readStamp(reply: HttpReply, operation: string): StampAnswer {
  const { content } = readSoap(reply)
  if (content?.local !== `${operation}_response`)
    return classifyFault(reply, reportOfFault(reply), meanings)
  return claim('fresh', textOf(content, `${operation}_result`, 'xml'), {})
}

function readFind(reply: HttpReply): FindAnswer {
  const content = readSoap(reply).content
  const part = child(content, 'recuperar_comprobante_referencia')
  const list = textOf(part, 'estatus') === '200' ? textOf(part, 'comprobantes') : undefined
  const sources = list === undefined ? [] : documentsIn(list)
  if (sources.length > 0) return { kind: 'stamped', when: 'earlier', sources }
  const texts = list === undefined ? [] : itemsOf(list)
  // By its support page, the text in place of a document that it does not have.
  if (texts.length > 0 && texts.every((text) => /^No se encontró XML\b/.test(text)))
    return { kind: 'absent' }
  return inconclusive(classifyFault(reply, reportOfFault(reply), meanings))
}

/**
 * The documents of a list: text inside it, or elements as its support page shows them. Those have
 * an XML declaration in the middle, so that the list is not well formed.
 */
function documentsIn(list: string): readonly string[] {
  const texts = itemsOf(list).filter((text) => text.startsWith('<'))
  if (texts.length > 0) return texts
  const [, ...parts] = list.split('<cfdi:Comprobante ')
  const found: string[] = []
  for (const part of parts) {
    const to = part.indexOf(end)
    if (to >= 0) found.push(`<cfdi:Comprobante ${part.slice(0, to)}${end}`)
  }
  return found
}

const end = '</cfdi:Comprobante>'

function itemsOf(list: string): readonly string[] {
  const texts: string[] = []
  for (const one of childrenOf(readXml(list), 'CFDI')) texts.push(textOf(one, 'xml') ?? '')
  return texts.filter(Boolean)
}

/** The credits of the plan that are not used. */
function readBalance(reply: HttpReply): number | undefined {
  const result = child(readSoap(reply).content, 'obtener_consumo_result')
  const assigned = asCount(textOf(result, 'creditos_asignados'))
  const used = asCount(textOf(result, 'creditos_usados'))
  if (assigned === undefined || used === undefined || used > assigned) return undefined
  return assigned - used
}

/** It did not stamp the document; the receiver, or the total, is not that of the document. */
const folioMeanings: FolioMeanings = {
  CANC101: 'rejected',
  CANC104: 'rejected',
  CANC105: 'rejected',
}

/** Codes of a request that was not valid, before the SAT had it. */
const invalidRequest = /^CANC(?:003|30[12]|40[1-6]|501)$/

function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const result = child(readSoap(reply).content, 'cancelar_cfdi_seguro_result')
  const list = readXml(textOf(result, 'folios_cancelacion'))
  const names = { uuid: 'uuid', code: 'codigo', text: 'mensaje' }
  const folios = foliosIn(list, 'folio_cancelacion', names)
  if (folios.length > 0)
    return answerOfFolio(uuid, folios, {
      acuse: textOf(result, 'acuse_cancelacion'),
      own: folioMeanings,
    })
  const report = reportOfFault(reply)
  const { code = '', detail = '' } = report
  if (invalidRequest.test(code)) return { kind: 'rejected', code, message: detail, detail }
  return inconclusive(classifyFault(reply, report, meanings))
}
