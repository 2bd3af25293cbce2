/**
 * The ledger of payments: a record for each document that charges or settles an amount, with the
 * folios of the documents that refer to it. Both only grow, so documents may arrive in any order,
 * and repeatedly, with the same result.
 *
 * The ledger belongs to an account: documents of other accounts have no effect on it, whatever they
 * refer to.
 * @module
 */
import { readCfdi } from '../../sat/cfdi40/cfdi.js'
import { invoiceStateOf } from '../lists/invoiceSearch.js'
import type { AllRecords, Follower, KnownCfdi, Records } from '../ports.js'
import type { InvoiceRecord, LedgerRecord, NewEvent } from '../records.js'
import { isInLedger, type LedgerFacts, readLedgerFacts } from './facts.js'
import { type Statement, statementOf } from './statement.js'

/** State of a ledger record. Plain JSON. */
export interface LedgerState {
  /** Facts of the document; absent if so far it was only referred to, or cancelled. */
  readonly facts?: LedgerFacts
  /** Whether it is cancelled, which is final. */
  readonly cancelled: boolean
  /** Folios of the documents that refer to it, sorted. */
  readonly by: readonly string[]
  /** For an invoice: the last emitted state. */
  readonly paid: boolean
  /** Number of changes of that state. */
  readonly turn: number
}

const blank: LedgerState = { cancelled: false, by: [], paid: false, turn: 0 }

/**
 * Creates the ledger of every service. It emits `cfdi.paid` when receipts bring an invoice's
 * balance to zero, and `cfdi.unpaid` when they no longer do.
 */
export function paymentLedger(): Follower {
  return {
    async stamped(tables, known) {
      if (!isInLedger(known.invoice.tipo)) return []
      const facts = readLedgerFacts(known.document ?? readCfdi(known.xml))
      if (facts === undefined) return []
      return new Work(tables, known).learn(facts)
    },
    cancelled: async (tables, known) =>
      new Work(tables, known).cancel(known.invoice.id.toUpperCase()),
  }
}

/**
 * Resolves to the statement of an invoice; undefined for a document that is not a known invoice of
 * the account.
 * @throws the store's errors
 * @example
 * const store = createMemoryServiceStore()
 * const statement = await readStatement(store.ledger, 'acct', timbre.UUID)
 * statement?.balance // → undefined
 */
export async function readStatement(
  ledger: Pick<Records<LedgerRecord>, 'get'>,
  owner: string,
  uuid: string,
): Promise<Statement | undefined> {
  const read: Read = (other) => stored(ledger, owner, other)
  return statementFrom(await read(uuid.toUpperCase()), read)
}

type Ledger = Pick<Records<LedgerRecord>, 'get' | 'lock' | 'insert' | 'put'>
type Read = (uuid: string) => Promise<LedgerState>

function idOf(owner: string, uuid: string): string {
  return `${owner}/${uuid}`
}

async function stored(
  ledger: Pick<Ledger, 'get'>,
  owner: string,
  uuid: string,
): Promise<LedgerState> {
  return ((await ledger.get(idOf(owner, uuid)))?.state as LedgerState | undefined) ?? blank
}

async function statementFrom(
  { facts, cancelled, by }: LedgerState,
  read: Read,
): Promise<Statement | undefined> {
  if (facts?.charge === undefined) return undefined
  const inForce: LedgerFacts[] = []
  for (const folio of by) {
    const other = await read(folio)
    if (other.facts === undefined || other.cancelled) continue
    // Until a replaced document is cancelled, the SAT has both in force; the replacement counts.
    if (!(await isReplaced(folio, other, read, new Set()))) inForce.push(other.facts)
  }
  return statementOf({ invoice: { ...facts, charge: facts.charge }, cancelled, inForce })
}

/**
 * Whether a document in force replaces it, or one that was cancelled because it was replaced
 * itself.
 */
async function isReplaced(
  folio: string,
  { by }: LedgerState,
  read: Read,
  seen: Set<string>,
): Promise<boolean> {
  seen.add(folio)
  for (const next of by) {
    const other = await read(next)
    if (seen.has(next) || !replacedBy(other.facts).includes(folio)) continue
    if (!other.cancelled || (await isReplaced(next, other, read, seen))) return true
  }
  return false
}

/** Applies one document to the ledger, within a transaction. */
class Work {
  readonly #ledger: Ledger
  readonly #invoices: Pick<Records<InvoiceRecord>, 'lock' | 'put'>
  readonly #owner: string
  readonly #at: number
  /** Time of the change. */
  readonly #now: number
  /** Caches states, so that a receipt of a thousand invoices is read once. */
  readonly #states = new Map<string, LedgerState>()

  constructor(
    { ledger, invoices }: Pick<AllRecords, 'ledger' | 'invoices'>,
    { invoice: { owner, at, cancellation } }: KnownCfdi,
  ) {
    this.#ledger = ledger
    this.#invoices = invoices
    this.#now = cancellation?.since ?? at
    this.#owner = owner
    this.#at = at
  }

  /** Adds a document. */
  async learn(facts: LedgerFacts): Promise<NewEvent[]> {
    const { UUID } = facts
    if (namedBy(facts).length === 0 && (await this.#begin(facts))) return this.#tell([UUID])
    const touched = await this.#lock(UUID, facts)
    const own = await this.#read(UUID)
    if (own.facts !== undefined) return []
    await this.#put(UUID, { ...own, facts })
    for (const folio of namedBy(facts)) {
      const state = await this.#read(folio)
      await this.#put(folio, { ...state, by: [...new Set([...state.by, UUID])].sort() })
    }
    return this.#tell(touched)
  }

  /** Adds the record of a document that refers to no other. Resolves to whether there was none. */
  async #begin(facts: LedgerFacts): Promise<boolean> {
    const id = idOf(this.#owner, facts.UUID)
    if ((await this.#ledger.lock(id)) !== undefined) return false
    const state = { ...blank, facts }
    const isNew = await this.#ledger.insert({ id, owner: this.#owner, at: this.#at, state })
    if (isNew) this.#states.set(facts.UUID, state)
    return isNew
  }

  /** Marks a known or unknown document as cancelled. */
  async cancel(uuid: string): Promise<NewEvent[]> {
    const touched = await this.#lock(uuid)
    const own = await this.#read(uuid)
    if (own.cancelled) return []
    await this.#put(uuid, { ...own, cancelled: true })
    return this.#tell(touched)
  }

  /**
   * Locks a document, those that it refers to, and those that refer to the documents it replaces.
   * Locks are taken in sorted order, or two receipts of the same invoices would deadlock. Documents
   * that arrived during the wait are locked too.
   */
  async #lock(uuid: string, facts?: LedgerFacts): Promise<readonly string[]> {
    const held = new Set<string>()
    for (;;) {
      const touched = await this.#touched(uuid, facts)
      const fresh = touched.filter((folio) => !held.has(folio))
      if (fresh.length === 0) return touched
      for (const folio of fresh) {
        await this.#hold(folio)
        held.add(folio)
      }
      this.#states.clear()
    }
  }

  /** Returns the affected folios, sorted. */
  async #touched(uuid: string, facts?: LedgerFacts): Promise<string[]> {
    const touched = new Set([uuid])
    const replaced = [uuid]
    for (let folio = replaced.pop(); folio !== undefined; folio = replaced.pop()) {
      const said = (folio === uuid ? facts : undefined) ?? (await this.#read(folio)).facts
      replaced.push(...replacedBy(said).filter((other) => !touched.has(other)))
      for (const named of namedBy(said)) touched.add(named)
    }
    return [...touched].sort()
  }

  async #hold(folio: string): Promise<void> {
    const id = idOf(this.#owner, folio)
    if ((await this.#ledger.lock(id)) !== undefined) return
    await this.#ledger.insert({ id, owner: this.#owner, at: this.#at, state: blank })
    await this.#ledger.lock(id)
  }

  readonly #read: Read = async (folio) => {
    const state = this.#states.get(folio) ?? (await stored(this.#ledger, this.#owner, folio))
    this.#states.set(folio, state)
    return state
  }

  async #put(folio: string, state: LedgerState): Promise<void> {
    this.#states.set(folio, state)
    await this.#ledger.put({
      id: idOf(this.#owner, folio),
      owner: this.#owner,
      at: this.#at,
      state,
    })
  }

  /** Returns the events of some documents; most are not invoices, or have not changed. */
  async #tell(folios: readonly string[]): Promise<NewEvent[]> {
    const news: NewEvent[] = []
    for (const folio of folios) {
      const state = await this.#read(folio)
      const statement = await statementFrom(state, this.#read)
      if (statement === undefined) continue
      if (state.by.length > 0) await this.#show(statement)
      if (statement.cancelled || statement.paid === state.paid) continue
      const turn = state.turn + 1
      await this.#put(folio, { ...state, paid: statement.paid, turn })
      const { paid, cancelled: _, remarks: __, ...data } = statement
      const type = paid ? 'cfdi.paid' : 'cfdi.unpaid'
      news.push({ id: `${type}/${data.UUID}/${turn}`, type, data })
    }
    return news
  }

  /** Writes the statement to the record of the invoice, for lists. */
  async #show(statement: Statement): Promise<void> {
    const { UUID, Total, paid, payments, credits, balance } = statement
    const invoice = await this.#invoices.lock(UUID)
    if (invoice === undefined || invoice.owner !== this.#owner) return
    const { payment: before } = invoice
    const isSame =
      before === undefined
        ? balance === Total
        : before.paid === paid && before.payments === payments && before.credits === credits
    if (isSame) return
    const payment = { paid, payments, credits, balance, at: this.#now }
    await this.#invoices.put({
      ...invoice,
      payment,
      state: invoiceStateOf({ ...invoice, payment }),
    })
  }
}

/** Folios that a document refers to. */
function namedBy(facts: LedgerFacts | undefined): string[] {
  return [...new Set((facts?.movements ?? []).map(({ to }) => to))]
}

/** Folios that a document replaces. */
function replacedBy(facts: LedgerFacts | undefined): string[] {
  return (facts?.movements ?? []).filter(({ kind }) => kind === 'replacement').map(({ to }) => to)
}
