/**
 * Test clocks: an account of the sandbox may be ahead of the others.
 *
 * An engine of such an account has a clock that is ahead, over the same stores. Claims and due times
 * are compared by every process, so the stores have them in real time.
 * @module
 */
import type { CancellationEntry, Cancellations } from '../../engine/cancellationStore.js'
import type { Orders } from '../../engine/orders.js'
import type { Claim } from '../../pac/journal.js'
import type { Caller } from '../operation.js'
import type { AllRecords } from '../ports.js'
import type { AccountRecord, InvoiceRecord } from '../records.js'

/** Milliseconds by which an account is ahead. */
export function aheadOf(account: Pick<AccountRecord, 'clock'> | undefined): number {
  return account?.clock?.ahead ?? 0
}

/** The present of an account, by its clock. */
export function presentOf({
  environment,
  account,
}: Pick<Caller, 'environment' | 'account'>): number {
  return environment.now() + aheadOf(account)
}

interface Timed {
  readonly claim?: Claim
  readonly due?: number
}

/** Moves the times of a record that processes compare. */
export function moveTimes<Kept extends Timed>(record: Kept, by: number): Kept {
  const { claim, due } = record
  return {
    ...record,
    ...(claim !== undefined && { claim: { ...claim, until: claim.until + by } }),
    ...(due !== undefined && { due: due + by }),
  }
}

/** Returns the orders as an engine that is ahead has them. */
export function ordersAhead(orders: Orders, ahead: number): Orders {
  return {
    load: async (key) => movedIfAny(await orders.load(key), ahead),
    append: (order) => orders.append(moveTimes(order, -ahead)),
    ownerOf: (token) => orders.ownerOf(token),
    nextSecond: (wish) => orders.nextSecond(wish),
    ...(orders.renew !== undefined && {
      renew: (owner, until) => orders.renew!(owner, until - ahead),
    }),
    async *unfinished(purpose) {
      for await (const order of orders.unfinished(purpose)) yield moveTimes(order, ahead)
    },
  }
}

/**
 * Returns the cancellations as an engine that is ahead has them. It visits only the given ones: the others
 * belong to accounts with other clocks.
 */
export function cancellationsAhead(
  cancellations: Cancellations,
  ahead: number,
  visited: readonly CancellationEntry[] = [],
): Cancellations {
  return {
    load: async (uuid) => movedIfAny(await cancellations.load(uuid), ahead),
    append: (entry) => cancellations.append(moveTimes(entry, -ahead)),
    async *unfinished() {
      for (const entry of visited) yield moveTimes(entry, ahead)
    },
  }
}

/** A due cancellation of an account whose clock is ahead. */
export interface Postponed {
  readonly account: AccountRecord
  readonly entry: CancellationEntry
}

/** Returns the cancellations without those of accounts whose clock is ahead, which go to `postponed`. */
export function cancellationsOfPresent(
  cancellations: Cancellations,
  { invoices, accounts }: Pick<AllRecords, 'invoices' | 'accounts'>,
  postponed: Postponed[],
): Cancellations {
  return {
    load: (uuid) => cancellations.load(uuid),
    append: (entry) => cancellations.append(entry),
    async *unfinished(purpose) {
      for await (const entry of cancellations.unfinished(purpose)) {
        const invoice = await invoices.get(entry.uuid)
        const account = invoice && (await accounts.get(invoice.owner))
        if (account !== undefined && aheadOf(account) > 0) postponed.push({ account, entry })
        else yield entry
      }
    },
  }
}

function movedIfAny<Kept extends Timed>(kept: Kept | undefined, by: number): Kept | undefined {
  return kept && moveTimes(kept, by)
}

/** Phases of a cancellation in progress. */
const inProgress = ['asked', 'accepted', 'inProcess', 'blocked']

/** Whether a cancellation of an invoice is in progress. */
export function isInProgress({ cancellation }: InvoiceRecord): boolean {
  return cancellation !== undefined && inProgress.includes(cancellation.phase)
}
