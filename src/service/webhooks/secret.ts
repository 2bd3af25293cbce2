/**
 * The secrets of Standard Webhooks: `whsec_` and the Base64 of 24 to 64 bytes (specification 1.0.0, "Signature scheme").
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import type { Bytes } from '../../lib/bytes.js'
import { type Random, secureRandom } from '../../lib/uuid.js'
import type { PreviousSecret, WebhookRecord } from '../records.js'

const prefix = 'whsec_'
const bytes = { least: 24, made: 32, most: 64 } as const

/**
 * A new secret.
 * @example
 * createWebhookSecret().startsWith('whsec_') // → true
 */
export function createWebhookSecret(random: Random = secureRandom): string {
  return prefix + encodeBase64(Uint8Array.from(random(bytes.made)))
}

/** The key in a secret. @throws TypeError when it is none; the text of it is not in the message. */
export function keyOf(secret: string): Bytes {
  const key = secret.startsWith(prefix) ? decodeBase64(secret.slice(prefix.length)) : undefined
  if (key === undefined || key.length < bytes.least || key.length > bytes.most)
    throw new TypeError(`a webhook secret is ${prefix} and the Base64 of ${bytes.least} to ${bytes.most} bytes`)
  return key
}

/** The secrets before its own that a webhook still signs with, the newest first. */
export function previousOf({ previous = [] }: Pick<WebhookRecord, 'previous'>, now: number): readonly PreviousSecret[] {
  return previous.filter(({ until }) => now < until)
}

/** The secrets with which a webhook signs now: its own, and those before while they are in force. */
export function secretsOf(webhook: Pick<WebhookRecord, 'secret' | 'previous'>, now: number): string[] {
  return [webhook.secret, ...previousOf(webhook, now).map(({ secret }) => secret)]
}

/** Milliseconds that a secret goes on signing after another took its place: a day. */
const day = 86_400_000

/**
 * A webhook with a new secret, which signs beside those that it had until they are over: its consumer changes over within that time. That of
 * a rotation whose answer was lost is one of them, so that repeating it leaves nobody with a secret that signs no more.
 * @param options.overlap milliseconds; 24 hours by default. 0 when a secret is known to others: none but the new one signs.
 * @throws TypeError when `overlap` is no number of milliseconds
 * @example
 * const [secret, url] = [createWebhookSecret(), 'https://erp.example.mx/cfdi']
 * const rotated = rotateSecret({ id: 'w', owner: 'acct', at: 0, url, events: eventTypes, secret }, Date.now())
 * rotated.previous?.[0]?.secret === secret // → true
 */
export function rotateSecret(
  webhook: WebhookRecord,
  now: number,
  options: { readonly random?: Random | undefined; readonly overlap?: number | undefined } = {},
): WebhookRecord {
  const { overlap = day, random } = options
  if (!(overlap >= 0 && Number.isFinite(overlap)))
    throw new TypeError('rotateSecret: overlap is milliseconds, 0 or more')
  const { previous: _, secret, ...rest } = webhook
  const previous = overlap === 0 ? [] : [{ secret, until: now + overlap }, ...previousOf(webhook, now)]
  return { ...rest, secret: createWebhookSecret(random), ...(previous.length === 0 ? {} : { previous }) }
}
