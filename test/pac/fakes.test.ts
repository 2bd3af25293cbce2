/** What a fake remembers of its account and of its stamps, over many requests. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../src/seal/sello.js'
import { type Fake, names, providerOf, startFake } from './pacs/pacs.js'

const pac = createSandboxPac()
let seal: () => Promise<Sealed>
beforeAll(async () => {
  seal = await createTestSealer(pac)
})

async function withFake(
  name: Fake['name'],
  credits: number,
  work: (fake: Fake) => Promise<void>,
): Promise<void> {
  const fake = await startFake(name, { pac, credits })
  await work(fake).finally(() => fake.close())
}

describe('the account', () => {
  it('of Prodigia is locked by three wrong passwords, and then the right one is refused too', () =>
    withFake('prodigia', 9, async (fake) => {
      const right = providerOf(fake)
      const sealed = await seal()
      expect(await right.stamp(sealed)).toMatchObject({ kind: 'stamped' })
      // Each provider tries once: three programs.
      for (let time = 0; time < 3; time++)
        expect(await providerOf(fake, { password: 'otra' }).stamp(sealed)).toMatchObject({
          kind: 'refused',
        })
      expect(await right.stamp(sealed)).toMatchObject({
        kind: 'refused',
        detail: 'La cuenta está bloqueada',
      })
    }))

  it('of FEL is blocked by a share of rejections above 30 %, which two hosts reach sooner than one is paused', () =>
    withFake('fel', 99, async (fake) => {
      for (const provider of [providerOf(fake), providerOf(fake)])
        for (let time = 0; time < 5; time++) {
          const { xml, ...sealed } = await seal()
          expect(
            (await provider.stamp({ ...sealed, xml: xml.replace(' Total=', ' Totol=') })).kind,
          ).toBe('rejected')
        }
      const outcome = await providerOf(fake).stamp(await seal())
      expect(outcome).toMatchObject({
        kind: 'unknown',
        detail: expect.stringContaining('bloqueada'),
      })
      expect(fake.uuids).toEqual([])
    }))

  it.each(names)(
    'of %s has so many stamps and no more; what it stamped is not counted twice',
    (name) =>
      withFake(name, 1, async (fake) => {
        const sealed = await seal()
        const provider = providerOf(fake)
        expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped' })
        expect(['refused', 'unknown']).toContain((await provider.stamp(await seal())).kind)
        const again = await provider.stamp(sealed)
        expect(
          again.kind === 'stamped' || (again.kind === 'unknown' && again.why === 'stamped'),
        ).toBe(true)
        expect(fake.uuids).toHaveLength(1)
      }),
  )
})

it.each(names)(
  '%s stamps late: two look-ups deny it, and the third has it, if there are look-ups',
  (name) =>
    withFake(name, 9, async (fake) => {
      const provider = providerOf(fake, name === 'ntlink' ? { hash: 'cadena' } : {})
      const sealed = await seal()
      fake.next('late')
      expect(await provider.stamp(sealed)).toMatchObject({ kind: 'unknown' })
      const kinds = [
        await provider.find(sealed),
        await provider.find(sealed),
        await provider.find(sealed),
      ].map(({ kind }) => kind)
      const no = name === 'finkok' || name === 'timbox' ? 'absent' : 'unknown'
      const canFind = provider.capabilities.findKinds.length > 0
      expect(kinds).toEqual(canFind ? [no, no, 'stamped'] : ['unknown', 'unknown', 'unknown'])
      expect(fake.uuids).toHaveLength(1)
    }),
)
