/**
 * For whoever runs the server: makes an account, another key of one, or gives it credits; a key is printed, once. With PGlite the server
 * must not be running.
 *
 *   node account.js sandbox|production ID [NAME RFC…]
 *   node account.js --grant sandbox|production ID CREDITS [REFERENCE]
 * @module
 */
import { openDatabase } from './src/database.js'
import { createLog } from './src/log.js'
import { readSettings } from './src/settings.js'
import { openStamping, schemas } from './src/stamping.js'

/** @type {Record<string, (accounts: import('cfdi-stamp/service').Accounts, given: string[]) => Promise<string>>} */
const verbs = {
  async key(accounts, [id, name, ...issuers]) {
    if (name !== undefined) await accounts.create({ id, name, issuers })
    return (await accounts.issueKey({ account: id })).key
  },
  async grant(accounts, [id, credits, reference = new Date().toISOString()]) {
    const isNew = await accounts.grant(id, Number(credits), reference)
    return isNew ? 'granted' : 'that reference was used before'
  },
}

const isGrant = process.argv[2] === '--grant'
const [environment, ...given] = process.argv.slice(isGrant ? 3 : 2)
const settings = { ...readSettings(), publicUrl: 'http://localhost' }
const database = await openDatabase(settings, schemas)
try {
  const { service } = await openStamping(settings, database, { log: createLog() })
  console.log(await verbs[isGrant ? 'grant' : 'key'](service.accounts(/** @type {'sandbox'} */ (environment)), given))
} finally {
  await database.close()
}
