/**
 * Size of an import in a bundle for browsers: esbuild, minified, and gzipped.
 * @module
 */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

const imports = [
  ['everything of the root', `export * from 'cfdi-stamp'`],
  ['the engine', `export { createEngine } from 'cfdi-stamp'`],
  ['`check`, with the catalogues', `export { check } from 'cfdi-stamp'`],
  ['`check` of ordinary documents', `export { check } from 'cfdi-stamp/ordinary'`],
  ['every catalogue with its descriptions', `export { catalogs } from 'cfdi-stamp/catalogs/all'`],
  ['the sandbox', `export { createSandboxPac } from 'cfdi-stamp/pac/sandbox'`],
  ['`facturaGlobal`', `export { facturaGlobal } from 'cfdi-stamp/build'`],
  ['`seal`', `export { seal } from 'cfdi-stamp/seal'`],
  ['`verifySello`', `export { verifySello } from 'cfdi-stamp'`],
  [
    '`verifyCfdi`',
    `export { verifyCfdi } from 'cfdi-stamp'; export { satAnchors } from 'cfdi-stamp/trust'`,
  ],
  ['`readCfdi`', `export { readCfdi } from 'cfdi-stamp/model'`],
  ['one catalogue, `c_Moneda`', `export { c_Moneda } from 'cfdi-stamp/catalogs/c_Moneda'`],
  ['one declaration, `pagos20`', `export { pagos20 } from 'cfdi-stamp/complements/pagos20'`],
]

/** Resolves to name, bytes and gzipped bytes of each. */
export async function importSizes() {
  return Promise.all(
    imports.map(async ([name, contents]) => {
      const options = {
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        logLevel: 'silent',
      }
      const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: root } })
      const [{ contents: bytes }] = outputFiles
      return { name, bytes: bytes.length, gzip: gzipSync(bytes).length }
    }),
  )
}
