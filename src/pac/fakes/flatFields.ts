/**
 * Bodies of requests as lists of fields, read apart from the codecs of the adapters.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { isRecord } from '../../lib/json.js'
import { replyLimits } from '../../lib/limits.js'
import { parseXml, type XmlNode } from '../../lib/xml/xml.js'
import { readZip } from '../adapter/zip.js'
import type { WireField } from './wireContract.js'

/** A field as received. */
export interface FlatField {
  /** Names from the outside, joined by `/`. */
  readonly path: string
  readonly text: string
  /** SOAP only. */
  readonly namespace?: string
  /** SOAP only: whether it has an `xsi:type`. */
  readonly isTyped?: boolean
}

/** A SOAP 1.1 call. */
export interface SoapCallRead {
  readonly operation: string
  readonly namespace: string
  readonly fields: readonly FlatField[]
}

const soapNamespace = 'http://schemas.xmlsoap.org/soap/envelope/'
const limits = { ...replyLimits, nodes: 100_000, depth: 60 }

/** Text of a body; `undefined` if it is not UTF-8. */
export function textOfBody(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** Reads a call; `undefined` if the body is not an envelope with one operation. */
export function readSoapCall(body: Uint8Array): SoapCallRead | undefined {
  let root: XmlNode | undefined
  try {
    root = parseXml(textOfBody(body) ?? '', limits)
  } catch {
    return undefined
  }
  if (root?.local !== 'Envelope' || root.namespace !== soapNamespace) return undefined
  const calls: XmlNode[] = []
  for (const part of elementsOf(root))
    if (part.local === 'Body' && part.namespace === soapNamespace) calls.push(...elementsOf(part))
  const [call, another] = calls
  if (call === undefined || another !== undefined) return undefined
  return {
    operation: call.local,
    namespace: call.namespace,
    fields: elementsOf(call).flatMap((one) => leavesOf(one, '')),
  }
}

function leavesOf(node: XmlNode, above: string): readonly FlatField[] {
  const path = above + node.local
  const inner = elementsOf(node)
  if (inner.length > 0) return inner.flatMap((one) => leavesOf(one, `${path}/`))
  const text = node.children.filter((one) => typeof one === 'string').join('')
  return [
    {
      path,
      text,
      namespace: node.namespace,
      isTyped:
        node.foreign[1] === 'http://www.w3.org/2001/XMLSchema-instance' &&
        node.foreign[2] === 'type',
    },
  ]
}

function elementsOf({ children }: XmlNode): readonly XmlNode[] {
  return children.filter((one) => typeof one !== 'string')
}

/** Members of JSON; those of an array share a path. `undefined` if it is not JSON. */
export function readJsonFields(
  text: string | undefined,
  above = '',
): readonly FlatField[] | undefined {
  try {
    return membersOf(JSON.parse(text ?? ''), above)
  } catch {
    return undefined
  }
}

function membersOf(value: unknown, path: string): readonly FlatField[] {
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, path))
  if (!isRecord(value)) return [{ path, text: value === null ? '' : String(value) }]
  const members: FlatField[] = []
  for (const [name, inner] of Object.entries(value))
    members.push(...membersOf(inner, path === '' ? name : `${path}/${name}`))
  return members
}

/** Fields of `application/x-www-form-urlencoded`, or of a query. */
export function readFormFields(text: string | undefined): readonly FlatField[] | undefined {
  if (text === undefined) return undefined
  return [...new URLSearchParams(text)].map(([path, value]) => ({ path, text: value }))
}

/** Parts of `multipart/form-data` (RFC 7578), by the platform's own reader. */
export async function readParts(
  body: Uint8Array,
  contentType: string,
): Promise<readonly FlatField[] | undefined> {
  try {
    const form = await new Response(body as BodyInit, {
      headers: { 'content-type': contentType },
    }).formData()
    const parts = [...form].map(async ([path, value]) => ({
      path,
      text: typeof value === 'string' ? value : await value.text(),
    }))
    return await Promise.all(parts)
  } catch {
    return undefined
  }
}

/** Decoded value of a field; `undefined` if it is not encoded so. */
export async function decodeField(
  text: string,
  { as = 'text', prefix = '' }: WireField,
): Promise<string | undefined> {
  // The scheme of `Authorization` has no case (RFC 9110, section 11.1).
  if (!text.toLowerCase().startsWith(prefix.toLowerCase())) return undefined
  const rest = text.slice(prefix.length)
  if (as === 'text' || as === 'json') return rest
  const bytes = decodeBase64(rest)
  if (bytes === undefined) return undefined
  if (as === 'base64') return textOfBody(bytes)
  try {
    return textOfBody(await readZip(bytes))
  } catch {
    return undefined
  }
}
