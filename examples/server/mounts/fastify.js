/**
 * The service on Fastify: `app.register(mountFastify(service))`.
 * @module
 */
import { Readable } from 'node:stream'
import { bodyOf } from './body.js'

export const mountFastify = (service) => async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload) =>
    bodyOf(Object.assign(payload, { headers: request.headers })),
  )
  app.all('/api/*', async ({ raw, method, headers, body }, reply) => {
    const [path, ...query] = raw.url.split('?')
    const answer = await service.handle({
      method,
      path,
      query: query.join('?'),
      headers,
      body: body ?? undefined,
      streams: true,
    })
    const sent = answer.stream ? Readable.from(answer.stream) : Buffer.from(answer.body)
    return reply.code(answer.status).headers(answer.headers).send(sent)
  })
}
