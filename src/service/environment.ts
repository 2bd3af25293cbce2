/**
 * An environment: the sandbox, or production. Each has its own engine, keys, certificates, PACs and store.
 * @module
 */
import { type Certificate, readCertificate, verifyIssuedBy } from '../certificate/certificate.js'
import type { Signer } from '../certificate/signer.js'
import { createEngine, type Engine, type EngineOptions } from '../engine/engine.js'
import { createUnsafeMemoryOrders, type Orders } from '../engine/orders.js'
import type { SignerSource } from '../engine/preparation.js'
import type { StampResult } from '../engine/result.js'
import { InFlight } from '../lib/inFlight.js'
import type { Random } from '../lib/uuid.js'
import { isCertificate } from '../seal/policy.js'
import { type Accounts, createAccounts } from './accounts.js'
import { refuse } from './answer.js'
import { createRecordDocuments } from './documents.js'
import { paymentLedger } from './payments/ledger.js'
import type { DocumentStore, Follower, ServiceStore } from './ports.js'
import type { EnvironmentName } from './records.js'

/** What an environment works with: what its engine does, and where its records are. Nothing of it may be shared with the other. */
export interface EnvironmentOptions extends Omit<EngineOptions, 'clock' | 'random'> {
  /** Where its records are kept. */
  readonly store: ServiceStore
  /** Where its documents are kept. With its records by default. */
  readonly documents?: DocumentStore | undefined
  /**
   * Certificates of the authorities that issue the CSDs of this environment (DER, PEM or Base64). With them a CSD that none of them signed
   * is refused; without them the environment that a CSD says it is of is believed, and only mistakes are caught.
   */
  readonly anchors?: readonly (Certificate | Uint8Array | string)[] | undefined
  /** What follows from its stamps and cancellations, besides the ledger of payments. None by default. */
  readonly followers?: readonly Follower[] | undefined
}

/** What is of one environment alone. */
const own = ['store', 'documents', 'provider', 'orders', 'folios', 'lives'] as const

/** @throws TypeError when something of one environment is the other's too: a PAC of production would stamp what is of the sandbox. */
export function requireApart(environments: Readonly<Partial<Record<EnvironmentName, EnvironmentOptions>>>): void {
  const { sandbox, production } = environments
  const shared = own.find((part) => sandbox?.[part] !== undefined && sandbox[part] === production?.[part])
  if (shared !== undefined) throw new TypeError(`createService: sandbox and production share ${shared}`)
}

/** What both environments share. */
export interface Shared {
  readonly now: () => number
  readonly random: Random
}

/** An environment at work. */
export interface Environment extends Shared {
  readonly name: EnvironmentName
  readonly engine: Engine
  readonly orders: Orders
  readonly store: ServiceStore
  readonly documents: DocumentStore
  readonly followers: readonly Follower[]
  readonly accounts: Accounts
  readonly provider: EngineOptions['provider']
  readonly status: EngineOptions['status']
  readonly limits: EngineOptions['limits']
  /** The signer of an issuer. @throws Refusal 723 for one of the other environment */
  readonly signerOf: (rfc: string) => Promise<Signer | undefined>
  /** Milliseconds for which the calls of a process are nobody else's. */
  readonly lease: number
  /** Stamps under way in this process. */
  readonly inFlight: InFlight<StampResult>
  /** PDFs that are being made in this process, by folio fiscal. */
  readonly rendering: InFlight<Uint8Array>
}

/** @throws TypeError when what the engine needs is missing, or an anchor cannot be read */
export function openEnvironment(name: EnvironmentName, options: EnvironmentOptions, shared: Shared): Environment {
  const { store, documents, anchors, followers = [], orders = createUnsafeMemoryOrders(), ...engineOptions } = options
  const { now, random } = shared
  const signerOf = guarded(sourceOf(options.signers), name, anchors?.map(asCertificate))
  const engine = createEngine({
    ...engineOptions,
    ...{ orders, random },
    clock: () => new Date(now()),
    // "AUTO" is of nobody here: who is the only issuer today need not be so tomorrow.
    signers: (rfc) => (rfc === undefined ? undefined : signerOf(rfc)),
  })
  return {
    ...shared,
    ...{ name, engine, orders, store, signerOf },
    followers: [paymentLedger(), ...followers],
    documents: documents ?? createRecordDocuments(store),
    accounts: createAccounts({ environment: name, store, random, now }),
    provider: options.provider,
    status: options.status,
    limits: options.limits,
    lease: options.lease ?? 300_000,
    inFlight: new InFlight(),
    rendering: new InFlight(),
  }
}

function sourceOf(signers: EngineOptions['signers']): SignerSource {
  if (typeof signers === 'function') return signers
  const all = Array.isArray(signers) ? (signers as readonly Signer[]) : [signers as Signer]
  return (rfc) => all.find(({ certificate }) => certificate.rfc === rfc)
}

/**
 * A CSD says of which environment it is: by its serial number and its issuer's name, which anyone can write, and by the signature of its
 * authority, which only that can make.
 */
function guarded(source: SignerSource, name: EnvironmentName, anchors: readonly Certificate[] | undefined) {
  const wanted = name === 'sandbox' ? 'test' : 'production'
  return async (rfc: string): Promise<Signer | undefined> => {
    const signer = await source(rfc)
    if (signer === undefined) return undefined
    const { certificate } = signer
    if (certificate.environment !== wanted) throw refuse('environment')
    if (anchors !== undefined && !(await isOfOne(certificate, anchors))) throw refuse('environment')
    return signer
  }
}

async function isOfOne(certificate: Certificate, anchors: readonly Certificate[]): Promise<boolean> {
  for (const anchor of anchors) if (await verifyIssuedBy(certificate, anchor)) return true
  return false
}

function asCertificate(one: Certificate | Uint8Array | string): Certificate {
  return isCertificate(one) ? one : readCertificate(one)
}
