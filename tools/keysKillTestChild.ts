/**
 * A host that `keysKillTest.ts` kills. It stamps its share of the orders and some of its
 * neighbour's, delivers interrupted ones, cancels some, and exits when every order of its share is
 * delivered and every cancellation has ended.
 * @module
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type CancelPolicy, defaultPolicy } from '../src/cancel/schedule.js'
import { createEngine, type Engine } from '../src/engine/engine.js'
import type { StampResult } from '../src/engine/result.js'
import type { Store } from '../src/engine/store.js'
import { openFileStore } from '../src/node/log/fileStore.js'
import { openSqliteStore } from '../src/node/sqlite/sqliteStore.js'
import { failover } from '../src/pac/failover.js'
import type { FindOutcome, Provider, StampOutcome } from '../src/pac/provider.js'
import { fromPg } from '../src/postgres/pgPool.js'
import { createPostgresStore } from '../src/postgres/store.js'
import { freeSigner } from '../test/engine/host.js'
import { csd, draft, noon } from '../test/fixtures.js'

const [
  folder = '',
  kind = '',
  index = '0',
  processes = '1',
  orders = '0',
  cancels = '0',
  pacs = '',
  connection = '{}',
  who = 'both',
] = process.argv.slice(2)
const path = join(folder, `told.${index}`)

function linesOf(of: string): string[][] {
  const lines = existsSync(of) ? readFileSync(of, 'utf8').split('\n') : []
  return lines.slice(0, -1).map((line) => line.split('\t'))
}

/** Records deliveries as a host would: the UUID of each key. */
const known = new Map(linesOf(path).map(([key = '', uuid = '']) => [key, uuid]))

function remoteProvider(id: string): Provider {
  const ask = async (verb: string, body: string, signal?: AbortSignal) => {
    const reply = await fetch(`${pacs}/${verb}/${id}`, {
      method: 'POST',
      body,
      signal: signal ?? null,
    })
    return { status: reply.status, text: await reply.text() }
  }
  const stamped = (UUID: string, sello: string): StampOutcome => ({
    kind: 'stamped',
    pac: id,
    when: 'fresh',
    timbre: {
      Version: '1.1',
      UUID,
      FechaTimbrado: '2026-11-21T12:00:01',
      RfcProvCertif: 'TPR170928K35',
      SelloCFD: sello,
      NoCertificadoSAT: '30001000000600000006',
      SelloSAT: 'QUJD',
    },
  })
  const capabilities = {
    dedupByContent: true,
    returnsEarlierStamp: 'always',
    findKinds: ['bytes'],
  } as const
  return {
    id,
    capabilities: { ...capabilities, cancelSigned: true, satStatus: true, balance: false },
    async stamp({ xml, sello }, signal) {
      try {
        const { status, text } = await ask('stamp', xml, signal)
        if (status === 503) return { kind: 'unavailable', pac: id, message: 'en mantenimiento' }
        return stamped(text, sello)
      } catch {
        return { kind: 'unknown', pac: id, message: 'se perdió la respuesta' }
      }
    },
    async find({ xml, sello }, signal) {
      try {
        const { text } = await ask('find', xml, signal)
        return (text === '' ? { kind: 'absent', pac: id } : stamped(text, sello)) as FindOutcome
      } catch {
        return { kind: 'unknown', pac: id, message: 'se perdió la respuesta' }
      }
    },
    async cancel({ uuid }) {
      try {
        const { status, text: code } = await ask('cancel', uuid)
        if (status === 503) return { kind: 'unavailable', pac: id, message: 'en mantenimiento' }
        if (code === '201') return { kind: 'accepted', pac: id, code }
        return { kind: 'rejected', pac: id, code, message: 'no se puede' }
      } catch {
        return { kind: 'unknown', pac: id, message: 'se perdió la respuesta' }
      }
    },
    async status({ uuid }) {
      const { text } = await ask('status', uuid)
      return text === '' ? undefined : JSON.parse(text)
    },
    ping: async () => true,
  }
}

async function openStore(): Promise<Store & { close(): Promise<void> }> {
  if (kind === 'file') return openFileStore(join(folder, 'store'), { compactAt: 4 << 20 })
  if (kind === 'sqlite') return openSqliteStore(join(folder, 'store.sqlite'))
  const pool = new pg.Pool({ ...JSON.parse(connection), max: 8 })
  return {
    ...createPostgresStore(fromPg(pool), { timeout: 3_000, visit: 1_000 }),
    close: () => pool.end(),
  }
}

function tell(key: string, answer: StampResult): boolean {
  if (!answer.ok) return false
  appendFileSync(path, `${key}\t${answer.cfdi.UUID}\t${answer.cfdi.Folio}\n`)
  known.set(key, answer.cfdi.UUID)
  return true
}

async function acknowledge(engine: Engine, key: string): Promise<void> {
  await engine.acknowledge(key).catch(() => false)
}

const often = { waits: [50], maxWait: 3_600_000 } as const
/** The SAT answers within a second; blocked documents are soon held. */
const cancelPolicy: CancelPolicy = {
  ...defaultPolicy,
  ...{
    asked: often,
    notYetVisible: often,
    accepted: often,
    inProcess: often,
    blocked: { ...often, maxWait: 500 },
  },
}

const invoice = { ...draft('ingreso'), Folio: 'AUTO' }

async function ask(engine: Engine, key: string): Promise<void> {
  const answer = await engine.stamp(invoice, { key })
  if (tell(key, answer)) await acknowledge(engine, key)
  else await sleep(20)
}

async function resume(engine: Engine): Promise<void> {
  try {
    for await (const { key, ...answer } of engine.resume())
      if (tell(key, answer)) await acknowledge(engine, key)
  } catch {
    // The server is down: retry in the next turn.
  }
}

/** Returns the keys of a share that are not delivered yet. */
function left(of: number): string[] {
  const keys: string[] = []
  for (let number = of; number < Number(orders); number += Number(processes))
    keys.push(`order ${number}`)
  return keys.filter((key) => !known.has(key))
}

/** Returns the keys of its share whose cancellation has not ended in any process. */
function leftToEnd(): string[] {
  const every = Number(cancels)
  const ended = new Set(
    readdirSync(folder)
      .filter((name) => name.startsWith('ended.'))
      .flatMap((name) => linesOf(join(folder, name)).map(([uuid = '']) => uuid)),
  )
  const own =
    every === 0
      ? []
      : [...known.keys()].filter((key) => Number(key.slice('order '.length)) % every === 0)
  return own.filter((key) => !ended.has(known.get(key) ?? ''))
}

/** Keys whose cancellation this process requested. */
const asked = new Set<string>()

/** Requests due cancellations, and records the results of all processes' requests. */
async function cancel(engine: Engine): Promise<void> {
  const keys = leftToEnd().filter((key) => !asked.has(key))
  const answers = await Promise.all(keys.map((key) => engine.cancel({ key, motivo: '02' })))
  for (const [at, key] of keys.entries()) if (answers[at]?.ok) asked.add(key)
  try {
    for await (const { uuid, change, life } of engine.refresh()) {
      const isEnd =
        ['cancelled', 'refused', 'rejected'].includes(life.phase) || life.held !== undefined
      if (isEnd)
        appendFileSync(
          join(folder, `ended.${index}`),
          `${uuid}\t${life.phase}\t${life.held ?? ''}\n`,
        )
      await engine.acknowledgeCancellation({ uuid, change })
    }
  } catch {
    // The server is down: retry in the next turn.
  }
}

/** Sometimes adds a neighbour's order, at the same time as its own process. */
function withOverlap(own: readonly string[]): string[] {
  const neighbours = left((Number(index) + 1) % Number(processes))
  return own.flatMap((key, at) =>
    at % 20 === 0 && neighbours[at] !== undefined ? [key, neighbours[at] as string] : [key],
  )
}

async function work(engine: Engine): Promise<void> {
  const keys = withOverlap(left(Number(index)))
  const worker = async () => {
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) await ask(engine, key)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** Creates a failover of both PACs, or one of them alone. */
function providerOver({ journal }: Pick<Store, 'journal'>): Provider {
  if (who !== 'both') return remoteProvider(who)
  return failover(['uno', 'dos'].map(remoteProvider), {
    journal,
    onUnknown: 'hold',
    timeouts: { stamp: 300, find: 300, ping: 300 },
    recovery: { window: 2_000, delays: [20, 50, 100] },
    // Longer than the delays of the PACs.
    absence: { finds: 3, quiet: 1_500 },
    breaker: { failures: 1_000, ratio: 1, sample: 1_000, cooldown: 100, maxCooldown: 100 },
    retryBudget: { ratio: 1, perSecond: 1_000, burst: 1_000 },
    concurrency: { limit: 64 },
  })
}

async function main(): Promise<void> {
  const store = await openStore()
  const signer = await csd('person')
  const engine = createEngine({
    signers: { ...signer, ...freeSigner(signer) },
    provider: providerOver(store),
    orders: store.orders,
    folios: store.folios,
    cancellations: store.cancellations,
    cancelPolicy,
    // Makes invoices differ only by their folio.
    clock: () => new Date(noon.getTime() + (Date.now() % 10_000_000)),
    lease: 5_000,
    storeTimeout: 4_000,
    folioTimeout: 4_000,
  })
  while (left(Number(index)).length + leftToEnd().length > 0) {
    await resume(engine)
    await work(engine)
    await cancel(engine)
    await sleep(50)
  }
  await store.close()
}

await main()
