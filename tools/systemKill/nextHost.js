/**
 * `examples/recipes/nextjs`: its two routes over its PostgreSQL, and the schedule that calls the
 * second.
 */
import { registerHooks } from 'node:module'
import { createStamping } from '../../examples/recipes/nextjs/postgres.js'
import { openPacs, openPool, openSigner, receive, serveOrders } from './host.js'

const pool = openPool()
globalThis.recipe = {
  stamping: createStamping(async () => ({
    pool,
    signers: await openSigner(),
    providers: openPacs(),
  })),
  guardar: receive,
}
// As in its README, the host replaces the in-memory engine and `guardar` by its own.
registerHooks({
  resolve: (specifier, context, next) => {
    const name = /^(?:\.\.\/)+(engine|guardar)\.js$/.exec(specifier)?.[1]
    if (name === undefined) return next(specifier, context)
    const member = name === 'engine' ? 'stamping' : name
    return {
      url: `data:text/javascript,export const ${member} = globalThis.recipe.${member}`,
      shortCircuit: true,
    }
  },
})
process.env.CRON_SECRET = 'secret of the schedule'
const routes = '../../examples/recipes/nextjs/app/api'
const [{ POST }, { GET }] = await Promise.all([
  import(`${routes}/facturas/route.js`),
  import(`${routes}/operar/route.js`),
])
serveOrders(async (key, body) => {
  const headers = { 'idempotency-key': key }
  const reply = await POST(
    new Request('http://localhost/api/facturas', { method: 'POST', headers, body }),
  )
  return [reply.status, await reply.text()]
})
for (;;) {
  const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` }
  const reply = await GET(new Request('http://localhost/api/operar', { headers })).catch(
    (cause) => cause,
  )
  if (!reply.ok) console.error('round', reply.status ?? reply.message)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}
