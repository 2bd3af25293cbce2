/**
 * Renders a long document in a thread of Node: pdfmake lays a document out in one synchronous call,
 * during which nothing else of the process runs.
 *
 * The module of renderPdf itself is loaded in the thread, by its own address. A program that was
 * bundled into one file has no such address, and a browser no such threads: both render at once.
 * @module
 */
import type { PrintedSource } from './documents/printed.js'
import type { Pdf, PdfOptions } from './renderPdf.js'

/** The part of `node:worker_threads` that is used. */
interface Threads {
  readonly Worker: new (
    code: string,
    options: {
      readonly eval: true
      readonly workerData: object
      readonly name: string
      readonly resourceLimits: { readonly maxYoungGenerationSizeMb: number }
    },
  ) => Thread
}

interface Thread {
  once(event: 'message', listener: (message: Message) => void): void
  once(event: 'error' | 'exit', listener: (reason: unknown) => void): void
  terminate(): unknown
}

interface Message {
  readonly pdf?: Uint8Array
  readonly missing?: readonly string[]
}

/** Characters of XML or JSON that take more than some 100 ms: 50 concepts. */
const long = 40_000

/**
 * Size of the heap's young part in a thread. With Node's own, 48 MB, the garbage of the layout
 * waits: 25 pages took 104 MB instead of 87, in the same time.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }

/** The files of this package that export renderPdf. */
const ownModule = /\/dist\/((bundle|cjs)\/)?pdf\/(renderPdf|index)\.js$/

/**
 * A failed document is rendered again by the caller, for its own error; a message without a PDF
 * tells it to.
 */
const code = `
const { parentPort, workerData } = require('node:worker_threads')
const { url, source, options } = workerData
import(url)
  .then((module) => (module.renderPdf ?? module.default.renderPdf)(source, { ...options, thread: false }))
  .then((pdf) => parentPort.postMessage({ pdf, missing: pdf.missing }), () => parentPort.postMessage({}))
`

/**
 * Resolves to the PDF, or to undefined if the document is short, there are no threads, the options
 * cannot be sent, or the thread fails.
 */
export async function inThread(
  url: string | undefined,
  source: PrintedSource,
  options: PdfOptions,
): Promise<Pdf | undefined> {
  // Functions cannot be sent to a thread.
  const { thread = true, templates, catalogs, documents, complements } = options
  const threads =
    [templates, catalogs, documents, complements].every((option) => option === undefined) &&
    thread &&
    isLongSource(source)
      ? threadsOf(url)
      : undefined
  if (threads === undefined) return undefined
  // Waits for a core: each thread takes one, and some 90 MB.
  const os = builtin('node:os') as { availableParallelism?: () => number } | undefined
  if (rendering < (os?.availableParallelism?.() ?? 1)) rendering++
  else await new Promise<void>((next) => waiting.push(next))
  try {
    const workerData = { url, source, options }
    const name = 'cfdi-stamp pdf'
    const worker = new threads.Worker(code, { eval: true, workerData, name, resourceLimits })
    const { pdf, missing = [] } = await new Promise<Message>((settle) => {
      worker.once('message', settle)
      worker.once('error', () => settle({}))
      worker.once('exit', () => settle({}))
    })
    worker.terminate()
    return pdf && Object.assign(pdf, { missing })
  } catch {
    return undefined
  } finally {
    const next = waiting.shift()
    if (next === undefined) rendering--
    else next()
  }
}

const waiting: (() => void)[] = []
let rendering = 0

function isLongSource(source: PrintedSource): boolean {
  if (typeof source === 'string' || source instanceof Uint8Array) return source.length > long
  // Not a document: readPrinted refuses it.
  if (typeof source !== 'object' || source === null) return false
  const concepts = ('Conceptos' in source ? source.Conceptos?.length : undefined) ?? 0
  return concepts > 50 || JSON.stringify(source).length > long
}

/** Threads of Node, by a function that browsers lack. */
function threadsOf(url: string | undefined): Threads | undefined {
  if (url === undefined || !ownModule.test(url)) return undefined
  return builtin('node:worker_threads') as Threads | undefined
}

function builtin(name: string): unknown {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => unknown }
  }
  return process?.getBuiltinModule?.(name)
}
