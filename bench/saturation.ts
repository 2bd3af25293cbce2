/**
 * Documents a second with every core signing: `sealMany` and `stampMany` beside as many bare `crypto.sign` calls in the
 * same pool of threads, turn and turn about.
 * @module
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { sealMany, stampMany } from '../dist/engine/many.js'
import { cadenaOriginal } from '../dist/index.js'
import type { Csd } from '../dist/seal/csd.js'
import { fixture, type Subject } from './documents.js'
import { median } from './measure.js'
import { engineOf } from './verbs.js'

/** Of bare signatures. */
export interface Share {
  /** Documents a second over signatures a second. */
  readonly rate: number
  /** Processor time of a signature over that of a document: the same, were the machine ours alone. */
  readonly processor: number
}

export interface Saturation {
  /** Signatures a second of `crypto.sign` alone. */
  readonly raw: number
  readonly cores: number
  readonly threads: number
  readonly shares: Readonly<Record<string, Share>>
}

/** What went on in a turn. */
interface Flow {
  /** A second. */
  readonly rate: number
  /** Microseconds of processor each. */
  readonly processor: number
}

const turn = { ms: 400, concurrency: 64 }

/** The same over and over, until a moment. */
export function* repeat<Item>(item: Item, end: number): Generator<Item> {
  while (performance.now() < end) yield item
}

async function flow(run: () => Promise<number>): Promise<Flow> {
  const [start, used] = [performance.now(), process.cpuUsage()]
  const count = await run()
  const { user, system } = process.cpuUsage(used)
  return { rate: (count / (performance.now() - start)) * 1000, processor: (user + system) / count }
}

async function bare(bytes: Uint8Array, key: KeyObject): Promise<number> {
  const end = performance.now() + turn.ms
  let count = 0
  const lane = (done: () => void): void => {
    if (performance.now() > end) return done()
    sign('RSA-SHA256', bytes, key, () => {
      count++
      lane(done)
    })
  }
  await Promise.all(Array.from({ length: turn.concurrency }, () => new Promise<void>(lane)))
  return count
}

/** How many answers there were. */
export async function drain(answers: AsyncIterable<{ readonly answer: { readonly ok: boolean } }>): Promise<number> {
  let count = 0
  for await (const { answer } of answers) {
    if (!answer.ok) throw new Error('a document was not sealed')
    count++
  }
  return count
}

/** The shares, medians over rounds; what a turn is compared with is the mean of the bare turns before and after it. */
export async function saturation(subjects: readonly Subject[], csd: Csd, rounds: number): Promise<Saturation> {
  const pkcs8 = { key: fixture('csd/company.key'), format: 'der', type: 'pkcs8', passphrase: '12345678a' } as const
  const key = createPrivateKey(pkcs8)
  const engine = engineOf(csd)
  const [rates, shares] = [[] as number[], new Map<string, Share[]>()]
  for (let round = -1; round < rounds; round++) {
    for (const { name, ready, draft } of subjects) {
      const bytes = new TextEncoder().encode(cadenaOriginal({ ...ready, Sello: '' } as never))
      const end = (): number => performance.now() + turn.ms
      const runs: readonly [string, () => Promise<number>][] = [
        [`sealMany, ${name}`, () => drain(sealMany(repeat(ready, end()), csd, turn))],
        [`stampMany, ${name}`, () => drain(stampMany(engine, repeat(draft, end()), turn))],
      ]
      for (const [what, run] of runs) {
        const [before, ours, after] = [
          await flow(() => bare(bytes, key)),
          await flow(run),
          await flow(() => bare(bytes, key)),
        ]
        if (round < 0) continue
        const rate = (before.rate + after.rate) / 2
        const processor = (before.processor + after.processor) / 2
        rates.push(rate)
        const share = { rate: ours.rate / rate, processor: processor / ours.processor }
        shares.set(what, [...(shares.get(what) ?? []), share])
      }
    }
  }
  const middle = (all: readonly Share[]): Share => ({
    rate: median(all.map(({ rate }) => rate)),
    processor: median(all.map(({ processor }) => processor)),
  })
  return {
    raw: median(rates),
    cores: availableParallelism(),
    threads: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
    shares: Object.fromEntries([...shares].map(([what, all]) => [what, middle(all)])),
  }
}
