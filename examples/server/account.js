/**
 * For operators of the server: administers accounts, keys and credits. A key is printed once. Works beside a running server: with PGlite it sends the request
 * to that server.
 *
 *   node account.js ENVIRONMENT ID [NAME RFC…]             creates an account, or another key
 *   node account.js --list ENVIRONMENT                     the accounts
 *   node account.js --show ENVIRONMENT ID                  an account with its balance
 *   node account.js --name ENVIRONMENT ID NAME
 *   node account.js --issuers ENVIRONMENT ID RFC…          in place of the earlier ones
 *   node account.js --close ENVIRONMENT ID
 *   node account.js --reopen ENVIRONMENT ID
 *   node account.js --balance ENVIRONMENT ID
 *   node account.js --grant ENVIRONMENT ID CREDITS [REFERENCE]
 *   node account.js --issue ENVIRONMENT ID SCOPE…          a key with these scopes
 *   node account.js --keys ENVIRONMENT ID
 *   node account.js --scopes ENVIRONMENT KEY SCOPE…        in place of the earlier ones
 *   node account.js --rotate ENVIRONMENT KEY [HOURS]
 *   node account.js --limit ENVIRONMENT KEY [AT_ONCE PER_MINUTE]
 *   node account.js --revoke ENVIRONMENT KEY
 *   node account.js --revoke-all ENVIRONMENT ID
 *   node account.js --audit ENVIRONMENT ID
 *   node account.js --logo ENVIRONMENT ID FILE [NAME]      a logo for its PDFs: PNG, JPEG or SVG
 *   node account.js --remove-logo ENVIRONMENT ID [NAME]
 *   node account.js --reseal ENVIRONMENT                   seals secrets with the new master key
 *   node account.js --restored ENVIRONMENT SINCE [UNTIL]   after a backup of SINCE was restored
 *   node account.js --end-restore ENVIRONMENT
 *
 * ENVIRONMENT is sandbox or production.
 * @module
 */
import { readFile } from 'node:fs/promises'
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
// The desk may be in another process: it gets the image, not its path.
if (words[0] === '--logo') words[3] = await readFile(words[3], 'base64')
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
