/**
 * Cost of the PDF: as ratio to one RSA-2048 signature of the same moment, in pages per second, and
 * in memory for 500 concepts. `npx tsx bench/pdf.ts`, after `npm run build`. It is not a part of
 * `npm run bench`: most of its time is pdfmake's.
 * @module
 */
import { createPrivateKey, sign } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Comprobante } from 'cfdi-stamp'
import { renderPdf, viewOf } from 'cfdi-stamp/pdf'
import { company, fixture, password, subjects } from './documents.js'
import { measure, type Task } from './measure.js'

const csd = await company()
const key = createPrivateKey({
  key: fixture('csd/company.key'),
  format: 'der',
  type: 'pkcs8',
  passphrase: password,
})
const bytes = new Uint8Array(1500)
const unit = { name: 'signature', run: () => sign('RSA-SHA256', bytes, key) }

const documents = subjects(csd).map(({ name, ready }) => ({
  name,
  document: { ...ready, Sello: '' } as never,
}))
const templates = ['classic', 'compact', 'minimal', 'ticket'] as const

/** The same document with an emoji, which makes the PDF load and embed the emoji font. */
const festive = (document: Comprobante): Comprobante => ({
  ...document,
  Receptor: { ...document.Receptor, Nombre: `${document.Receptor.Nombre} 🎂` },
})

/** Speed and peak memory of a process that renders only this document. */
const long = documents.find(({ name }) => name.startsWith('500'))!
const peak = (): number => process.resourceUsage().maxRSS / 2 ** 10
const before = peak()
const start = performance.now()
const pdf = await renderPdf(long.document, { thread: false })
const seconds = (performance.now() - start) / 1000
const pages = Number(/\/Count (\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.[1])
const sizes = ['roboto', 'notoEmoji'].map((name) => {
  const file = new URL(`../src/pdf/font/${name}.ts`, import.meta.url)
  return `${name} ${Math.round(statSync(file).size / 1000)} kB`
})
console.log(`fonts as modules: ${sizes.join(', ')}`)
console.log(
  `${long.name}: ${pages} pages, ${(pages / seconds).toFixed(1)} a second; ${before.toFixed(0)} MB before and ${peak().toFixed(0)} MB at most; ${pdf.length} bytes`,
)

const groups = documents.slice(0, 3).map(({ name, document }): [string, Task[]] => [
  name,
  [
    { name: 'view', run: () => viewOf(document) },
    ...templates.map((template) => ({
      name: template,
      run: () => renderPdf(document, { template }),
      async: true,
    })),
    { name: 'classic, an emoji', run: () => renderPdf(festive(document)), async: true },
  ],
])
for (const [name, timings] of await measure(unit, new Map(groups), {
  rounds: 3,
  turn: 50,
  warmUp: 400,
}))
  console.log(name, timings.map((timing) => `${timing.name} ${timing.ratio.toFixed(1)}`).join('  '))
