/**
 * The SAT's public status service (SOAP, without credentials), for adapters of PACs that have none of their own.
 * @module
 */
import { escapeText } from '../../lib/escape.js'
import type { SatStatus, StatusQuery } from '../provider.js'
import type { Exchange, HttpReply } from './adapter.js'
import { child, readSoap, textOf, type XmlElement } from './soap.js'

/** Addresses of the service, in production and in the SAT's test environment. */
export const satStatusUrl = {
  production: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
  test: 'https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc',
} as const

/**
 * The status service of the SAT. The answer is `undefined` if it is inconclusive: a failure, or an expression that the
 * service does not accept (601). `request` throws TypeError for an RFC with a character that XML does not admit.
 */
export function satStatus(url: string): Exchange<StatusQuery, SatStatus | undefined> {
  return {
    anonymous: true,
    request: (query) => ({
      method: 'POST',
      url,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: '"http://tempuri.org/IConsultaCFDIService/Consulta"',
      },
      body: envelope(expression(query)),
    }),
    read: (reply) => (reply.status === 200 ? readStatus(reply) : undefined),
  }
}

/** What the SAT is asked with. An & in it is escaped as in XML; a message escapes the whole expression once more. */
export function expression({ rfcEmisor, rfcReceptor, total, uuid, fe }: StatusQuery): string {
  return `?re=${escapeText(rfcEmisor)}&rr=${escapeText(rfcReceptor)}&tt=${total}&id=${uuid}&fe=${fe}`
}

function envelope(expression: string): string {
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Consulta xmlns="http://tempuri.org/">' +
    `<expresionImpresa>${escapeText(expression)}</expresionImpresa></Consulta></s:Body></s:Envelope>`
  )
}

function readStatus(reply: HttpReply): SatStatus | undefined {
  return satStatusOf(child(readSoap(reply).content, 'ConsultaResult'))
}

/** What an element says that holds the answer of the SAT, whoever passes it on; `undefined` if it is inconclusive. */
export function satStatusOf(result: XmlElement | undefined): SatStatus | undefined {
  const estado = estados.find((known) => known === textOf(result, 'Estado'))
  const code = textOf(result, 'CodigoEstatus') ?? ''
  if (code.startsWith('N - 602')) return { estado: 'No Encontrado' }
  if (estado === undefined || !code.startsWith('S')) return undefined
  const [esCancelable, estatusCancelacion] = [textOf(result, 'EsCancelable'), textOf(result, 'EstatusCancelacion')]
  return { estado, ...(esCancelable && { esCancelable }), ...(estatusCancelacion && { estatusCancelacion }) }
}

const estados = ['Vigente', 'Cancelado', 'No Encontrado'] as const
