/**
 * The entry of a worker thread: an engine whose signers, provider and folios are remote calls to
 * the main thread. See {@link createWorkers}.
 * @module
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { readCertificate } from '../certificate/certificate.js'
import type { Signer } from '../certificate/signer.js'
import { createEngine, type EngineOptions } from '../engine/engine.js'
import type { FolioReservation } from '../engine/folios.js'
import { messageOf } from '../lib/message.js'
import type { Provider } from '../pac/provider.js'
import type { Sealed } from '../seal/sello.js'

/** Data passed to a worker at its start. */
export interface WorkerData {
  /**
   * DER of the certificates of a list of signers, or of the only one; undefined if a function finds
   * the signers.
   */
  readonly certificates: readonly Uint8Array[] | Uint8Array | undefined
  readonly provider: Pick<Provider, 'id' | 'capabilities'>
  readonly complete: boolean | undefined
  /** Names of the documents to register. */
  readonly documents: readonly string[]
  /** Declarations of the host: plain data, which a thread receives as a copy. */
  readonly complements: EngineOptions['complements']
  /** A module whose default export are options of the worker's own engine. */
  readonly module: string | undefined
}

/** Functions of the main thread that workers call. */
export interface RemoteCalls {
  /**
   * Finds the signer of an issuer, which becomes the signer of the task, and returns its
   * certificate in DER.
   */
  signer(rfc: string | undefined): Promise<Uint8Array | undefined>
  /** Signs with a signer of the list, or with that of the task. */
  sign(bytes: Uint8Array, index: number | undefined): Promise<Uint8Array>
  stamp(sealed: SentSealed): ReturnType<Provider['stamp']>
  find(sealed: SentSealed): ReturnType<Provider['find']>
  ping(): Promise<boolean>
  /** Reserves a folio for the task. */
  next(rfc: string, serie: string): Promise<string>
  commit(): Promise<void>
  release(): Promise<void>
  bind(holder: string): Promise<void>
}

/**
 * A sealed document in a message: the document as text, which is cheaper than the object and seldom
 * needed.
 */
export interface SentSealed extends Omit<Sealed, 'document' | 'root'> {
  readonly json: string
  /** Name of the registered document that it is; absent for a CFDI 4.0. */
  readonly root?: string
}

/** The name of a function of the main thread. */
export type RemoteName = keyof RemoteCalls

/** From the main thread: a task, or the result of a call. */
export type ToWorker =
  | { readonly task: number; readonly verb: 'stamp' | 'check'; readonly json: unknown }
  | { readonly call: number; readonly value: unknown }
  | { readonly call: number; readonly error: Error }

/** From a worker: the result of a task, or a call. */
export type FromWorker =
  | { readonly task: number; readonly value: unknown }
  | { readonly task: number; readonly error: Error }
  | {
      readonly task: number
      readonly call: number
      readonly name: RemoteName
      readonly args: readonly unknown[]
    }

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

const port = parentPort
if (port === null) throw new TypeError('worker.js is the entry of a worker thread')
const { certificates, provider, complete, documents, complements, module } =
  workerData as WorkerData

/** The task on whose behalf the engine runs, across awaits. */
const current = new AsyncLocalStorage<number>()
const waiting = new Map<number, Waiting>()
let calls = 0

function callMain<Name extends RemoteName>(
  name: Name,
  ...args: Parameters<RemoteCalls[Name]>
): ReturnType<RemoteCalls[Name]> {
  const call = calls++
  const answer = new Promise((resolve, reject) => {
    waiting.set(call, { resolve, reject })
    postToParent({ task: current.getStore() as number, call, name, args })
  })
  return answer as ReturnType<RemoteCalls[Name]>
}

function postToParent(message: FromWorker): void {
  port?.postMessage(message)
}

function workerSigner(der: Uint8Array, index?: number): Signer {
  return { certificate: readCertificate(der), sign: (bytes) => callMain('sign', bytes, index) }
}

function remoteSigners(): EngineOptions['signers'] {
  if (certificates instanceof Uint8Array) return workerSigner(certificates, 0)
  if (certificates !== undefined) return certificates.map(workerSigner)
  return async (rfc) => {
    const der = await callMain('signer', rfc)
    return der && workerSigner(der)
  }
}

const remoteProvider: Provider = {
  ...provider,
  stamp: (sealed) => callMain('stamp', toSentSealed(sealed)),
  find: (sealed) => callMain('find', toSentSealed(sealed)),
  ping: () => callMain('ping'),
}

function toSentSealed({ xml, cadena, sello, document, root }: Sealed): SentSealed {
  const sent = { xml, cadena, sello, json: JSON.stringify(document) }
  return root === undefined ? sent : { ...sent, root: root.model.document.name }
}

async function requestFolio(rfc: string, serie: string): Promise<FolioReservation> {
  const folio = await callMain('next', rfc, serie)
  return {
    folio,
    bind: (holder) => callMain('bind', holder),
    commit: () => callMain('commit'),
    release: () => callMain('release'),
  }
}

async function ownOptions(): Promise<Partial<EngineOptions>> {
  if (module === undefined) return {}
  const { default: options } = (await import(module)) as {
    readonly default: Partial<EngineOptions>
  }
  if (options?.documents !== undefined)
    throw new TypeError(`${module}: documents is an option of createWorkers, not of the module`)
  return options
}

const engine = createEngine({
  signers: remoteSigners(),
  provider: remoteProvider,
  folios: { next: requestFolio },
  complete,
  // By name: their functions cannot be sent.
  documents:
    documents.length === 0 ? [] : (await import('../sat/documents.js')).documentsNamed(documents),
  complements,
  ...(await ownOptions()),
})

async function runTask({
  task,
  verb,
  json,
}: Extract<ToWorker, { readonly task: number }>): Promise<void> {
  try {
    postToParent({ task, value: await current.run(task, () => engine[verb](json)) })
  } catch (error) {
    postToParent({ task, error: error instanceof Error ? error : new Error(messageOf(error)) })
  }
}

port.on('message', (message: ToWorker) => {
  if ('task' in message) void runTask(message)
  else {
    const { resolve, reject } = waiting.get(message.call) as Waiting
    waiting.delete(message.call)
    if ('error' in message) reject(message.error)
    else resolve(message.value as never)
  }
})
