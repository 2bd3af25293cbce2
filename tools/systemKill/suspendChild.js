/**
 * A process of `suspendTest.ts`: it stamps one order, and suspends itself with SIGSTOP before or
 * after one of its calls. It is JavaScript over the built package, for a quick start.
 *
 * It writes its calls and results as lines of JSON to its standard output. `insist` retries until
 * there is an invoice.
 * @module
 */
import { readFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, failover } from 'cfdi-stamp'
import { openCsd } from 'cfdi-stamp/node'
import { createPostgresStore, fromPg } from 'cfdi-stamp/postgres'
import pg from 'pg'

const {
  connection,
  pacs,
  who,
  key,
  draft,
  call: wanted = 0,
  end = 'before',
  insist = false,
  signing = 0,
} = JSON.parse(process.argv[2] ?? '{}')
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`)

let calls = 0

/** Counts a call, and suspends this process at the selected one. */
function stepwise(name, call) {
  return async (...given) => {
    const number = ++calls
    say({ call: number, name })
    const pause = (at) => number === wanted && at === end && process.kill(process.pid, 'SIGSTOP')
    pause('before')
    const result = await call(...given)
    pause('after')
    return result
  }
}

/**
 * Wraps a port so that each call is a step. Heartbeats follow the clock and are not counted,
 * because they would change the numbers.
 */
function steps(port, name) {
  const member = (each, value) =>
    typeof value !== 'function' || each === 'renew' || each === 'unfinished'
      ? value
      : stepwise(`${name}.${each}`, value.bind(port))
  return Object.fromEntries(
    Object.entries(port).map(([each, value]) => [each, member(each, value)]),
  )
}

function remote(id) {
  const ask = async (verb, xml, signal) => {
    const reply = await fetch(`${pacs}/${verb}/${id}/${who}`, { method: 'POST', body: xml, signal })
    return reply.text()
  }
  const stamped = (UUID, sello) => ({
    kind: 'stamped',
    pac: id,
    when: 'fresh',
    timbre: {
      ...{
        Version: '1.1',
        UUID,
        FechaTimbrado: '2026-11-21T12:00:01',
        RfcProvCertif: 'TPR170928K35',
      },
      ...{ SelloCFD: sello, NoCertificadoSAT: '30001000000600000006', SelloSAT: 'QUJD' },
    },
  })
  const stamp = stepwise(`${id}.stamp`, async ({ xml, sello }, signal) =>
    stamped(await ask('stamp', xml, signal), sello),
  )
  const find = stepwise(`${id}.find`, async ({ xml, sello }, signal) => {
    const uuid = await ask('find', xml, signal)
    return uuid === '' ? { kind: 'absent', pac: id } : { ...stamped(uuid, sello), when: 'earlier' }
  })
  const capabilities = { dedupByContent: true, returnsEarlierStamp: 'always', findKinds: ['bytes'] }
  return {
    id,
    capabilities: { ...capabilities, cancelSigned: false, satStatus: false, balance: false },
    ...{ stamp, find, ping: async () => true },
  }
}

const bytesOf = (name) => readFileSync(new URL(`../../fixtures/csd/${name}`, import.meta.url))
const pool = new pg.Pool({ ...connection, max: 4 })
const store = createPostgresStore(fromPg(pool))
const csd = await openCsd({
  cer: bytesOf('company.cer'),
  key: bytesOf('company.key'),
  password: '12345678a',
})
const sign = async (bytes) => {
  await sleep(signing)
  return csd.sign(bytes)
}
const engine = createEngine({
  signers: { ...csd, sign: stepwise('sign', sign) },
  provider: failover([remote('uno'), remote('dos')], { journal: steps(store.journal, 'journal') }),
  orders: steps(store.orders, 'orders'),
  folios: steps(store.folios, 'folios'),
})
for (;;) {
  const answer = await engine.stamp(draft, { key })
  const { ok, code, message } = answer
  say(ok ? { uuid: answer.cfdi.UUID, folio: answer.cfdi.Folio } : { code, message })
  if (ok || !insist) break
  await sleep(500)
}
await pool.end()
