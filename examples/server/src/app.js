/**
 * What is served: the service, a page over it, and what those who run it ask.
 * @module
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { serviceCodes } from 'cfdi-stamp/service'
import { Hono } from 'hono'
import { mountHono } from '../mounts/hono.js'

/** The application. `isReady` tells whether the database answers; `mostAtOnce` requests are worked on at a time. */
export async function createApp({ service, meter, isReady, mostAtOnce }) {
  const page = await readFile(new URL('page.html', import.meta.url), 'utf8')
  const headers = { ...safe, 'content-security-policy': policyOf(page) }
  const app = new Hono()
  app.get('/', (context) => context.html(page, 200, headers))
  app.get('/health', async (context) => {
    const isUp = await isReady()
    return context.json({ status: isUp ? 'ok' : 'unavailable' }, isUp ? 200 : 503)
  })
  if (meter.text !== undefined) app.get('/metrics', (context) => context.text(meter.text()))
  app.all('/api/*', mountHono({ handle: turnstile(service, mostAtOnce, meter) }))
  return app
}

const safe = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }

/** What the page may do: run what is written in it, and speak with this server. */
function policyOf(page) {
  const own = (tag) => {
    const [, text] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  const self =
    "default-src 'none'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
  return `${self}; script-src ${own('script')}; style-src ${own('style')}`
}

/**
 * Beyond so many calls at a time one is answered at once that it should come again: waiting would only make the queue longer. Who has not
 * sent the whole of a request is not counted, and keeps nobody out.
 */
function turnstile(service, most, meter) {
  const active = meter.createUpDownCounter('cfdi.calls.active', { description: 'Calls under way.' })
  let under = 0
  return async (request) => {
    if (under >= most) return busy
    under++
    active.add(1)
    try {
      return await service.handle(request)
    } finally {
      under--
      active.add(-1)
    }
  }
}

const { code, message } = serviceCodes.failed
const busy = {
  status: 503,
  headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' },
  body: Buffer.from(JSON.stringify({ code, message, errors: [] })),
}
