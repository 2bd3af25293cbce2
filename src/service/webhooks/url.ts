/**
 * Checks URLs of webhooks, at registration and again before each delivery.
 * @module
 */
import { isPublicAddress, isPublicName } from './addresses.js'

/** Reason why a URL is refused. */
export type UrlRefusal = 'url' | 'scheme' | 'credentials' | 'address'

/** An accepted URL, or the reason of the refusal. */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | {
      readonly ok: false
      /** Stable reason. */
      readonly reason: UrlRefusal
      /** Sentence in Spanish, for end users. */
      readonly message: string
    }

const messages: Readonly<Record<UrlRefusal, string>> = {
  url: 'No es una URL.',
  scheme: 'La URL debe empezar con https://.',
  credentials: 'La URL no debe llevar usuario ni contraseña: las entregas van firmadas.',
  address: 'La URL lleva a una red local o reservada: debe ser pública.',
}

/** Maximum length of a URL. */
const longest = 2048

/**
 * Whether events may be delivered to a URL: https, without user or fragment, to a public name or
 * address in any notation. Store the returned text: its name is in ASCII, and its address in the
 * resolver's form.
 *
 * A public name may resolve to a local address, now or later (DNS rebinding): the sender must check
 * the address that it connects to. `createPublicSend` of `cfdi-stamp/node` does.
 * @param allow origins accepted without checks, for tests and for your own receivers:
 * `http://127.0.0.1:8080`.
 * @example
 * judgeWebhookUrl('https://[::ffff:7f00:1]/').ok // → false
 */
export function judgeWebhookUrl(text: unknown, allow: readonly string[] = []): UrlVerdict {
  const url = typeof text === 'string' && text.length <= longest ? parseWebhookUrl(text) : undefined
  if (url === undefined) return refusal('url')
  url.hash = ''
  if (url.username !== '' || url.password !== '') return refusal('credentials')
  if (allow.includes(url.origin)) return { ok: true, url: url.href }
  if (url.protocol !== 'https:') return refusal('scheme')
  if (isPublicHost(url.hostname)) return { ok: true, url: url.href }
  return refusal('address')
}

function parseWebhookUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * The parser has converted numbers in any base, short forms and wide digits to four decimals (URL
 * Standard, host parsing).
 */
function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1))
  if (/^[\d.]+$/.test(host)) return isPublicAddress(host.replace(/\.$/, ''))
  return isPublicName(host)
}

function refusal(reason: UrlRefusal): UrlVerdict {
  return { ok: false, reason, message: messages[reason] }
}
