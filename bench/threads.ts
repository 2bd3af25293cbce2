/**
 * Benefit of worker threads: documents per second, from JSON text to stamped result, relative to
 * one engine in one thread.
 * @module
 */
import { type Csd, type Engine, stampMany } from 'cfdi-stamp'
import { createWorkers } from 'cfdi-stamp/node'
import type { Subject } from './documents.js'
import { median } from './measure.js'
import { drain, repeat } from './saturation.js'
import { engineOf, instantProvider } from './verbs.js'

/** Rates relative to one engine, by document and number of threads. */
export type Threads = Readonly<Record<string, Readonly<Record<number, number>>>>

const sizes = [1, 2]

/** Milliseconds of a turn. */
const turn = 500

const inFlight = { concurrency: 16 }

export async function threads(
  subjects: readonly Subject[],
  csd: Csd,
  rounds: number,
): Promise<Threads> {
  const module = new URL('clock.js', import.meta.url)
  const pools = sizes.map((size) =>
    createWorkers({ signers: csd, provider: instantProvider, module, size }),
  )
  const found: Record<string, Record<number, number>> = {}
  for (const { name, draft } of subjects) {
    const text = JSON.stringify(draft)
    const rate = async (engine: Pick<Engine, 'stamp'>): Promise<number> => {
      const start = performance.now()
      const count = await drain(stampMany(engine, repeat(text, start + turn), inFlight))
      return count / (performance.now() - start)
    }
    const one = engineOf(csd)
    const rates = new Map<number, number[]>(sizes.map((size) => [size, []]))
    for (let round = -1; round < rounds; round++) {
      for (const [at, size] of sizes.entries()) {
        const [bare, spread] = [await rate(one), await rate(pools[at]!)]
        if (round >= 0) rates.get(size)!.push(spread / bare)
      }
    }
    found[name] = Object.fromEntries([...rates].map(([size, values]) => [size, median(values)]))
  }
  await Promise.all(pools.map((pool) => pool.close()))
  return found
}
