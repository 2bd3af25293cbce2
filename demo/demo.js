/**
 * The main job, offline: several invoices from JSON to stamped XML, each verified again from the
 * file written.
 * @module
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import {
  createEngine,
  createSandboxPac,
  createMemoryFolios,
  createUnsafeMemoryJournal,
  createUnsafeMemoryCancellations,
  createUnsafeMemoryOrders,
  failover,
  readCertificate,
  verifyCfdi,
  withFaults,
} from 'cfdi-stamp'
import { openCsd } from 'cfdi-stamp/node'
import { createSandboxSat } from 'cfdi-stamp/pac/sandbox'
import { retenciones20 } from 'cfdi-stamp/retenciones'

const fixtures = new URL('../fixtures/', import.meta.url)
const out = new URL('../out/', import.meta.url)

const file = (name) => readFile(new URL(name, fixtures))
const csd = async (name, password = '12345678a') =>
  openCsd({ cer: await file(`csd/${name}.cer`), key: await file(`csd/${name}.key`), password })

const root = readCertificate(await file('csd/root.cer'))
// CFDI 4.0 is always there; other documents are registered.
const documents = [retenciones20]
const pac = createSandboxPac({ anchors: [root], documents })
const engine = createEngine({
  signers: [
    await csd('company'),
    await csd('person'),
    await csd('ampersand'),
    await csd('enye', 'contraseña'),
  ],
  provider: pac,
})

// The fixtures of complements say "AUTO" for their issuer: an engine with one signer knows who that
// is.
const ofCompany = createEngine({ signers: await csd('company'), provider: pac, documents })

const table = []
let failures = 0

async function stamp(name, expected = 'timbrado', using = engine) {
  const answer = await using.stamp(await readFile(new URL(`${name}.json`, fixtures), 'utf8'))
  if (!answer.ok) {
    if (expected !== answer.code) failures += 1
    table.push({ documento: name, resultado: answer.code, UUID: '', archivo: '' })
    if (expected === 'timbrado' || expected === 702) print702(name, answer)
    return
  }
  const xml = Buffer.from(answer.cfdi.XML, 'base64')
  const path = new URL(`${name.replaceAll('/', '.')}.xml`, out)
  await writeFile(path, xml)
  const written = await readFile(path)
  const received = await verifyCfdi(written, { ...(await pac.trust()), documents })
  if (!received.ok || expected !== 'timbrado') failures += 1
  table.push({
    documento: name,
    resultado: received.ok ? 'timbrado y verificado' : received.message,
    UUID: answer.cfdi.UUID,
    archivo: `out/${name.replaceAll('/', '.')}.xml`,
  })
}

function print702(name, answer) {
  console.log(`\n${name}.json -> ${answer.code}: ${answer.message}`)
  for (const { path, code, message } of answer.errors)
    console.log(`  [${code}] ${path}\n      ${message}`)
  console.log()
}

await mkdir(out, { recursive: true })
for (const name of ['ingreso', 'egreso', 'global', 'extranjero', 'caracteres'])
  await stamp(`documents/${name}`)
await stamp('documents/invalido', 702)

const kinds = new Map()
for (const file of await readdir(new URL('complements/', fixtures))) {
  const [kind, ...rest] = file.split('.')
  if (rest.at(-1) === 'json' && !kinds.has(kind)) kinds.set(kind, file.slice(0, -'.json'.length))
}
for (const name of kinds.values()) await stamp(`complements/${name}`, 'timbrado', ofCompany)

for (const file of await readdir(new URL('retenciones/', fixtures)))
  if (file.endsWith('.json'))
    await stamp(`retenciones/${file.slice(0, -'.json'.length)}`, 'timbrado', ofCompany)

// The primary goes silent: it gets the document, stamps it and never answers. The same call ends in
// a stamp of the backup, and what the primary did is found out afterwards. Tenths of a second here;
// a PAC in life deserves a minute.
const principal = createSandboxPac({ id: 'principal', anchors: [root] })
const backup = createSandboxPac({ id: 'respaldo', anchors: [root] })
// The keys of both PACs exist before the time-outs count.
await Promise.all([principal.certificate(), backup.certificate()])
const primary = withFaults(principal, { always: { stamp: 'timeout-after', find: 'timeout' } })
const both = failover([primary, backup], {
  journal: createUnsafeMemoryJournal(),
  timeouts: { stamp: 400, find: 100 },
  recovery: { window: 400, delays: [50] },
})
const guarded = createEngine({ signers: await csd('person'), provider: both })
const rescued = await guarded.stamp(
  await readFile(new URL('documents/ingreso.json', fixtures), 'utf8'),
)
if (!rescued.ok || rescued.pac !== 'respaldo') failures += 1

primary.fail({})
const { orphans } = await both.reconcile()
if (orphans.length !== 1) failures += 1

// A process dies before it hears of its stamp. The next one is told of it, and who asks with the
// same key gets the same invoice.
const orders = createUnsafeMemoryOrders()
const invoice = await readFile(new URL('documents/ingreso.json', fixtures), 'utf8')
const key = 'pedido 8114'
const dying = createEngine({ signers: await csd('person'), provider: pac, orders })
const unheard = await dying.stamp(invoice, { key })
const restarted = createEngine({
  signers: await csd('person'),
  provider: pac,
  orders: orders.afterRestart(),
})
const delivered = []
for await (const answer of restarted.resume()) {
  if (answer.ok && (await restarted.acknowledge(answer.key))) delivered.push(answer)
}
const again = await restarted.stamp(invoice, { key })
const uuids = new Set([unheard, ...delivered, again].map((answer) => answer.ok && answer.cfdi.UUID))
if (delivered.length !== 1 || uuids.size !== 1) failures += 1

// The end of documents, on a clock that runs: directly, with a receiver who says nothing, with one
// who refuses, and by a substitute.
let now = Date.now()
const clock = () => new Date(now)
const sat = createSandboxSat({ clock, needsConsent: ({ Serie }) => Serie === 'CONSENTIMIENTO' })
const pacOfSat = createSandboxPac({ clock, sat, anchors: [root] })
const [cancellations, folios] = [createUnsafeMemoryCancellations(), createMemoryFolios(() => 900)]
const cancelling = createEngine({
  signers: await csd('person'),
  provider: pacOfSat,
  clock,
  cancellations,
  folios,
  orders,
})
const draft = JSON.parse(invoice)
await cancelling.stamp(draft, { key: 'directa' })
await cancelling.stamp({ ...draft, Serie: 'CONSENTIMIENTO' }, { key: 'silencio' })
const refused = await cancelling.stamp({ ...draft, Serie: 'CONSENTIMIENTO' }, { key: 'rechazo' })
await cancelling.stamp(draft, { key: 'sustituida' })
for (const key of ['directa', 'silencio', 'rechazo']) await cancelling.cancel({ key, motivo: '02' })
const receiver = createEngine({ signers: await csd('company'), provider: pacOfSat, clock })
await receiver.answer({ uuid: refused.cfdi.UUID, respuesta: 'Rechazo' })
// The process dies between the two halves of a substitution; the next one goes on.
const { id, capabilities } = pacOfSat
const halfway = {
  id,
  capabilities,
  stamp: (sealed) => pacOfSat.stamp(sealed),
  cancel: () => new Promise(() => {}),
}
const half = createEngine({
  signers: await csd('person'),
  provider: halfway,
  clock,
  cancellations,
  folios,
  orders,
})
void half.substitute({ key: 'sustituida' }, { ...draft, Serie: 'NUEVA' }, { key: 'sustituta' })
for (
  let turn = 0;
  turn < 500 && cancellations.entries().every(({ life }) => life.wish?.motivo !== '01');
  turn++
)
  await new Promise((done) => setTimeout(done, 20))
const after = createEngine({
  signers: await csd('person'),
  provider: pacOfSat,
  clock,
  cancellations: cancellations.afterRestart(),
  orders: orders.afterRestart(),
})
const ends = new Map()
for (let hours = 0; hours < 10 * 24; hours += 6) {
  now += 6 * 3_600_000
  for await (const notice of after.refresh()) {
    ends.set(notice.uuid, notice.life.how ?? notice.life.phase)
    await after.acknowledgeCancellation(notice)
  }
}
const expected = ['cancelledBySilence', 'cancelledDirectly', 'cancelledDirectly', 'rejected']
if ([...ends.values()].sort().join() !== expected.join()) failures += 1

console.table(table)
console.log(
  `El PAC principal no contestó; timbró: ${rescued.ok ? `${rescued.pac}, ${rescued.cfdi.UUID}` : rescued.message}`,
)
for (const { keep, cancel } of orphans) {
  console.log(
    `El principal timbró sin contestar: se conserva ${keep.timbre.UUID}; hay que cancelar ${cancel.timbre.UUID}`,
  )
}
console.log(
  `El proceso murió sin enterarse; la misma llave (${key}) da la misma factura: ${[...uuids].join(' y ')}`,
)
console.log(`Cancelaciones: ${[...ends.values()].sort().join(', ')}`)
console.log(
  failures === 0
    ? 'Todo como se esperaba.'
    : `${failures} documentos no salieron como se esperaba.`,
)
process.exitCode = failures === 0 ? 0 : 1
