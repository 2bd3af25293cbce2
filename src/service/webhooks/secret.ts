/**
 * The secrets of Standard Webhooks: `whsec_` and the Base64 of 24 to 64 bytes (specification 1.0.0,
 * "Signature scheme").
 * @module
 */
import { decodeBase64, encodeBase64 } from '../../lib/base64.js'
import type { Bytes } from '../../lib/bytes.js'
import { requireOptions } from '../../lib/options.js'
import { type Random, secureRandom } from '../../lib/uuid.js'
import type { EnvironmentName, PreviousSecret, WebhookRecord } from '../records.js'
import { openText, sealText, type Vault } from '../account/vault.js'

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

/** Whether a stored secret is not sealed. */
export function isPlainSecret(stored: string): boolean {
  return stored.startsWith(prefix)
}

/** The context of the sealed secrets of a webhook. */
export function webhookContext(environment: EnvironmentName, id: string): string {
  return `${environment}/webhook/${id}`
}

/** Resolves to a secret as it is stored: sealed, if there is a vault. */
export async function sealWebhookSecret(
  { name, vault }: { readonly name: EnvironmentName; readonly vault: Vault | undefined },
  id: string,
  secret: string,
): Promise<string> {
  if (vault === undefined) return secret
  return sealText(vault, secret, webhookContext(name, id))
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

/**
 * Resolves to the secrets in force, opened; undefined when the vault cannot open one of them.
 * @throws the vault's errors
 */
export async function openSecretsOf(
  webhook: WebhookRecord,
  {
    environment,
    now,
    vault,
  }: { environment: EnvironmentName; now: number; vault?: Vault | undefined },
): Promise<readonly string[] | undefined> {
  const context = webhookContext(environment, webhook.id)
  const opened = await Promise.all(
    secretsOf(webhook, now).map(async (stored) => {
      if (isPlainSecret(stored)) return stored
      return vault && openText(vault, stored, context)
    }),
  )
  const known = opened.filter((secret) => secret !== undefined)
  return known.length === opened.length ? known : undefined
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
  return replaceSecret(webhook, { secret: createWebhookSecret(random), now, overlap })
}

/** Returns a webhook with another secret, plain or sealed, as it is stored. */
export function replaceSecret(
  webhook: WebhookRecord,
  {
    secret: next,
    now,
    overlap = day,
  }: { secret: string; now: number; overlap?: number | undefined },
): WebhookRecord {
  const { previous: _, secret, ...rest } = webhook
  const previous =
    overlap === 0 ? [] : [{ secret, until: now + overlap }, ...previousOf(webhook, now)]
  return {
    ...rest,
    secret: next,
    ...(previous.length > 0 && { previous }),
  }
}
