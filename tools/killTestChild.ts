/**
 * The process that `killTest.ts` kills: it resumes the open documents of its journal, and stamps
 * the ones not delivered yet.
 *
 * Its PACs write each stamp to a file before they reply, so that stamps survive the process, as
 * real ones do.
 * @module
 */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFileJournal } from '../src/node/log/fileJournal.js'
import { systemClock } from '../src/pac/clock.js'
import { type Failover, failover } from '../src/pac/failover.js'
import type { Provider, StampOutcome } from '../src/pac/provider.js'
import { withFaults } from '../src/pac/sandbox/faults.js'
import type { OnUnknown } from '../src/pac/settings.js'
import { parseSealed } from '../src/seal/parseSealed.js'
import type { Sealed } from '../src/seal/sello.js'
import { timbreOf } from '../test/pac/fakePac.js'
import { sealedXml } from '../test/pac/sealedDocuments.js'
import { linesOf } from './killTest.js'

const [folder = '', documents = '0', seed = '0', policy = 'hold'] = process.argv.slice(2)
const at = (name: string) => join(folder, name)

/** A PAC with its stamps in a file, one per line: SHA-256 of the XML, number, UUID. */
function diskPac(id: string): Provider {
  const path = at(`${id}.stamps`)
  const stamps = new Map(linesOf(path).map(([hash = '', number = '']) => [hash, Number(number)]))
  const hashOf = ({ xml }: Sealed) => createHash('sha256').update(xml).digest('hex')
  const stamped = (
    sealed: Sealed,
    number: number,
    when: 'fresh' | 'earlier',
  ): StampOutcome & { kind: 'stamped' } => ({
    kind: 'stamped',
    pac: id,
    when,
    timbre: timbreOf(id, number, sealed.sello),
  })
  const capabilities = {
    dedupByContent: true,
    returnsEarlierStamp: 'always',
    findKinds: ['bytes'],
  } as const
  return {
    id,
    capabilities: { ...capabilities, cancelSigned: false, satStatus: false, balance: false },
    async stamp(sealed) {
      await systemClock.sleep(1)
      const hash = hashOf(sealed)
      const earlier = stamps.get(hash)
      if (earlier !== undefined) return stamped(sealed, earlier, 'earlier')
      const number = stamps.size
      stamps.set(hash, number)
      appendFileSync(path, `${hash} ${number} ${timbreOf(id, number, '').UUID}\n`)
      await systemClock.sleep(1)
      return stamped(sealed, number, 'fresh')
    },
    async find(sealed) {
      const number = stamps.get(hashOf(sealed))
      return number === undefined ? { kind: 'absent', pac: id } : stamped(sealed, number, 'earlier')
    },
    ping: async () => true,
  }
}

const rates = {
  down: 0.01,
  throttle: 0.01,
  'timeout-before': 0.005,
  'timeout-after': 0.005,
  'reset-after': 0.02,
  late: 0.005,
}

function pacs(): Provider[] {
  return ['uno', 'dos'].map((id, place) =>
    withFaults(
      diskPac(id),
      { seed: Number(seed) + place, stamp: rates, find: { down: 0.3, timeout: 0.1 } },
      { late: 400, retryAfter: 20 },
    ),
  )
}

const delivered = new Set(linesOf(at('delivered')).map(([number]) => number))

function deliver(number: string, outcome: StampOutcome): void {
  if (outcome.kind !== 'stamped') return
  appendFileSync(at('delivered'), `${number} ${outcome.timbre.UUID}\n`)
  delivered.add(number)
  if (delivered.size % 20 === 0) process.stdout.write(`${delivered.size}\n`)
}

async function resume(stamping: Failover): Promise<number> {
  const resumed = await stamping.resume()
  for (const { sealed, outcome } of resumed) deliver(sealed?.document.Folio ?? '', outcome)
  return resumed.length
}

async function work(stamping: Failover): Promise<void> {
  const left = Array.from({ length: Number(documents) }, (_, number) => number).filter(
    (number) => !delivered.has(String(number)),
  )
  const worker = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      deliver(String(number), await stamping.stamp(parseSealed(sealedXml(number))))
    }
  }
  await Promise.all(Array.from({ length: 64 }, worker))
}

/** Returns the orphans, once every abandoned attempt was looked up. */
async function orphansOf(stamping: Failover): Promise<string[]> {
  const absent = new Set<string>()
  for (;;) {
    const { orphans, pending } = await stamping.reconcile()
    for (const { token, pac, why } of pending) if (why === 'absent') absent.add(`${token} ${pac}`)
    // Collected over several rounds: of a dozen look-ups some always fail.
    if (pending.every(({ token, pac }) => absent.has(`${token} ${pac}`)))
      return orphans.map(({ cancel }) => cancel.timbre.UUID)
  }
}

async function main(): Promise<void> {
  const journal = await openFileJournal(at('journal'), { compactAt: 4 << 20 })
  const stamping = failover(pacs(), {
    journal,
    onUnknown: policy as OnUnknown,
    timeouts: { stamp: 200, find: 100, ping: 100 },
    recovery: { window: policy === 'hold' ? 400 : 30, delays: [20, 50, 100] },
    // Longer than the delay of its latest stamp.
    absence: { finds: 3, quiet: 1_000 },
    breaker: { failures: 1000, ratio: 1, sample: 1000, cooldown: 100, maxCooldown: 100 },
    retryBudget: { ratio: 1, perSecond: 1000, burst: 1000 },
    concurrency: { limit: 64 },
    parallel: 64,
  })
  process.stdout.write(`resumed ${await resume(stamping)}\n`)
  while (delivered.size < Number(documents)) {
    await work(stamping)
    await systemClock.sleep(50)
    await resume(stamping)
  }
  await systemClock.sleep(500)
  appendFileSync(at('orphans'), (await orphansOf(stamping)).map((uuid) => `${uuid}\n`).join(''))
  await journal.close()
}

await main()
