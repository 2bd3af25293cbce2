/**
 * Keys of the CSDs that a sandbox issues: sealed by the vault where there is one.
 * @module
 */
import { expect, it } from 'vitest'
import { createAuthority } from '../../../src/pac/sandbox/authority.js'
import { resealSecrets } from '../../../src/service/account/reseal.js'
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

it('are sealed again with a new master key, also those that were in the clear', async () => {
  const [old, next] = [1, 2].map((byte) => new Uint8Array(32).fill(byte))
  const [stored, others] = [createMemoryServiceStore(), 'CACX7605101P8']
  const signerOf = (vault: ReturnType<typeof vaultOf> | undefined, of: string) =>
    createSandboxCsds({ store: stored, authority, nameOf: undefined, vault })(of).then(
      ({ signer }) => signer.certificate.noCertificado,
    )
  const numbers = [
    await signerOf(createVault({ keys: [old!] }), rfc),
    await signerOf(undefined, others),
  ]
  const given = { name: 'sandbox', store: stored } as const
  const vault = createVault({ keys: [next!, old!] })
  for (let time = 0; time < 2; time++)
    expect(await resealSecrets({ ...given, vault })).toEqual({ sealed: 2, unreadable: 0 })
  const after = createVault({ keys: [next!] })
  expect([await signerOf(after, rfc), await signerOf(after, others)]).toEqual(numbers)
  const lost = { ...given, vault: createVault({ keys: [old!] }) }
  expect(await resealSecrets(lost)).toEqual({ sealed: 0, unreadable: 2 })
})

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
