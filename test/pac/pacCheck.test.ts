/** `npm run pac:check`, against the fakes. */
import { describe, expect, it } from 'vitest'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../src/pac/sandbox/testSealer.js'
import { checkPac, main, tableOf } from '../../tools/pacCheck.js'
import { providerOf, startFake } from './pacs/pacs.js'

const pac = createSandboxPac()

describe('what it prints', () => {
  it.each([
    [
      'finkok',
      'confirmed only if it says that it is the same: unknown · stamped · 307',
      'before: absent; after: stamped · earlier',
    ],
    ['prodigia', 'confirmed: the same UUID', 'before: unknown'],
    ['fel', 'unknown · stamped · 801', 'after: stamped · earlier'],
  ] as const)('%s', async (name, repeat, find) => {
    const fake = await startFake(name, { pac })
    const table = tableOf(await checkPac(name, providerOf(fake), await createTestSealer(pac)))
    await fake.close()
    expect(table).toContain(repeat)
    expect(table).toContain(find)
    expect(table).toContain('Vigente')
    expect(table).toMatch(/changed after it was sealed: rejected · 302/)
  })
})

it('does not run in CI, and says what it lacks', async () => {
  await expect(main('finkok', { CI: '1' })).rejects.toThrow('not for CI')
  await expect(main('nadie', {})).rejects.toThrow('which PAC? finkok')
  await expect(main('finkok', { PAC_USER: 'u' })).rejects.toThrow('PAC_PASSWORD is missing')
})
