/**
 * Documents a second with every core signing: `sealMany` and `stampMany` beside the same number of bare `crypto.sign`
 * calls in the same pool of threads, turn and turn about.
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

export interface Saturation {
  /** Signatures a second of `crypto.sign` alone. */
  readonly raw: number
  readonly cores: number
  readonly threads: number
  /** Documents a second over signatures a second, by what was done and to what. */
  readonly shares: Readonly<Record<string, number>>
}

interface Turn {
  readonly ms: number
  readonly concurrency: number
}

/** The same over and over, until a moment. */
export function* repeat<Item>(item: Item, end: number): Generator<Item> {
  while (performance.now() < end) yield item
}

/** Calls a second of bare signatures, as many at once. */
async function raw(bytes: Uint8Array, key: KeyObject, { ms, concurrency }: Turn): Promise<number> {
  const start = performance.now()
  let count = 0
  const lane = (done: () => void): void => {
    if (performance.now() - start > ms) return done()
    sign('RSA-SHA256', bytes, key, () => {
      count++
      lane(done)
    })
  }
  await Promise.all(Array.from({ length: concurrency }, () => new Promise<void>(lane)))
  return (count / (performance.now() - start)) * 1000
}

/** Answers a second. */
export async function drain(answers: AsyncIterable<{ readonly answer: { readonly ok: boolean } }>): Promise<number> {
  const start = performance.now()
  let count = 0
  for await (const { answer } of answers) {
    if (!answer.ok) throw new Error('a document was not sealed')
    count++
  }
  return (count / (performance.now() - start)) * 1000
}

/** The shares, medians over rounds; the bare rate of a round is the mean of those before and after. */
export async function saturation(subjects: readonly Subject[], csd: Csd, rounds: number): Promise<Saturation> {
  const key = createPrivateKey({
    key: fixture('csd/company.key'),
    format: 'der',
    type: 'pkcs8',
    passphrase: '12345678a',
  })
  const engine = engineOf(csd)
  const turn: Turn = { ms: 400, concurrency: 16 }
  const [rates, shares] = [[] as number[], new Map<string, number[]>()]
  for (let round = -1; round < rounds; round++) {
    for (const { name, ready, draft } of subjects) {
      const bytes = new TextEncoder().encode(cadenaOriginal({ ...ready, Sello: '' } as never))
      const runs = {
        [`sealMany, ${name}`]: () => drain(sealMany(repeat(ready, performance.now() + turn.ms), csd, turn)),
        [`stampMany, ${name}`]: () => drain(stampMany(engine, repeat(draft, performance.now() + turn.ms), turn)),
      }
      for (const [what, run] of Object.entries(runs)) {
        const before = await raw(bytes, key, turn)
        const rate = await run()
        const bare = (before + (await raw(bytes, key, turn))) / 2
        if (round < 0) continue
        rates.push(bare)
        shares.set(what, [...(shares.get(what) ?? []), rate / bare])
      }
    }
  }
  return {
    raw: median(rates),
    cores: availableParallelism(),
    threads: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
    shares: Object.fromEntries([...shares].map(([what, values]) => [what, median(values)])),
  }
}
