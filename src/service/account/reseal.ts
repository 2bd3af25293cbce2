/**
 * Seals every stored secret again, after a change of the master key.
 * @module
 */
import type { AllRecords, Records, ServiceStore } from '../ports.js'
import type {
  CsdRecord,
  EnvironmentName,
  SandboxRecord,
  ServiceRecord,
  WebhookRecord,
} from '../records.js'
import { issuedContextOf, issuedOwner, type KeptCsd } from '../sandbox/sandboxCsds.js'
import { isPlainSecret, webhookContext } from '../webhooks/secret.js'
import { csdContext } from './csds.js'
import { sealText, type Vault } from './vault.js'

/** Result of a new sealing. */
export interface Resealed {
  /** Secrets that the first master key seals now. */
  readonly sealed: number
  /** Secrets that no master key opens: their CSDs must be uploaded again, their webhooks rotated; a sandbox issues its own anew. */
  readonly unreadable: number
}

interface Sealing {
  readonly name: EnvironmentName
  readonly store: ServiceStore
  readonly vault: Vault | undefined
}

/** Seals the secrets of an environment again, row by row. @throws TypeError without a vault */
export async function resealSecrets({ name, store, vault }: Sealing): Promise<Resealed> {
  if (vault === undefined) throw new TypeError('accounts: the service has no vault')
  const counts = { sealed: 0, unreadable: 0 }
  const again = async (sealed: string, context: string) => {
    const isPlain = isPlainSecret(sealed)
    const secret = isPlain ? new TextEncoder().encode(sealed) : await vault.open(sealed, context)
    if (secret === undefined) {
      counts.unreadable++
      return sealed
    }
    counts.sealed++
    return vault.seal(secret, context)
  }
  const csds = (row: CsdRecord) =>
    again(row.sealed, csdContext(name, row.id)).then((sealed) => ({ ...row, sealed }))
  const webhooks = async (row: WebhookRecord) => {
    const context = webhookContext(name, row.id)
    const previous = []
    for (const one of row.previous ?? [])
      previous.push({ ...one, secret: await again(one.secret, context) })
    const secret = await again(row.secret, context)
    return { ...row, secret, ...(previous.length > 0 && { previous }) }
  }
  // The key of an issued CSD may be in the clear, of a time without a vault.
  const issued = async (row: SandboxRecord) => {
    const { isSealed = false, ...csd } = row.content as KeptCsd
    const context = issuedContextOf(row.id.slice(row.id.indexOf('/') + 1))
    if (!isSealed) counts.sealed++
    const key = await (isSealed ? again(csd.key, context) : sealText(vault, csd.key, context))
    return { ...row, content: { ...csd, key, isSealed: true } }
  }
  await resealTable(store, (tables) => tables.csds, csds)
  await resealTable(store, (tables) => tables.webhooks, webhooks)
  await resealTable(store, (tables) => tables.sandbox, issued, issuedOwner)
  return counts
}

/** A row that changes while it is sealed is sealed once more. */
async function resealTable<Row extends ServiceRecord>(
  store: ServiceStore,
  tableOf: (tables: AllRecords) => Records<Row>,
  seal: (row: Row) => Promise<Row>,
  owner?: string,
): Promise<void> {
  let after: Row | undefined
  for (;;) {
    const rows = await tableOf(store).page({
      limit: 100,
      after,
      ...(owner !== undefined && { owner }),
    })
    for (const row of rows) await resealRow(store, tableOf, { row, seal })
    after = rows.at(-1)
    if (after === undefined) return
  }
}

async function resealRow<Row extends ServiceRecord>(
  store: ServiceStore,
  tableOf: (tables: AllRecords) => Records<Row>,
  { row, seal }: { readonly row: Row; readonly seal: (row: Row) => Promise<Row> },
): Promise<void> {
  for (let seen: Row | undefined = row; seen !== undefined; ) {
    const before: Row = seen
    const made = await seal(before)
    seen = await store.transaction(async (tables) => {
      const current = await tableOf(tables).lock(row.id)
      if (current === undefined) return undefined
      if (JSON.stringify(current) !== JSON.stringify(before)) return current
      await tableOf(tables).put(made)
      return undefined
    })
  }
}
