/**
 * Readers of replies: total functions that return `undefined` for absent values.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { isRecord, type Json } from '../../lib/json.js'
import { isUuid } from '../../lib/uuid.js'
import type { RelatedDocument } from '../provider.js'
import type { HttpReply } from './adapter.js'

export type { Json }

/** A body, and the headers with its encoding. */
export type Bodied = Pick<HttpReply, 'body'> & Partial<Pick<HttpReply, 'headers'>>

/**
 * The body as text: UTF-8, otherwise the charset of its Content-Type; `undefined` if it is neither.
 * @example
 * readText({ body: Uint8Array.of(0x33, 0x30, 0x37) }) // → '307'
 * readText({ body: Uint8Array.of(0xff) }) // → undefined
 * readText({ body: Uint8Array.of(0xd1), headers: { 'content-type': 'text/xml; charset=ISO-8859-1' } }) // → 'Ñ'
 */
export function readText({ body, headers }: Bodied): string | undefined {
  const charset =
    /;\s*charset="?([\w.:-]{1,40})/i.exec(headers?.['content-type'] ?? '')?.[1] ?? 'utf-8'
  // UTF-8 first: servers claim others for it. Text in UTF-16 may look like UTF-8, with zeros.
  if (/^utf-?16/i.test(charset)) return decode(body, charset)
  return decode(body, 'utf-8') ?? decode(body, charset)
}

function decode(body: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/**
 * The body if it is a JSON object.
 * @example
 * readJson(replyWith(200, '{"code":"307"}')) // → { code: '307' }
 * readJson(replyWith(200, '<html/>')) // → undefined
 */
export function readJson(reply: Bodied): Json | undefined {
  try {
    return asObject(JSON.parse(readText(reply) ?? ''))
  } catch {
    return undefined
  }
}

/**
 * The value if it is a JSON object.
 * @example
 * asObject({ code: '307' })?.['code'] // → '307'
 * asObject(['307']) // → undefined
 */
export function asObject(value: unknown): Json | undefined {
  if (isRecord(value)) return value
  return undefined
}

/**
 * The trimmed value if it is text that is not blank.
 * @example
 * asText(' 307 ') // → '307'
 * asText(307) // → undefined
 */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  return undefined
}

/**
 * Whether a text is a folio fiscal. A reply with one has a stamp behind it, whatever its code; nil
 * (zeros) is what .NET writes for none.
 */
export function isFolioFiscal(text: unknown): boolean {
  return isUuid(text) && /[1-9a-f]/i.test(text)
}

/** A related document, if there is its folio fiscal. */
export function toRelatedDocuments(
  uuid?: string,
  rfcEmisor?: string,
  rfcReceptor?: string,
): readonly RelatedDocument[] {
  if (uuid === undefined) return []
  return [
    {
      uuid,
      ...(rfcEmisor !== undefined && { rfcEmisor }),
      ...(rfcReceptor !== undefined && { rfcReceptor }),
    },
  ]
}

/** The number in a text that is a count. */
export function asCount(text: string | undefined): number | undefined {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text)
  return undefined
}

/**
 * The XML in a text that is XML, or Base64 of XML.
 * @example
 * asXml('<cfdi/>') // → '<cfdi/>'
 * asXml(btoa('<cfdi/>')) // → '<cfdi/>'
 */
export function asXml(value: unknown): string | undefined {
  const text = asText(value)?.replace(/^\ufeff/, '')
  if (text === undefined || text.startsWith('<')) return text
  const body = decodeBase64(text.replace(/\s/g, ''))
  const inner = body && readText({ body })?.trim()
  if (inner?.startsWith('<')) return inner
  return undefined
}

/**
 * Milliseconds of `Retry-After` (RFC 9110, section 10.2.3). A date is relative to the `Date` of the
 * same reply, so that clock skew does not matter.
 * @example
 * readRetryAfter({ headers: { 'retry-after': '30' } }) // → 30_000
 */
export function readRetryAfter({ headers }: Pick<HttpReply, 'headers'>): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers['date'] ?? '')
  if (Number.isNaN(wait)) return undefined
  return Math.max(0, wait)
}
