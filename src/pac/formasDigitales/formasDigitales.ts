/**
 * Formas Digitales (Forcogsa). Shapes from classes of its WSDL, from the examples that it publishes
 * and from a public module for Odoo; no reply was recorded; never tested against its servers.
 *
 * Unknown, and therefore not claimed: the answer to the same bytes sent again, so that a failover
 * admits it only in `once` until you confirm that they give no second stamp; its own codes, those
 * of account troubles included; a look-up; the balance.
 *
 * Retenciones go to another service; its cancellation (`CancelacionOne`) takes the private key, and
 * is not sent.
 *
 * Its signed cancellation (`Cancelacion40_2`) takes the parts of a signature and builds the request
 * again, with `FolioSustitucion=""` where a signed request has none: its digest would be another.
 * Cancel with another PAC of the failover.
 * @example After `npm run pac:check -- formasDigitales`
 * const adapter = formasDigitales({ ...account, confirmed: { dedupByContent: true } })
 * @module
 */
import { escapeText } from '../../lib/xml/escape.js'
import type { AccountOptions } from '../adapter/account.js'
import type { Adapter, HttpReply, HttpRequest, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { claim, codeOf, specificCode } from '../adapter/classify.js'
import { asXml } from '../adapter/reply.js'
import { child, classifySoap, readSoap, soapEnvelope, textOf, wsdlPing } from '../adapter/soap.js'

/** The account at Formas Digitales: the user of the web service. */
export type FormasDigitalesOptions = AccountOptions<'services' | 'retenciones' | 'sat'>

const pac: Pac<'services' | 'retenciones'> = {
  id: 'formasDigitales',
  name: 'Formas Digitales',
  hosts: {
    production: {
      services: 'https://v33.facturacfdi.mx',
      retenciones: 'https://www.facturacfdi.mx/retenciones',
    },
    test: {
      services: 'https://dev33.facturacfdi.mx',
      retenciones: 'https://dev.facturacfdi.mx:8081/retenciones',
    },
  },
  repeat: { dedupByContent: false, returnsEarlierStamp: 'sometimes' },
}

/**
 * The adapter of Formas Digitales. It stamps; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(formasDigitales({ environment: 'test', user, password }), { send: createSend() })
 */
export function formasDigitales(options: FormasDigitalesOptions): Adapter {
  return adapterOf(pac, options, ({ services, retenciones, user, password }) => {
    const url = `${services}/WSTimbradoCFDIService`
    const access = `<accesos><password>${escapeText(password)}</password><usuario>${escapeText(user)}</usuario></accesos>`
    const call = (address: string, operation: string, field: string, xml: string): HttpRequest => ({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      body: soapEnvelope(
        `<m:${operation} xmlns:m="http://wservicios/">${access}<${field}>${escapeText(xml)}</${field}></m:${operation}>`,
      ),
    })
    return {
      stamp: {
        request: ({ sealed }) => call(url, 'TimbrarCFDI', 'comprobante', sealed.xml),
        read: (reply) => readStamp(reply, 'TimbrarCFDI', ['acuseCFDI', 'xmlTimbrado']),
      },
      retenciones: {
        stamp: {
          request: ({ sealed }) =>
            call(
              `${retenciones}/wsreciberetencionservice`,
              'RecibeRetencion2_0',
              'xmlRetencion',
              sealed.xml,
            ),
          read: (reply) =>
            readStamp(reply, 'RecibeRetencion2_0', ['acuseRetencion', 'xmlRetencion_']),
        },
      },
      ping: wsdlPing(`${url}?wsdl`),
    }
  })
}

/** Its examples take a document for a stamp, and otherwise print `codigoError` and `error`. */
function readStamp(
  reply: HttpReply,
  operation: string,
  [result, field]: readonly [string, string],
): StampAnswer {
  const { content } = readSoap(reply)
  const acuse = content?.local === `${operation}Response` ? child(content, result) : undefined
  const error = textOf(acuse, 'error')
  const code = textOf(acuse, 'codigoError') ?? (error && codeOf(error))
  const report = { code: specificCode(code, error ?? ''), message: error, detail: error }
  const xml = asXml(textOf(acuse, field))
  const isFresh = report.code === undefined || report.code === '0'
  if (xml !== undefined) return claim(isFresh ? 'fresh' : 'earlier', xml, report)
  if (report.code === '0') return claim('fresh', undefined, report)
  return classifySoap(reply, report, {})
}
