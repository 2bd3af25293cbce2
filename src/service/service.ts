/**
 * The whole: operations as functions, one router for any server, and what is done between requests.
 * @module
 */
import { type Random, secureRandom } from '../lib/uuid.js'
import type { Accounts } from './accounts.js'
import type { Answer } from './answer.js'
import { refreshLives, xmlOf } from './cancelling.js'
import { type Environment, type EnvironmentOptions, openEnvironment, requireApart } from './environment.js'
import { pdfOf } from './handlers/documents.js'
import { createLinks, type LinkOptions } from './links.js'
import { openApi } from './openApi.js'
import type { OperationRequest, Service } from './operation.js'
import { type OperationName, operations } from './operations.js'
import type { DocumentKind } from './ports.js'
import type { EnvironmentName } from './records.js'
import { createRouter, givenOf, type ServiceRequest } from './router.js'
import { type Asked, type Observation, observationOf, run } from './run.js'
import { type Recovered, recoverStamps } from './stamping.js'
import { judgeWebhookUrl } from './webhooks/url.js'

/** What a service works with. */
export interface ServiceOptions {
  /** One or both environments. */
  readonly environments: Readonly<Partial<Record<EnvironmentName, EnvironmentOptions>>>
  /** Where the service is, and what signs its links. */
  readonly links: LinkOptions
  /** Makes the PDF of a stamped XML, when it is first asked for: `(xml) => renderPdf(xml)` of `cfdi-stamp/pdf`. None by default. */
  readonly pdf?: ((xml: string) => Promise<Uint8Array>) | undefined
  /** Sizes. */
  readonly limits?: {
    /** Bytes of the body of a request. 4,194,304 by default. */
    readonly body?: number | undefined
  }
  /**
   * Whether a URL may be a webhook's. By default https to a public name or address (`judgeWebhookUrl`): who delivers must judge the
   * address that the name has, when it has it (`createPublicSend` of `cfdi-stamp/node`).
   */
  readonly acceptsWebhook?: ((url: URL, environment: EnvironmentName) => boolean) | undefined
  /** Told of every call, once it was answered: for logs and metrics. What it throws is dropped. */
  readonly observe?: ((seen: Observation) => void) | undefined
  /** The present. The computer's clock by default. */
  readonly clock?: (() => Date) | undefined
  /** Random bytes, for keys, identifiers and secrets. The platform's generator by default. */
  readonly random?: Random | undefined
}

/** An answer, ready for a server. */
export interface ServiceReply {
  /** Status of HTTP. */
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** What is sent; empty for no content. */
  readonly body: Uint8Array
}

/** Each operation as a function of plain data. None rejects. */
export type ServiceOperations = {
  readonly [Name in OperationName]: (request: OperationRequest) => Promise<Answer>
}

/** A stamping service, without the HTTP. */
export interface StampingService extends ServiceOperations {
  /** Answers a request. Never rejects. */
  handle(request: ServiceRequest): Promise<ServiceReply>
  /** The accounts of an environment, for whoever runs the service. @throws TypeError when it has no such environment */
  accounts(environment: EnvironmentName): Accounts
  /**
   * Goes on with what was interrupted: records stamps that were not told, frees credits of what was certainly not stamped. Call it when a
   * process starts, and every few minutes; repeating it does nothing twice. What fails of one document stops no other.
   * @throws what failed first, once everything was tried
   */
  recover(): Promise<Recovered>
  /**
   * Goes on with cancellations that are due, and records what changed: how many did. Call it when a process starts, and every few minutes.
   * @throws what failed first, once everything was tried
   */
  refresh(): Promise<number>
  /** A document of a stamped CFDI, for who mails it: the PDF is made if it was not. @throws when there is none, or it cannot be made */
  document(environment: EnvironmentName, kind: DocumentKind, uuid: string): Promise<Uint8Array>
}

const utf8 = new TextEncoder()

/**
 * Makes a service.
 * @throws TypeError when there is no environment, what one needs is missing, or something of one is the other's too
 * @example
 * const service = createService({
 *   environments: { sandbox: { signers: csd, provider: pac, store: createMemoryServiceStore() } },
 *   links: { base: 'https://facturas.example.mx', secret: crypto.getRandomValues(new Uint8Array(32)) },
 * })
 * const { status } = await service.createInvoice({ headers: {}, form: { json: '{}' } })
 * status // → 401
 */
export function createService(options: ServiceOptions): StampingService {
  const service = serviceOf(options)
  const now = nowOf(options)
  const observe = observerOf(options)
  const route = createRouter(operations)
  const perform = async (find: () => Asked): Promise<Answer> => {
    const began = now()
    const outcome = await run(service, find)
    observe(observationOf(outcome, now() - began))
    return outcome.answer
  }
  const each = Object.keys(operations) as OperationName[]
  const all = each.map((name) => {
    const operation = (given: OperationRequest) => perform(() => ({ name, request: () => given }))
    return [name, operation] as const
  })
  return {
    ...(Object.fromEntries(all) as unknown as ServiceOperations),
    async handle(request) {
      const find = () => {
        const { name, params } = route(request.method, request.path)
        return { name, request: () => givenOf(request, operations[name], params, service.mostBytes) }
      }
      return written(await perform(find))
    },
    accounts: (name) => environmentOf(service, name).accounts,
    recover: async () => sum(await eachOf(service, recoverStamps)),
    refresh: async () => (await eachOf(service, refreshLives)).reduce((one, other) => one + other, 0),
    document: (name, kind, uuid) => {
      const environment = environmentOf(service, name)
      return kind === 'xml' ? xmlOf(environment, uuid) : pdfOf(service, environment, uuid)
    },
  }
}

function serviceOf(options: ServiceOptions): Service {
  const { environments, links, pdf, limits = {}, acceptsWebhook = isPublic } = options ?? {}
  const shared = { now: nowOf(options), random: options?.random ?? secureRandom }
  requireApart(environments ?? {})
  const opened = Object.entries(environments ?? {}).map(([name, given]) => {
    if (name !== 'sandbox' && name !== 'production') throw new TypeError(`createService: ${name} is no environment`)
    return [name, openEnvironment(name, given, shared)] as const
  })
  if (opened.length === 0) throw new TypeError('createService: an environment is needed')
  const { body = 4 << 20 } = limits
  if (!Number.isSafeInteger(body) || body < 1) throw new TypeError('createService: limits.body is a number of bytes')
  return {
    ...{ pdf, acceptsWebhook, mostBytes: body },
    environments: new Map(opened),
    links: createLinks(links, shared.now),
    describe: once(() => openApi({ server: links.base })),
  }
}

function once<Value>(make: () => Value): () => Value {
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
      // A log that fails is none of the client's.
    }
  }
}

function environmentOf({ environments }: Service, name: EnvironmentName): Environment {
  const environment = environments.get(name)
  if (environment === undefined) throw new TypeError(`there is no environment ${name}`)
  return environment
}

function eachOf<Result>({ environments }: Service, work: (environment: Environment) => Promise<Result>) {
  return Promise.all([...environments.values()].map(work))
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

function written({ status, headers, body }: Answer): ServiceReply {
  if (body === undefined) return { status, headers, body: new Uint8Array() }
  if (body instanceof Uint8Array) return { status, headers, body }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...type, ...headers }, body: utf8.encode(JSON.stringify(body)) }
}
