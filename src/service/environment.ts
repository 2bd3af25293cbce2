/**
 * An environment: sandbox or production. Each has its own engine, keys, certificates, PACs and
 * store.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import { certificateFrom, findAnchor } from '../certificate/chain.js'
import type { Signer } from '../certificate/signer.js'
import {
  type CancellationEntry,
  type Cancellations,
  createUnsafeMemoryCancellations,
} from '../engine/cancellationStore.js'
import { createEngine, type Engine, type EngineOptions } from '../engine/engine.js'
import type { OperateOptions } from '../engine/operate/options.js'
import { createUnsafeMemoryOrders, type Orders } from '../engine/orders.js'
import { RegisteredDocuments } from '../engine/registeredDocuments.js'
import type { StampResult } from '../engine/result.js'
import type { SignerSource } from '../engine/stamp/preparation.js'
import { earlierStore } from '../engine/store.js'
import { InFlight } from '../lib/inFlight.js'
import { withCurrentNames } from '../lib/options.js'
import type { Random } from '../lib/uuid.js'
import { registeredKinds } from '../sat/cfdi40/document.js'
import type { CfdiPolicy } from '../seal/verifyCfdi.js'
import { satAnchors } from '../trust/authorities.js'
import { type Accounts, createAccounts } from './account/accounts.js'
import { Csds } from './account/csds.js'
import type { EncodeLogo } from './account/logos.js'
import type { Vault } from './account/vault.js'
import { refuse } from './answer.js'
import { createRecordDocuments } from './documents.js'
import type { MailSettings } from './mail/requestMail.js'
import { paymentLedger } from './payments/ledger.js'
import type { DocumentStore, Follower, ServiceStore } from './ports.js'
import type { AccountRecord, EnvironmentName } from './records.js'
import {
  aheadOf,
  cancellationsAhead,
  cancellationsOfPresent,
  ordersAhead,
  type Postponed,
} from './sandbox/accountClock.js'
import type { SimulatedOutcome } from './sandbox/outcomes.js'
import type { Simulator } from './sandbox/serviceSandbox.js'

/**
 * Options of an environment: those of its engine, and its stores. The two environments must not
 * share any of them.
 */
export interface EnvironmentOptions extends Omit<EngineOptions, 'clock' | 'random'> {
  /** Store of its records. */
  readonly store: ServiceStore
  /** Store of its XML and PDF. Defaults to the store of its records. */
  readonly documentStore?: DocumentStore | undefined
  /**
   * Certificates of the authorities that issue the CSDs of this environment (DER, PEM or Base64). A
   * CSD that none of them signed is refused. Without anchors only the environment stated in the CSD
   * is checked, which catches mistakes but not forgeries.
   */
  readonly anchors?: readonly (Certificate | Uint8Array | string)[] | undefined
  /**
   * Whether to cancel second stamps of a failover, with motive 02, once their event is recorded.
   * Defaults to `false`.
   */
  readonly cancelDuplicates?: boolean | undefined
  /**
   * Policy for the verification of received documents: `POST /api/v5/invoice/verify`. Defaults to
   * `anchors`, or else to the SAT's authorities, without certificates of PACs. Pass
   * `pacCertificates` (`createPacCertificates` of `cfdi-stamp/node`); otherwise the verdict of
   * every genuine document is `incomplete`.
   */
  readonly received?: CfdiPolicy | undefined
  /** Receives the summary of each round of `recover`. */
  readonly onRound?: OperateOptions['onRound']
  /**
   * Followers of its stamps and cancellations, besides the ledger of payments. Defaults to none.
   */
  readonly followers?: readonly Follower[] | undefined
  /**
   * Forces outcomes and keeps test clocks: a member of `createServiceSandbox`. Of the sandbox only.
   */
  readonly simulator?: Simulator | undefined
}

/** Options that two environments must not share. */
const own = ['store', 'documentStore', 'provider', 'orders', 'folios', 'cancellations'] as const

/**
 * @throws TypeError when the environments share an object: a PAC of production would stamp sandbox
 * documents.
 */
export function requireApart(
  environments: Readonly<Partial<Record<EnvironmentName, EnvironmentOptions>>>,
): void {
  const { sandbox, production } = environments
  const shared = own.find(
    (part) => sandbox?.[part] !== undefined && sandbox[part] === production?.[part],
  )
  if (shared !== undefined)
    throw new TypeError(`createService: sandbox and production share ${shared}`)
  if (production?.simulator !== undefined)
    throw new TypeError('createService: simulator is for the sandbox only')
}

/** Dependencies that both environments share. */
export interface Shared {
  readonly now: () => number
  readonly random: Random
  /** How the service mails, if it does. */
  readonly mail: MailSettings | undefined
  /** Seals secrets at rest, if the service has one. */
  readonly vault: Vault | undefined
  /** Writes uploaded logos again, if the service accepts them. */
  readonly encodeLogo: EncodeLogo | undefined
}

/** An open environment. */
export interface Environment extends Shared {
  readonly name: EnvironmentName
  readonly engine: Engine
  readonly orders: Orders
  readonly folios: EngineOptions['folios']
  readonly cancellations: Cancellations
  readonly store: ServiceStore
  /** Documents that it takes. */
  readonly documents: RegisteredDocuments
  readonly documentStore: DocumentStore
  /** The ledger of payments, and the followers of the host. */
  readonly followers: readonly [Follower, ...Follower[]]
  readonly accounts: Accounts
  readonly provider: EngineOptions['provider']
  readonly cancelDuplicates: boolean
  readonly onRound: OperateOptions['onRound']
  readonly status: EngineOptions['status']
  readonly limits: EngineOptions['limits']
  /** Policy for received documents. */
  readonly received: CfdiPolicy
  /** The signers of accounts: their own CSDs, and those of the host. */
  readonly csds: Csds
  /** Forces outcomes, in a sandbox that its clients can drive. */
  readonly simulator: Simulator | undefined
  /**
   * Returns the engine of an account: that of the environment, unless its clock is ahead or the
   * request forces an outcome.
   */
  readonly engineOf: (
    account: Pick<AccountRecord, 'clock'>,
    forced?: {
      readonly outcome?: SimulatedOutcome
      readonly visited?: readonly CancellationEntry[]
    },
  ) => Engine
  /** Due cancellations of accounts whose clock is ahead, which the engine leaves out. */
  readonly postponed: Postponed[]
  /** Accounts of the keys that this process has authenticated. */
  readonly owners: Map<string, string>
  /** Stamps in progress in this process. */
  readonly inFlight: InFlight<StampResult>
  /** PDFs being created in this process, by folio fiscal. */
  readonly rendering: InFlight<Uint8Array>
}

/** @throws TypeError when a dependency of the engine is missing, or an anchor cannot be read */
export function openEnvironment(
  name: EnvironmentName,
  given: EnvironmentOptions,
  shared: Shared,
): Environment {
  const options = withCurrentNames(given, earlierStore)
  const {
    store,
    documentStore = createRecordDocuments(store),
    anchors,
    followers = [],
    orders = createUnsafeMemoryOrders(),
    cancellations = createUnsafeMemoryCancellations(),
    simulator,
    ...rest
  } = options
  const {
    received = { anchors: anchors ?? satAnchors },
    cancelDuplicates = false,
    onRound,
    ...engineOptions
  } = rest
  const { now, random, vault, encodeLogo } = shared
  const authorities = anchors?.map(certificateFrom)
  const hostSigner = guardSigners(toSignerSource(options.signers), name, authorities)
  const csds = new Csds({ name, store, vault, now, hostSigner, anchors: authorities })
  const common = {
    ...engineOptions,
    random,
    // An "AUTO" issuer has no signer: an account with one issuer today may have more tomorrow.
    signers: ((rfc, document) =>
      rfc === undefined ? undefined : csds.signerOfDocument(rfc, document?.uuid)) as SignerSource,
  }
  const postponed: Postponed[] = []
  const present =
    simulator === undefined
      ? cancellations
      : cancellationsOfPresent(cancellations, store, postponed)
  const engine = createEngine({
    ...common,
    orders,
    cancellations: present,
    clock: () => new Date(now()),
  })
  const engineOf: Environment['engineOf'] = (account, { outcome, visited } = {}) => {
    const ahead = aheadOf(account)
    if (simulator === undefined || (ahead === 0 && outcome === undefined)) return engine
    return createEngine({
      ...common,
      provider: simulator.providerOf({ ahead, outcome }),
      orders: ordersAhead(orders, ahead),
      cancellations: cancellationsAhead(cancellations, ahead, visited),
      clock: () => new Date(now() + ahead),
    })
  }
  return {
    ...shared,
    ...{ name, engine, engineOf, orders, cancellations, store, csds, cancelDuplicates, onRound },
    ...{ simulator, postponed },
    followers: [paymentLedger(), ...followers],
    documents: new RegisteredDocuments(registeredKinds(name, options)),
    documentStore,
    accounts: createAccounts({ environment: name, store, random, now, vault, encodeLogo }),
    provider: options.provider,
    folios: options.folios,
    status: options.status,
    limits: options.limits,
    received: { documents: options.documents, complements: options.complements, ...received },
    owners: new Map(),
    inFlight: new InFlight(),
    rendering: new InFlight(),
  }
}

function toSignerSource(signers: EngineOptions['signers']): SignerSource {
  if (typeof signers === 'function') return signers
  const all = Array.isArray(signers) ? (signers as readonly Signer[]) : [signers as Signer]
  return (rfc) => all.find(({ certificate }) => certificate.rfc === rfc)
}

/**
 * Checks the environment of a CSD: by its serial number and issuer name, which can be forged, and
 * by the signature of its authority, which cannot.
 */
function guardSigners(
  source: SignerSource,
  name: EnvironmentName,
  anchors: readonly Certificate[] | undefined,
) {
  const wanted = name === 'sandbox' ? 'test' : 'production'
  return async (rfc: string): Promise<Signer | undefined> => {
    const signer = await source(rfc)
    if (signer === undefined) return undefined
    const { certificate } = signer
    if (certificate.environment !== wanted) throw refuse('environment')
    if (anchors !== undefined && (await findAnchor(certificate, anchors)) === undefined)
      throw refuse('environment')
    return signer
  }
}
