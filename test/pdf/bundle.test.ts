/**
 * Who pays for the PDF: those who import it, and nobody else. And that it is drawn in a browser: by
 * Chromium, from a bundle, as by Node.
 * @module
 */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { folder, itWith, run } from '../programs.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function inputsOf(subpath: string, platform: 'browser' | 'node') {
  const { metafile } = await build({
    stdin: { contents: `export * from '${subpath}'`, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform,
    external: ['pdfmake', 'uqr'],
  })
  return metafile.inputs
}

async function filesOf(subpath: string, platform: 'browser' | 'node'): Promise<string[]> {
  return Object.keys(await inputsOf(subpath, platform))
}

it('cfdi-stamp/pdf can be bundled for a browser: it imports nothing of Node', async () => {
  expect(await filesOf('cfdi-stamp/pdf', 'browser')).toContain('dist/bundle/pdf/index.js')
})

it('the font of emoji is loaded when a text has any: bundlers may put it in a file of its own', async () => {
  const inputs = await inputsOf('cfdi-stamp/pdf', 'browser')
  const importers = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ path }) => path.endsWith('font/notoEmoji.js')),
  )
  expect(importers.map(({ kind }) => kind)).toEqual(['dynamic-import'])
})

it.each(['cfdi-stamp', 'cfdi-stamp/node', 'cfdi-stamp/seal', 'cfdi-stamp/pac'])(
  '%s has nothing of it',
  async (subpath) => {
    expect((await filesOf(subpath, 'node')).filter((file) => /(^|\/)pdf\//.test(file))).toEqual([])
  },
)

/**
 * What a page does: the PDF of a document, in Base64, or what went wrong, where the DOM is read
 * from.
 */
const script = (xml: string): string => `
  import { renderPdf } from 'cfdi-stamp/pdf'
  const show = (text) => { document.body.textContent = text }
  renderPdf(${JSON.stringify(xml)}).then((pdf) => show('PDF ' + btoa(Array.from(pdf, (byte) => String.fromCharCode(byte)).join(''))), (error) => show(String(error.stack)))
`

/** Without a network, and with nothing of its own to fetch. */
const quiet = [
  ...[
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-sync',
  ],
  ...[
    '--disable-background-networking',
    '--disable-component-update',
    '--virtual-time-budget=60000',
    '--dump-dom',
  ],
]

itWith(
  'chromium',
  'the PDF of a browser says what that of Node says',
  async () => {
    const { pagesOf, stamped } = await import('./documents.js')
    const { renderPdf } = await import('../../src/pdf/renderPdf.js')
    const xml = (await stamped('ingreso')).replace('Descripcion="', 'Descripcion="🎂 ')
    const place = folder({
      'page.html': '<!doctype html><meta charset="utf-8"><body><script src="page.js"></script>',
    })
    await build({
      stdin: { contents: script(xml), resolveDir: root },
      outfile: join(place, 'page.js'),
      bundle: true,
      format: 'iife',
      platform: 'browser',
    })
    const page = pathToFileURL(join(place, 'page.html')).href
    const { stdout, stderr } = await run(
      'chromium',
      ...quiet,
      `--user-data-dir=${join(place, 'profile')}`,
      page,
    )
    const [, base64] = /<body>PDF ([\w+/=]+)/.exec(stdout) ?? []
    expect(base64, `${stdout.slice(0, 500)}\n${stderr}`).toBeDefined()
    const pdf = Uint8Array.from(Buffer.from(base64 as string, 'base64'))
    const own = await pagesOf(await renderPdf(xml))
    expect(own[0]).toContain('🎂')
    expect(await pagesOf(pdf)).toEqual(own)
  },
  60_000,
)
