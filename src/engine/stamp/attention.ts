/**
 * Orders that need attention: listed, reported at increasing intervals, and resolved manually.
 * @module
 */
import { namesOf, type RegisteredDocuments } from '../registeredDocuments.js'
import { SettleError } from '../../errors.js'
import { decodeBase64 } from '../../lib/base64.js'
import { isRecord } from '../../lib/json.js'
import { central, dayLength, instant } from '../../lib/time.js'
import { tokenOf } from '../../pac/hash.js'
import { judgeStamped, unavailable } from '../../pac/outcome.js'
import type { Provider, Stamped } from '../../pac/provider.js'
import { busySettlement } from '../../pac/settlement.js'
import { writeCfdi } from '../../sat/cfdi40/cfdi.js'
import type { Sealed } from '../../seal/sello.js'
import { failureCodes } from '../codes.js'
import { createFailure, sealedCfdi } from '../failure.js'
import type { FolioSequence } from '../folios.js'
import type { Order } from '../orders.js'
import type { Attention, StampResult } from '../result.js'
import { answerOf } from './answers.js'
import type { Claims } from './claims.js'
import { untilWritten } from './untilWritten.js'
import { orderStateOf, withoutToken } from './orderState.js'
import type { PreparationSettings } from './preparation.js'
import type { StampFlow } from './stampFlow.js'
import { settleOrderFolio } from './takenFolio.js'

/** Manual resolution of an order: no PAC stamped it, or the stamped XML in Base64. */
export type OrderSettlement = 'not-stamped' | { readonly XML: string }

/** Dependencies of {@link AttentionDesk}. */
export interface AttentionSettings {
  readonly documents: RegisteredDocuments
  readonly claims: Claims
  readonly folios: FolioSequence
  /** Time-out in milliseconds of a call to the folios. */
  readonly folioTimeout: number
  readonly provider: Provider
  readonly catalogs: PreparationSettings['catalogs']
  readonly stampFlow: Pick<StampFlow, 'isInFlight'>
}

/** Milliseconds after Fecha within which a PAC may stamp (RMF 2026, rule 2.7.2.9, I). */
const stampable = 72 * 3_600_000

/** Milliseconds between an alarm and the next one; the last pause repeats. */
const pauses = [dayLength, 3 * dayLength, 7 * dayLength]

export class AttentionDesk {
  readonly #settings: AttentionSettings

  constructor(settings: AttentionSettings) {
    this.#settings = settings
  }

  /** Yields the orders in doubt for this long, and those that a restored store lost. */
  async *list(olderThan: number): AsyncGenerator<Attention, void, undefined> {
    const { claims } = this.#settings
    for await (const order of claims.unfinished()) {
      const { doubt, restored } = order
      const state = orderStateOf(order)
      if (doubt === undefined || (state !== 'sent' && state !== 'lost')) continue
      if (restored !== undefined || claims.now() - doubt.since >= olderThan)
        yield this.#attentionOf(order, doubt)
    }
  }

  /**
   * Records that the host received an alarm of an order. Resolves to `false` if the order needs no
   * attention any more.
   */
  acknowledge(key: string): Promise<boolean> {
    const { claims } = this.#settings
    return untilWritten(async () => {
      const order = await claims.load(key)
      if (order?.doubt === undefined || order.outcome !== undefined) return false
      const alarms = (order.doubt.alarms ?? 0) + 1
      if (
        await claims.append(
          claims.next(order, { doubt: { ...order.doubt, alarms, alarmedAt: claims.now() } }),
        )
      )
        return true
      return undefined
    })
  }

  /**
   * Ends an order by manual resolution. @throws SettleError, TypeError, and what the store throws
   */
  async settle(key: string, settlement: OrderSettlement, by: string): Promise<StampResult> {
    const timbred =
      settlement === 'not-stamped'
        ? undefined
        : readSettledXml(settlement, this.#settings.documents)
    const { claims } = this.#settings
    const order = await claims.load(key)
    this.#requireOpen(order, key)
    const own = order.xml === '' ? undefined : this.#settings.documents.parseSealed(order.xml)
    const stamped = timbred && settledStamp(timbred, own, order)
    const isOwn = own !== undefined && (stamped === undefined || stamped.sealed === own)
    if (own !== undefined) {
      // Settles the document in the journal of a failover too. An unknown or already settled
      // document does not prevent it.
      const timbre = isOwn ? stamped?.outcome.timbre : undefined
      const { provider } = this.#settings
      try {
        await provider.settle?.(await tokenOf(own), timbre ?? 'not-stamped', { by })
      } catch (cause) {
        const code = cause instanceof SettleError ? cause.code : undefined
        if (code !== 'SETTLE_UNKNOWN' && (code !== 'SETTLE_CLOSED' || timbre === undefined))
          throw cause
      }
    }
    if (stamped === undefined) {
      // The end of an order as not stamped frees its key and releases its folio.
      const { claims } = this.#settings
      const message = `${by} comprobó que ningún PAC lo timbró.`
      const outcome = unavailable('', message)
      // A result without a document cannot be delivered. The caller of `settle` receives it.
      const written = claims.next(known(order), {
        status: own === undefined ? 'acknowledged' : 'answered',
        outcome,
      })
      if (!(await claims.append(written))) throw busySettlement()
      if (own === undefined) return createFailure(failureCodes.unavailable, message)
      return answerOf(written, outcome, own)
    }
    return this.#endStamped(order, stamped)
  }

  /**
   * Declares all forgotten keys as not stamped, except settled ones. @returns the number of keys
   */
  async settleForgotten(by: string): Promise<number> {
    const keys: string[] = []
    for await (const { key, restored, outcome } of this.#settings.claims.unfinished())
      if (restored === 'forgotten' && outcome === undefined) keys.push(key)
    for (const key of keys) await this.settle(key, 'not-stamped', by)
    return keys.length
  }

  #attentionOf(
    order: Order,
    { alarms = 0, alarmedAt = 0, ...doubt }: NonNullable<Order['doubt']>,
  ): Attention {
    const { key, xml, restored = 'doubt' } = order
    const isAlarmDue =
      alarms === 0 ||
      this.#settings.claims.now() - alarmedAt >=
        (pauses[Math.min(alarms, pauses.length) - 1] ?? dayLength)
    const attention: Attention = { key, reason: restored, ...doubt, alarms, isAlarmDue }
    if (xml === '') return attention
    const sealed = this.#settings.documents.parseSealed(xml)
    const { Fecha, LugarExpedicion } = namesOf(sealed)
    const deadline =
      instant(Fecha, this.#settings.catalogs().zoneOf(LugarExpedicion) ?? central).getTime() +
      stampable
    return {
      ...attention,
      ...(order.token !== undefined && { token: order.token }),
      deadline,
      sealed: sealedCfdi(sealed),
    }
  }

  #requireOpen(order: Order | undefined, key: string): asserts order is Order {
    if (order === undefined || order.purged)
      throw new SettleError(
        'SETTLE_UNKNOWN',
        `El almacén no tiene un comprobante con la clave ${key}.`,
      )
    if (order.outcome !== undefined)
      throw new SettleError(
        'SETTLE_CLOSED',
        `El resultado de la clave ${key} ya se conoce: no está en duda.`,
      )
    const { claims, stampFlow } = this.#settings
    if (claims.isOthers(order) || stampFlow.isInFlight(order)) throw busySettlement()
  }

  /** @throws SettleError when the token of the stamp belongs to another key, or is being written */
  async #endStamped(order: Order, { sealed, outcome }: StampedOrder): Promise<StampResult> {
    const { claims } = this.#settings
    const token = await tokenOf(sealed)
    const { Folio } = namesOf(sealed)
    const folio = order.folio ?? Folio
    const settled = {
      ...known(order),
      xml: sealed.xml,
      token,
      ...(folio !== undefined && { folio }),
    }
    const written = claims.next(settled, { status: 'answered', outcome })
    if (!(await claims.append(written))) {
      // Takes the token from a key that got its stamp from elsewhere: the stamp is that of a
      // forgotten key.
      const owner = await claims.ownerOf(token)
      if (owner === undefined || owner === order.key) throw busySettlement()
      const other = await claims.load(owner)
      const isForeign = other?.outcome?.kind === 'stamped' && other.outcome.previous !== undefined
      if (!isForeign)
        throw new SettleError('SETTLE_STAMP', `El comprobante es de otra clave: ${owner}.`)
      if (!(await claims.append(claims.next(withoutToken(other))))) throw busySettlement()
      if (!(await claims.append(written))) throw busySettlement()
    }
    const { folios, folioTimeout } = this.#settings
    await settleOrderFolio(
      written,
      { folios, holder: written.key, sealedOf: () => sealed },
      folioTimeout,
    )
    return answerOf(written, outcome, sealed)
  }
}

/** Returns the order without the members of a doubt. */
function known(order: Order): Order {
  const {
    claim: _claim,
    unsent: _unsent,
    doubt: _doubt,
    due: _due,
    restored: _restored,
    ...rest
  } = order
  return rest
}

interface StampedOrder {
  readonly sealed: Sealed
  readonly outcome: Stamped
}

/** @throws SettleError, TypeError */
function readSettledXml(settlement: unknown, documents: RegisteredDocuments): StampedOrder {
  const xml = isRecord(settlement) ? settlement['XML'] : undefined
  const bytes = typeof xml === 'string' ? decodeBase64(xml) : undefined
  if (bytes === undefined)
    throw new TypeError(
      "settle: 'not-stamped' or { XML } with the stamped XML in Base64 is expected",
    )
  try {
    const { Complemento, ...document } = documents.read(bytes).document
    const { TimbreFiscalDigital: timbre, ...complements } = Complemento ?? {}
    const rest =
      Object.keys(complements).length === 0 ? document : { ...document, Complemento: complements }
    const unstamped = writeCfdi(rest as typeof document, { documents: documents.all })
    const sealed = documents.parseSealed(unstamped)
    const outcome = judgeStamped({ pac: 'manual', when: 'earlier', timbre }, sealed, 'manual')
    if (outcome.kind === 'stamped') return { sealed, outcome }
  } catch {
    // Throws the error below.
  }
  throw new SettleError(
    'SETTLE_STAMP',
    'El XML no es un CFDI 4.0 con un timbre de ese comprobante.',
  )
}

/**
 * Requires the stamp of the bytes of the order. Only a key that a restored store may have forgotten
 * can have other bytes.
 */
function settledStamp(given: StampedOrder, own: Sealed | undefined, order: Order): StampedOrder {
  if (own?.sello === given.sealed.sello) return { sealed: own, outcome: given.outcome }
  if (order.restored !== undefined) return given
  throw new SettleError('SETTLE_STAMP', 'El timbre es de otro comprobante.')
}
