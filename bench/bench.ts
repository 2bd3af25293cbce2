/**
 * Runs every benchmark: `npm run bench`. One run prints tables of ratios to one RSA-2048 signature
 * of the same run, and writes bench/results.json, bench/chart.svg and the tables of
 * docs/en/performance.md, which explains them.
 *
 * `--quick` takes a fifth of the time; `--only=verbs,parsers,peers,saturation,threads,cold,stream`
 * runs some parts; neither writes a file. `--budgets` fails when a budget is missed. Peers are
 * measured if they are installed.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { createPrivateKey, sign } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Csd, cadenaOriginal } from 'cfdi-stamp'
import { budgetsOf, holds } from './budgets.js'
import { cold } from './cold.js'
import { company, fixture, password, type Subject, subjects } from './documents.js'
import { measure, type Task, type Timing } from './measure.js'
import { parsers } from './parsers.js'
import { installed, peerTasks } from './peers.js'
import { keep, print } from './report.js'
import type { Results, Stream, Times } from './results.js'
import { type Saturation, saturation } from './saturation.js'
import { type Threads, threads } from './threads.js'
import { verbs } from './verbs.js'

const only = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice(7)
  .split(',')
const quick = process.argv.includes('--quick')
const settings = quick ? { rounds: 5, turn: 8, warmUp: 200 } : { rounds: 15, turn: 24, warmUp: 600 }

const csd = await company()
const all = subjects(csd)
const named = (...names: readonly string[]): Subject[] =>
  all.filter(({ name }) => names.includes(name))
const [one, five, fifty, fiveHundred] = all

/**
 * The signature of a document of 5 concepts: on this thread, which is the unit, and in the thread
 * pool.
 */
function signatures({ ready }: Subject): readonly [Task, Task] {
  const key = createPrivateKey({
    key: fixture('csd/company.key'),
    format: 'der',
    type: 'pkcs8',
    passphrase: password,
  })
  const bytes = new TextEncoder().encode(cadenaOriginal({ ...ready, Sello: '' } as never))
  const inPool = (): Promise<void> =>
    new Promise((done) => sign('RSA-SHA256', bytes, key, () => done()))
  return [
    { name: 'signature', run: () => sign('RSA-SHA256', bytes, key) },
    { name: 'pool', run: inPool, async: true },
  ]
}

type TasksOf = (subject: Subject, csd: Csd) => Promise<Task[]>

const [unit, pool] = signatures(five!)

async function compare(
  subjects: readonly Subject[],
  tasksOf: TasksOf,
  ...more: [string, Task[]][]
): Promise<Times> {
  const groups = new Map<string, Task[]>(more)
  for (const subject of subjects) groups.set(subject.name, await tasksOf(subject, csd))
  const timed = await measure(unit, groups, settings)
  const byTask = (timings: readonly Timing[]) =>
    Object.fromEntries(timings.map((timing) => [timing.name, timing]))
  return Object.fromEntries([...timed].map(([name, timings]) => [name, byTask(timings)]))
}

function stream(): Stream {
  const args = [
    '--expose-gc',
    '--import',
    'tsx',
    fileURLToPath(new URL('stream.ts', import.meta.url)),
  ]
  const out = execFileSync(process.execPath, [...args, String(quick ? 10_000 : 100_000)])
  const { documents, heap, rss } = JSON.parse(out.toString()) as Omit<Stream, 'growth'>
  return { documents, heap, rss, growth: Math.max(...heap.slice(1)) - heap[0]! }
}

/** Runs every verb on each document, interleaved with other documents, in one process. */
async function together(): Promise<Times> {
  const work: TasksOf = async (subject, csd) =>
    (await verbs(subject, csd)).filter(({ name }) => name === 'work')
  const times = await compare(all, work, ['signature', [{ ...unit }, pool]])
  return { signature: times['signature']!, '5 concepts, among the rest': times['5 concepts']! }
}

/**
 * Parts that run in a process of their own, so that the compiler's state of one part does not
 * affect another.
 */
const measures: Readonly<Record<string, (document: string) => unknown>> = {
  verbs: (document) => (document === '' ? together() : compare(named(document), verbs)),
  parsers: () => compare(named('5 concepts', '500 concepts', 'payment, 200 documents'), parsers),
  peers: () => compare([one!, five!, fifty!, fiveHundred!], peerTasks),
  saturation: () => saturation([one!, five!, fifty!], csd, quick ? 3 : 15),
  threads: () => threads([five!, fifty!, fiveHundred!], csd, quick ? 3 : 7),
}

const asked = process.argv.find((word) => word.startsWith('--measure='))?.slice('--measure='.length)
if (asked !== undefined) {
  const [name, document = ''] = asked.split(':')
  process.stdout.write(JSON.stringify(await measures[name!]!(document)))
  process.exit()
}

/**
 * Parts timed by processor time collect garbage on their own thread, because helper threads that
 * wait for one another are not work.
 */
const byProcessor = new Set(['verbs', 'parsers', 'peers'])

function apart<Result>(name: string, document = ''): Result {
  const collector = byProcessor.has(name) ? ['--single-threaded-gc', '--expose-gc'] : []
  const args = [
    ...collector,
    '--import',
    'tsx',
    fileURLToPath(import.meta.url),
    `--measure=${name}:${document}`,
  ]
  return JSON.parse(
    execFileSync(process.execPath, quick ? [...args, '--quick'] : args).toString(),
  ) as Result
}

/** Runs a part, unless `--only` excludes it. */
async function part<Result>(
  name: string,
  run: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  if (only !== undefined && !only.includes(name)) return undefined
  process.stderr.write(`${name} …\n`)
  return run()
}

const everyDocument = (): Times =>
  Object.assign(
    {},
    ...all.map(({ name }) => apart<Times>('verbs', name)),
    apart<Times>('verbs'),
  ) as Times

const timed = await part('verbs', everyDocument)
const { signature, ...verbTimes } = timed ?? {}

const results: Results = {
  when: new Date().toISOString(),
  machine: {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    load: loadavg()[0] ?? 0,
    node: process.version,
    openssl: process.versions.openssl ?? '',
  },
  signature: signature && {
    micros: signature['signature']!.micros,
    pool: signature['pool']!.ratio,
  },
  verbs: timed && verbTimes,
  parsers: await part('parsers', () => apart<Times>('parsers')),
  peers: installed ? await part('peers', () => apart<Times>('peers')) : undefined,
  saturation: await part('saturation', () => apart<Saturation>('saturation')),
  threads: await part('threads', () => apart<Threads>('threads')),
  cold: await part('cold', () => cold(five!.ready, five!.draft, quick ? 5 : 15)),
  stream: await part('stream', stream),
}

print(results)
if (!quick && only === undefined) keep(results)
if (process.argv.includes('--budgets') && !budgetsOf(results).every(holds)) process.exitCode = 1
