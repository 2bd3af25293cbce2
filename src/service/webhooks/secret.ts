/**
 * The secrets of Standard Webhooks: `whsec_` and the Base64 of 24 to 64 bytes (specification 1.0.0,
 * "Signature scheme").
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import type { Bytes } from '../../lib/bytes.js'
import { requireOptions } from '../../lib/options.js'
import { type Random, secureRandom } from '../../lib/uuid.js'
import type { PreviousSecret, WebhookRecord } from '../records.js'

const prefix = 'whsec_'
const bytes = { least: 24, made: 32, most: 64 } as const

/**
 * Creates a secret.
 * @example
 * createWebhookSecret().startsWith('whsec_') // → true
 */
export function createWebhookSecret(random: Random = secureRandom): string {
  return prefix + encodeBase64(Uint8Array.from(random(bytes.made)))
}

/**
 * Returns the key of a secret. @throws TypeError when it is invalid; the message does not contain
 * it.
 */
export function decodeSecret(secret: string): Bytes {
  const key = secret.startsWith(prefix) ? decodeBase64(secret.slice(prefix.length)) : undefined
  if (key === undefined || key.length < bytes.least || key.length > bytes.most)
    throw new TypeError(
      `a webhook secret must be ${prefix} and the Base64 of ${bytes.least} to ${bytes.most} bytes`,
    )
  return key
}

/** Returns the earlier secrets of a webhook that still sign, newest first. */
export function previousOf(
  { previous = [] }: Pick<WebhookRecord, 'previous'>,
  now: number,
): readonly PreviousSecret[] {
  return previous.filter(({ until }) => now < until)
}

/** Returns the secrets in force of a webhook: its own, and earlier ones until they end. */
export function secretsOf(
  webhook: Pick<WebhookRecord, 'secret' | 'previous'>,
  now: number,
): string[] {
  return [webhook.secret, ...previousOf(webhook, now).map(({ secret }) => secret)]
}

/** Milliseconds for which a replaced secret still signs: a day. */
const day = 86_400_000

/**
 * Returns a webhook with a new secret. Earlier secrets sign beside it until they end, which gives
 * the consumer time to change. The secret of a rotation whose response was lost stays in force too,
 * so that a repeated rotation breaks no consumer.
 * @param options.overlap milliseconds; 24 hours by default. 0 for a leaked secret: only the new one
 * signs.
 * @throws TypeError when `overlap` is not a valid number of milliseconds
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
  requireOptions('rotateSecret', options, ['random', 'overlap'])
  const { overlap = day, random } = options
  if (!(overlap >= 0 && Number.isFinite(overlap)))
    throw new TypeError('rotateSecret: overlap must be milliseconds, 0 or more')
  const { previous: _, secret, ...rest } = webhook
  const previous =
    overlap === 0 ? [] : [{ secret, until: now + overlap }, ...previousOf(webhook, now)]
  return {
    ...rest,
    secret: createWebhookSecret(random),
    ...(previous.length > 0 && { previous }),
  }
}
