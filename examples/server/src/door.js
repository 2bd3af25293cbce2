/**
 * Local endpoint for `account.js` while the server runs on PGlite, whose folder only one process
 * may open. It listens on this machine only, and requires a secret of the data folder.
 * @module
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { askDesk } from './desk.js'

const fileOf = (folder) => join(folder, 'desk.json')
/** A logo of a million bytes in Base64, and more. */
const mostBytes = 2_000_000

/** Opens the endpoint. Resolves to the function that closes it. */
export async function openDoor(folder, service) {
  const secret = randomBytes(32).toString('hex')
  const server = createServer(
    (request, response) => void serve(request, response, { secret, service }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await writeFile(fileOf(folder), JSON.stringify({ port, secret }), { mode: 0o600 })
  server.unref()
  return async () => {
    await rm(fileOf(folder), { force: true })
    server.close()
    server.closeAllConnections()
  }
}

async function serve(request, response, { secret, service }) {
  const isAllowed = request.method === 'POST' && isSecret(request.headers.authorization, secret)
  if (!isAllowed) return response.writeHead(403).end()
  const [status, body] = await answerTo(request, service)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
}

async function answerTo(request, service) {
  try {
    const chunks = []
    for await (const chunk of request.take(mostBytes)) chunks.push(chunk)
    return [200, await askDesk(service, JSON.parse(Buffer.concat(chunks).toString()))]
  } catch (cause) {
    // Messages of the desk for operators are TypeErrors; other errors may quote a statement.
    return cause instanceof TypeError ? [400, cause.message] : [500, 'the server could not do it']
  }
}

function isSecret(given = '', secret) {
  const [expected, shown] = [`Bearer ${secret}`, given].map((text) => Buffer.from(text))
  return expected.length === shown.length && timingSafeEqual(expected, shown)
}

/**
 * Sends a command to the desk of the server that runs in a folder.
 * @throws TypeError with its message, or without a response
 */
export async function askRunning(folder, words) {
  const asked = await readFile(fileOf(folder), 'utf8')
    .then(JSON.parse)
    .then(({ port, secret }) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body: JSON.stringify(words),
      }),
    )
    .catch(() => undefined)
  if (asked === undefined)
    throw new TypeError(
      `${folder} is in use, and no server answers for it: is it starting, or ending?`,
    )
  const text = await asked.text()
  if (!asked.ok) throw new TypeError(text || 'the server does not know who asks')
  return text
}
