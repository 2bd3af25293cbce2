import { describe, expect, it } from 'vitest'
import {
  type ContractSubject,
  ContractViolation,
  describeContract,
  providerContract,
} from '../../src/pac/contract.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Provider, StampOutcome } from '../../src/pac/provider.js'
import { type FaultyProvider, type StampFault, withFaults } from '../../src/pac/sandbox/faults.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import { seal } from '../../src/seal/sello.js'
import { createFakePac } from './fakePac.js'
import { sealedDocument } from './sealedDocuments.js'

/** Time that does not make anybody wait: 10 minutes pass in 10 ms. */
const clock = {
  now: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) return resolve()
      setTimeout(resolve, ms / 60_000)
      signal?.addEventListener('abort', () => resolve())
    }),
}

const arrangements = (pac: FaultyProvider): NonNullable<ContractSubject['arrange']> => {
  const next = (fault: StampFault) => () => pac.fail({ stamp: [fault] })
  return {
    notSent: next('down'),
    answerLost: next('reset-after'),
    unintelligible: next('timeout-before'),
    refused: next('refuse'),
    throttled: next('throttle'),
    rejected: next('reject-document'),
    earlierWithoutStamp: next('earlier-empty'),
  }
}

let number = 0
const light = (): ContractSubject => {
  const pac = withFaults(createFakePac('uno'), {}, { clock })
  return { provider: pac, sealed: () => sealedDocument(++number), arrange: arrangements(pac) }
}

const authority = createSandboxPac().authority
const sandbox = createSandboxPac({ authority })
const csd = sandbox.issueCsd({ rfc: 'PLO150312QT1', name: 'PAPELERIA LUNA DE OCTUBRE SA DE CV' })

/** A document with a seal that verifies, some minutes old. */
async function sealedForReal() {
  const { document } = await sealedDocument(++number)
  const { Complemento: _, ...unsealed } = document
  const Fecha = new Date(Date.now() - 6 * 3_600_000 - 5 * 60_000).toISOString().slice(0, 19)
  return seal({ ...unsealed, Fecha }, await csd)
}

describeContract('a PAC', light, { describe, it })

describeContract('the sandbox', () => ({ provider: sandbox, sealed: sealedForReal }), {
  describe,
  it,
})

describeContract(
  'the sandbox with faults',
  () => {
    const provider = withFaults(sandbox, {}, { clock })
    return { provider, sealed: sealedForReal, arrange: arrangements(provider) }
  },
  { describe, it },
)

describeContract(
  'a composition',
  () => {
    const { provider, sealed, arrange = {} } = light()
    const other = createFakePac('dos')
    const journal = createUnsafeMemoryJournal()
    return {
      provider: failover([provider, other], { journal, clock, random: () => 0.5 }),
      sealed,
      arrange,
      pacs: ['uno', 'dos'],
    }
  },
  { describe, it },
)

describe('the contract finds', () => {
  const violated = async (break_: (pac: Provider) => Partial<Provider>): Promise<string[]> => {
    const names: string[] = []
    const makeSubject = () => {
      const subject = light()
      return {
        ...subject,
        secrets: ['s3cret'],
        provider: { ...rest(subject.provider), ...break_(subject.provider) },
      }
    }
    for (const { name, run } of providerContract(makeSubject)) {
      await run().catch((error: unknown) => {
        expect(error).toBeInstanceOf(ContractViolation)
        names.push(name)
      })
    }
    return names
  }

  /** The methods of a class, as an object that can be changed. */
  const rest = (pac: Provider): Provider => ({
    id: pac.id,
    capabilities: pac.capabilities,
    stamp: (sealed, signal) => pac.stamp(sealed, signal),
    find: (sealed, signal) => pac.find(sealed, signal),
    ping: (signal) => pac.ping(signal),
  })

  const changing = (change: (outcome: StampOutcome) => unknown) => (pac: Provider) => ({
    stamp: async (...call: Parameters<Provider['stamp']>) =>
      change(await pac.stamp(...call)) as StampOutcome,
  })

  it('nothing in a good one', async () => {
    expect(await violated(() => ({}))).toEqual([])
  })

  it.each<[string, (pac: Provider) => Partial<Provider>, string]>([
    ['an id unfit for journals', () => ({ id: 'mi pac' }), 'the id'],
    [
      'a capability that is not there',
      (pac) => ({ capabilities: { ...pac.capabilities, balance: true } }),
      'the capabilities',
    ],
    [
      'a second stamp for the same bytes',
      (pac) => ({
        stamp: async (sealed) =>
          createFakePac(`p${++number}`)
            .stamp(sealed)
            .then((outcome) => ({ ...outcome, pac: pac.id })),
      }),
      'the same bytes again',
    ],
    [
      'the stamp of another',
      changing((outcome) =>
        outcome.kind === 'stamped'
          ? { ...outcome, timbre: { ...outcome.timbre, SelloCFD: 'x' } }
          : outcome,
      ),
      'a document is stamped',
    ],
    [
      'a look-up that stamps',
      (pac) => ({ find: (sealed) => pac.stamp(sealed) as never }),
      'a look-up does not stamp',
    ],
    [
      'a look-up that does not find',
      (pac) => ({ find: async () => ({ kind: 'absent', pac: pac.id }) }),
      'a look-up finds',
    ],
    [
      'unavailable for a document that was sent',
      (pac) => ({
        stamp: async (sealed, signal) => {
          const outcome = await pac.stamp(sealed)
          return signal?.aborted ? { kind: 'unavailable', pac: pac.id, message: '' } : outcome
        },
      }),
      'a call aborted before',
    ],
    [
      'a lost answer reported as unavailable',
      changing((outcome) =>
        outcome.kind === 'unknown' ? { ...outcome, kind: 'unavailable' } : outcome,
      ),
      'a lost answer is unknown',
    ],
    [
      'a lost answer reported as a rejection',
      changing((outcome) =>
        outcome.kind === 'unknown' ? { ...outcome, kind: 'rejected' } : outcome,
      ),
      'an answer that cannot be interpreted',
    ],
    [
      'a refused account reported as a rejection',
      changing((outcome) =>
        outcome.kind === 'refused' ? { ...outcome, kind: 'rejected' } : outcome,
      ),
      'an account',
    ],
    [
      'a rejection without a message',
      changing((outcome) => (outcome.kind === 'rejected' ? { ...outcome, message: '' } : outcome)),
      'a document that violates',
    ],
    [
      'a 307 without data and without why',
      changing((outcome) =>
        outcome.kind === 'unknown' ? { kind: 'unknown', pac: 'uno', message: '' } : outcome,
      ),
      'an earlier stamp that is not returned',
    ],
    [
      'an exception',
      (pac) => ({
        stamp: async () => {
          throw new Error(pac.id)
        },
      }),
      'a document is stamped',
    ],
    ['a ping without a result', () => ({ ping: async () => undefined as never }), 'ping'],
    ['a fractional balance', () => ({ balance: async () => 0.5 }), 'balance'],
    [
      'a secret',
      changing((outcome) => ({ ...outcome, detail: 'password=s3cret' })),
      'a document is stamped',
    ],
  ])('%s', async (_, break_, name) => {
    const names = await violated(break_)
    expect(
      names.some((each) => each.startsWith(name)),
      names.join('\n'),
    ).toBe(true)
  })

  it('and says what does not apply', async () => {
    const makeSubject = () => ({
      provider: createFakePac('uno', { findKinds: [] }),
      sealed: () => sealedDocument(++number),
    })
    const reasons = await Promise.all(providerContract(makeSubject).map(({ run }) => run()))
    expect(reasons.filter((reason) => reason === 'no look-ups')).toHaveLength(2)
    expect(reasons).toContain('refused is not arranged')
  })
})
