import { describe, expect, it } from 'vitest'
import { readCatalogPack, writeCatalogPack } from '../../src/catalogs/catalogPack.js'
import { type Catalogs, catalogs, createCatalogs } from '../../src/catalogs/catalogs.js'
import { createEngine } from '../../src/engine/engine.js'
import { packed } from '../../src/node/packed.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { csd, draft } from '../fixtures.js'

const date = '2026-12-04'

async function withoutG03(): Promise<Catalogs> {
  const text = packed('c_UsoCFDI')!.replace(/"date":"[^"]*"/, `"date":"${date}"`)
  const pack = await writeCatalogPack(
    date,
    new Map([['c_UsoCFDI', text.replace('\nG03\t', '\nG09\t')]]),
  )
  return createCatalogs({ packs: [await readCatalogPack(pack)] })
}

describe('catalogues of a function', () => {
  it('are those of the moment, for each document', async () => {
    let present = catalogs
    const engine = createEngine({
      signers: await csd('person'),
      provider: createSandboxPac(),
      catalogs: () => present,
    })
    const invoice = draft('ingreso')
    const messages = async () =>
      (await engine.check(invoice))
        .map(({ message }) => message)
        .filter((text) => /UsoCFDI/.test(text))
    expect(await messages()).toEqual([])
    present = await withoutG03()
    expect(await messages()).toEqual([expect.stringContaining(`según el catálogo de ${date}`)])
    present = catalogs
    expect(await messages()).toEqual([])
  })

  it('are refused when they are neither', async () => {
    const options = { signers: await csd('person'), provider: createSandboxPac() }
    expect(() => createEngine({ ...options, catalogs: {} as never })).toThrow(/catalogs/)
  })
})
