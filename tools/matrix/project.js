/**
 * Temporary projects: the package as npm installs it, a project for each set of programs, a folder
 * for each row.
 * @module
 */
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/**
 * Returns the output of a program, stdout and stderr; throws with it when the program fails or
 * exceeds ten minutes.
 */
async function run([command, ...args], cwd, path = '') {
  const env = {
    ...process.env,
    PATH: `${path}${delimiter}${process.env.PATH}`,
    NEXT_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    NO_COLOR: '1',
  }
  delete env.NODE_OPTIONS
  const program = command === 'node' ? process.execPath : command
  try {
    const { stdout, stderr } = await execute(program, args, {
      cwd,
      env,
      timeout: 600_000,
      maxBuffer: 1e8,
    })
    return stdout + stderr
  } catch (error) {
    throw new Error(
      `${command} ${args.join(' ')}: ${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
    )
  }
}

const npm = (args, cwd) =>
  run(['npm', ...args, '--loglevel=error', '--no-audit', '--no-fund', '--prefer-offline'], cwd)

/** Packs the built package; resolves to its tarball. */
export async function pack(folder) {
  const said = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root)
  return join(folder, /"filename": "([^"]+)"/.exec(said)[1])
}

/** Installs a project with its programs and the package. Throws when it cannot be installed. */
export async function install(folder, tarball, programs) {
  mkdirSync(folder, { recursive: true })
  const dependencies = { ...programs, 'cfdi-stamp': `file:${tarball}` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  // Folders from the last run may hold another build.
  for (const stale of ['cfdi-stamp', '.package-lock.json'])
    rmSync(join(folder, 'node_modules', stale), { recursive: true, force: true })
  await npm(['install', '--no-package-lock'], folder)
}

/**
 * Runs the steps of a row in its folder. With `alone`, the last step runs where only the build
 * output exists.
 */
export async function runRow({ name, files, steps, alone, size, said }, project) {
  const folder = join(project, 'rows', name.replaceAll(/\W+/g, '-'))
  for (const [file, text] of Object.entries(files)) write(join(folder, file), text)
  const path = join(project, 'node_modules/.bin')
  let last = ''
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    last = await (alone && isLast ? runAlone(step, join(folder, 'alone')) : run(step, folder, path))
  }
  if (said !== undefined && !last.includes(said)) throw new Error(`it said: ${last}`)
  return size === undefined ? undefined : sizeOf(join(folder, size))
}

/** Runs a step in a folder outside the project, without installed packages. */
async function runAlone(step, built) {
  const folder = `${join(built, '../../../..')}-alone-${process.hrtime.bigint()}`
  cpSync(built, folder, { recursive: true })
  try {
    return await run(step, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Bytes of a build, plain and gzipped, chunks included. */
function sizeOf(file) {
  const folder = dirname(file)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.[cm]?js$/.test(name),
  )
  const built = files.map((name) => join(folder, name)).filter((name) => statSync(name).isFile())
  const texts = built.map((name) => readFileSync(name))
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
  return {
    bytes: sum(texts.map((text) => text.length)),
    gzip: sum(texts.map((text) => gzipSync(text).length)),
  }
}
