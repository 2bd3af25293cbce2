import { createServer, type RequestListener } from 'node:http'
import { createServer as createTls } from 'node:https'
import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSend } from '../../src/node/send.js'
import type { HttpReply, Unanswered } from '../../src/pac/adapter/adapter.js'
import { rsa, selfSigned, toPem } from '../selfSigned.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(server: ReturnType<typeof createTcp>, scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const web = (listener: RequestListener) => listen(createServer(listener))

/** A server that reads a request until it has its body and then disturbs the socket. */
function rude(act: (socket: Socket) => void): Promise<string> {
  return listen(
    createTcp((socket) => {
      socket.on('error', () => {})
      let seen = ''
      socket.on('data', (data) => {
        seen += data
        if (seen.includes('EL DOCUMENTO')) act(socket)
      })
    }),
  )
}

const post = (url: string) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'text/xml', authorization: 'Bearer SECRETO' },
  body: 'EL DOCUMENTO',
})
const send = createSend({ timeout: 20_000 })

describe('a reply', () => {
  it('is complete, with its status and its headers in lower case, for any status', async () => {
    const url = await web(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response.writeHead(400, { 'X-Codigo': '301', 'Content-Type': 'text/plain' })
      response.end(`${request.method} ${request.headers['content-type']} ${body} ñ`)
    })
    const reply = (await send(post(url))) as HttpReply
    expect(reply).toMatchObject({
      status: 400,
      headers: { 'x-codigo': '301', 'content-type': 'text/plain' },
    })
    expect(new TextDecoder().decode(reply.body)).toBe('POST text/xml EL DOCUMENTO ñ')
  })

  it('bytes are sent and received unchanged', async () => {
    const url = await web((request, response) => request.pipe(response))
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const reply = (await send({ ...post(url), body })) as HttpReply
    expect(Uint8Array.from(reply.body)).toEqual(body)
  })

  it('an empty one is a reply', async () => {
    const url = await web((_, response) => response.writeHead(204).end())
    expect(await send({ method: 'GET', url, headers: {} })).toMatchObject({
      status: 204,
      body: new Uint8Array(),
    })
  })

  it.each([301, 302, 303, 307, 308])('HTTP %i is not followed', async (status) => {
    const seen: (string | undefined)[] = []
    const url = await web((request, response) => {
      seen.push(request.url)
      response.writeHead(status, { location: '/otro' }).end()
    })
    expect(await send(post(url))).toMatchObject({ status, headers: { location: '/otro' } })
    expect(seen).toEqual(['/'])
  })

  it.each([408, 425, 429, 500, 502, 503, 504])('HTTP %i is not tried again', async (status) => {
    let count = 0
    const url = await web((_, response) => {
      count++
      response.writeHead(status, { 'retry-after': '0' }).end('<html>')
    })
    expect(await send(post(url))).toMatchObject({ status })
    expect(count).toBe(1)
  })

  it('is dropped if it is larger than allowed, also uncompressed', async () => {
    const url = await web((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
    })
    const small = createSend({ maxReply: 1_000_000 })
    expect(await small(post(url))).toMatchObject({
      sent: 'maybe',
      error: { code: 'REPLY_TOO_LARGE' },
    })
  })
})

describe('certainly not sent', () => {
  const expectUnsent = async (url: string, code: string) =>
    expect(await send(post(url))).toMatchObject({ sent: 'no', error: { code } })

  it('the connection is refused', async () => {
    const url = await web(() => {})
    for (const close of closing.splice(0)) close()
    await expectUnsent(url, 'ECONNREFUSED')
  })

  it('the name does not exist', async () => {
    const result = (await send(post('http://nadie.invalid/'))) as Unanswered
    expect(result.sent).toBe('no')
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(result.error?.code)
  })

  it('the server does not speak TLS', async () => {
    const url = await web((_, response) => response.end())
    await expectUnsent(url.replace('http:', 'https:'), 'ERR_SSL_WRONG_VERSION_NUMBER')
  })

  it('an untrusted certificate', async () => {
    const key = rsa()
    const cert = toPem(selfSigned({ subject: { CN: 'localhost' }, key }))
    let requests = 0
    const server = createTls(
      { key: key.export({ type: 'pkcs8', format: 'pem' }), cert },
      (_, response) => {
        requests++
        response.end()
      },
    )
    await expectUnsent(await listen(server, 'https'), 'DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(requests).toBe(0)
  })

  it('aborted before the call', async () => {
    let count = 0
    const url = await web((_, response) => {
      count++
      response.end()
    })
    expect(await send(post(url), AbortSignal.abort())).toEqual({
      sent: 'no',
      error: { code: 'ABORTED' },
    })
    expect(count).toBe(0)
  })
})

/** A server of TLS before which stands one that speaks nonsense once it has taken so many bytes. */
async function spoiltTls(after: number): Promise<string> {
  const key = rsa()
  const cert = toPem(selfSigned({ subject: { CN: 'localhost' }, key }))
  const inner = createTls(
    { key: key.export({ type: 'pkcs8', format: 'pem' }), cert },
    // It answers after the whole body, which never comes: its answer must not overtake the nonsense.
    (request, response) => request.resume().on('end', () => response.end()),
  )
  const port = Number(new URL(await listen(inner, 'https')).port)
  const outer = createTcp((socket) => {
    const behind = connect(port, '127.0.0.1')
    let taken = 0
    for (const each of [socket, behind]) each.on('error', () => {})
    behind.pipe(socket)
    socket.on('data', (data) => {
      taken += data.length
      if (taken < after) return behind.write(data)
      behind.unpipe(socket)
      return socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
  })
  return listen(outer, 'https')
}

describe('perhaps sent', () => {
  it('nonsense in the middle of a TLS session, whose code is that of a server without TLS', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const body = new Uint8Array(4_000_000)
    const reply = await send({ ...post(await spoiltTls(500_000)), body })
    vi.unstubAllEnvs()
    // OpenSSL 3.0 (Node 20) has one code for it, OpenSSL 3.5 (Node 24) the other.
    const code = expect.stringMatching(/^ERR_SSL_(?:WRONG_VERSION_NUMBER|BAD_RECORD_TYPE)$/)
    expect(reply).toMatchObject({ sent: 'maybe', error: { code } })
  })

  const expectMaybe = async (url: string, code: string) =>
    expect(await send(post(url))).toMatchObject({ sent: 'maybe', error: { code } })

  it('the connection is closed after the request was read', async () => {
    await expectMaybe(await rude((socket) => socket.end()), 'UND_ERR_SOCKET')
  })

  it('the connection is reset after the request was read', async () => {
    await expectMaybe(await rude((socket) => socket.resetAndDestroy()), 'ECONNRESET')
  })

  it('the body is truncated', async () => {
    const url = await rude((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"data":{"cfdi":"<cfdi'),
    )
    await expectMaybe(url, 'UND_ERR_SOCKET')
  })

  it('the reply is not HTTP', async () => {
    expect(await send(post(await rude((socket) => socket.end('¿?\r\n\r\n'))))).toMatchObject({
      sent: 'maybe',
    })
  })

  it('a time-out, before the headers and within the body', async () => {
    const quick = createSend({ timeout: 100 })
    const silent = await web(() => {})
    const halting = await web((_, response) => response.writeHead(200).write('{'))
    for (const url of [silent, halting]) {
      expect(await quick(post(url))).toEqual({ sent: 'maybe', error: { code: 'TIMEOUT' } })
    }
  })

  it('aborted in flight, before the headers and within the body', async () => {
    for (const start of [false, true]) {
      const controller = new AbortController()
      const url = await web((_, response) => {
        if (start) response.writeHead(200).write('{')
        setTimeout(() => controller.abort(new Error('no more')), 20)
      })
      expect(await send(post(url), controller.signal)).toEqual({
        sent: 'maybe',
        error: { code: 'ABORTED' },
      })
    }
  })

  it('a kept-alive connection that was closed does not cause a second request', async () => {
    let requests = 0
    const url = await web((request, response) => {
      requests++
      request
        .resume()
        .on('end', () => (requests === 1 ? response.end('1') : request.socket.destroy()))
    })
    expect(await send(post(url))).toMatchObject({ status: 200 })
    expect(await send(post(url))).toMatchObject({
      sent: 'maybe',
      error: { code: 'UND_ERR_SOCKET' },
    })
    expect(requests).toBe(2)
  })
})

describe('failures of fetch', () => {
  const failing = (error: unknown) =>
    createSend({ fetch: () => Promise.reject(error) })(post('http://127.0.0.1/'))
  const failed = (cause: object) => new TypeError('fetch failed', { cause })

  it.each([
    [
      'refused by every address',
      { errors: [{ code: 'ECONNREFUSED' }, { code: 'ENETUNREACH' }], code: 'ECONNREFUSED' },
    ],
    ['a time-out in connecting', { code: 'ETIMEDOUT', syscall: 'connect' }],
    ['a time-out of undici in connecting', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
    ['a name that could not be resolved', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
    ['no route', { code: 'EHOSTUNREACH', syscall: 'connect' }],
    ['an expired certificate', { code: 'CERT_HAS_EXPIRED' }],
  ])('not sent: %s', async (_, cause) => {
    expect(await failing(failed(cause))).toMatchObject({ sent: 'no' })
  })

  it.each([
    [
      'refused by one address and lost by another',
      { errors: [{ code: 'ECONNREFUSED' }, { code: 'ECONNRESET' }] },
    ],
    ['a time-out in reading', { code: 'ETIMEDOUT', syscall: 'read' }],
    ['a lost route while reading', { code: 'EHOSTUNREACH', syscall: 'read' }],
    ['a broken pipe', { code: 'EPIPE', syscall: 'write' }],
    ['missing headers', { code: 'UND_ERR_HEADERS_TIMEOUT' }],
    // In TLS 1.3 the server refuses the client's certificate after the client has sent its request
    // (RFC 8446, section 4.4.2.4).
    ['a client certificate refused', { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }],
    // Of another `fetch` nothing is known.
    ['nonsense in TLS', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
    ['an unknown code', { code: 'ENEW' }],
    ['nothing', {}],
  ])('perhaps sent: %s', async (_, cause) => {
    expect(await failing(failed(cause))).toMatchObject({ sent: 'maybe' })
  })

  it.each([undefined, null, 'text', 7, new Error('x'), new DOMException('x', 'TimeoutError')])(
    'perhaps sent: %s thrown',
    async (thrown) => {
      expect(await failing(thrown)).toMatchObject({ sent: 'maybe' })
    },
  )

  it('ends with circular causes', async () => {
    const error: { cause?: unknown } = {}
    error.cause = error
    expect(await failing(error)).toMatchObject({ sent: 'maybe' })
  })
})

describe('options', () => {
  it.each([
    { timeout: 0 },
    { timeout: -1 },
    { timeout: Number.NaN },
    { timeout: 2 ** 31 },
    { timeout: '5' },
    { maxReply: 0 },
    { fetch: 'fetch' },
  ])('%j is an invalid argument', (options) => {
    expect(() => createSend(options as never)).toThrow(TypeError)
  })

  it('leaves no listener on a long-lived signal', async () => {
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      return addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      return removeEventListener.apply(signal, args)
    }
    const url = await web((_, response) => response.end('ok'))
    await send(post(url), signal)
    expect(listeners).toBe(0)
  })
})
