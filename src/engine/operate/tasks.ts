/**
 * Tasks of a round. Each advances a part of the unfinished work, and delivers its results.
 * @module
 */
import { inTime, systemClock } from '../../pac/clock.js'
import type { Failover } from '../../pac/failover.js'
import type { Adopted, Orphan } from '../../pac/reconciler.js'
import type { Provider } from '../../pac/provider.js'
import type { Engine } from '../engine.js'
import { failureCodes } from '../codes.js'
import type { Delivery, StampResult } from '../result.js'
import { duplicatedEvent, type OperateEvent } from './events.js'
import type { OperateOptions } from './options.js'

/** Name of a task, in the order of a round. */
export type TaskName = 'resume' | 'reconcile' | 'refresh' | 'attend' | 'purge'

/** Result of a task. */
export interface TaskSummary {
  /** The task. */
  readonly task: TaskName
  /** Duration in milliseconds. */
  readonly ms: number
  /** Events that the host accepted. */
  readonly delivered: number
  /** Documents in doubt, or to stamp again. */
  readonly waiting: number
  /** Failed events and documents, which are retried. */
  readonly failed: number
  /** Records that were removed, by kind. */
  readonly purged?: Readonly<Record<string, number>>
  /** The first failure. */
  readonly cause?: unknown
}

/** Dependencies of a task. */
export interface TaskContext {
  readonly engine: Engine
  readonly options: OperateOptions
  readonly signal: AbortSignal
  /** Delivered second stamps whose cancellation is not requested yet. By token and folio fiscal. */
  readonly told: Set<string>
}

/** Counts of a task while it runs. */
export class Tally {
  delivered = 0
  waiting = 0
  failed = 0
  cause: unknown
  purged: Readonly<Record<string, number>> | undefined

  /** Counts a failure; the first one is kept. */
  fail(cause: unknown): void {
    this.failed++
    this.cause ??= cause
  }
}

/** The tasks, in order. */
export const tasks: Readonly<
  Record<TaskName, (context: TaskContext, tally: Tally) => Promise<void>>
> = {
  resume: resumeStamps,
  reconcile: reconcileStamps,
  refresh: refreshCancellations,
  attend: attendOrders,
  purge: purgeStore,
}

/** Whether these options require a task. */
export function isWanted(
  task: TaskName,
  { provider, retention, tasks: wanted }: OperateOptions,
): boolean {
  if (wanted !== undefined && !wanted.includes(task)) return false
  if (task === 'reconcile') return failoverOf(provider) !== undefined
  return task !== 'purge' || retention !== undefined
}

/**
 * Delivers an event, and then runs the next step. Resolves to `false` if the host did not accept
 * it.
 */
async function deliverEvent(
  { options }: TaskContext,
  tally: Tally,
  event: OperateEvent,
  then?: () => Promise<unknown>,
): Promise<boolean> {
  try {
    const { clock = systemClock, deliverTimeout = 60_000 } = options
    const taken = await inTime(
      clock,
      deliverTimeout,
      () => options.deliver(event),
      `deliver: ${event.type} took longer than ${deliverTimeout} ms`,
    )
    if (taken === false) return false
    await then?.()
    tally.delivered++
    return true
  } catch (cause) {
    tally.fail(cause)
    return false
  }
}

// --- stamps ---

async function resumeStamps(context: TaskContext, tally: Tally): Promise<void> {
  const { engine, signal } = context
  for await (const delivery of engine.resume({ signal })) await settleKey(context, tally, delivery)
  // Documents without a key, after a crash.
  const provider = failoverOf(context.options.provider)
  for (const { token, sealed, outcome } of (await provider?.resume(undefined, signal)) ?? []) {
    if (outcome.kind === 'unknown') tally.waiting++
    if (sealed === undefined || outcome.kind !== 'stamped') continue
    await recovered(context, tally, { token, sealed, outcome })
  }
}

/** The result is unknown: a later round looks it up. */
const unknown: ReadonlySet<number> = new Set([
  failureCodes.unknown,
  failureCodes.folio,
  failureCodes.host,
])

/** Not stamped, for a reason outside the document. */
const passing: ReadonlySet<number> = new Set([failureCodes.refused, failureCodes.unavailable])

async function settleKey(
  context: TaskContext,
  tally: Tally,
  { key, since, attempts, ...given }: Delivery,
): Promise<void> {
  let answer: StampResult | 'waiting'
  try {
    answer = await stampAgain(context, key, given)
  } catch (cause) {
    return tally.fail(cause)
  }
  if (answer === 'waiting' || (!answer.ok && unknown.has(answer.code))) return void tally.waiting++
  const event: OperateEvent = answer.ok
    ? { type: 'invoice.stamped', key, since, attempts, answer }
    : { type: 'invoice.failed', key, since, attempts, answer }
  await deliverEvent(context, tally, event, () => context.engine.acknowledge(key))
}

/**
 * Retries a document that no PAC could stamp, if the host has its draft. The same failure again
 * waits for the next round.
 */
async function stampAgain(
  { engine, options, signal }: TaskContext,
  key: string,
  answer: StampResult,
): Promise<StampResult | 'waiting'> {
  if (answer.ok || !passing.has(answer.code) || options.draftOf === undefined) return answer
  const draft = await options.draftOf(key, answer)
  if (draft === undefined) return answer
  const again = await engine.stamp<unknown>(draft, { key, signal })
  if (!again.ok && passing.has(again.code)) return 'waiting'
  return again
}

/** Delivers a document without a key. */
async function recovered(context: TaskContext, tally: Tally, found: Adopted): Promise<void> {
  const { token, sealed, outcome: stamp } = found
  if ((await context.options.store?.orders?.ownerOf?.(token)) !== undefined) return
  const event = { type: 'invoice.recovered', token, sealed: sealed.xml, stamp } as const
  await deliverEvent(context, tally, event)
}

// --- second stamps ---

async function reconcileStamps(context: TaskContext, tally: Tally): Promise<void> {
  const { signal, options } = context
  const provider = failoverOf(options.provider)
  if (provider === undefined) return
  const { orphans, adopted, pending, unreadable } = await provider.reconcile({ signal })
  tally.waiting += pending.length + unreadable.length
  // The next `resume` delivers the results of keys. Documents without a key are delivered only
  // here.
  for (const found of adopted) await recovered(context, tally, found)
  const settled: string[] = []
  for (const orphan of orphans)
    if (await duplicated(context, tally, orphan)) settled.push(orphan.cancel.timbre.UUID)
  // The journal removes a second stamp after its delivery. After a crash before that, it is
  // delivered again.
  if (settled.length > 0) await provider.reconcile({ settled, signal })
}

/** Delivers a second stamp once per process, even if its cancellation is retried. */
async function duplicated(context: TaskContext, tally: Tally, orphan: Orphan): Promise<boolean> {
  const { engine, options, told } = context
  const event = duplicatedEvent(orphan)
  const id = `${event.token} ${event.duplicate.uuid}`
  if (!told.has(id) && !(await deliverEvent(context, tally, event, async () => told.add(id))))
    return false
  try {
    if (options.cancelDuplicates === true) await engine.cancelOrphan(orphan)
    return told.delete(id)
  } catch (cause) {
    tally.fail(cause)
    return false
  }
}

function failoverOf(provider: Provider | undefined): Failover | undefined {
  const isFailover = provider !== undefined && 'reconcile' in provider && 'resume' in provider
  if (isFailover) return provider as Failover
  return undefined
}

// --- cancellations ---

async function refreshCancellations(context: TaskContext, tally: Tally): Promise<void> {
  const { engine, signal } = context
  for await (const notice of engine.refresh({ signal })) {
    if (notice.life.held !== undefined) tally.waiting++
    await deliverEvent(context, tally, { type: 'cancellation.changed', ...notice }, () =>
      engine.acknowledgeCancellation(notice),
    )
  }
}

// --- attention ---

async function attendOrders(context: TaskContext, tally: Tally): Promise<void> {
  const { engine, signal } = context
  for await (const attention of engine.needsAttention()) {
    if (signal.aborted) return
    tally.waiting++
    if (!attention.isAlarmDue) continue
    const event = { type: 'invoice.attention', ...attention } as const
    await deliverEvent(context, tally, event, () => engine.acknowledgeAttention(attention.key))
  }
}

// --- purge ---

async function purgeStore({ options }: TaskContext, tally: Tally): Promise<void> {
  const { store, retention } = options
  if (store?.purge !== undefined && retention !== undefined)
    tally.purged = { ...(await store.purge(retention)) }
}
