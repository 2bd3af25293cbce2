import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBreaker } from '../../../src/pac/breaker.js'
import { createBudget } from '../../../src/pac/budget.js'
import { createBulkhead } from '../../../src/pac/bulkhead.js'
import type { BreakerOptions } from '../../../src/pac/circuit.js'
import { systemClock, within } from '../../../src/pac/clock.js'
import type { StampOutcome } from '../../../src/pac/provider.js'
import { timbreOf } from '../fakePac.js'
import { VirtualClock } from './virtualClock.js'

const base = { pac: 'uno', message: '' }
const outcomes = {
  stamped: { kind: 'stamped', pac: 'uno', when: 'fresh', timbre: timbreOf('uno', 1, '') },
  rejected: { ...base, kind: 'rejected', scope: 'document', code: '301' },
  account: { ...base, kind: 'refused', scope: 'account' },
  throttle: { ...base, kind: 'refused', scope: 'throttle' },
  'throttle 5 s': { ...base, kind: 'refused', scope: 'throttle', retryAfter: 5_000 },
  unavailable: { ...base, kind: 'unavailable' },
  unknown: { ...base, kind: 'unknown' },
} as const satisfies Record<string, StampOutcome>

function scene(options: BreakerOptions = {}) {
  const clock = new VirtualClock()
  const changes: string[] = []
  const breaker = createBreaker(options, clock, (from, to, reason) =>
    changes.push(`${from} > ${to} (${reason})`),
  )
  const record = (...kinds: (keyof typeof outcomes)[]) => {
    for (const kind of kinds) breaker.record(outcomes[kind], clock.now())
  }
  return { clock, changes, breaker, record }
}

describe('a breaker', () => {
  it.each(['unavailable', 'unknown', 'throttle'] as const)(
    'opens after five consecutive outcomes of %s',
    (kind) => {
      const { breaker, record } = scene()
      record(kind, kind, kind, kind)
      expect(breaker.admit()).toBe('yes')
      record(kind)
      expect([breaker.state, breaker.admit()]).toEqual(['open', 'no'])
    },
  )

  it('does not count rejections, and a success resets the count', () => {
    const { breaker, record } = scene({ failures: 2 })
    record(
      'rejected',
      'rejected',
      'rejected',
      'unknown',
      'stamped',
      'unknown',
      'rejected',
      'unknown',
    )
    expect(breaker.state).toBe('closed')
  })

  it('also opens on the share of failures', () => {
    const { breaker, record } = scene({ sample: 10, ratio: 0.5 })
    record(
      'unknown',
      'stamped',
      'unknown',
      'stamped',
      'unknown',
      'stamped',
      'unknown',
      'stamped',
      'stamped',
    )
    expect(breaker.state).toBe('closed')
    record('unknown')
    expect(breaker.state).toBe('open')
  })

  it('asks for a ping after the cooldown, then admits one document, then closes', async () => {
    const { breaker, record, clock, changes } = scene({ failures: 1, cooldown: 1000 })
    record('unknown')
    await clock.advance(999)
    expect(breaker.admit()).toBe('no')
    await clock.advance(1)
    expect([breaker.admit(), breaker.admit()]).toEqual(['ping', 'no'])
    breaker.pinged(true)
    expect([breaker.admit(), breaker.admit()]).toEqual(['yes', 'no'])
    record('rejected')
    expect([breaker.admit(), breaker.admit()]).toEqual(['yes', 'yes'])
    expect(changes).toEqual([
      'closed > open (failures)',
      'open > half-open (ping)',
      'half-open > closed (answer)',
    ])
  })

  it('stays open twice as long each time, up to a limit', async () => {
    const { breaker, record, clock } = scene({ failures: 1, cooldown: 1000, maxCooldown: 3000 })
    record('unknown')
    for (const time of [1000, 2000, 3000, 3000]) {
      await clock.advance(time - 1)
      expect(breaker.admit()).toBe('no')
      await clock.advance(1)
      expect(breaker.admit()).toBe('ping')
      breaker.pinged(false)
    }
    await clock.advance(3000)
    breaker.admit()
    breaker.pinged(true)
    breaker.admit()
    record('unknown')
    expect(breaker.state).toBe('open')
  })

  it('stays open for the retryAfter of the PAC, and longer for a refused account', async () => {
    const { breaker, record, clock } = scene({ accountCooldown: 60_000 })
    record('throttle 5 s')
    await clock.advance(4_999)
    expect(breaker.admit()).toBe('no')
    await clock.advance(1)
    expect(breaker.admit()).toBe('ping')
    breaker.pinged(true)
    record('account')
    await clock.advance(60_000)
    expect(breaker.admit()).toBe('no')
    await clock.advance(60_000)
    expect(breaker.admit()).toBe('ping')
  })

  it('tries a document after five pings without an answer: the ping may be what is broken', async () => {
    const { breaker, record, clock, changes } = scene({
      failures: 1,
      cooldown: 1000,
      maxCooldown: 1000,
    })
    record('unknown')
    for (let ping = 0; ping < 5; ping++) {
      await clock.advance(1000)
      expect(breaker.admit()).toBe('ping')
      breaker.pinged(false)
    }
    expect([breaker.admit(), breaker.admit()]).toEqual(['yes', 'no'])
    record('unknown')
    await clock.advance(1000)
    expect(breaker.admit()).toBe('ping')
    expect(changes.at(-1)).toBe('half-open > open (failures)')
  })

  it('opens on a share of rejections, if it is told to', () => {
    const strict = scene({ rejections: { ratio: 0.75, sample: 4 } })
    for (const kind of ['rejected', 'stamped', 'rejected', 'stamped', 'rejected'] as const)
      strict.record(kind)
    expect(strict.breaker.state).toBe('closed')
    for (const kind of ['rejected', 'rejected'] as const) strict.record(kind)
    expect(strict.changes).toEqual(['closed > open (rejections)'])
    const usual = scene({})
    for (let time = 0; time < 100; time++) usual.record('rejected')
    expect(usual.breaker.state).toBe('closed')
    for (const rejections of [
      { ratio: 0, sample: 4 },
      { ratio: 2, sample: 4 },
      { ratio: 0.5, sample: 0 },
    ])
      expect(() => scene({ rejections })).toThrow(TypeError)
  })

  it('does not decide the trial by earlier requests', async () => {
    const { breaker, record, clock } = scene({ failures: 1, cooldown: 1000 })
    const before = clock.now()
    record('unknown')
    await clock.advance(1000)
    breaker.admit()
    breaker.pinged(true)
    expect(breaker.admit()).toBe('yes')
    breaker.record(outcomes.unknown, before)
    breaker.record(outcomes.stamped, before)
    expect(breaker.state).toBe('half-open')
    record('stamped')
    expect(breaker.state).toBe('closed')
  })

  it('does not stay open because of a ping or a trial without a result', async () => {
    const { breaker, record, clock } = scene({ failures: 1, cooldown: 1000 })
    record('unknown')
    await clock.advance(1000)
    expect(breaker.admit()).toBe('ping')
    await clock.advance(1000)
    expect(breaker.admit()).toBe('ping')
    breaker.pinged(true)
    expect(breaker.admit()).toBe('yes')
    await clock.advance(1000)
    expect(breaker.admit()).toBe('yes')
  })

  it('always closes again if the PAC works', async () => {
    const event = fc.oneof(
      fc.constantFrom(...(Object.keys(outcomes) as (keyof typeof outcomes)[])),
      fc.boolean(),
      fc.integer({ min: 1, max: 100_000 }),
      fc.constant('admit' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const { breaker, record, clock } = scene()
        for (const each of events) {
          if (each === 'admit') breaker.admit()
          else if (typeof each === 'string') record(each)
          else if (typeof each === 'boolean') breaker.pinged(each)
          else await clock.advance(each)
        }
        await clock.advance(4 * 3_600_000)
        if (breaker.admit() === 'ping') {
          breaker.pinged(true)
          expect(breaker.admit()).toBe('yes')
        }
        record('stamped')
        expect([breaker.state, breaker.admit()]).toEqual(['closed', 'yes'])
      }),
    )
  })
})

describe('a bulkhead', () => {
  it('grants permits in order, to documents in doubt first, and takes each back once', async () => {
    const bulkhead = createBulkhead({ limit: 1 }, new VirtualClock())
    const served: string[] = []
    const first = await bulkhead.take()
    const take = async (name: string, waiting: ReturnType<typeof bulkhead.take>) => {
      const release = await waiting
      served.push(name)
      release?.()
      release?.()
    }
    const all = [
      take('new 1', bulkhead.take()),
      take('new 2', bulkhead.take()),
      take('in doubt 1', bulkhead.takeFirst()),
      take('in doubt 2', bulkhead.takeFirst()),
    ]
    first?.()
    await Promise.all(all)
    expect(served).toEqual(['in doubt 1', 'in doubt 2', 'new 1', 'new 2'])
    const again = await bulkhead.take()
    const full = bulkhead.take(AbortSignal.abort())
    expect(await full).toBeUndefined()
    again?.()
  })

  it('ends a wait after its time-out or an abort, and limits the queue', async () => {
    const clock = new VirtualClock()
    const bulkhead = createBulkhead({ limit: 1, queue: 2, maxWait: 1000 }, clock)
    const first = await bulkhead.take()
    const caller = new AbortController()
    const [patient, hanging] = [bulkhead.take(), bulkhead.take(caller.signal)]
    expect(await bulkhead.take()).toBeUndefined()
    caller.abort()
    expect(await hanging).toBeUndefined()
    expect(await clock.until(patient)).toBeUndefined()
    first?.()
    expect(await bulkhead.take()).toBeTypeOf('function')
  })
})

describe('a retry budget', () => {
  it('is a share of the new documents, plus a constant rate', async () => {
    const clock = new VirtualClock()
    const budget = createBudget({ ratio: 0.5, perSecond: 1, burst: 2 }, clock)
    const withdrawals = (times: number) => Array.from({ length: times }, () => budget.withdraw())
    expect(withdrawals(3)).toEqual([true, true, false])
    budget.deposit()
    expect(budget.withdraw()).toBe(false)
    budget.deposit()
    expect(withdrawals(2)).toEqual([true, false])
    await clock.advance(10_000)
    expect(withdrawals(3)).toEqual([true, true, false])
  })
})

describe('the clock', () => {
  it('the system clock sleeps until the time or the abort', async () => {
    const caller = new AbortController()
    const long = systemClock.sleep(60_000, caller.signal)
    await systemClock.sleep(1)
    caller.abort()
    await long
    await systemClock.sleep(60_000, AbortSignal.abort())
    await Promise.race([
      systemClock.sleep(Number.POSITIVE_INFINITY, caller.signal),
      systemClock.sleep(1),
    ])
  })

  it('a call over its limits is aborted, and then given up', async () => {
    const clock = new VirtualClock()
    const limits = { ms: 1000, grace: 100 }
    const polite = within(clock, limits, async (signal) => {
      await clock.sleep(60_000, signal)
      return 'aborted'
    })
    expect(await clock.until(polite)).toBe('aborted')
    const deaf = within(clock, limits, () => clock.sleep(60_000).then(() => 'late'))
    expect(await clock.until(deaf)).toBeUndefined()
    await expect(
      clock.until(within(clock, limits, () => Promise.reject(new Error('x')))),
    ).rejects.toThrow('x')
    const hung = within(clock, { ...limits, signal: AbortSignal.abort() }, async (signal) => {
      await clock.sleep(50)
      return signal.aborted
    })
    expect(await clock.until(hung)).toBe(true)
  })
})
