/**
 * The account with which a sandbox begins, and the line of curl that stamps with it.
 * @module
 */
import { fileURLToPath } from 'node:url'
import { scopes as all } from 'cfdi-stamp/service'

const id = 'demo'
const scopes = all.filter((scope) => scope !== 'invoices:settle')
const invoice = fileURLToPath(new URL('../factura.json', import.meta.url))

/**
 * Makes the account and its key, the first time; the key of every later time is `undefined`: it is
 * kept nowhere.
 */
export async function firstStart(service) {
  const accounts = service.accounts('sandbox')
  const isKnown = async () => (await accounts.get(id)) !== undefined
  if (await isKnown()) return undefined
  const isMade = await accounts
    .create({ id, name: 'Cuenta de pruebas', issuers: ['TOAM850417U21'] })
    .then(
      () => true,
      async (cause) => {
        // Another process that starts at the same time was first.
        if (await isKnown()) return false
        throw cause
      },
    )
  return isMade
    ? (await accounts.issueKey({ account: id, name: 'primer arranque', scopes })).key
    : undefined
}

/** Message for the operator at the start of the server. */
export function greeting(url, key) {
  const told = key ?? 'SU_LLAVE'
  return [
    '',
    key === undefined
      ? 'The key was printed at the first start. Another: node account.js sandbox demo'
      : 'The key of the sandbox, printed once:',
    ...(key === undefined ? [] : [`  ${key}`]),
    '',
    `A page to stamp with:  ${url}/${key === undefined ? '' : `#${key}`}`,
    '',
    `curl ${url}/api/v5/invoice/create -H 'X-Api-Key: ${told}' --data-urlencode json@${invoice}`,
    '',
    '',
  ].join('\n')
}
