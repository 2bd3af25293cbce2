/**
 * Kills a process with SIGKILL while it stamps, restarts it, and counts: every document must end
 * with exactly one UUID, the same in the journal, at a PAC and in the results returned to the
 * caller.
 *
 * `npx tsx tools/killTest.ts [documents] [kills] [hold|switch]`
 * @module
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openFileJournal } from '../src/node/log/fileJournal.js'
import type { OnUnknown } from '../src/pac/settings.js'
import { sealedXml } from '../test/pac/sealedDocuments.js'

/** Parameters of a run. */
export interface KillTest {
  readonly documents: number
  readonly kills: number
  readonly policy: OnUnknown
  readonly seed: number
}

/** The result of a run. */
export interface KillReport {
  readonly documents: number
  readonly kills: number
  /** Documents open at the kills, in total. */
  readonly resumed: number
  /**
   * Documents with exactly one UUID: that of the journal, known to its PAC, and the only one
   * returned to the caller.
   */
  readonly kept: number
  readonly lost: number
  /** Stamps beyond the one kept. */
  readonly extra: number
  /** Extra stamps that were reported as orphans. */
  readonly reported: number
  readonly journalBytes: number
  readonly seconds: number
}

const child = fileURLToPath(new URL('killTestChild.ts', import.meta.url))

/** Runs the test. */
export async function killTest(test: KillTest): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'))
  const began = performance.now()
  try {
    let resumed = 0
    for (let run = 0; run <= test.kills; run++) {
      const killAt =
        run < test.kills
          ? Math.round(((run + 0.5) * test.documents) / test.kills)
          : Number.POSITIVE_INFINITY
      resumed += await runChild(folder, test, run, killAt)
    }
    return {
      ...test,
      ...(await count(folder, test.documents)),
      resumed,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Resolves to the number of documents that it resumed. */
function runChild(
  folder: string,
  { documents, policy, seed }: KillTest,
  run: number,
  killAt: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const args = [
      '--import',
      'tsx',
      child,
      folder,
      String(documents),
      String(seed + 10 * run),
      policy,
    ]
    const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let resumed = 0
    createInterface(running.stdout).on('line', (line) => {
      if (line.startsWith('resumed ')) resumed = Number(line.slice(8))
      else if (Number(line) >= killAt) running.kill('SIGKILL')
    })
    running.on('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(resumed)
      else reject(new Error(`the process ended with ${code ?? signal}`))
    })
  })
}

async function count(folder: string, documents: number) {
  const at = (name: string) => join(folder, name)
  const stamps = ['uno', 'dos'].flatMap((id) => linesOf(at(`${id}.stamps`)))
  const stampsOf = new Map<string, Set<string>>()
  for (const [hash = '', , uuid = ''] of stamps)
    stampsOf.set(hash, (stampsOf.get(hash) ?? new Set()).add(uuid))
  const given = new Map<string, Set<string>>()
  for (const [number = '', uuid = ''] of linesOf(at('delivered')))
    given.set(number, (given.get(number) ?? new Set()).add(uuid))
  const orphans = new Set(linesOf(at('orphans')).map(([uuid]) => uuid))
  const journal = await openFileJournal(at('journal'))
  let [kept, lost, extra, reported] = [0, 0, 0, 0]
  for (let number = 0; number < documents; number++) {
    const token = createHash('sha256').update(sealedXml(number)).digest('hex')
    const outcome = (await journal.load(token))?.outcome
    const uuid = outcome?.kind === 'stamped' ? outcome.timbre.UUID : ''
    const uuids = stampsOf.get(token) ?? new Set()
    const returned = given.get(String(number)) ?? new Set()
    if (uuids.has(uuid) && returned.size === 1 && returned.has(uuid)) kept++
    if (!uuids.has(uuid)) lost++
    const others = [...uuids].filter((each) => each !== uuid)
    extra += others.length
    reported += others.filter((each) => orphans.has(each)).length
  }
  await journal.close()
  return { kept, lost, extra, reported, journalBytes: statSync(at('journal')).size }
}

/** The complete lines of a file. */
export function linesOf(path: string): string[][] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.slice(0, -1).map((line) => line.split(' '))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [documents = '10000', kills = '5', policy = 'hold'] = process.argv.slice(2)
  const seed = Date.now() % 1_000_000
  const report = await killTest({
    documents: Number(documents),
    kills: Number(kills),
    policy: policy as OnUnknown,
    seed,
  })
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
}
