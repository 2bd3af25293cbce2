/** Several servers over one journal, whose answers take time. */
import { describe, expect, it, vi } from 'vitest'
import type { Journal } from '../../../src/pac/journal.js'
import { sealedDocument } from '../sealedDocuments.js'
import { createStage, hour, minute, never } from '../stage.js'

const silentAfter = { always: { stamp: 'timeout-after', find: 'timeout' } } as const

/**
 * Twenty servers, the journal of each a few milliseconds away, and 100 documents that an outage
 * left in doubt.
 */
async function afterOutage(documents: number) {
  const at = createStage({
    uno: silentAfter,
    options: {
      onUnknown: 'hold',
      breaker: { failures: 1_000, sample: 1_000 },
      concurrency: { limit: 200 },
      recovery: { window: 1_000 },
    },
  })
  const all = await Promise.all(
    Array.from({ length: documents }, (_, number) => sealedDocument(200 + number)),
  )
  await at.clock.until(Promise.all(all.map((sealed) => at.stamping.stamp(sealed))))
  await at.clock.advance(hour)
  at.faulty.uno.fail({ always: { find: 'slow' } })
  const remote = (delay: number): Journal => ({
    load: async (token) => at.clock.sleep(delay).then(() => at.stored.load(token)),
    append: async (entry) => at.clock.sleep(delay).then(() => at.stored.append(entry)),
    async *unfinished() {
      for await (const entry of at.stored.unfinished()) {
        await at.clock.sleep(delay)
        yield entry
      }
    },
  })
  const servers = Array.from({ length: 20 }, (_, number) =>
    at.server({ journal: remote(1 + (number % 7)) }),
  )
  return { ...at, all, servers, find: vi.spyOn(at.pacs.uno, 'find') }
}

describe('twenty servers after an outage', () => {
  it('ask about each document once, and one of them answers for it', async () => {
    const { clock, servers, find, pacs } = await afterOutage(100)
    const sent = pacs.uno.received.length
    const resumed = await clock.until(Promise.all(servers.map((server) => server.resume())))
    const answers = resumed.flat().map(({ token, outcome }) => `${token} ${outcome.kind}`)
    expect(answers.every((answer) => answer.endsWith('stamped'))).toBe(true)
    expect([answers.length, new Set(answers).size]).toEqual([100, 100])
    expect(find).toHaveBeenCalledTimes(100)
    expect(pacs.uno.received).toHaveLength(sent)
  })

  it('the document is claimed in the journal before the first look-up', async () => {
    const { clock, servers, find, entry } = await afterOutage(1)
    const before = entry()
    const seen: unknown[] = []
    find.mockImplementation(async () => {
      seen.push(entry())
      return { kind: 'absent', pac: 'uno' }
    })
    await clock.until(servers[0]!.resume())
    expect(seen[0]).toMatchObject({
      version: (before?.version ?? 0) + 1,
      claim: { owner: expect.any(String) },
    })
  })

  it('hand an orphan over once', async () => {
    const at = createStage({ uno: silentAfter })
    await at.stamp()
    at.faulty.uno.fail({ always: { find: 'slow' } })
    const cancelOrphan = vi.fn(async () => at.clock.sleep(3_000))
    const find = vi.spyOn(at.pacs.uno, 'find')
    const servers = Array.from({ length: 20 }, () => at.server({ cancelOrphan }))
    await at.clock.until(Promise.all(servers.map((server) => server.reconcile())))
    expect(cancelOrphan).toHaveBeenCalledOnce()
    expect(find).toHaveBeenCalledOnce()
    expect(at.entry()).toMatchObject({ status: 'closed', abandoned: [{ end: 'handed-over' }] })
  })

  it('hand an orphan over that an earlier call found, once', async () => {
    const at = createStage({ uno: silentAfter })
    await at.stamp()
    at.faulty.uno.fail({})
    expect((await at.reconcile()).orphans).toHaveLength(1)
    const cancelOrphan = vi.fn(async () => at.clock.sleep(3_000))
    const servers = Array.from({ length: 20 }, () => at.server({ cancelOrphan }))
    const reports = await at.clock.until(Promise.all(servers.map((server) => server.reconcile())))
    expect(cancelOrphan).toHaveBeenCalledOnce()
    expect(reports.filter(({ orphans }) => orphans.length === 1)).toHaveLength(1)
  })

  it('one that dies while it hands over leaves its claim behind; another hands over when it has lapsed', async () => {
    const at = createStage({ uno: silentAfter })
    await at.stamp()
    at.faulty.uno.fail({})
    const dead = at.server({
      cancelOrphan: never,
      clock: { now: () => at.clock.now(), sleep: never },
    })
    void dead.reconcile()
    await at.clock.advance(1_000)
    const cancelOrphan = vi.fn(async () => {})
    const heir = at.server({ cancelOrphan })
    await at.clock.until(heir.reconcile())
    expect(cancelOrphan).not.toHaveBeenCalled()
    await at.clock.advance(10 * minute)
    await at.clock.until(heir.reconcile())
    expect(cancelOrphan).toHaveBeenCalledOnce()
  })

  it('one that can reach no PAC does not say no while another one stamps', async () => {
    const at = createStage({ alone: true, uno: { stamp: ['slow'] } })
    const cut = {
      state: 'open',
      admit: () => 'no' as const,
      pinged: () => {},
      record: () => {},
    } as const
    const sealed = await sealedDocument(1)
    const other = at.server({ breaker: () => cut })
    const first = at.stamping.stamp(sealed)
    const both = await at.clock.until(Promise.all([first, other.stamp(sealed)]))
    expect(both).toMatchObject([{ kind: 'stamped' }, { kind: 'unknown' }])
  })
})
