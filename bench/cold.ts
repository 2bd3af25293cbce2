/**
 * Cold start: time to import the root, and time to the first checked document.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { median } from './measure.js'

export interface Cold {
  /** Milliseconds to import the root. */
  readonly import: number
  /** Milliseconds of the first full check, including opening catalogues and compiling. */
  readonly check: number
  readonly both: number
  /** Processor milliseconds of both, without waits for a processor in use by others. */
  readonly processor: number
  /** Milliseconds of the second check in the same process. */
  readonly second: number
}

/** Program of the child: imports only the root before the clock starts. */
const script = `
const document = JSON.parse(process.argv[1])
const [start, used] = [performance.now(), process.cpuUsage()]
const { check } = await import('cfdi-stamp')
const imported = performance.now()
const findings = check(document, { at: new Date('2026-11-21T18:00:00Z') })
const checked = performance.now()
const { user, system } = process.cpuUsage(used)
check(document, { at: new Date('2026-11-21T18:00:00Z') })
const again = performance.now()
if (findings.some(({ severity }) => severity === 'error')) throw new Error(findings[0].message)
console.log(JSON.stringify([imported - start, checked - imported, checked - start, (user + system) / 1000, again - checked]))
`

/** Medians over that many new processes. */
export function cold(document: unknown, processes: number): Cold {
  const cwd = new URL('..', import.meta.url)
  const times = Array.from({ length: processes }, (): number[] => {
    const out = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', script, JSON.stringify(document)],
      { cwd },
    )
    return JSON.parse(out.toString())
  })
  const [imported, check, both, processor, second] = times[0]!.map((_, at) =>
    median(times.map((time) => time[at]!)),
  )
  return { import: imported!, check: check!, both: both!, processor: processor!, second: second! }
}
