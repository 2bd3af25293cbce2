/**
 * Keys of the CSDs that a sandbox issues: sealed by the vault where there is one.
 * @module
 */
import { expect, it } from 'vitest'
import { createAuthority } from '../../../src/pac/sandbox/authority.js'
import { createVault } from '../../../src/service/account/vault.js'
import { createMemoryServiceStore } from '../../../src/service/memoryStore.js'
import { createSandboxCsds } from '../../../src/service/sandbox/sandboxCsds.js'

const rfc = 'TOAM850417U21'
const vaultOf = (byte: number) => createVault({ keys: [new Uint8Array(32).fill(byte)] })
const store = createMemoryServiceStore()
const authority = createAuthority({ clock: () => new Date('2026-11-26T18:00:00Z') })
const numberOf = async (vault?: ReturnType<typeof vaultOf>) => {
  const { signer } = await createSandboxCsds({ store, authority, nameOf: undefined, vault })(rfc)
  await signer.sign(new Uint8Array(3))
  return signer.certificate.noCertificado
}
const kept = async () =>
  (await store.sandbox.get(`csd/${rfc}`))?.content as { key: string; isSealed?: boolean }

it('are sealed once there is a vault, stay the same, and are issued anew without it', async () => {
  const first = await numberOf()
  expect((await kept()).key).toMatch(/^MII/)
  expect(await numberOf(vaultOf(1))).toBe(first)
  expect((await kept()).key).toMatch(/^sealed1\./)
  expect(await numberOf(vaultOf(1))).toBe(first)
  const second = await numberOf(vaultOf(2))
  expect(second).not.toBe(first)
  expect(await numberOf(vaultOf(2))).toBe(second)
  expect((await kept()).key).toMatch(/^sealed1\./)
})
