/**
 * Many documents at once. The promises: never more than the bound between reading and delivery,
 * never idle while there is room and work, every answer delivered once whatever the timing, and
 * nothing lost, leaked or left running at the end.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import {
  type Answered,
  type Documents,
  type ManyOptions,
  sealMany,
  stampMany,
} from '../../src/engine/many.js'
import type { StampResult } from '../../src/engine/result.js'
import { SealError } from '../../src/errors.js'
import type { Provider } from '../../src/pac/provider.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import type { Unsealed } from '../../src/seal/sello.js'
import { verifySello } from '../../src/seal/verify.js'
import { csd, draft, fixture, invoice, noon } from '../fixtures.js'

/** A source and an engine whose every step waits for the scheduler, and what happened in them. */
class World {
  read = 0
  taken = 0
  begun: number[] = []
  settled: number[] = []
  working = 0
  returned = 0
  sawEnd = false
  /** The most that were between being read and being taken, and that worked at once. */
  peak = { open: 0, working: 0 }
  readonly #scheduler: fc.Scheduler
  readonly #plan: Plan

  constructor(scheduler: fc.Scheduler, plan: Plan) {
    this.#scheduler = scheduler
    this.#plan = plan
  }

  documents(): Iterable<number> | AsyncIterable<number> {
    const next = (): IteratorResult<number, undefined> => {
      if (this.read === this.#plan.brokenSource) throw new Broken('source')
      this.sawEnd = this.read >= this.#plan.documents
      if (this.sawEnd) return { done: true, value: undefined }
      const value = this.read++
      this.#count()
      return { done: false, value }
    }
    const leave = (): IteratorResult<number, undefined> => {
      this.returned++
      return { done: true, value: undefined }
    }
    if (this.#plan.source === 'sync') return { [Symbol.iterator]: () => ({ next, return: leave }) }
    const later = async () => {
      await this.#scheduler.schedule(Promise.resolve(), 'read')
      return next()
    }
    return { [Symbol.asyncIterator]: () => ({ next: later, return: async () => leave() }) }
  }

  readonly engine = {
    stamp: async (document: unknown): Promise<StampResult> => {
      const index = document as number
      this.begun.push(index)
      this.working++
      this.#count()
      await this.#scheduler.schedule(Promise.resolve(), `stamp ${index}`)
      this.working--
      this.settled.push(index)
      if (index === this.#plan.brokenStamp) throw new Broken('stamp')
      return { ok: false, code: 702, message: String(index), errors: [] }
    },
  }

  options(more: ManyOptions<number, StampResult> = {}): ManyOptions<number, StampResult> {
    return { concurrency: this.#plan.concurrency, ordered: this.#plan.ordered, ...more }
  }

  many(
    more?: ManyOptions<number, StampResult>,
  ): AsyncGenerator<Answered<number, StampResult>, void, undefined> {
    return stampMany(this.engine, this.documents() as Documents<never>, this.options(more))
  }

  take({ index, document, answer }: Answered<number, StampResult>): number {
    this.taken++
    expect([document, answer]).toEqual([
      index,
      { ok: false, code: 702, message: String(index), errors: [] },
    ])
    return index
  }

  #count(): void {
    this.peak.open = Math.max(this.peak.open, this.read - this.taken)
    this.peak.working = Math.max(this.peak.working, this.working)
  }
}

class Broken extends Error {}

interface Plan {
  readonly documents: number
  readonly concurrency: number
  readonly ordered: boolean
  readonly source: 'sync' | 'async'
  readonly brokenSource?: number
  readonly brokenStamp?: number
}

const plans = fc.record({
  documents: fc.nat(24),
  concurrency: fc.integer({ min: 1, max: 6 }),
  ordered: fc.boolean(),
  source: fc.constantFrom('sync' as const, 'async' as const),
})

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

/**
 * Runs a scenario to its end: the scheduler releases one step at a time, in an order of its own.
 */
async function play<Result>(scheduler: fc.Scheduler, scenario: Promise<Result>): Promise<Result> {
  return scheduler.waitFor(scenario)
}

async function collect(
  world: World,
  many: AsyncIterable<Answered<number, StampResult>>,
): Promise<number[]> {
  const taken: number[] = []
  for await (const answered of many) taken.push(world.take(answered))
  return taken
}

describe('stampMany, whatever the timing', () => {
  it('delivers every answer once, in order if asked, within the bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plan) => {
        const world = new World(scheduler, plan)
        const taken = await play(scheduler, collect(world, world.many()))
        expect(plan.ordered ? taken : sorted(taken)).toEqual(range(plan.documents))
        if (!plan.ordered) expect(taken).toEqual(world.settled)
        expect(world.peak.open).toBeLessThanOrEqual(plan.concurrency)
        expect(world.returned).toBe(0)
      }),
    )
  })

  it('begins as many as fit before the first is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plan) => {
        const world = new World(scheduler, { ...plan, source: 'sync' })
        await play(scheduler, collect(world, world.many()))
        expect(world.peak.working).toBe(Math.min(plan.concurrency, plan.documents))
      }),
    )
  })

  it('reads nothing before it is iterated, and nothing ahead of a consumer that stops taking', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, fc.nat(24), async (scheduler, plan, count) => {
        const world = new World(scheduler, plan)
        const many = world.many()
        expect(world.read).toBe(0)
        const takes = range(Math.min(count, plan.documents)).map(async () => {
          const { value } = await many.next()
          if (value) world.take(value)
        })
        await play(scheduler, Promise.all(takes))
        await scheduler.waitIdle()
        const most =
          takes.length === 0 ? 0 : Math.min(plan.documents, takes.length - 1 + plan.concurrency)
        expect(world.read).toBe(most)
        expect(world.settled).toHaveLength(most)
      }),
    )
  })

  it('waits, when the consumer leaves, for what was begun, and hands it over', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, fc.nat(20), async (scheduler, plan, leaveAt) => {
        const world = new World(scheduler, plan)
        const taken: number[] = []
        const untaken: number[] = []
        const scenario = async (): Promise<void> => {
          for await (const answered of world.many({
            onUntaken: (late) => untaken.push(late.index),
          })) {
            taken.push(world.take(answered))
            if (taken.length > leaveAt) break
          }
          // The loop is over: so is all work.
          expect(world.working).toBe(0)
        }
        await play(scheduler, scenario())
        const { read } = world
        await scheduler.waitIdle()
        expect(sorted([...taken, ...untaken])).toEqual(sorted(world.begun))
        expect(world.begun).toHaveLength(world.settled.length)
        if (plan.source === 'sync') expect([world.read, world.begun.length]).toEqual([read, read])
        if (leaveAt >= plan.documents) expect([untaken, world.returned]).toEqual([[], 0])
        else if (plan.source === 'sync') expect(world.returned).toBe(world.sawEnd ? 0 : 1)
      }),
    )
  })

  it('delivers all the rest before it throws what the engine or the source threw', async () => {
    const broken = plans.chain((plan) =>
      fc
        .record({ at: fc.nat(Math.max(0, plan.documents - 1)), source: fc.boolean() })
        .map(({ at, source }) => ({
          ...plan,
          documents: Math.max(1, plan.documents),
          ...(source ? { brokenSource: at } : { brokenStamp: at }),
        })),
    )
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), broken, async (scheduler, plan: Plan) => {
        const world = new World(scheduler, plan)
        const taken: number[] = []
        const scenario = async (): Promise<void> => {
          for await (const answered of world.many()) taken.push(world.take(answered))
        }
        await expect(play(scheduler, scenario())).rejects.toThrow(
          plan.brokenSource === undefined ? 'stamp' : 'source',
        )
        const answered = world.begun.filter((index) => index !== plan.brokenStamp)
        expect(plan.ordered ? taken : sorted(taken)).toEqual(sorted(answered))
        if (plan.brokenSource !== undefined)
          expect([taken.length, world.returned]).toEqual([plan.brokenSource, 0])
        else expect(world.returned).toBeLessThanOrEqual(1)
        expect(world.working).toBe(0)
      }),
    )
  })

  it('stops reading at an abort, delivers what was begun, and throws the reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), plans, fc.nat(20), async (scheduler, plan, abortAt) => {
        const world = new World(scheduler, plan)
        const controller = new AbortController()
        const reason = new Broken('aborted')
        let readAtAbort = -1
        const taken: number[] = []
        const scenario = async (): Promise<void> => {
          if (abortAt === 0) controller.abort(reason)
          for await (const answered of world.many({ signal: controller.signal })) {
            taken.push(world.take(answered))
            if (taken.length !== abortAt) continue
            controller.abort(reason)
            readAtAbort = world.read
          }
        }
        const ending = play(scheduler, scenario())
        if (abortAt <= plan.documents) await expect(ending).rejects.toBe(reason)
        else await ending
        expect(plan.ordered ? taken : sorted(taken)).toEqual(sorted(world.begun))
        if (readAtAbort >= 0 && plan.source === 'sync') expect(world.read).toBe(readAtAbort)
        expect(world.working).toBe(0)
      }),
    )
  })
})

describe('stampMany', () => {
  it.each([
    ['the text of a document', '{}'],
    ['a document', { Version: '4.0' }],
    ['nothing', undefined],
  ])('refuses %s at once', (_, documents) => {
    expect(() => stampMany({ stamp: async () => ({}) as StampResult }, documents as never)).toThrow(
      TypeError,
    )
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '4'])(
    'refuses a concurrency of %s',
    (concurrency) => {
      const engine = { stamp: async () => ({}) as StampResult }
      expect(() => stampMany(engine, [], { concurrency: concurrency as number })).toThrow(TypeError)
    },
  )

  it('does not wait for a source that thinks for ever when the consumer leaves', async () => {
    const source: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => {
        let count = 0
        return {
          next: () =>
            count++ === 0 ? Promise.resolve({ done: false, value: 1 }) : new Promise(() => {}),
        }
      },
    }
    const engine = { stamp: async () => ({ ok: false }) as StampResult }
    for await (const { index } of stampMany(engine, source as AsyncIterable<unknown>)) {
      expect(index).toBe(0)
      break
    }
  })

  it('passes on what the source throws when it is let go', async () => {
    function* source(): Generator<number> {
      try {
        yield* [1, 2, 3]
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: what is tested
        throw new Broken('cursor')
      }
    }
    const engine = { stamp: async () => ({ ok: false }) as StampResult }
    const scenario = async () => {
      for await (const _ of stampMany(engine, source() as Iterable<unknown>, { concurrency: 1 }))
        break
    }
    await expect(scenario()).rejects.toThrow('cursor')
  })

  it('does not hide from a consumer who leaves that a stamp was not answered', async () => {
    const engine = {
      stamp: async (document: unknown): Promise<StampResult> => {
        if (document === 2) throw new Broken('store')
        return { ok: false } as StampResult
      },
    }
    const scenario = async () => {
      for await (const _ of stampMany<unknown>(engine, [1, 2])) break
    }
    await expect(scenario()).rejects.toThrow('store')
  })

  it('hands over all answers even if the first one is not taken well', async () => {
    const engine = { stamp: async () => ({ ok: false }) as StampResult }
    const late: number[] = []
    const onUntaken = ({ index }: { readonly index: number }) => {
      late.push(index)
      throw new Broken(`late ${index}`)
    }
    const scenario = async () => {
      for await (const _ of stampMany<unknown>(engine, [1, 2, 3], { onUntaken })) break
    }
    await expect(scenario()).rejects.toThrow('late 1')
    expect(late).toEqual([1, 2])
  })

  it('says nothing of an abort to a consumer who left because of it', async () => {
    const engine = { stamp: async () => ({ ok: false }) as StampResult }
    const controller = new AbortController()
    for await (const _ of stampMany<unknown>(engine, [1, 2, 3], { signal: controller.signal })) {
      controller.abort()
      break
    }
  })

  it('takes a source that does not give what sources give for one that is broken', async () => {
    const engine = { stamp: async () => ({ ok: false }) as StampResult }
    for (const step of [undefined, 7, Promise.resolve()]) {
      const source = {
        [Symbol.asyncIterator]: () => ({ next: () => step }),
      } as unknown as AsyncIterable<number>
      const scenario = async () => {
        for await (const _ of stampMany(engine, source as AsyncIterable<unknown>));
      }
      await expect(scenario()).rejects.toThrow(TypeError)
    }
  })

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController()
    const [added, removed] = [[] as unknown[], [] as unknown[]]
    signal.addEventListener = (_: string, listener: unknown) => void added.push(listener)
    signal.removeEventListener = (_: string, listener: unknown) => void removed.push(listener)
    const engine = { stamp: async () => ({ ok: false }) as StampResult }
    for await (const _ of stampMany<unknown>(engine, [1, 2], { signal }));
    expect(added).toHaveLength(1)
    expect(removed).toEqual(added)
  })

  it('has one listener, however many documents are in progress', async () => {
    const { signal } = new AbortController()
    const warned: string[] = []
    const warn = ({ name }: Error) => void warned.push(name)
    process.on('warning', warn)
    const engine = {
      async stamp(_: unknown, options: { readonly signal?: AbortSignal | undefined } = {}) {
        options.signal?.addEventListener('abort', () => {})
        await new Promise(setImmediate)
        return { ok: false } as StampResult
      },
    }
    const documents = Array.from({ length: 30 }, (_, index) => index)
    for await (const _ of stampMany<unknown>(engine, documents, { signal, concurrency: 30 }));
    await new Promise(setImmediate)
    process.off('warning', warn)
    expect(warned).toEqual([])
  })

  it('stamps for real, wrong documents among right ones, each with its own answer', async () => {
    const pac = createSandboxPac({ clock: () => noon, anchors: [fixture('csd/root.cer')] })
    const engine = createEngine({ signers: await csd('person'), provider: pac, clock: () => noon })
    const documents = range(12).map((index) => ({
      ...draft('ingreso'),
      Folio: String(index),
      ...(index % 4 === 3 ? { Total: '1.00' } : {}),
    }))
    const answers: [number, string][] = []
    for await (const { index, document, answer } of stampMany(engine, documents, {
      concurrency: 5,
    })) {
      expect(document).toBe(documents[index])
      answers.push([index, answer.ok ? (answer.cfdi.Folio ?? '') : String(answer.code)])
    }
    expect(answers).toEqual(
      range(12).map((index) => [index, index % 4 === 3 ? '702' : String(index)]),
    )
  })

  it('gives the signal to the engine, so that a PAC that is silent ends with an answer', async () => {
    const controller = new AbortController()
    const silent: Pick<Provider, 'id' | 'stamp'> = {
      id: 'silent',
      stamp: (_, signal) =>
        new Promise((resolve) => {
          const end = () => resolve({ kind: 'unknown', pac: 'silent', message: 'Sin respuesta.' })
          // The second document may be sealed when the first has already aborted: the event is over
          // then.
          if (signal?.aborted) end()
          signal?.addEventListener('abort', end)
          setImmediate(() => controller.abort(new Broken('enough')))
        }),
    }
    const engine = createEngine({
      signers: await csd('person'),
      provider: silent as Provider,
      clock: () => noon,
    })
    const codes: unknown[] = []
    const scenario = async () => {
      const documents = [draft('ingreso'), draft('ingreso'), draft('ingreso')]
      for await (const { answer } of stampMany(engine, documents, {
        concurrency: 2,
        signal: controller.signal,
      }))
        codes.push(answer.ok || answer.code)
    }
    await expect(scenario()).rejects.toThrow('enough')
    expect(codes).toEqual([708, 708])
  })
})

describe('sealMany', () => {
  it('seals each document and says which could not be', async () => {
    const signer = await csd('person')
    const stamped = { Complemento: { TimbreFiscalDigital: {} } }
    const documents: Unsealed[] = [
      invoice(),
      invoice(stamped),
      invoice({ Folio: 7n }),
      invoice({ Folio: '8' }),
    ]
    const answers: unknown[] = []
    for await (const { answer } of sealMany(documents, signer, { concurrency: 2 })) {
      if (answer.ok)
        answers.push((await verifySello(answer.sealed.xml, { anchors: 'none' })).intact)
      else answers.push(answer.error instanceof SealError ? answer.error.code : answer.error.name)
    }
    expect(answers).toEqual([true, 'SEAL_STAMPED', 'TypeError', true])
  })
})
