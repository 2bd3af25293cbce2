/**
 * Profiles a stamp by function: `npx tsx bench/profile.ts [document] [seconds] [verb]`.
 *
 * `document` is the beginning of its name (`5`, `500`, `payroll` …); `verb` is one of the
 * benchmark's (`stamp` by default) or `sealMany`. Prints self time as sampled by V8 in the main
 * thread, longest first, with callers.
 * @module
 */
import { type Profiler, Session } from 'node:inspector/promises'
import { sealMany } from 'cfdi-stamp'
import { company, subjects } from './documents.js'
import { repeat } from './saturation.js'
import { verbNames, verbs } from './verbs.js'

const [document = '5', seconds = '4', verb = 'stamp'] = process.argv.slice(2)
const csd = await company()
const subject = subjects(csd, [1, 5, 50, 500]).find(
  ({ name }) => name.replace(/ .*/, '') === document || name === document,
)
if (subject === undefined) throw new Error(`there is no document ${document}`)
const { name, ready } = subject
const task = (await verbs(subject, csd)).find((one) => one.name === verb)
if (task === undefined && verb !== 'sealMany')
  throw new Error(`${verb} is none of ${verbNames.join(', ')}, sealMany`)

async function run(ms: number): Promise<number> {
  const end = performance.now() + ms
  let calls = 0
  if (task !== undefined) for (; performance.now() < end; calls++) await task.run(task.fresh?.())
  else for await (const { answer } of sealMany(repeat(ready, end), csd)) calls += answer.ok ? 1 : 0
  return calls
}

await run(1_500)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 200 })
await session.post('Profiler.start')
const calls = await run(Number(seconds) * 1_000)
const { profile } = await session.post('Profiler.stop')
session.disconnect()

interface Cost {
  micros: number
  readonly callers: Map<string, number>
}

/** Self time by function, without idle time. */
function costs({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, Cost> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const found = new Map<string, Cost>()
  for (const [index, id] of samples.entries()) {
    const node = byId.get(id)!
    const name = nameOf(node)
    const caller = byId.get(parents.get(id) ?? -1)
    const cost = found.get(name) ?? { micros: 0, callers: new Map<string, number>() }
    const took = timeDeltas[index] ?? 0
    cost.micros += took
    if (caller !== undefined)
      cost.callers.set(nameOf(caller), (cost.callers.get(nameOf(caller)) ?? 0) + took)
    found.set(name, cost)
  }
  found.delete('(idle)')
  return found
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Profiler.ProfileNode): string {
  const file = url.replace(/^.*\/(dist|node_modules|bench)\//, '').replace(/\?.*$/, '')
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`
}

const found = costs(profile)
const total = [...found.values()].reduce((sum, { micros }) => sum + micros, 0)
const rows = [...found].sort(([, a], [, b]) => b.micros - a.micros).slice(0, 45)
const out = [
  `${verb} of ${name}: ${(total / calls).toFixed(1)} µs of the main thread a call, ${calls} calls`,
  '',
]
for (const [name, { micros, callers }] of rows) {
  const top = [...callers].sort(([, a], [, b]) => b - a).slice(0, 2)
  const by = top
    .map(([caller, part]) => `${caller} ${Math.round((part / micros) * 100)} %`)
    .join(', ')
  const share = `${((micros / total) * 100).toFixed(1)} %`.padStart(7)
  out.push(`${share} ${(micros / calls).toFixed(2).padStart(9)} µs  ${name.padEnd(52)} <- ${by}`)
}
process.stdout.write(`${out.join('\n')}\n`)
