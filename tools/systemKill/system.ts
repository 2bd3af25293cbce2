/** The system of the kill test: the PACs, the hosts and their receivers. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { PacName } from '../../src/pac/pacs.js'
import type { Server } from '../../test/postgres/server.js'
import { type Host, type HostName, startHost } from './hosts.js'
import { countSecond, linesOf, type Stamp } from './judge.js'
import { type Answers, type Order, rfcs, total } from './orders.js'
import {
  readTold,
  startReceiver,
  type Ticket,
  type Told,
  ticketQuery,
  toldOfTickets,
} from './receivers.js'

/** Options of a system. */
export interface SystemOptions {
  readonly folder: string
  readonly seed: number
  readonly names: readonly HostName[]
  readonly server: Server
  /** Port of PostgreSQL for the hosts. */
  readonly port: number
  /** The PACs, in the order of the failover. */
  readonly pacs: readonly PacName[]
  /** Interval of requests that a PAC stamps late. */
  readonly late: number
  readonly say: (words: string) => void
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The Friday before the vacation of 2026, in the morning in central Mexico. */
const friday = Date.UTC(2026, 11, 18, 16)

/** Starts the PACs, a database for each host, the hosts, and an account at the server. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { folder, seed, names, server, port, late } = options
  const shift = friday - Date.now()
  const pacs = await startPacs(folder, seed, late, options.pacs)
  await pacs.control('shift', { shift })
  const webhooks = await startReceiver()
  await makeDatabases(server, names)
  const envOf = (name: HostName): Record<string, string> => ({
    CLOCK_SHIFT: String(shift),
    DATABASE_URL: `postgresql://test@127.0.0.1:${port}/${name}`,
    PACS: JSON.stringify(pacs.accounts),
    TOLD: join(folder, `told.${name}`),
    ...serverEnv(folder, pacs.accounts, webhooks.url),
  })
  const hosts = await Promise.all(names.map((name) => startHost(name, folder, envOf(name))))
  await Promise.all(hosts.map((host) => host.ready()))
  const serving = hosts.find(({ name }) => name === 'server')
  const apiKey =
    serving === undefined ? '' : await openAccount(serving, envOf('server'), webhooks.url)
  return new System(options, hosts, apiKey, pacs, webhooks, shift)
}

/** A running system. */
export class System {
  readonly hosts: readonly Host[]
  readonly apiKey: string
  readonly #options: SystemOptions
  readonly #pacs: Awaited<ReturnType<typeof startPacs>>
  readonly #webhooks: Awaited<ReturnType<typeof startReceiver>>
  readonly #shop: pg.Pool | undefined
  #tickets: readonly Ticket[] = []
  #shift: number

  constructor(
    options: SystemOptions,
    hosts: readonly Host[],
    apiKey: string,
    pacs: Awaited<ReturnType<typeof startPacs>>,
    webhooks: Awaited<ReturnType<typeof startReceiver>>,
    shift: number,
  ) {
    this.#options = options
    this.#shift = shift
    this.hosts = hosts
    this.apiKey = apiKey
    this.#pacs = pacs
    this.#webhooks = webhooks
    if (options.names.includes('worker')) this.#shop = openPool(options.server, 'worker')
  }

  /** Returns the events of each host so far. */
  receivers(): Map<HostName, Told> {
    const told = (name: HostName): Told => {
      if (name === 'server') return this.#webhooks.told
      return name === 'worker'
        ? toldOfTickets(this.#tickets)
        : readTold(join(this.#options.folder, `told.${name}`))
    }
    return new Map(this.#options.names.map((name) => [name, told(name)]))
  }

  /** Number of delivered orders. */
  get delivered(): number {
    return [...this.receivers().values()].reduce((sum, { of }) => sum + of.size, 0)
  }

  /** The books of the PACs. */
  get stamps(): Stamp[] {
    return this.#options.pacs.flatMap((pac) =>
      linesOf<Stamp>(join(this.#options.folder, `book.${pac}`)),
    )
  }

  /** Documents with a cancellation request at a PAC. */
  get cancelRequests(): Set<string> {
    return new Set(linesOf<string>(join(this.#options.folder, 'cancels')))
  }

  /** Returns the statuses of documents at the SAT. */
  statusOf(uuids: readonly string[]): Promise<readonly { readonly estado: string }[]> {
    const [rfcEmisor, rfcReceptor] = [rfcs.emisor, rfcs.receptor]
    return this.#pacs.control(
      'status',
      uuids.map((uuid) => ({ uuid, rfcEmisor, rfcReceptor, total, fe: '' })),
    )
  }

  /** Moves every clock, and kills and restarts the hosts. */
  async moveTo(time: number): Promise<void> {
    const shift = time - Date.now()
    await this.#moveDueTimes(shift - this.#shift)
    this.#shift = shift
    await this.#pacs.control('shift', { shift })
    await Promise.all(this.hosts.map((host) => host.restart({ CLOCK_SHIFT: String(shift) })))
  }

  /** Returns the placed orders; those of the worker are its tickets. */
  async placed(orders: readonly Order[]): Promise<Order[]> {
    await this.#readTickets()
    const tickets = this.#tickets.map(
      ({ id, item }): Order => ({ host: 'worker', key: id, item, draft: {} }),
    )
    return [...orders.filter(({ host }) => host !== 'worker'), ...tickets]
  }

  /**
   * Returns the answers for the comparison: the worker answers with tickets, each of which must be
   * delivered.
   */
  answersOf({ of, refused, retried }: Answers): Answers {
    const known = new Set(this.#tickets.map(({ id }) => id))
    const ofWorker = [...of].filter(([key]) => isOfWorker(key))
    const lost = ofWorker.flatMap(([key, ids]) =>
      [...ids].filter((id) => !known.has(id)).map((id) => [key, `ticket ${id} is lost`] as const),
    )
    const others = [...of].filter(([key]) => !isOfWorker(key))
    return { of: new Map(others), refused: new Map([...refused, ...lost]), retried }
  }

  /** Waits until every order was delivered. */
  async settled(orders: readonly Order[]): Promise<void> {
    const others = orders.filter(({ host }) => host !== 'worker').length
    await this.#until(150, 'delivered', async () => {
      await this.#readTickets()
      return [this.delivered, others + this.#tickets.length]
    })
  }

  /** Waits until every second stamp was reported; restarted hosts begin their rounds at once. */
  async secondStampsTold(): Promise<void> {
    let turn = 0
    await this.#until(120, 'late stamps made', async () => [
      -(await this.#pacs.control('late', {})).outstanding,
      0,
    ])
    await this.#until(90, 'second stamps told', async () => {
      if (turn++ % 30 === 10) for (const host of this.hosts) host.kill()
      await this.#readTickets()
      const told = [...this.receivers().values()].reduce(
        (sum, { duplicates }) => sum + duplicates.size,
        0,
      )
      return [told, countSecond(this.stamps)]
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.hosts.map((host) => host.stop()))
    await this.#shop?.end()
    this.#pacs.stop()
    this.#webhooks.close()
  }

  /** Stores keep due times by the clock of PostgreSQL, which does not move. */
  async #moveDueTimes(ms: number): Promise<void> {
    const { server, names } = this.#options
    for (const name of names) {
      const pool = openPool(server, name)
      const schema = name === 'server' ? 'cfdi_sandbox' : 'cfdi_stamp'
      for (const table of ['journal', 'orders', 'lives'])
        await pool.query(
          `update ${schema}.${table} set due = due - $1 * interval '1 millisecond'`,
          [ms],
        )
      await pool.end()
    }
  }

  async #readTickets(): Promise<void> {
    const found = await this.#shop?.query(ticketQuery).catch(() => undefined)
    this.#tickets = found?.rows ?? this.#tickets
  }

  /** Waits until a count is reached; for so many seconds without any progress. */
  async #until(
    seconds: number,
    what: string,
    count: () => Promise<[number, number]>,
  ): Promise<void> {
    let [most, idle] = [Number.NEGATIVE_INFINITY, 0]
    for (let turn = 0; idle < seconds; turn++) {
      const [now, wanted] = await count()
      if (now >= wanted) return
      if (turn % 10 === 0) this.#options.say(`${what}: ${now} of ${wanted}`)
      idle = now > most ? 0 : idle + 1
      most = Math.max(most, now)
      await sleep(1_000)
    }
    this.#options.say(`${what}: waited no longer`)
  }
}

const isOfWorker = (key: string) => key.startsWith('worker-')

/** Starts the PACs and the SAT; they end with `stop`. */
export async function startPacs(
  folder: string,
  seed: number,
  late: number,
  names: readonly PacName[],
) {
  const args = ['--import', 'tsx', path('pacs.ts'), folder, ...[seed, late, names].map(String)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { accounts, controls } = JSON.parse(line) as {
    accounts: Record<string, object>
    controls: string
  }
  const control = async (verb: string, given: unknown) => {
    const reply = await fetch(`${controls}/${verb}`, {
      method: 'POST',
      body: JSON.stringify(given),
    })
    return reply.json()
  }
  return { accounts, control, stop: () => child.stdin.end() }
}

function openPool(server: Server, database: string): pg.Pool {
  const pool = new pg.Pool({ ...server.connection, database, max: 2 })
  pool.on('error', () => {})
  return pool
}

/** Creates a database for each name. */
export async function makeDatabases(server: Server, names: readonly string[]): Promise<void> {
  const pool = openPool(server, server.connection.database)
  for (const name of names) await pool.query(`create database ${name}`)
  await pool.end()
}

function serverEnv(
  folder: string,
  accounts: Record<string, object>,
  webhooks: string,
): Record<string, string> {
  const csds = join(folder, 'csd')
  mkdirSync(csds, { recursive: true })
  for (const kind of ['cer', 'key'])
    cpSync(path(`../../fixtures/csd/company.${kind}`), join(csds, `company.${kind}`))
  return {
    DATA_FOLDER: folder,
    WEBHOOK_ALLOW: webhooks,
    SANDBOX_PACS: JSON.stringify(accounts),
    SANDBOX_CSD_FOLDER: csds,
    SANDBOX_CSD_PASSWORD: '12345678a',
  }
}

/** Creates an account with credits and a webhook; resolves to its key. */
async function openAccount(
  { origin }: Host,
  env: Record<string, string>,
  url: string,
): Promise<string> {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['account.js', ...args], {
      cwd: path('../../examples/server'),
      env: { ...process.env, ...env },
    })
  const { stdout } = await run('sandbox', 'kill', 'Prueba', rfcs.emisor)
  await run('--grant', 'sandbox', 'kill', '1000000')
  const apiKey = stdout.trim()
  const events = 'cfdi.stamped,cfdi.cancelled,invoice.duplicated'
  const reply = await fetch(`${origin}/api/v5/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: new URLSearchParams({ url, events }),
  })
  if (!reply.ok) throw new Error(`no webhook: ${await reply.text()}`)
  return apiKey
}
