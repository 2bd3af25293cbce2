/**
 * A file store of many orders: opening it after a close and after a crash, writes during a
 * compaction, and the turns of the event loop, by the clock (which includes waits for a busy
 * processor) and by processor time. `npx tsx bench/fileStore.ts [orders]`; it needs 12 kB of disk
 * and 1 kB of memory per order.
 * @module
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openFileStore } from '../src/node/log/fileStore.js'
import { entryOf, orderOf } from '../test/node/entries.js'

const orders = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'file-store-'))
const path = join(folder, 'a.journal')
const xml = `<cfdi:Comprobante ${'x'.repeat(4_000)}/>`
const options = { compactAt: Number.MAX_SAFE_INTEGER, on: () => {} }

/**
 * Processor milliseconds of this thread (sched-stats.rst of Linux), or milliseconds since its start
 * where that is not available.
 */
function processorTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** The longest turn of the event loop in processor time, which other programs do not affect. */
function watchTurns(): { end(): number } {
  let [last, longest] = [processorTime(), 0]
  const look = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    end() {
      clearInterval(timer)
      look()
      return Math.round(longest)
    },
  }
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const turns = watchTurns()
  const began = performance.now()
  const result = await work()
  const seconds = ((performance.now() - began) / 1000).toFixed(2)
  delay.disable()
  const onProcessor = turns.end()
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20)
  console.log(
    `${name}: ${seconds} s, longest turn ${Math.round(delay.max / 1e6)} ms (${onProcessor} ms on the processor), RSS ${rss} MB`,
  )
  return result
}

async function fill() {
  const store = await openFileStore(path, options)
  for (let from = 0; from < orders; from += 100) {
    const keys = Array.from(
      { length: Math.min(100, orders - from) },
      (_, at) => `order ${from + at}`,
    )
    await Promise.all(
      keys.map((key) => store.orders.append({ ...orderOf(key), xml: xml + key, token: key })),
    )
    await Promise.all(
      keys.map((key) =>
        store.orders.append({ ...orderOf(key, 2, 'acknowledged'), xml: xml + key, token: key }),
      ),
    )
  }
  return store
}

const filled = await timed(`writing ${orders} orders`, fill)
console.log(`size: ${(filled.size / 2 ** 20).toFixed(0)} MiB`)
await filled.close()
const opened = await timed('opening, closed', () => openFileStore(path, options))
await timed('one order read', () => opened.orders.load('order 7'))

let longest = 0
const compacting = timed('compaction', () => opened.compact())
let isCompacting = true
void compacting.finally(() => {
  isCompacting = false
})
for (let at = 0; isCompacting; at++) {
  const began = performance.now()
  await opened.journal.append(entryOf(`during ${at}`))
  longest = Math.max(longest, performance.now() - began)
}
await compacting
console.log(
  `longest write meanwhile: ${Math.round(longest)} ms; size: ${(opened.size / 2 ** 20).toFixed(0)} MiB`,
)

// The header of a file that was not closed, and the lock of a dead process.
const lock = JSON.parse(readFileSync(`${path}.lock`, 'utf8')) as object
await opened.close()
const { openSync, writeSync, closeSync } = await import('node:fs')
const file = openSync(path, 'r+')
writeSync(file, 'opened', 51)
closeSync(file)
writeFileSync(
  `${path}.lock`,
  JSON.stringify({ ...lock, id: 'dead', started: '1', pid: process.ppid }),
)
const crashed = await timed('opening, after a crash', () => openFileStore(path, options))
await crashed.close()
rmSync(folder, { recursive: true })
