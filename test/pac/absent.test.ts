/** What a user confirmed of a look-up: that the PAC has nothing, and what follows in a failover. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../src/seal/sello.js'
import { adapterOf, type Fake, providerOf, startFake } from './pacs/pacs.js'

const pac = createSandboxPac()
let seal: () => Promise<Sealed>
beforeAll(async () => {
  seal = await createTestSealer(pac)
})

describe.each([
  ['fel', 'No existe un timbre con esa referencia', {}],
  ['sifei', 'No existe el CFDI', {}],
  ['ntlink', 'NoEncontrado', { hash: 'cadena' }],
  ['itimbre', 'No se encontró el CFDI', {}],
] as const)('%s', (name, absent, more) => {
  let fake: Fake
  beforeAll(async () => {
    fake = await startFake(name, { pac })
  })
  afterAll(() => fake.close())

  it('says that it has nothing by what was confirmed, and by nothing else', async () => {
    const sealed = await seal()
    const kindOf = async (changes: object) =>
      (await providerOf(fake, { ...more, ...changes }).find(sealed)).kind
    expect(await kindOf({ absent })).toBe('absent')
    for (const other of [{}, { absent: 'No existe' }, { absent, password: 'otra' }])
      expect(await kindOf(other)).toBe('unknown')
    await providerOf(fake, more).stamp(sealed)
    expect(await kindOf({ absent })).toBe('stamped')
  })

  it.each(['', 7, null, '307', '301', 'CFDI40101'])('%j is none', (wrong) => {
    expect(() => adapterOf(fake, { ...more, absent: wrong })).toThrow(/absent must be/)
  })

  it('nor is a code of its own that means something', () => {
    if (name !== 'fel') return
    expect(() => adapterOf(fake, { ...more, absent: '801' })).toThrow(/absent must be/)
  })

  it('what did not reach it is proved absent, and sent again', async () => {
    const stamping = failover([providerOf(fake, { ...more, absent })], {
      journal: createUnsafeMemoryJournal(),
      recovery: { window: 20_000, delays: [5] },
      absence: { finds: 3, quiet: 20 },
    })
    fake.next('dropped')
    expect(await stamping.stamp(await seal())).toMatchObject({
      kind: 'stamped',
      pac: name,
      when: 'fresh',
    })
    expect(fake.asked.map(({ op }) => op).join(' ')).toMatch(
      /stamp find find find(?: find)* stamp$/,
    )
  })
})
