/**
 * The default database is a folder for one process: a second one is kept out, a dead one does not
 * count, and whatever was answered 200 is there afterwards (audit of November 2026, V15).
 * @module
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { invoice, until } from './host.ts'
import { end, endAll, run, serve } from './processes.ts'

let folder: string
let env: Record<string, string>
let key: string
let issued = 0
const stamped = new Set<string>()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-'))
  env = { DATA_FOLDER: join(folder, 'data') }
})
after(async () => {
  await endAll()
  await rm(folder, { recursive: true, force: true })
})

interface Body {
  readonly cfdi: { readonly UUID: string }
  readonly data: readonly { readonly UUID: string }[]
  readonly granted: number
  readonly stamped: number
}

type Server = NonNullable<Awaited<ReturnType<typeof serve>>>

async function start(): Promise<Server> {
  const server = await serve(env)
  assert.ok(server, 'the server starts')
  return server
}

async function ask({ origin }: Server, path: string, given = key, form?: Record<string, string>) {
  const body = form && { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetch(`${origin}/api/v5/${path}`, {
    ...body,
    headers: { 'x-api-key': given },
  })
  return { status: response.status, body: (await response.json()) as Body }
}

async function stamp(server: Server): Promise<void> {
  const json = JSON.stringify(invoice({ Folio: String(++issued) }))
  const { status, body } = await ask(server, 'invoice/create', key, { json })
  assert.equal(status, 200, JSON.stringify(body))
  stamped.add(body.cfdi.UUID)
}

/** Every invoice that was answered 200 is there, and each took one credit. */
async function nothingIsMissing(server: Server): Promise<void> {
  const { body } = await ask(server, 'invoice?limit=100')
  const kept = new Set(body.data.map(({ UUID }) => UUID))
  assert.deepEqual(
    [...stamped].filter((uuid) => !kept.has(uuid)),
    [],
  )
  assert.equal((await ask(server, 'balance')).body.stamped, stamped.size)
}

it('a second server is refused in one sentence, and the first one loses nothing', async () => {
  const server = await start()
  key = (await until(() => /cfdi_sandbox_\w+/.exec(server.err())?.[0])) as string
  await stamp(server)
  const second = run(env, 'server.js')
  assert.equal(await second.ended, 1)
  assert.match(
    second.err(),
    /^\S+ is in use by another process: stop it, set another DATA_FOLDER, or use PostgreSQL \(DATABASE_URL\)\n$/,
  )
  await stamp(server)
  assert.equal(await end(server), 0)
  const again = await start()
  await nothingIsMissing(again)
  await end(again)
})

it('account.js asks the server that runs: its key works, its credits are given, its refusals are told', async () => {
  const server = await start()
  const desk = async (...words: string[]) => {
    const program = run(env, 'account.js', ...words)
    return { code: await program.ended, out: program.out().trim(), err: program.err().trim() }
  }
  const made = await desk('sandbox', 'demo')
  assert.equal((await ask(server, 'balance', made.out)).status, 200)
  const before = (await ask(server, 'balance')).body.granted
  assert.deepEqual(await desk('--grant', 'sandbox', 'demo', '100', 'pago 1'), {
    code: 0,
    out: 'granted',
    err: '',
  })
  assert.equal((await ask(server, 'balance')).body.granted, before + 100)
  const wrong = await desk('--constructor', 'sandbox')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /^account\.js: there is no --constructor/)
  await stamp(server)
  await end(server)
  // Without a server it opens the folder itself.
  assert.deepEqual(await desk('--grant', 'sandbox', 'demo', '1', 'pago 2'), {
    code: 0,
    out: 'granted',
    err: '',
  })
  const again = await start()
  assert.equal((await ask(again, 'balance')).body.granted, before + 101)
  await nothingIsMissing(again)
  await end(again)
})

it('the lock of a killed server does not count, and of two that start then one serves', async () => {
  for (let round = 0; round < 3; round++) {
    const server = await start()
    await nothingIsMissing(server)
    await Promise.all(Array.from({ length: 4 }, () => stamp(server)))
    await end(server, 'SIGKILL')
    const both = await Promise.all([serve(env), serve(env)])
    const [winner, ...others] = both.filter((one) => one !== undefined)
    assert.deepEqual([winner === undefined, others.length], [false, 0])
    await nothingIsMissing(winner as Server)
    await stamp(winner as Server)
    await end(winner as Server, round === 1 ? 'SIGKILL' : 'SIGTERM')
  }
})
