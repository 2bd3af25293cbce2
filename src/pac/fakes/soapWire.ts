/**
 * SOAP from the server's side: what the wires of SOAP services share.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { escapeText } from '../../lib/escape.js'
import { readText } from '../adapter/reply.js'
import { readSoap, soapEnvelope, textOf } from '../adapter/soap.js'
import type { FakeCall, FakeReply, FakeRequest } from './wire.js'

/** A call that a server received. */
export interface Call {
  /** Name of the operation. */
  readonly operation: string
  /** The text at a path of fields. */
  field(...path: readonly string[]): string | undefined
  /** The text that a field has in Base64. */
  decoded(...path: readonly string[]): string | undefined
}

/** Reads a call; `undefined` if the body is not one. */
export function readCall({ body }: FakeRequest): Call | undefined {
  const { content } = readSoap({ body })
  if (content === undefined) return undefined
  const field = (...path: readonly string[]) => textOf(content, ...path)
  return { operation: content.local, field, decoded: (...path) => fromBase64(field(...path)) }
}

/** Whether a request asks for the description of a service. */
export function isWsdl({ method, path }: FakeRequest): boolean {
  return method === 'GET' && /wsdl$/i.test(path)
}

/** A description of a service, as short as can be. */
export const wsdl: FakeReply = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
}

/** A reply with an envelope. */
export function soapReply(content: string, status = 200): FakeReply {
  return { status, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: soapEnvelope(content) }
}

/** A reply with a Fault. */
export function soapFault(text: string, detail = ''): FakeReply {
  const fault = element('faultcode', 'soap:Server') + element('faultstring', escapeText(text)) + detail
  return soapReply(element('soap:Fault', fault), 500)
}

/** An element with content that is XML. */
export function element(name: string, content: string, attributes = ''): string {
  return `<${name}${attributes}>${content}</${name.split(' ')[0]}>`
}

/** Elements with text, in order; those without a value are empty. */
export function texts(prefix: string, values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => element(prefix + name, escapeText(String(value ?? ''))))
    .join('')
}

function fromBase64(text: string | undefined): string | undefined {
  const bytes = text === undefined ? undefined : decodeBase64(text)
  return bytes && readText({ body: bytes })
}

/** The name of the operation that a request asks for. */
export function nameOf(operations: Readonly<Record<string, FakeCall['op']>>, op: FakeCall['op']): string {
  return Object.keys(operations).find((name) => operations[name] === op) ?? ''
}
