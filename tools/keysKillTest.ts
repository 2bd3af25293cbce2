/**
 * Kills hosts and the PostgreSQL server with SIGKILL while orders are stamped under keys, restarts
 * them, and counts: one invoice for each key, each delivered, no folio twice or missing. The PACs
 * run in this process, which is never killed, behind a socket on loopback, and fail on purpose.
 *
 * `npx tsx tools/keysKillTest.ts [orders] [processes] [kills] [server kills] [cancels]`, or with
 * `file` for one process and `openFileStore`, or with `sqlite` for processes that share a file of
 * `openSqliteStore` (Node 22.13 or later). With 10 for `cancels` every tenth order is cancelled,
 * and the results are counted. With `changing` a process gets another provider at each restart: one
 * of the PACs alone or, finally, a failover of both.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../src/postgres/migrate.js'
import { fromPg } from '../src/postgres/pgPool.js'
import { type Server, startServer } from '../test/postgres/server.js'

/** Parameters of a run. */
export interface KeysKillTest {
  readonly store: 'postgres' | 'file' | 'sqlite'
  readonly orders: number
  readonly processes: number
  /** Number of kills of processes. */
  readonly kills: number
  /** Number of kills of the database server. */
  readonly serverKills: number
  /** Interval of orders that are cancelled: 0 for none. */
  readonly cancels: number
  /** Whether a restarted process stamps with another provider. */
  readonly changing: boolean
  readonly seed: number
}

/** The result of a run. */
export interface KeysKillReport extends KeysKillTest {
  /** Keys delivered with exactly one UUID, which a PAC stamped. */
  readonly delivered: number
  /** Keys delivered with two UUIDs. */
  readonly doubled: number
  /** Folios that two delivered invoices share, or that are missing up to the last one. */
  readonly foliosTwice: number
  readonly foliosMissing: number
  /**
   * Stamps that were not delivered: left at a PAC whose reply was lost, before `switch` went on.
   */
  readonly extra: number
  /** Deliveries of keys to hosts. */
  readonly deliveries: number
  /** Documents to cancel, and those of them that hosts know as cancelled or held. */
  readonly toCancel: number
  readonly cancelled: number
  readonly held: number
  /** Documents that a host knows in another state than the SAT. */
  readonly untrue: number
  /** Documents cancelled at the SAT that were not to be. */
  readonly cancelledUnasked: number
  readonly seconds: number
}

const child = fileURLToPath(new URL('keysKillTestChild.ts', import.meta.url))

/** Runs the test. */
export async function keysKillTest(test: KeysKillTest): Promise<KeysKillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  const began = performance.now()
  const pacs = await startPacs(test.seed)
  const server = test.store === 'postgres' ? await startServer() : undefined
  try {
    if (server !== undefined) await createTables(server)
    const host = {
      folder,
      test,
      pacs: pacs.url,
      connection: JSON.stringify(server?.connection ?? {}),
    }
    await Promise.all([
      ...Array.from({ length: test.processes }, (_, index) => runHost(host, index)),
      killServer(server, host),
    ])
    const cancellations = countCancellations(folder, test, pacs.sat())
    return {
      ...test,
      ...count(folder, test, pacs.stamps()),
      ...cancellations,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await server?.stop()
    await pacs.close()
    rmSync(folder, { recursive: true })
  }
}

async function createTables(server: Server): Promise<void> {
  const pool = new pg.Pool({ ...server.connection })
  await migrate(fromPg(pool))
  await pool.end()
}

interface Host {
  readonly folder: string
  readonly test: KeysKillTest
  readonly pacs: string
  readonly connection: string
}

/** Runs a process, restarted after each kill, until it exits by itself. */
async function runHost({ folder, test, pacs, connection }: Host, index: number): Promise<void> {
  const kills =
    Math.floor(test.kills / test.processes) + (index < test.kills % test.processes ? 1 : 0)
  const share = test.orders / test.processes
  for (let run = 0; ; run++) {
    const args = [
      folder,
      test.store,
      String(index),
      String(test.processes),
      String(test.orders),
      String(test.cancels),
      pacs,
      connection,
      test.changing && run < kills ? (['uno', 'both', 'dos'][run % 3] as string) : 'both',
    ]
    const running = spawn(process.execPath, ['--import', 'tsx', child, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const exit = once(running, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    if (run < kills)
      await killAt(running, () => told(folder, index).length >= ((run + 0.5) * share) / kills)
    const [code, signal] = await exit
    if (code === 0) return
    if (signal !== 'SIGKILL') throw new Error(`a host ended with ${code ?? signal}`)
  }
}

async function killAt(running: ChildProcess, isTime: () => boolean): Promise<void> {
  while (!isTime() && running.exitCode === null) await sleep(20)
  running.kill('SIGKILL')
}

async function killServer(server: Server | undefined, { folder, test }: Host): Promise<void> {
  const all = () => Array.from({ length: test.processes }, (_, index) => told(folder, index).length)
  for (let kill = 0; server !== undefined && kill < test.serverKills; kill++) {
    while (sum(all()) < ((kill + 0.7) * test.orders) / test.serverKills) await sleep(50)
    await server.kill()
    await sleep(200)
    await server.start()
  }
}

/**
 * Returns the lines that a host wrote: key, UUID, folio; or UUID, phase and reason of an ended
 * cancellation.
 */
function told(folder: string, index: number, what: 'told' | 'ended' = 'told'): string[][] {
  const path = join(folder, `${what}.${index}`)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return lines.slice(0, -1).map((line) => line.split('\t'))
}

function count(folder: string, { orders, processes }: KeysKillTest, stamps: ReadonlySet<string>) {
  const lines = Array.from({ length: processes }, (_, index) => told(folder, index)).flat()
  const uuids = new Map<string, Set<string>>()
  const folios = new Map<string, string>()
  for (const [key = '', uuid = '', folio = ''] of lines) {
    uuids.set(key, (uuids.get(key) ?? new Set()).add(uuid))
    folios.set(uuid, folio)
  }
  const delivered = [...uuids.values()].filter(
    (each) => each.size === 1 && stamps.has([...each][0] as string),
  ).length
  const taken = new Set([...folios.values()].map(Number))
  const last = Math.max(...taken)
  return {
    delivered,
    doubled: [...uuids.values()].filter((each) => each.size > 1).length,
    foliosTwice: folios.size - taken.size,
    foliosMissing: last - taken.size + (orders - uuids.size),
    extra: [...stamps].filter((uuid) => !folios.has(uuid)).length,
    deliveries: lines.length,
  }
}

function countCancellations(
  folder: string,
  { cancels, processes }: KeysKillTest,
  sat: ReadonlyMap<string, number>,
) {
  const every = (what: 'told' | 'ended') =>
    Array.from({ length: processes }, (_, index) => told(folder, index, what)).flat()
  const isAsked = (key: string) => cancels > 0 && Number(key.slice('order '.length)) % cancels === 0
  const wanted = new Set(
    every('told').flatMap(([key = '', uuid = '']) => (isAsked(key) ? [uuid] : [])),
  )
  const ends = new Map(
    every('ended').map(([uuid = '', phase = '', held = '']) => [uuid, held || phase]),
  )
  const withEnd = (end: string) => [...wanted].filter((uuid) => ends.get(uuid) === end)
  const [cancelled, held] = [withEnd('cancelled'), withEnd('related')]
  return {
    toCancel: wanted.size,
    cancelled: cancelled.length,
    held: held.length,
    untrue: cancelled.filter(isStubborn).length + held.filter((uuid) => !isStubborn(uuid)).length,
    cancelledUnasked: [...sat.keys()].filter((uuid) => !wanted.has(uuid)).length,
  }
}

/** Every fifth document has related ones, so it cannot be cancelled. */
function isStubborn(uuid: string): boolean {
  return Number(uuid.slice(-6)) % 5 === 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Starts two PACs on loopback, which find stamps by their bytes, and lose, refuse and delay replies
 * at random.
 */
async function startPacs(seed: number) {
  const known = new Map<string, string>()
  /** Cancellations at the SAT, with the number of status queries since. */
  const sat = new Map<string, number>()
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const answerCancel = (uuid: string, response: ServerResponse): void => {
    const luck = random()
    if (luck < 0.05) return void response.writeHead(503).end()
    if (luck < 0.1) return void response.destroy()
    if (!sat.has(uuid)) sat.set(uuid, 0)
    if (luck < 0.2) return void response.destroy()
    response.end(isStubborn(uuid) ? '204' : '201')
  }
  const statusOf = (uuid: string): string => {
    const asked = sat.get(uuid)
    if (asked !== undefined) sat.set(uuid, asked + 1)
    if (isStubborn(uuid))
      return JSON.stringify({ estado: 'Vigente', esCancelable: 'No cancelable' })
    const esCancelable = 'Cancelable con aceptación'
    if (asked === undefined) return JSON.stringify({ estado: 'Vigente', esCancelable })
    if (asked < 2)
      return JSON.stringify({ estado: 'Vigente', esCancelable, estatusCancelacion: 'En proceso' })
    return JSON.stringify({
      estado: 'Cancelado',
      esCancelable,
      estatusCancelacion: 'Cancelado con aceptación',
    })
  }
  const answer = (path: string, body: string, response: ServerResponse): void => {
    const [, verb, pac] = path.split('/')
    if (verb === 'cancel') return answerCancel(body, response)
    if (verb === 'status') return void response.end(statusOf(body))
    const document = `${pac} ${body}`
    const luck = verb === 'stamp' ? random() : 1
    if (luck < 0.01) return void response.writeHead(503).end()
    if (luck < 0.02) return void response.destroy()
    if (verb === 'stamp' && !known.has(document))
      known.set(
        document,
        `${pac === 'uno' ? '1' : '2'}0000000-0000-4000-8000-${String(known.size).padStart(12, '0')}`,
      )
    if (luck < 0.04) return void response.destroy()
    setTimeout(() => response.end(known.get(document) ?? ''), luck < 0.05 ? 400 : 2)
  }
  const server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request.url ?? '', Buffer.concat(parts).toString(), response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stamps: () => new Set(known.values()),
    sat: () => sat,
    close: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const store = (['file', 'sqlite'] as const).find((name) => words.includes(name)) ?? 'postgres'
  const changing = words.includes('changing')
  const [orders = 2_000, processes = 4, kills = 8, serverKills = 2, cancels = 0] = words
    .filter((word) => !['file', 'sqlite', 'changing'].includes(word))
    .map(Number)
  const setting = {
    postgres: { processes, serverKills },
    file: { processes: 1, serverKills: 0 },
    sqlite: { processes, serverKills: 0 },
  }[store]
  const report = await keysKillTest({
    store,
    orders,
    kills,
    cancels,
    changing,
    ...setting,
    seed: Date.now() % 1_000_000,
  })
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
}
