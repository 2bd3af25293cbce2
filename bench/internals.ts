/**
 * Internal functions without a public entry, resolving "AUTO" and copying the draft, bundled from
 * source like the library, independently of the layout of dist.
 * @module
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const outfile = path('../out/bench/resolve.js')

await build({
  stdin: {
    contents: `export { copyJson } from './lib/json.ts'; export { resolve } from './sat/cfdi40/resolve.ts'`,
    resolveDir: path('../src'),
  },
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
})

type Internals = typeof import('../src/lib/json.js') & typeof import('../src/sat/cfdi40/resolve.js')

export const { copyJson, resolve } = (await import(outfile)) as Internals
