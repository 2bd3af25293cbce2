/**
 * Runs modules one after another in one process of Node, as a reader would run each, and pays once
 * for what they import.
 * @module
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a module wrote to the console, or the error with which it ended. */
export interface Ran {
  readonly said?: string
  readonly error?: string
}

const runner = `
import { writeFileSync } from 'node:fs'
import { format } from 'node:util'
const ran = []
for (let at = 0; at < Number(process.argv[2]); at++) {
  const said = []
  console.log = (...words) => said.push(format(...words))
  ran[at] = await import('./' + at + '.mjs').then(() => ({ said: said.join('\\n') }), (error) => ({ error: String(error?.stack ?? error) }))
  writeFileSync(new URL('ran.json', import.meta.url), JSON.stringify(ran))
}
process.exit()
`

/** What came of each. A module that ends the process is the last one: those after it say so. */
export async function runModules(modules: readonly string[]): Promise<Ran[]> {
  mkdirSync(join(root, 'out'), { recursive: true })
  const folder = mkdtempSync(join(root, 'out/modules-'))
  try {
    for (const [at, code] of [...modules.entries()]) writeFileSync(join(folder, `${at}.mjs`), code)
    writeFileSync(join(folder, 'run.mjs'), runner)
    const args = [join(folder, 'run.mjs'), String(modules.length)]
    const ended = await promisify(execFile)(process.execPath, args, { cwd: root }).then(
      () => '',
      String,
    )
    const ran: Ran[] = JSON.parse(readFileSync(join(folder, 'ran.json'), 'utf8'))
    return modules.map((_, at) => ran[at] ?? { error: `the process ended before: ${ended}` })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
