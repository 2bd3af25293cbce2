/**
 * Stamps through the fakes of several PACs, which fail one time in five, in a process that is killed
 * with SIGKILL and restarted, and counts: one UUID for each document, and no other at a PAC unless
 * it was reported as an orphan.
 *
 * `npx tsx tools/pacKillTest.ts [documents] [kills] [hold|switch] [pac,pac,…]`
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fake, startFake, type Trick } from '../src/node/fakes.js'
import type { Adapter } from '../src/pac/adapter/adapter.js'
import { type PacName, pacs } from '../src/pac/pacs.js'
import { createAuthority } from '../src/pac/sandbox/authority.js'
import { createTestSealer } from '../src/pac/sandbox/testSealer.js'
import type { OnUnknown } from '../src/pac/settings.js'
import type { Sealed } from '../src/seal/sello.js'
import { confirmedOptions } from './confirmedOptions.js'
import { linesOf } from './killTest.js'

/** The result of a run. */
export interface PacKillReport {
  readonly documents: number
  readonly kills: number
  /** Delivered documents, and their UUIDs in total. */
  readonly delivered: number
  readonly uuids: number
  /** Number of UUIDs that each PAC issued, in the order of the failover. */
  readonly issued: readonly number[]
  /** UUIDs that `reconcile` reported for cancellation. */
  readonly orphans: number
  /** Attempts at PACs without a look-up that `reconcile` reports for manual review. */
  readonly named: number
  /**
   * Issued UUIDs that were neither delivered nor reported, beyond those that may belong to a
   * reported attempt.
   */
  readonly lost: number
  /** Delivered or reported UUIDs that no PAC issued. */
  readonly invented: number
  readonly seconds: number
}

const child = fileURLToPath(new URL('pacKillChild.js', import.meta.url))

/** Faults of one request in five. A reply that never comes would only take time. */
const faults: readonly Trick[] = [
  'lost',
  'dropped',
  'late',
  'cut',
  'earlierEmpty',
  'empty',
  'html',
  'fault',
  'throttled',
  'credits',
]

/** A random generator with a seed: mulberry32. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const last = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((last ^ (last >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Runs the test. */
export async function pacKillTest(
  documents: number,
  kills: number,
  onUnknown: OnUnknown = 'hold',
  names: readonly PacName[] = ['finkok', 'sw'],
  seed = documents,
): Promise<PacKillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pac-kill-'))
  const began = performance.now()
  const random = chance(seed)
  const trick = () => (random() < 0.2 ? faults[Math.floor(random() * faults.length)] : undefined)
  const authority = createAuthority({ clock: () => new Date() })
  const fakes = await Promise.all(
    names.map((name) => startFake<PacName>(name, { authority, credits: 1e6, trick })),
  )
  try {
    await prepare(folder, fakes, documents, onUnknown)
    for (let kill = 1; kill <= kills; kill++)
      await run(folder, Math.floor((documents * kill) / (kills + 1)))
    await run(folder, Number.POSITIVE_INFINITY)
    return {
      ...count(folder, fakes),
      documents,
      kills,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await Promise.all(fakes.map((fake) => fake.close()))
    rmSync(folder, { recursive: true })
  }
}

async function prepare(
  folder: string,
  fakes: readonly Fake[],
  documents: number,
  onUnknown: OnUnknown,
): Promise<void> {
  const seal = await createTestSealer((fakes[0] as Fake).pac)
  const sealed: Sealed[] = []
  while (sealed.length < documents) sealed.push(await seal())
  const accounts = fakes.map((fake) => [fake.name, accountOf(fake)])
  writeFileSync(
    join(folder, 'work.json'),
    JSON.stringify({ accounts, documents: sealed, onUnknown }),
  )
}

function accountOf({ name, account }: Fake): object {
  return { ...account, ...confirmedOptions[name] }
}

/** Whether a PAC has no look-up: an attempt there that is abandoned can only be named. */
function isBlind(fake: Fake): boolean {
  const make = pacs[fake.name] as (options: object) => Adapter
  return make(accountOf(fake)).capabilities.findKinds.length === 0
}

/** Runs the child to its end, or until that many documents were delivered. */
async function run(folder: string, until: number): Promise<void> {
  const running = spawn(process.execPath, [child, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const watch = setInterval(() => {
    if (linesOf(join(folder, 'delivered')).length >= until) running.kill('SIGKILL')
  }, 5)
  const code = await new Promise<number | null>((resolve) => running.on('exit', resolve))
  clearInterval(watch)
  if (code !== 0 && code !== null) throw new Error(`the child ended with ${code}`)
}

function count(
  folder: string,
  fakes: readonly Fake[],
): Pick<
  PacKillReport,
  'delivered' | 'uuids' | 'issued' | 'orphans' | 'named' | 'lost' | 'invented'
> {
  const lines = linesOf(join(folder, 'delivered'))
  const uuids = new Set(lines.map(([, uuid]) => uuid))
  const orphans = new Set(linesOf(join(folder, 'orphans')).map(([, uuid]) => uuid))
  const blind = fakes.filter(isBlind)
  const pending = linesOf(join(folder, 'pending')).filter(([, pac]) =>
    blind.some(({ name }) => name === pac),
  )
  const named = new Set(pending.map(([token]) => token)).size
  const known = new Set([...uuids, ...orphans])
  const issued = new Set<string | undefined>(fakes.flatMap((fake) => fake.uuids))
  const strays = (some: readonly Fake[]) =>
    some.flatMap((fake) => fake.uuids).filter((uuid) => !known.has(uuid)).length
  return {
    delivered: new Set(lines.map(([token]) => token)).size,
    uuids: uuids.size,
    issued: fakes.map((fake) => fake.uuids.length),
    orphans: [...orphans].filter((uuid) => !uuids.has(uuid)).length,
    named,
    lost:
      strays(fakes.filter((fake) => !blind.includes(fake))) + Math.max(0, strays(blind) - named),
    invented: [...known].filter((uuid) => !issued.has(uuid)).length,
  }
}

if (process.argv[1]?.endsWith('pacKillTest.ts')) {
  const [documents = 1000, kills = 10, onUnknown = 'hold', list] = process.argv.slice(2)
  const names = list?.split(',') as PacName[] | undefined
  console.log(await pacKillTest(Number(documents), Number(kills), onUnknown as OnUnknown, names))
}
