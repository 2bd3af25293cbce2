import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { judgeFind, judgeStamp } from '../../src/pac/outcome.js'
import type { FindOutcome, StampOutcome } from '../../src/pac/provider.js'
import {
  type FaultOptions,
  type FaultRates,
  type FaultScript,
  withFaults,
} from '../../src/pac/sandbox/faults.js'
import { VirtualClock } from './failover/virtualClock.js'
import { createFakePac } from './fakePac.js'
import { sealedDocument } from './sealedDocuments.js'

const sealed = await sealedDocument(1)
const other = await sealedDocument(2)

function scene(faults: FaultScript | FaultRates, options: FaultOptions = {}) {
  const clock = new VirtualClock()
  const pac = createFakePac('uno')
  const faulty = withFaults(pac, faults, { clock, ...options })
  return { clock, pac, faulty, has: () => pac.stamps.has(sealed.xml) }
}

/** As the failover does: an exception is unknown. */
async function judged(answer: Promise<StampOutcome>): Promise<StampOutcome> {
  const outcome = await answer.catch(() => ({ kind: 'unknown', pac: 'uno', message: '' }) as const)
  return judgeStamp(outcome, sealed, 'uno')
}

describe('the effect of a fault on the answer and on the document', () => {
  it.each([
    ['none', 'stamped', true],
    ['refuse', 'refused', false],
    ['throttle', 'refused', false],
    ['down', 'unavailable', false],
    ['reject-document', 'rejected', false],
    ['reject-list', 'rejected', false],
    ['reject-time', 'rejected', false],
    ['timeout-before', 'unknown', false],
    ['timeout-after', 'unknown', true],
    ['reset-after', 'unknown', true],
    ['late', 'unknown', true],
    ['earlier', 'stamped', true],
    ['earlier-empty', 'unknown', true],
    ['crossed', 'unknown', true],
    ['malformed', 'unknown', true],
    ['slow', 'stamped', true],
    ['throw-before', 'unknown', false],
    ['throw-after', 'unknown', true],
  ] as const)('%s: %s, and finally stamped: %s', async (fault, kind, stamped) => {
    const { clock, faulty, has } = scene({ stamp: [fault] })
    const outcome = await clock.until(judged(faulty.stamp(sealed)))
    expect(outcome).toMatchObject({ kind, pac: 'uno' })
    expect(has()).toBe(stamped)
    expect(await faulty.stamp(sealed)).toMatchObject({
      kind: 'stamped',
      when: stamped ? 'earlier' : 'fresh',
    })
  })

  it.each([
    ['none', 'stamped'],
    ['absent', 'absent'],
    ['refuse', 'refused'],
    ['down', 'unavailable'],
    ['timeout', 'unknown'],
    ['crossed', 'unknown'],
    ['malformed', 'unknown'],
    ['slow', 'stamped'],
  ] as const)('a look-up, %s: %s', async (fault, kind) => {
    const { clock, pac, faulty } = scene({ find: [fault] })
    await pac.stamp(sealed)
    const found: FindOutcome = await clock.until(faulty.find(sealed))
    expect(judgeFind(found, sealed, 'uno')).toMatchObject({ kind })
    expect(await faulty.find(sealed)).toMatchObject({ kind: 'stamped' })
  })

  it('a ping', async () => {
    const { clock, faulty } = scene({ ping: ['down', 'timeout'] })
    const pings = [faulty.ping(), faulty.ping(), faulty.ping()]
    expect(await clock.until(Promise.all(pings))).toEqual([false, false, true])
  })

  it('a late stamp is made at its time, also after earlier look-ups', async () => {
    const { clock, faulty } = scene({ stamp: ['late'] }, { late: 90_000 })
    const caller = new AbortController()
    const answer = faulty.stamp(sealed, caller.signal)
    caller.abort()
    expect(await answer).toMatchObject({ kind: 'unknown' })
    await clock.advance(89_999)
    expect(await faulty.find(sealed)).toMatchObject({ kind: 'absent' })
    await clock.advance(1)
    expect(await faulty.find(sealed)).toMatchObject({ kind: 'stamped' })
  })

  it('crossed replies return the stamp of the previous document', async () => {
    const { faulty } = scene({ stamp: ['none', 'crossed'] })
    const first = await faulty.stamp(other)
    const crossed = await faulty.stamp(sealed)
    expect(crossed).toMatchObject({ timbre: (first as { timbre: object }).timbre })
  })

  it('a missing answer lasts until the caller aborts', async () => {
    const { clock, faulty } = scene(
      { always: { stamp: 'timeout-before', find: 'timeout' } },
      { silence: 10 * 60_000 },
    )
    const began = clock.now()
    const caller = new AbortController()
    void clock.sleep(5_000).then(() => caller.abort())
    await clock.until(
      Promise.all([faulty.stamp(sealed, caller.signal), faulty.find(sealed, caller.signal)]),
    )
    expect(clock.now() - began).toBe(5_000)
  })

  it.each(['crash-before', 'crash-after'] as const)(
    '%s: the process ends, and the call never comes back',
    async (fault) => {
      const crash = vi.fn()
      const { clock, faulty, has } = scene({ stamp: [fault] }, { crash })
      await expect(clock.until(faulty.stamp(sealed))).rejects.toThrow('nothing is left to wait for')
      expect(crash).toHaveBeenCalledOnce()
      expect(has()).toBe(fault === 'crash-after')
    },
  )

  it('other operations pass through', async () => {
    const pac = {
      ...createFakePac('uno'),
      balance: async () => 7,
      status: async () => undefined,
      cancel: async () => ({ kind: 'accepted', pac: 'uno', code: '201' }) as const,
    }
    const faulty = withFaults(pac, {})
    expect(await faulty.balance?.()).toBe(7)
    expect(faulty.status).toBeTypeOf('function')
    expect(await faulty.cancel?.({ uuid: '', rfcEmisor: '', motivo: '02' })).toMatchObject({
      kind: 'accepted',
    })
    expect(withFaults(createFakePac('dos'), {}).balance).toBeUndefined()
  })
})

describe('at random', () => {
  const run = async (rates: FaultRates, calls = 200) => {
    const { clock, faulty } = scene(rates)
    const answers: string[] = []
    for (let call = 0; call < calls; call++)
      answers.push((await clock.until(faulty.stamp(sealed))).kind)
    return answers
  }

  it('the same seed gives the same faults, another seed others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const rates = { seed, stamp: { down: 0.3, refuse: 0.3 } }
        const once = await run(rates, 40)
        expect(await run(rates, 40)).toEqual(once)
        expect(await run({ ...rates, seed: seed + 1 }, 40)).not.toEqual(once)
      }),
      { numRuns: 20 },
    )
  })

  it('each fault occurs at its rate', async () => {
    const answers = await run({ seed: 7, stamp: { down: 0.1, refuse: 0.2 } }, 2000)
    const share = (kind: string) => answers.filter((each) => each === kind).length / answers.length
    expect(share('unavailable')).toBeCloseTo(0.1, 1)
    expect(share('refused')).toBeCloseTo(0.2, 1)
    expect(share('stamped')).toBeCloseTo(0.7, 1)
  })
})
