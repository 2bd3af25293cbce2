/**
 * Writes the code of the package from the modules of the compiler in `dist`.
 *
 * `dist/bundle`: the entry points as ES modules, for Node and bundlers. The root has 217 modules,
 * and Node's loader takes longer to find, read and link them than V8 to compile and run them: on two
 * cores an import takes 130 ms as modules and 40 ms as a few files. Code shared by entries is in one
 * file per layer, each above the previous one, so that a declaration loads without the rules, and
 * every subpath shares the same classes. Code that the root does not need is in `more`, and code
 * that needs Node in `files`. Their tables are functions, called at the first use (tools/defer.js).
 * Bundlers tree-shake the statements of these files (tools/pure.js).
 *
 * `dist/cjs`: a line for each subpath that tools/exports.js gives CommonJS, which loads the ES module
 * (src/node/loadModule.ts).
 * @module
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { deferValues } from './defer.js'
import { entries } from './entries.js'
import { markPure } from './pure.js'
import { shorten } from './shorten.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const { name, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

const external = Object.keys({ ...dependencies, ...peerDependencies })

const packedText = /[\\/]packed[\\/](?!names|static|codes|ordinary|zonas)([\w.]+)\.js$/

/**
 * The texts of the catalogues are imported by their public name instead of copied; the list of
 * their names and the zones are small. `#packed` and `#described` are what
 * the program's conditions choose.
 */
const packedStaysOutside = {
  name: 'packed outside',
  resolveId(source, importer = '') {
    if (source.startsWith('#')) return { id: source, external: true }
    const [, text] = packedText.exec(join(importer, '..', source)) ?? []
    return text && { id: `${name}/catalogs/packed/${text}`, external: true }
  },
}

/**
 * ipaddr.js is CommonJS. As such it would need helpers of the bundler, which are one more file to
 * load for every program; as a value it is dropped where it is not used.
 */
const ipaddrAsModule = {
  name: 'ipaddr.js as a module',
  load(id) {
    if (!/[\\/]node_modules[\\/]ipaddr\.js[\\/]/.test(id)) return null
    const code = readFileSync(id, 'utf8')
    return `export default (() => {\nconst module = { exports: {} };\n${code}\nreturn module.exports\n})()`
  },
}

/** Fonts are large: the package has one copy. */
const fontsStayOutside = {
  name: 'fonts outside',
  resolveId(source) {
    const [, font] = /font[\\/](notoEmoji|roboto)\.js$/.exec(source) ?? []
    return font && { id: `../../pdf/font/${font}.js`, external: true }
  },
}

/**
 * Threads and the CLI run where they are loaded, so their values are not pure. They have no
 * importers: createWorkers and openSqliteStore load theirs from their own folders.
 */
const threads = ['node/worker.js', 'node/sqlite/sqliteWorker.js']
const programs = [...threads, 'cli/main.js']

const shortened = {
  name: 'short',
  renderChunk: async (module, { fileName }) => ({ code: await shorten(fileName, module) }),
}

/** Marks come last, because a minifier removes them. */
function finishModules(folder, chunks) {
  const codes = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code]))
  const shared = chunks.filter(({ isEntry }) => !isEntry).map(({ fileName }) => fileName)
  for (const [fileName, code] of Object.entries(deferValues(codes, new Set(shared))))
    writeFileSync(join(dist, folder, fileName), programs.includes(fileName) ? code : markPure(code))
}

/**
 * Returns the root's own modules, so that a program that imports only the root compiles nothing
 * else.
 */
async function modulesOfRoot() {
  const build = await rolldown({
    input: join(dist, 'index.js'),
    platform: 'node',
    external,
    plugins: [packedStaysOutside],
  })
  const { output } = await build.generate()
  return new Set(output.flatMap(({ moduleIds = [] }) => moduleIds))
}

async function bundle(folder, modules, plugins, output) {
  const build = await rolldown({
    input: Object.fromEntries(
      modules.map(([module, name = module]) => [name.replace(/\.js$/, ''), join(dist, module)]),
    ),
    platform: 'node',
    external,
    plugins: [...plugins, ipaddrAsModule, fontsStayOutside],
  })
  const { output: written } = await build.write({
    dir: join(dist, folder),
    exports: 'named',
    cleanDir: true,
    // Beside the entries' folders, as deep as dist/node: modules that read files resolve them
    // against import.meta.url.
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    comments: { jsdoc: false, legal: false },
    codeSplitting: {
      // Code of a single entry stays in it: zod and fast-check may not be installed.
      minShareCount: 2,
      groups: [
        {
          name: 'model',
          test: /[\\/]dist[\\/](errors|lib|model|sat[\\/](declarations|outlines|listComplements|parse|registered|root|cartaPorte|cfdi40[\\/](cfdi|model)|\w+[\\/]declaration))\b/,
        },
        { name: 'catalogs', test: /[\\/]dist[\\/]catalogs\b/ },
        { name: 'core', test: (id) => ofRoot.has(id) },
        { name: 'files', test: /[\\/]dist[\\/](node|cli)\b/ },
        { name: 'more' },
      ],
    },
    ...output,
  })
  requireEachModuleOnce(written)
  return written
}

/** A module in two files would remember two states. */
function requireEachModuleOnce(chunks) {
  const modules = chunks.flatMap(({ moduleIds = [] }) => moduleIds)
  const twice = modules.filter((module, index) => modules.indexOf(module) !== index)
  if (twice.length > 0) throw new Error(`in two files of the bundle: ${twice.join(', ')}`)
}

const alone = (modules) => modules.map((module) => [module])

const ofRoot = await modulesOfRoot()
const modules = await bundle(
  'bundle',
  [...alone([...entries(() => true), ...programs]), ['node/packed.js', 'packed.js']],
  [packedStaysOutside, shortened],
  { format: 'esm', minify: false },
)
finishModules('bundle', modules)

/** CommonJS is a line for each entry point, which loads the ES module. */
await (await rolldown({ input: join(dist, 'node/loadModule.js'), platform: 'node' })).write({
  dir: join(dist, 'cjs'),
  format: 'cjs',
  minify: true,
  cleanDir: true,
})
for (const module of entries((target) => target.node?.require)) {
  const up = `./${'../'.repeat(module.split('/').length - 1)}`
  mkdirSync(join(dist, 'cjs', module, '..'), { recursive: true })
  writeFileSync(
    join(dist, 'cjs', module),
    `module.exports = require('${up}loadModule.js').loadModule('${module}', require)\n`,
  )
}
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
