/**
 * The account with which a sandbox begins, and the line of curl that stamps with it.
 * @module
 */
import { fileURLToPath } from 'node:url'

const id = 'demo'
const invoice = fileURLToPath(new URL('../factura.json', import.meta.url))

/** Makes the account and its key, the first time; the key of every later time is `undefined`: it is kept nowhere. */
export async function firstStart(service) {
  const accounts = service.accounts('sandbox')
  if ((await accounts.get(id)) !== undefined) return undefined
  await accounts.create({ id, name: 'Cuenta de pruebas', issuers: ['TOAM850417U21'] })
  return (await accounts.issueKey({ account: id, name: 'primer arranque' })).key
}

/** What a person reads when the server starts. */
export function greeting(url, key) {
  const told = key ?? 'SU_LLAVE'
  return [
    '',
    key === undefined
      ? 'The key was printed at the first start. Another: node account.js'
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
