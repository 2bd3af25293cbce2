/**
 * For whoever runs the server: makes an account, another key of one, rotates or revokes a key, or gives credits; a key is printed, once.
 * With PGlite the server must not be running.
 *
 *   node account.js sandbox|production ID [NAME RFC…]
 *   node account.js --keys sandbox|production ID
 *   node account.js --rotate sandbox|production KEY [HOURS]
 *   node account.js --revoke sandbox|production KEY
 *   node account.js --grant sandbox|production ID CREDITS [REFERENCE]
 * @module
 */
import { openDatabase } from './src/database.js'
import { askDesk } from './src/desk.js'
import { createLog, endOnFailure } from './src/log.js'
import { readSettings } from './src/settings.js'
import { openStamping, schemas } from './src/stamping.js'

const log = createLog()
endOnFailure(log)
const settings = { ...readSettings(), publicUrl: 'http://localhost' }
const database = await openDatabase(settings, schemas)
try {
  const { service } = await openStamping(settings, database, { log })
  console.log(await askDesk(service, process.argv.slice(2)))
} finally {
  await database.close()
}
