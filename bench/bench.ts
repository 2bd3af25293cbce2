/**
 * The whole bench: `npm run bench`. One run, one table of ratios to one RSA-2048 signature measured in the same run,
 * bench/results.json and bench/chart.svg. docs/performance.md says how to read them.
 *
 * `--quick` takes a fifth of the time; `--only=verbs,parsers,saturation,threads,cold,stream` does some of it; neither writes a
 * file. `--budgets` fails when a budget is missed.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { createPrivateKey, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { cadenaOriginal } from '../dist/index.js'
import { openCsd } from '../dist/node/openCsd.js'
import type { Csd } from '../dist/seal/csd.js'
import { budgetsOf, holds } from './budgets.js'
import { type Bar, drawChart, type Part } from './chart.js'
import { type Cold, cold } from './cold.js'
import { fixture, type Subject, subjects } from './documents.js'
import { measure, type Task, type Timing } from './measure.js'
import { pairs, parsers } from './parsers.js'
import { type Saturation, saturation } from './saturation.js'
import { print, printBudgets } from './table.js'
import { type Threads, threads } from './threads.js'
import { type VerbName, verbNames, verbs } from './verbs.js'

type Times = Readonly<Record<string, Readonly<Record<string, Timing>>>>

/** What a run finds out. Ratios are to `signature.micros`. */
export interface Results {
  readonly when: string
  readonly machine: Readonly<Record<string, string | number>>
  /** One RSA-2048 signature in microseconds of processor, and one through the pool of threads, in signatures. */
  readonly signature: { readonly micros: number | undefined; readonly pool: number | undefined }
  readonly verbs: Times
  readonly parsers: Times
  readonly saturation: Saturation | undefined
  readonly threads: Threads | undefined
  readonly cold: Cold | undefined
  readonly stream: Stream | undefined
}

interface Stream {
  readonly documents: number
  /** Megabytes after a collection, at ten points of the stream. */
  readonly heap: readonly number[]
  /** Megabytes from the first point to the fullest of the rest. */
  readonly growth: number
  readonly rss: number
}

const only = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice(7)
  .split(',')
const quick = process.argv.includes('--quick')
const settings = quick ? { rounds: 5, turn: 4, warmUp: 200 } : { rounds: 15, turn: 8, warmUp: 600 }
const say = (text: string): void => void process.stderr.write(`${text}\n`)

const csd = await openCsd({ cer: fixture('csd/company.cer'), key: fixture('csd/company.key'), password: '12345678a' })
const all = subjects(csd)
const five = all.find(({ name }) => name === '5 concepts')!

/** The unit: the signature of a document of 5 concepts, on this thread. */
function signatures({ ready }: Subject): readonly [Task, Task] {
  const pem = { key: fixture('csd/company.key'), format: 'der', type: 'pkcs8', passphrase: '12345678a' } as const
  const key = createPrivateKey(pem)
  const bytes = new TextEncoder().encode(cadenaOriginal({ ...ready, Sello: '' } as never))
  const inPool = (): Promise<void> => new Promise((done) => sign('RSA-SHA256', bytes, key, () => done()))
  return [
    { name: 'signature', run: () => sign('RSA-SHA256', bytes, key) },
    { name: 'pool', run: inPool, async: true },
  ]
}

async function groupsOf(
  subjects: readonly Subject[],
  tasks: (subject: Subject, csd: Csd) => Promise<Task[]>,
): Promise<Map<string, Task[]>> {
  const groups = new Map<string, Task[]>()
  for (const subject of subjects) groups.set(subject.name, await tasks(subject, csd))
  return groups
}

function byName(groups: ReadonlyMap<string, readonly Timing[]>): Times {
  const named = [...groups].filter(([name]) => name !== '')
  return Object.fromEntries(
    named.map(([name, timings]) => [name, Object.fromEntries(timings.map((timing) => [timing.name, timing]))]),
  )
}

function stream(): Stream {
  const args = ['--expose-gc', '--import', 'tsx', new URL('stream.ts', import.meta.url).pathname]
  const out = execFileSync(process.execPath, [...args, String(quick ? 10_000 : 100_000)])
  const { documents, heap, rss } = JSON.parse(out.toString()) as Omit<Stream, 'growth'>
  return { documents, heap, rss, growth: Math.max(...heap.slice(1)) - heap[0]! }
}

const named = (...names: readonly string[]): Subject[] => all.filter(({ name }) => names.includes(name))

/** A part of the bench, unless others were asked for by name. */
async function part<Result>(name: string, run: () => Result | Promise<Result>): Promise<Result | undefined> {
  if (only !== undefined && !only.includes(name)) return undefined
  say(`${name} …`)
  return run()
}

const [unit, pool] = signatures(five)
const timed = await part('verbs', async () =>
  measure(unit, new Map([['pool', [pool]], ...(await groupsOf(all, verbs))]), settings),
)
const { pool: pooled, ...verbTimes } = timed === undefined ? {} : byName(timed)
const few = named('5 concepts', '500 concepts', 'payment, 200 documents')
const parserTimes = await part('parsers', async () =>
  byName(await measure(unit, await groupsOf(few, parsers), settings)),
)

const results: Results = {
  when: new Date().toISOString(),
  machine: {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    load: loadavg()[0] ?? 0,
    node: process.version,
    openssl: process.versions.openssl ?? '',
  },
  signature: { micros: timed?.get('')?.[0]?.micros, pool: pooled?.['pool']?.ratio },
  verbs: verbTimes,
  parsers: parserTimes ?? {},
  saturation: await part('saturation', () =>
    saturation(named('1 concept', '5 concepts', '50 concepts'), csd, quick ? 3 : 9),
  ),
  threads: await part('threads', () => threads(named('5 concepts', '50 concepts', '500 concepts'), csd, quick ? 3 : 7)),
  cold: await part('cold', () => cold(five.ready, quick ? 5 : 15)),
  stream: await part('stream', stream),
}

const parts: readonly Part[] = [
  { name: 'AUTO', color: '#9a6700' },
  { name: 'structure', color: '#0969da' },
  { name: 'catalogues and rules', color: '#218bff' },
  { name: 'cadena', color: '#8250df' },
  { name: 'XML', color: '#bf3989' },
  { name: 'TFD, Base64, rest', color: '#57606a' },
  { name: 'RSA-2048 signature', color: '#1a7f37' },
]

function bar(name: string): Bar {
  const ratio = (verb: VerbName): number => verbTimes[name]?.[verb]?.ratio ?? 0
  const ours = [ratio('AUTO'), ratio('structure'), ratio('check') - ratio('structure'), ratio('cadena'), ratio('write')]
  const rest = ratio('stamp, free signature') - ours.reduce((sum, part) => sum + part, 0)
  const spent = [...ours, rest].map((part) => Math.max(part, 0))
  const total = spent.reduce((sum, part) => sum + part, 1)
  return { name, label: `${total.toPrecision(3)} signatures`, parts: [...spent, 1] }
}

print(results, verbNames, pairs)
const budgets = budgetsOf(results)
printBudgets(budgets)
if (!quick && only === undefined) {
  const title = 'Where the time of one stamp goes'
  const subtitle =
    'From JSON to stamped XML, the PAC itself apart. Shares of processor time; the whole is in RSA-2048 signatures.'
  const bars = ['1 concept', '5 concepts', '50 concepts', 'payroll', 'Carta Porte'].map(bar)
  writeFileSync(new URL('chart.svg', import.meta.url), drawChart({ title, subtitle, parts, bars }))
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(rounded(results), undefined, 1)}\n`)
}
if (process.argv.includes('--budgets') && !budgets.every(holds)) process.exitCode = 1

/** Four digits are more than a shared machine can tell. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(4))
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, rounded(content)]))
}
