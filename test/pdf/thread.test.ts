/**
 * Long documents in a thread of the built package: the same bytes, the same errors, and a main
 * thread that goes on.
 * @module
 */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { renderPdf as Render } from '../../src/pdf/renderPdf.js'
import { inThread } from '../../src/pdf/thread.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { stampedJson } from './documents.js'

const built = (path: string): string =>
  fileURLToPath(new URL(`../../dist/${path}/index.js`, import.meta.url))

let renderPdf: typeof Render
let long: Comprobante

beforeAll(async () => {
  const module = (await import(built('bundle/pdf'))) as { renderPdf: typeof Render }
  renderPdf = module.renderPdf
  const document = await stampedJson('ingreso')
  const [first] = document.Conceptos
  long = { ...document, Conceptos: Array.from({ length: 60 }, () => first!) }
})

/** The result and the longest time that the event loop stood still. */
async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly blocked: number }> {
  let blocked = 0
  let last = performance.now()
  const timer = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - last)
    last = performance.now()
  }, 2)
  const result = await work()
  blocked = Math.max(blocked, performance.now() - last)
  clearInterval(timer)
  return { result, blocked }
}

describe('a long document', () => {
  it('has the same bytes in a thread, and leaves the event loop to others', async () => {
    await renderPdf(long, { thread: false })
    const here = await timed(() => renderPdf(long, { thread: false }))
    const there = await timed(() => renderPdf(long))
    expect(Buffer.compare(here.result, there.result)).toBe(0)
    expect(there.result.missing).toEqual([])
    expect(there.blocked).toBeLessThan(here.blocked)
  }, 60_000)

  it('gives the error of the same document in this thread', async () => {
    const wrong = { ...long, Total: {} } as never
    await expect(renderPdf(wrong)).rejects.toThrow(TypeError)
    await expect(renderPdf(long, { labels: { noExiste: 'x' } })).rejects.toThrow('unknown name')
  }, 60_000)

  it('is rendered in this thread with options that cannot be sent', async () => {
    const templates = { mine: () => ({ content: 'uno' }) }
    const pdf = await renderPdf(long, { template: 'mine', templates })
    expect(pdf.length).toBeGreaterThan(500)
  })
})

describe('many long documents', () => {
  it('have at most as many threads at once as there are cores, and all end', async () => {
    let [running, most] = [0, 0]
    class Worker {
      constructor() {
        most = Math.max(most, ++running)
      }
      once(event: string, listener: (message: object) => void) {
        if (event === 'message') setTimeout(() => listener({ pdf: new Uint8Array(1) }), 5)
      }
      terminate() {
        running--
      }
    }
    const original = process.getBuiltinModule
    const mock = vi.spyOn(process, 'getBuiltinModule').mockImplementation(((name: string) => {
      if (name === 'node:worker_threads') return { Worker }
      return name === 'node:os' ? { availableParallelism: () => 3 } : original(name)
    }) as never)
    const url = 'file:///app/node_modules/cfdi-stamp/dist/bundle/pdf/index.js'
    const all = await Promise.all(Array.from({ length: 10 }, () => inThread(url, long, {})))
    mock.mockRestore()
    expect(all.map((pdf) => pdf?.length)).toEqual(Array.from({ length: 10 }, () => 1))
    expect([most, running]).toEqual([3, 0])
  })
})
