/**
 * An account with a key of its owner, and its calls over HTTP.
 * @module
 */
import { createUnsafeMemoryOrders } from '../../../src/engine/orders.js'
import { createVault, type Vault } from '../../../src/service/account/vault.js'
import { createService } from '../../../src/service/service.js'
import type { OperationName } from '../../../src/service/operations.js'
import type { Scope } from '../../../src/service/records.js'
import { fixture, noon } from '../../fixtures.js'
import { type Desk, type DeskOptions, openDesk, signer } from '../desk.js'

export const masterKey = new Uint8Array(32).fill(9)
export const password = '12345678a'

/** The form of a CSD of the fixtures. */
export const filesOf = (cer: string, key = cer) => ({
  cer: fixture(`csd/${cer}.cer`).toString('base64'),
  key: fixture(`csd/${key}.key`).toString('base64'),
  password,
})

type Given = Readonly<Record<string, string>>

/** Calls an operation with a key. */
export const caller =
  ({ service }: Pick<Desk, 'service'>, key: string) =>
  (name: OperationName, form: Given = {}, params: Given = {}, headers: Given = {}) =>
    service[name]({ headers: { 'x-api-key': key, ...headers }, form, params })

/** A service with a vault, and the owner's calls. */
export async function openOwner({ options, ...more }: DeskOptions = {}) {
  const vault = createVault({ keys: [masterKey] })
  const desk = await openDesk({ ...more, options: { vault, ...options } })
  const accounts = desk.service.accounts('sandbox')
  const ownerKey = async (account: string, extra: readonly Scope[] = []) => {
    const scopes: Scope[] = ['account:manage', 'invoices:create', 'invoices:read', ...extra]
    return accounts.issueKey({ account, scopes: [...scopes, 'webhooks:manage'] })
  }
  const { id, key } = await ownerKey('uno')
  return { desk, accounts, vault, ownerKey, id, key, call: caller(desk, key) }
}

/** Another process over the sandbox of a desk, with another vault. */
export function openAgain({ pac, stores: { sandbox: store }, ...desk }: Desk, vault: Vault) {
  return createService({
    environments: {
      sandbox: {
        ...{ signers: signer, provider: { ...pac.provider }, store },
        orders: createUnsafeMemoryOrders(),
      },
    },
    links: { base: 'https://facturas.example.mx', secret: new Uint8Array(32).fill(7) },
    clock: () => new Date(noon.getTime() + desk.now),
    vault,
  })
}

/** The body of a response. */
export const said = <Body>({ body }: { body: unknown }) => body as Body
