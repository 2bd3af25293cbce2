/**
 * Comercio Digital. Shapes from the request of a client, placeholders of replies and its official
 * PHP connector; never tested against its servers. Plain HTTP: the status is in headers of the
 * reply, the document in its body.
 *
 * Unknown, and therefore not claimed: the answer to the same bytes sent again, so that a failover
 * admits it only in `once` (each document is sent at most once) until you confirm that they give no
 * second stamp (307 is `unknown` here); the codes of account troubles; any look-up or balance.
 * Cancellation follows its manual of `cancelarXml`: `tipo` is `cfdi`, and `rfcr`, `total` and
 * `tipocfdi` are obligatory.
 * @module
 */
import type { Bytes } from '../../lib/bytes.js'
import type { AccountOptions } from '../adapter/account.js'
import type {
  Adapter,
  CancelAnswer,
  HttpReply,
  HttpRequest,
  StampAnswer,
} from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import {
  type Classification,
  claim,
  classify,
  inconclusive,
  mostCautious,
  type Report,
  specificCode,
} from '../adapter/classify.js'
import { answerOfFolio, foliosOfAcuse } from '../adapter/folioStatus.js'
import { asXml, isFolioFiscal, readText } from '../adapter/reply.js'
import type { CancelRequest } from '../provider.js'

/** The account at Comercio Digital. */
export type ComercioDigitalOptions = AccountOptions<'services' | 'cancel' | 'sat'>

const pac: Pac<'services' | 'cancel'> = {
  id: 'comercioDigital',
  name: 'Comercio Digital',
  hosts: {
    production: {
      services: 'https://ws.comercio-digital.mx',
      cancel: 'https://cancela.comercio-digital.mx',
    },
    test: {
      services: 'https://pruebas.comercio-digital.mx',
      cancel: 'https://pruebas.comercio-digital.mx',
    },
  },
  repeat: { dedupByContent: false, returnsEarlierStamp: 'sometimes' },
}

const stampPath = '/timbre4/timbrarV5'

/**
 * The adapter of Comercio Digital. It cancels with the request signed by the issuer; the status is
 * that of the SAT's service.
 * @throws TypeError if an option is missing or malformed, or a credential cannot be the value of a
 * header; the message contains no credentials.
 * @example
 * const provider = createProvider(comercioDigital({ environment: 'test', user, password }), { send: createSend() })
 */
export function comercioDigital(options: ComercioDigitalOptions): Adapter {
  return adapterOf(pac, options, ({ services, cancel, user, password }) => {
    const account = {
      usrws: headerOf('user', user.replaceAll('Ñ', '@')),
      pwdws: headerOf('password', password),
    }
    const post = (
      url: string,
      headers: HttpRequest['headers'],
      body: string | Bytes,
    ): HttpRequest => ({
      method: 'POST',
      url,
      headers: { ...account, 'content-type': 'text/xml', ...headers },
      body,
    })
    return {
      stamp: {
        request: ({ bytes }) => post(`${services}${stampPath}`, { tipo: 'XML' }, bytes),
        read: readStamp,
      },
      cancel: {
        request: (request) =>
          post(`${cancel}/cancela4/cancelarXml`, cancelHeaders(request), request.signed),
        read: readCancel,
      },
      ping: {
        anonymous: true,
        request: () => ({ method: 'GET', url: `${services}${stampPath}`, headers: {} }),
        read: ({ status }) => status < 500 && status !== 429,
      },
    }
  })
}

/** @throws TypeError without the members of the document that its manual requires. */
function cancelHeaders({
  rfcReceptor,
  total,
  tipoDeComprobante,
}: CancelRequest): HttpRequest['headers'] {
  if (!rfcReceptor || !total || !tipoDeComprobante)
    throw new TypeError('comercioDigital: cancel needs rfcReceptor, total and tipoDeComprobante')
  const rfcr = headerOf('rfcReceptor', rfcReceptor)
  return {
    'content-type': 'text/plain',
    tipo: 'cfdi',
    rfcr,
    total: headerOf('total', total),
    tipocfdi: tipoDeComprobante,
  }
}

/** A text that HTTP admits in a header: printable, in ISO-8859-1. */
function headerOf(name: string, text: string): string {
  if (/^[\x21-\x7e\xa1-\xff](?:[\x20-\x7e\xa1-\xff]*[\x21-\x7e\xa1-\xff])?$/.test(text)) return text
  throw new TypeError(
    `comercioDigital: ${name} has a character that HTTP does not admit in a header`,
  )
}

/** `000` is success. A reply without a code, from a proxy, proves nothing. */
function readStamp(reply: HttpReply): StampAnswer {
  const reports = reportsOf(reply)
  const [report = {}] = reports
  const xml = asXml(readText(reply))
  const hasStamp = report.code !== undefined && xml?.includes('TimbreFiscalDigital')
  const isFresh = reports.length > 0 && reports.every(({ code }) => code === '0')
  // A client takes any reply with a folio fiscal for a stamp (tezomun, TimbradoService.php).
  const isClaimed = isFresh || isFolioFiscal(reply.headers['uuid']?.trim())
  if (isClaimed || hasStamp) return claim(isFresh ? 'fresh' : 'earlier', xml, report)
  return judge(reply, reports)
}

function judge(reply: HttpReply, reports: readonly Report[]): Classification {
  return mostCautious(reports.map((report) => classify(reply, report))) ?? classify(reply)
}

/**
 * `codigo` is a number with or without zeros before it, a rule, or several of them: a client reads
 * it as a list, which HTTP joins with commas, and another cuts it at a bar. `errmsg` is text.
 */
function reportsOf({ headers }: HttpReply): readonly Report[] {
  const message = headers['errmsg']?.trim() || undefined
  const reports = new Map<string, Report>()
  for (const one of (headers['codigo'] ?? '').split(',')) {
    const own = (one.split('|')[0] ?? '').trim().replace(/^0+(?=\d)/, '')
    const code = specificCode(own, message ?? '')
    if (own !== '') reports.set(own, { code, message, detail: message })
  }
  if (reports.size === 0 && message !== undefined) return [{ message, detail: message }]
  return [...reports.values()]
}

/** 0: it validated the request and sent it to the SAT, whose acuse is the body. */
function readCancel(reply: HttpReply, { uuid }: CancelRequest): CancelAnswer {
  const reports = reportsOf(reply)
  const acuse = asXml(readText(reply))
  const folios = foliosOfAcuse(acuse)
  const isSent = reports.length > 0 && reports.every(({ code }) => code === '0')
  if (isSent && folios.length > 0) return answerOfFolio(uuid, folios, { acuse })
  return inconclusive(judge(reply, reports))
}
