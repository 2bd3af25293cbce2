/**
 * A sandbox that its clients can drive: two PACs behind a failover, and a SAT, over the records of
 * the service. A request may force an outcome, which passes through the engine, the failover and its
 * journal like that of a real PAC; other requests do not notice it.
 * @module
 */
import { type CancelPolicy, defaultPolicy } from '../../cancel/schedule.js'
import { readCertificate } from '../../certificate/certificate.js'
import type { Signer } from '../../certificate/signer.js'
import type { Orders } from '../../engine/orders.js'
import { RegisteredDocuments } from '../../engine/registeredDocuments.js'
import type { SignerSource } from '../../engine/stamp/preparation.js'
import { type OptionNames, requireOptions, withMethods } from '../../lib/options.js'
import { systemClock } from '../../pac/clock.js'
import { failover } from '../../pac/failover.js'
import { tokenOf } from '../../pac/hash.js'
import type { Journal } from '../../pac/journal.js'
import { unavailable, unknownOutcome } from '../../pac/outcome.js'
import type { CancelOutcome, CancelRequest, Provider, StampOutcome } from '../../pac/provider.js'
import { createAuthority, type Issued } from '../../pac/sandbox/authority.js'
import { createSandboxPac, type SandboxStamps } from '../../pac/sandbox/sandbox.js'
import type { SandboxSatState } from '../../pac/sandbox/sat.js'
import { answerAt, cancelAt, relatedAt } from '../../pac/sandbox/satCancel.js'
import { registeredKinds } from '../../sat/cfdi40/document.js'
import { type Registered, registeredNames } from '../../sat/registered.js'
import type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import type { Sealed } from '../../seal/sello.js'
import type { Vault } from '../account/vault.js'
import { createRecordDocuments } from '../documents.js'
import { accountOf } from '../events.js'
import type { DocumentStore, ServiceStore } from '../ports.js'
import { aheadOf } from './accountClock.js'
import type { SimulatedOutcome } from './outcomes.js'
import { RecordedSat } from './recordedSat.js'
import { createSandboxCsds } from './sandboxCsds.js'

/** Options of {@link createServiceSandbox}. */
export interface ServiceSandboxOptions extends Registered {
  /** Store of the records of the sandbox; the same as that of its environment. */
  readonly store: ServiceStore
  /** Store of its XML. Defaults to the store of its records. */
  readonly documentStore?: DocumentStore | undefined
  /** Orders of its environment. */
  readonly orders: Orders
  /** Journal of its failover. */
  readonly journal: Journal
  /** Returns the registered name of a taxpayer, for its CSD. Defaults to one name for all. */
  readonly nameOf?: ((rfc: string) => string | undefined) | undefined
  /** Seals the private keys of issued CSDs. Defaults to none: they are stored in the clear. */
  readonly vault?: Vault | undefined
  /** Current time. Defaults to the system clock. */
  readonly clock?: (() => Date) | undefined
}

/** Members of the options of a sandbox environment. */
export interface ServiceSandbox {
  /** Issues the CSD of any RFC at its first use, and keeps it in the records. */
  readonly signers: SignerSource
  /** Its two PACs. */
  readonly provider: Provider
  /** Polls within seconds. */
  readonly cancelPolicy: CancelPolicy
  /** Forces outcomes. */
  readonly simulator: Simulator
}

/** Circumstances of the requests of an engine. */
export interface Circumstances {
  /** Milliseconds by which the clock of the account is ahead. */
  readonly ahead: number
  /** The forced outcome. */
  readonly outcome?: SimulatedOutcome | undefined
}

/** Forces the outcomes of a sandbox. */
export interface Simulator {
  /** Returns the provider of requests under these circumstances. */
  providerOf(circumstances: Circumstances): Provider
  /** Removes expired stamps: at most 20,000. Resolves to their number. */
  purge(): Promise<number>
}

const optionNames: OptionNames<ServiceSandboxOptions> = {
  store: 'object',
  documentStore: /* @__PURE__ */ withMethods('put', 'get'),
  orders: /* @__PURE__ */ withMethods('load', 'append', 'ownerOf'),
  journal: 'object',
  nameOf: 'function',
  vault: withMethods('seal', 'open'),
  clock: 'function',
  ...registeredNames,
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** Of a stamp at its PAC: the 72 hours in which the document may be sent again, and a day. */
const remembered = 96 * hour

const purgedAtOnce = 500
const purgedInAll = 20_000

/** Milliseconds until the answer of a receiver that was forced. */
const receiverDelay = 2 * second

const pacs = [
  { id: 'sandbox', rfc: 'PSB200101AA1' },
  { id: 'sandbox-2', rfc: 'PSC200101AA0' },
] as const

/**
 * Creates a sandbox for an environment of a service: `{ ...createServiceSandbox(options), store,
 * orders, … }`. Its state is in the store, so any number of processes share it, and a process holds
 * none of it in memory.
 * @throws TypeError if an option is missing or unknown
 * @example
 * const orders = createUnsafeMemoryOrders()
 * const records = createMemoryServiceStore()
 * const journal = createUnsafeMemoryJournal()
 * const sandbox = createServiceSandbox({ store: records, orders, journal })
 * sandbox.provider.id // → 'failover'
 */
export function createServiceSandbox(options: ServiceSandboxOptions): ServiceSandbox {
  requireOptions('createServiceSandbox', options, optionNames)
  for (const name of ['store', 'orders', 'journal'] as const)
    if (options[name] === undefined) throw new TypeError(`createServiceSandbox: ${name} is missing`)
  const services = new SandboxServices(options)
  const usual = services.providerOf({ ahead: 0 })
  return {
    signers: (rfc) => services.signerOf(rfc),
    provider: usual,
    cancelPolicy: {
      ...defaultPolicy,
      asked: { ...defaultPolicy.asked, waits: [2 * second, 10 * second, minute] },
      accepted: { ...defaultPolicy.accepted, waits: [second, 5 * second, minute] },
      inProcess: { ...defaultPolicy.inProcess, waits: [3 * second, minute, hour] },
      blocked: { ...defaultPolicy.blocked, waits: [5 * second, minute, hour] },
    },
    simulator: {
      providerOf(circumstances) {
        if (circumstances.ahead === 0 && circumstances.outcome === undefined) return usual
        return services.providerOf(circumstances)
      },
      purge: () => services.purge(),
    },
  }
}

type Pac = (typeof pacs)[number]

class SandboxServices {
  readonly #options: ServiceSandboxOptions
  readonly #now: () => number
  readonly #sat: RecordedSat
  readonly #csds: ReturnType<typeof createSandboxCsds>
  readonly #authority: ReturnType<typeof createAuthority>
  readonly #documents: RegisteredDocuments

  constructor(options: ServiceSandboxOptions) {
    const { store, clock = () => new Date(), nameOf, vault } = options
    const { documentStore = createRecordDocuments(store) } = options
    this.#options = options
    this.#now = () => clock().getTime()
    this.#documents = new RegisteredDocuments(registeredKinds('createServiceSandbox', options))
    this.#sat = new RecordedSat({
      ...{ store, documentStore, documents: this.#documents, now: this.#now },
    })
    const issuer = createAuthority({ clock })
    const issued = new Map<string, Promise<Issued>>()
    // A PAC exists for one request, and its certificate as long as the process.
    const issuePac: typeof issuer.issuePac = (holder) => {
      const certificate = issued.get(holder.rfc) ?? issuer.issuePac(holder)
      issued.set(holder.rfc, certificate)
      return certificate
    }
    this.#authority = { ...issuer, issuePac }
    this.#csds = createSandboxCsds({ store, authority: this.#authority, nameOf, vault })
  }

  async signerOf(rfc: string | undefined): Promise<Signer | undefined> {
    if (rfc === undefined) return undefined
    return (await this.#csds(rfc)).signer
  }

  /** A forced outcome has a failover of its own, whose circuits affect no other request. */
  providerOf(circumstances: Circumstances): Provider {
    const { journal } = this.#options
    const { name } = circumstances.outcome ?? {}
    const providers = pacs.map((pac) => this.#pacOf(pac, circumstances))
    if (name === undefined) return failover(providers, { journal, recovery: { delays } })
    const onUnknown = name === 'timbre-doble' ? 'switch' : 'hold'
    // No look-up: the window ends before the first.
    return failover(providers, { journal, onUnknown, recovery: { window: 1, delays } })
  }

  async purge(): Promise<number> {
    const { store } = this.#options
    for (let removed = 0; ; ) {
      const expired = await store.sandbox.due(this.#now(), purgedAtOnce)
      for (const { id } of expired) await store.sandbox.remove(id)
      removed += expired.length
      if (expired.length < purgedAtOnce || removed >= purgedInAll) return removed
    }
  }

  #pacOf(pac: Pac, { ahead, outcome }: Circumstances): Provider {
    const { id, rfc } = pac
    const template = this.#stamperOf(pac, ahead, [], undefined)
    const names = template.capabilities.documents ?? []
    return {
      id,
      capabilities: { ...template.capabilities, cancelSigned: true, cancels: names },
      ping: async () => true,
      stamp: (sealed, signal) => this.#stamp(pac, sealed, { ahead, outcome, signal }),
      find: (sealed) => template.find(sealed),
      cancel: (request, signal) => this.#cancel(pac, request, outcome, signal),
      answer: (request) =>
        this.#sat.ask(request.uuid, { ask: (sat) => answerAt(sat, request, { id, rfc }) }),
      related: (request) =>
        this.#sat.ask(request.uuid, { ask: (sat) => relatedAt(sat, request, { id, rfc }) }),
      status: (query) =>
        this.#sat.ask(query.uuid.toUpperCase(), { ask: (sat) => sat.status(query) }),
    }
  }

  #stamperOf(
    { id, rfc }: Pac,
    ahead: number,
    anchors: readonly string[],
    kept: string | undefined,
  ) {
    const { documents, complements } = this.#options
    return createSandboxPac({
      ...{ id, rfc, anchors, documents, complements, authority: this.#authority },
      clock: () => new Date(this.#now() + ahead),
      stamps: this.#stampsOf(id, kept),
    })
  }

  #stampsOf(pac: string, xml: string | undefined): SandboxStamps {
    const { sandbox } = this.#options.store
    const load = async (token: string) => {
      const record = await sandbox.get(`stamp/${pac}/${token}`)
      return (record?.content as { readonly timbre: TimbreFiscalDigital } | undefined)?.timbre
    }
    return {
      load,
      insert: async (token, timbre) => {
        const content = { timbre, ...(xml !== undefined && { xml }) }
        const id = `stamp/${pac}/${token}`
        const at = this.#now() + remembered
        if (await sandbox.insert({ id, owner: timbre.UUID, at, content })) return timbre
        return (await load(token)) ?? timbre
      },
    }
  }

  async #stamp(
    pac: Pac,
    sealed: Sealed,
    { ahead, outcome, signal }: Circumstances & { readonly signal: AbortSignal | undefined },
  ): Promise<StampOutcome> {
    const { id } = pac
    const isFirst = pac === pacs[0]
    const { name } = outcome ?? {}
    if (name === 'pacs-caidos' || (name === 'pac-caido' && isFirst)) return unavailable(id, noLine)
    if (name === 'rechazo' && (await this.#isUnknown(pac, sealed)))
      return { kind: 'rejected', pac: id, scope: 'document', ...rejectionOf(outcome) }
    if (name === 'lento') await systemClock.sleep(outcome!.seconds! * second, signal)
    const kept = name === 'timbre-doble' ? sealed.xml : undefined
    const stamped = await this.#certify(pac, sealed, ahead, kept, signal)
    const isLost = name === 'respuesta-perdida' || name === 'timbre-doble'
    const isFresh = stamped.kind === 'stamped' && stamped.when === 'fresh'
    // A PAC that has the stamp already answers, so that a repeated request ends the doubt.
    if (isLost && isFirst && isFresh) return unknownOutcome(id, noAnswer)
    return stamped
  }

  async #isUnknown(pac: Pac, sealed: Sealed): Promise<boolean> {
    return (await this.#stampsOf(pac.id, undefined).load(await tokenOf(sealed))) === undefined
  }

  async #certify(
    pac: Pac,
    sealed: Sealed,
    ahead: number,
    kept: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<StampOutcome> {
    const { rfc = '' } = readCertificate(sealed.document.Certificado)
    const anchors = [(await this.#csds(rfc)).root]
    const stampAt = (time: number) =>
      this.#stamperOf(pac, time, anchors, kept).stamp(sealed, signal)
    const outcome = await stampAt(ahead)
    // An order that is resumed does not know of the clock of its account.
    const isLate = ahead === 0 && outcome.kind === 'rejected' && outcome.scope === 'time'
    const own = isLate ? await this.#aheadOf(sealed) : 0
    const result = own === 0 ? outcome : await stampAt(own)
    if (result.kind === 'stamped') await this.#sat.relate(sealed.document, result.timbre.UUID)
    return result
  }

  async #aheadOf(sealed: Sealed): Promise<number> {
    const key = await this.#options.orders.ownerOf(await tokenOf(sealed))
    if (key === undefined) return 0
    return aheadOf(await this.#options.store.accounts.get(accountOf(key)))
  }

  async #cancel(
    pac: Pac,
    request: CancelRequest,
    outcome: SimulatedOutcome | undefined,
    signal: AbortSignal | undefined,
  ): Promise<CancelOutcome> {
    const { id } = pac
    const { name } = outcome ?? {}
    if (name === 'pacs-caidos' || (name === 'pac-caido' && pac === pacs[0]))
      return unavailable(id, noLine)
    if (name === 'rechazo') return { kind: 'rejected', pac: id, ...rejectionOf(outcome) }
    if (name === 'lento') await systemClock.sleep(outcome!.seconds! * second, signal)
    const accepts = { 'receptor-acepta': true, 'receptor-rechaza': false }[String(name)]
    const told = await this.#sat.ask(request.uuid, {
      ask: (sat) => cancelAt(sat, request, id),
      needsConsent: name === 'requiere-aceptacion' || accepts !== undefined,
      change: (state, now) => (accepts === undefined ? state : withAnswer(state, accepts, now)),
    })
    if (name === 'respuesta-perdida') return unknownOutcome(id, noAnswer)
    return told
  }
}

/** Milliseconds before each look-up after a lost answer. */
const delays = [250, second, 5 * second, 30 * second]

const noLine = 'El PAC no responde: lo pidió la prueba.'
const noAnswer = 'Se perdió la respuesta del PAC: lo pidió la prueba.'

function rejectionOf(outcome: SimulatedOutcome | undefined) {
  const code = outcome?.code ?? ''
  return { code, message: `Rechazo ${code}: lo pidió la prueba.` }
}

/** Adds the answer of the receiver to a request that waits for it. */
function withAnswer(state: SandboxSatState, accepted: boolean, now: number): SandboxSatState {
  const { cancellation } = state
  if (cancellation?.consent !== true || cancellation.answer !== undefined) return state
  const answer = { accepted, shownAt: now + receiverDelay }
  return { ...state, cancellation: { ...cancellation, answer } }
}
