/**
 * The thread of a store in SQLite, as the main thread calls it.
 * @module
 */
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { Worker } from 'node:worker_threads'
import { JournalError, type JournalErrorCode } from '../../errors.js'
import type { SqliteCalls } from './sqliteCalls.js'
import type { SqliteCall, SqliteReply, SqliteWorkerData } from './sqliteWorker.js'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Calls of a thread. The thread does not keep the process alive while nothing waits for it.
 */
export class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #count = 0
  #end: JournalError | undefined

  private constructor(data: SqliteWorkerData) {
    this.#worker = new Worker(findSqliteWorker(import.meta.url), {
      execArgv: process.execArgv.filter((option) => !option.startsWith('--input-type')),
      workerData: data,
      name: 'cfdi-stamp sqlite',
    })
    this.#worker.on('message', (replies: readonly SqliteReply[]) => {
      for (const reply of replies) {
        const waiting = this.#waiting.get(reply.id)
        this.#waiting.delete(reply.id)
        if ('error' in reply)
          waiting?.reject(new JournalError(reply.error.code, reply.error.message))
        else waiting?.resolve(reply.value)
      }
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (cause) => this.#stop(stopped(cause)))
    this.#worker.on('exit', () => this.#stop(stopped()))
  }

  /**
   * Starts a thread, and waits until its database is open.
   * @throws TypeError on a version of Node without `node:sqlite`
   * @throws JournalError
   */
  static async start(data: SqliteWorkerData): Promise<SqliteThread> {
    // Node 22.13 is the first version that has the module without a flag.
    if (!isBuiltin('node:sqlite'))
      throw new TypeError(
        `openSqliteStore requires node:sqlite, which Node ${process.versions.node} lacks: use Node 22.13 or later, or openFileStore`,
      )
    const thread = new SqliteThread(data)
    try {
      await thread.#wait(0)
      return thread
    } catch (error) {
      await thread.#worker.terminate()
      if (error instanceof JournalError && error.code === 'JOURNAL_WRITE')
        throw new JournalError('JOURNAL_OPEN', `No se pudo abrir ${data.path}.`, { cause: error })
      throw error
    }
  }

  /** @throws JournalError JOURNAL_WRITE, JOURNAL_CORRUPT, JOURNAL_CLOSED */
  call<Name extends keyof SqliteCalls>(
    name: Name,
    ...args: Parameters<SqliteCalls[Name]>
  ): Promise<ReturnType<SqliteCalls[Name]>> {
    return this.#post({ name, args }) as Promise<ReturnType<SqliteCalls[Name]>>
  }

  /** Ends the thread after all earlier calls. */
  async close(): Promise<void> {
    if (this.#end !== undefined) return
    const closed = this.#post({ name: 'close', args: [] })
    this.#end = new JournalError('JOURNAL_CLOSED', 'El almacén está cerrado.')
    await closed
    await this.#worker.terminate()
  }

  #post(call: Omit<SqliteCall, 'id'>): Promise<unknown> {
    if (this.#end !== undefined) return Promise.reject(this.#end)
    const id = ++this.#count
    const answer = this.#wait(id)
    this.#worker.postMessage({ id, ...call } satisfies SqliteCall)
    return answer
  }

  #wait(id: number): Promise<unknown> {
    if (this.#waiting.size === 0) this.#worker.ref()
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  /** A pending write of a thread that stopped may be durable: its caller treats it as unknown. */
  #stop(error: JournalError): void {
    this.#end ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

function stopped(cause?: Error): JournalError {
  const code: JournalErrorCode = 'JOURNAL_WRITE'
  return new JournalError(code, 'El hilo del almacén terminó.', { cause })
}

/**
 * Returns the entry beside this module: compiled, or TypeScript in the source tree, which requires
 * a loader.
 */
function findSqliteWorker(url: string | undefined): URL {
  const name = url?.endsWith('.ts') ? './sqliteWorker.ts' : './sqliteWorker.js'
  const entry = url && new URL(name, url)
  if (entry && existsSync(entry)) return entry
  throw new TypeError(
    'openSqliteStore starts a thread from a file of the package: leave cfdi-stamp out of the bundle',
  )
}
