/**
 * Starts the server from the environment variables, until SIGTERM or SIGINT. Writes its log to the
 * standard output; messages for the operator, with the key, to the standard error.
 * @module
 */
import { firstStart, greeting } from './src/firstStart.js'
import { createLog, endOnFailure } from './src/log.js'
import { openServer } from './src/open.js'
import { readSettings } from './src/settings.js'

const log = createLog()
endOnFailure(log)
const starting = start()
// A signal waits for the start: the database is not closed below the first account.
for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => starting.then((server) => server.close()))
await starting

async function start() {
  const server = await openServer(readSettings(), { log })
  process.stderr.write(greeting(server.url, await firstStart(server.service)))
  return server
}
