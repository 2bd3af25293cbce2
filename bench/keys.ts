/**
 * Checks that the time of a request reveals nothing about its key: `npx tsx bench/keys.ts`. Calls
 * with keys that are wrong in different ways, interleaved in one run, as ratios to one that is
 * wrong from its first digit. Then the comparison of two hashes alone, beside one that stops at the
 * first difference, to show that the measurement would detect it. The figures are in
 * docs/en/server.md; `test/service/keys.timing.test.ts` tests their causes.
 * @module
 */
import { loadavg } from 'node:os'
import { createSandboxPac } from 'cfdi-stamp'
import { createMemoryServiceStore, createService } from 'cfdi-stamp/service'
import { hash } from '../src/pac/hash.js'
import { isSameText } from '../src/service/account/keys.js'
import { measure, type Task } from './measure.js'

const settings = { rounds: 60, turn: 40, warmUp: 800 }

async function open() {
  const pac = createSandboxPac()
  const signers = await pac.issueCsd({
    rfc: 'EKU9003173C9',
    name: 'ESCUELA KEMPER URGATE SA DE CV',
  })
  const service = createService({
    environments: { sandbox: { signers, provider: pac, store: createMemoryServiceStore() } },
    links: { base: 'https://localhost', secret: new Uint8Array(32) },
  })
  const accounts = service.accounts('sandbox')
  await accounts.create({ id: 'uno', name: 'Uno', issuers: ['EKU9003173C9'] })
  const { key } = await accounts.issueKey({ account: 'uno' })
  return { service, key }
}

const { service, key } = await open()
const changed = (at: number) => key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1)

/** Finds a key whose hash begins as the real one's: the best that an attacker finds by trial. */
async function near(digits: number): Promise<string> {
  const wanted = (await hash(key)).slice(0, digits)
  for (let guess = 0; ; guess++) {
    const other = key.slice(0, -8) + guess.toString(16).padStart(8, '0')
    if (other !== key && (await hash(other)).startsWith(wanted)) return other
  }
}

/** A hundred at a time: a single call is shorter than the clock's resolution. */
const asking = (name: string, given: string): Task => ({
  name,
  async: true,
  run: async () => {
    for (let time = 0; time < 100; time++)
      await service.balance({ headers: { 'x-api-key': given } })
  },
})

const first = asking('wrong from the first digit', changed(key.length - 64))
const keys = [
  asking('wrong from the first digit, again', changed(key.length - 64)),
  asking('wrong in the last digit', changed(key.length - 1)),
  asking('whose hash is right in its first four digits', await near(4)),
  asking('of an account that is not', changed('cfdi_sandbox_'.length)),
  asking('cut short', key.slice(0, -1)),
]

function stopsEarly(one: string, other: string): boolean {
  for (let at = 0; at < one.length; at++)
    if (one.charCodeAt(at) !== other.charCodeAt(at)) return false
  return true
}

const right = await hash(key)
const texts = {
  first: `${right[0] === '0' ? '1' : '0'}${right.slice(1)}`,
  last: `${right.slice(0, -1)}g`,
}
let equal = 0
const comparing = (name: string, compare: typeof isSameText, other: string): Task => ({
  name,
  run: () => {
    for (let time = 0; time < 1_000; time++) if (compare(right, other)) equal++
  },
})
const comparisons = [
  comparing('ours, differing in the last', isSameText, texts.last),
  comparing('one that stops, differing in the first', stopsEarly, texts.first),
  comparing('one that stops, differing in the last', stopsEarly, texts.last),
]

const told = [
  ...(await measure(first, new Map([['a call with a key', keys]]), settings)),
  ...(await measure(
    comparing('ours, differing in the first', isSameText, texts.first),
    new Map([['a comparison', comparisons]]),
    { ...settings, turn: 5 },
  )),
]
for (const [group, timings] of told)
  console.table(
    timings.map(({ name, ratio, spread }) => ({
      [group]: name,
      ratio: ratio.toFixed(3),
      quartiles: spread.map((one) => one.toFixed(3)).join(' to '),
    })),
  )
console.log({ node: process.version, load: loadavg()[0], equal })
