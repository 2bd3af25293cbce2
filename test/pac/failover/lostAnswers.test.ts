import { describe, expect, it, vi } from 'vitest'
import { failover } from '../../../src/pac/failover.js'
import { createUnsafeMemoryJournal, type JournalEntry } from '../../../src/pac/journal.js'
import { type FaultScript, withFaults } from '../../../src/pac/sandbox/faults.js'
import { createFakePac } from '../fakePac.js'
import { sealedDocument } from '../sealedDocuments.js'
import { minute, noLookUps, scene, stampOne, unfinished } from './scene.js'
import { VirtualClock } from './virtualClock.js'

describe('a lost answer', () => {
  const stamped = [
    'timeout-after',
    'reset-after',
    'throw-after',
    'earlier-empty',
    'malformed',
  ] as const
  const unsent = ['timeout-before', 'throw-before'] as const

  it.each(stamped)(
    '%s: a look-up recovers it, and the document is not sent again',
    async (fault) => {
      const at = scene({}, { uno: { stamp: [fault] } })
      expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno' })
      expect(at.pacs.dos.received).toEqual([])
      expect(at.pacs.uno.received).toHaveLength(1)
    },
  )

  it.each([...stamped, ...unsent])(
    '%s, of a PAC without look-ups: the same bytes recover it',
    async (fault) => {
      const at = scene({}, { uno: { stamp: [fault] } }, noLookUps)
      expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno' })
      expect(at.pacs.dos.received).toEqual([])
      expect(new Set(at.pacs.uno.received).size).toBe(1)
      expect(at.pacs.uno.stamps.size).toBe(1)
    },
  )

  it.each(unsent)(
    '%s, of a PAC with look-ups: sent again once they prove that it is not there',
    async (fault) => {
      const at = scene({}, { uno: { stamp: [fault] } })
      const stamping = failover([at.faulty.uno], {
        journal: at.journal,
        clock: at.clock,
        random: () => 0.5,
      })
      const sealed = await sealedDocument(1)
      const kinds: string[] = []
      for (let time = 0; time < 12; time++) {
        kinds.push((await at.clock.until(stamping.stamp(sealed))).kind)
        expect(at.pacs.uno.received.length).toBe(kinds.at(-1) === 'stamped' ? 1 : 0)
        await at.clock.advance(minute / 4)
      }
      expect(new Set(kinds.slice(0, 6))).toEqual(new Set(['unknown']))
      expect(kinds.at(-1)).toBe('stamped')
      expect(at.pacs.uno.received).toHaveLength(1)
    },
  )

  it.each([
    ['is looked up', 'find', 0],
    ['is written to the journal', 'append', 1],
  ] as const)(
    '%s when the caller hangs up: nothing is sent, and what the PAC said stays',
    async (_, slow, writes) => {
      const faults = { uno: { always: { stamp: 'timeout-after', find: 'refuse' } } } as const
      const at = scene({ onUnknown: 'hold' }, faults, slow === 'append' ? noLookUps : {})
      await stampOne(at)
      const [before] = at.journal.entries()
      const sent = at.pacs.uno.received.length
      const { append } = at.journal
      const sleeping = async (entry: JournalEntry) => {
        if (entry.inDoubt?.sending) await at.clock.sleep(minute / 4)
        return append(entry)
      }
      if (slow === 'append') at.journal.append = sleeping
      else at.faulty.uno.fail({ always: { find: 'timeout' } })
      const caller = new AbortController()
      void at.clock.sleep(1_000).then(() => caller.abort())
      const outcome = await at.clock.until(at.make().stamp(await sealedDocument(1), caller.signal))
      expect(outcome).toMatchObject({ kind: 'unknown', message: before?.inDoubt?.last?.message })
      expect(at.pacs.uno.received).toHaveLength(sent)
      expect(at.journal.entries()).toMatchObject([
        { inDoubt: before?.inDoubt, version: (before?.version ?? 0) + 2 + writes },
      ])
    },
  )

  it('is otherwise recovered by sending the same bytes', async () => {
    const clock = new VirtualClock()
    const pac = createFakePac('uno', { findKinds: [] })
    const faulty = withFaults(pac, { stamp: ['timeout-after'] }, { clock })
    const stamping = failover([faulty], {
      journal: createUnsafeMemoryJournal(),
      clock,
      random: () => 0.5,
    })
    const sealed = await sealedDocument(1)
    expect(await clock.until(stamping.stamp(sealed))).toMatchObject({
      kind: 'stamped',
      when: 'earlier',
    })
    expect(pac.received).toEqual([sealed.xml, sealed.xml])
  })

  it('switch: the backup stamps when the window ends, and the attempt at the primary is abandoned', async () => {
    const at = scene({}, { uno: { always: { stamp: 'timeout-after', find: 'timeout' } } })
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'dos' })
    const [entry] = await unfinished(at)
    expect(entry).toMatchObject({
      status: 'watched',
      abandoned: [{ inDoubt: { pac: 'uno' }, why: 'deadline' }],
    })
  })

  it('switch: the abandoned attempt is durable before the backup gets the document', async () => {
    const at = scene({}, { uno: { always: { stamp: 'timeout-after', find: 'timeout' } } })
    const stamp = vi.spyOn(at.pacs.dos, 'stamp').mockImplementation(async () => {
      const [entry] = await unfinished(at)
      expect(entry).toMatchObject({
        inDoubt: { pac: 'dos', sending: true },
        abandoned: [{ inDoubt: { pac: 'uno' } }],
      })
      return { kind: 'unavailable', pac: 'dos', message: '' }
    })
    await stampOne(at)
    expect(stamp).toHaveBeenCalledOnce()
  })

  it('hold: an unknown with a token, resolved later; the backup never gets the document', async () => {
    const at = scene(
      { onUnknown: 'hold' },
      { uno: { always: { stamp: 'timeout-after', find: 'timeout' } } },
    )
    const held = await stampOne(at)
    expect(held).toMatchObject({
      kind: 'unknown',
      pac: 'uno',
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    at.faulty.uno.fail({})
    const { token } = held as { token: string }
    const resumed = await at.clock.until(at.stamping.resume(token))
    expect(resumed).toMatchObject([{ token, outcome: { kind: 'stamped', pac: 'uno' } }])
    expect(at.pacs.dos.received).toEqual([])
  })

  it('the policy may differ between documents', async () => {
    const onUnknown = vi.fn(
      (_: unknown, { document }) =>
        (document.Folio === '1' ? 'hold' : 'switch') as 'hold' | 'switch',
    )
    const at = scene(
      { onUnknown },
      { uno: { always: { stamp: 'timeout-before', find: 'timeout' } } },
    )
    expect(await stampOne(at, 1)).toMatchObject({ kind: 'unknown' })
    expect(await stampOne(at, 2)).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(onUnknown.mock.calls[0]?.[0]).toMatchObject({ kind: 'unknown', pac: 'uno' })
  })

  it('an attempt is never abandoned after the PAC reported a stamp, whatever the policy', async () => {
    const at = scene({}, { uno: { always: { stamp: 'earlier-empty', find: 'malformed' } } })
    expect(await stampOne(at)).toMatchObject({ kind: 'unknown', pac: 'uno', why: 'stamped' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('the stamp of another document raises an alarm, nothing more is sent, and resuming gets the right stamp', async () => {
    const alarm = vi.fn()
    const at = scene({ on: { alarm } }, { uno: { stamp: ['crossed'] } })
    const outcome = await stampOne(at)
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'mismatch', token: expect.any(String) })
    expect(alarm).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reason: 'mismatch', pac: 'uno' }),
    )
    expect([at.pacs.uno.received.length, at.pacs.dos.received.length]).toEqual([1, 0])
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno' })
  })

  it('a rejection of the document is final; one of its date is not', async () => {
    const rejected = scene({}, { uno: { stamp: ['timeout-before', 'reject-document'] } }, noLookUps)
    expect(await stampOne(rejected)).toMatchObject({ kind: 'rejected', pac: 'uno' })
    const dated = scene(
      {},
      { uno: { stamp: ['timeout-after'], always: { stamp: 'reject-time' } } },
      noLookUps,
    )
    expect(await stampOne(dated)).toMatchObject({ kind: 'unknown', code: '401' })
    expect(dated.pacs.dos.received).toEqual([])
    dated.faulty.uno.fail({})
    expect(await stampOne(dated)).toMatchObject({ kind: 'stamped', pac: 'uno' })
  })

  it('waits for the retryAfter of the PAC', async () => {
    const at = scene({}, {}, noLookUps)
    const wide = withFaults(
      at.pacs.uno,
      { stamp: ['reset-after', 'throttle'] },
      { clock: at.clock, retryAfter: 40_000 },
    )
    const stamping = failover([wide], {
      journal: createUnsafeMemoryJournal(),
      clock: at.clock,
      random: () => 0.5,
    })
    const began = at.clock.now()
    await at.clock.until(stamping.stamp(await sealedDocument(1)))
    expect(at.clock.now() - began).toBe(2_000 + 40_000)
  })

  it('an abandoned attempt is in doubt again if the other PACs do not stamp', async () => {
    const at = scene(
      {},
      {
        uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
        dos: { stamp: ['reject-document'] },
      },
    )
    const outcome = await stampOne(at)
    expect(outcome).toMatchObject({ kind: 'unknown', pac: 'uno' })
    expect((outcome as { message: string }).message).toContain('(dos)')
    at.faulty.uno.fail({})
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'uno' })
    expect(at.pacs.dos.stamps.size).toBe(0)
  })
})

describe('absence', () => {
  const broken: FaultScript = { stamp: ['timeout-before'], always: { stamp: 'down' } }

  it('is not proved by the first look-ups', async () => {
    const at = scene({ onUnknown: 'hold' }, { uno: broken })
    expect(await stampOne(at)).toMatchObject({ kind: 'unknown' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('is proved by several look-ups over the quiet period, even with hold; the attempt is abandoned all the same', async () => {
    const at = scene({ onUnknown: 'hold' }, { uno: broken })
    await stampOne(at)
    await at.clock.advance(10 * minute)
    expect(await stampOne(at)).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(await unfinished(at)).toMatchObject([
      { abandoned: [{ inDoubt: { pac: 'uno' }, why: 'absent' }] },
    ])
  })

  it('is counted anew after each lost answer: a PAC gets a document once in ten minutes at most', async () => {
    const at = scene({}, { uno: { always: { stamp: 'timeout-before' } } })
    const stamping = failover([at.faulty.uno], {
      journal: at.journal,
      clock: at.clock,
      random: () => 0.5,
    })
    const sealed = await sealedDocument(1)
    const sent: number[] = []
    const stamp = at.faulty.uno.stamp.bind(at.faulty.uno)
    vi.spyOn(at.faulty.uno, 'stamp').mockImplementation((document, signal) => {
      sent.push(at.clock.now())
      return stamp(document, signal)
    })
    for (let time = 0; time < 40; time++) {
      expect(await at.clock.until(stamping.stamp(sealed))).toMatchObject({ kind: 'unknown' })
      await at.clock.advance(minute)
    }
    expect(sent.length).toBeGreaterThan(3)
    for (const [turn, time] of sent.slice(1).entries())
      expect(time - (sent[turn] ?? 0)).toBeGreaterThan(10 * minute)
  })

  it('makes a rejection of the date final, at a PAC that was given its look-up since', async () => {
    const at = scene(
      {},
      { uno: { stamp: ['timeout-before'], always: { stamp: 'reject-time' } } },
      noLookUps,
    )
    const { journal, clock } = at
    const blind = failover([at.faulty.uno], { journal, clock, random: () => 0.5 })
    const sealed = await sealedDocument(1)
    expect(await clock.until(blind.stamp(sealed))).toMatchObject({ kind: 'unknown', code: '401' })
    const seeing = withFaults(createFakePac('uno'), { always: { stamp: 'reject-time' } }, { clock })
    const stamping = failover([seeing], { journal, clock, random: () => 0.5 })
    expect(await clock.until(stamping.stamp(sealed))).toMatchObject({
      kind: 'unknown',
      code: '401',
    })
    await clock.advance(10 * minute)
    expect(await clock.until(stamping.stamp(sealed))).toMatchObject({
      kind: 'rejected',
      scope: 'time',
      code: '401',
    })
  })
})
