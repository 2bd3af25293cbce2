/**
 * Cold start: time to import the root, time to the first checked document, and a process that
 * seals one invoice, as a function does after a deployment (AWS Lambda). The PAC is left out: its
 * time is its own.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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
  /** Milliseconds of a process without a program: `node -e ''`. */
  readonly bare?: number
  /** Milliseconds of a process that imports, reads a CSD, seals an invoice and ends. */
  readonly lambda?: number
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

/** Program of a function, up to the request to the PAC. */
const handler = `
const { createEngine, createSandboxPac } = await import('cfdi-stamp')
const { openCsd } = await import('cfdi-stamp/node')
const [folder, document] = process.argv.slice(1)
const csd = await openCsd({ cer: folder + 'company.cer', key: folder + 'company.key', password: '12345678a' })
const clock = () => new Date('2026-11-21T18:00:00Z')
const engine = createEngine({ signers: csd, provider: createSandboxPac({ clock }), clock, registries: {} })
const answer = await engine.seal(JSON.parse(document))
if (!answer.ok) throw new Error(answer.message)
`

/** Milliseconds of a new process from its start to its end. */
function timeProcess(args: readonly string[]): number {
  const start = performance.now()
  execFileSync(process.execPath, args, { cwd: new URL('..', import.meta.url) })
  return performance.now() - start
}

/** Medians over that many new processes. */
export function cold(document: unknown, draft: unknown, processes: number): Cold {
  const cwd = new URL('..', import.meta.url)
  const times = Array.from({ length: processes }, (): number[] => {
    const out = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', script, JSON.stringify(document)],
      { cwd },
    )
    return JSON.parse(out.toString())
  })
  const fixtures = fileURLToPath(new URL('../fixtures/csd/', import.meta.url))
  const seals = ['--input-type=module', '-e', handler, fixtures, JSON.stringify(draft)]
  const [bare, lambda] = [['-e', ''], seals].map((args) =>
    median(Array.from({ length: processes }, () => timeProcess(args))),
  )
  const [imported, check, both, processor, second] = times[0]!.map((_, at) =>
    median(times.map((time) => time[at]!)),
  )
  return {
    import: imported!,
    check: check!,
    both: both!,
    processor: processor!,
    second: second!,
    bare: bare!,
    lambda: lambda!,
  }
}
