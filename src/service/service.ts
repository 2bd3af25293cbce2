/**
 * The service: operations as functions, a router for any server, and periodic tasks.
 * @module
 */
import { type OptionNames, requireOptions, withMethods } from '../lib/options.js'
import { allEnded } from '../lib/processAll.js'
import { type Random, secureRandom } from '../lib/uuid.js'
import { isCfdi } from '../sat/registered.js'
import type { Accounts } from './account/accounts.js'
import type { EncodeLogo } from './account/logos.js'
import type { Vault } from './account/vault.js'
import type { Answer } from './answer.js'
import { loadXml, refreshCancellations } from './cancelling.js'
import {
  type Environment,
  type EnvironmentOptions,
  openEnvironment,
  requireApart,
} from './environment.js'
import { pdfOf } from './handlers/documents.js'
import type { RenderPdf } from './handlers/pdfChoices.js'
import { createLinks, type LinkOptions } from './links.js'
import { isStream, readStream } from './lists/streams.js'
import type { MailSettings } from './mail/requestMail.js'
import { openApi } from './openApi.js'
import type { Addresses, OperationRequest, Service } from './operation.js'
import { type OperationName, operations } from './operations.js'
import type { DocumentKind } from './ports.js'
import type { EnvironmentName } from './records.js'
import { type Retirement, retirementHeaders } from './retirement.js'
import { createRouter, givenOf, type ServiceRequest } from './router.js'
import { type Observation, observationOf, runOperation, type Unrouted } from './run.js'
import { type Recovered, recoverStamps } from './stamping.js'
import { type CallLimits, readCallLimits, Turnstile } from './turnstile.js'
import { judgeWebhookUrl } from './webhooks/url.js'

/** Options of a service. */
export interface ServiceOptions {
  /** One or both environments. */
  readonly environments: Readonly<Partial<Record<EnvironmentName, EnvironmentOptions>>>
  /** Base URL of the service, and the secret of its links. */
  readonly links: LinkOptions
  /**
   * Base URLs of environments with addresses of their own, for links and for the refusal of a key of
   * the other environment. The server states the environment of an address in each request. Defaults
   * to the base of the links.
   */
  readonly addresses?: Addresses | undefined
  /**
   * Creates the PDF of a stamped XML, on first request, or of a draft's, with the choices of its
   * account and its request: `(xml, { template, language, logo, cancelled }) => renderPdf(xml, {
   * template, language, logo, cancelled })` of `cfdi-stamp/pdf`. Defaults to none.
   */
  readonly pdf?: RenderPdf | undefined
  /**
   * Decodes an uploaded logo and writes it again: `encodeLogo` of `cfdi-stamp/pdf`. Decoding takes
   * up to a second: run it in a thread. Without it no logo is accepted.
   */
  readonly encodeLogo?: EncodeLogo | undefined
  /**
   * Creates the PDF of the SAT's acuse of a cancellation: `(acuse, uuid) =>
   * renderAcusePdf(readAcuse(acuse, { uuid }))`. Defaults to none.
   */
  readonly acusePdf?: ((acuse: string, uuid: string) => Promise<Uint8Array>) | undefined
  /**
   * Says that `sendMails` runs for the stores of this service. Without it a requested mail is a
   * warning.
   */
  readonly mail?: MailSettings | undefined
  /**
   * Seals pass phrases and keys of CSDs, and secrets of webhooks: `createVault`, or a KMS. Without
   * it no CSD is accepted, and secrets of webhooks are stored in the clear.
   */
  readonly vault?: Vault | undefined
  /** Limits of size and of calls. */
  readonly limits?: {
    /** Maximum bytes of a request body. Defaults to 4,194,304. */
    readonly body?: number | undefined
    /** Maximum concepts of a document. Defaults to 10,000. */
    readonly concepts?: number | undefined
    /** Limits of the calls of each account in this process. A key may have others. */
    readonly calls?: Partial<CallLimits> | undefined
  }
  /**
   * Whether a webhook may have this URL. Defaults to https with a public name or address
   * (`judgeWebhookUrl`). The sender must also check the address that the name resolves to at that
   * time (`createPublicSend` of `cfdi-stamp/node`).
   */
  readonly acceptsWebhook?: ((url: URL, environment: EnvironmentName) => boolean) | undefined
  /**
   * The announced end of this version of the interface: every answer has the headers `Deprecation`,
   * `Sunset` and `Link`. Defaults to none.
   */
  readonly retirement?: Retirement | undefined
  /** Called after every call, for logs and metrics. Errors that it throws are ignored. */
  readonly observe?: ((seen: Observation) => void) | undefined
  /** Returns the present. Defaults to the system clock. */
  readonly clock?: (() => Date) | undefined
  /**
   * Returns random bytes, for keys, identifiers and secrets. Defaults to the platform's generator.
   */
  readonly random?: Random | undefined
}

/** A response for a server to send. */
export interface ServiceReply {
  /** HTTP status. */
  readonly status: number
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; empty for no content, and with a `stream`. */
  readonly body: Uint8Array
  /**
   * The body of a long export in parts, for a request with `streams`. Read it to its end, or call
   * `return()` of its iterator when the client has gone.
   */
  readonly stream?: AsyncIterable<Uint8Array>
}

/** Each operation as a function of plain data. None rejects. */
export type ServiceOperations = {
  readonly [Name in OperationName]: (request: OperationRequest) => Promise<Answer>
}

/** A stamping service without the HTTP server. */
export interface StampingService extends ServiceOperations {
  /** Handles a request. Never rejects. */
  handle(request: ServiceRequest): Promise<ServiceReply>
  /**
   * Returns the accounts of an environment, for the operator. @throws TypeError when the service
   * has no such environment
   */
  accounts(environment: EnvironmentName): Accounts
  /**
   * Continues interrupted work: records undelivered stamps, looks up second stamps
   * (`invoice.duplicated`), and releases the credits of certain failures. Call it at start-up and
   * every few minutes; it is idempotent. A failure of one document does not stop the others.
   * @throws the first error, after everything was tried
   */
  recover(): Promise<Recovered>
  /**
   * Continues due cancellations and records the changes; resolves to their number. Call it at
   * start-up and every few minutes.
   * @throws the first error, after everything was tried
   */
  refresh(): Promise<number>
  /**
   * Records that the stores of an environment were restored from a backup: see `afterRestore` of the
   * engine. Call it once, before any process stamps.
   * @throws TypeError for invalid times
   */
  afterRestore(
    environment: EnvironmentName,
    lost: { readonly since: Date; readonly until?: Date },
  ): Promise<void>
  /**
   * Ends the state of `afterRestore`. Resolves to the number of forgotten keys, which are free now.
   */
  endRestore(environment: EnvironmentName, options?: { readonly by?: string }): Promise<number>
  /**
   * Resolves to a document of a stamped CFDI, for mail. Creates the PDF if there is none. @throws
   * when there is no such CFDI, or the PDF cannot be created
   */
  document(environment: EnvironmentName, kind: DocumentKind, uuid: string): Promise<Uint8Array>
}

const utf8 = new TextEncoder()

/** Names of the options. */
const optionNames: OptionNames<ServiceOptions> = {
  environments: true,
  links: true,
  addresses: { sandbox: 'text', production: 'text' },
  pdf: true,
  encodeLogo: true,
  acusePdf: true,
  mail: true,
  vault: withMethods('seal', 'open'),
  limits: true,
  acceptsWebhook: true,
  retirement: { announced: true, ends: true, url: 'text' },
  observe: true,
  clock: true,
  random: true,
}

/**
 * Creates a service.
 * @throws TypeError when there is no environment, a dependency of one is missing, or two share an
 * object
 * @example
 * const service = createService({
 *   environments: { sandbox: { signers: csd, provider: pac, store: createMemoryServiceStore() } },
 *   links: { base: 'https://facturas.example.mx', secret: crypto.getRandomValues(new Uint8Array(32)) },
 * })
 * const { status } = await service.createInvoice({ headers: {}, form: { json: '{}' } })
 * status // → 401
 */
export function createService(options: ServiceOptions): StampingService {
  requireOptions('createService', options, optionNames)
  const service = serviceOf(options)
  const now = nowOf(options)
  const observe = observerOf(options)
  const route = createRouter(operations)
  const perform = async (unrouted: Unrouted): Promise<Answer> => {
    const began = now()
    return runOperation(service, unrouted, (outcome) =>
      observe(observationOf(outcome, now() - began)),
    )
  }
  const each = Object.keys(operations) as OperationName[]
  const all = each.map((name) => {
    const operation = (given: OperationRequest) =>
      perform({ headers: given.headers ?? {}, find: () => ({ name, request: () => given }) })
    return [name, operation] as const
  })
  return {
    ...(Object.fromEntries(all) as unknown as ServiceOperations),
    async handle(request) {
      const find = () => {
        const { name, params } = route(request.method, request.path)
        return {
          name,
          request: () => givenOf(request, operations[name], params, service.mostBytes),
        }
      }
      const { headers = {} } = request
      return encodeReply(await perform({ headers, find }), request.streams === true)
    },
    accounts: (name) => findEnvironment(service, name).accounts,
    recover: async () => sum(await eachOf(service, recoverStamps)),
    refresh: async () =>
      (await eachOf(service, refreshCancellations)).reduce((one, other) => one + other, 0),
    afterRestore: (name, lost) => findEnvironment(service, name).engine.afterRestore(lost),
    endRestore: (name, options) => findEnvironment(service, name).engine.endRestore(options),
    document: (name, kind, uuid) => {
      const environment = findEnvironment(service, name)
      if (kind === 'xml') return loadXml(environment, uuid)
      return pdfOf(service, environment, uuid)
    },
  }
}

function serviceOf(options: ServiceOptions): Service {
  const { environments, links, pdf, acusePdf, mail, vault, limits = {}, ...rest } = options ?? {}
  const { acceptsWebhook = isPublic, random = secureRandom, addresses = {}, encodeLogo } = rest
  const shared = { now: nowOf(options), random, mail, vault, encodeLogo }
  requireApart(environments ?? {})
  const opened = Object.entries(environments ?? {}).map(([name, given]) => {
    if (name !== 'sandbox' && name !== 'production')
      throw new TypeError(`createService: unknown environment ${name}`)
    return [name, openEnvironment(name, given, shared)] as const
  })
  if (opened.length === 0)
    throw new TypeError('createService: environments must have at least one environment')
  const kinds = [...new Set(opened.flatMap(([, environment]) => environment.documents.all))]
  const { body = 4 << 20, concepts = 10_000, calls } = limits
  for (const [name, most] of Object.entries({ body, concepts })) {
    if (!Number.isSafeInteger(most) || most < 1)
      throw new TypeError(`createService: limits.${name} must be a positive integer`)
  }
  return {
    ...{ pdf, acusePdf, acceptsWebhook, vault, random, mostBytes: body, mostConcepts: concepts },
    turnstile: new Turnstile(readCallLimits('createService: limits.calls', calls), shared.now),
    environments: new Map(opened),
    addresses,
    retirement: retirementHeaders(options.retirement),
    links: createLinks(links, shared.now, addresses),
    describe: makeOnce(() =>
      openApi({
        server: Object.values(addresses).length > 0 ? Object.values(addresses) : links.base,
        documents: kinds.filter(
          (kind, index) =>
            !isCfdi(kind) &&
            kinds.findIndex((other) => other.model.document === kind.model.document) === index,
        ),
        complements: kinds.find(isCfdi)?.model.complements,
      }),
    ),
  }
}

function makeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function nowOf({ clock = () => new Date() }: ServiceOptions): () => number {
  return () => clock().getTime()
}

function observerOf({ observe }: ServiceOptions): (seen: Observation) => void {
  return (seen) => {
    try {
      observe?.(seen)
    } catch {
      // A failing log must not affect the client.
    }
  }
}

function findEnvironment({ environments }: Service, name: EnvironmentName): Environment {
  const environment = environments.get(name)
  if (environment === undefined) throw new TypeError(`the service has no environment ${name}`)
  return environment
}

function eachOf<Result>(
  { environments }: Service,
  work: (environment: Environment) => Promise<Result>,
) {
  return allEnded([...environments.values()].map(work))
}

function sum(all: readonly Recovered[]): Recovered {
  return {
    stamped: all.reduce((total, { stamped }) => total + stamped, 0),
    held: all.reduce((total, { held }) => total + held, 0),
  }
}

function isPublic({ href }: URL): boolean {
  return judgeWebhookUrl(href).ok
}

async function encodeReply(
  { status, headers, body }: Answer,
  streams: boolean,
): Promise<ServiceReply> {
  if (body === undefined) return { status, headers, body: new Uint8Array() }
  if (body instanceof Uint8Array) return { status, headers, body }
  if (isStream(body))
    return streams
      ? { status, headers, body: new Uint8Array(), stream: body }
      : { status, headers, body: await readStream(body) }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: utf8.encode(JSON.stringify(body)) }
}
