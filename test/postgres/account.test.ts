/**
 * What processes share of a PAC's account: its circuit, and its limits.
 * @module
 */
import { expect, it } from 'vitest'
import type { StampOutcome } from '../../src/pac/provider.js'
import { createSharedBreaker } from '../../src/postgres/breaker.js'
import { createSharedBulkhead } from '../../src/postgres/limiter.js'
import { describeDatabases } from './databases.js'
import { counting } from './records.js'

const stamped = { kind: 'stamped', pac: 'uno' } as StampOutcome
const silent: StampOutcome = { kind: 'unknown', pac: 'uno', message: '' }
const rejected: StampOutcome = {
  kind: 'rejected',
  pac: 'uno',
  code: '301',
  message: '',
  scope: 'document',
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describeDatabases('an account', ({ client, schema }) => {
  it('that fails for one process is spared by all, and tried by one', async () => {
    const name = await schema()
    const options = {
      pac: 'uno',
      schema: name,
      refresh: 1,
      cooldown: 3_600_000,
      maxCooldown: 3_600_000,
      failures: 2,
    }
    const breakers = Array.from({ length: 4 }, () => createSharedBreaker(client(), options))
    const [first, second] = breakers as [(typeof breakers)[0], (typeof breakers)[0]]
    expect(await Promise.all(breakers.map((one) => one.admit()))).toEqual([
      'yes',
      'yes',
      'yes',
      'yes',
    ])
    // Two failures in a row, of two processes.
    await first.record(silent, Date.now())
    await second.record(silent, Date.now())
    await pause(5)
    expect(await Promise.all(breakers.map((one) => one.admit()))).toEqual(['no', 'no', 'no', 'no'])
    expect(breakers.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open'])
    // The hour passes.
    const past = `update ${name}.circuits set circuit = jsonb_set(circuit::jsonb, '{reopenAt}', '0')::json`
    await client().query(past, [])
    const answers = await Promise.all(breakers.map((one) => one.admit()))
    expect([...answers].sort()).toEqual(['no', 'no', 'no', 'ping'])
    const trier = breakers[answers.indexOf('ping')]!
    await trier.pinged(true)
    const trials = await Promise.all(breakers.map((one) => one.admit()))
    expect([...trials].sort()).toEqual(['no', 'no', 'no', 'yes'])
    await trier.record(stamped, Date.now() + 1_000)
    await pause(5)
    expect(await Promise.all(breakers.map((one) => one.admit()))).toEqual([
      'yes',
      'yes',
      'yes',
      'yes',
    ])
  })

  it('that rejects what all processes send is spared by all, if it charges for it', async () => {
    const options = {
      pac: 'uno',
      schema: await schema(),
      refresh: 3_600_000,
      rejections: { ratio: 0.5, sample: 4 },
    }
    const [first, second] = [
      createSharedBreaker(client(), options),
      createSharedBreaker(client(), options),
    ]
    for (const breaker of [first, second]) {
      await breaker.admit()
      await breaker.record(stamped, Date.now())
    }
    await first.record(rejected, Date.now())
    expect(await first.admit()).toBe('yes')
    await second.record(rejected, Date.now())
    expect(await second.admit()).toBe('no')
  })

  it('costs few statements while all is well', async () => {
    const counted = counting(client())
    const breaker = createSharedBreaker(counted, {
      pac: 'uno',
      schema: await schema(),
      refresh: 3_600_000,
    })
    for (let count = 0; count < 100; count++) {
      expect(await breaker.admit()).toBe('yes')
      await breaker.record(stamped, Date.now())
    }
    expect(counted.statements).toBeLessThanOrEqual(4)
  })

  it('whose circuit cannot be read is tried if it was closed', async () => {
    const breaker = createSharedBreaker(client(), { pac: 'uno', schema: 'nowhere' })
    expect(await breaker.admit()).toBe('yes')
    await breaker.record(silent, Date.now())
    expect(breaker.state).toBe('closed')
  })

  it('never has more requests under way than its limit, over all processes', async () => {
    const options = { pac: 'uno', limit: 3, poll: 5, schema: await schema() }
    const bulkheads = Array.from({ length: 3 }, () => createSharedBulkhead(client(), options))
    let underWay = 0
    let most = 0
    const work = async (at: number) => {
      const release = await bulkheads[at % 3]!.take()
      underWay++
      most = Math.max(most, underWay)
      await pause(3)
      underWay--
      release?.()
      release?.()
      return release !== undefined
    }
    expect(await Promise.all(Array.from({ length: 24 }, (_, at) => work(at)))).toEqual(
      Array.from({ length: 24 }, () => true),
    )
    expect(most).toBeLessThanOrEqual(3)
    expect(most).toBeGreaterThan(1)
  })

  it('serves documents in doubt first, refuses what is too much, and gives up on who waits too long or goes', async () => {
    const options = {
      pac: 'uno',
      limit: 1,
      queue: 1,
      maxWait: 100,
      poll: 10,
      schema: await schema(),
    }
    const bulkhead = createSharedBulkhead(client(), options)
    const held = await bulkhead.take()
    const waits = bulkhead.take()
    expect(await bulkhead.take(), 'the queue is full').toBeUndefined()
    expect(await waits, 'out of patience').toBeUndefined()
    const gone = new AbortController()
    const goes = bulkhead.takeFirst(gone.signal)
    gone.abort()
    expect(await goes).toBeUndefined()
    held?.()
    const patient = createSharedBulkhead(client(), { ...options, maxWait: 60_000 })
    const own = await patient.take()
    const served: string[] = []
    const waiting = [
      patient.take().then((release) => [served.push('new'), release?.()]),
      patient.takeFirst().then((release) => [served.push('in doubt'), release?.()]),
    ]
    own?.()
    await Promise.all(waiting)
    expect(served).toEqual(['in doubt', 'new'])
  })

  it('gets back the permits of a process that died, when their lease ends', async () => {
    const options = { pac: 'uno', limit: 1, lease: 100, poll: 20, schema: await schema() }
    expect(await createSharedBulkhead(client(), options).take()).toBeDefined()
    expect(await createSharedBulkhead(client(), options).take()).toBeDefined()
  })

  it('begins no more requests in a time than its rate', async () => {
    const bulkhead = createSharedBulkhead(client(), {
      pac: 'uno',
      limit: 100,
      perSecond: 1,
      burst: 3,
      maxWait: 50,
      schema: await schema(),
    })
    const taken = await Promise.all(Array.from({ length: 10 }, () => bulkhead.take()))
    // One more if the machine took a second for it.
    expect([3, 4]).toContain(taken.filter(Boolean).length)
  })
})

it('refuses options that are out of range', () => {
  const nobody = {
    query: () => Promise.reject(new Error('asked')),
    transaction: () => Promise.reject(new Error('asked')),
  }
  for (const wrong of [{ failures: 0 }, { ratio: 2 }, { cooldown: -1 }, { schema: '' }]) {
    expect(
      () => createSharedBreaker(nobody, { pac: 'uno', ...wrong }),
      JSON.stringify(wrong),
    ).toThrow(TypeError)
  }
  for (const wrong of [
    { limit: 0 },
    { limit: 1.5 },
    { perSecond: 0 },
    { lease: Number.NaN },
    { queue: -1 },
  ]) {
    expect(
      () => createSharedBulkhead(nobody, { pac: 'uno', limit: 1, ...wrong }),
      JSON.stringify(wrong),
    ).toThrow(TypeError)
  }
})
