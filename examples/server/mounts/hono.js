/**
 * The service on Hono over Node: `app.all('/api/*', mountHono(service))`.
 * @module
 */
import { bodyOf } from './body.js'

export const mountHono = (service) => async (context) => {
  const { incoming } = context.env
  const [path, ...query] = incoming.url.split('?')
  const { method, headers } = incoming
  const sent = await bodyOf(incoming).catch(() => undefined)
  const reply = await service.handle({ method, path, query: query.join('?'), headers, body: sent })
  return new Response(reply.status === 204 ? null : reply.body, reply)
}
