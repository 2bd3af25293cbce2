/**
 * Cost of the PDF: as ratio to one RSA-2048 signature of the same moment, in pages per second, and
 * in memory and time of the main thread for 25 and 37 pages. `npx tsx bench/pdf.ts`, after `npm run build`. It is not a part of
 * `npm run bench`: most of its time is pdfmake's.
 * @module
 */
import { createPrivateKey, sign } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
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

const sizes = ['roboto', 'notoEmoji'].map((name) => {
  const file = new URL(`../src/pdf/font/${name}.ts`, import.meta.url)
  return `${name} ${Math.round(statSync(file).size / 1000)} kB`
})
console.log(`fonts as modules: ${sizes.join(', ')}`)

/** Peak of the memory of this process, in MB. */
const peak = (): number => process.resourceUsage().maxRSS / 2 ** 10

/**
 * Milliseconds that the main thread ran and that it waited for a core, on Linux. Neighbours of the
 * process make it wait, and nothing here can change that.
 */
function ran(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6 : Number.NaN
}

/** Renders a document as hosts do, in a thread, and measures the main thread meanwhile. */
async function renderLong(document: Comprobante): Promise<string> {
  const before = peak()
  let [last, lastRan, blocked, longest] = [performance.now(), ran(), 0, 0]
  const look = () => {
    const [now, nowRan] = [performance.now(), ran()]
    blocked = Math.max(blocked, now - last)
    longest = Math.max(longest, nowRan - lastRan)
    last = now
    lastRan = nowRan
  }
  const timer = setInterval(look, 1)
  const start = performance.now()
  const pdf = await renderPdf(document)
  const seconds = (performance.now() - start) / 1000
  look()
  clearInterval(timer)
  const pages = Number(/\/Count (\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.[1])
  const memory = `${before.toFixed(0)} MB before, ${(peak() - before).toFixed(0)} MB more at most`
  const main = `main thread: at most ${blocked.toFixed(0)} ms away, ${longest.toFixed(1)} ms of them its own`
  return `${pages} pages, ${(pages / seconds).toFixed(1)} a second; ${memory}; ${main}; ${pdf.length} bytes`
}

// The peak of a process never falls: the shorter document first.
const most = documents.find(({ name }) => name.startsWith('500'))!.document as Comprobante
for (const concepts of [340, 500])
  console.log(
    `${concepts} concepts:`,
    await renderLong({ ...most, Conceptos: most.Conceptos.slice(0, concepts) }),
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
