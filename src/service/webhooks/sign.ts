/**
 * Signatures of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, one per secret in
 * force.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { requireOptions } from '../../lib/options.js'
import { decodeSecret } from './secret.js'

/** A message to sign. */
export interface WebhookMessage {
  /**
   * Message id, the same in every delivery of an event; without full stops, which separate the
   * signed parts.
   */
  readonly id: string
  /** Time of sending, in seconds since 1970. */
  readonly timestamp: number
  /** The body, as it is sent. */
  readonly body: string
}

/**
 * The headers of a delivery. A type and not an interface, because an interface is not assignable to
 * a record of texts.
 */
export type WebhookHeaders = {
  /** Message id, by which consumers recognise repetitions. */
  readonly 'webhook-id': string
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string
  /** `v1,` and the signature in Base64 for each secret, separated by spaces. */
  readonly 'webhook-signature': string
}

/** Result of verifying a delivery. */
export type WebhookVerdict =
  | { readonly ok: true; readonly id: string; readonly timestamp: number }
  | {
      readonly ok: false
      /**
       * `headers`: missing or malformed; `timestamp`: too old, or in the future; `signature`: of
       * none of the secrets.
       */
      readonly reason: 'headers' | 'timestamp' | 'signature'
    }

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const
const utf8 = new TextEncoder()

/**
 * Creates the headers of a delivery.
 * @throws TypeError for an invalid secret, an id with a full stop or a character that headers do
 * not admit, or a timestamp that is not an integer
 * @example
 * const headers = await signWebhook({ id: 'evt_1', timestamp: 1795363200, body: '{}' }, [createWebhookSecret()])
 * headers['webhook-signature'].startsWith('v1,') // → true
 */
export async function signWebhook(
  message: WebhookMessage,
  secrets: readonly string[],
): Promise<WebhookHeaders> {
  const { id, timestamp } = message
  if (!isId(id))
    throw new TypeError('signWebhook: an id must not have full stops, spaces or control characters')
  if (!Number.isSafeInteger(timestamp))
    throw new TypeError('signWebhook: a timestamp must be a whole number of seconds')
  if (secrets.length === 0) throw new TypeError('signWebhook: at least one secret is required')
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const key = await crypto.subtle.importKey('raw', decodeSecret(secret), hmac, false, ['sign'])
      return `v1,${encodeBase64(new Uint8Array(await crypto.subtle.sign(hmac, key, signedContent(message))))}`
    }),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

function signedContent({ id, timestamp, body }: WebhookMessage): Uint8Array<ArrayBuffer> {
  return utf8.encode(`${id}.${timestamp}.${body}`)
}

/** Characters that headers admit, except the full stop. */
function isId(id: string): boolean {
  return /^[!-\-/-~]{1,300}$/.test(id)
}

/**
 * Tolerated seconds of clock difference and transmission: five minutes, as in the reference
 * libraries.
 */
const tolerance = 300

/** A received delivery: headers by name in any case, and the raw body, not the parsed one. */
export interface ReceivedWebhook {
  /** In the form of Node, or of `Object.fromEntries(request.headers)`. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Text, or its bytes. */
  readonly body: string | Uint8Array
}

/**
 * Whether a delivery was signed with one of the secrets, recently. Never throws for the content of
 * a delivery; compares signatures in constant time.
 * @param options.now milliseconds since 1970
 * @param options.tolerance seconds; 300 by default
 * @throws TypeError for an invalid secret
 * @example
 * const secret = createWebhookSecret()
 * const headers = await signWebhook({ id: 'evt_1', timestamp: 1795363200, body: '{}' }, [secret])
 * const verdict = await verifyWebhook({ headers, body: '{}' }, [secret], { now: 1795363201_000 })
 * verdict.ok // → true
 */
export async function verifyWebhook(
  { headers, body }: ReceivedWebhook,
  secrets: readonly string[],
  options: { readonly now: number; readonly tolerance?: number | undefined },
): Promise<WebhookVerdict> {
  requireOptions('verifyWebhook', options, ['now', 'tolerance'])
  const [id, when, signatures] = headerNames.map((name) => {
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
    if (typeof found === 'string') return found
    return undefined
  })
  if (
    id === undefined ||
    when === undefined ||
    signatures === undefined ||
    !/^\d{1,12}$/.test(when)
  )
    return { ok: false, reason: 'headers' }
  const timestamp = Number(when)
  const apart = Math.abs(Math.floor(options.now / 1000) - timestamp)
  if (!(apart <= (options.tolerance ?? tolerance))) return { ok: false, reason: 'timestamp' }
  const content = receivedContent(`${id}.${when}.`, body)
  const given = signatures.split(' ').slice(0, mostSignatures).flatMap(signatureIn)
  const found = await Promise.all(
    secrets.map(async (secret) => {
      // WebCrypto compares in constant time (verify operation of HMAC).
      const key = await crypto.subtle.importKey('raw', decodeSecret(secret), hmac, false, [
        'verify',
      ])
      const found = await Promise.all(
        given.map((signature) => crypto.subtle.verify(hmac, key, signature, content)),
      )
      return found.includes(true)
    }),
  )
  if (found.includes(true)) return { ok: true, id, timestamp }
  return { ok: false, reason: 'signature' }
}

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
/**
 * Maximum signatures tried per header: a rotation has fewer, and an attacker may send thousands.
 */
const mostSignatures = 16

/** Uses the raw bytes: invalid UTF-8 would change on its way through a text. */
function receivedContent(before: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [head, tail] = [utf8.encode(before), typeof body === 'string' ? utf8.encode(body) : body]
  const content = new Uint8Array(head.length + tail.length)
  content.set(head)
  content.set(tail, head.length)
  return content
}

function signatureIn(versioned: string): Uint8Array<ArrayBuffer>[] {
  const bytes = versioned.startsWith('v1,') ? decodeBase64(versioned.slice(3)) : undefined
  if (bytes === undefined) return []
  return [bytes]
}
