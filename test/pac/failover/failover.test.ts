import { describe, expect, it, vi } from 'vitest'
import { failover } from '../../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import type { Provider } from '../../../src/pac/provider.js'
import { createFakePac } from '../fakePac.js'
import { sealedDocument } from '../sealedDocuments.js'
import { minute, scene, stampOne, unfinished } from './scene.js'
import { VirtualClock } from './virtualClock.js'

describe('which PAC is tried', () => {
  it('only the first, if it stamps', async () => {
    const at = scene()
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno', when: 'fresh' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it.each(['refuse', 'throttle', 'down'] as const)('the next one after %s', async (fault) => {
    const at = scene({}, { uno: { stamp: [fault] } })
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(at.pacs.uno.stamps.size).toBe(0)
  })

  it.each([
    ['reject-document', 'document'],
    ['reject-list', 'list'],
    ['reject-time', 'time'],
  ] as const)('no other one after %s', async (fault, scope) => {
    const at = scene({}, { uno: { stamp: [fault] } })
    expect(await stampOne(at)).toMatchObject({ kind: 'rejected', pac: 'uno', scope })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('the next one after a rejection by list, if so configured; never after another rejection', async () => {
    const at = scene(
      { onListRejection: 'next' },
      { uno: { stamp: ['reject-list', 'reject-document'] } },
    )
    expect(await stampOne(at, 1)).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(await stampOne(at, 2)).toMatchObject({ kind: 'rejected', pac: 'uno' })
  })

  it('if none stamps, the outcome is that of the last one, and the document may be stamped later', async () => {
    const at = scene({}, { uno: { stamp: ['down'] }, dos: { stamp: ['refuse'] } })
    expect(await stampOne(at)).toMatchObject({ kind: 'refused', pac: 'dos', scope: 'account' })
    expect(await at.stamping.resume()).toEqual([])
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno' })
  })

  it('the second one first for its share of the documents', async () => {
    const numbers = [0.04, 0.06]
    const at = scene({ secondaryShare: 0.05, random: () => numbers.shift() ?? 0.5 })
    expect(await stampOne(at, 1)).toMatchObject({ pac: 'dos' })
    expect(await stampOne(at, 2)).toMatchObject({ pac: 'uno' })
  })
})

describe('the journal', () => {
  it('contains the document before the PAC receives it', async () => {
    const at = scene()
    vi.spyOn(at.pacs.uno, 'stamp').mockImplementation(async ({ xml }) => {
      expect(await unfinished(at)).toMatchObject([
        { version: 1, status: 'open', xml, inDoubt: { pac: 'uno', sending: true } },
      ])
      return { kind: 'unavailable', pac: 'uno', message: '' }
    })
    await stampOne(at)
    expect.assertions(1)
  })

  it('contains the outcome before the caller receives it', async () => {
    const at = scene()
    const append = at.journal.append
    let durable = false
    at.journal.append = async (entry) => {
      await at.clock.sleep(1000)
      durable = entry.outcome !== undefined
      return append(entry)
    }
    const outcome = at.stamping.stamp(await sealedDocument(1)).then(() => durable)
    expect(await at.clock.until(outcome)).toBe(true)
  })

  it('answers for a stamped document without calling a PAC', async () => {
    const at = scene()
    const first = await stampOne(at)
    expect(await stampOne(at)).toEqual({ ...first, when: 'earlier', previous: 'journal' })
    expect(await at.stamping.find(await sealedDocument(1))).toEqual({
      ...first,
      when: 'earlier',
      previous: 'journal',
    })
    expect(at.pacs.uno.received).toHaveLength(1)
  })

  it('that fails to write prevents the request', async () => {
    const at = scene()
    at.journal.append = async () => {
      throw new Error('disk full')
    }
    await expect(at.clock.until(at.stamping.stamp(await sealedDocument(1)))).rejects.toThrow(
      'disk full',
    )
    expect(at.pacs.uno.received).toEqual([])
  })

  it('that fails to write the outcome leaves an unknown, and a later call gets it', async () => {
    const at = scene()
    const append = at.journal.append
    at.journal.append = async (entry) => {
      if (entry.outcome !== undefined) throw new Error('disk full')
      return append(entry)
    }
    expect(await stampOne(at)).toMatchObject({
      kind: 'unknown',
      pac: 'uno',
      token: expect.any(String),
    })
    at.journal.append = append
    const resumed = await at.clock.until(at.make({ journal: at.journal.afterRestart() }).resume())
    expect(resumed).toMatchObject([{ outcome: { kind: 'stamped', pac: 'uno', when: 'earlier' } }])
  })

  it('contains only plain data', async () => {
    const at = scene(
      { onUnknown: 'hold' },
      { uno: { stamp: ['timeout-after'], always: { find: 'timeout', stamp: 'down' } } },
    )
    await stampOne(at)
    const [entry] = await unfinished(at)
    expect(JSON.parse(JSON.stringify(entry))).toEqual(entry)
  })

  it('with an entry that is not a CFDI: that entry is reported, the others are resumed', async () => {
    const at = scene(
      { onUnknown: 'hold' },
      { uno: { always: { stamp: 'timeout-after', find: 'timeout' } } },
    )
    await stampOne(at, 1)
    await stampOne(at, 2)
    const [one, two] = await unfinished(at)
    at.faulty.uno.fail({})
    const journal = createUnsafeMemoryJournal([{ ...one!, xml: '<roto' }, two!])
    const resumed = await at.clock.until(at.make({ journal }).resume())
    expect(resumed.map(({ outcome: { kind } }) => kind).sort()).toEqual(['stamped', 'unknown'])
  })
})

describe('a single writer', () => {
  it('two calls for one document share an attempt', async () => {
    const at = scene({}, { uno: { stamp: ['slow'] } })
    const sealed = await sealedDocument(1)
    const outcomes = await at.clock.until(
      Promise.all([at.stamping.stamp(sealed), at.stamping.stamp({ ...sealed })]),
    )
    expect(outcomes).toMatchObject([{ kind: 'stamped' }, { kind: 'stamped' }])
    expect(at.pacs.uno.received).toHaveLength(1)
  })

  it('two processes: the second one waits until the first one is done', async () => {
    const at = scene({}, { uno: { stamp: ['slow'] } })
    const other = at.make()
    const sealed = await sealedDocument(1)
    const first = at.stamping.stamp(sealed)
    await at.clock.advance(1000)
    expect(await other.stamp(sealed)).toMatchObject({ kind: 'unknown', token: expect.any(String) })
    expect(await other.resume()).toEqual([])
    const stamped = await at.clock.until(first)
    expect(await other.stamp(sealed)).toEqual({ ...stamped, when: 'earlier', previous: 'journal' })
    expect(at.pacs.uno.received).toHaveLength(1)
  })

  it('two concurrent processes: only one sends', async () => {
    const at = scene()
    const load = at.journal.load
    let both: () => void
    const meeting = new Promise<void>((resolve) => {
      both = resolve
    })
    let readers = 0
    at.journal.load = async (token) => {
      const entry = await load(token)
      if (++readers === 2) both()
      if (readers <= 2) await meeting
      return entry
    }
    const sealed = await sealedDocument(1)
    const outcomes = await at.clock.until(
      Promise.all([at.stamping.stamp(sealed), at.make().stamp(sealed)]),
    )
    expect(new Set(outcomes.map(({ kind }) => kind))).toContain('stamped')
    expect(at.pacs.uno.received).toHaveLength(1)
  })

  it('a claim expires: the document of a dead process is taken over', async () => {
    const at = scene({}, { uno: { stamp: ['crash-after'] } })
    const dead = at.make({
      clock: { now: () => at.clock.now(), sleep: () => new Promise(() => {}) },
    })
    void dead.stamp(await sealedDocument(1))
    await at.clock.advance(1000)
    const heir = at.make()
    expect(await at.clock.until(heir.resume())).toEqual([])
    await at.clock.advance(10 * minute)
    expect(await at.clock.until(heir.resume())).toMatchObject([
      { outcome: { kind: 'stamped', pac: 'uno' } },
    ])
    expect(at.pacs.dos.received).toEqual([])
  })
})

describe('an abort by the caller', () => {
  it('before the request: nothing is sent', async () => {
    const at = scene()
    const outcome = await at.stamping.stamp(await sealedDocument(1), AbortSignal.abort())
    expect(outcome).toMatchObject({ kind: 'unavailable' })
    expect(at.pacs.uno.received).toEqual([])
  })

  it('after the request: at once an unknown that can be resumed', async () => {
    const at = scene({}, { uno: { always: { stamp: 'timeout-after' } } })
    const caller = new AbortController()
    const outcome = at.stamping.stamp(await sealedDocument(1), caller.signal)
    await at.clock.advance(1000)
    caller.abort()
    await at.clock.advance(2000)
    expect(await outcome).toMatchObject({ kind: 'unknown', token: expect.any(String) })
    expect(await at.clock.until(at.stamping.resume())).toMatchObject([
      { outcome: { kind: 'stamped', pac: 'uno' } },
    ])
  })
})

describe('resilience', () => {
  it('an open breaker admits no new documents, and closes after a ping', async () => {
    const changes: string[] = []
    const on = {
      breakerChanged: ({ pac, from, to, reason }: Record<string, string>) =>
        changes.push(`${pac} ${from} ${to} ${reason}`),
    }
    const at = scene(
      { on: on as never, breaker: { failures: 2, cooldown: minute } },
      { uno: { stamp: ['down', 'down'], ping: ['down'] } },
    )
    for (const number of [1, 2, 3]) expect(await stampOne(at, number)).toMatchObject({ pac: 'dos' })
    await at.clock.advance(minute)
    expect(await stampOne(at, 4)).toMatchObject({ pac: 'dos' })
    await at.clock.advance(2 * minute)
    expect(await stampOne(at, 5)).toMatchObject({ pac: 'uno' })
    expect(changes).toEqual([
      'uno closed open failures',
      'uno open half-open ping',
      'uno half-open closed answer',
    ])
  })

  it('an open breaker does not move a document in doubt', async () => {
    const at = scene(
      { breaker: { failures: 1 }, onUnknown: 'hold' },
      { uno: { stamp: ['timeout-after'] } },
    )
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('a refused account is not tried again soon', async () => {
    const at = scene({}, { uno: { always: { stamp: 'refuse' } } })
    const stamp = vi.spyOn(at.faulty.uno, 'stamp')
    for (const number of [1, 2, 3, 4, 5]) await stampOne(at, number)
    expect(stamp).toHaveBeenCalledOnce()
  })

  it('a bulkhead limits concurrent documents; those that wait too long are tried at the next PAC', async () => {
    const at = scene(
      { concurrency: { limit: 2, queue: 1, maxWait: 1000 } },
      { uno: { always: { stamp: 'slow' } } },
    )
    const documents = await Promise.all([1, 2, 3, 4].map(sealedDocument))
    const outcomes = await at.clock.until(
      Promise.all(documents.map((sealed) => at.stamping.stamp(sealed))),
    )
    expect(outcomes.map(({ pac }) => pac)).toEqual(['uno', 'uno', 'dos', 'dos'])
  })

  it('a retry budget limits the load of recovery', async () => {
    const pings = { always: { stamp: 'reset-after', find: 'down' } } as const
    const at = scene(
      {
        retryBudget: { ratio: 0, perSecond: 0, burst: 3 },
        onUnknown: 'hold',
        breaker: { failures: 1000, ratio: 1, sample: 1000 },
      },
      { uno: pings },
    )
    const documents = await Promise.all(
      Array.from({ length: 10 }, (_, number) => sealedDocument(number)),
    )
    const find = vi.spyOn(at.faulty.uno, 'find')
    await at.clock.until(Promise.all(documents.map((sealed) => at.stamping.stamp(sealed))))
    expect([at.pacs.uno.received.length, find.mock.calls.length]).toEqual([10, 3])
  })
})

describe('events', () => {
  it('each call, its end and its code, without the document', async () => {
    const events: object[] = []
    const record = (name: string) => (event: object) => events.push({ name, ...event })
    const on = {
      attemptStarted: record('started'),
      attemptEnded: record('ended'),
      departed: record('departed'),
    }
    const at = scene({ on }, { uno: { stamp: ['reset-after'], find: ['timeout'] } })
    await stampOne(at)
    const token = expect.stringMatching(/^[0-9a-f]{64}$/)
    const common = { token, pac: 'uno', sends: 1 }
    expect(events).toEqual([
      { name: 'started', ...common, call: 'stamp', recovery: false },
      { name: 'ended', ...common, call: 'stamp', recovery: false, kind: 'unknown', elapsed: 0 },
      { name: 'started', ...common, call: 'find', recovery: true },
      { name: 'ended', ...common, call: 'find', recovery: true, kind: 'unknown', elapsed: 20_000 },
      { name: 'started', ...common, call: 'find', recovery: true },
      { name: 'ended', ...common, call: 'find', recovery: true, kind: 'stamped', elapsed: 0 },
    ])
  })

  it('an exception in a hook is ignored', async () => {
    const fail = () => {
      throw new Error('hook')
    }
    const at = scene({ on: { attemptStarted: fail, attemptEnded: async () => fail() } })
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped' })
  })
})

describe('a failover is a provider', () => {
  it('that pings, cancels, and queries status and balance through its PACs', async () => {
    const clock = new VirtualClock()
    const journal = createUnsafeMemoryJournal()
    const cancels: string[] = []
    const able = (id: string, kind: 'accepted' | 'unavailable'): Provider => ({
      ...createFakePac(id, { cancelSigned: true, satStatus: true, balance: true }),
      cancel: async () => {
        cancels.push(id)
        return { kind, pac: id, code: '201', message: '' }
      },
      status: async () => (id === 'uno' ? undefined : { estado: 'Vigente' }),
      balance: async () => 10,
    })
    const stamping = failover(
      [able('uno', 'unavailable'), able('dos', 'accepted'), able('tres', 'unavailable')],
      {
        journal,
        clock,
      },
    )
    const request = { uuid: '', rfcEmisor: '', motivo: '02' as const }
    expect(await stamping.cancel?.({ ...request, pac: 'tres' })).toMatchObject({
      kind: 'accepted',
      pac: 'dos',
    })
    expect(cancels).toEqual(['tres', 'uno', 'dos'])
    expect(
      await stamping.status?.({ uuid: '', rfcEmisor: '', rfcReceptor: '', total: '', fe: '' }),
    ).toEqual({
      estado: 'Vigente',
    })
    expect(await stamping.balance?.()).toBe(30)
    expect(await stamping.ping()).toBe(true)
    expect(stamping.capabilities).toMatchObject({
      cancelSigned: true,
      satStatus: true,
      balance: true,
    })
  })

  it('that finds the stamp of any PAC, and is absent only if all are', async () => {
    const at = scene()
    const sealed = await sealedDocument(1)
    expect(await at.stamping.find(sealed)).toEqual({ kind: 'absent', pac: 'failover' })
    at.faulty.uno.fail({ always: { find: 'down' } })
    expect(await at.stamping.find(sealed)).toMatchObject({ kind: 'unavailable', pac: 'uno' })
    await at.pacs.dos.stamp(sealed)
    expect(await at.stamping.find(sealed)).toMatchObject({ kind: 'stamped', pac: 'dos' })
  })
})

describe('invalid arguments', () => {
  const journal = createUnsafeMemoryJournal()
  const pac = createFakePac('uno')
  const forgetful = createFakePac('dos', { dedupByContent: false, findKinds: ['uuid'] })

  it.each([
    ['no provider', [], { journal }],
    ['what is no list', pac, { journal }],
    ['nothing', undefined, { journal }],
    ['no options', [pac], undefined],
    ['two with one id', [pac, createFakePac('uno')], { journal }],
    ['one that may stamp twice', [pac, forgetful], { journal }],
    ['once for a stranger', [pac], { journal, once: ['dos'] }],
    ['no journal', [pac], {}],
    ['an unknown policy', [pac], { journal, onUnknown: 'wait' }],
    ['a time that is not a number', [pac], { journal, timeouts: { stamp: Number.NaN } }],
    ['one negative look-up as proof', [pac], { journal, absence: { finds: 1 } }],
    ['no quiet period', [pac], { journal, absence: { quiet: 0 } }],
    ['no delays', [pac], { journal, recovery: { delays: [] } }],
    ['a share over 1', [pac], { journal, secondaryShare: 2 }],
    ['a breaker without failures', [pac], { journal, breaker: { failures: 0 } }],
    ['an empty bulkhead', [pac], { journal, concurrency: { limit: 0 } }],
    ['a negative budget', [pac], { journal, retryBudget: { burst: -1 } }],
  ])('%s', (_, providers, options) => {
    const call = () => failover(providers as never, options as never)
    expect(call).toThrow(TypeError)
    expect(call).toThrow(/^(failover|breaker|concurrency|retryBudget)\b.*: /)
  })

  it('a PAC without dedupByContent is accepted if it can be looked up, or gets each document once', () => {
    const keyed = createFakePac('tres', { dedupByContent: false, findKinds: ['key'] })
    expect(failover([keyed], { journal }).id).toBe('failover')
    expect(failover([pac, forgetful], { journal, once: ['dos'] }).id).toBe('failover')
    expect(() => failover([forgetful], { journal })).toThrow(
      /pac:check -- dos.*confirmed.*once: \['dos'\]/,
    )
  })
})
