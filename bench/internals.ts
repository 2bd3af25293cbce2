/**
 * "AUTO" by itself, which has no door of its own: bundled from its source as the library is, whatever the layout of dist.
 * @module
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const outfile = path('../out/bench/resolve.js')

await build({
  entryPoints: [path('../src/auto/resolve.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
})

export const { resolve } = (await import(outfile)) as typeof import('../src/sat/cfdi40/resolve.js')
