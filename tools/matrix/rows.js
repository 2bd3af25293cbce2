/**
 * Runtimes, bundlers and compilers, one row each, with the projects in which they are installed.
 *
 * `files` of a row are written to its own folder, `steps` run there in order, and the output of the
 * last one must contain `said`. `size` names the bundle to measure; `heavy` rows start first, so
 * that the run does not end with them. Programs are named as in the project; `node` is the one that
 * runs the matrix.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { programs, typed } from './program.js'

const platform = `${process.platform}-${process.arch}`
const nodeOf = (version) => `npm:node-${platform}@${version}`

const resolutions = ['node16', 'nodenext', 'bundler']

/** From the oldest supported version to the newest, each in every way. */
const typescripts = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0']

/** Packages installed with ours, once for all rows of a project. */
export const projects = {
  node: { node20: nodeOf(20), node22: nodeOf(22), node24: nodeOf(24) },
  bun: { bun: '1' },
  deno: { deno: '2' },
  bundlers: {
    vite: '8',
    webpack: '5',
    rollup: '4',
    '@rollup/plugin-node-resolve': '16',
    esbuild: '0.28',
  },
  workerd: { miniflare: '4', esbuild: '0.28' },
  jest: { jest: '30' },
  vitest: { vitest: '4' },
  next: { next: '16', react: '19', 'react-dom': '19' },
  typescript: {
    '@types/node': '20',
    ...Object.fromEntries(
      typescripts.map((version) => [`ts${version}`, `npm:typescript@~${version}`]),
    ),
  },
}

const said = 'cfdi-stamp runs'

const runtimes = ['20', '22', '24'].flatMap((version) => [
  node(version, 'import', 'main.mjs', programs.module),
  node(version, 'require', 'main.cjs', programs.commonjs),
])

function node(version, how, file, program) {
  const run = [`../../node_modules/node${version}/bin/node`, file]
  return {
    name: `Node ${version}, ${how}`,
    project: 'node',
    files: { [file]: program },
    steps: [run],
    said,
  }
}

const others = [
  {
    name: 'Bun',
    project: 'bun',
    files: { 'main.mjs': programs.module },
    steps: [['bun', 'main.mjs']],
    said,
  },
  {
    name: 'Bun, require',
    project: 'bun',
    files: { 'main.cjs': programs.commonjs },
    steps: [['bun', 'main.cjs']],
    said,
  },
  {
    name: 'Bun, build --compile',
    project: 'bun',
    files: { 'main.mjs': programs.module },
    steps: [['bun', 'build', '--compile', 'main.mjs', '--outfile', 'alone/main'], ['./main']],
    alone: true,
    said,
  },
  {
    name: 'Deno',
    project: 'deno',
    files: { 'main.mjs': programs.module },
    // The import reads the catalogues of the package as files, as in Node; nothing else needs a
    // permission.
    steps: [
      ['deno', 'run', '--no-prompt', '--allow-read', '--node-modules-dir=manual', 'main.mjs'],
    ],
    said,
  },
  {
    name: 'workerd (Cloudflare Workers)',
    project: 'workerd',
    files: {
      'main.mjs': programs.worker,
      'serve.mjs': `import { Miniflare } from 'miniflare'
        const worker = new Miniflare({ modules: true, scriptPath: 'alone/main.js', compatibilityDate: '2026-01-01' })
        console.log(await (await worker.dispatchFetch('http://localhost/')).text())
        await worker.dispose()`,
    },
    steps: [esbuild('--conditions=workerd,worker,browser', '--format=esm'), ['node', 'serve.mjs']],
    size: 'alone/main.js',
    said,
  },
]

function esbuild(...options) {
  return [
    'esbuild',
    'main.mjs',
    '--bundle',
    '--minify',
    '--log-level=error',
    '--outfile=alone/main.js',
    ...options,
  ]
}

const rollup = `import resolve from '@rollup/plugin-node-resolve'
export default { input: 'main.mjs', output: { file: 'alone/main.mjs' }, plugins: [resolve({ preferBuiltins: true, exportConditions: ['node'] })] }`

const webpack = (target) => `import webpack from 'webpack'
const output = { path: import.meta.dirname + '/alone', filename: 'main.js' }
webpack({ mode: 'production', context: import.meta.dirname, entry: './main.mjs', target: '${target}', performance: { hints: false }, output }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? new Error(stats.toString())
})`

const vite = (build, more = '') =>
  `export default { logLevel: 'error', build: { outDir: 'alone', target: 'es2022', ${build} }, ${more} }`

/** Bundled in a folder, and run in another one that holds nothing else. */
function bundled(name, files, step, file = 'main.js', more = {}) {
  return {
    name,
    project: 'bundlers',
    files: { 'main.mjs': programs.module, ...files },
    steps: [step, ['node', file]],
    alone: true,
    size: `alone/${file}`,
    said,
    ...more,
  }
}

const bundlers = [
  bundled(
    'esbuild, ESM for Node',
    {},
    esbuild('--platform=node', '--format=esm', '--out-extension:.js=.mjs').map((option) =>
      option.replace('--outfile=alone/main.js', '--outdir=alone'),
    ),
    'main.mjs',
  ),
  bundled('esbuild, CJS for Node (Lambda)', {}, esbuild('--platform=node', '--format=cjs')),
  bundled('esbuild, browser', {}, esbuild('--format=iife')),
  bundled(
    'Rollup, Node',
    { 'rollup.config.mjs': rollup },
    ['rollup', '--silent', '-c', 'rollup.config.mjs'],
    'main.mjs',
  ),
  bundled('webpack 5, browser', { 'build.mjs': webpack('web') }, ['node', 'build.mjs']),
  bundled('webpack 5, Node', { 'build.mjs': webpack('node') }, ['node', 'build.mjs']),
  bundled(
    'Vite 8, browser',
    {
      'vite.config.mjs': vite(
        `lib: { entry: 'main.mjs', formats: ['es'], fileName: () => 'main.mjs' }`,
      ),
    },
    ['vite', 'build'],
    'main.mjs',
  ),
  bundled(
    'Vite 8, SSR without externals',
    { 'vite.config.mjs': vite(`ssr: 'main.mjs', minify: true`, 'ssr: { noExternal: true }') },
    ['vite', 'build'],
    'main.mjs',
    { size: 'alone/main.mjs' },
  ),
]

/** Returns the programs of a recipe, from examples/recipes. */
function recipe(name) {
  const folder = new URL(`../../examples/recipes/${name}/`, import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
  )
}

/** The recipe, called for a stamp, besides a page rendered during the build. */
const next = (name, ...options) => ({
  name,
  project: 'next',
  files: {
    ...recipe('nextjs'),
    'app/layout.js': `export default function Layout({ children }) { return <html><body>{children}</body></html> }`,
    'app/run/route.js': programs.route,
    'next.config.mjs': `export default { turbopack: { root: import.meta.dirname + '/../..' }, outputFileTracingRoot: import.meta.dirname + '/../..' }`,
    'show.mjs': programs.nextRecipe,
  },
  steps: [
    ['next', 'build', ...options],
    ['node', 'show.mjs'],
  ],
  heavy: true,
  said,
})

const tests = [
  {
    name: 'Jest 30 (CommonJS)',
    project: 'jest',
    files: {
      'main.test.cjs': programs.jest,
      'jest.config.json': '{ "testMatch": ["**/*.test.cjs"] }',
    },
    steps: [['jest', '--ci']],
    said: '2 passed',
  },
  {
    name: 'Vitest 4',
    project: 'vitest',
    files: { 'main.test.js': programs.vitest },
    steps: [['vitest', 'run', '--root', '.', '--no-color']],
    said: '1 passed',
  },
  next('Next.js 16, Turbopack'),
  next('Next.js 16, webpack', '--webpack'),
]

const strict = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
}
const config = (options, files) =>
  JSON.stringify({ compilerOptions: { ...strict, ...options }, files })

const typescript = typescripts.map((version) => ({
  name: `TypeScript ${version}`,
  project: 'typescript',
  files: {
    'main.ts': typed,
    'main.mts': typed,
    'main.cts': typed,
    'node16.json': config({ module: 'node16', moduleResolution: 'node16' }, [
      'main.mts',
      'main.cts',
    ]),
    'nodenext.json': config({ module: 'nodenext', moduleResolution: 'nodenext' }, [
      'main.mts',
      'main.cts',
    ]),
    'bundler.json': config({ module: 'esnext', moduleResolution: 'bundler' }, ['main.ts']),
  },
  steps: resolutions.map((name) => [
    'node',
    `../../node_modules/ts${version}/bin/tsc`,
    '-p',
    `${name}.json`,
  ]),
  note: `${resolutions.join(', ')}, \`skipLibCheck: false\`, from ES modules and CommonJS`,
}))

/** Every row, in the order of the tables. */
export const rows = [...runtimes, ...others, ...bundlers, ...tests, ...typescript]
