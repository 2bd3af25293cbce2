/**
 * The vault of the server: AES-GCM under the master key of the environment (`MASTER_KEY`), and the
 * values that the server keeps in its database, sealed.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createVault } from 'cfdi-stamp/service'

/** Name of the value that shows whether a master key is the right one. */
const check = 'vault check'

/**
 * Opens the vault. PGlite without a master key has one in a file beside the database, which the
 * database does not contain; PostgreSQL without one has no vault.
 */
export async function openVault({ masterKey = [] }, folder, kind) {
  const own = kind === 'pglite' ? [await keyOfFolder(folder)] : []
  const keys = [...masterKey, ...own]
  return keys.length === 0 ? undefined : createVault({ keys })
}

async function keyOfFolder(folder) {
  if (folder === undefined) return randomBytes(32)
  const file = join(folder, 'master.key')
  await mkdir(folder, { recursive: true })
  const made = randomBytes(32).toString('hex')
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((cause) => {
    if (cause.code !== 'EEXIST') throw cause
  })
  const text = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new TypeError(`${file} is damaged: restore it from a backup, or see MASTER_KEY_LOST`)
  return Buffer.from(text, 'hex')
}

/**
 * Creates `keep(name, make)`, which creates a value once for all processes and starts: the first
 * writer wins. Values are sealed with the first master key, also those of before.
 * @throws TypeError when the master key is not that of the database
 */
export async function createKeeper(client, vault, { masterKeyLost = false }) {
  const contextOf = (name) => `server/${name}`
  const read = async (name) =>
    (await client.query('select value from server_kept where name = $1::text', [name])).rows[0]
      ?.value
  const seal = async (name, value) =>
    vault === undefined ? value : vault.seal(Buffer.from(value), contextOf(name))
  const open = async (name, value) => {
    if (value === undefined || !value.startsWith('sealed1.')) return value
    const bytes = await vault?.open(value, contextOf(name))
    return bytes === undefined ? undefined : Buffer.from(bytes).toString()
  }
  const keep = async (name, make) => {
    const kept = await read(name)
    if (kept === undefined) {
      const insert =
        'insert into server_kept (name, value) values ($1::text, $2::text) on conflict do nothing'
      await client.query(insert, [name, await seal(name, await make())])
    }
    return (await open(name, kept ?? (await read(name)))) ?? refuse()
  }
  await reseal(client, { vault, seal, open, isLost: masterKeyLost })
  if (vault !== undefined) await keep(check, () => check)
  return keep
}

/** Seals values of before with the first key. Those that no key opens are removed if it is lost. */
async function reseal(client, { vault, seal, open, isLost }) {
  const { rows } = await client.query('select name, value from server_kept', [])
  const current = (await seal(check, check)).slice(0, 'sealed1.'.length + 16)
  for (const { name, value } of rows) {
    if (vault !== undefined && value.startsWith(current)) continue
    const opened = await open(name, value)
    if (opened === undefined && !isLost) refuse()
    const [statement, rest] =
      opened === undefined
        ? ['delete from server_kept where name = $1::text and value = $2::text', []]
        : [
            'update server_kept set value = $3::text where name = $1::text and value = $2::text',
            [await seal(name, opened)],
          ]
    if (opened === undefined || vault !== undefined)
      await client.query(statement, [name, value, ...rest])
  }
}

function refuse() {
  throw new TypeError(
    'MASTER_KEY is not the key that sealed the secrets of this database: restore it, or start once with MASTER_KEY_LOST=yes, then upload the CSDs again and rotate the webhooks',
  )
}
