/**
 * A stamp and everything that is recorded with it.
 *
 * A call claims its key with the reservation of a credit; only who has the claim may give the credit back. What the engine's order says
 * decides: a certain no releases, a stamp is consumed, anything else is held until it is known. A no is acknowledged before its credit is
 * released, and a stamp after it was recorded: whoever dies in between leaves something that `recover` finds.
 * @module
 */
import { folioFiscal } from '../cancel/sign.js'
import { fingerprintOf } from '../engine/draft.js'
import type { Delivery } from '../engine/keyed.js'
import type { Order } from '../engine/orders.js'
import type { StampResult, StampSuccess } from '../engine/result.js'
import type { Draft } from '../engine/stages.js'
import { decodeBase64 } from '../lib/base64.js'
import { throughAll } from '../lib/throughAll.js'
import { createUuid } from '../lib/uuid.js'
import { readCfdi } from '../sat/cfdi40/cfdi.js'
import { refuse } from './answer.js'
import { consume, hold, isClaimed, release, reserve } from './credits.js'
import type { Environment } from './environment.js'
import { accountOf, emit, stampedEvent } from './events.js'
import type { AllRecords, KnownCfdi, ServiceStore } from './ports.js'
import type { InvoiceRecord, NewEvent, ReservationRecord } from './records.js'

/** What a call wants stamped. */
export interface StampWish {
  /** The key, as the engine has it. */
  readonly key: string
  /** The account. */
  readonly owner: string
  /** Whether it is to be mailed. */
  readonly mail: boolean
}

/**
 * Stamps under a key, with a credit of the account. Calls of one key and draft share the work.
 * @throws Refusal 708 while another call works on the key, 724 without credit; and what a store throws
 */
export async function stampWithCredit(environment: Environment, draft: Draft, wish: StampWish): Promise<StampResult> {
  const flight = `${await fingerprintOf(draft)} ${wish.key}`
  const start = () => stampOnce(environment, draft, wish)
  return environment.inFlight.join(flight, undefined, start, () => {
    throw refuse('unknown')
  })
}

async function stampOnce(environment: Environment, draft: Draft, wish: StampWish): Promise<StampResult> {
  const call = createUuid(environment.random)
  await reserveFor(environment, wish, call)
  const answer = await environment.engine.stamp(draft, { key: wish.key })
  if (answer.ok) await deliver(environment, wish.key, answer, wish.mail)
  // What cannot be settled now is claimed until the lease is over, and then found by recover.
  else await settle(environment, wish.key, call).catch(() => {})
  return answer
}

/** A key that has its stamp needs no credit. */
async function reserveFor(environment: Environment, { key, owner, mail }: StampWish, call: string): Promise<void> {
  const { store, now, lease } = environment
  if (await isStamped(environment, key)) return
  const at = now()
  const wanted = { key, owner, mail, now: at, claim: { call, until: at + lease } }
  const reserved = await store.transaction((tables) => reserve(tables, wanted))
  if (reserved === 'reserved' || (await isStamped(environment, key))) return
  if (reserved === 'spent') throw refuse('credits')
  throw refuse('unknown', { message: 'Otra petición con la misma llave está en curso: repítala más tarde.' })
}

async function isStamped({ orders }: Environment, key: string): Promise<boolean> {
  return (await orders.load(key))?.outcome?.kind === 'stamped'
}

/** Records a stamp, and says to the engine that it is recorded. */
async function deliver(environment: Environment, key: string, answer: StampSuccess, mail = false): Promise<void> {
  await record(environment, key, answer, mail)
  // Not acknowledged, it is delivered again, and recorded once.
  await environment.engine.acknowledge(key).catch(() => {})
}

async function record(environment: Environment, key: string, { cfdi, pac }: StampSuccess, mail: boolean) {
  const { store, documents, now } = environment
  const bytes = decodeBase64(cfdi.XML) as Uint8Array
  const xml = new TextDecoder().decode(bytes)
  const invoice = invoiceOf(xml, { uuid: folioFiscal(cfdi.UUID), key, pac, at: now() })
  // Before the rest: a document that no invoice leads to is found by nobody, and one that is missing would be.
  await documents.put('xml', invoice.id, bytes)
  await store.transaction(async (tables) => {
    const { isNew, reservation } = await consume(tables, invoice)
    if (!isNew) return
    const { id, owner, at } = invoice
    const known = { environment: environment.name, invoice, xml }
    await emit(tables, { environment: environment.name, owner, at }, [
      stampedEvent(invoice),
      ...(await followed(environment, 'stamped', tables, known)),
    ])
    if (mail || reservation?.mail === true) await tables.mails.put({ id, owner, at, tries: 0 })
  })
}

/** What all followers tell. */
export async function followed(
  { followers }: Environment,
  what: 'stamped' | 'cancelled',
  tables: AllRecords,
  known: KnownCfdi,
): Promise<readonly NewEvent[]> {
  const events: NewEvent[] = []
  for (const follower of followers) events.push(...(await follower[what](tables, known)))
  return events
}

function invoiceOf(xml: string, { uuid, key, pac, at }: { uuid: string; key: string; pac: string; at: number }) {
  const { Emisor, Receptor, TipoDeComprobante, Serie, Folio, Fecha, Total, Moneda } = readCfdi(xml)
  const invoice: InvoiceRecord = {
    ...{ id: uuid, owner: accountOf(key), at, key, pac },
    emisor: Emisor.Rfc,
    receptor: Receptor.Rfc,
    tipo: TipoDeComprobante,
    ...(Serie === undefined ? {} : { serie: Serie }),
    ...(Folio === undefined ? {} : { folio: Folio }),
    fecha: Fecha,
    total: String(Total),
    moneda: Moneda,
  }
  return invoice
}

/** Settles a key that a call has claimed, by what the engine's order says; a stamp is left to whoever delivers it. */
async function settle({ orders, engine, store, now }: Environment, key: string, call: string): Promise<void> {
  const order = await orders.load(key)
  const isOver = isFree(order) || (await isRecorded(store, order))
  if (!isOver) return store.transaction((tables) => hold(tables, key, call))
  if (order !== undefined) await engine.acknowledge(key)
  await store.transaction((tables) => release(tables, key, call, now()))
}

/** Somebody else recorded its stamp, before this reservation was made. */
async function isRecorded({ invoices }: ServiceStore, order: Order | undefined): Promise<boolean> {
  const { outcome } = order ?? {}
  return outcome?.kind === 'stamped' && (await invoices.get(folioFiscal(outcome.timbre.UUID))) !== undefined
}

/** Nothing of it was sent, or a PAC said no. */
function isFree(order: Order | undefined): boolean {
  return order === undefined || (order.outcome !== undefined && order.outcome.kind !== 'stamped')
}

/** What {@link recoverStamps} found. */
export interface Recovered {
  /** Stamps that were recorded, or were already. */
  readonly stamped: number
  /** Keys whose outcome is still not known, or that a call works on. */
  readonly held: number
}

/**
 * Records every stamp that was not delivered, and settles every key that nobody works on. Repeating it does nothing twice.
 * @throws what failed first, once everything was tried
 */
export async function recoverStamps(environment: Environment): Promise<Recovered> {
  const found = { stamped: 0, held: 0 }
  const resumed = async ({ key, ...answer }: Delivery) => {
    if (!answer.ok || !isOf(environment, key)) return
    await deliver(environment, key, answer)
    found.stamped++
  }
  const abandoned = async ({ id }: ReservationRecord) => {
    await settleOne(environment, id)
    if ((await environment.store.reservations.get(id)) !== undefined) found.held++
  }
  const parts = [
    () => throughAll(environment.engine.resume(), resumed),
    () => throughAll(reservationsOf(environment.store), abandoned),
  ]
  await throughAll(parts, (part) => part())
  return found
}

/** The orders may be somebody else's too. */
function isOf({ name }: Environment, key: string): boolean {
  return key.startsWith(`${name}/`) && accountOf(key) !== ''
}

async function* reservationsOf({ reservations }: ServiceStore): AsyncGenerator<ReservationRecord, void, undefined> {
  let page = await reservations.page({ limit: 100 })
  while (page.length > 0) {
    yield* page
    page = await reservations.page({ limit: 100, after: page.at(-1) })
  }
}

async function settleOne(environment: Environment, key: string): Promise<void> {
  const { store, random, now, lease } = environment
  const call = createUuid(random)
  const isOurs = await store.transaction(async ({ reservations }) => {
    const held = await reservations.lock(key)
    if (held === undefined || isClaimed(held, now())) return false
    await reservations.put({ ...held, claim: { call, until: now() + lease } })
    return true
  })
  if (isOurs) await settle(environment, key, call)
}
