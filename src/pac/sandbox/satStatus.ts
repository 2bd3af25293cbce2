/**
 * The public status service of the SAT over HTTP: reader of requests, and replies in its format.
 * @module
 */
import { escapeText } from '../../lib/xml/escape.js'
import type { HttpReply, HttpRequest } from '../adapter/adapter.js'
import { readText } from '../adapter/reply.js'
import type { SatStatus, StatusQuery } from '../provider.js'
import { parseRequest, textIn } from './satRequest.js'

/**
 * Returns the printed expression of a request of the status service; `undefined` for another
 * request.
 */
export function queryIn({
  body = '',
}: Pick<HttpRequest, 'body'> | { readonly body: Uint8Array }): StatusQuery | undefined {
  const root = parseRequest(typeof body === 'string' ? body : (readText({ body }) ?? ''))
  const expression = root === undefined ? '' : textIn(root, 'expresionImpresa')
  const [, re, rr, tt, id, fe] =
    /^\?re=(.{0,40})&rr=(.{0,40})&tt=([\d.]{1,40})&id=([\w-]{1,40})&fe=(.{8})$/.exec(expression) ??
    []
  if (re === undefined || rr === undefined) return undefined
  const [rfcEmisor, rfcReceptor] = [re, rr].map((rfc) => rfc.replaceAll('&amp;', '&')) as [
    string,
    string,
  ]
  return { uuid: id!, rfcEmisor, rfcReceptor, total: tt!, fe: fe! }
}

const found = 'S - Comprobante obtenido satisfactoriamente.'
const notFound = 'N - 602: Comprobante no encontrado.'
const badExpression = 'N - 601: La expresión impresa proporcionada no es válida.'

/** A reply in the shape of the real service's. */
export function replyOf(status: SatStatus | undefined): HttpReply {
  const code =
    status === undefined ? badExpression : status.estado === 'No Encontrado' ? notFound : found
  const values = {
    CodigoEstatus: code,
    EsCancelable: status?.esCancelable ?? '',
    Estado: status?.estado ?? 'No Encontrado',
    EstatusCancelacion: status?.estatusCancelacion ?? '',
    ValidacionEFOS: '200',
  }
  const fields = Object.entries(values).map(
    ([name, value]) => `<a:${name}>${escapeText(value)}</a:${name}>`,
  )
  const body =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/">' +
    '<ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">' +
    `${fields.join('')}</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`
  const headers = { 'content-type': 'text/xml; charset=utf-8' }
  return { status: 200, headers, body: new TextEncoder().encode(body) }
}
