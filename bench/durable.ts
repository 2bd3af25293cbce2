/**
 * Cost of durability: stamping 64 documents at a time with and without a durable store, interleaved
 * in one run, with the statements of PostgreSQL per invoice and the CPU time of this process.
 * `npx tsx bench/durable.ts [documents] [milliseconds of the PAC]`. Measures PostgreSQL if it is
 * installed, with fsync on.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createEngine,
  createUnsafeMemoryJournal,
  createUnsafeMemoryOrders,
  type Engine,
  type Failover,
  failover,
  stampMany,
} from 'cfdi-stamp'
import { openFileStore } from 'cfdi-stamp/node'
import { openSqliteStore } from 'cfdi-stamp/node/sqlite'
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
  const inMemory = {
    provider: guarded(createUnsafeMemoryJournal()),
    orders: createUnsafeMemoryOrders(),
  }
  const memoryKeys = createEngine({ ...common, ...inMemory })
  const file = await openFileStore(join(folder, 'store'))
  closing.push(() => file.close())
  const stores = [{ name: 'file', store: file }, ...(await sqlite()), ...(await postgres())]
  return [
    { name: 'no durable store', engine: memory, keyed: false },
    { name: 'no durable store, keys', engine: memoryKeys, keyed: true },
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

/** From Node 22.13 on. */
async function sqlite() {
  if (!isBuiltin('node:sqlite')) return []
  const store = await openSqliteStore(join(folder, 'store.sqlite'))
  closing.push(() => store.close())
  return [{ name: 'SQLite', store }]
}

async function postgres() {
  if (!isInstalled('postgres')) return []
  const server = await startServer({ fsync: true })
  const pool = new pg.Pool({ ...server.connection, max: 8 })
  countStatements(pool)
  closing.push(() => pool.end().then(() => server.stop()))
  await migrate(fromPg(pool))
  return [{ name: 'PostgreSQL', store: createPostgresStore(fromPg(pool)) }]
}

let statements = 0

/** Counts the statements that leave for the server, through the driver. */
function countStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query(...given: unknown[]) {
        statements++
        const [config] = given as [{ readonly text?: string } | string]
        const text = (typeof config === 'string' ? config : (config.text ?? ''))
          .replaceAll(/\s+/g, ' ')
          .trim()
        if (process.env['STATEMENTS'] !== undefined) texts.set(text, (texts.get(text) ?? 0) + 1)
        return query(...given)
      },
    })
  })
}

/** The texts of the statements, with `STATEMENTS=1`. */
const texts = new Map<string, number>()

let folio = 0
/** Distinct documents: the journal would answer equal bytes. */
function* drafts(count: number): Generator<unknown> {
  const draft = { ...blankInvoice(1), Folio: 'AUTO' }
  for (let at = 0; at < count; at++) yield { ...draft, Folio: String(++folio) }
}

interface Measured {
  /** Per second. */
  readonly rate: number
  /** Per invoice. */
  readonly statements: number
  /** Milliseconds of this process per invoice. */
  readonly cpu: number
  /** Longest pause of the event loop in milliseconds, with the CPU work of sealing in it. */
  readonly pause: number
}

async function run({ engine, keyed }: Way, count: number): Promise<Measured> {
  const [began, cpu, before] = [performance.now(), process.cpuUsage(), statements]
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const one = {
    stamp: (json: unknown) =>
      engine.stamp(json, keyed ? { key: `order ${folio} ${Math.random()}` } : {}),
  }
  for await (const { answer } of stampMany(one, drafts(count), { concurrency: 64, ordered: false }))
    if (!answer.ok) throw new Error(answer.message)
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  return {
    rate: count / ((performance.now() - began) / 1_000),
    statements: (statements - before) / count,
    cpu: (user + system) / 1_000 / count,
    pause: delay.max / 1e6,
  }
}

/** Only the ways whose name has this, besides the first one. For a profile. */
const only = process.env['WAYS']
const all = (await ways()).filter(
  ({ name }, at) => only === undefined || at === 0 || name.includes(only),
)
const measured = new Map<string, Measured[]>()
for (const way of all) await run(way, 200)
texts.clear()
const rounds = 10
for (let round = 0; round < rounds; round++)
  for (const way of all)
    measured.set(way.name, [...(measured.get(way.name) ?? []), await run(way, documents / rounds)])

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number
const base = measured.get('no durable store') as Measured[]
for (const [name, runs] of measured) {
  const [rate, count, cpu, pause] = (['rate', 'statements', 'cpu', 'pause'] as const).map((what) =>
    median(runs.map((one) => one[what])),
  ) as [number, number, number, number]
  // Ratio of neighbouring runs: other load of the machine affects both.
  const part = median(runs.map((one, round) => one.rate / (base[round] as Measured).rate))
  process.stdout.write(
    `${name.padEnd(32)} ${Math.round(rate)}/s  ${(part * 100).toFixed(0).padStart(3)} %  ${cpu.toFixed(2)} ms of CPU  ${pause.toFixed(0)} ms pause` +
      `  ${count === 0 ? '' : `${count.toFixed(2)} statements`}\n`,
  )
}
for (const [text, times] of [...texts].sort(([, a], [, b]) => b - a))
  process.stdout.write(`${times} ${text.slice(0, 200)}\n`)
for (const close of closing) await close()
rmSync(folder, { recursive: true })
