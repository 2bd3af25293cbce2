/**
 * Two threads for work that would hold up all other requests: one for large drafts and the tools of
 * `/mcp` with them, with a service of its own over the same database, and one for PDFs and logos.
 * Each starts with its first work, at a lower priority than the main thread.
 * @module
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { serveSql } from './sqlPort.js'

/** Bytes of a body above which a request goes to the thread: some 50 concepts. */
const largeBody = 24_576

/** Values of a body, by its commas, above which it goes there: 7,000 empty objects are 20 kB. */
const manyValues = 700

/**
 * Whether a body may take longer than other requests can wait.
 * @param {Uint8Array | undefined} body
 */
export function isLarge(body) {
  if (body === undefined) return false
  if (body.length > largeBody) return true
  let commas = 0
  // As a comma, or as `%2C` of a form.
  for (let at = 0; at < body.length; at++)
    if (body[at] === 0x2c || (body[at] === 0x25 && body[at + 1] === 0x32 && isC(body[at + 2])))
      commas++
  return commas > manyValues
}

const isC = (byte) => byte === 0x43 || byte === 0x63

/**
 * Creates the counterpart of the threads. `client` is passed where a thread cannot open the database
 * itself (PGlite).
 */
export function createHeavy(options) {
  const [drafts, pages] = [createThread(options), createThread(options)]
  return {
    /** Whether a request belongs to a thread. */
    takes: ({ body }) => isLarge(body),
    handle: ({ method, path, query, headers, body }) =>
      drafts.run('handle', { method, path, query, headers: { ...headers }, body }),
    /** Answers a call of a tool; see `createMcp`. */
    mcp: (call) => drafts.run('mcp', call),
    pdf: (source, choices) => pages.run('pdf', { source, choices }),
    logo: (image) => pages.run('logo', { image }),
    close: async () => void (await Promise.all([drafts.close(), pages.close()])),
  }
}

function createThread({ settings, client, observe, log }) {
  const waiting = new Map()
  let count = 0
  let worker

  function start() {
    const started = new Worker(new URL('heavyThread.js', import.meta.url), {
      workerData: { settings, isRemote: client !== undefined },
    })
    if (client !== undefined) serveSql(started, client)
    started.on('message', ({ work, reply, failure, observed }) => {
      if (observed !== undefined) return observe(observed)
      const settle = waiting.get(work)
      waiting.delete(work)
      if (failure === undefined) settle?.resolve(reply)
      else settle?.reject(new Error(failure))
    })
    started.on('error', (cause) => log('error', 'thread', { cause }))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(new Error('the thread ended'))
      waiting.clear()
    })
    started.unref()
    return started
  }

  function run(what, given) {
    worker ??= start()
    const work = ++count
    worker.postMessage({ work, what, given })
    return new Promise((resolve, reject) => waiting.set(work, { resolve, reject }))
  }

  return {
    run,
    async close() {
      if (worker === undefined) return
      const ended = once(worker, 'exit')
      await run('close').catch(() => {})
      await worker?.terminate()
      await ended
    },
  }
}
