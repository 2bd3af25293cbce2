/**
 * Documents per second with every core signing: `sealMany` and `stampMany` interleaved with bare
 * `crypto.sign` calls in the same thread pool.
 * @module
 */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Csd, cadenaOriginal, sealMany, stampMany } from 'cfdi-stamp'
import { fixture, password, type Subject } from './documents.js'
import { median } from './measure.js'
import { engineOf } from './verbs.js'

/** Shares of bare signatures. */
export interface Share {
  /** Documents per second over signatures per second. */
  readonly rate: number
  /**
   * Processor time of a signature over that of a document: the share on a machine without other
   * load.
   */
  readonly processor: number
}

export interface Saturation {
  /** Signatures per second of `crypto.sign` alone. */
  readonly raw: number
  readonly cores: number
  readonly threads: number
  readonly shares: Readonly<Record<string, Share>>
}

/** Throughput of a turn. */
interface Flow {
  /** Per second. */
  readonly rate: number
  /** Microseconds of processor time each. */
  readonly processor: number
}

/** Milliseconds of a turn. */
const turn = 300

const inFlight = { concurrency: 64 }

/** Repeats an item until a moment. */
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
  const end = performance.now() + turn
  let count = 0
  const lane = (done: () => void): void => {
    if (performance.now() > end) return done()
    sign('RSA-SHA256', bytes, key, () => {
      count++
      lane(done)
    })
  }
  await Promise.all(Array.from({ length: inFlight.concurrency }, () => new Promise<void>(lane)))
  return count
}

/** Counts the answers. */
export async function drain(
  answers: AsyncIterable<{ readonly answer: { readonly ok: boolean } }>,
): Promise<number> {
  let count = 0
  for await (const { answer } of answers) {
    if (!answer.ok) throw new Error('a document was not sealed')
    count++
  }
  return count
}

/** Medians over rounds; each share is relative to the bare turns just before and after. */
export async function saturation(
  subjects: readonly Subject[],
  csd: Csd,
  rounds: number,
): Promise<Saturation> {
  const pkcs8 = {
    key: fixture('csd/company.key'),
    format: 'der',
    type: 'pkcs8',
    passphrase: password,
  } as const
  const key = createPrivateKey(pkcs8)
  const bytes = new TextEncoder().encode(
    cadenaOriginal({ ...subjects[1]!.ready, Sello: '' } as never),
  )
  const engine = engineOf(csd)
  const end = (): number => performance.now() + turn
  const runs = subjects.flatMap(({ name, ready, draft }) => [
    { what: `sealMany, ${name}`, run: () => drain(sealMany(repeat(ready, end()), csd, inFlight)) },
    {
      what: `stampMany, ${name}`,
      run: () => drain(stampMany(engine, repeat(draft, end()), inFlight)),
    },
  ])
  const [rates, shares] = [
    [] as number[],
    new Map<string, Share[]>(runs.map(({ what }) => [what, []])),
  ]
  for (let round = -1; round < rounds; round++) {
    let before = await flow(() => bare(bytes, key))
    for (const { what, run } of runs) {
      const ours = await flow(run)
      const after = await flow(() => bare(bytes, key))
      const rate = (before.rate + after.rate) / 2
      const processor = (before.processor + after.processor) / 2
      before = after
      if (round < 0) continue
      rates.push(rate)
      shares.get(what)!.push({ rate: ours.rate / rate, processor: processor / ours.processor })
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
