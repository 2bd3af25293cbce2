import { describe, expect, it, vi } from 'vitest'
import { tokenOf } from '../../../src/pac/hash.js'
import { judgeFind, judgeStamp } from '../../../src/pac/outcome.js'
import type { Provider, StampOutcome } from '../../../src/pac/provider.js'
import type { OnUnknown } from '../../../src/pac/settings.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { sealedDocument, sealedXml } from '../sealedDocuments.js'
import { createStage, hour, minute, never } from '../stage.js'

const silent = { always: { stamp: 'timeout-before', find: 'timeout' } } as const
const silentAfter = { always: { stamp: 'timeout-after', find: 'timeout' } } as const

/** A provider with other methods. */
const replacing =
  (
    id: string,
    methods: (pac: Provider, clock: { sleep(ms: number): Promise<void> }) => Partial<Provider>,
  ) =>
  (pac: Provider, clock: { sleep(ms: number): Promise<void> }): Provider =>
    pac.id !== id
      ? pac
      : {
          id,
          capabilities: pac.capabilities,
          stamp: (sealed, signal) => pac.stamp(sealed, signal),
          find: (sealed, signal) => pac.find(sealed, signal),
          ping: (signal) => pac.ping(signal),
          ...methods(pac, clock),
        }

describe('what nobody understands', () => {
  it('a request to stamp that is answered with `absent` is unknown', async () => {
    const sealed = await sealedDocument(1)
    expect(judgeStamp({ kind: 'absent', pac: 'uno' }, sealed, 'uno')).toMatchObject({
      kind: 'unknown',
    })
    const at = createStage({
      options: { onUnknown: 'hold' },
      wrap: replacing('uno', () => ({
        stamp: async () => ({ kind: 'absent', pac: 'uno' }) as never,
      })),
    })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it.each<[string, object]>([
    [
      'a rejection without a scope that is known',
      { kind: 'rejected', scope: 'other', code: '1', message: '' },
    ],
    [
      'a rejection whose code is no text',
      { kind: 'rejected', scope: 'document', code: 7n, message: '' },
    ],
    [
      'a wait that is no number',
      { kind: 'refused', scope: 'throttle', message: '', retryAfter: 'soon' },
    ],
    ['a message that is no text', { kind: 'unavailable', message: 7 }],
  ])('%s is unknown', async (_, outcome) => {
    expect(judgeStamp({ pac: 'uno', ...outcome }, await sealedDocument(1), 'uno')).toMatchObject({
      kind: 'unknown',
    })
  })

  it('a reason that is not known forbids another PAC all the same', async () => {
    const outcome = { kind: 'unknown', pac: 'uno', message: '', why: 'crossed' }
    expect(judgeStamp(outcome, await sealedDocument(1), 'uno')).toMatchObject({ why: 'mismatch' })
  })

  it.each(['rejected', 'refused', 'unavailable', 'unknown'])(
    'of an answer %s only plain data goes into the journal',
    async (kind) => {
      const sealed = await sealedDocument(1)
      const cyclic: Record<string, unknown> = {
        kind,
        pac: 'uno',
        message: '',
        code: '1',
        scope: 'account',
        raw: 10n,
      }
      if (kind === 'rejected') cyclic['scope'] = 'document'
      cyclic['self'] = cyclic
      for (const judged of [judgeStamp(cyclic, sealed, 'uno'), judgeFind(cyclic, sealed, 'uno')]) {
        expect(judged.kind).toBe(kind)
        expect(JSON.parse(JSON.stringify(judged))).toEqual(judged)
      }
    },
  )
})

describe('onUnknown', () => {
  const decide = async (onUnknown: unknown) => {
    const at = createStage({ uno: silent, options: { onUnknown: onUnknown as () => OnUnknown } })
    return at.stamp()
  }

  it.each([
    [
      'throws',
      () => {
        throw new Error('x')
      },
    ],
    ['rejects', () => Promise.reject(new Error('x'))],
    ['answers nonsense', () => 'SWITCH'],
    ['answers nothing', () => undefined],
    ['never answers', never],
    ['says hold, later', async () => 'hold'],
  ])('that %s holds', async (_, onUnknown) => {
    expect(await decide(onUnknown)).toMatchObject({
      kind: 'unknown',
      pac: 'uno',
      token: expect.any(String),
    })
  })

  it('that says switch, at once or later, switches', async () => {
    expect(await decide(() => 'switch')).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(await decide(async () => 'switch')).toMatchObject({ kind: 'stamped', pac: 'dos' })
  })
})

describe('switch and hold', () => {
  it('switch, the default: an invoice comes out although a PAC is silent, and the second one is reported', async () => {
    const at = createStage({ uno: silentAfter })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'dos' })
    at.faulty.uno.fail({})
    expect(await at.reconcile()).toMatchObject({
      orphans: [{ keep: { pac: 'dos' }, cancel: { pac: 'uno' } }],
    })
  })

  it('hold: no invoice comes out while a PAC is silent, and there is never a second one', async () => {
    const at = createStage({ uno: silentAfter, options: { onUnknown: 'hold' } })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'uno' })
    expect(await at.wait(12 * hour)).toBe(true)
    at.faulty.uno.fail({})
    expect(await at.resume()).toMatchObject([{ outcome: { kind: 'stamped', pac: 'uno' } }])
    expect(at.pacs.dos.received).toEqual([])
    expect(await at.reconcile()).toMatchObject({ orphans: [] })
  })
})

describe('one watch for each PAC', () => {
  it('however often a document goes from one silent PAC to the other, its orphan is reported once', async () => {
    const orphanFound = vi.fn()
    const at = createStage({ uno: silentAfter, dos: silentAfter, options: { on: { orphanFound } } })
    for (let time = 0; time < 14; time++) {
      expect(await at.stamp()).toMatchObject({ kind: 'unknown' })
      expect(at.entry()?.abandoned.length).toBeLessThanOrEqual(2)
      await at.clock.advance(hour)
    }
    at.faulty.uno.fail({})
    at.faulty.dos.fail({})
    expect(await at.stamp()).toMatchObject({ kind: 'stamped' })
    expect((await at.reconcile()).orphans).toHaveLength(1)
    expect(orphanFound).toHaveBeenCalledOnce()
  })

  it('an entry that already has many is asked about once', async () => {
    const at = createStage({ uno: silentAfter })
    await at.stamp()
    const entry = at.entry()
    if (entry === undefined) throw new Error('no entry')
    const {
      abandoned: [attempt],
    } = entry
    const many = Array.from({ length: 14 }, (_, hour) => ({
      ...attempt,
      since: attempt!.since + hour,
    })) as never
    await at.stored.append({ ...entry, version: entry.version + 1, abandoned: many })
    at.faulty.uno.fail({})
    const find = vi.spyOn(at.pacs.uno, 'find')
    expect((await at.reconcile()).orphans).toHaveLength(1)
    expect(find).toHaveBeenCalledOnce()
  })
})

describe('nothing waits for ever', () => {
  it('for a cancelOrphan: the orphan is handed over again later', async () => {
    let hangs = true
    const cancelOrphan = vi.fn(() => (hangs ? never() : Promise.resolve()))
    const at = createStage({
      uno: silentAfter,
      options: { cancelOrphan, timeouts: { host: 10_000 } },
    })
    await at.stamp()
    at.faulty.uno.fail({})
    const began = at.clock.now()
    expect((await at.reconcile()).orphans).toHaveLength(1)
    expect(at.clock.now() - began).toBe(10_000)
    hangs = false
    await at.reconcile()
    expect(cancelOrphan).toHaveBeenCalledTimes(2)
    expect(at.entry()?.status).toBe('closed')
  })

  it('for a journal that lists its documents', async () => {
    const at = createStage()
    at.journal.unfinished = () => ({ [Symbol.asyncIterator]: () => ({ next: never }) })
    await expect(at.resume()).rejects.toMatchObject({ code: 'JOURNAL_TIMEOUT' })
    await expect(at.reconcile()).rejects.toMatchObject({ code: 'JOURNAL_TIMEOUT' })
  })

  it('for what a PAC asks to wait', async () => {
    const at = createStage({
      wrap: replacing('uno', (pac) => {
        const throttled = {
          kind: 'refused',
          pac: 'uno',
          scope: 'throttle',
          message: '',
          retryAfter: 9e15,
        } as const
        let asked = 0
        return { stamp: async (sealed) => (asked++ === 0 ? throttled : pac.stamp(sealed)) }
      }),
    })
    expect(await at.stamp(1)).toMatchObject({ pac: 'dos' })
    await at.clock.advance(11 * minute)
    expect(await at.stamp(2)).toMatchObject({ pac: 'uno' })
  })

  it('for a ping: a PAC whose ping fails is tried all the same, now and then', async () => {
    const at = createStage({ uno: { stamp: Array(5).fill('down'), always: { ping: 'down' } } })
    const stamps: string[] = []
    for (let number = 10; number < 40; number++) {
      stamps.push((await at.stamp(number)).pac)
      await at.clock.advance(minute)
    }
    expect(stamps.slice(0, 5)).toEqual(Array(5).fill('dos'))
    expect(stamps.at(-1)).toBe('uno')
  })
})

describe('callers of one document', () => {
  it('one that goes does not take the others along', async () => {
    const at = createStage({ uno: { stamp: ['slow'] } })
    const sealed = await sealedDocument(1)
    const [first, second] = [new AbortController(), new AbortController()]
    const outcomes = [
      at.stamping.stamp(sealed, first.signal),
      at.stamping.stamp(sealed, second.signal),
    ]
    await at.clock.advance(1_000)
    first.abort()
    expect(await outcomes[0]).toMatchObject({ kind: 'unknown', token: expect.any(String) })
    expect(await at.clock.until(outcomes[1] as Promise<StampOutcome>)).toMatchObject({
      kind: 'stamped',
      pac: 'uno',
    })
  })

  it('one that comes when all have gone gets an attempt of its own', async () => {
    const at = createStage({ uno: { stamp: ['timeout-after'] }, alone: true })
    const sealed = await sealedDocument(1)
    const caller = new AbortController()
    const first = at.stamping.stamp(sealed, caller.signal)
    await at.clock.advance(1_000)
    caller.abort()
    const second = at.stamping.stamp(sealed)
    expect(await at.clock.until(first)).toMatchObject({ kind: 'unknown' })
    expect(await at.clock.until(second)).toMatchObject({ kind: 'stamped', pac: 'uno' })
  })

  it('one that has gone before it came changes nothing for the others', async () => {
    const at = createStage({ uno: { stamp: ['slow'] } })
    const sealed = await sealedDocument(1)
    const first = at.stamping.stamp(sealed)
    await at.clock.advance(1_000)
    expect(await at.stamping.stamp(sealed, AbortSignal.abort())).toMatchObject({ kind: 'unknown' })
    expect(await at.clock.until(first)).toMatchObject({ kind: 'stamped' })
  })

  it('a document that its owner changes is another document', async () => {
    const sealed = { ...(await sealedDocument(1)) }
    const token = await tokenOf(sealed)
    Object.assign(sealed, await sealedDocument(2))
    expect(await tokenOf(sealed)).not.toBe(token)
  })

  it('what is changed while it is stamped is not sent', async () => {
    const at = createStage({
      uno: { stamp: ['throw-before'] },
      alone: true,
      capabilities: { findKinds: [] },
    })
    const sealed: { -readonly [M in keyof Sealed]: Sealed[M] } = { ...(await sealedDocument(1)) }
    const outcome = at.stamping.stamp(sealed)
    sealed.xml = sealedXml(2)
    expect(await at.clock.until(outcome)).toMatchObject({ kind: 'stamped' })
    expect(new Set(at.pacs.uno.received)).toEqual(new Set([sealedXml(1)]))
  })
})

describe('a process that was suspended', () => {
  it('does not send what another one has taken over meanwhile', async () => {
    const at = createStage({ uno: { always: { stamp: 'down' } }, options: { onUnknown: 'hold' } })
    let isAsleep = false
    // Its timers do not fire while it sleeps, and the answer of the journal waits.
    const clock = {
      now: () => at.clock.now(),
      sleep: async (ms: number, signal?: AbortSignal) => {
        await at.clock.sleep(ms, signal)
        while (isAsleep && !signal?.aborted) await at.clock.sleep(minute, signal)
      },
    }
    const journal = {
      ...at.stored,
      append: async (entry: Parameters<typeof at.stored.append>[0]) => {
        const written = await at.stored.append(entry)
        if (entry.version > 1) return written
        isAsleep = true
        await at.clock.sleep(hour)
        isAsleep = false
        return written
      },
    }
    const sleeper = at.server({ journal, clock })
    const sealed = await sealedDocument(1)
    const outcome = sleeper.stamp(sealed)
    await at.clock.advance(20 * minute)
    for (let time = 0; time < 5; time++) {
      await at.clock.until(at.stamping.resume())
      await at.clock.advance(5 * minute)
    }
    expect(at.pacs.dos.stamps.size).toBe(1)
    at.faulty.uno.fail({})
    expect(await at.clock.until(outcome)).toMatchObject({
      kind: 'stamped',
      pac: 'dos',
      when: 'earlier',
    })
    expect(at.pacs.uno.received).toEqual([])
  })

  it('claims the document again before it sends, if nobody has taken it over', async () => {
    const at = createStage()
    let ahead = 0
    const clock = { now: () => at.clock.now() + ahead, sleep: at.clock.sleep.bind(at.clock) }
    at.journal.append = async (entry) => {
      const written = await at.stored.append(entry)
      if (ahead === 0) ahead = hour
      return written
    }
    const sent = vi.spyOn(at.pacs.uno, 'stamp').mockImplementation(async () => {
      expect(at.entry()?.claim?.until).toBeGreaterThan(clock.now())
      return { kind: 'unavailable', pac: 'uno', message: '' }
    })
    await at.clock.until(at.server({ clock }).stamp(await sealedDocument(1)))
    expect(sent).toHaveBeenCalledOnce()
  })
})

describe('a stamp that comes late', () => {
  const deaf = (delay: number, to: 'stamp' | 'find' = 'stamp') =>
    replacing('uno', (pac, clock) => ({
      [to]: async (sealed: Sealed) => {
        const outcome = await pac[to](sealed)
        await clock.sleep(delay)
        return outcome
      },
    }))

  it('while the document is recovered: it is returned, and nothing is sent again', async () => {
    const at = createStage({
      wrap: deaf(75_000),
      uno: { always: { find: 'down' } },
      options: { recovery: { delays: [30_000] } },
    })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno' })
    expect(at.pacs.uno.received).toHaveLength(1)
    expect(at.pacs.dos.received).toEqual([])
  })

  it('when the caller has its unknown: it is journaled, and resume returns it without asking', async () => {
    const at = createStage({
      wrap: deaf(10 * minute),
      uno: { always: { find: 'down' } },
      alone: true,
    })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown' })
    await at.clock.advance(20 * minute)
    expect(at.entry()).toMatchObject({
      status: 'open',
      inDoubt: { found: { kind: 'stamped', pac: 'uno' } },
    })
    at.faulty.uno.fail({ always: { stamp: 'down', find: 'down' } })
    const heir = at.server({ journal: at.stored.afterRestart() })
    expect(await at.clock.until(heir.resume())).toMatchObject([
      { outcome: { kind: 'stamped', pac: 'uno' } },
    ])
  })

  it('when another PAC has stamped: it is an orphan, though the PAC has no look-ups', async () => {
    const at = createStage({ wrap: deaf(10 * minute), capabilities: { findKinds: [] } })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'dos' })
    await at.clock.advance(20 * minute)
    expect(await at.reconcile()).toMatchObject({
      orphans: [{ keep: { pac: 'dos' }, cancel: { pac: 'uno' } }],
      pending: [],
    })
  })
})

describe('the retry budget', () => {
  const patient = { failures: 1000, sample: 1000 }

  it('limits the look-ups of reconcile; what it does not allow is asked by the next call', async () => {
    const at = createStage({ uno: silent, options: { breaker: patient } })
    for (let number = 1; number <= 10; number++) await at.stamp(number)
    at.faulty.uno.fail({})
    const stamping = at.server({ retryBudget: { ratio: 0, perSecond: 0, burst: 4 } })
    const find = vi.spyOn(at.pacs.uno, 'find')
    const { pending } = await at.clock.until(stamping.reconcile())
    const reasons = pending.map(({ why }) => why)
    expect(find).toHaveBeenCalledTimes(reasons.filter((why) => why === 'absent').length)
    expect(reasons.filter((why) => why === 'postponed').length).toBe(10 - 4)
  })

  it('that earns lets reconcile wait for it', async () => {
    const at = createStage({ uno: silent, options: { breaker: patient } })
    for (let number = 1; number <= 10; number++) await at.stamp(number)
    at.faulty.uno.fail({})
    const stamping = at.server({ retryBudget: { ratio: 0, perSecond: 1, burst: 1 } })
    const began = at.clock.now()
    const { pending } = await at.clock.until(stamping.reconcile())
    expect(pending.map(({ why }) => why)).toEqual(Array(10).fill('absent'))
    expect(at.clock.now() - began).toBeGreaterThanOrEqual(8_000)
  })
})
