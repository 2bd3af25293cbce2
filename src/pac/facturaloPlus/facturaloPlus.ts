/**
 * Facturalo Plus. Shapes from its published documentation of the SOAP service, and from a client
 * that calls the same software at another address; no reply was recorded; never tested against its
 * servers.
 *
 * Unknown, and therefore not claimed: whether 307 comes with the earlier stamp (it is taken if it
 * does), and whether the same bytes always give it, so that a failover admits it only in `once`
 * until you confirm it; the code of an account without stamps. Its look-up takes the folio fiscal,
 * so that it resolves no lost answer. Its cancellations take the key of the issuer: cancel with
 * another PAC of the failover.
 * @example After `npm run pac:check -- facturaloPlus`
 * const adapter = facturaloPlus({ environment: 'test', apikey, confirmed: { dedupByContent: true } })
 * @module
 */
import { requireOptions } from '../../lib/options.js'
import { type AccountOptions, requireTexts } from '../adapter/account.js'
import type { Adapter, HttpReply, StampAnswer } from '../adapter/adapter.js'
import { adapterOf, type Pac } from '../adapter/adapterOf.js'
import { claim, type Meanings, specificCode } from '../adapter/classify.js'
import { asCount, asXml } from '../adapter/reply.js'
import {
  child,
  classifySoap,
  encodedRequest,
  readSoap,
  textOf,
  typedField,
  wsdlPing,
  type XmlElement,
} from '../adapter/soap.js'

/** The account at Facturalo Plus: its API key. */
export interface FacturaloPlusOptions
  extends Omit<AccountOptions<'services' | 'sat'>, 'user' | 'password'> {
  /** API key of the environment. May be undefined, as in `process.env`: a TypeError then names it. */
  readonly apikey: string | undefined
}

const names = ['apikey', 'environment', 'id', 'urls', 'confirmed', 'account'] as const

/** 300 is its own; 301 to 308, 401 and 402 are those of the SAT by its documentation. */
export const meanings: Meanings = { 300: 'password' }

const pac: Pac<'services'> = {
  id: 'facturaloPlus',
  name: 'Facturalo Plus',
  hosts: {
    production: { services: 'https://app.facturaloplus.com' },
    test: { services: 'https://dev.facturaloplus.com' },
  },
  repeat: { dedupByContent: false, returnsEarlierStamp: 'sometimes' },
  meanings,
}

/**
 * The adapter of Facturalo Plus. It stamps; the status is that of the SAT's service.
 * @throws TypeError if an option is missing or malformed; the message contains no credentials.
 * @example
 * const provider = createProvider(facturaloPlus({ environment: 'test', apikey: password }), { send: createSend() })
 */
export function facturaloPlus(options: FacturaloPlusOptions): Adapter {
  requireOptions(pac.id, options, names)
  const { apikey, ...rest } = options
  const { apikey: key } = requireTexts(pac.id, { apikey })
  // The key is the account, and its secret.
  return adapterOf(pac, { ...rest, user: key, password: key }, ({ services }) => {
    const url = `${services}/ws/servicio.do`
    const call = (operation: string, fields = '') =>
      encodedRequest({
        url,
        namespace: 'urn:ws_api',
        operation,
        action: `urn:ServicioTimbradoWS#${operation}`,
        content: `${typedField('apikey', key)}${fields}`,
      })
    return {
      stamp: {
        request: ({ sealed }) => call('timbrar', typedField('xmlCFDI', sealed.xml)),
        read: (reply) => readStamp(reply, 'timbrar'),
      },
      retenciones: {
        stamp: {
          request: ({ sealed }) => call('timbrarRetencion', typedField('xml', sealed.xml)),
          read: (reply) => readStamp(reply, 'timbrarRetencion'),
        },
      },
      balance: {
        request: () => call('consultarCreditosDisponibles'),
        read: (reply) => {
          const result = resultOf(reply, 'consultarCreditosDisponibles')
          if (textOf(result, 'code') !== '200') return undefined
          return asCount(textOf(result, 'data'))
        },
      },
      ping: wsdlPing(`${url}?wsdl`),
    }
  })
}

function readStamp(reply: HttpReply, operation: string): StampAnswer {
  const result = resultOf(reply, operation)
  const xml = asXml(textOf(result, 'data'))
  const message = textOf(result, 'message')
  // For retenciones the codes of the SAT have a T before them: T301.
  const code = textOf(result, 'code')?.replace(/^T(?=\d{3}$)/, '')
  const report = { code: specificCode(code, message ?? ''), message, detail: message }
  if (xml === undefined && report.code !== '200') return classifySoap(reply, report, meanings)
  return claim(report.code === '200' ? 'fresh' : 'earlier', xml, report)
}

function resultOf(reply: HttpReply, operation: string): XmlElement | undefined {
  const { content } = readSoap(reply)
  if (content?.local !== `${operation}Response`) return undefined
  return child(content, 'return')
}
