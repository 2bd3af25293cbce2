/**
 * The entry of a worker thread: an engine whose doors lead to the main thread. See {@link createWorkers}.
 * @module
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { readCertificate } from '../certificate/certificate.js'
import { createEngine, type EngineOptions } from '../engine/engine.js'
import type { FolioReservation } from '../engine/folios.js'
import { messageOf } from '../lib/message.js'
import type { Provider } from '../pac/provider.js'
import type { Sealed } from '../seal/sello.js'
import type { Signer } from '../seal/signer.js'

/** What a worker is started with. */
export interface WorkerData {
  /** DER of the certificates of a list of signers, or of the only one; undefined when signers are found by a function. */
  readonly certificates: readonly Uint8Array[] | Uint8Array | undefined
  readonly provider: Pick<Provider, 'id' | 'capabilities'>
  readonly complete: boolean | undefined
  /** A module whose default export are doors of the worker's own. */
  readonly module: string | undefined
}

/** What a worker asks of the main thread, and what it is answered. */
export interface Doors {
  /** The signer of an issuer: its certificate, DER. It is then the signer of the task. */
  signer(rfc: string | undefined): Promise<Uint8Array | undefined>
  /** A signature of a signer of the list, or of that of the task. */
  sign(bytes: Uint8Array, index: number | undefined): Promise<Uint8Array>
  stamp(sealed: SentSealed): ReturnType<Provider['stamp']>
  find(sealed: SentSealed): ReturnType<Provider['find']>
  ping(): Promise<boolean>
  /** Takes a folio, which is then that of the task. */
  next(rfc: string, serie: string): Promise<string>
  commit(): Promise<void>
  release(): Promise<void>
}

/** A sealed document as it is sent: the document as text, which costs less than the object and is seldom looked at. */
export interface SentSealed extends Omit<Sealed, 'document'> {
  readonly json: string
}

export type DoorName = keyof Doors

/** From the main thread: something to do, or what a door answered. */
export type ToWorker =
  | { readonly task: number; readonly verb: 'stamp' | 'check'; readonly json: unknown }
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly error: Error }

/** From a worker: what became of a task, or a call at a door. */
export type FromWorker =
  | { readonly task: number; readonly value: unknown }
  | { readonly task: number; readonly error: Error }
  | { readonly task: number; readonly call: number; readonly door: DoorName; readonly given: readonly unknown[] }

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

const port = parentPort
if (port === null) throw new TypeError('worker.js is the entry of a worker thread')
const { certificates, provider, complete, module } = workerData as WorkerData

/** Which task an engine works for, whatever is awaited in between. */
const current = new AsyncLocalStorage<number>()
const waiting = new Map<number, Waiting>()
let calls = 0

function ask<Name extends DoorName>(door: Name, ...given: Parameters<Doors[Name]>): ReturnType<Doors[Name]> {
  const call = calls++
  const answer = new Promise((resolve, reject) => {
    waiting.set(call, { resolve, reject })
    send({ task: current.getStore() as number, call, door, given })
  })
  return answer as ReturnType<Doors[Name]>
}

function send(message: FromWorker): void {
  port?.postMessage(message)
}

function signerOf(der: Uint8Array, index?: number): Signer {
  return { certificate: readCertificate(der), sign: (bytes) => ask('sign', bytes, index) }
}

function remoteSigners(): EngineOptions['signers'] {
  if (certificates instanceof Uint8Array) return signerOf(certificates, 0)
  if (certificates !== undefined) return certificates.map(signerOf)
  return async (rfc) => {
    const der = await ask('signer', rfc)
    return der && signerOf(der)
  }
}

const remoteProvider: Provider = {
  ...provider,
  stamp: (sealed) => ask('stamp', sent(sealed)),
  find: (sealed) => ask('find', sent(sealed)),
  ping: () => ask('ping'),
}

function sent({ xml, cadena, sello, document }: Sealed): SentSealed {
  return { xml, cadena, sello, json: JSON.stringify(document) }
}

async function nextFolio(rfc: string, serie: string): Promise<FolioReservation> {
  const folio = await ask('next', rfc, serie)
  return { folio, commit: () => ask('commit'), release: () => ask('release') }
}

async function ownDoors(): Promise<Partial<EngineOptions>> {
  return module === undefined ? {} : ((await import(module)) as { readonly default: Partial<EngineOptions> }).default
}

const engine = createEngine({
  signers: remoteSigners(),
  provider: remoteProvider,
  folios: { next: nextFolio },
  complete,
  ...(await ownDoors()),
})

async function carryOut({ task, verb, json }: Extract<ToWorker, { readonly task: number }>): Promise<void> {
  try {
    send({ task, value: await current.run(task, () => engine[verb](json)) })
  } catch (error) {
    send({ task, error: error instanceof Error ? error : new Error(messageOf(error)) })
  }
}

function settle(message: Exclude<ToWorker, { readonly task: number }>): void {
  const { resolve, reject } = waiting.get(message.call) as Waiting
  waiting.delete(message.call)
  if ('error' in message) reject(message.error)
  else resolve(message.value as never)
}

port.on('message', (message: ToWorker) => {
  if ('task' in message) void carryOut(message)
  else settle(message)
})
