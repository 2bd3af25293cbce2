/** Requests go out under the name and the version of this package. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { userAgent } from '../../src/lib/userAgent.js'
import { createSend } from '../../src/node/send.js'

it('is that of package.json', () => {
  const { name, version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  expect(userAgent).toBe(`${name}/${version}`)
})

it('is sent, unless an adapter has its own', async () => {
  const seen: unknown[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers['user-agent'])
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await createSend()({ method: 'GET', url, headers: {} })
  await createSend()({ method: 'GET', url, headers: { 'user-agent': 'otro/1' } })
  await new Promise((resolve) => server.close(resolve))
  expect(seen).toEqual([userAgent, 'otro/1'])
})
