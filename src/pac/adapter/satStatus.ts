/**
 * The SAT's public status service (SOAP 1.1, without credentials): its request, and its reply as
 * received. `cancel/status.ts` interprets replies.
 * @module
 */
import { escapeText } from '../../lib/xml/escape.js'
import { defaultLimits } from '../../lib/limits.js'
import { parseXml, type XmlNode, XmlSyntaxError } from '../../lib/xml/xml.js'
import type { SatStatus, StatusQuery } from '../provider.js'
import type { Exchange, HttpReply, HttpRequest } from './adapter.js'
import { readText } from './reply.js'
import type { XmlElement } from './soap.js'

/** Addresses of the service, in production and in the SAT's test environment. */
export const satStatusUrl = {
  production: 'https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc',
  test: 'https://pruebacfdiconsultaqr.cloudapp.net/ConsultaCFDIService.svc',
} as const

/**
 * The status service of the SAT. The answer is `undefined` if it is inconclusive: a failure, or an
 * expression that the service does not accept (601). `request` throws TypeError for an RFC with a
 * character that XML does not admit.
 * @example
 * const status = satStatus(satStatusUrl.test)
 * status.request(statusQuery(factura)).url // → satStatusUrl.test
 * status.read(replyWith(500, ''), statusQuery(factura)) // → undefined
 */
export function satStatus(url: string): Exchange<StatusQuery, SatStatus | undefined> {
  return {
    anonymous: true,
    request: (query) => statusRequest(url, query),
    read: (reply) => statusOf(readConsulta(reply)),
  }
}

/**
 * The request of the service. @throws TypeError for an RFC with a character that XML does not admit
 */
export function statusRequest(url: string, query: StatusQuery): HttpRequest {
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"http://tempuri.org/IConsultaCFDIService/Consulta"',
    },
    body:
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Consulta xmlns="http://tempuri.org/">' +
      `<expresionImpresa>${escapeText(expressionOf(query))}</expresionImpresa></Consulta></s:Body></s:Envelope>`,
  }
}

/**
 * In the expression an & is escaped as in XML; in the request the whole expression is then escaped
 * once more.
 */
export function expressionOf({ rfcEmisor, rfcReceptor, total, uuid, fe }: StatusQuery): string {
  return `?re=${escapeText(rfcEmisor)}&rr=${escapeText(rfcReceptor)}&tt=${total}&id=${uuid}&fe=${fe}`
}

/** Reply of the service, verbatim. Empty for absent values. */
export interface Consulta {
  /** Whether it was found: it begins with S, or with N and a code. */
  readonly codigoEstatus: string
  /** State of the document. */
  readonly estado: string
  /** Whether it can be cancelled, and how. */
  readonly esCancelable: string
  /** State of its cancellation. */
  readonly estatusCancelacion: string
  /** Code about the issuer and article 69-B; absent before the end of 2020. */
  readonly validacionEFOS: string
}

const fields: Readonly<Record<keyof Consulta, string>> = {
  codigoEstatus: 'CodigoEstatus',
  estado: 'Estado',
  esCancelable: 'EsCancelable',
  estatusCancelacion: 'EstatusCancelacion',
  validacionEFOS: 'ValidacionEFOS',
}

/**
 * Reads a reply of the service. Returns `undefined` for any other content: a page, a Fault, a
 * truncated text, two results.
 */
export function readConsulta(reply: Pick<HttpReply, 'status' | 'body'>): Consulta | undefined {
  return consultaOf(reply.status === 200 ? statusResult(readText(reply) ?? '') : undefined)
}

function consultaOf(result: XmlElement | undefined): Consulta | undefined {
  if (result === undefined) return undefined
  const values: Record<string, string> = {}
  for (const [field, name] of Object.entries(fields)) {
    const text = statusText(result, name)
    if (text === undefined) return undefined
    values[field] = text
  }
  return values as unknown as Consulta
}

/**
 * Reads the status from an element with the answer of the service, received directly or through a
 * PAC. Returns `undefined` if it is inconclusive.
 * @example
 * const said = '<CodigoEstatus>S - Comprobante obtenido</CodigoEstatus><Estado>Vigente</Estado>'
 * satStatusOf(readXml(`<Consulta>${said}</Consulta>`)) // → { estado: 'Vigente' }
 */
export function satStatusOf(result: XmlElement | undefined): SatStatus | undefined {
  return statusOf(consultaOf(result))
}

function statusOf(consulta: Consulta | undefined): SatStatus | undefined {
  if (consulta === undefined) return undefined
  const code = consulta.codigoEstatus.trim()
  const estado = estados.find((known) => known === consulta.estado.trim())
  if (code.startsWith('N - 602')) return { estado: 'No Encontrado' }
  if (estado === undefined || !code.startsWith('S')) return undefined
  const [esCancelable, estatusCancelacion] = [
    consulta.esCancelable.trim(),
    consulta.estatusCancelacion.trim(),
  ]
  return {
    estado,
    ...(esCancelable && { esCancelable }),
    ...(estatusCancelacion && { estatusCancelacion }),
  }
}

const estados = ['Vigente', 'Cancelado', 'No Encontrado'] as const

/** An answer of the service has 1 kB and some ten elements. */
const limits = { ...defaultLimits, length: 1_000_000, nodes: 1_000, attributes: 100, depth: 20 }

function statusResult(xml: string): XmlNode | undefined {
  try {
    const [result, another] = elementsNamed(parseXml(xml, limits), 'ConsultaResult')
    if (another === undefined) return result
    return undefined
  } catch (error) {
    if (error instanceof XmlSyntaxError) return undefined
    throw error
  }
}

/** Those of a name, a node itself or inside it. */
function elementsNamed(node: XmlNode, local: string): XmlNode[] {
  if (node.local === local) return [node]
  const found: XmlNode[] = []
  for (const child of node.children)
    if (typeof child !== 'string') found.push(...elementsNamed(child, local))
  return found
}

/**
 * The text of the one child of that name, empty without it; `undefined` where there are two, or it
 * holds elements.
 */
function statusText(result: XmlElement, local: string): string | undefined {
  let text: string | undefined
  for (const child of result.children) {
    if (typeof child === 'string' || child.local !== local) continue
    if (text !== undefined || child.children.some((inner) => typeof inner !== 'string'))
      return undefined
    text = child.children.join('')
  }
  return text ?? ''
}
