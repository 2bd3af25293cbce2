/**
 * The process that `pacKillTest.ts` kills: it resumes the open documents of its journal, and stamps
 * the ones not delivered yet, through the protocols of two PACs. It is JavaScript over the built
 * package, for a quick start.
 * @module
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { openFileJournal } from 'cfdi-stamp/node'
import { failover } from 'cfdi-stamp/pac'
import { connect } from 'cfdi-stamp/pac/connect'

const [folder = ''] = process.argv.slice(2)
const { accounts, documents, onUnknown } = JSON.parse(readFileSync(`${folder}/work.json`, 'utf8'))
const said = existsSync(`${folder}/delivered`)
  ? readFileSync(`${folder}/delivered`, 'utf8').split('\n')
  : []
const delivered = new Set(said.map((line) => line.split(' ')[0]))

const stamping = failover(
  accounts.map(([name, account]) => connect(name, { ...account, timeout: 5_000 })),
  {
    journal: await openFileJournal(`${folder}/journal`),
    onUnknown,
    // `switch` does not wait, which makes as many orphans as possible.
    recovery: { window: onUnknown === 'hold' ? 500 : 0, delays: [5, 50] },
    // The trick `late` denies a stamp twice, and several of them may follow each other.
    absence: { finds: 8, quiet: 1_000 },
    retryBudget: { burst: 10_000 },
    breaker: () => ({ state: 'closed', admit: () => 'yes', pinged: () => {}, record: () => {} }),
  },
)

function deliver(token, outcome) {
  if (outcome.kind !== 'stamped' || delivered.has(token)) return
  delivered.add(token)
  appendFileSync(`${folder}/delivered`, `${token} ${outcome.timbre.UUID}\n`)
}

async function settle(sealed) {
  const token = createHash('sha256').update(sealed.xml).digest('hex')
  while (!delivered.has(token)) {
    deliver(token, await stamping.stamp(sealed))
    if (!delivered.has(token))
      for (const { outcome } of await stamping.resume(token)) deliver(token, outcome)
  }
}

for (const { token, outcome } of await stamping.resume()) deliver(token, outcome)
const queue = [...documents]
const worker = async () => {
  for (let sealed = queue.shift(); sealed !== undefined; sealed = queue.shift())
    await settle(sealed)
}
await Promise.all(Array.from({ length: 8 }, worker))
// A look-up may lag behind a stamp, for as many times as the trick `late` denies it.
for (let pass = 0; pass < 5; pass++) {
  const { orphans, pending } = await stamping.reconcile()
  for (const { token, cancel } of orphans)
    appendFileSync(`${folder}/orphans`, `${token} ${cancel.timbre.UUID}\n`)
  for (const { token, pac } of pending) appendFileSync(`${folder}/pending`, `${token} ${pac}\n`)
}
process.exit(0)
