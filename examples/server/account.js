/**
 * For operators of the server: creates an account or another key, rotates or revokes a key, or adds
 * credits. A key is printed once. Works beside a running server: with PGlite it sends the request
 * to that server.
 *
 *   node account.js sandbox|production ID [NAME RFC…]
 *   node account.js --keys sandbox|production ID
 *   node account.js --rotate sandbox|production KEY [HOURS]
 *   node account.js --limit sandbox|production KEY [AT_ONCE PER_MINUTE]
 *   node account.js --revoke sandbox|production KEY
 *   node account.js --grant sandbox|production ID CREDITS [REFERENCE]
 * @module
 */
import { openDatabase } from './src/database.js'
import { askDesk } from './src/desk.js'
import { askRunning } from './src/door.js'
import { FolderInUse } from './src/folder.js'
import { createLog, endOnFailure } from './src/log.js'
import { readSettings } from './src/settings.js'
import { openStamping, schemas } from './src/stamping.js'

const log = createLog()
endOnFailure(log)
const settings = { ...readSettings(), publicUrl: 'http://localhost' }
const words = process.argv.slice(2)
const database = await openDatabase(settings, schemas).catch((cause) => {
  if (cause instanceof FolderInUse) return undefined
  throw cause
})
if (database === undefined) console.log(await askRunning(settings.dataFolder, words))
else
  try {
    const { service } = await openStamping(settings, database, { log })
    console.log(await askDesk(service, words))
  } finally {
    await database.close()
  }
