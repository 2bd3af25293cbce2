/**
 * GET /api/operar: una ronda. La llama cada minuto un programador (el `crons` de Vercel, un cron)
 * con `Authorization: Bearer CRON_SECRET`.
 * @module
 */
import { operateOnce } from 'cfdi-stamp'
import { stamping } from '../../../engine.js'
import { guardar } from '../../../guardar.js'

export const runtime = 'nodejs'

export async function GET(request) {
  const secret = process.env.CRON_SECRET
  if (!secret || request.headers.get('authorization') !== `Bearer ${secret}`)
    return new Response(null, { status: 401 })
  const { engine, provider, store } = await stamping()
  const { tasks } = await operateOnce(engine, {
    provider,
    store,
    deliver: guardar,
    cancelDuplicates: true,
    roundTimeout: 45_000,
  })
  const failed = tasks.some((task) => task.failed > 0)
  return Response.json(
    tasks.map(({ task, delivered, waiting }) => ({ task, delivered, waiting })),
    { status: failed ? 500 : 200 },
  )
}
