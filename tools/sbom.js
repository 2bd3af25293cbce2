/**
 * Writes bills of materials (CycloneDX, by `npm sbom`) of a release: the library with its build
 * tools, and the example server with its dependencies. It reads only the locks, so nothing needs to
 * be installed. `npm run release` writes them to `out/sbom`.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** The library's version, also for the examples released with it, which state none. */
const { version } = readJson('package.json')

/**
 * Folder and type of each bill, and whether it lists development dependencies. The library has no
 * others.
 */
export const bills = {
  'cfdi-stamp': { folder: '.', type: 'library', development: true },
  'cfdi-stamp-server': { folder: 'examples/server', type: 'application', development: false },
}

/**
 * Returns the lock of a folder for its bill. `npm sbom --omit=dev` (npm 11.19) also omits packages
 * used by both a program and its development, such as nodemailer, so development packages are
 * removed from the lock first. The library, which an example links to, needs none of its own tools
 * there, and `npm sbom` would report them missing.
 */
function lockOf(folder, development) {
  const lock = readJson(join(folder, 'package-lock.json'))
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.dev && !development) delete lock.packages[path]
    if (path === '' ? !development : isLibrary(path)) delete entry.devDependencies
  }
  return lock
}

const isLibrary = (path) => /^\.\.(\/\.\.)*$/.test(path)

function manifestOf(folder, development) {
  const { devDependencies, ...manifest } = readJson(join(folder, 'package.json'))
  return { version, ...manifest, ...(development && { devDependencies }) }
}

/**
 * Creates a bill: CycloneDX as JSON. npm names the root, and a linked package, after its folder, so
 * the copy's folders have those names.
 */
export function makeSbom(name) {
  const { folder, type, development } = bills[name]
  const temporary = mkdtempSync(join(tmpdir(), 'sbom-'))
  try {
    const copy = join(temporary, 'cfdi-stamp', dirname(folder), name)
    mkdirSync(copy, { recursive: true })
    writeFileSync(join(copy, 'package.json'), JSON.stringify(manifestOf(folder, development)))
    writeFileSync(join(copy, 'package-lock.json'), JSON.stringify(lockOf(folder, development)))
    const form = [
      '--package-lock-only',
      '--sbom-format=cyclonedx',
      `--sbom-type=${type}`,
      '--loglevel=error',
    ]
    const how = { cwd: copy, encoding: 'utf8', shell: process.platform === 'win32' }
    return JSON.parse(execFileSync('npm', ['sbom', ...form], how))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/** Writes every bill to a folder. */
export function writeSboms(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of Object.keys(bills))
    writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(makeSbom(name), null, 2)}\n`)
}
