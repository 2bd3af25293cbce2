/**
 * A sandbox that its clients can drive, for tests: two processes over one set of stores, an account
 * in each environment, and its key.
 * @module
 */
import { createUnsafeMemoryCancellations } from '../../../src/engine/cancellationStore.js'
import { createUnsafeMemoryOrders } from '../../../src/engine/orders.js'
import { createMemoryFolios } from '../../../src/engine/folios.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import { createMemoryServiceStore } from '../../../src/service/memoryStore.js'
import { createServiceSandbox } from '../../../src/service/sandbox/serviceSandbox.js'
import { createService, type StampingService } from '../../../src/service/service.js'
import { InstantPac } from '../../engine/host.js'
import { noon } from '../../fixtures.js'
import { bodyOf, issuer, productionSigner } from '../desk.js'

/** An invoice of a service. */
export interface Told {
  readonly UUID: string
  readonly XML: string
  readonly UrlXml: string
  readonly FechaTimbrado: string
}

/** Opens the stores, the processes and the accounts `uno` and `dos`. */
export async function openDriven() {
  const desk = { now: noon.getTime() }
  const clock = () => new Date(desk.now)
  const stores = {
    orders: createUnsafeMemoryOrders(),
    cancellations: createUnsafeMemoryCancellations(),
    folios: createMemoryFolios(),
    store: createMemoryServiceStore(),
  }
  const journal = createUnsafeMemoryJournal()
  const production = {
    ...{ signers: productionSigner, provider: new InstantPac().provider },
    ...{ orders: createUnsafeMemoryOrders(), store: createMemoryServiceStore() },
  }
  const open = (): StampingService => {
    const { store, orders } = stores
    const driven = createServiceSandbox({ store, orders, journal, clock })
    return createService({
      environments: { sandbox: { ...driven, ...stores, cancelDuplicates: true }, production },
      links: { base: 'https://facturas.example.mx', secret: new Uint8Array(32).fill(7) },
      addresses: {
        sandbox: 'https://pruebas.example.mx',
        production: 'https://facturas.example.mx',
      },
      clock,
    })
  }
  const [one, two] = [open(), open()]
  const keyOf = async (environment: 'sandbox' | 'production', account: string) => {
    const accounts = one.accounts(environment)
    await accounts.create({ id: account, name: account, issuers: [issuer] })
    await accounts.grant(account, 1_000, 'test')
    return (await accounts.issueKey({ account })).key
  }
  return {
    ...{ desk, one, two, open, stores, journal },
    key: await keyOf('sandbox', 'uno'),
    other: await keyOf('sandbox', 'dos'),
    productionKey: await keyOf('production', 'uno'),
  }
}

export type Driven = Awaited<ReturnType<typeof openDriven>>

const headersOf = (key: string, more: object = {}) => ({ 'x-api-key': key, ...more })

/** The calls of a client with a key. */
export function clientOf(service: StampingService, key: string) {
  const headers = headersOf(key)
  const params = (uuid: string) => ({ uuid })
  return {
    stamp: (json: string, order: string, form: object = {}, more: object = {}) =>
      service.createInvoice({
        headers: headersOf(key, { 'idempotency-key': order, ...more }),
        form: { json, ...form },
      }),
    cancel: (uuid: string, simular?: string) =>
      service.cancelInvoice({
        headers,
        params: params(uuid),
        form: { motivo: '02', ...(simular !== undefined && { simular }) },
      }),
    phase: async (uuid: string) => {
      const answer = await service.retrieveInvoice({ headers, params: params(uuid) })
      const { cfdi } = bodyOf<{ cfdi: { cancellation?: Cancellation } }>(answer)
      return cfdi.cancellation
    },
    state: async (uuid: string) =>
      bodyOf<{ state: string }>(await service.statusOfInvoice({ headers, params: params(uuid) }))
        .state,
    advance: (avanzar: string) => service.advanceClock({ headers, form: { avanzar } }),
    answer: (uuid: string, respuesta: string) =>
      service.answerCancellation({ headers, params: params(uuid), form: { respuesta } }),
  }
}

interface Cancellation {
  readonly phase: string
  readonly how?: string
  readonly code?: string
}
