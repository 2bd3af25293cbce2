/**
 * For whoever runs the server: makes an account, or another key of one, and prints the key, once. With PGlite the server must not be running.
 *
 *   node account.js sandbox|production ID [NAME RFC…]
 * @module
 */
import { openDatabase } from './src/database.js'
import { createLog } from './src/log.js'
import { readSettings } from './src/settings.js'
import { openStamping, schemas } from './src/stamping.js'

const [environment, id, name, ...issuers] = process.argv.slice(2)
const settings = { ...readSettings(), publicUrl: 'http://localhost' }
const database = await openDatabase(settings, schemas)
const { service } = await openStamping(settings, database, { log: createLog() })
const accounts = service.accounts(environment)
if (name !== undefined) await accounts.create({ id, name, issuers })
const { key } = await accounts.issueKey({ account: id })
console.log(key)
await database.close()
