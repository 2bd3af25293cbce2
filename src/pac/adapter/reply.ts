/**
 * Reading replies: total functions, `undefined` for what is not there.
 * @module
 */
import { decodeBase64 } from '../../lib/base64.js'
import type { Json } from '../../lib/json.js'
import type { HttpReply } from './adapter.js'

export type { Json }

/** The body as UTF-8 text. */
export function readText({ body }: Pick<HttpReply, 'body'>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** The body when it is a JSON object. */
export function readJson(reply: Pick<HttpReply, 'body'>): Json | undefined {
  try {
    return asObject(JSON.parse(readText(reply) ?? ''))
  } catch {
    return undefined
  }
}

/** The value when it is a JSON object. */
export function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

/** The value when it is text with something in it. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The XML of a text that is XML or the Base64 of one. */
export function asXml(value: unknown): string | undefined {
  const text = asText(value)?.replace(/^\ufeff/, '')
  if (text === undefined || text.startsWith('<')) return text
  const body = decodeBase64(text.replace(/\s/g, ''))
  const inner = body && readText({ body })?.trim()
  return inner?.startsWith('<') ? inner : undefined
}

/**
 * Milliseconds of `Retry-After` (RFC 9110, section 10.2.3). A date is measured against the `Date` of the same reply, so
 * that clocks that differ do no harm.
 */
export function readRetryAfter({ headers }: Pick<HttpReply, 'headers'>): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers['date'] ?? '')
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
