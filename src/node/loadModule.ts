/**
 * Loads ES modules of the package where a program's loader cannot: Jest before Node 24.9, and Node
 * before 22.12. `dist/cjs` is this module and a line for each subpath, so that the package has its
 * code once.
 *
 * Statements of import and export become calls and assignments; the rest of a module stays as it is,
 * line for line. They are as tools/shorten.js writes them: at the start of a line and without
 * spaces. test/package.test.ts loads every subpath in both ways and compares them.
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Exports = Record<string, unknown>
type Require = (name: string) => unknown

/** Exports by address. A program has one of each module, and so one of each class. */
const loaded = new Map<string, Exports>()

/**
 * Returns the exports of a module of `dist/bundle`.
 * @param require that of the program, for Node's modules and other packages
 */
export function loadModule(name: string, require: Require): Exports {
  return loadFile(new URL(name, bundle), require)
}

const bundle = new URL('../bundle/', import.meta.url)

function loadFile(file: URL, require: Require): Exports {
  const known = loaded.get(file.href)
  if (known !== undefined) return known
  const exports: Exports = {}
  loaded.set(file.href, exports)
  const requireFrom: Require = (from) => {
    const own = ownFile(from, file)
    return own === undefined ? require(from) : loadFile(own, require)
  }
  const importFrom = async (from: string): Promise<unknown> => {
    const module = requireFrom(from) as Exports
    return { default: module, ...module }
  }
  // A function of this realm: Jest gives each test file an `Error` and an `Array` of its own.
  const run = new Function('$exports', '$require', '$import', '$url', translate(file))
  run(exports, requireFrom, importFrom, file.href)
  return exports
}

/** Returns the file of a module of this package; `undefined` for another package. */
function ownFile(from: string, importer: URL): URL | undefined {
  if (from.startsWith('.')) return new URL(from, importer)
  if (from.startsWith('#')) return new URL('packed.js', bundle)
  const [, catalog] = /^cfdi-stamp\/catalogs\/packed\/(.*)/.exec(from) ?? []
  return catalog === undefined ? undefined : new URL(`../catalogs/packed/${catalog}.js`, bundle)
}

/** Returns a module as the body of a function. */
function translate(file: URL): string {
  let imports = ''
  const body = readCode(file)
    .replace(
      /^(import|export)([^"\n\r\u2028\u2029;=(]+)from"([^"\n]+)";$/gm,
      (_, word, names, from) => {
        imports += word === 'import' ? importOf(names.trim(), from) : exportOf(names, from)
        return ''
      },
    )
    .replace(/^export(\{[^}\n\r\u2028\u2029]*\});$/gm, (_, names) => exportOf(names))
    .replace(/^export default /gm, '$exports.default=')
    .replace(/^export const (\w+)/gm, 'const $1=$exports.$1')
    .replace(/(?<![\w.$])import\((?=[`'"])/g, '$import(')
    .replaceAll('import.meta.url', '$url')
  return `'use strict';${imports}${body}\n//# sourceURL=${file}`
}

function readCode(file: URL): string {
  try {
    return readFileSync(fileURLToPath(file), 'utf8')
  } catch (cause) {
    throw new Error(
      `${file} is not beside this program, which was bundled without it: ` +
        'let the bundler follow the export condition "module"',
      { cause },
    )
  }
}

/** Returns the declaration of imported names: `{a as b,c}`, `*as all` or `main`. */
function importOf(names: string, from: string): string {
  const module = `$require("${from}")`
  if (names.startsWith('{')) return `const${names.replaceAll(' as ', ':')}=${module};`
  if (names.startsWith('*')) return `const ${names.replace('*as ', '')}=${module};`
  return `const ${names}=${module}.default;`
}

/** Returns the assignments of exported names, of the module or of another one. */
function exportOf(names: string, from?: string): string {
  const source = from === undefined ? '' : `$require("${from}").`
  const pairs = names.slice(1, -1).split(',').filter(Boolean)
  return pairs
    .map((pair) => pair.split(' as '))
    .map(([inner, outer = inner]) => `$exports.${outer}=${source}${inner};`)
    .join('')
}
