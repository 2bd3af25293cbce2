/**
 * Many documents, a bounded number of them at once, and their answers as an async iterable.
 *
 * A document counts against the bound from when it is read until the consumer, done with its answer, asks for the next:
 * nothing is read ahead of a slow consumer, and memory does not grow with the length of the source.
 * @module
 */
import type { Signer } from '../certificate/signer.js'
import { SealError } from '../errors.js'
import type { Given } from '../sat/given.js'
import { type Sealed, seal, type Unsealed } from '../seal/sello.js'
import type { Engine } from './engine.js'
import type { StampResult } from './result.js'

/** Documents: an array, a generator, the rows of a query, the lines of a file. */
export type Documents<Document> = Iterable<Document> | AsyncIterable<Document>

/** The answer to one document of many. */
export interface Answered<Document, Answer> {
  /** Which document of the source it was, from 0. */
  readonly index: number
  /** The document itself, as it was read. */
  readonly document: Document
  /** What became of it. */
  readonly answer: Answer
}

/** How many documents go at once, and how their answers come. */
export interface ManyOptions<Document = unknown, Answer = unknown> {
  /**
   * Documents that may be between being read and the consumer being done with their answer. 64 by default when sealing:
   * with fewer the threads that sign run dry while this one waits for a processor (measured: 16 lose 5 %). 16 when
   * stamping: they are the requests under way, so that throughput is this over the PAC's latency.
   */
  readonly concurrency?: number | undefined
  /** Answers in the order of the documents, the default; `false`: as they come, so that a slow one holds up no other. */
  readonly ordered?: boolean | undefined
  /**
   * Stops reading. What was begun ends and its answers are delivered; then the iteration throws the signal's reason.
   * This, and not `break`, is how to stop and keep every answer.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Gets the answers that a consumer who leaves the loop (`break`, `return`, `throw`) did not take. Leaving waits for
   * what was begun, because a document among it may be stamped.
   */
  readonly onUntaken?: ((answered: Answered<Document, Answer>) => void) | undefined
}

/** How a document of many was sealed. */
export type SealAnswer =
  | { readonly ok: true; readonly sealed: Sealed }
  | {
      readonly ok: false
      /** What {@link seal} throws for a document. */
      readonly error: SealError | TypeError
    }

/**
 * Stamps documents as they are read. Answers are what `engine.stamp` gives; the signal is passed on to it.
 *
 * Should `engine.stamp` reject (which it does for no document and no PAC), nothing more is read, the answers of what was
 * begun are delivered, and then the iteration throws that error. The same when the source throws.
 * @throws TypeError when `documents` cannot be iterated or `concurrency` is not a positive integer.
 * @example
 * for await (const { index, answer } of stampMany(engine, invoices, { concurrency: 32, ordered: false })) {
 *   if (answer.ok) console.log(index, answer.cfdi.UUID)
 *   else console.log(index, answer.errors)
 * }
 */
export function stampMany<Document>(
  engine: Pick<Engine, 'stamp'>,
  documents: Documents<Document> & Documents<Given<Document>>,
  options: ManyOptions<Document, StampResult> = {},
): AsyncGenerator<Answered<Document, StampResult>, void, undefined> {
  const { signal } = options
  return flow(documents, (document) => engine.stamp<unknown>(document, { signal }), withBound(options, 16))
}

/**
 * Seals documents as they are read, keeping every thread of the signer busy. The documents must be valid: see `check`.
 * @throws TypeError when `documents` cannot be iterated or `concurrency` is not a positive integer.
 * @example
 * for await (const { index, answer } of sealMany([draft], csd)) {
 *   console.log(index, answer.ok ? answer.sealed.xml : answer.error)
 * }
 */
export function sealMany<Document extends Unsealed>(
  documents: Documents<Document>,
  signer: Signer,
  options: ManyOptions<Document, SealAnswer> = {},
): AsyncGenerator<Answered<Document, SealAnswer>, void, undefined> {
  return flow(documents, (document) => trySeal(document, signer), withBound(options, 64))
}

async function trySeal(document: Unsealed, signer: Signer): Promise<SealAnswer> {
  try {
    return { ok: true, sealed: await seal(document, signer) }
  } catch (error) {
    if (error instanceof SealError || error instanceof TypeError) return { ok: false, error }
    throw error
  }
}

type Settings<Document, Answer> = ManyOptions<Document, Answer> & { readonly concurrency: number }

function withBound<Document, Answer>(
  options: ManyOptions<Document, Answer>,
  usual: number,
): Settings<Document, Answer> {
  return { ...options, concurrency: options.concurrency ?? usual }
}

type Work<Document, Answer> = (document: Document) => Promise<Answer>

/** Works on documents as they are read. Arguments are judged when called and not when first iterated: a generator would wait. */
export function flow<Document, Answer>(
  documents: Documents<Document>,
  work: Work<Document, Answer>,
  options: Settings<Document, Answer>,
): AsyncGenerator<Answered<Document, Answer>, void, undefined> {
  requireDocuments(documents)
  const { concurrency } = options
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    throw new TypeError(`concurrency: ${String(concurrency)} is not a positive integer`)
  return deliver(() => new Flow(documents, work, options))
}

function requireDocuments(documents: unknown): asserts documents is Documents<unknown> {
  const source = documents as Partial<Iterable<unknown> & AsyncIterable<unknown>> | null | undefined
  // The text of one document is iterable too, letter by letter.
  if (typeof source === 'object' && (source?.[Symbol.asyncIterator] ?? source?.[Symbol.iterator]) !== undefined) return
  throw new TypeError('documents: an iterable or async iterable of documents is expected')
}

async function* deliver<Document, Answer>(
  open: () => Flow<Document, Answer>,
): AsyncGenerator<Answered<Document, Answer>, void, undefined> {
  const inFlight = open()
  try {
    for (let slot = await inFlight.next(); slot !== undefined; slot = await inFlight.next()) yield slot
  } finally {
    await inFlight.close()
  }
}

/** A document in flight. */
interface Slot<Document, Answer> {
  readonly index: number
  readonly document: Document
  state: 'working' | 'answered' | 'failed'
  answer: Answer | undefined
}

class Flow<Document, Answer> {
  readonly #source: Iterator<Document> | AsyncIterator<Document>
  readonly #work: Work<Document, Answer>
  readonly #options: Settings<Document, Answer>
  /** To be delivered, in this order: from when they are begun if ordered, from when they are answered if not. */
  readonly #queue: Slot<Document, Answer>[] = []
  #begun = 0
  /** Begun, and the consumer not done with their answer. */
  #open = 0
  /** Whether the consumer has one in its hands. */
  #handed = false
  #working = 0
  #reading = false
  /** The source said that it ended, or broke. */
  #ended = false
  #stopped = false
  /** The consumer was told that there are no more. */
  #over = false
  #failure: { readonly error: unknown } | undefined
  #wake: () => void = () => {}

  constructor(documents: Documents<Document>, work: Work<Document, Answer>, options: Settings<Document, Answer>) {
    this.#source = iteratorOf(documents)
    this.#work = work
    this.#options = options
    options.signal?.addEventListener('abort', this.#abort)
    if (options.signal?.aborted) this.#abort()
  }

  /** The next answer; undefined when there are no more. */
  async next(): Promise<Answered<Document, Answer> | undefined> {
    // Who asks for the next is done with the last: one at a time means that the second waits for what became of the first.
    if (this.#handed) this.#open--
    this.#handed = false
    for (;;) {
      this.#fill()
      const slot = this.#take()
      this.#handed = slot !== undefined
      if (this.#handed) return slot
      this.#over = this.#open === 0 && this.#stopped
      if (this.#over) return undefined
      await this.#change()
    }
  }

  /**
   * Waits for what was begun, hands over what nobody took, and lets go of the source. @throws what stopped the reading:
   * but not to a consumer who left, the reason of an abort.
   */
  async close(): Promise<void> {
    const { signal } = this.#options
    this.#stopped = true
    signal?.removeEventListener('abort', this.#abort)
    while (this.#working > 0) await this.#change()
    for (let slot = this.#take(); slot !== undefined; slot = this.#take()) this.#handOver(slot)
    await this.#release()
    if (this.#failure === undefined || (!this.#over && signal?.aborted)) return
    throw this.#failure.error
  }

  #handOver(answered: Answered<Document, Answer>): void {
    try {
      this.#options.onUntaken?.(answered)
    } catch (error) {
      this.#stop(error)
    }
  }

  /** Reads while there is room. A source that is not async is read on the spot. */
  #fill(): void {
    while (!this.#stopped && !this.#reading && this.#open < this.#options.concurrency) {
      try {
        const step = this.#source.next()
        if ('then' in step) this.#await(step as Promise<IteratorResult<Document>>)
        else this.#receive(step)
      } catch (error) {
        this.#break(error)
      }
    }
  }

  #await(step: Promise<IteratorResult<Document>>): void {
    this.#reading = true
    const received = step.then((result) => {
      this.#reading = false
      this.#receive(result)
      this.#fill()
      this.#wake()
    })
    received.catch((error: unknown) => {
      this.#reading = false
      this.#break(error)
    })
  }

  #receive(step: IteratorResult<Document>): void {
    if (step.done) {
      this.#ended = true
      this.#stopped = true
    } else if (!this.#stopped) void this.#begin(step.value)
  }

  async #begin(document: Document): Promise<void> {
    const slot: Slot<Document, Answer> = { index: this.#begun++, document, state: 'working', answer: undefined }
    this.#open++
    this.#working++
    if (this.#options.ordered !== false) this.#queue.push(slot)
    try {
      slot.answer = await this.#work(document)
      slot.state = 'answered'
      if (this.#options.ordered === false) this.#queue.push(slot)
    } catch (error) {
      slot.state = 'failed'
      if (this.#options.ordered === false) this.#open--
      this.#stop(error)
    }
    this.#working--
    this.#wake()
  }

  #take(): Answered<Document, Answer> | undefined {
    for (let [slot] = this.#queue; slot !== undefined && slot.state !== 'working'; [slot] = this.#queue) {
      this.#queue.shift()
      const { index, document, state, answer } = slot
      if (state === 'answered') return { index, document, answer: answer as Answer }
      this.#open--
    }
    return undefined
  }

  #break(error: unknown): void {
    this.#ended = true
    this.#stop(error)
  }

  #stop(error: unknown): void {
    this.#stopped = true
    this.#failure ??= { error }
    this.#wake()
  }

  readonly #abort = (): void => this.#stop(this.#options.signal?.reason)

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** A source that is still thinking of its next document is told to stop, and not waited for: it may think for ever. */
  async #release(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    const released = this.#return().catch((error: unknown) => this.#stop(error))
    if (!this.#reading) await released
  }

  async #return(): Promise<void> {
    await this.#source.return?.()
  }
}

function iteratorOf<Document>(documents: Documents<Document>): Iterator<Document> | AsyncIterator<Document> {
  return Symbol.asyncIterator in documents ? documents[Symbol.asyncIterator]() : documents[Symbol.iterator]()
}
