/**
 * Every PAC through the same suite: the contract, and every trick that its fake can do, over a real
 * socket.
 * @module
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { escapeText } from '../../../src/lib/xml/escape.js'
import { type ContractSubject, describeContract } from '../../../src/pac/contract.js'
import { fakeAccount } from '../../../src/pac/fakes/fake.js'
import { fakes } from '../../../src/pac/fakes/fakes.js'
import { outcomesOf, type Trick, tricks, tricksOf } from '../../../src/pac/fakes/tricks.js'
import type { StampOutcome } from '../../../src/pac/provider.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../../src/seal/sello.js'
import {
  adapterOf,
  type Fake,
  hostOf,
  names,
  providerOf,
  startFake,
  wrongCredentials,
} from './pacs.js'

const pac = createSandboxPac()
const secrets = [fakeAccount.password, escapeText(fakeAccount.password)]
let seal: () => Promise<Sealed>
beforeAll(async () => {
  seal = await createTestSealer(pac)
})

describe.each(names)('%s', (name) => {
  const { wire } = fakes[name]
  let fake: Fake
  beforeAll(async () => {
    fake = await startFake(name, { pac })
  })
  afterAll(() => fake.close())

  function subject(): ContractSubject {
    const host = hostOf()
    const next = (trick: Trick) => () => fake.next(trick)
    return {
      provider: providerOf(fake, {}, host.send),
      sealed: seal,
      secrets,
      arrange: {
        notSent: host.disconnect,
        answerLost: next('lost'),
        unintelligible: next('html'),
        ...(outcomesOf(wire, 'credits')[0] === 'refused' && { refused: next('credits') }),
        throttled: next('throttled'),
        rejected: next('rejected'),
        earlierWithoutStamp: next('earlierEmpty'),
      },
    }
  }

  describeContract('the contract', subject, { describe, it })

  it('redacts its password, as written and as XML has it', () => {
    const own = { prodigia: ['contrato-1'], sifei: ['equipo-1'], sw: undefined } as Record<
      string,
      string[] | undefined
    >
    const all = name === 'sw' ? [fakeAccount.password] : [...secrets, ...(own[name] ?? [])]
    expect(adapterOf(fake).secrets?.()).toEqual(all)
  })

  it.each(tricksOf(wire))(
    '%s: the right outcome, no secret, and one stamp in the end',
    async (trick) => {
      const { stamps } = tricks[trick]
      const sealed = await seal()
      const before = fake.uuids.length
      fake.next(trick)
      const outcome = await providerOf(
        fake,
        {},
        hostOf({ timeout: trick === 'silent' ? 300 : 20_000 }).send,
      ).stamp(sealed)
      expect(outcomesOf(wire, trick)).toContain(outcome.kind)
      for (const secret of secrets) expect(JSON.stringify(outcome)).not.toContain(secret)
      // Who gives up may be faster than who stamps.
      await vi.waitFor(() => expect(fake.uuids.length - before).toBe(stamps ? 1 : 0), 60_000)
      await settle(sealed)
      expect(fake.uuids.length - before).toBe(1)
    },
  )

  /**
   * Asks again, as a failover would, until the stamp is there; where the PAC cannot return it,
   * until it says that it has one.
   */
  async function settle(sealed: Sealed): Promise<void> {
    const provider = providerOf(fake)
    const { capabilities } = provider
    for (let turn = 0; turn < 4; turn++) {
      const outcome: StampOutcome = await provider.stamp(sealed)
      if (outcome.kind === 'stamped') return
      expect(outcome).toMatchObject({ kind: 'unknown', why: 'stamped' })
      const found = await provider.find(sealed)
      if (found.kind === 'stamped') return
      expect(['absent', 'unknown']).toContain(found.kind)
    }
    expect([capabilities.returnsEarlierStamp, capabilities.findKinds]).toEqual(['sometimes', []])
  }

  it('a wrong password is refused, and not tried again', async () => {
    const provider = providerOf(fake, wrongCredentials(name))
    const before = fake.requests.length
    const outcome = await provider.stamp(await seal())
    expect(outcome.kind).toBe(outcomesOf(wire, 'login')[0])
    expect(fake.requests.length - before).toBe(1)
  })

  it('ping is true while it runs', async () => {
    expect(await providerOf(fake).ping()).toBe(true)
  })

  it('the request to stamp is deterministic', async () => {
    const sealed = await seal()
    const before = fake.requests.length
    await providerOf(fake).stamp(sealed)
    await providerOf(fake).stamp({ ...sealed })
    const [first, second] = fake.requests.slice(before).filter(({ body }) => body.length > 500)
    expect(second?.body).toEqual(first?.body)
    expect(second?.path).toBe(first?.path)
  })
})
