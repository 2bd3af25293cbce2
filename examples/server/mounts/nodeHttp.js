/**
 * The service on `node:http`: `createServer(mountNodeHttp(service))`.
 * @module
 */
import { bodyOf } from './body.js'

export const mountNodeHttp = (service) => async (request, response) => {
  const [path, ...query] = request.url.split('?')
  const { method, headers } = request
  const body = await bodyOf(request).catch(() => undefined)
  const reply = await service.handle({ method, path, query: query.join('?'), headers, body })
  response.writeHead(reply.status, reply.headers).end(reply.body)
}
