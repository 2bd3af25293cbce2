import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo, LookupFunction, Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createPublicSend, publicLookup } from '../../src/node/publicSend.js'
import type { HttpReply } from '../../src/pac/adapter/adapter.js'
import { ec, selfSigned, toPem } from '../selfSigned.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const web = (listener: RequestListener) => listen(createServer(listener))
const post = (url: string) => ({
  method: 'POST' as const,
  url,
  headers: { 'webhook-id': 'x' },
  body: 'PEÑA',
})
const at =
  (...addresses: string[]) =>
  async (): Promise<LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a public send', () => {
  it.each([
    'http://erp.example.mx/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'nothing',
  ])('sends nothing to %s', async (url) => {
    let asked = 0
    const lookup = async () => {
      asked++
      return []
    }
    expect(await createPublicSend({ lookup })(post(url))).toEqual({
      sent: 'no',
      error: { code: 'ADDRESS_REFUSED' },
    })
    expect(asked).toBe(0)
  })

  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['one of several that is not public', ['8.8.8.8', '::1']],
    ['nothing', []],
  ])('sends nothing to a public name that leads to %s', async (_, addresses) => {
    let received = 0
    const port = await web(() => received++)
    const send = createPublicSend({ lookup: at(...addresses) })
    const result = await send(post(`https://erp.example.mx:${port}/`))
    expect(result).toMatchObject({ sent: 'no', error: { code: 'ADDRESS_REFUSED' } })
    expect(received).toBe(0)
  })

  it('gives addresses that are public to whoever connects, and looks a name up once', async () => {
    let asked = 0
    const lookup: LookupFunction = publicLookup(async () => {
      // Rebinding: public when it is judged, local the next time.
      asked++
      return asked === 1 ? at('8.8.8.8', '2606:4700::1111')() : at('127.0.0.1')()
    })
    const found = await new Promise((done) =>
      lookup('erp.example.mx', { all: true }, (_, all) => done(all)),
    )
    expect(found).toEqual(await at('8.8.8.8', '2606:4700::1111')())
    expect(asked).toBe(1)
    const again = await new Promise((done) =>
      lookup('erp.example.mx', {}, (error) => done(error?.code)),
    )
    expect(again).toBe('ADDRESS_REFUSED')
    const six = publicLookup(at('8.8.8.8', '2606:4700::1111'))
    expect(await new Promise((done) => six('x', { family: 6 }, (_, one) => done(one)))).toBe(
      '2606:4700::1111',
    )
    const broken = publicLookup(() =>
      Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    )
    expect(await new Promise((done) => broken('x', {}, (error) => done(error?.code)))).toBe(
      'ENOTFOUND',
    )
  })

  it('delivers over TLS to what the host allows, and believes no certificate of strangers', async () => {
    const key = ec()
    const cert = toPem(selfSigned({ key, subject: { CN: 'erp.example.mx' } }))
    const pem = key.export({ type: 'pkcs8', format: 'pem' })
    const server = createTls({ key: pem, cert }, async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response
        .writeHead(202, { 'Retry-After': '7' })
        .end(`${request.headers['webhook-id']} ${body}`)
    })
    const origin = `https://erp.example.mx:${await listen(server)}`
    const options = { allow: [origin], lookup: at('127.0.0.1') }
    const known = (await createPublicSend({ ...options, ca: cert })(post(origin))) as HttpReply
    expect(known).toMatchObject({ status: 202, headers: { 'retry-after': '7' } })
    expect(await createPublicSend(options)(post(origin))).toMatchObject({ sent: 'no' })
  })

  it('follows no redirection', async () => {
    let followed = 0
    const port = await web((request, response) => {
      if (request.url !== '/') followed++
      response.writeHead(302, { location: '/other' }).end()
    })
    const origin = `http://127.0.0.1:${port}`
    expect(await createPublicSend({ allow: [origin] })(post(origin))).toMatchObject({ status: 302 })
    expect(followed).toBe(0)
  })

  it('reads no more of a reply than it takes, and waits for no slow one', async () => {
    const endless = await web((_, response) => {
      response.writeHead(200)
      const more = () =>
        void (response.write(Buffer.alloc(65_536))
          ? setImmediate(more)
          : response.once('drain', more))
      more()
    })
    const silent = await web(() => {})
    const allow = [endless, silent].map((port) => `http://127.0.0.1:${port}`)
    const [first, second] = allow as [string, string]
    expect(await createPublicSend({ allow })(post(first))).toMatchObject({ status: 200 })
    expect(await createPublicSend({ allow, timeout: 50 })(post(second))).toEqual({
      sent: 'maybe',
      error: { code: 'TIMEOUT' },
    })
    const stop = new AbortController()
    const sending = createPublicSend({ allow })(post(second), stop.signal)
    stop.abort()
    expect(await sending).toMatchObject({ error: { code: 'ABORTED' } })
  })

  it('refuses options that are none', () => {
    expect(() => createPublicSend({ timeout: 0 })).toThrow(TypeError)
    expect(() => createPublicSend({ maxReply: -1 })).toThrow(TypeError)
  })
})
