/**
 * Stamps through the fakes of Finkok and SW, which fail one time in five, in a process that is killed with SIGKILL, restarts
 * it, and counts: one UUID for each document, and no other at a PAC that was not reported as an orphan.
 *
 * `npx tsx tools/pacKillTest.ts [documents] [kills] [hold|switch]`
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fake, startFake, type Trick } from '../src/node/fakes.js'
import { createAuthority } from '../src/pac/sandbox/authority.js'
import { createTestSealer } from '../src/pac/sandbox/testSealer.js'
import type { OnUnknown } from '../src/pac/settings.js'
import type { Sealed } from '../src/seal/sello.js'
import { linesOf } from './killTest.js'

/** The result of a run. */
export interface PacKillReport {
  readonly documents: number
  readonly kills: number
  /** Documents that were delivered, and how many UUIDs they have in total. */
  readonly delivered: number
  readonly uuids: number
  /** UUIDs that the PACs issued; those of each of the two. */
  readonly issued: readonly [finkok: number, sw: number]
  /** UUIDs that `reconcile` reported to be cancelled. */
  readonly orphans: number
  /** Attempts at SW, which cannot be looked up, that `reconcile` names for a person to check. */
  readonly named: number
  /** UUIDs that the PACs issued and that were neither delivered nor reported, beyond those that may be of a named attempt. */
  readonly lost: number
  /** Delivered or reported UUIDs that no PAC issued. */
  readonly invented: number
  readonly seconds: number
}

const child = fileURLToPath(new URL('pacKillChild.js', import.meta.url))
const names = ['finkok', 'sw'] as const

/** What one request in five meets. A reply that never comes would only take time. */
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

/** A generator with a seed: mulberry32. */
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
  seed = documents,
): Promise<PacKillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'pac-kill-'))
  const began = performance.now()
  const random = chance(seed)
  const trick = () => (random() < 0.2 ? faults[Math.floor(random() * faults.length)] : undefined)
  const authority = createAuthority({ clock: () => new Date() })
  const fakes = await Promise.all(
    names.map((name) => startFake<'finkok' | 'sw'>(name, { authority, credits: 1e6, trick })),
  )
  try {
    await prepare(folder, fakes, documents, onUnknown)
    for (let kill = 1; kill <= kills; kill++) await run(folder, Math.floor((documents * kill) / (kills + 1)))
    await run(folder, Number.POSITIVE_INFINITY)
    return { ...count(folder, fakes), documents, kills, seconds: (performance.now() - began) / 1000 }
  } finally {
    await Promise.all(fakes.map((fake) => fake.close()))
    rmSync(folder, { recursive: true })
  }
}

async function prepare(folder: string, fakes: readonly Fake[], documents: number, onUnknown: OnUnknown): Promise<void> {
  const seal = await createTestSealer((fakes[0] as Fake).pac)
  const sealed: Sealed[] = []
  while (sealed.length < documents) sealed.push(await seal())
  const accounts = fakes.map(({ name, account }) => [name, account])
  writeFileSync(join(folder, 'work.json'), JSON.stringify({ accounts, documents: sealed, onUnknown }))
}

/** Runs the child to its end, or until so many documents were delivered. */
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
): Pick<PacKillReport, 'delivered' | 'uuids' | 'issued' | 'orphans' | 'named' | 'lost' | 'invented'> {
  const lines = linesOf(join(folder, 'delivered'))
  const uuids = new Set(lines.map(([, uuid]) => uuid))
  const orphans = new Set(linesOf(join(folder, 'orphans')).map(([, uuid]) => uuid))
  const pending = linesOf(join(folder, 'pending')).filter(([, pac]) => pac === 'sw')
  const named = new Set(pending.map(([token]) => token)).size
  const known = new Set([...uuids, ...orphans])
  const issued = new Set<string | undefined>(fakes.flatMap((fake) => fake.uuids))
  const [finkok = 0, sw = 0] = fakes.map((fake) => fake.uuids.filter((uuid) => !known.has(uuid)).length)
  return {
    delivered: new Set(lines.map(([token]) => token)).size,
    uuids: uuids.size,
    issued: fakes.map((fake) => fake.uuids.length) as [number, number],
    orphans: [...orphans].filter((uuid) => !uuids.has(uuid)).length,
    named,
    lost: finkok + Math.max(0, sw - named),
    invented: [...known].filter((uuid) => !issued.has(uuid)).length,
  }
}

if (process.argv[1]?.endsWith('pacKillTest.ts')) {
  const [documents = 1000, kills = 10, onUnknown = 'hold'] = process.argv.slice(2)
  console.log(await pacKillTest(Number(documents), Number(kills), onUnknown as OnUnknown))
}
