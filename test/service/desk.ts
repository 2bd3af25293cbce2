/**
 * A service for tests: both environments over a PAC that costs nothing, an account in the sandbox,
 * and its key.
 * @module
 */
import { expect } from 'vitest'
import type { Signer } from '../../src/certificate/signer.js'
import { createUnsafeMemoryOrders } from '../../src/engine/orders.js'
import type { FailureBody } from '../../src/service/answer.js'
import type { EnvironmentOptions } from '../../src/service/environment.js'
import { createMemoryServiceStore } from '../../src/service/memoryStore.js'
import type { ServiceStore } from '../../src/service/ports.js'
import type { EnvironmentName } from '../../src/service/records.js'
import {
  createService,
  type ServiceOptions,
  type StampingService,
} from '../../src/service/service.js'
import { freeSigner, InstantPac } from '../engine/host.js'
import { csd, draft, noon } from '../fixtures.js'

const person = await csd('person')

/** A signer of the sandbox, whose signature costs nothing. */
export const signer: Signer = freeSigner(person)

/** The same as of production. */
export const productionSigner: Signer = {
  ...signer,
  certificate: { ...signer.certificate, environment: 'production' },
}

export const issuer = person.certificate.rfc

/** An invoice of the account, as JSON text. */
export const json = (changes: object = {}): string =>
  JSON.stringify({ ...draft('ingreso'), Folio: '7', ...changes })

export interface Desk {
  readonly service: StampingService
  readonly pac: InstantPac
  readonly stores: Readonly<Record<EnvironmentName, ServiceStore>>
  /** Milliseconds since noon. */
  now: number
  /** The key of the account `uno`, in the sandbox. */
  readonly key: string
}

export interface DeskOptions {
  readonly sandbox?: Partial<EnvironmentOptions>
  readonly production?: Partial<EnvironmentOptions>
  readonly options?: Partial<ServiceOptions>
  /** Both environments lead to the same records: an account is made once. */
  readonly isOneStore?: boolean
  /** Another process over the records of a desk: its account is there. */
  readonly of?: Pick<Desk, 'key'>
}

/** A service with the account `uno` in both environments. */
export async function openDesk({
  sandbox = {},
  production = {},
  options = {},
  isOneStore = false,
  of: first,
}: DeskOptions = {}): Promise<Desk> {
  const pac = new InstantPac()
  const stores = { sandbox: createMemoryServiceStore(), production: createMemoryServiceStore() }
  const of = (
    name: EnvironmentName,
    signers: Signer,
    more: Partial<EnvironmentOptions>,
  ): EnvironmentOptions => ({
    ...{
      signers,
      provider: { ...pac.provider },
      orders: createUnsafeMemoryOrders(),
      store: stores[name],
    },
    ...more,
  })
  const desk = { now: 0, pac, stores, key: '' } as { -readonly [Name in keyof Desk]: Desk[Name] }
  desk.service = createService({
    environments: {
      sandbox: of('sandbox', signer, sandbox),
      production: of('production', productionSigner, production),
    },
    links: { base: 'https://facturas.example.mx', secret: new Uint8Array(32).fill(7) },
    clock: () => new Date(noon.getTime() + desk.now),
    mail: { to: () => ['compras@example.com'] },
    ...options,
  })
  if (first !== undefined) return Object.assign(desk, { key: first.key })
  for (const name of isOneStore ? (['sandbox'] as const) : (['sandbox', 'production'] as const))
    await desk.service.accounts(name).create({ id: 'uno', name: 'Uno', issuers: [issuer] })
  desk.key = (await desk.service.accounts('sandbox').issueKey({ account: 'uno' })).key
  return desk
}

/** Requests an invoice. */
export function ask(
  { service, key }: Pick<Desk, 'service' | 'key'>,
  form: Readonly<Record<string, string>> = { json: json() },
  headers: Readonly<Record<string, string>> = {},
) {
  return service.createInvoice({ headers: { 'X-Api-Key': key, ...headers }, form })
}

/** The body of a yes. */
export function bodyOf<Body>({ status, body }: { status: number; body: unknown }): Body {
  expect(body).not.toHaveProperty('code')
  expect(status).toBeLessThan(300)
  return body as Body
}

/** The code of a failure. */
export const codeOf = ({ body }: { body: unknown }): number => (body as FailureBody).code
