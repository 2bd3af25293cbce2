/**
 * Who pays for the PDF: those who import it, and nobody else; in a browser too.
 * @module
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function filesOf(subpath: string, platform: 'browser' | 'node'): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: `export * from '${subpath}'`, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform,
    external: ['pdfmake', 'uqr'],
  })
  return Object.keys(metafile.inputs)
}

it('cfdi-stamp/pdf is bundled for a browser: it asks for nothing of Node', async () => {
  expect(await filesOf('cfdi-stamp/pdf', 'browser')).toContain('dist/pdf/renderPdf.js')
})

it.each(['cfdi-stamp', 'cfdi-stamp/node', 'cfdi-stamp/seal', 'cfdi-stamp/pac'])(
  '%s has nothing of it',
  async (subpath) => {
    expect((await filesOf(subpath, 'node')).filter((file) => /(^|\/)pdf\//.test(file))).toEqual([])
  },
)
