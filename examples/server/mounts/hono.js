/**
 * The service on Hono over Node: `app.all('/api/*', mountHono(service))`.
 * @module
 */
import { Readable } from 'node:stream'
import { bodyOf } from './body.js'

export const mountHono = (service) => async (context) => {
  const { incoming } = context.env
  const [path, ...query] = incoming.url.split('?')
  const { method, headers } = incoming
  let sent
  try {
    sent = await bodyOf(incoming)
  } catch {
    // The client has gone.
    return new Response(null, { status: 400 })
  }
  const request = { method, path, query: query.join('?'), headers, body: sent, streams: true }
  const reply = await service.handle(request)
  const body = reply.stream ? Readable.toWeb(Readable.from(reply.stream)) : reply.body
  return new Response(reply.status === 204 ? null : body, reply)
}
