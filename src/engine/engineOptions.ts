/**
 * Options of the engine, and the settings of its parts.
 * @module
 */
import { type CancelPolicy, requireCancelPolicy } from '../cancel/schedule.js'
import type { StatusSource } from '../cancel/status.js'
import { type Catalogs, ownCatalogs } from '../catalogs/catalogs.js'
import { catalogsOrSource } from '../catalogs/set.js'
import type { Certificate } from '../certificate/certificate.js'
import { certificateFrom } from '../certificate/chain.js'
import { requireSigner, type Signer } from '../certificate/signer.js'
import { type Limits, limitsOf } from '../lib/limits.js'
import { type OptionNames, requireKind, requireOptions, withMethods } from '../lib/options.js'
import { dateClock } from '../lib/time.js'
import { createUuid, type Random, secureRandom } from '../lib/uuid.js'
import { inTime, systemClock } from '../pac/clock.js'
import type { TraceContext } from '../pac/observe/trace.js'
import type { Provider } from '../pac/provider.js'
import { registryKinds } from '../rules/judge.js'
import type { CheckOptions } from '../sat/cfdi40/check.js'
import { registeredKinds } from '../sat/cfdi40/document.js'
import { type Registered, registeredNames } from '../sat/registered.js'
import { boundCancellations } from './boundedCancellations.js'
import { type Cancellations, createUnsafeMemoryCancellations } from './cancellationStore.js'
import { createMemoryFolios, type FolioSequence } from './folios.js'
import type { EngineHooks } from './observe/hooks.js'
import { StoreObserver } from './observe/observedStores.js'
import { type OpenObserver, observerSource } from './observe/stampObserver.js'
import { createUnsafeMemoryOrders, type Orders } from './orders.js'
import { RegisteredDocuments } from './registeredDocuments.js'
import { abandonedAfter, type ClaimSettings } from './stamp/claims.js'
import type { PreparationSettings, SignerSource } from './stamp/preparation.js'
import { RestoreMark, restoreKey } from './stamp/restoreMark.js'
import type { SendingSettings } from './stamp/sending.js'
import type { Store } from './store.js'

/** Options and dependencies of an engine. */
export interface EngineOptions extends Registered {
  /**
   * Source of the signer for each issuer: one signer, several (chosen by `Emisor.Rfc`), or a
   * function.
   */
  readonly signers: Signer | readonly Signer[] | SignerSource
  /**
   * Provider of stamps: a PAC, or a failover of several. For open orders after a change of
   * provider, see docs/en/failover.md.
   */
  readonly provider: Provider
  /**
   * Sequence for `Folio: "AUTO"`. Defaults to a sequence in memory, for tests: it restarts with the
   * process, and its first folio has a warning (709).
   */
  readonly folios?: FolioSequence | undefined
  /**
   * Store of stamps with a key. Without it keys are refused (711), because a crash would lose them.
   * `createUnsafeMemoryOrders` is for tests.
   */
  readonly orders?: Orders | undefined
  /**
   * Time-out in milliseconds for a folio's `commit` or `release`. Afterwards the stamp resolves
   * with a warning (709) that its folio is not settled. Defaults to 10,000.
   */
  readonly folioTimeout?: number | undefined
  /** Store of cancellations. Defaults to memory, for tests. */
  readonly cancellations?: Cancellations | undefined
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives?: Cancellations | undefined
  /**
   * Source of SAT document statuses, such as the SAT's own service (`createStatusSource`). Defaults
   * to the provider.
   */
  readonly status?: StatusSource | undefined
  /**
   * Intervals of repeated cancellation requests and status queries. Defaults to `defaultPolicy` of
   * `cfdi-stamp/cancel`.
   */
  readonly cancelPolicy?: CancelPolicy | undefined
  /**
   * Time-out in milliseconds for a call to the orders. Before sending, a time-out resolves to
   * failure 710. Defaults to 10,000.
   */
  readonly storeTimeout?: number | undefined
  /**
   * Lease in milliseconds of an order that this process works on, from its last heartbeat. The
   * process sends a heartbeat every third of it. The keys of a dead process wait that long.
   * Defaults to 15,000; to 300,000 for orders without `renew`.
   */
  readonly lease?: number | undefined
  /** Unique name of this process, for orders. Defaults to a random UUID. */
  readonly owner?: string | undefined
  /** Current time. Defaults to the system clock. */
  readonly clock?: (() => Date) | undefined
  /** Random bytes, for IdCCP. Defaults to the platform's generator. */
  readonly random?: Random | undefined
  /**
   * The SAT's catalogues, or a function that returns the present ones, so that newer ones can be
   * loaded while the process runs. Defaults to those of the package.
   */
  readonly catalogs?: Catalogs | (() => Catalogs) | undefined
  /** Whether absent amounts are derived, besides those with "AUTO". Defaults to `false`. */
  readonly complete?: boolean | undefined
  /**
   * Certificates of the PACs, as the SAT publishes them (DER, PEM or Base64). With them `SelloSAT`
   * is verified: a stamp by any other certificate resolves to failure 708. Without them the engine
   * trusts that the provider is connected to its PAC.
   */
  readonly pacCertificates?: readonly (Certificate | Uint8Array | string)[] | undefined
  /** The SAT's lists of taxpayers and certificates, if available. */
  readonly registries?: NonNullable<CheckOptions['registries']> | undefined
  /** Limits of the size of a document, and of the number of findings. */
  readonly limits?: Limits | undefined
  /**
   * Event listeners, like the failover's `on`: docs/en/observability.md. Defaults to none, without
   * cost.
   */
  readonly on?: EngineHooks | undefined
}

/** Options of one stamp. */
export interface StampOptions {
  /**
   * Idempotency key: the host's reference of an order, a ticket or a job; 1 to 255 characters. One
   * key is one invoice: the same key and draft return the same result, at any time and from any
   * process. Another draft is refused (711). A definite failure (702, 705, 706, 707) frees the key
   * for a corrected draft. Requires `orders`; an explicit `undefined` fails with 711. Without a
   * key, a host that crashes before the result cannot retrieve it.
   */
  readonly key?: string
  /**
   * Time at which the host took the order, and could use the key for the first time. Used only
   * after `afterRestore`: a later order is stamped immediately, and other unknown keys wait (708).
   */
  readonly orderedAt?: Date | undefined
  /**
   * Stops waiting. A document that was already sent may be stamped, and resolves to failure 708.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Trace context of the caller, which the provider and its `send` receive: the headers
   * `traceparent` and `tracestate` of the request that the host serves, for one. A malformed one is
   * ignored. Calls that share one stamp use that of the first.
   */
  readonly trace?: TraceContext | undefined
}

/** Options of `seal`. */
export interface SealOptions {
  /** See {@link StampOptions.key}: the sealed document is recorded under it. */
  readonly key?: string
  /** See {@link StampOptions.orderedAt}. */
  readonly orderedAt?: Date | undefined
  /**
   * Orders and folios of a transaction, so that the host's rows are committed with ours. Defaults
   * to those of the engine.
   */
  readonly store?: Pick<Store, 'orders' | 'folios'> | undefined
  /** See {@link StampOptions.trace}: for the events of the call. */
  readonly trace?: TraceContext | undefined
}

/** Options without a key. */
export type Keyless<Options extends { readonly key?: string }> = Omit<
  Options,
  'key' | 'orderedAt'
> & {
  readonly key?: never
  readonly orderedAt?: never
}

/** Options of `seal` for an engine without `orders`: a key requires `store`. */
export type KeylessSealOptions =
  | Keyless<SealOptions>
  | (SealOptions & Required<Pick<SealOptions, 'key' | 'store'>>)

/** Names of the engine's events. */
const hookKinds: OptionNames<Required<EngineHooks>> = {
  stampStarted: 'function',
  orderClaimed: 'function',
  orderTakenOver: 'function',
  documentSealed: 'function',
  documentSent: 'function',
  documentInDoubt: 'function',
  stampEnded: 'function',
  folioChanged: 'function',
  storeCalled: 'function',
}

/** The stores of one call. */
const portKinds = {
  folios: /* @__PURE__ */ withMethods('next'),
  orders: /* @__PURE__ */ withMethods('load', 'append', 'ownerOf', 'nextSecond', 'unfinished'),
}

/** The options of `createEngine`. */
export const engineOptionNames: OptionNames<Omit<EngineOptions, 'lives'>> = {
  signers: true,
  provider: true,
  ...portKinds,
  folioTimeout: 'milliseconds',
  cancellations: /* @__PURE__ */ withMethods('load', 'append', 'unfinished'),
  status: /* @__PURE__ */ withMethods('status'),
  cancelPolicy: requireCancelPolicy,
  storeTimeout: 'milliseconds',
  lease: 'milliseconds',
  owner: 'text',
  clock: 'function',
  random: 'function',
  catalogs: catalogsOrSource,
  complete: 'boolean',
  pacCertificates: 'list',
  registries: registryKinds,
  limits: 'object',
  ...registeredNames,
  on: (name, on) => requireOptions(name, on, hookKinds),
}

/** Milliseconds that the clocks of the host's machines may differ. */
const clockSkew = 300_000

/** @throws TypeError for an `orderedAt` that is not a date, or is in the future */
export function requireOrderedAt(
  { orderedAt }: StampOptions | SealOptions,
  now: () => number,
): void {
  if (orderedAt === undefined) return
  const isPast = (orderedAt as unknown) instanceof Date && orderedAt.getTime() <= now() + clockSkew
  if (!isPast) throw new TypeError('orderedAt must be a Date, not in the future')
}

/** The options of `stamp` and `stampSealed`. */
export const stampOptionNames: OptionNames<StampOptions> = {
  key: true,
  orderedAt: true,
  signal: 'signal',
  trace: true,
}

/** The options of `seal`. */
export const sealOptionNames: OptionNames<SealOptions> = {
  key: true,
  orderedAt: true,
  store: requireStore,
  trace: true,
}

/** A store may have other members, such as `cancellations`. */
function requireStore(name: string, store: unknown): void {
  requireKind(name, store, 'object')
  const { orders = null, folios = null } = store as Partial<Store>
  requireOptions(name, { orders, folios }, portKinds)
}

/** Options with their defaults, for the parts of an engine. */
export interface EngineSettings {
  readonly orders: Orders
  /** Whether the host gave orders, and folios. */
  readonly isGiven: Readonly<Record<'orders' | 'folios', boolean>>
  readonly folios: FolioSequence
  readonly cancellations: Cancellations
  /** Wraps the stores of a call, to report their calls. */
  readonly observed: <Part extends Pick<Store, 'orders' | 'folios'>>(
    store: Part,
  ) => Pick<Store, 'orders' | 'folios'>
  readonly openObserver: OpenObserver
  readonly owner: string
  readonly now: () => number
  readonly restore: RestoreMark
  readonly preparation: PreparationSettings
  readonly sending: SendingSettings
  readonly claims: ClaimSettings
}

/** @throws TypeError, CertificateError or CfdiError: see `createEngine` */
export function readEngineSettings(options: EngineOptions): EngineSettings {
  const { provider, on } = options
  const { owner = createUuid(secureRandom), storeTimeout = 10_000 } = options
  const preparation = preparationOf(options)
  const now = () => preparation.clock().getTime()
  const stores =
    on && new StoreObserver(on, now, { orders: storeTimeout, folios: preparation.folioTimeout })
  const observed: EngineSettings['observed'] = ({ orders, folios }) => {
    if (stores === undefined) return { orders, folios }
    return { orders: stores.orders(orders), folios: stores.folios(folios) }
  }
  const { orders: own = createUnsafeMemoryOrders(), folios: ownFolios = createMemoryFolios() } =
    options
  const { cancellations = createUnsafeMemoryCancellations() } = options
  const { orders, folios } = observed({ orders: own, folios: ownFolios })
  const { lease = orders.renew === undefined ? abandonedAfter : 15_000 } = options
  const load = async () => {
    if (options.orders === undefined) return undefined
    const silent = `no contestó en ${storeTimeout} ms.`
    return inTime(systemClock, storeTimeout, () => own.load(restoreKey), silent)
  }
  const restore = new RestoreMark({ load, append: (order) => own.append(order), now })
  return {
    ...{
      orders,
      folios,
      cancellations: boundCancellations(
        stores?.cancellations(cancellations) ?? cancellations,
        storeTimeout,
      ),
      observed,
      owner,
      now,
      preparation,
      restore,
    },
    openObserver: observerSource(on, now),
    isGiven: { orders: options.orders !== undefined, folios: options.folios !== undefined },
    sending: { provider, pacCertificates: options.pacCertificates?.map(certificateFrom) },
    claims: {
      ...{ orders, restore },
      ...{ storeTimeout, owner, lease, now },
      provider,
    },
  }
}

function preparationOf(options: EngineOptions): PreparationSettings {
  const catalogs = options.catalogs ?? ownCatalogs()
  return {
    signerOf: signerSource(options.signers),
    clock: dateClock('createEngine', options.clock),
    random: options.random ?? secureRandom,
    catalogs: typeof catalogs === 'function' ? catalogs : () => catalogs,
    registries: options.registries ?? {},
    complete: options.complete ?? false,
    limits: limitsOf(options.limits),
    documents: new RegisteredDocuments(registeredKinds('createEngine', options)),
    folioTimeout: options.folioTimeout ?? 10_000,
  }
}

/**
 * @throws TypeError for invalid signers. The returned source throws it for an invalid signer of the
 * host's function
 */
function signerSource(signers: EngineOptions['signers']): SignerSource {
  if (typeof signers === 'function') {
    return async (rfc, document) => {
      const signer = (await signers(rfc, document)) ?? undefined
      if (signer !== undefined) requireSigner('signers', signer)
      return signer
    }
  }
  const all: readonly Signer[] = Array.isArray(signers) ? signers : [signers as Signer]
  for (const signer of all) requireSigner('createEngine', signer)
  return (rfc) => {
    if (rfc === undefined) return all.length === 1 ? all[0] : undefined
    for (const signer of all) if (signer.certificate.rfc === rfc) return signer
    return undefined
  }
}
