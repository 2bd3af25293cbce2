/**
 * Writes `exports` of package.json from the bundled module of each subpath, in `default`. To add a
 * subpath, write `"./name": { "default": "./dist/bundle/name/index.js" }` and run `npm run exports`;
 * `--check` fails when the file differs from the result.
 *
 * The conditions, in the order of evaluation:
 * - `types`: `require` is for TypeScript that cannot require ES modules (node16, or nodenext before
 *   5.8)
 * - `module`: bundlers, also those that bundle a program for Node from `require`
 * - `node`: Node loads the ES module with `module-sync` for both import and require, so that a
 *   program has one copy of each class; `require` is for loaders that cannot load ES modules: Jest
 *   on Node 20 and 22
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package.json', import.meta.url))

/**
 * Subpaths without CommonJS: contracts and generators of tests, which run with loaders of ES
 * modules, and parts that an application does not load under Jest. Each of the others has two files
 * more.
 */
const modulesOnly = new Set([
  './arbitrary',
  './catalogs/*',
  './catalogs/all',
  './complements/contract',
  './doctor',
  './opentelemetry',
  './ordinary',
  './pac/contract',
  './pac/fakes',
  './service/contract',
  './store/contract',
  './tools',
])

/** Whether a target is a plain file, or excluded. */
const asItIs = (target) => target === null || typeof target === 'string'

function conditions(subpath, target) {
  if (asItIs(target)) return target
  const bundled = target.default
  const inside = (folder, end) =>
    bundled.replace('./dist/bundle/', `./dist/${folder}/`).replace(/\.js$/, end)
  if (subpath === './catalogs/packed/*')
    return { types: './dist/types/packed.d.ts', default: bundled }
  if (modulesOnly.has(subpath)) return { types: inside('types', '.d.ts'), default: bundled }
  return {
    types: {
      'module-sync': inside('types', '.d.ts'),
      require: inside('types', '.d.cts'),
      default: inside('types', '.d.ts'),
    },
    module: bundled,
    node: { 'module-sync': bundled, require: inside('cjs', '.js'), default: bundled },
    default: bundled,
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
