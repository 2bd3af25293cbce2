/**
 * The service on `node:http`: `createServer(mountNodeHttp(service))`.
 * @module
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bodyOf } from './body.js'

export const mountNodeHttp = (service) => async (request, response) => {
  const [path, ...query] = request.url.split('?')
  const { method, headers } = request
  let body
  try {
    body = await bodyOf(request)
  } catch {
    return void response.destroy()
  }
  const sent = { method, path, query: query.join('?'), headers, body, streams: true }
  const reply = await service.handle(sent)
  response.writeHead(reply.status, reply.headers)
  if (reply.stream === undefined) return void response.end(reply.body)
  // A client that hangs up ends the export.
  await pipeline(Readable.from(reply.stream), response).catch(() => {})
}
