/** A PAC that charges or blocks for invalid requests gets no more of them than it tolerates. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { adapterOf, type Fake, hostOf, startFake } from '../pacs/pacs.js'

const pac = createSandboxPac()
let fake: Fake
let seal: () => Promise<Sealed>
beforeAll(async () => {
  fake = await startFake('fel', { pac })
  seal = await createTestSealer(pac)
})
afterAll(() => fake.close())

const minutes = 60_000

it('FEL: after 10 rejections of 40 nothing is sent for a quarter of an hour, and looking up goes on', async () => {
  let now = Date.now()
  const provider = createProvider(adapterOf(fake), {
    send: hostOf().send,
    clock: () => new Date(now),
  })
  const first = await seal()
  for (let count = 0; count < 30; count++)
    expect((await provider.stamp(await seal())).kind).toBe('stamped')
  expect((await provider.stamp(first)).kind).toBe('stamped')
  fake.next(...Array.from({ length: 10 }, () => 'rejected' as const))
  for (let count = 0; count < 10; count++)
    expect((await provider.stamp(await seal())).kind).toBe('rejected')
  const sent = fake.requests.length
  expect(await provider.stamp(await seal())).toMatchObject({
    kind: 'refused',
    scope: 'throttle',
    retryAfter: 15 * minutes,
  })
  expect(fake.requests.length).toBe(sent)
  expect((await provider.find(first)).kind).toBe('stamped')
  now += 15 * minutes
  expect((await provider.stamp(await seal())).kind).toBe('stamped')
})

it('FEL: nine of 40 are not too many, and lost answers are none', async () => {
  const provider = createProvider(adapterOf(fake), { send: hostOf().send })
  for (let turn = 0; turn < 3; turn++) {
    fake.next(
      ...Array.from({ length: 9 }, () => 'rejected' as const),
      ...Array.from({ length: 5 }, () => 'lost' as const),
    )
    for (let count = 0; count < 40 + 5; count++)
      expect((await provider.stamp(await seal())).kind).not.toBe('refused')
  }
})
