/**
 * Stamps, and records the results.
 *
 * The engine admits a valid draft by a reserved credit, before it seals. Its order of the key
 * decides about the credit: a certain failure releases it, a stamp consumes it, and any other state
 * holds it until the outcome is certain. A failure is acknowledged before its credit is released,
 * and a stamp after it was recorded, so that `recover` finds interrupted calls.
 * @module
 */
import { folioFiscal } from '../cancel/sign.js'
import type { Signer } from '../certificate/signer.js'
import { failureCodes } from '../engine/codes.js'
import type { Draft } from '../engine/documentStages.js'
import { fingerprintOf, ParsedDraft } from '../engine/draft.js'
import type { Engine } from '../engine/engine.js'
import { createFailure } from '../engine/failure.js'
import type { OperateEvent } from '../engine/operate/events.js'
import { operateOnce } from '../engine/operate/operate.js'
import type { OperatedStore } from '../engine/operate/options.js'
import type { Order } from '../engine/orders.js'
import { namesOf, type RegisteredDocuments } from '../engine/registeredDocuments.js'
import type { StampFailure, StampResult, StampSuccess } from '../engine/result.js'
import { used } from '../engine/stamp/answers.js'
import type { OrderSettlement } from '../engine/stamp/attention.js'
import { successAgain } from '../engine/stamp/success.js'
import { decodeBase64 } from '../lib/base64.js'
import { allEnded, processAll } from '../lib/processAll.js'
import { createUuid } from '../lib/uuid.js'
import type { TraceContext } from '../pac/observe/trace.js'
import { isCfdi } from '../sat/registered.js'
import { purgeLogs } from './account/audit.js'
import { refuse } from './answer.js'
import {
  consume,
  endCall,
  type Reserved,
  reserve,
  reserveAhead,
  untilUnchanged,
  type Wanted,
} from './credits.js'
import type { Environment } from './environment.js'
import { accountOf, duplicateStampEvent, emit, stampedEvent } from './events.js'
import type { PdfChoices } from './handlers/pdfChoices.js'
import { searchedWords } from './lists/invoiceSearch.js'
import { requestMail, usualAddresses } from './mail/requestMail.js'
import type { AllRecords, KnownCfdi, ServiceStore } from './ports.js'
import type { InvoiceKeyRecord, InvoiceRecord, NewEvent, ReservationRecord } from './records.js'
import { openUnit, type RecordWrite, Refused, type ServiceUnit } from './stampUnit.js'

/** Request of a call. */
export interface StampWish {
  /** Key of the stamp, in the engine's form. */
  readonly key: string
  /** Engine of the account and of the request. */
  readonly engine: Engine
  /** The account. */
  readonly owner: string
  /** Whether to mail the invoice, or to which addresses. */
  readonly mail: boolean | readonly string[]
  /** Choices of the PDF. */
  readonly pdf?: PdfChoices | undefined
  /** Id of the API key of the request. */
  readonly by: string
  /** Whether the account had no credit: one is reserved before the seal, and not with the order. */
  readonly lacksCredit: boolean
  /** Time of the order, if it is known. */
  readonly orderedAt?: Date | undefined
  /** Signer of the issuer. */
  readonly signer: Signer | undefined
  /** Trace context of the request. */
  readonly trace?: TraceContext | undefined
}

/**
 * Stamps under a key, with a credit of the account. Concurrent calls with one key and draft share
 * the work.
 * @throws Refusal 724 without credit; also the store's errors
 */
export async function stampWithCredit(
  environment: Environment,
  draft: Draft,
  wish: StampWish,
): Promise<StampResult> {
  const fingerprint = await fingerprintOf(draft)
  const flight = `${fingerprint} ${wish.key}`
  const start = () => stampOnce(environment, draft, wish, fingerprint)
  return environment.inFlight.join(flight, undefined, start, () => {
    throw refuse('unknown')
  })
}

/** A refused unit wrote and sent nothing since its last commit: the stamp is done again without one. */
async function stampOnce(
  environment: Environment,
  draft: Draft,
  wish: StampWish,
  fingerprint: string,
): Promise<StampResult> {
  const unit = wish.lacksCredit ? undefined : openUnit(environment, wish.engine)
  if (unit === undefined) return stampIn(environment, draft, wish, { fingerprint })
  try {
    // The engine derives a draft in place.
    return await stampIn(environment, structuredClone(draft), wish, { fingerprint, unit })
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause
    return stampIn(environment, draft, wish, { fingerprint })
  }
}

interface StampContext {
  /** That of the original draft. */
  readonly fingerprint: string
  readonly unit?: ServiceUnit | undefined
}

/** @throws Refused if the unit is; also as {@link stampWithCredit} */
async function stampIn(
  environment: Environment,
  draft: Draft,
  wish: StampWish,
  { fingerprint, unit }: StampContext,
): Promise<StampResult> {
  const { key, engine, mail, pdf, by, signer, trace, orderedAt } = wish
  const admission = new Admission(environment, wish, unit)
  const admit = () => admission.admit()
  const parsed = new ParsedDraft(draft, { admit, signer, unit, fingerprint })
  const answer = await engine.stamp<unknown>(parsed, { key, trace, orderedAt })
  const isPurged = !answer.ok && answer.code === failureCodes.purged
  const earlier = isPurged ? await environment.store.invoiceKeys.get(key) : admission.earlier
  if (earlier !== undefined) return answerAgain(environment, earlier, fingerprint)
  // A unit joins the attempt of another one for an equal document, and fails with it.
  const isOthers = !answer.ok && answer.code === failureCodes.host && unit?.isUntried
  if ((unit?.isRefused || isOthers) && admission.problem === undefined) throw new Refused(key)
  if (answer.ok) await deliverStamp(environment, key, answer, { mail, pdf, by, fingerprint, unit })
  else {
    await unit?.endUnit().catch((cause: unknown) => {
      if (cause instanceof Refused) throw cause
    })
    // The credit of a key that cannot be settled now stays reserved; `recover` settles it.
    await settleKey(environment, key, admission.call).catch(() => {})
  }
  if (admission.problem !== undefined) throw admission.problem
  return answer
}

/** Answers a key from its invoice, when the engine has forgotten the order. */
async function answerAgain(
  { documents, documentStore }: Environment,
  { id: key, invoice, pac, fingerprint }: InvoiceKeyRecord,
  asked: string,
): Promise<StampResult> {
  if (fingerprint !== asked) return used(key)
  const xml = await documentStore.get('xml', invoice)
  if (xml === undefined) throw new Error(`the XML of ${invoice} is missing`)
  return successAgain(new TextDecoder().decode(xml), pac, documents)
}

/** Reserves the credit of a call, when the engine finds its document valid and its key new. */
class Admission {
  readonly call: string
  /** Thrown in place of the engine's failure. */
  problem: unknown
  /** The invoice that the key has already. */
  earlier: InvoiceKeyRecord | undefined
  readonly #environment: Environment
  readonly #wish: StampWish
  readonly #unit: ServiceUnit | undefined

  /** @param unit has the reservation, if there is one: it is made before the request to the PAC */
  constructor(environment: Environment, wish: StampWish, unit: ServiceUnit | undefined) {
    this.#environment = environment
    this.#wish = wish
    this.#unit = unit
    this.call = createUuid(environment.random)
  }

  async admit(): Promise<StampFailure | undefined> {
    const { store } = this.#environment
    if (this.#unit !== undefined) {
      this.#unit.addRecords(async (tables) => {
        const reserved = await reserve(tables, this.#wanted())
        if (!this.#isReserved(reserved)) throw new Refused('no credit')
      })
      return undefined
    }
    try {
      const run = (tables: AllRecords) => reserveAhead(tables, this.#wanted())
      if (this.#isReserved(await untilUnchanged(() => store.transaction(run)))) return undefined
    } catch (cause) {
      this.problem = cause
    }
    return createFailure(failureCodes.host, 'No se pudo reservar un crédito.')
  }

  #isReserved(reserved: Reserved): boolean {
    if (reserved === 'spent') this.problem = refuse('credits')
    else if (reserved !== 'reserved') this.earlier = reserved
    return reserved === 'reserved'
  }

  #wanted(): Wanted {
    const { now } = this.#environment
    const { key, owner, mail, pdf, by } = this.#wish
    return { key, owner, mail, pdf, by, call: this.call, now: now() }
  }
}

/** How a stamp is recorded. */
interface Recording {
  /** Whether to mail the invoice, or to which addresses; absent when only its reservation knows. */
  readonly mail?: boolean | readonly string[]
  /** Choices of the PDF; absent as `mail`. */
  readonly pdf?: PdfChoices | undefined
  /** Id of the API key; absent as `mail`. */
  readonly by?: string
  /** SHA-256 of the draft. */
  readonly fingerprint: string
  /** Unit of work of the stamp. */
  readonly unit?: ServiceUnit | undefined
}

/** Records a stamp, and acknowledges it to the engine. */
async function deliverStamp(
  environment: Environment,
  key: string,
  answer: StampSuccess,
  recording?: Recording,
): Promise<void> {
  const { fingerprint = '' } = recording ?? (await environment.orders.load(key)) ?? {}
  const record = await invoiceRecorder(environment, key, answer, { ...recording, fingerprint })
  const unit = recording?.unit
  // A key that has an order already is stamped without its unit.
  if (unit?.isUsed) return unit.deliverRecords(record)
  await untilUnchanged(() => environment.store.transaction(record))
  // Without the acknowledgement it is delivered again, and still recorded once.
  await environment.engine.acknowledge(key).catch(() => {})
}

/** Resolves to the writes that record an invoice, each of them once. */
async function invoiceRecorder(
  environment: Environment,
  key: string,
  { cfdi, pac }: StampSuccess,
  { mail, pdf, by, fingerprint }: Recording,
): Promise<RecordWrite> {
  const { store, documents, documentStore, now } = environment
  const bytes = decodeBase64(cfdi.XML) as Uint8Array
  const xml = new TextDecoder().decode(bytes)
  const stamp = { id: folioFiscal(cfdi.UUID), owner: accountOf(key), at: now(), key, pac }
  const read = documents.read(xml)
  const described = { ...stamp, ...describeDocument(read), state: 'stamped' as const }
  const invoice = {
    ...{ ...described, words: searchedWords(described) },
    ...{ ...(by !== undefined && { by }), ...(pdf && { pdf }) },
  }
  // An invoice must not exist without its document, while a document without an invoice does no
  // harm: it is written before the records, unless their transaction writes it too.
  const within = documentStore.within?.(store)
  if (within === undefined) await documentStore.put('xml', invoice.id, bytes)
  const usual = mail === false ? [] : await usualAddresses(environment, invoice)
  const { owner, at } = invoice
  const document = isCfdi(read.kind) ? read.document : undefined
  const known = { environment: environment.name, invoice, xml, document }
  const happened = { environment: environment.name, owner, at }
  return async (tables) => {
    const putDocument = within && (() => within(tables).put('xml', invoice.id, bytes))
    const recording = consume(tables, { invoice, fingerprint, putDocument })
    // Each of them is idempotent, and their statements are sent together.
    const [{ isNew, reservation }, , news] = await allEnded([
      recording,
      emit(tables, happened, [stampedEvent(invoice)]),
      followed(environment, 'stamped', tables, known, recording),
    ])
    if (!isNew) return
    if (news.length > 0) await emit(tables, happened, news)
    const wanted = mail || reservation?.mail
    if (!wanted || environment.mail === undefined) return
    // A follower may have changed the record.
    const recorded = (await tables.invoices.lock(invoice.id)) ?? invoice
    await requestMail(tables, recorded, { wanted, usual, now: at })
  }
}

/**
 * Returns the events of all followers. Those of the host follow after the ledger, which changes an
 * invoice only after it has read its own records, and after `recorded`.
 */
export async function followed(
  { followers: [ledger, ...others] }: Environment,
  what: 'stamped' | 'cancelled',
  tables: AllRecords,
  known: KnownCfdi,
  recorded?: Promise<{ readonly isNew: boolean }>,
): Promise<readonly NewEvent[]> {
  const events = [...(await ledger[what](tables, known))]
  if ((await recorded)?.isNew === false) return events
  for (const follower of others) events.push(...(await follower[what](tables, known)))
  return events
}

type Described = Omit<InvoiceRecord, 'id' | 'owner' | 'at' | 'key' | 'pac' | 'cancellation'>

/** Returns the values of a stamped document that its record has. */
function describeDocument({ document, kind }: ReturnType<RegisteredDocuments['read']>): Described {
  const { Serie, Folio, Fecha } = namesOf({ root: kind, document })
  const { Total, Moneda } = kind.amountsOf(document)
  const { rfcEmisor, rfcReceptor } = kind.statusQuery(document)
  const nombre = kind.receiverOf(document).replace(/ ?\([^()]*\)$/, '')
  return {
    emisor: rfcEmisor,
    receptor: rfcReceptor,
    ...(nombre !== '' && { nombre }),
    tipo: isCfdi(kind) ? document.TipoDeComprobante : kind.model.document.name,
    ...(Serie !== undefined && { serie: Serie }),
    ...(Folio !== undefined && { folio: Folio }),
    fecha: Fecha,
    total: Total,
    moneda: Moneda,
  }
}

/**
 * Settles the credit of a key by the engine's order, for a call that ended, or for dead ones. A
 * stamp is settled by its delivery.
 */
async function settleKey(
  { orders, engine, store, now }: Environment,
  key: string,
  call?: string,
): Promise<void> {
  for (;;) {
    const seen = await store.reservations.get(key)
    const order = await orders.load(key)
    const isOver = isUnclaimed(order) || isForeign(order) || (await isRecorded(store, order))
    if (isOver && order !== undefined) await engine.acknowledge(key)
    if (seen === undefined) return
    const end = { seen, call, isOver, now: now() }
    if (await store.transaction((tables) => endCall(tables, end))) return
  }
}

/** Whether the stamp was recorded before this reservation was made. */
async function isRecorded({ invoices }: ServiceStore, order: Order | undefined): Promise<boolean> {
  const { outcome } = order ?? {}
  return (
    outcome?.kind === 'stamped' &&
    (await invoices.get(folioFiscal(outcome.timbre.UUID))) !== undefined
  )
}

/**
 * Whether another program stamped the document with the same CSD: the key then fails without cost.
 */
function isForeign(order: Order | undefined): boolean {
  return order?.outcome?.kind === 'stamped' && order.outcome.previous !== undefined
}

/** Whether nothing was sent, a PAC rejected it, or its answer was purged. */
function isUnclaimed(order: Order | undefined): boolean {
  return (
    order === undefined ||
    order.purged === true ||
    (order.outcome !== undefined && order.outcome.kind !== 'stamped')
  )
}

/** Result of {@link recoverStamps}. */
export interface Recovered {
  /** Stamps recorded now or before. */
  readonly stamped: number
  /** Keys in doubt or held by a call. */
  readonly held: number
}

/**
 * Records every undelivered stamp and every second stamp, and settles every unclaimed key.
 * Idempotent.
 * @throws the first error, after everything was tried
 */
export async function recoverStamps(environment: Environment): Promise<Recovered> {
  const found = { stamped: 0, held: 0 }
  const take = async (event: OperateEvent): Promise<boolean> => {
    if (event.type === 'invoice.duplicated') return recordDuplicate(environment, event)
    // Only the code that releases the credit acknowledges the failure.
    if (event.type !== 'invoice.stamped' || !isKeyOf(environment, event.key)) return false
    await deliverStamp(environment, event.key, event.answer)
    found.stamped++
    return true
  }
  const abandoned = async ({ id }: ReservationRecord) => {
    await settleKey(environment, id)
    if ((await environment.store.reservations.get(id)) !== undefined) found.held++
  }
  const parts = [
    () => operateEnvironment(environment, take),
    () => processAll(reservationsOf(environment.store), abandoned),
    async () => void (await environment.simulator?.purge()),
    () => environment.csds.notifyExpiring(),
    () => purgeLogs(environment.store, environment.now()),
  ]
  await processAll(parts, (part) => part())
  return found
}

/**
 * Runs one round over the stamps of an environment. @throws the first error, after everything was
 * tried
 */
async function operateEnvironment(
  environment: Environment,
  take: (event: OperateEvent) => Promise<boolean>,
) {
  const { engine, provider, orders, cancelDuplicates, onRound } = environment
  const store = { orders } as OperatedStore
  const options = {
    provider,
    store,
    cancelDuplicates,
    onRound,
    deliver: take,
    tasks: ['resume', 'reconcile'] as const,
  }
  const summary = await operateOnce(engine, options)
  const failed = summary.tasks.find(({ cause }) => cause !== undefined)
  if (failed !== undefined) throw failed.cause
}

type Duplicated = Extract<OperateEvent, { type: 'invoice.duplicated' }>

/**
 * Records an invoice's second stamp. Resolves to `false` when its first one is not of the service,
 * or not recorded yet.
 */
async function recordDuplicate(
  { store, name, now }: Environment,
  { kept, duplicate }: Duplicated,
): Promise<boolean> {
  const invoice = await store.invoices.get(kept.uuid)
  if (invoice === undefined) return false
  const { id, owner } = invoice
  const event = duplicateStampEvent(id, duplicate)
  await store.transaction((tables) =>
    emit(tables, { environment: name, owner, at: now() }, [event]),
  )
  return true
}

/**
 * Ends a stamp in doubt by a manual resolution, and records the consequences. @throws SettleError;
 * also the store's errors
 */
export async function settleByHand(
  environment: Environment,
  key: string,
  settlement: OrderSettlement,
  by: string,
): Promise<StampResult> {
  const answer = await environment.engine.settle(key, settlement, { by })
  if (answer.ok) await deliverStamp(environment, key, answer)
  else await settleKey(environment, key)
  return answer
}

/** Other programs may share the orders. */
function isKeyOf({ name }: Environment, key: string): boolean {
  return key.startsWith(`${name}/`) && accountOf(key) !== ''
}

async function* reservationsOf({
  reservations,
}: ServiceStore): AsyncGenerator<ReservationRecord, void, undefined> {
  let page = await reservations.page({ limit: 100 })
  while (page.length > 0) {
    yield* page
    page = await reservations.page({ limit: 100, after: page.at(-1) })
  }
}
