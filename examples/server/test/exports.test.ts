/**
 * Exports over real sockets: a month as a ZIP that `unzip` of the platform reads, and a client that
 * reads slowly, or goes away in the middle.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, it } from 'node:test'
import { call, type Host, invoice, openHost, stamp, until } from './host.ts'

const count = 30
const month = new Date().toISOString().slice(0, 7)
let host: Host
let reads = 0

before(async () => {
  host = await openHost({ credits: 100 })
  for (let at = 0; at < count; at++) await stamp(host, invoice({ Folio: `${at}`, Serie: 'Z' }))
  const { documents } = host.stores['sandbox'] as unknown as Documents
  const read = documents.get.bind(documents)
  // Bytes that no buffer of a socket holds: half a megabyte that does not compress.
  const content = randomBytes(500_000).toString('base64')
  documents.get = async (id: string) => {
    reads++
    return { ...(await read(id)), content }
  }
})
after(() => host.close())

interface Documents {
  readonly documents: { get(id: string): Promise<object | undefined> }
}

async function download(path: string): Promise<IncomingMessage> {
  const request = get(`${host.origin}/api/v5/${path}`, { headers: { 'x-api-key': host.key } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

const logged = (operation: string) =>
  host.lines.filter((line) => line.includes(`"operation":"${operation}"`))

it('a client that reads slowly has the server read no further, and gets the whole archive', async () => {
  reads = 0
  const response = await download(`exports/zip?month=${month}`)
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-length'], undefined)
  await sleep(1_000)
  const early = reads
  assert.ok(early < count, `${early} documents were read for a client that reads nothing`)
  let length = 0
  for await (const chunk of response) length += chunk.length
  assert.equal(reads, count)
  assert.ok(length > count * 500_000)
  await until(() => logged('exportZip').length === 1)
})

it('a client that goes away ends the export', async () => {
  reads = 0
  const response = await download(`exports/zip?month=${month}`)
  await once(response, 'readable')
  response.destroy()
  await until(() => logged('exportZip').length === 2)
  const { length } = logged('exportZip')
  const ended = reads
  await sleep(300)
  assert.deepEqual([reads, length], [ended, 2])
  assert.ok(ended < count)
  assert.equal((await call(host, 'invoice?count=1')).body.count, count)
})

it('a list as CSV is one request, however long', async () => {
  const response = await download('exports/csv?Serie=Z')
  let text = ''
  for await (const chunk of response) text += chunk
  assert.equal(text.trim().split('\r\n').length, count + 1)
})
