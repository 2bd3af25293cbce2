/**
 * What durability costs: stamping with 64 documents at once, without a durable store and with one, in turn in the same run.
 * `npx tsx bench/durable.ts [documents] [milliseconds of the PAC]`. PostgreSQL is measured where it is installed, with fsync on.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, createUnsafeMemoryJournal, type Engine, type Failover, failover, stampMany } from 'cfdi-stamp'
import { openFileStore } from 'cfdi-stamp/node'
import { createPostgresStore, fromPg, migrate } from 'cfdi-stamp/postgres'
import pg from 'pg'
import { isInstalled } from '../test/programs.js'
import { startServer } from '../test/postgres/server.js'
import { blankInvoice, company, noon } from './documents.js'
import { instantProvider } from './verbs.js'

const [documents = 2_000, latency = 0] = process.argv.slice(2).map(Number)
const csd = await company()
const provider = {
  ...instantProvider,
  stamp: async (sealed: never) => {
    if (latency > 0) await sleep(latency)
    return instantProvider.stamp(sealed)
  },
} as typeof instantProvider

const guarded = (journal: Parameters<typeof failover>[1]['journal']): Failover =>
  failover([provider], { journal, concurrency: { limit: 64 } })

interface Way {
  readonly name: string
  readonly engine: Engine
  readonly keyed: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'durable-'))
const closing: (() => Promise<unknown>)[] = []

async function ways(): Promise<Way[]> {
  const common = { signers: csd, clock: () => noon, registries: {} }
  const memory = createEngine({ ...common, provider: guarded(createUnsafeMemoryJournal()) })
  const file = await openFileStore(join(folder, 'store'))
  closing.push(() => file.close())
  const stores = [{ name: 'file', store: file }, ...(await postgres())]
  return [
    { name: 'no durable store', engine: memory, keyed: false },
    ...stores.flatMap(({ name, store }) => {
      const { journal, orders, folios } = store
      const engine = createEngine({ ...common, provider: guarded(journal), orders, folios })
      return [
        { name: `${name}, journal`, engine, keyed: false },
        { name: `${name}, journal and keys`, engine, keyed: true },
      ]
    }),
  ]
}

async function postgres() {
  if (!isInstalled('postgres')) return []
  const server = await startServer({ fsync: true })
  const pool = new pg.Pool({ ...server.connection, max: 8 })
  closing.push(() => pool.end().then(() => server.stop()))
  await migrate(fromPg(pool))
  return [{ name: 'PostgreSQL', store: createPostgresStore(fromPg(pool)) }]
}

let folio = 0
/** Documents that differ: the same bytes would be answered from the journal. */
function* drafts(count: number): Generator<unknown> {
  const draft = { ...blankInvoice(1), Folio: 'AUTO' }
  for (let at = 0; at < count; at++) yield { ...draft, Folio: String(++folio) }
}

async function run({ engine, keyed }: Way, count: number): Promise<number> {
  const began = performance.now()
  const one = { stamp: (json: unknown) => engine.stamp(json, keyed ? { key: `order ${folio} ${Math.random()}` } : {}) }
  for await (const { answer } of stampMany(one, drafts(count), { concurrency: 64, ordered: false }))
    if (!answer.ok) throw new Error(answer.message)
  return count / ((performance.now() - began) / 1_000)
}

const all = await ways()
const rates = new Map<string, number[]>()
for (const way of all) await run(way, 200)
for (let round = 0; round < 5; round++)
  for (const way of all) rates.set(way.name, [...(rates.get(way.name) ?? []), await run(way, documents / 5)])

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number
const base = median(rates.get('no durable store') as number[])
for (const [name, values] of rates)
  process.stdout.write(
    `${name.padEnd(32)} ${Math.round(median(values))}/s  ${((median(values) / base) * 100).toFixed(0)} %\n`,
  )
for (const close of closing) await close()
rmSync(folder, { recursive: true })
