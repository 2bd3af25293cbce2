/**
 * The secrets of Standard Webhooks: `whsec_` and the Base64 of 24 to 64 octets (specification 1.0.0, "Signature scheme").
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import type { Octets } from '../../lib/octets.js'
import { type Random, secureRandom } from '../../lib/uuid.js'
import type { WebhookRecord } from '../records.js'

const prefix = 'whsec_'
const octets = { least: 24, made: 32, most: 64 } as const

/**
 * A new secret.
 * @example
 * createWebhookSecret().startsWith('whsec_') // → true
 */
export function createWebhookSecret(random: Random = secureRandom): string {
  return prefix + encodeBase64(Uint8Array.from(random(octets.made)))
}

/** The key in a secret. @throws TypeError when it is none; the text of it is not in the message. */
export function keyOf(secret: string): Octets {
  const key = secret.startsWith(prefix) ? decodeBase64(secret.slice(prefix.length)) : undefined
  if (key === undefined || key.length < octets.least || key.length > octets.most)
    throw new TypeError(`a webhook secret is ${prefix} and the Base64 of ${octets.least} to ${octets.most} octets`)
  return key
}

/** The secrets with which a webhook signs now: its own, and the one before while that is in force. */
export function secretsOf({ secret, previous }: Pick<WebhookRecord, 'secret' | 'previous'>, now: number): string[] {
  return previous === undefined || previous.until <= now ? [secret] : [secret, previous.secret]
}

/** Milliseconds that a secret goes on signing after another took its place: a day. */
const overlap = 86_400_000

/**
 * A webhook with a new secret, which signs beside the one that it had until that is over: its consumer changes over within that time.
 * @param options.overlap milliseconds; 24 hours by default, 0 when the secret is known to others.
 * @example
 * const [secret, url] = [createWebhookSecret(), 'https://erp.example.mx/cfdi']
 * const rotated = rotateSecret({ id: 'w', owner: 'acct', at: 0, url, events: eventTypes, secret }, Date.now())
 * rotated.previous?.secret === secret // → true
 */
export function rotateSecret(
  webhook: WebhookRecord,
  now: number,
  options: { readonly random?: Random | undefined; readonly overlap?: number | undefined } = {},
): WebhookRecord {
  const { previous: _, ...rest } = webhook
  const until = now + (options.overlap ?? overlap)
  const previous = until > now ? { previous: { secret: webhook.secret, until } } : {}
  return { ...rest, secret: createWebhookSecret(options.random), ...previous }
}
