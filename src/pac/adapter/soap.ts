/**
 * SOAP 1.1, document/literal, as far as PACs speak it: one operation with its fields, read back by
 * local names, because prefixes and the namespaces of results change with each deployment.
 * @module
 */
import { escapeText } from '../../lib/xml/escape.js'
import { replyLimits } from '../../lib/limits.js'
import { parseXml } from '../../lib/xml/xml.js'
import type { Exchange, HttpReply, HttpRequest } from './adapter.js'
import {
  type Classification,
  classify,
  classifyCode,
  codeOf,
  type Meanings,
  type Report,
  specificCode,
} from './classify.js'
import { asText, readText } from './reply.js'

/** An element as read, without its namespace. */
export interface XmlElement {
  /** Name without prefix. */
  readonly local: string
  /** Elements and text, in order. */
  readonly children: readonly (XmlElement | string)[]
}

/** The fields of an operation, in order. A list is a repeated field; `undefined` is left out. */
export type SoapFields = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** A call of one operation. */
export interface SoapCall {
  /** Address of the service. */
  readonly url: string
  /** Namespace of the operation. */
  readonly namespace: string
  /** Name of the operation. */
  readonly operation: string
  /** Its fields. Values are escaped, never CDATA, which `]]>` in an Addenda would end. */
  readonly fields: SoapFields
  /** Value of `SOAPAction`; the name of the operation by default. */
  readonly action?: string
  /** Whether the fields are in no namespace. */
  readonly unqualified?: boolean
}

/**
 * The request of a call. Deterministic.
 * @throws TypeError if a value has a character that XML does not admit.
 * @example
 * const fields = { user, password, xml: sealed.xml }
 * const request = soapRequest({ url: 'https://pac.example', namespace: 'urn:pac', operation: 'stamp', fields })
 * request.headers['soapaction'] // → '"stamp"'
 */
export function soapRequest({
  url,
  namespace,
  operation,
  fields,
  action,
  unqualified,
}: SoapCall): HttpRequest {
  const prefix = unqualified ? '' : 'm:'
  const inner = Object.entries(fields).flatMap(([name, value]) =>
    valuesOf(value).map((text) => `<${prefix}${name}>${escapeText(text)}</${prefix}${name}>`),
  )
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action ?? operation}"` },
    body: soapEnvelope(
      `<m:${operation} xmlns:m="${escapeText(namespace)}">${inner.join('')}</m:${operation}>`,
    ),
  }
}

/** The envelope around the content of a Body. */
export function soapEnvelope(content: string): string {
  const namespace = 'http://schemas.xmlsoap.org/soap/envelope/'
  return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${namespace}"><soap:Body>${content}</soap:Body></soap:Envelope>`
}

/** A call in RPC/encoded, whose fields name their types and are in order. */
export interface EncodedCall extends Pick<SoapCall, 'url' | 'namespace' | 'operation'> {
  /** Value of `SOAPAction`. */
  readonly action: string
  /** Its fields, as {@link typedField} writes them. */
  readonly content: string
}

/** The request of a call in RPC/encoded. Deterministic. */
export function encodedRequest(call: EncodedCall): HttpRequest {
  const { url, namespace, operation, action, content } = call
  const schema = 'http://www.w3.org/2001/XMLSchema'
  const attributes = [
    `xmlns:m="${escapeText(namespace)}"`,
    `xmlns:xsd="${schema}"`,
    `xmlns:xsi="${schema}-instance"`,
    'soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
  ].join(' ')
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
    body: soapEnvelope(`<m:${operation} ${attributes}>${content}</m:${operation}>`),
  }
}

/** A text field of {@link encodedRequest}. */
export function typedField(name: string, text: string): string {
  return `<${name} xsi:type="xsd:string">${escapeText(text)}</${name}>`
}

function valuesOf(value: SoapFields[string]): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'object') return value
  return [String(value)]
}

/** The content of an envelope: its result, or its Fault. */
export interface SoapReply {
  /** The first element of the Body, unless it is a Fault. */
  readonly content?: XmlElement
  /** The Fault. */
  readonly fault?: SoapFault
}

/** A Fault. */
export interface SoapFault {
  /** `faultcode`. */
  readonly code?: string | undefined
  /** `faultstring`. */
  readonly text?: string | undefined
  /** The first element of `detail`. */
  readonly detail?: XmlElement | undefined
}

/** Limits far above any valid result, whose documents are text. The reply of a PAC is untrusted. */
const limits = { ...replyLimits, nodes: 100_000, depth: 60 }

/**
 * Reads an envelope; empty if the body is not one: HTML of a proxy, a truncated reply, another
 * encoding than UTF-8.
 * @example
 * const { content } = readSoap(replyWith(200, '<Envelope><Body><stampResult>307</stampResult></Body></Envelope>'))
 * content?.local // → 'stampResult'
 */
export function readSoap(reply: Pick<HttpReply, 'body'>): SoapReply {
  const root = readXml(readText(reply))
  const body = root?.local === 'Envelope' ? child(root, 'Body') : undefined
  const content = body && listSoapElements(body)[0]
  if (content === undefined) return {}
  if (content.local === 'Fault') {
    const detail = child(content, 'detail')
    return {
      fault: {
        code: textOf(content, 'faultcode'),
        text: textOf(content, 'faultstring'),
        detail: detail && listSoapElements(detail)[0],
      },
    }
  }
  return { content }
}

/** The result of an operation, as most services name it: `<operation>Result`. */
export function soapResult(
  reply: Pick<HttpReply, 'body'>,
  operation: string,
): XmlElement | undefined {
  return child(readSoap(reply).content, `${operation}Result`)
}

/**
 * The root of an XML that a PAC wrote; `undefined` if it is not well formed, or too large.
 * @example
 * readXml('<reply><code>307</code></reply>')?.local // → 'reply'
 * readXml('<html><br></html>') // → undefined
 */
export function readXml(text: string | undefined): XmlElement | undefined {
  try {
    if (text === undefined) return undefined
    return parseXml(text, limits)
  } catch {
    return undefined
  }
}

/**
 * The element at a path of local names, the first of each.
 * @example
 * const reply = readXml('<reply><stamp><code>307</code></stamp></reply>')
 * child(reply, 'stamp', 'code')?.children // → ['307']
 */
export function child(
  node: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let at = node
  for (const name of path) at = at && childrenOf(at, name)[0]
  return at
}

/**
 * The children with a local name.
 * @example
 * const reply = readXml('<reply><code>301</code><code>307</code></reply>')
 * childrenOf(reply, 'code').length // → 2
 */
export function childrenOf(node: XmlElement | undefined, name: string): readonly XmlElement[] {
  if (node === undefined) return []
  return listSoapElements(node).filter(({ local }) => local === name)
}

/** The texts of the children with a name, without those that are empty. */
export function textsOf(node: XmlElement | undefined, name: string): readonly string[] {
  const texts: string[] = []
  for (const one of childrenOf(node, name)) {
    const text = textOf(one)
    if (text !== undefined) texts.push(text)
  }
  return texts
}

/**
 * The trimmed text at a path of local names; `undefined` if it is absent or blank.
 * @example
 * const reply = readXml('<reply><stamp><code> 307 </code></stamp></reply>')
 * textOf(reply, 'stamp', 'code') // → '307'
 */
export function textOf(
  node: XmlElement | undefined,
  ...path: readonly string[]
): string | undefined {
  const at = child(node, ...path)
  return asText(at?.children.filter((inner) => typeof inner === 'string').join(''))
}

function listSoapElements(node: XmlElement): readonly XmlElement[] {
  return node.children.filter((inner) => typeof inner !== 'string')
}

/**
 * Classifies a reply without a stamp. A Fault is `unknown`, as its status of 500: no manual lists
 * its texts.
 * @example
 * const fault = '<Envelope><Body><Fault><faultstring>Sin servicio.</faultstring></Fault></Body></Envelope>'
 * classifySoap(replyWith(500, fault), { code: '301' }, {}).kind // → 'unknown'
 * classifySoap(replyWith(200, ''), { code: '301' }, {}).kind // → 'rejected'
 */
export function classifySoap(reply: HttpReply, report: Report, meanings: Meanings): Classification {
  const { fault } = readSoap(reply)
  return classify(
    reply,
    fault === undefined ? report : { message: fault.text, detail: fault.text },
    meanings,
  )
}

/**
 * Classifies a reply by its code regardless of its status, for PACs whose valid codes come in
 * Faults of status 500.
 */
export function classifyFault(
  reply: HttpReply,
  report: Report,
  meanings: Meanings = {},
): Classification {
  return classifyCode(report, meanings) ?? classify(reply, report, meanings)
}

/**
 * The code and the text of a Fault whose text begins with its code, or mentions the rule of a
 * matrix.
 */
export function reportOfFault(reply: HttpReply): Report {
  const { text } = readSoap(reply).fault ?? {}
  return { code: text && specificCode(codeOf(text), text), message: text, detail: text }
}

/**
 * Whether the description of a service can be had: it needs no credentials, which some PACs lock
 * after three wrong ones.
 * @example
 * const ping = wsdlPing('https://pac.example/stamp?wsdl')
 * ping.read(replyWith(200, '<definitions/>'), undefined) // → true
 */
export function wsdlPing(url: string): Exchange<undefined, boolean> {
  return {
    anonymous: true,
    request: () => ({ method: 'GET', url, headers: {} }),
    read: ({ status }) => status === 200,
  }
}
