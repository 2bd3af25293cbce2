/**
 * `exports` of package.json: what each subpath is, made from its module in `default`. Whoever adds a subpath writes
 * `"./name": { "default": "./dist/name/index.js" }` and runs `npm run exports`; `--check` fails when something was written otherwise.
 *
 * The conditions, in the order in which they are asked:
 * - `types`: for TypeScript that cannot require ES modules (node16, or nodenext before 5.8), declarations of CommonJS
 * - `module`, which every bundler knows, and `bun`, whose own does not: the modules, which can be shaken, with catalogues as modules
 * - `node`: the bundle. Node takes it with `module-sync` by import and by require, so that a program has one of each class;
 *   `require` is for loaders that read CommonJS only, as Jest's
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package.json', import.meta.url))

/** What leads to a file as it is, or nowhere. */
const asItIs = (target) => target === null || typeof target === 'string'

/** A packed text is the same for everybody: Node and bundlers load the module that it is. */
const isPacked = (subpath) => subpath.startsWith('./catalogs/packed/')

function conditions(subpath, target) {
  if (asItIs(target)) return target
  const module = target.default
  const types = module.replace(/\.js$/, '.d.ts')
  const inside = (folder, path = module) => path.replace('./dist/', `./dist/${folder}/`)
  const bundle = isPacked(subpath) ? module : inside('bundle')
  return {
    types: { 'module-sync': types, require: inside('cjs', types), default: types },
    module,
    bun: module,
    node: { 'module-sync': bundle, require: inside('cjs'), default: bundle },
    default: module,
  }
}

const before = readFileSync(file, 'utf8')
const manifest = JSON.parse(before)
manifest.exports = Object.fromEntries(
  Object.entries(manifest.exports).map(([subpath, target]) => [subpath, conditions(subpath, target)]),
)
const after = `${JSON.stringify(manifest, null, 2)}\n`

if (process.argv.includes('--check')) {
  if (after !== before) throw new Error('package.json: exports are not as tools/exports.js makes them: npm run exports')
} else writeFileSync(file, after)
