/**
 * The circuit of a webhook, in its record, for every process: a webhook that does not answer pauses,
 * then one attempt decides. A webhook that fails for days is disabled.
 * @module
 */
import { clip } from '../../lib/text.js'
import { disabledEvent, emit } from '../events.js'
import type { Attempted } from '../outbox.js'
import type { AllRecords } from '../ports.js'
import type { DeliveryRecord, WebhookFailures, WebhookRecord } from '../records.js'

const minute = 60_000

/** Pause in milliseconds after `silent` attempts without an answer: a minute, doubled up to an hour. */
function pauseOfSilence(silent: number): number {
  return Math.min(60, 2 ** (silent - 1)) * minute
}

/** Milliseconds for the process of a single attempt to record its outcome. */
const grace = 1_000

/**
 * Resolves to the milliseconds for which a delivery waits for its webhook. After a pause it claims
 * the single attempt that decides; the other deliveries wait for its outcome.
 */
export async function holdPaused(
  { webhooks }: AllRecords,
  id: string,
  { now, timeout }: { readonly now: number; readonly timeout: number },
): Promise<number | undefined> {
  if (!isPaused(await webhooks.get(id))) return undefined
  const webhook = await webhooks.lock(id)
  if (!isPaused(webhook)) return undefined
  const { failing } = webhook
  if (failing.until > now) return failing.until - now
  const claimed = { ...failing, until: now + timeout + grace, isProbed: true }
  await webhooks.put({ ...webhook, failing: claimed })
  return undefined
}

type Paused = WebhookRecord & { readonly failing: WebhookFailures }

function isPaused(webhook: WebhookRecord | undefined): webhook is Paused {
  return webhook?.failing !== undefined && webhook.failing.until > 0
}

/** An attempt, and the milliseconds of failures after which its webhook is disabled. */
interface Followed extends Attempted {
  readonly disableAfter: number
}

/** Writes an attempt in the log of its webhook. A postponed delivery was not tried. */
async function logAttempt(
  { attempts }: AllRecords,
  { id, webhook, event, tries }: DeliveryRecord,
  { tried, outcome, now }: Attempted,
): Promise<void> {
  if (tried.kind === 'postponed' || outcome === 'postponed') return
  const { status, ms } = tried
  await attempts.put({
    ...{ id: `${id}/${tries}/${now}`, owner: webhook, at: now, event, tries, outcome },
    ...(status !== undefined && { status }),
    ...(ms !== undefined && { ms }),
    ...(tried.kind === 'failed' && { why: clip(tried.why, 300) }),
  })
}

/** Records an attempt, and its consequences for its webhook. Most attempts have none. */
export async function recordAttempt(
  tables: AllRecords,
  delivery: DeliveryRecord,
  followed: Followed,
): Promise<void> {
  const { webhook: id, event: eventId } = delivery
  await logAttempt(tables, delivery, followed)
  if (changeOf(await tables.webhooks.get(id), followed) === undefined) return
  const changed = changeOf(await tables.webhooks.lock(id), followed)
  if (changed === undefined) return
  await tables.webhooks.put(changed)
  const event = await tables.events.get(eventId)
  if (changed.disabled === undefined || event === undefined) return
  const { environment } = event
  await emit(tables, { environment, owner: changed.owner, at: followed.now }, [
    disabledEvent(changed, changed.disabled),
  ])
}

/** Returns the webhook after an attempt, or undefined when it stays as it is. */
function changeOf(
  webhook: WebhookRecord | undefined,
  { tried, now, disableAfter }: Followed,
): WebhookRecord | undefined {
  if (webhook === undefined || webhook.disabled !== undefined || tried.kind === 'postponed')
    return undefined
  const { failing, ...rest } = webhook
  if (tried.kind === 'done') return failing === undefined ? undefined : rest
  const after =
    tried.isSilent === true ? failuresAfterSilence(failing, now) : failuresAfterAnswer(failing, now)
  if (tried.final === true || now - after.since >= disableAfter)
    return { ...rest, failing: after, disabled: { at: now, why: clip(tried.why, 300) } }
  return failing?.until === after.until ? undefined : { ...rest, failing: after }
}

/** Attempts that began together count as one: the first of them pauses the webhook. */
function failuresAfterSilence(failing: WebhookFailures | undefined, now: number): WebhookFailures {
  const { since = now, silent = 0, until = 0, isProbed = false } = failing ?? {}
  if (until > now && !isProbed) return { since, silent, until }
  return { since, silent: silent + 1, until: now + pauseOfSilence(silent + 1) }
}

/** An answer ends the pause, even one that is a failure: it delays nobody. */
function failuresAfterAnswer(failing: WebhookFailures | undefined, now: number): WebhookFailures {
  return { since: failing?.since ?? now, silent: 0, until: 0 }
}
