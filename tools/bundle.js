/**
 * Writes dist/bundle: the entry points for Node. The root has 217 modules, and Node's loader takes
 * longer to find, read and link them than V8 to compile and run them: on two cores an import takes
 * 130 ms as modules and 40 ms as four files. Bundlers use the modules, which they can tree-shake.
 *
 * dist/cjs: the same as CommonJS, with declarations, for loaders and compilers that support nothing
 * else (Jest, TypeScript's node16).
 *
 * Code shared by entries is in one file per layer, each above the previous one, so that a
 * declaration loads without the rules, and every subpath shares the same classes. Code that the
 * root does not need is in the last file, `more`: it was an eighth of the import.
 * @module
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const { name, exports, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

const external = Object.keys({ ...dependencies, ...peerDependencies })
/** The bundlers' condition `module` must not apply to Node. */
const resolve = { conditionNames: ['node', 'import', 'default'] }

/**
 * Returns the modules of a target: `./dist/sat/*\/declaration.js` is the declaration of every
 * complement.
 */
function modulesOf(target) {
  const pattern = target.slice('./dist/'.length)
  if (!pattern.includes('*')) return [pattern]
  const [before, after] = pattern.split('*')
  const names = readdirSync(join(dist, before))
    .filter((file) => !file.endsWith('.ts') && !file.endsWith('.map'))
    .map((file) => file.replace(/\.js$/, ''))
  const offered = names.filter((name) => exports[`./complements/${name}`] !== null)
  return offered
    .map((name) => before + name + after)
    .filter((module) => existsSync(join(dist, module)))
}

/** Returns the modules of subpaths that Node loads from that folder of `dist`. */
function entriesOf(folder) {
  const targets = Object.values(exports).filter((target) =>
    JSON.stringify(target?.node ?? '').includes(`"./dist/${folder}/`),
  )
  return targets.flatMap((target) => modulesOf(target.default))
}

const packedText = /[\\/]packed[\\/](?!names|static|zonas)([\w.]+)\.js$/

/**
 * The texts of the catalogues are imported by their public name instead of copied; the list of
 * their names and the zones are small.
 */
const packedStaysOutside = {
  name: 'packed outside',
  resolveId(source, importer = '') {
    const [, text] = packedText.exec(join(importer, '..', source)) ?? []
    return text && { id: `${name}/catalogs/packed/${text}`, external: true }
  },
}

/** CommonJS cannot require those modules on every version, so the catalogues read them as files. */
const packedIsRead = {
  name: 'packed read',
  load(id) {
    const reader = JSON.stringify(join(dist, 'node/packed.js'))
    if (/[\\/]packed[\\/]static\.js$/.test(id)) return `export { packed } from ${reader}`
    const [, text] = packedText.exec(id) ?? []
    return text && `import { packed } from ${reader}\nexport default packed('${text}')`
  },
}

/**
 * Half a megabyte that few programs load: the package has one copy, which every build finds from
 * its own folder.
 */
const emojiStaysOutside = {
  name: 'emoji outside',
  resolveId: (source) =>
    /font[\\/]notoEmoji\.js$/.test(source)
      ? { id: '../../pdf/font/notoEmoji.js', external: true }
      : null,
}

/** Source maps lead to the sources through those of the compiler. */
const mapped = {
  name: 'maps',
  load(id) {
    const map = `${id}.map`
    return id.startsWith(dist) && existsSync(map)
      ? {
          code: readFileSync(id, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
          map: readFileSync(map, 'utf8'),
        }
      : null
  },
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
    resolve,
  })
  const { output } = await build.generate()
  return new Set(output.flatMap(({ moduleIds = [] }) => moduleIds))
}

async function bundle(folder, format, plugin, others = []) {
  const build = await rolldown({
    input: Object.fromEntries(
      [...entriesOf(folder), ...others].map((entry) => [
        entry.replace(/\.js$/, ''),
        join(dist, entry),
      ]),
    ),
    platform: 'node',
    external,
    plugins: [plugin, emojiStaysOutside, mapped],
    resolve,
  })
  await build.write({
    dir: join(dist, folder),
    format,
    exports: 'named',
    sourcemap: true,
    sourcemapExcludeSources: true,
    cleanDir: true,
    // Beside the entries' folders, as deep as dist/node: modules that read files resolve them
    // against import.meta.url.
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    comments: { jsdoc: false },
    codeSplitting: {
      // Code of a single entry stays in it: zod and fast-check may not be installed.
      minShareCount: 2,
      groups: [
        {
          name: 'model',
          test: /[\\/]dist[\\/](errors|lib|model|sat[\\/](declarations|listComplements|cartaPorte|cfdi40[\\/]cfdi|\w+[\\/]declaration))\b/,
        },
        { name: 'catalogs', test: /[\\/]dist[\\/](catalogs|node[\\/]packed)\b/ },
        { name: 'core', test: (id) => ofRoot.has(id) },
        { name: 'more' },
      ],
    },
  })
}

/** Removes the maps of generated texts, whose sources are not in the package. */
function unmap(folder) {
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(folder, file), 'utf8')
    const code = text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    if (code !== text) writeFileSync(join(folder, file), code)
    rmSync(join(folder, `${file}.map`), { force: true })
  }
}

for (const folder of ['catalogs/packed', 'catalogs/each', 'pdf/font']) unmap(join(dist, folder))
const ofRoot = await modulesOfRoot()
// Threads and the CLI have no importers: createWorkers and openSqliteStore load theirs from their own
// folders. They use top-level await, which CommonJS does not support.
const threads = ['node/worker.js', 'node/sqlite/sqliteWorker.js']
await bundle('bundle', 'esm', packedStaysOutside, [...threads, 'cli/main.js'])
await bundle('cjs', 'cjs', packedIsRead)
for (const thread of threads) {
  const up = '../'.repeat(thread.split('/').length)
  writeFileSync(join(dist, 'cjs', thread), `import('${up}bundle/${thread}')\n`)
}
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
const declarations = readdirSync(dist, { recursive: true, encoding: 'utf8' })
for (const file of declarations.filter((file) =>
  /^(?!cjs|bundle|catalogs.importer).*\.d\.ts$/.test(file),
))
  cpSync(join(dist, file), join(dist, 'cjs', file))
