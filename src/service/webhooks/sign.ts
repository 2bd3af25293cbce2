/**
 * Signatures of Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, one for each secret in force.
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import { keyOf } from './secret.js'

/** What is signed. */
export interface WebhookMessage {
  /** The same in every delivery of an event; without full stops, which separate what is signed. */
  readonly id: string
  /** When it is sent, in seconds since 1970. */
  readonly timestamp: number
  /** The body, as it is sent. */
  readonly body: string
}

/** The headers of a delivery. (A type and not an interface: an interface is no record of texts.) */
export type WebhookHeaders = {
  /** What consumers know repetitions by. */
  readonly 'webhook-id': string
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string
  /** `v1,` and the signature in Base64, for each secret, between spaces. */
  readonly 'webhook-signature': string
}

/** Whether a delivery is what it says. */
export type WebhookVerdict =
  | { readonly ok: true; readonly id: string; readonly timestamp: number }
  | {
      readonly ok: false
      /** `headers`: they are missing or none; `timestamp`: too old, or of the future; `signature`: of none of the secrets. */
      readonly reason: 'headers' | 'timestamp' | 'signature'
    }

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const
const utf8 = new TextEncoder()

/**
 * The headers with which a message is delivered.
 * @throws TypeError for a secret that is none, an id with a full stop or a character that no header takes, or a timestamp that is no whole
 * number of seconds
 * @example
 * const headers = await signWebhook({ id: 'evt_1', timestamp: 1795363200, body: '{}' }, [createWebhookSecret()])
 * headers['webhook-signature'].startsWith('v1,') // → true
 */
export async function signWebhook(message: WebhookMessage, secrets: readonly string[]): Promise<WebhookHeaders> {
  const { id, timestamp } = message
  if (!isId(id)) throw new TypeError('signWebhook: an id has no full stops, spaces nor control characters')
  if (!Number.isSafeInteger(timestamp)) throw new TypeError('signWebhook: a timestamp is a whole number of seconds')
  if (secrets.length === 0) throw new TypeError('signWebhook: at least one secret is needed')
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(message, secret)))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

async function signatureOf(message: WebhookMessage, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', keyOf(secret), hmac, false, ['sign'])
  return `v1,${encodeBase64(new Uint8Array(await crypto.subtle.sign(hmac, key, contentOf(message))))}`
}

function contentOf({ id, timestamp, body }: WebhookMessage): Uint8Array<ArrayBuffer> {
  return utf8.encode(`${id}.${timestamp}.${body}`)
}

/** What a header takes, but for the full stop. */
function isId(id: string): boolean {
  return /^[!-\-/-~]{1,300}$/.test(id)
}

/** Seconds that the clocks of two sides, and the way between them, may be apart: five minutes, as in the reference libraries. */
const tolerance = 300

/** What is received: the headers by their names in any case, and the body as it came, not as it was parsed. */
export interface ReceivedWebhook {
  /** As Node has them, or as `Object.fromEntries(request.headers)` gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Text, or its bytes. */
  readonly body: string | Uint8Array
}

/**
 * Whether a delivery was signed with one of some secrets, and lately. Never throws for what was received, whatever it is; signatures
 * are compared in constant time.
 * @param options.now milliseconds since 1970
 * @param options.tolerance seconds; 300 by default
 * @throws TypeError for a secret that is none
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
  const [id, when, signatures] = headerNames.map((name) => headerOf(headers, name))
  if (id === undefined || when === undefined || signatures === undefined || !/^\d{1,12}$/.test(when))
    return { ok: false, reason: 'headers' }
  const timestamp = Number(when)
  const apart = Math.abs(Math.floor(options.now / 1000) - timestamp)
  if (!(apart <= (options.tolerance ?? tolerance))) return { ok: false, reason: 'timestamp' }
  const content = receivedContent(`${id}.${when}.`, body)
  const given = signatures.split(' ').slice(0, mostSignatures).flatMap(signatureIn)
  const found = await Promise.all(secrets.map((secret) => isOneOf(given, content, secret)))
  return found.includes(true) ? { ok: true, id, timestamp } : { ok: false, reason: 'signature' }
}

const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
/** Of a header that is tried: nobody rotates through so many secrets, and a stranger may send thousands. */
const mostSignatures = 16

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : undefined
}

/** The bytes as they came: what is no UTF-8 would change on the way through a text. */
function receivedContent(before: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [head, tail] = [utf8.encode(before), typeof body === 'string' ? utf8.encode(body) : body]
  const content = new Uint8Array(head.length + tail.length)
  content.set(head)
  content.set(tail, head.length)
  return content
}

function signatureIn(versioned: string): Uint8Array<ArrayBuffer>[] {
  const bytes = versioned.startsWith('v1,') ? decodeBase64(versioned.slice(3)) : undefined
  return bytes === undefined ? [] : [bytes]
}

/** Compared by WebCrypto, in constant time (verify operation of HMAC). */
async function isOneOf(
  given: readonly Uint8Array<ArrayBuffer>[],
  content: BufferSource,
  secret: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', keyOf(secret), hmac, false, ['verify'])
  const found = await Promise.all(given.map((signature) => crypto.subtle.verify(hmac, key, signature, content)))
  return found.includes(true)
}
