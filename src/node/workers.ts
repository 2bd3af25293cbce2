/**
 * Engine distributed over worker threads, for hosts whose validation outgrows one thread.
 *
 * Only the CPU-bound work moves: reading the JSON, "AUTO", the rules, cadena and XML, the answer.
 * The signer with its key, the provider with its journal and breakers, and the folios stay in the
 * main thread, where the engines of the workers call them. See docs/en/performance.md for when it
 * pays and how to size it.
 * @module
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { Signer } from '../certificate/signer.js'
import { failureCodes } from '../engine/codes.js'
import type { Engine, EngineOptions, StampOptions } from '../engine/engine.js'
import { createFailure, notStamped } from '../engine/failure.js'
import { createMemoryFolios, type FolioReservation, type FolioSequence } from '../engine/folios.js'
import type { StampResult } from '../engine/result.js'
import { withDocument } from '../engine/stamp/success.js'
import { unsafeFolio } from '../engine/stamp/takenFolio.js'
import { CfdiError } from '../errors.js'
import { ignoreError } from '../lib/ignoreError.js'
import { messageOf } from '../lib/message.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { Finding } from '../model/finding.js'
import { registeredKinds } from '../sat/cfdi40/document.js'
import type { SatDocument } from '../sat/document.js'
import { documentsNamed } from '../sat/documents.js'
import { registeredNames } from '../sat/registered.js'
import type { Root } from '../sat/root.js'
import type { Sealed } from '../seal/sello.js'
import type {
  FromWorker,
  RemoteCalls,
  RemoteName,
  SentSealed,
  ToWorker,
  WorkerData,
} from './worker.js'

/**
 * Options of {@link createWorkers}: those of an engine that stay in the main thread, and those of
 * the threads.
 */
export interface WorkersOptions
  extends Pick<EngineOptions, 'signers' | 'provider' | 'folios' | 'complete' | 'complements'> {
  /** Documents of the library to stamp besides CFDI 4.0, such as `retenciones20`. */
  readonly documents?: readonly Root[] | undefined
  /**
   * Number of threads. Defaults to the number of processors minus one, for the main thread, and at
   * least one.
   */
  readonly size?: number | undefined
  /**
   * A module that each worker imports, for options that cannot be sent to it. Its default export
   * are further options of `createEngine` (`clock`, `random`, `catalogs`, `registries`), or
   * replacements of those above: `signers` that the module opens sign without a call to the main
   * thread.
   */
  readonly module?: URL | string | undefined
  /** Options of Node for each thread: `resourceLimits`, `execArgv`, `name` … */
  readonly thread?: Omit<WorkerOptions, 'workerData' | 'eval'> | undefined
}

/**
 * An engine in worker threads. Pass the JSON as text: an object must be cloned, which costs as much
 * as checking it.
 */
export interface Workers extends Pick<Engine, 'stamp' | 'check'> {
  /** Accepts no more documents, waits for pending ones, and ends the threads. */
  close(): Promise<void>
}

/** Names of the options. */
const optionNames: OptionNames<WorkersOptions> = {
  signers: true,
  provider: true,
  folios: true,
  complete: true,
  ...registeredNames,
  size: true,
  module: true,
  thread: true,
}

/**
 * Creates an engine of worker threads. They start on demand, do not keep the process alive while
 * idle, and are replaced if they die.
 *
 * Its methods resolve as an engine's do, and reject in two more cases. `CfdiError` `WORKER_LOST`: a
 * thread died (out of memory, a module that does not load) before the document was sent to the
 * provider. `WORKERS_CLOSED`: after `close`. If a thread dies after the document was sent, `stamp`
 * resolves to failure 708 with the sealed document: the stamp may exist.
 * @throws TypeError if `signers` or `provider` is missing, `size` is not a positive integer,
 * `documents` has one that the library does not have, or the program was bundled in one file.
 * @example
 * const engine = createWorkers({ signers: csd, provider: failover([main, backup], { journal }), size: 1 })
 * for await (const { answer } of stampMany(engine, invoices, { concurrency: 32 })) console.log(answer.ok)
 * await engine.close()
 */
export function createWorkers(options: WorkersOptions): Workers {
  requireOptions('createWorkers', options, optionNames)
  const { signers, provider, size = Math.max(1, availableParallelism() - 1) } = options
  const { documents = [] } = options
  if (signers === undefined || provider === undefined)
    throw new TypeError('createWorkers needs signers and provider')
  if (!Number.isSafeInteger(size) || size < 1)
    throw new TypeError(`size: ${String(size)} is not a positive integer`)
  const kinds = registeredKinds('createWorkers', options)
  for (const { model } of documents)
    if (documentsNamed([model.document.name]).length === 0)
      throw new TypeError(`createWorkers: threads cannot load ${model.document.name}`)
  findWorkerEntry(import.meta.url)
  const folios = options.folios ?? createMemoryFolios()
  const warned = { isDue: options.folios === undefined }
  return new Pool({ ...options, folios, warned, documents, kinds }, size)
}

/**
 * Returns the entry beside this module: compiled, or TypeScript in the source tree, which requires
 * a loader.
 */
function findWorkerEntry(url: string | undefined): URL {
  const entry = url && new URL(url.endsWith('.ts') ? './worker.ts' : './worker.js', url)
  if (entry && existsSync(entry)) return entry
  throw new TypeError(
    'createWorkers starts threads from a file of the package: leave cfdi-stamp out of the bundle',
  )
}

interface Options extends WorkersOptions {
  readonly folios: FolioSequence
  readonly documents: readonly Root[]
  /** With the complements of the host. */
  readonly kinds: readonly SatDocument[]
  /** Whether the first folio must still report that its sequence restarts with the process. */
  readonly warned: { isDue: boolean }
}

class Pool implements Workers {
  readonly #threads: Thread[] = []
  #closed = false

  constructor(options: Options, size: number) {
    while (this.#threads.length < size) this.#threads.push(new Thread(options))
  }

  async stamp(json: unknown, { signal }: StampOptions = {}): Promise<StampResult> {
    try {
      return (await this.#next().run('stamp', json, signal)) as StampResult
    } catch (error) {
      if (!isUncloneable(error)) throw error
      return createFailure(failureCodes.json, uncloneable)
    }
  }

  async check(json: unknown): Promise<readonly Finding[]> {
    try {
      return (await this.#next().run('check', json, undefined)) as readonly Finding[]
    } catch (error) {
      if (!isUncloneable(error)) throw error
      const code = String(failureCodes.json)
      return [
        {
          code,
          severity: 'error',
          element: 'Comprobante',
          field: '',
          message: uncloneable,
          path: '',
        },
      ]
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }

  /** The thread with the fewest tasks. */
  #next(): Thread {
    if (this.#closed) throw new CfdiError('WORKERS_CLOSED', 'Los hilos de trabajo se cerraron.')
    let least = this.#threads[0]!
    for (const thread of this.#threads) if (thread.load < least.load) least = thread
    return least
  }
}

const uncloneable = 'El comprobante debe ser un objeto JSON: tiene funciones o símbolos.'

function isUncloneable(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'DataCloneError'
}

/** A task of a thread, and the resources of the main thread that it uses. */
class Task {
  readonly answer: Promise<unknown>
  readonly signal: AbortSignal | undefined
  signer: Signer | undefined
  reservation: FolioReservation | undefined
  /** The document passed to the provider. */
  sealed: Sealed | undefined
  resolve!: (value: unknown) => void
  reject!: (error: Error) => void

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }
}

/** A worker thread, started on demand. */
class Thread {
  readonly #options: Options
  readonly #tasks = new Map<number, Task>()
  #worker: Worker | undefined
  #count = 0

  constructor(options: Options) {
    this.#options = options
  }

  get load(): number {
    return this.#tasks.size
  }

  run(verb: 'stamp' | 'check', json: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    const number = this.#count++
    worker.postMessage({ task: number, verb, json } satisfies ToWorker)
    const task = new Task(signal)
    this.#tasks.set(number, task)
    worker.ref()
    return task.answer
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#tasks.values()].map(({ answer }) => answer))
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const { signers, provider, complete, documents, complements, module, thread } = this.#options
    const data: WorkerData = {
      certificates: listSignerCertificates(signers),
      provider: { id: provider.id, capabilities: { ...provider.capabilities } },
      complete,
      documents: documents.map(({ model }) => model.document.name),
      complements,
      module: module === undefined ? undefined : String(module),
    }
    // Options of this process that threads inherit, without `--input-type`: the entry of a
    // thread is a file.
    const worker = new Worker(findWorkerEntry(import.meta.url), {
      execArgv: process.execArgv.filter((option) => !option.startsWith('--input-type')),
      ...thread,
      workerData: data,
    })
    let cause: unknown
    worker.on('message', (message: FromWorker) => {
      const task = this.#tasks.get(message.task)
      if (task === undefined) return
      if ('call' in message) return void this.#answer(worker, task, message)
      this.#tasks.delete(message.task)
      if (this.#tasks.size === 0) worker.unref()
      if ('error' in message) task.reject(message.error)
      else task.resolve(this.#warned(task, message.value))
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      const lost = [...this.#tasks.values()]
      this.#tasks.clear()
      for (const task of lost) void settleLost(task, this.#options.provider.id, cause)
    })
    worker.unref()
    return worker
  }

  /**
   * Adds the warning to the first stamp with a folio of the default sequence, which is unknown to
   * the threads.
   */
  #warned({ reservation }: Task, value: unknown): unknown {
    const { warned, kinds } = this.#options
    const answer = value as StampResult
    // The result may be of another verb.
    if (answer?.ok !== true || !('cfdi' in answer)) return value
    if (!warned.isDue || reservation === undefined) return withDocument(answer, kinds)
    warned.isDue = false
    const warnings = [...answer.warnings, unsafeFolio()]
    return withDocument({ ...answer, warnings }, kinds)
  }

  async #answer(
    worker: Worker,
    task: Task,
    { call, name, args }: Extract<FromWorker, { name: RemoteName }>,
  ): Promise<void> {
    try {
      const run = remoteCallsFor(this.#options, task)[name] as (
        ...args: readonly unknown[]
      ) => Promise<unknown>
      worker.postMessage({ call, value: await run(...args) } satisfies ToWorker)
    } catch (error) {
      worker.postMessage({ call, error: new Error(messageOf(error)) } satisfies ToWorker)
    }
  }
}

/**
 * Settles a task of a lost thread: a sent document may be stamped; otherwise its folio is released.
 */
async function settleLost(
  { sealed, reservation, resolve, reject }: Task,
  pac: string,
  cause: unknown,
): Promise<void> {
  const message = 'El hilo de trabajo terminó antes de contestar.'
  if (sealed !== undefined) return resolve(notStamped(sealed, { kind: 'unknown', pac, message }))
  await reservation?.release().catch(ignoreError)
  reject(new CfdiError('WORKER_LOST', message, { cause }))
}

function listSignerCertificates(signers: WorkersOptions['signers']): WorkerData['certificates'] {
  if (typeof signers === 'function') return undefined
  if (Array.isArray(signers))
    return (signers as readonly Signer[]).map(({ certificate }) => certificate.der)
  return (signers as Signer).certificate.der
}

/** The functions that a worker may call for a task. */
function remoteCallsFor(options: Options, task: Task): RemoteCalls {
  const { signers, provider, folios, kinds } = options
  const listed = typeof signers === 'function' ? [] : Array.isArray(signers) ? signers : [signers]
  return {
    async signer(rfc) {
      task.signer = typeof signers === 'function' ? await signers(rfc) : undefined
      return task.signer?.certificate.der
    },
    sign: (bytes, index) =>
      (index === undefined ? (task.signer as Signer) : (listed[index] as Signer)).sign(bytes),
    stamp(sent) {
      task.sealed = readSealed(sent, kinds)
      return provider.stamp(task.sealed, task.signal)
    },
    find: (sent) => provider.find(readSealed(sent, kinds), task.signal),
    ping: () => provider.ping(task.signal),
    async next(rfc, serie) {
      task.reservation = await folios.next(rfc, serie)
      return task.reservation.folio
    },
    commit: async () => task.reservation?.commit(),
    release: async () => task.reservation?.release(),
    bind: async (holder) => task.reservation?.bind?.(holder),
  }
}

/** The document is parsed on first access. */
function readSealed(
  { json, root: name, ...sealed }: SentSealed,
  kinds: readonly SatDocument[],
): Sealed {
  const root = kinds.find(({ model }) => model.document.name === name)
  let document: Sealed['document'] | undefined
  return {
    ...sealed,
    ...(root !== undefined && { root }),
    get document() {
      document ??= JSON.parse(json) as Sealed['document']
      return document
    },
  }
}
