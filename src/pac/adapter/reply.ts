/**
 * Reading replies: total functions that return `undefined` for what is absent.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import { isRecord, type Json } from '../../lib/json.js'
import type { RelatedDocument } from '../provider.js'
import type { HttpReply } from './adapter.js'

export type { Json }

/**
 * The body as UTF-8 text; `undefined` if it is not UTF-8.
 * @example
 * readText({ body: Uint8Array.of(0x33, 0x30, 0x37) }) // → '307'
 * readText({ body: Uint8Array.of(0xff) }) // → undefined
 */
export function readText({ body }: Pick<HttpReply, 'body'>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
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
export function readJson(reply: Pick<HttpReply, 'body'>): Json | undefined {
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
  return isRecord(value) ? value : undefined
}

/**
 * The trimmed value if it is text that is not blank.
 * @example
 * asText(' 307 ') // → '307'
 * asText(307) // → undefined
 */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A related document, if there is its folio fiscal. */
export function relatedOf(uuid?: string, rfcEmisor?: string, rfcReceptor?: string): readonly RelatedDocument[] {
  if (uuid === undefined) return []
  return [{ uuid, ...(rfcEmisor !== undefined && { rfcEmisor }), ...(rfcReceptor !== undefined && { rfcReceptor }) }]
}

/** The number in a text that is a count. */
export function asCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
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
  return inner?.startsWith('<') ? inner : undefined
}

/**
 * Milliseconds of `Retry-After` (RFC 9110, section 10.2.3). A date is relative to the `Date` of the same reply, so that
 * clock skew does not matter.
 * @example
 * readRetryAfter({ headers: { 'retry-after': '30' } }) // → 30_000
 */
export function readRetryAfter({ headers }: Pick<HttpReply, 'headers'>): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers['date'] ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
