/**
 * Writes `exports` of package.json from the module of each subpath, in `default`. To add a subpath,
 * write `"./name": { "default": "./dist/name/index.js" }` and run `npm run exports`; `--check`
 * fails when the file differs from the result.
 *
 * The conditions, in the order of evaluation:
 * - `types`: for TypeScript that cannot require ES modules (node16, or nodenext before 5.8),
 *   declarations of CommonJS
 * - `module`, which every bundler supports, and `bun`, which has its own: the modules, for
 *   tree-shaking, with catalogues as modules
 * - `node`: the bundle. Node loads it with `module-sync` for both import and require, so that a
 *   program has one copy of each class; `require` is for loaders of CommonJS only, such as Jest's
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package.json', import.meta.url))

/** Whether a target is a plain file, or excluded. */
const asItIs = (target) => target === null || typeof target === 'string'

/** A packed text is the same for every condition: Node and bundlers load the same module. */
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
  Object.entries(manifest.exports).map(([subpath, target]) => [
    subpath,
    conditions(subpath, target),
  ]),
)
const after = `${JSON.stringify(manifest, null, 2)}\n`

if (process.argv.includes('--check')) {
  if (after !== before)
    throw new Error('package.json: exports are not as tools/exports.js makes them: npm run exports')
} else writeFileSync(file, after)
