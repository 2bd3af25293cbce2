/**
 * Failures of TLS, over real sockets: before the connection is secure nothing was sent; afterwards
 * nobody knows.
 */
import { createServer as createTls } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSend } from '../../src/node/send.js'
import { rsa, selfSigned, toPem } from '../selfSigned.js'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
  vi.unstubAllEnvs()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const send = createSend({ timeout: 20_000 })
const post = (url: string) => send({ method: 'POST', url, headers: {}, body: '<cfdi/>' })
/** An alert of TLS 1.2: fatal, and its number (RFC 5246, section 7.2). */
const alert = (number: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, number])

describe('before the connection is secure', () => {
  const afterHello = (then: (socket: Socket) => void) =>
    createServer((socket) => socket.once('data', () => then(socket)))

  it.each<[string, () => Server]>([
    ['closed when it is accepted', () => createServer((socket) => socket.end())],
    ['reset when it is accepted', () => createServer((socket) => socket.resetAndDestroy())],
    ['closed after ClientHello', () => afterHello((socket) => socket.end())],
    ['reset after ClientHello', () => afterHello((socket) => socket.resetAndDestroy())],
    ['alert handshake_failure', () => afterHello((socket) => socket.end(alert(40)))],
    ['alert internal_error', () => afterHello((socket) => socket.end(alert(80)))],
    ['alert unrecognized_name', () => afterHello((socket) => socket.end(alert(112)))],
    ['alert protocol_version', () => afterHello((socket) => socket.end(alert(70)))],
    ['alert certificate_required', () => afterHello((socket) => socket.end(alert(116)))],
  ])('%s: not sent', async (_, server) => {
    expect(await post(await listen(server()))).toMatchObject({
      sent: 'no',
      error: { code: expect.any(String) },
    })
  })

  it('a handshake that is never answered: not sent, after the time-out and an abort alike', async () => {
    const url = await listen(createServer(() => {}))
    const request = { method: 'POST', url, headers: {}, body: '<cfdi/>' } as const
    expect(await createSend({ timeout: 300 })(request)).toMatchObject({
      sent: 'no',
      error: { code: 'TIMEOUT' },
    })
    expect(await send(request, AbortSignal.timeout(300))).toMatchObject({
      sent: 'no',
      error: { code: 'ABORTED' },
    })
  })

  it('another fetch publishes nothing: it may have been sent', async () => {
    const url = await listen(afterHello((socket) => socket.resetAndDestroy()))
    const fetch = async () => {
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
      })
    }
    const other = createSend({ fetch: fetch as unknown as typeof globalThis.fetch })
    expect(await other({ method: 'POST', url, headers: {}, body: 'x' })).toMatchObject({
      sent: 'maybe',
    })
  })
})

describe('after the connection is secure', () => {
  const key = rsa()
  const cert = toPem(selfSigned({ subject: { CN: 'localhost' }, key }))
  const pem = key.export({ type: 'pkcs8', format: 'pem' })
  beforeEach(() => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  })

  it.each<[string, (socket: Socket) => void]>([
    ['reset', (socket) => socket.destroy()],
    ['closed', (socket) => socket.end()],
  ])('%s as soon as it is: perhaps sent', async (_, then) => {
    const server = createTls({ key: pem, cert })
    server.on('secureConnection', then)
    expect(await post(await listen(server))).toMatchObject({ sent: 'maybe' })
  })

  it('reset after the request: perhaps sent', async () => {
    const server = createTls({ key: pem, cert }, (request) => request.socket.destroy())
    expect(await post(await listen(server))).toMatchObject({ sent: 'maybe' })
  })

  it('a connection kept alive that is reset by the second request: perhaps sent', async () => {
    let count = 0
    const server = createTls({ key: pem, cert }, (request, response) => {
      if (++count === 1) response.end('ok')
      else request.socket.destroy()
    })
    const url = await listen(server)
    expect(await post(url)).toMatchObject({ status: 200 })
    expect(await post(url)).toMatchObject({ sent: 'maybe' })
  })
})
