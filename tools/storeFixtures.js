/**
 * Writes the stores of a version: the files and PostgreSQL schemas written by its own engine and
 * stores, and the records that the version reads from them. Later versions must open them
 * (test/node/earlierStores.test.ts, test/postgres/earlierSchemas.test.ts).
 *
 *     node tools/storeFixtures.js <built checkout of the version> <folder>
 * @module
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

const [checkout, folder] = process.argv.slice(2).map((path) => resolve(path))
const load = (module) => import(pathToFileURL(join(checkout, 'dist', module)).href)
const { createEngine, createSandboxPac, failover } = await load('index.js')
const { openFileStore } = await load('node/index.js')
const { createPostgresServiceStore, createPostgresStore, fromPglite, migrate } =
  await load('postgres/index.js')
const { migrations, quoted } = await load('postgres/schema.js')

const write = (name, content) =>
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))

// --- write history ---

const pac = createSandboxPac()
const signers = await pac.issueCsd({
  rfc: 'PLO150312QT1',
  name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV',
})
const sale = JSON.parse(
  readFileSync(new URL('../site/playground/factura.json', import.meta.url), 'utf8'),
)
const draftOf = (changes) => ({
  ...sale,
  SubTotal: 'AUTO',
  Total: 'AUTO',
  Impuestos: 'AUTO',
  Serie: 'A',
  Folio: 'AUTO',
  ...changes,
})

/** A PAC whose replies a function changes. */
function scripted(id, provider) {
  let answer = asUsual
  const will = (next) => {
    answer = next
  }
  const stamp = (sealed, signal) => answer(() => provider.stamp(sealed, signal))
  let finds = true
  const find = async (sealed, signal) =>
    finds
      ? provider.find(sealed, signal)
      : { kind: 'unavailable', pac: id, message: 'así lo dice el guion' }
  const own = { id, stamp, find }
  const get = (target, name) =>
    own[name] ?? (typeof target[name] === 'function' ? target[name].bind(target) : target[name])
  const canFind = (can) => {
    finds = can
  }
  return { provider: new Proxy(provider, { get }), will, canFind }
}

const says = (kind, more = {}) => ({ kind, pac: 'uno', message: 'así lo dice el guion', ...more })
const rejects = async () => says('rejected', { scope: 'document', code: 'CFDI40999' })
const isUnavailable = async () => says('unavailable')
const losesIt = async (stamp) => {
  await stamp()
  return says('unknown')
}
const neverAnswers = async (stamp) => {
  await stamp()
  return new Promise(() => {})
}
const asUsual = (stamp) => stamp()

/** One record of each kind in a store. */
async function live({ journal, orders, folios, lives }) {
  const one = scripted('uno', pac)
  const two = scripted('dos', createSandboxPac())
  const engineOver = (providers, onUnknown) => {
    const provider = failover(providers, {
      journal,
      onUnknown,
      recovery: { window: 100, delays: [20] },
    })
    return createEngine({ signers, provider, orders, folios, lives })
  }
  const engine = engineOver([one.provider], 'hold')
  const stamp = async (key, answer, draft = draftOf({}), through = engine) => {
    one.will(answer)
    return through.stamp(draft, { key })
  }
  await stamp('acknowledged', asUsual)
  await engine.acknowledge('acknowledged')
  const answered = await stamp('answered', asUsual)
  if (!answered.ok) throw new Error(answered.message)
  await stamp('rejected', rejects)
  await stamp('rejected and acknowledged', rejects)
  await engine.acknowledge('rejected and acknowledged')
  await stamp('unavailable', isUnavailable)
  await engine.seal(draftOf({}), { key: 'sealed only' })
  void stamp('died while sending', neverAnswers)
  await new Promise((done) => setTimeout(done, 300))
  one.canFind(false)
  await stamp('held', losesIt)
  await stamp(
    'stamped by another',
    losesIt,
    draftOf({}),
    engineOver([one.provider, two.provider], 'switch'),
  )
  one.canFind(true)
  await stamp(undefined, asUsual, draftOf({ Folio: '77' }))
  // Two keys with the same bytes: this version let them share one invoice.
  const { Fecha } = answered.cfdi
  for (const key of ['equal 1', 'equal 2'])
    await stamp(key, asUsual, draftOf({ Folio: '88', Fecha }))
  await folios.next('PLO150312QT1', 'B')
  await folios.next('PLO150312QT1', 'B', 'held by a host')
  await (await folios.next('PLO150312QT1', 'C', 'given back')).release()
  await cancelSome(engine, stamp)
}

async function cancelSome(engine, stamp) {
  for (const key of ['cancelled', 'being cancelled', 'cancellation held']) {
    const { cfdi } = await stamp(key, asUsual)
    const asked = await engine.cancel({ XML: cfdi.XML, motivo: '02' })
    if (!asked.ok) throw new Error(asked.message)
  }
}

/** Adds states that this history does not reach, in the library's format. */
async function addRarities({ journal, lives }, { journal: tokens, lives: uuids }) {
  const stamped = (await Promise.all(tokens.map((token) => journal.load(token)))).find(
    ({ outcome }) => outcome?.kind === 'stamped',
  )
  const inDoubt = { pac: 'dos', since: 1, sends: 2, sending: false, lostAt: 2 }
  const abandoned = [{ inDoubt, since: 3, why: 'deadline', by: 'uno' }]
  await journal.append({ ...stamped, version: stamped.version + 1, status: 'watched', abandoned })
  const [cancelled, , held] = await Promise.all(uuids.map((uuid) => lives.load(uuid)))
  const { due: _, ...ended } = cancelled.life
  const life = { ...ended, phase: 'cancelled', how: 'cancelledWithConsent', since: 4 }
  const closed = {
    ...cancelled,
    version: cancelled.version + 1,
    status: 'closed',
    life,
    acuse: '<Acuse ñ="á"/>',
    change: 1,
    acknowledged: 1,
  }
  for (const one of [
    closed,
    { ...held, version: held.version + 1, life: { ...held.life, held: 'noAnswer' }, change: 1 },
  ]) {
    const { claim, ...unclaimed } = one
    if (!(await lives.append(unclaimed))) throw new Error('not written')
  }
}

// --- read it back ---

async function all(items) {
  const found = []
  for await (const item of items) found.push(item)
  return found
}

/** Reads every record by the names that the store used. */
async function readAll({ journal, orders, folios, lives }, keys) {
  const byName = async (records, port) =>
    Object.fromEntries(
      await Promise.all(records.map(async (name) => [name, await port.load(name)])),
    )
  const held = (await all(folios.held())).map(({ rfc, serie, folio, holder, since }) => ({
    rfc,
    serie,
    folio,
    holder,
    since,
  }))
  return {
    journal: await byName(keys.journal, journal),
    orders: await byName(keys.orders, orders),
    lives: await byName(keys.lives, lives),
    held,
    unfinished: {
      journal: (await all(journal.unfinished('resume'))).map(({ token }) => token),
      orders: (await all(orders.unfinished())).map(({ key }) => key),
      lives: (await all(lives.unfinished())).map(({ uuid }) => uuid),
    },
  }
}

/** Wraps a store and records the names that it receives. */
function noting(store) {
  const names = { journal: new Set(), orders: new Set(), lives: new Set() }
  const noted = (port, kind, nameOf) => ({
    load: (name) => port.load(name),
    append: (record) => {
      names[kind].add(nameOf(record))
      return port.append(record)
    },
    unfinished: (...purpose) => port.unfinished(...purpose),
  })
  const parts = {
    journal: noted(store.journal, 'journal', ({ token }) => token),
    orders: noted(store.orders, 'orders', ({ key }) => key),
    lives: noted(store.lives, 'lives', ({ uuid }) => uuid),
    folios: store.folios,
  }
  return {
    store: parts,
    names: () => Object.fromEntries(Object.entries(names).map(([kind, set]) => [kind, [...set]])),
  }
}

// --- the file ---

async function fileStores() {
  const scratch = mkdtempSync(join(tmpdir(), 'stores-'))
  const path = join(scratch, 'a.journal')
  const store = await openFileStore(path)
  const { store: noted, names } = noting(store)
  await live(noted)
  await addRarities(noted, names())
  write('crashed.journal', readFileSync(path))
  await store.close()
  write('closed.journal', readFileSync(path))
  const again = await openFileStore(path)
  const read = await readAll(again, names())
  write('file.json', JSON.stringify(read))
  await again.compact()
  await again.close()
  write('compacted.journal', readFileSync(path))
  rmSync(scratch, { recursive: true })
}

// --- PostgreSQL ---

const schema = 'cfdi_stamp'

async function postgresStores() {
  const database = await PGlite.create()
  const client = fromPglite(database)
  await migrate(client, { schema })
  const store = createPostgresStore(client, { schema, visit: 1 })
  const { store: noted, names } = noting(store)
  await live(noted)
  await addRarities(noted, names())
  const records = createPostgresServiceStore(client, { schema })
  await records.accounts.insert({ id: 'uno', owner: '', at: 1, name: 'Papelería' })
  await records.events.insert({ id: 'evento', owner: 'uno', at: 2, body: 'Ñandú' })
  const sql = []
  for (const version of migrations.keys()) sql.push(await dump(database, version + 1))
  for (const [at, text] of sql.entries()) write(`schema${at + 1}.sql`, text)
  const clean = {
    ...(await readAll(store, names())),
    service: {
      accounts: await records.accounts.get('uno'),
      events: await records.events.get('evento'),
    },
  }
  write('postgres.json', JSON.stringify(clean))
  await database.close()
}

/** Dumps the schema made by a version's migrations, and the rows of its tables. */
async function dump(database, version) {
  const name = quoted(schema)
  const lines = [
    `create schema ${name}`,
    `create table ${name}.migrations (number integer primary key, applied timestamptz default now())`,
  ]
  for (let at = 0; at < version; at++) {
    lines.push(
      ...(migrations[at].statements ?? migrations[at])(name),
      `insert into ${name}.migrations (number) values (${at + 1})`,
    )
  }
  const { rows } = await database.query(
    `select tablename from pg_tables where schemaname = $1 and tablename <> 'migrations' order by 1`,
    [schema],
  )
  for (const { tablename } of rows) {
    if (tablename !== 'service_records' || version > 1)
      lines.push(...(await rowsOf(database, name, tablename)))
  }
  return `${lines.join(';\n')};\n`
}

async function rowsOf(database, name, table) {
  const { rows } = await database.query(
    `select row_to_json(t)::text as row from ${name}.${table} t order by 1`,
  )
  if (rows.length === 0) return []
  const given = rows.map(({ row }) => row.replaceAll("'", "''")).join(',\n')
  const lines = [
    `insert into ${name}.${table} overriding system value select * from json_populate_recordset(null::${name}.${table}, '[${given}]')`,
  ]
  for (const column of ['id', 'ticket']) {
    if (column in JSON.parse(rows[0].row) && table !== 'service_records') {
      lines.push(
        `select setval(pg_get_serial_sequence('${name}.${table}', '${column}'), (select max(${column}) from ${name}.${table}))`,
      )
    }
  }
  return lines
}

await fileStores()
await postgresStores()
process.exit(0)
