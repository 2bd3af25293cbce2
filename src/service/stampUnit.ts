/**
 * Unit of work of a stamp: the order, the journal and the records of a service in two transactions,
 * one before the request to the PAC and one before the answer.
 *
 * Before the request: the claimed order, the open entry of the journal, and the reserved credit. They
 * are durable together, so a request has its order, its entry and its credit after any crash.
 * Before the answer: the closed entry, the order with its outcome, the invoice, the credit and the
 * events. An answered invoice has them all. `src/pac/attempt/stampUnit.ts` has the invariant.
 * @module
 */
import type { StampUnit } from '../engine/draft.js'
import type { Engine } from '../engine/engine.js'
import type { FolioSequence, HeldFolio } from '../engine/folios.js'
import type { Order, Orders } from '../engine/orders.js'
import type { Journal, JournalEntry } from '../pac/journal.js'
import { untilUnchanged } from './credits.js'
import type { Environment } from './environment.js'
import type { AllRecords, Change, IssuedFolio, JoinedStore } from './ports.js'

/** Writes records in the transaction of a unit. */
export type RecordWrite = (tables: AllRecords) => Promise<void>

/** Another process wrote the order or the entry, or the credit was refused: nothing is written. */
export class Refused extends Error {}

/** Opens a unit; undefined if the orders of the engine are not in the database of the records. */
export function openUnit(environment: Environment, engine: Engine): ServiceUnit | undefined {
  const { joined } = environment.store
  const isJoined = joined?.orders === environment.orders && engine === environment.engine
  return isJoined ? new ServiceUnit(joined, joined.folios === environment.folios) : undefined
}

export class ServiceUnit implements StampUnit {
  readonly target: Journal
  readonly journal: Journal
  readonly orders: Orders
  readonly folios: FolioSequence | undefined
  /** Whether its writes were refused: then nothing was sent or recorded since the last commit. */
  isRefused = false
  readonly #joined: JoinedStore
  readonly #order = new Pending<Order>()
  readonly #entry = new Pending<JournalEntry>()
  #records: RecordWrite[] = []
  #lost: (() => void)[] = []
  #held: HeldFolio | undefined
  #issued: IssuedFolio | undefined
  /** Releases of folios, which other documents may take once the order is written. */
  #releases: (() => Promise<void>)[] = []
  /** After an error or the end, writes go to the stores directly. */
  #isOver = false

  /** @param hasFolios whether the folios of the engine are joined too */
  constructor(joined: JoinedStore, hasFolios: boolean) {
    const { orders, journal } = joined
    this.#joined = joined
    this.target = journal
    this.orders = {
      load: async (key) => this.#order.buffered ?? orders.load(key),
      append: async (order) => {
        if (this.#isOver) return orders.append(order)
        this.#order.bufferVersion(order)
        return true
      },
      ownerOf: (token) => orders.ownerOf(token),
      nextSecond: (wish) => orders.nextSecond(wish),
      unfinished: (purpose) => orders.unfinished(purpose),
    }
    this.journal = {
      load: async (token) => {
        if (this.#entry.buffered !== undefined) return this.#entry.buffered
        // No PAC has received a new order. An entry of its document would refuse the commit.
        return this.#isNew(token) ? undefined : journal.load(token)
      },
      append: async (entry) => {
        if (this.#isOver) return journal.append(entry)
        this.#entry.bufferVersion(entry)
        // A request follows.
        if (entry.status === 'open') await this.commit()
        return true
      },
      unfinished: (purpose) => journal.unfinished(purpose),
    }
    this.folios = hasFolios ? this.#foliosOf(joined.folios) : undefined
  }

  /** A new key holds only the folio that it takes here; `recover` sweeps others. */
  #foliosOf(folios: FolioSequence): FolioSequence {
    return {
      next: async (rfc, serie, holder) => {
        const taken = await folios.next(rfc, serie, holder)
        const { folio } = taken
        const commit = async () => {
          this.#held = undefined
          if (this.#isOver) await taken.commit()
          else this.#issued = { rfc, serie, folio }
        }
        const release = async () => {
          this.#held = undefined
          if (this.#isOver) await taken.release()
          else this.#releases.push(() => taken.release())
        }
        this.#held = { rfc, serie, folio, since: 0, commit, release }
        return this.#held
      },
      heldBy: async () => (this.#held === undefined ? [] : [this.#held]),
    }
  }

  /** Whether the engine wrote an order in it. */
  get isUsed(): boolean {
    return this.#order.buffered !== undefined || !this.#order.isFirst
  }

  /** Whether no commit was tried: a failure before the request was that of another unit. */
  get isUntried(): boolean {
    return this.#order.isFirst && !this.#isOver
  }

  /** Adds records to the next commit. */
  addRecords(write: RecordWrite): void {
    this.#records.push(write)
  }

  onLost(lost: () => void): void {
    this.#lost.push(lost)
  }

  /** Commits the buffered writes. @throws Refused, also errors of the store; nothing is written then */
  async commit(): Promise<void> {
    const [order, entry, records] = [
      this.#order.takeChange(),
      this.#entry.takeChange(),
      this.#records,
    ]
    const [issued, releases] = [this.#issued, this.#releases]
    this.#records = []
    this.#releases = []
    this.#issued = undefined
    const isEmpty = order === undefined && entry === undefined && records.length === 0
    const run = () =>
      this.#joined.transaction(async (tables, write) => {
        if (!(await write({ order, entry, issued }))) throw new Refused('the order has changed')
        // The locks of credits come last, so that they are held for the shortest time.
        for (const record of records) await record(tables)
      })
    try {
      if (!isEmpty) await untilUnchanged(run)
      this.#lost = []
    } catch (cause) {
      this.#isOver = true
      this.isRefused = cause instanceof Refused
      for (const lost of this.#lost) lost()
      throw cause
    }
    // `recover` sweeps a folio that is not released now.
    for (const release of releases) await release().catch(() => {})
  }

  /**
   * Commits the buffered writes with the records of a stamp. The order is acknowledged, because its
   * host has the result. Ends the unit. @throws as `commit`
   */
  async deliverRecords(record: RecordWrite): Promise<void> {
    this.addRecords(record)
    const { buffered } = this.#order
    if (buffered?.outcome !== undefined) this.#order.replaceBuffered(acknowledgedOrder(buffered))
    await this.endUnit()
  }

  /** Commits the buffered writes, and ends the unit. @throws as `commit` */
  async endUnit(): Promise<void> {
    await this.commit()
    this.#isOver = true
  }

  #isNew(token: string): boolean {
    const { buffered } = this.#order
    return buffered?.token === token && this.#order.isFirst
  }
}

function acknowledgedOrder({ claim: _, ...order }: Order): Order {
  return { ...order, status: 'acknowledged' }
}

/** The buffered versions of a record, of which the last one is written. */
class Pending<Stored extends { readonly version: number; readonly xml: string }> {
  buffered: Stored | undefined
  /** Whether no version was written in this unit. */
  isFirst = true
  #before = 0
  #xml: string | undefined

  bufferVersion(stored: Stored): void {
    if (this.buffered === undefined) this.#before = stored.version - 1
    this.buffered = stored
  }

  replaceBuffered(stored: Stored): void {
    this.buffered = stored
  }

  /** Returns the change to write. */
  takeChange(): Change<Stored> | undefined {
    const stored = this.buffered
    if (stored === undefined) return undefined
    const change = { stored, before: this.#before, hasXml: this.#xml === stored.xml }
    this.buffered = undefined
    this.isFirst = false
    this.#xml = stored.xml
    return change
  }
}
