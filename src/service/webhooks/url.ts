/**
 * Where events may be delivered: what a stranger writes is judged before it is kept, and again before anything is sent to it.
 * @module
 */
import { isPublicAddress, isPublicName } from './addresses.js'

/** Why nothing is delivered to a URL. */
export type UrlRefusal = 'url' | 'scheme' | 'credentials' | 'address'

/** A URL that may be delivered to, or why not. */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | {
      readonly ok: false
      /** Stable. */
      readonly reason: UrlRefusal
      /** In Spanish, for people. */
      readonly message: string
    }

const messages: Readonly<Record<UrlRefusal, string>> = {
  url: 'No es una URL.',
  scheme: 'La URL debe empezar con https://.',
  credentials: 'La URL no debe llevar usuario ni contraseña: las entregas van firmadas.',
  address: 'La URL lleva a una red local o reservada: debe ser pública.',
}

/** The longest URL that is taken. */
const longest = 2048

/**
 * Whether events may be delivered to a URL: https, without user nor fragment, to a public name or address in whatever notation. The
 * text that comes back is the one to keep: names in ASCII, addresses as the resolver would read them.
 *
 * A public name may lead to a local address, now or later (DNS rebinding): who sends must look at the address that it connects to.
 * `createPublicSend` of `cfdi-stamp/node` does.
 * @param allow URLs that are taken whatever they are, for tests and for receivers of one's own: by origin, `http://127.0.0.1:8080`.
 * @example
 * judgeWebhookUrl('https://[::ffff:7f00:1]/').ok // → false
 */
export function judgeWebhookUrl(text: unknown, allow: readonly string[] = []): UrlVerdict {
  const url = typeof text === 'string' && text.length <= longest ? parsed(text) : undefined
  if (url === undefined) return refusal('url')
  url.hash = ''
  if (url.username !== '' || url.password !== '') return refusal('credentials')
  if (allow.includes(url.origin)) return { ok: true, url: url.href }
  if (url.protocol !== 'https:') return refusal('scheme')
  return isPublicHost(url.hostname) ? { ok: true, url: url.href } : refusal('address')
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The parser has turned numbers in any base, short forms and wide digits into four decimals (URL Standard, host parsing). */
function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1))
  return /^[\d.]+$/.test(host) ? isPublicAddress(host.replace(/\.$/, '')) : isPublicName(host)
}

function refusal(reason: UrlRefusal): UrlVerdict {
  return { ok: false, reason, message: messages[reason] }
}
