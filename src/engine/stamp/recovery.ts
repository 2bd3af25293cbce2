/**
 * Recovery after a crash: unacknowledged results, interrupted orders, and unsettled folios.
 * @module
 */
import { namesOf, type RegisteredDocuments } from '../registeredDocuments.js'
import type { Provider } from '../../pac/provider.js'
import { ignoreError } from '../../lib/ignoreError.js'
import { mergeItems, splitItems } from '../../lib/iterate.js'
import { unavailable } from '../../pac/outcome.js'
import { abandonedAfter, type Claims } from './claims.js'
import { untilWritten } from './untilWritten.js'
import type { FolioSequence, HeldFolio } from '../folios.js'
import { flow } from '../many.js'
import type { Order, Orders } from '../orders.js'
import { isFree, orderStateOf, withoutToken } from './orderState.js'
import type { Delivery } from '../result.js'
import type { StampFlow } from './stampFlow.js'
import { withDocument } from './success.js'
import { settleOrderFolio } from './takenFolio.js'

/** Dependencies of {@link Recovery}. */
export interface RecoverySettings {
  readonly documents: RegisteredDocuments
  readonly orders: Orders
  readonly claims: Claims
  readonly folios: FolioSequence
  /** Time-out in milliseconds of a call to the folios. */
  readonly folioTimeout: number
  readonly stampFlow: StampFlow
  readonly provider: Provider
}

/** Maximum of orders that `resume` continues concurrently, and of results that it delivers. */
const atOnce = 16

/** Maximum of interrupted orders in memory while results are read past them. */
const mostInterrupted = 1_000

export class Recovery {
  readonly #settings: RecoverySettings

  constructor(settings: RecoverySettings) {
    this.#settings = settings
  }

  /** Yields unacknowledged results, and those of interrupted orders, which it continues. */
  async *resume(signal: AbortSignal | undefined): AsyncGenerator<Delivery, void, undefined> {
    // A folio that cannot be settled now is retried the next time. It does not stop deliveries.
    await this.#sweep().catch(ignoreError)
    const { claims, stampFlow } = this.#settings
    const visit = async (order: Order, each: AbortSignal | undefined) => {
      const isWaiting = (order.due ?? 0) > claims.now() || orderStateOf(order) === 'lost'
      if (order.outcome === undefined && isWaiting) return undefined
      return stampFlow.resume(order, each)
    }
    // An interrupted order may wait a minute for its PAC. Results do not wait behind it.
    const orders = claims.unfinished('resume')
    const isAnswered = ({ outcome }: Order) => outcome !== undefined
    const { admitted, others } = splitItems(orders, isAnswered, mostInterrupted)
    const settings = { concurrency: atOnce, ordered: false, signal }
    const visits = mergeItems(flow(admitted, visit, settings), flow(others, visit, settings))
    for await (const { document, answer } of visits) {
      if (answer === undefined) continue
      const { key, at, since = at, attempts = 0 } = document
      const delivery = { key, since, attempts: attempts + 1, ...answer }
      yield delivery.ok ? withDocument(delivery, this.#settings.documents.all) : delivery
    }
  }

  /** Records that the host has the result of a key. Resolves to `false` without a result. */
  async acknowledge(key: string): Promise<boolean> {
    const { orders, claims, folios, folioTimeout } = this.#settings
    return untilWritten(async () => {
      const order = claims.takeConcluded(key) ?? (await claims.load(key))
      if (order?.outcome === undefined) return false
      if (order.status === 'acknowledged') return true
      const { claim: _, ...rest } =
        order.outcome.kind === 'unavailable' ? withoutToken(order) : order
      const known = claims.next(rest, { status: 'acknowledged' })
      if (!(await orders.append(known))) return undefined
      // The folio of an order in a restored store may belong to a stamp that the store lost.
      if (known.restored !== undefined) return true
      const sealedOf = () => this.#settings.documents.parseSealed(known.xml)
      await settleOrderFolio(known, { folios, holder: key, sealedOf }, folioTimeout)
      return true
    })
  }

  /** Settles long-held folios, whose process died before or after it recorded the document. */
  async #sweep(): Promise<void> {
    const { claims, folios } = this.#settings
    for await (const held of folios.held?.() ?? []) {
      const { holder, since } = held
      if (holder === undefined || claims.now() - since <= abandonedAfter) continue
      try {
        // A document that was sealed without a key holds its folio by its token, a SHA-256.
        if (/^[0-9a-f]{64}$/.test(holder)) await this.#sweepToken(held, holder)
        else await this.#sweepOne(held, holder)
      } catch {
        // The next sweep tries again.
      }
    }
  }

  /**
   * Settles the folio of a document without a key by its outcome in the journal. A document that no
   * PAC received keeps its folio, because the host has the document.
   */
  async #sweepToken(held: HeldFolio, token: string): Promise<void> {
    const { provider, claims } = this.#settings
    const outcome = await provider.outcomeOf?.(token)
    if (outcome?.kind === 'stamped') return held.commit()
    if (outcome?.kind === 'rejected' || outcome?.kind === 'refused') return held.release()
    // A key may have the form of a token.
    if (outcome === undefined && (await claims.load(token)) !== undefined)
      await this.#sweepOne(held, token)
  }

  async #sweepOne(held: HeldFolio, key: string): Promise<void> {
    const { orders, claims, documents } = this.#settings
    const order = await claims.load(key)
    // The outcome of its document is unknown: it may be stamped with this folio.
    if (await claims.isForgotten(order, held.since)) return
    const isIts =
      order?.folio === held.folio &&
      namesOf(documents.parseSealed(order.xml)).sequence === held.serie
    if (order?.outcome?.kind === 'stamped') return isIts ? held.commit() : held.release()
    if (order !== undefined && (!isFree(order) || (isIts && orderStateOf(order) === 'unreached')))
      return
    // The process that reserved it may only be suspended. A new version of the key prevents it from
    // recording its document.
    if (await orders.append(claims.next(order ?? nothingOf(key)))) await held.release()
  }
}

/** Creates the order of a key with a reserved folio and no recorded document. */
function nothingOf(key: string): Order {
  const outcome = unavailable('', 'El proceso que tomó un folio para esta clave no registró nada.')
  return {
    key,
    version: 0,
    status: 'acknowledged',
    fingerprint: '',
    xml: '',
    warnings: [],
    at: 0,
    outcome,
  }
}
