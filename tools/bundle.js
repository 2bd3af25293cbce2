/**
 * dist/bundle: the entry points as Node loads them. The root is 217 modules, and Node's loader takes longer to find, read and link
 * them than V8 to compile and run them: on two cores, an import of 130 ms as modules and 40 ms as four files. Bundlers keep the
 * modules, which they can shake.
 *
 * What entries share is in one file per layer, each above the one before, so that a declaration can be had without the rules and
 * whatever is had from two subpaths is the same.
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const { name, exports, dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The modules that a target stands for: `./dist/sat/*\/declaration.js` is the declaration of every complement. */
function modulesOf(target) {
  const pattern = target.slice('./dist/'.length)
  if (!pattern.includes('*')) return [pattern]
  const [before, after] = pattern.split('*')
  const names = readdirSync(join(dist, before)).map((file) => file.replace(/\.js$/, ''))
  const offered = names.filter((name) => exports[`./complements/${name}`] !== null)
  return offered.map((name) => before + name + after).filter((module) => existsSync(join(dist, module)))
}

const bundled = Object.values(exports).filter((target) => target?.node !== undefined)
// Nothing imports the worker: createWorkers looks for it beside itself.
const entries = [...bundled.flatMap((target) => modulesOf(target.default)), 'node/worker.js']

/** The texts of the catalogues are not copied but imported by their public name; the list of their names is no text. */
const packedStaysOutside = {
  name: 'packed',
  resolveId(source) {
    const [, text] = /\/packed\/(?!names)([\w.]+)\.js$/.exec(source) ?? []
    return text && { id: `${name}/catalogs/packed/${text}`, external: true }
  },
}

const build = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ''), join(dist, entry)])),
  platform: 'node',
  external: Object.keys({ ...dependencies, ...peerDependencies }),
  plugins: [packedStaysOutside],
})
await build.write({
  dir: join(dist, 'bundle'),
  cleanDir: true,
  // Beside the entries' folders, as deep as dist/node: modules that read files find them from import.meta.url.
  chunkFileNames: '[name].js',
  minifyInternalExports: false,
  comments: { jsdoc: false },
  codeSplitting: {
    // What a single entry needs stays in it: zod and fast-check may not be installed.
    minShareCount: 2,
    groups: [
      {
        name: 'model',
        test: /[\\/]dist[\\/](errors|lib|model|sat[\\/](declarations|listComplements|cfdi40[\\/]cfdi|\w+[\\/]declaration))\b/,
      },
      { name: 'catalogs', test: /[\\/]dist[\\/]catalogs\b/ },
      { name: 'core' },
    ],
  },
})
