/**
 * The fake of SW behind a server whose answer to a single request can be replaced, for the tests of
 * SW's own formats.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type FakeOptions,
  FakePac,
  fakeAccount,
  infiniteToken,
} from '../../../src/pac/fakes/fake.js'
import { contracts } from '../../../src/pac/fakes/contracts/contracts.js'
import { wireOf } from '../../../src/pac/fakes/contractWire.js'
import type { SandboxPac } from '../../../src/pac/sandbox/sandbox.js'

export { infiniteToken }

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/**
 * Replaces the answer to one request, which was read completely; `usual` gives the normal answer.
 */
export type Fault = (
  response: ServerResponse,
  usual: () => Promise<{ status: number; body: unknown }>,
  request: Recorded,
) => unknown

export interface SwServer {
  readonly url: string
  readonly pac: SandboxPac
  readonly requests: Recorded[]
  /** Requests to stamp. */
  stamps(): Recorded[]
  /**
   * Faults for the next requests to a path that begins so, in order; other requests are answered as
   * usual.
   */
  next(path: string, ...faults: Fault[]): void
  /** Number of UUIDs issued. */
  issued(): number
  readonly tokens: Set<string>
  close(): Promise<void>
}

export const stampPath = '/v4/cfdi33/stamp/v4'
export const { user, password } = fakeAccount

/** All hosts in one, at its root. */
const at = (path = '') => ({ url: `https://services.test.sw.com.mx${path}`, from: ['sdk'] })
const hosts = {
  ...contracts.sw.hosts,
  test: { services: at(), api: at(), sat: at('/ConsultaCFDIService.svc') },
}
const swWire = wireOf({ ...contracts.sw, hosts })

/** Starts a server. With `pac`, in front of an existing PAC, which saves the generation of keys. */
export async function startSw(options: FakeOptions = {}): Promise<SwServer> {
  const fake = new FakePac(swWire, { credits: 990, ...options })
  const requests: Recorded[] = []
  const faults: { path: string; fault: Fault }[] = []

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const path = decodeURI(incoming.url ?? '')
    const request = {
      method: incoming.method ?? '',
      path,
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    }
    requests.push(request)
    const at = faults.findIndex((one) => path.startsWith(one.path))
    const [scripted] = at < 0 ? [] : faults.splice(at, 1)
    const usual = async () => {
      const { status, body } = (await fake.answer(request)).reply
      return { status, body: asJson(String(body)) }
    }
    if (scripted !== undefined) await scripted.fault(response, usual, request)
    else reply(response, await usual())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pac: fake.pac,
    requests,
    stamps: () => requests.filter(({ path }) => path === stampPath),
    next: (path, ...list) => faults.push(...list.map((fault) => ({ path, fault }))),
    issued: () => fake.uuids.length,
    tokens: fake.tokens,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function reply(
  response: ServerResponse,
  { status, body }: { status: number; body: unknown },
  headers = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(text)
}

export function success(data: unknown) {
  return { status: 200, body: { data, status: 'success' } }
}

export function refusal(
  message: string,
  messageDetail: string | null = null,
  data: unknown = null,
) {
  return { status: 400, body: { message, messageDetail, data, status: 'error' } }
}

/** The file of a multipart with one part named `xml` (RFC 7578). */
export function fileOf({ headers, body }: Recorded): string {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(
    String(headers['content-type'] ?? ''),
  )?.[1]
  const text = body.toString('utf8')
  const [start, end] = [text.indexOf('\r\n\r\n'), `\r\n--${boundary}--\r\n`]
  const head = text.slice(0, start).split('\r\n')
  const isPart = head[1] === 'Content-Disposition: form-data; name="xml"; filename="xml"'
  if (head[0] === `--${boundary}` && isPart && text.endsWith(end))
    return text.slice(start + 4, -end.length)
  throw new Error('not a multipart with a part named xml')
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
