/**
 * The orders of the kill test, and the clients that place them. Each client retries with the same
 * key until the answer is certain. Some hang up and retry only at the end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { chance } from './chance.js'
import type { Host, HostName } from './hosts.js'

/** An order. */
export interface Order {
  readonly host: HostName
  readonly key: string
  /** The number of its article, which is in the XML; equal orders share one. */
  readonly item: string
  readonly draft: object
}

/** Answers to the clients. */
export interface Answers {
  /** Invoices of each key, or tickets of the worker: more than one is a failure. */
  readonly of: Map<string, Set<string>>
  /** Definite refusals of an order. */
  readonly refused: Map<string, string>
  /** Uncertain answers, by status. */
  readonly retried: Map<string, number>
}

/** The issuer of the test certificate, and a receiver whose consent cancellations need. */
export const rfcs = { emisor: 'PLO150312QT1', receptor: 'TOAM850417U21' }
export const total = '1160.00'

const iva = {
  Base: 'AUTO',
  Impuesto: '002',
  TipoFactor: 'Tasa',
  TasaOCuota: '0.160000',
  Importe: 'AUTO',
}

export function draftOf(item: string, changes: object): object {
  return {
    Version: '4.0',
    ...changes,
    Fecha: 'AUTO',
    FormaPago: '03',
    MetodoPago: 'PUE',
    TipoDeComprobante: 'I',
    Exportacion: '01',
    Moneda: 'MXN',
    SubTotal: 'AUTO',
    Total: 'AUTO',
    LugarExpedicion: '64000',
    Emisor: { Rfc: rfcs.emisor, Nombre: 'AUTO', RegimenFiscal: '601' },
    Receptor: {
      Rfc: rfcs.receptor,
      Nombre: 'MARIANA TORRES ACOSTA',
      DomicilioFiscalReceptor: '06600',
      RegimenFiscalReceptor: '612',
      UsoCFDI: 'G03',
    },
    Conceptos: [
      {
        ClaveProdServ: '60131300',
        NoIdentificacion: item,
        Cantidad: '1',
        ClaveUnidad: 'H87',
        Descripcion: 'Guitarra',
        ValorUnitario: '1000.00',
        Importe: 'AUTO',
        ObjetoImp: '02',
        Impuestos: { Traslados: [iva] },
      },
    ],
    Impuestos: 'AUTO',
  }
}

/** Products of equal drafts: one content may have ten minutes of different seconds. */
const products = 6

/** Creates orders, evenly for each host; a third of them are equal to others of the same host. */
export function ordersOf(hosts: readonly HostName[], count: number): Order[] {
  return Array.from({ length: count }, (_, at) => {
    const host = hosts[at % hosts.length] as HostName
    const key = `${host}-${at}`
    const round = Math.floor(at / hosts.length)
    const isEqual = round % 30 < 10
    // Thirty in a row, so that clients order the same within one second.
    const item = isEqual ? `${host} equal ${Math.floor(round / 30) % products}` : key
    const draft = draftOf(item, isEqual ? {} : { Serie: serieOf(host), Folio: 'AUTO' })
    return { host, key, item, draft }
  })
}

/** Each host has a sequence of folios. */
export const serieOf = (host: HostName): string => host.toUpperCase()

/** An answer: an invoice or ticket, a refusal, or an uncertain one. */
type Answer = { readonly id: string } | { readonly refusal: string } | { readonly retry: string }

async function ask(
  host: Host,
  { key, draft }: Order,
  apiKey: string,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await request(host, key, draft, apiKey, signal).catch((cause) => cause as Error)
  if (response instanceof Error) return { retry: response.name }
  const body = await response.json().catch(() => ({}))
  const id = body.cfdi?.UUID ?? body.UUID ?? body.ticket
  if (response.ok && id !== undefined) return { id }
  // Definite refusals are failures here: all orders are valid.
  const isDefinite = response.status < 500 && ![408, 425, 429].includes(response.status)
  const told = `${response.status} ${body.code ?? ''}`
  // 708: another request holds the key.
  return isDefinite && body.code !== 708
    ? { refusal: `${told} ${body.message ?? ''}` }
    : { retry: told }
}

function request(
  { name, origin }: Host,
  key: string,
  draft: object,
  apiKey: string,
  signal: AbortSignal,
) {
  const json = JSON.stringify(draft)
  if (name === 'server') {
    const headers = { 'x-api-key': apiKey, 'idempotency-key': key }
    const body = new URLSearchParams({ json })
    return fetch(`${origin}/api/v5/invoice/create`, { method: 'POST', headers, body, signal })
  }
  const path = name === 'endpoint' ? 'facturas' : 'orders'
  const headers = { 'content-type': 'application/json' }
  return fetch(`${origin}/${path}/${encodeURIComponent(key)}`, {
    method: 'POST',
    headers,
    body: json,
    signal,
  })
}

/** Clients of all hosts. */
export class Clients {
  readonly answers: Answers = { of: new Map(), refused: new Map(), retried: new Map() }
  readonly #hosts: ReadonlyMap<HostName, Host>
  readonly #apiKey: string
  readonly #random: () => number
  readonly #left: Order[] = []

  constructor(hosts: readonly Host[], apiKey: string, seed: number) {
    this.#hosts = new Map(hosts.map((host) => [host.name, host]))
    this.#apiKey = apiKey
    this.#random = chance(seed)
  }

  /** Number of answered orders. */
  get answered(): number {
    return this.answers.of.size + this.answers.refused.size
  }

  /** Number of answered orders of a host. */
  answeredOf(name: HostName): number {
    return [...this.answers.of.keys()].filter((key) => key.startsWith(`${name}-`)).length
  }

  /**
   * Places orders with limited concurrency per host. For the server and the endpoint one in twenty
   * hangs up and is left.
   */
  async place(orders: readonly Order[], concurrency: number): Promise<void> {
    const work = [...this.#hosts.keys()].flatMap((name) => {
      const queue = orders.filter(({ host }) => host === name)
      return Array.from({ length: concurrency }, async () => {
        for (let order = queue.shift(); order !== undefined; order = queue.shift()) {
          // A worker's ticket has no client key, so it cannot be requested again.
          if (name !== 'worker' && this.#random() < 0.05) await this.#hangUp(order)
          else await this.#insist(order)
        }
      })
    })
    await Promise.all(work)
  }

  /** Requests the orders that were left, and repeats some answered ones. */
  async placeRest(orders: readonly Order[], concurrency: number): Promise<void> {
    const again = orders.filter(
      ({ host, key }, at) => host !== 'worker' && at % 10 === 0 && this.answers.of.has(key),
    )
    const queue = [...this.#left, ...again]
    const work = async () => {
      for (let order = queue.shift(); order !== undefined; order = queue.shift())
        await this.#insist(order)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }

  async #hangUp(order: Order): Promise<void> {
    this.#left.push(order)
    const host = this.#hosts.get(order.host) as Host
    await ask(host, order, this.#apiKey, AbortSignal.timeout(Math.round(this.#random() * 300)))
  }

  async #insist(order: Order): Promise<void> {
    const { of, refused, retried } = this.answers
    const host = this.#hosts.get(order.host) as Host
    for (;;) {
      const answer = await ask(host, order, this.#apiKey, AbortSignal.timeout(120_000))
      if ('id' in answer)
        return void of.set(order.key, (of.get(order.key) ?? new Set()).add(answer.id))
      if ('refusal' in answer) return void refused.set(order.key, answer.refusal)
      retried.set(answer.retry, (retried.get(answer.retry) ?? 0) + 1)
      await sleep(300 + 700 * this.#random())
    }
  }
}
