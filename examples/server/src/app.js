/**
 * The application: the service, its page, and the endpoints for operators.
 * @module
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { serviceCodes } from 'cfdi-stamp/service'
import { Hono } from 'hono'
import { bodyOf } from '../mounts/body.js'
import { mountHono } from '../mounts/hono.js'
import { mountMcp } from './mcp.js'

/** Gate of the server: counts requests in progress, and refuses new ones once closed. */
export function createGate() {
  const waiting = []
  const gate = {
    isClosing: false,
    underWay: 0,
    /** Those of the sandbox. */
    ofSandbox: 0,
    enter(isSandbox) {
      gate.underWay++
      gate.ofSandbox += Number(isSandbox)
    },
    leave(isSandbox) {
      gate.underWay--
      gate.ofSandbox -= Number(isSandbox)
      if (gate.underWay === 0) for (const resolve of waiting.splice(0)) resolve(undefined)
    },
    /** Resolves when nothing is under way. */
    async empty() {
      if (gate.underWay > 0) await new Promise((resolve) => waiting.push(resolve))
    },
  }
  return gate
}

/**
 * The address of both environments.
 * @param {object} _context
 * @returns {'sandbox' | 'production' | undefined}
 */
export const anyAddress = (_context) => undefined

/**
 * Creates the application. `isReady` resolves to whether the database responds; at most
 * `mostAtOnce` requests run concurrently, `mostOfSandbox` of them of the sandbox; `addressOf` returns the environment of the address of one.
 * After the gate closes no request is processed, and every
 * response closes its connection, so that a proxy uses another process. Browsers on the pages of
 * `origins` may call the API; others are told that keys do not belong there.
 */
export async function createApp({
  service,
  heavy,
  meter,
  isReady,
  mostAtOnce,
  mostOfSandbox = mostAtOnce,
  gate = createGate(),
  addressOf = anyAddress,
  origins = [],
}) {
  const page = await readFile(new URL('page.html', import.meta.url), 'utf8')
  const headers = { ...safe, 'content-security-policy': policyOf(page) }
  const app = new Hono()
  app.use(async (context, next) => {
    // The service echoes the id of the request, and logs it.
    const incoming = incomingOf(context)
    const id = requestIdOf(incoming.headers['x-request-id'])
    incoming.headers['x-request-id'] = id
    await next()
    context.header('x-request-id', id)
    if (gate.isClosing) context.header('connection', 'close')
  })
  app.get('/', (context) => context.html(page, 200, headers))
  app.get('/health', async (context) => {
    const status = gate.isClosing ? 'closing' : (await isReady()) ? 'ok' : 'unavailable'
    return context.json({ status }, status === 'ok' ? 200 : 503)
  })
  if (meter.text !== undefined) app.get('/metrics', (context) => context.text(meter.text()))
  const isFull = (isSandbox) =>
    gate.isClosing || gate.underWay >= mostAtOnce || (isSandbox && gate.ofSandbox >= mostOfSandbox)
  const handle = turnstile(apart(service, heavy), { isFull, meter, gate })
  app.use('/api/*', async (context, next) => {
    const origin = context.req.header('origin') ?? ''
    const allowed = origins.includes(origin) ? corsOf(origin) : {}
    if (context.req.method === 'OPTIONS') return preflight(allowed)
    await next()
    for (const [name, value] of Object.entries(allowed)) context.header(name, value)
  })
  app.all('/api/*', (context) => {
    const address = addressOf(context)
    return mountHono({ handle: (request) => handle({ ...request, address }) })(context)
  })
  const mcp = mountMcp({ service, heavy, addressOf })
  app.all('/mcp', async (context) => {
    // A client that sends slowly occupies no place.
    const sent = await bodyOf(incomingOf(context)).catch(() => undefined)
    const { headers } = incomingOf(context)
    const isSandbox = isOfSandbox({ address: addressOf(context), headers, path: '' })
    if (isFull(isSandbox)) return new Response(busy.body, busy)
    gate.enter(isSandbox)
    try {
      return await mcp(context, sent)
    } catch {
      return new Response(busy.body, busy)
    } finally {
      gate.leave(isSandbox)
    }
  })
  return app
}

/** @returns {import('node:http').IncomingMessage} */
function incomingOf({ env }) {
  return env.incoming
}

/**
 * The client's id of a request, or a new one when it has none or an unsafe one.
 * @param {string | string[] | undefined} given
 */
function requestIdOf(given) {
  if (typeof given !== 'string' || given.includes('cfdi_')) return randomUUID()
  return /^[\w.:+/=@-]{1,128}$/.test(given) ? given : randomUUID()
}

const safe = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Content security policy of the page: inline code, and requests to this server. */
function policyOf(page) {
  const own = (tag) => {
    const [, text] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  const self =
    "default-src 'none'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
  return `${self}; script-src ${own('script')}; style-src ${own('style')}`
}

/** Sends large requests to the thread; if that dies, the client repeats its key. */
function apart(service, heavy) {
  return {
    handle: (request) =>
      heavy?.takes(request) ? heavy.handle(request).catch(() => busy) : service.handle(request),
  }
}

/** Whether a request is of the sandbox, by its address, the form of its key, or the link of a document. */
function isOfSandbox({ address, headers, path }) {
  if (address !== undefined) return address === 'sandbox'
  const key = String(headers['x-api-key'] ?? headers.authorization ?? '')
  return /\bcfdi_sandbox_/.test(key) || path.includes('/documents/sandbox/')
}

/**
 * Limits concurrent calls. Further ones are immediately asked to retry, because waiting would only
 * lengthen the queue. Incomplete requests are not counted, so slow clients do not block others.
 */
function turnstile(service, { isFull, meter, gate }) {
  const active = meter.createUpDownCounter('cfdi.calls.active', { description: 'Calls under way.' })
  return async (request) => {
    const isSandbox = isOfSandbox(request)
    if (isFull(isSandbox)) return busy
    gate.enter(isSandbox)
    active.add(1)
    const leave = () => {
      gate.leave(isSandbox)
      active.add(-1)
    }
    try {
      const reply = await service.handle(request)
      if (reply.stream !== undefined) return { ...reply, stream: thenLeave(reply.stream, leave) }
      leave()
      return reply
    } catch (cause) {
      leave()
      throw cause
    }
  }
}

/**
 * The same parts; calls `leave` once, at their end or when the client has gone. A generator would
 * not, if the client goes before the first part.
 */
function thenLeave(parts, leave) {
  const iterator = parts[Symbol.asyncIterator]()
  let leaveOnce = () => {
    leaveOnce = () => {}
    leave()
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      try {
        const part = await iterator.next()
        if (part.done) leaveOnce()
        return part
      } catch (cause) {
        leaveOnce()
        throw cause
      }
    },
    async return() {
      leaveOnce()
      await iterator.return?.()
      return { done: true, value: undefined }
    },
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function corsOf(origin) {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'idempotency-key, retry-after, x-request-id, ratelimit, ratelimit-policy',
    vary: 'origin',
  }
}

/** Answers a browser that asks whether a page may call. */
function preflight(allowed) {
  if (Object.keys(allowed).length === 0)
    return new Response(noBrowser, { status: 405, headers: { ...json, vary: 'origin' } })
  const asked = {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'x-api-key, authorization, content-type, idempotency-key',
    'access-control-max-age': '600',
  }
  return new Response(null, { status: 204, headers: { ...allowed, ...asked } })
}

const noBrowser = JSON.stringify({
  code: serviceCodes.method.code,
  message:
    'La API no se llama desde la página de un navegador: su llave quedaría a la vista. Llámela desde su servidor.',
  errors: [],
})

const { code, message } = serviceCodes.failed
const busy = {
  status: 503,
  headers: { ...json, 'retry-after': '1' },
  body: Buffer.from(JSON.stringify({ code, message, errors: [] })),
}
