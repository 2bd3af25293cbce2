/**
 * Memory over a long stream of distinct documents:
 * `node --expose-gc --import tsx bench/stream.ts [documents]`. Prints, as JSON, the heap after a
 * collection at ten points of the stream.
 * @module
 */
import { stampMany } from 'cfdi-stamp'
import { blankInvoice, company, type Json } from './documents.js'
import { engineOf, freeSigner } from './verbs.js'

const documents = Number(process.argv[2] ?? 100_000)
const collect = globalThis.gc
if (collect === undefined) throw new Error('run with --expose-gc')

/** Each with its own products and texts; the keys of every tenth have their own order. */
function* invoices(): Generator<Json> {
  for (let number = 1; number <= documents; number++) {
    const invoice = { ...blankInvoice(3, number), CondicionesDePago: `Pedido ${number}` }
    yield number % 10 === 0 ? rotated(invoice, number) : invoice
  }
}

function rotated(invoice: Json, by: number): Json {
  const entries = Object.entries(invoice)
  const at = by % entries.length
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)])
}

function heap(): number {
  for (let turn = 0; turn < 3; turn++) collect!()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const points: number[] = []
const step = Math.ceil(documents / 10)
let taken = 0
const engine = engineOf(freeSigner(await company()))
for await (const { answer } of stampMany(engine, invoices(), { concurrency: 32 })) {
  if (!answer.ok) throw new Error(answer.message)
  if (++taken % step === 0) points.push(heap())
}
const rss = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ documents: taken, heap: points, rss }))
