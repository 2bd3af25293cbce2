/** Loads a module of the library in a simulated runtime: the test provides `process`. */
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { buildSync } from 'esbuild'

/** The exports of a module of `src`, with all that it imports. */
export function loadModule<Exports>(path: string, process: unknown): Exports {
  const entry = fileURLToPath(new URL(`../src/${path}`, import.meta.url))
  const [file] = buildSync({
    entryPoints: [entry],
    bundle: true,
    format: 'cjs',
    write: false,
  }).outputFiles
  const module = { exports: {} as Exports }
  runInNewContext(file?.text ?? '', { module, process, crypto, TextEncoder, Uint8Array })
  return module.exports
}
