/**
 * Suspends a process (SIGSTOP) for 20 s before or after each call that it makes while it stamps;
 * meanwhile another process requests the same order. A lease is 15 s. In the end there is one
 * invoice, both processes have it, and the suspended one sent nothing after the other took the
 * order.
 *
 * `npx tsx tools/systemKill/suspendTest.ts [--only sign:before,journal.append:after] [--at-once 8]`:
 * all points, or the first of each name. Needs Debian's postgresql and the built package.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../../src/postgres/migrate.js'
import { fromPg } from '../../src/postgres/pgPool.js'
import { startServer } from '../../test/postgres/server.js'
import { draftOf } from './orders.js'

/** A point at which a process is suspended. */
export interface Point {
  /** Number of its call, from 1. */
  readonly call: number
  readonly name: string
  readonly end: 'before' | 'after'
}

/** Result at a point. */
export interface Outcome extends Point {
  /** Results of the suspended process and of the other one: a folio fiscal, or a code. */
  readonly suspended: string
  readonly other: string
  /** Stamps of the order in the books of the PACs. */
  readonly stamps: number
  /**
   * Stamp requests that the suspended process sent after it continued, and after the other took the
   * order.
   */
  readonly sentLate: number
  /** Seconds until the other had its result. */
  readonly seconds: number
  readonly wrong: readonly string[]
}

const child = fileURLToPath(new URL('suspendChild.js', import.meta.url))
const suspendedFor = 20_000

/** The PACs, which find stamps by their bytes, and record the sender of each request. */
async function startPacs() {
  const stamps = new Map<string, string>()
  const requests: { readonly verb: string; readonly who: string; readonly at: number }[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const xml = Buffer.concat(chunks).toString()
    const [, verb = '', pac = '', who = ''] = (request.url ?? '').split('/')
    const id = `${pac} ${createHash('sha256').update(xml).digest('hex')} ${/ Serie="([^"]*)"/.exec(xml)?.[1]}`
    requests.push({ verb, who, at: Date.now() })
    if (verb === 'stamp' && !stamps.has(id))
      stamps.set(
        id,
        `${pac === 'uno' ? 1 : 2}0000000-0000-4000-8000-${String(stamps.size).padStart(12, '0')}`,
      )
    response.end(stamps.get(id) ?? '')
  }
  const server = createServer((request, response) => void serve(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stampsOf: (serie: string) => [...stamps.keys()].filter((id) => id.endsWith(` ${serie}`)).length,
    close: () => server.close().closeAllConnections(),
  }
}

interface Line {
  readonly call?: number
  readonly name?: string
  readonly uuid?: string
  readonly code?: number
}

/** A process that stamps. */
function run(given: object): {
  readonly child: ChildProcess
  readonly lines: Line[]
  readonly ended: Promise<unknown>
} {
  const running = spawn(process.execPath, [child, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  createInterface(running.stdout).on('line', (line) => lines.push(JSON.parse(line)))
  return { child: running, lines, ended: once(running, 'close') }
}

/** Whether a process is stopped: proc_pid_stat(5). */
function isStopped({ pid }: ChildProcess): boolean {
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

const answerOf = (lines: readonly Line[]) => {
  const last = lines.filter(({ uuid, code }) => uuid !== undefined || code !== undefined).at(-1)
  return String(last?.uuid ?? last?.code)
}

/** Starts a PostgreSQL and the PACs; resolves to functions that run a point and list all points. */
export async function openSuspendTest() {
  const server = await startServer()
  const pool = new pg.Pool({ ...server.connection, max: 1 })
  await migrate(fromPg(pool))
  await pool.end()
  const pacs = await startPacs()
  const common = { connection: server.connection, pacs: pacs.url }

  const points = async (): Promise<Point[]> => {
    const { lines, ended } = run({
      ...common,
      who: 'dry',
      key: 'dry',
      draft: draftOf('dry', { Serie: 'DRY', Folio: 'AUTO' }),
    })
    await ended
    const calls = lines.filter(
      (line): line is { call: number; name: string } => line.call !== undefined,
    )
    return calls.flatMap((call) => (['before', 'after'] as const).map((end) => ({ ...call, end })))
  }

  const suspendAt = async ({ call, name, end }: Point): Promise<Outcome> => {
    const serie = `P${call}${end === 'before' ? 'B' : 'A'}`
    const order = { ...common, key: serie, draft: draftOf(serie, { Serie: serie, Folio: 'AUTO' }) }
    const first = run({ ...order, who: `first-${serie}`, call, end })
    while (first.child.exitCode === null && !isStopped(first.child)) await sleep(20)
    const began = Date.now()
    const second = run({ ...order, who: `second-${serie}`, insist: true })
    const answered = second.ended.then(() => Date.now())
    await sleep(suspendedFor)
    const wokenAt = Date.now()
    first.child.kill('SIGCONT')
    await first.ended
    const answeredAt = await answered
    const sent = pacs.requests.filter(
      ({ verb, who }) => verb === 'stamp' && who === `first-${serie}`,
    )
    // The other has the order at the latest when a PAC hears of it.
    const hadAt = Math.min(
      answeredAt,
      ...pacs.requests.flatMap(({ who, at }) => (who === `second-${serie}` ? [at] : [])),
    )
    const late = sent.filter(({ at }) => at >= Math.max(wokenAt, hadAt))
    const [suspended, other] = [answerOf(first.lines), answerOf(second.lines)]
    const stamps = pacs.stampsOf(serie)
    const outcome = {
      suspended,
      other,
      stamps,
      sentLate: late.length,
      seconds: Math.round((answeredAt - began) / 1000),
    }
    // This call is the request itself.
    const isRequest = name === 'uno.stamp' && end === 'before'
    const wrong = [
      ...(stamps === 1 ? [] : [`${stamps} stamps`]),
      ...(late.length === 0 || isRequest
        ? []
        : [`sent ${late.length} times after the other had the order`]),
      ...(/^\w{8}-/.test(other) ? [] : [`the other has no invoice: ${other}`]),
      // Both results are in doubt: retry.
      ...(suspended === other || ['708', '710'].includes(suspended)
        ? []
        : [`the suspended one has another answer: ${suspended}`]),
    ]
    return { call, name, end, ...outcome, wrong }
  }

  const close = async () => {
    pacs.close()
    await server.stop()
  }
  return { points, suspendAt, close }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, 'at-once': { type: 'string', default: '8' } },
  })
  const test = await openSuspendTest()
  const all = await test.points()
  const firstOf = (name: string) =>
    all.find((point) => `${point.name}:${point.end}` === name) as Point
  const queue = values.only === undefined ? [...all] : values.only.split(',').map(firstOf)
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let point = queue.shift(); point !== undefined; point = queue.shift()) {
      const outcome = await test.suspendAt(point)
      outcomes.push(outcome)
      process.stdout.write(`${JSON.stringify(outcome)}\n`)
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
  await test.close()
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0)
  process.stdout.write(`${outcomes.length} of ${all.length} points, ${wrong.length} wrong\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
