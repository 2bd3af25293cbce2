import { describe, expect, it, vi } from 'vitest'
import { failover } from '../../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import type { Capabilities } from '../../../src/pac/provider.js'
import { type FaultScript, withFaults } from '../../../src/pac/sandbox/faults.js'
import type { FailoverOptions } from '../../../src/pac/settings.js'
import { createFakePac } from '../fakePac.js'
import { sealedDocument } from '../sealedDocuments.js'
import { VirtualClock } from './virtualClock.js'

const minute = 60_000
const hour = 60 * minute
const nothing = { orphans: [], adopted: [], pending: [], unreadable: [] }
const silent: FaultScript = { always: { stamp: 'timeout-before', find: 'timeout' } }
const silentAfter: FaultScript = { always: { stamp: 'timeout-after', find: 'timeout' } }

function scene(
  primary: FaultScript,
  options: Partial<FailoverOptions> = {},
  capabilities: Partial<Capabilities> = {},
) {
  const clock = new VirtualClock()
  const journal = createUnsafeMemoryJournal()
  const pacs = { uno: createFakePac('uno', capabilities), dos: createFakePac('dos') }
  const uno = withFaults(pacs.uno, primary, { clock, late: 3 * minute })
  const dos = withFaults(pacs.dos, {}, { clock })
  const make = (more: Partial<FailoverOptions> = {}) =>
    failover([uno, dos], { journal, clock, random: () => 0.5, ...options, ...more })
  const stamping = make()
  return {
    clock,
    journal,
    pacs,
    uno,
    dos,
    make,
    stamping,
    stamp: async (number = 1) => clock.until(stamping.stamp(await sealedDocument(number))),
    reconcile: (settled: string[] = []) => clock.until(stamping.reconcile({ settled })),
  }
}

describe('reconcile', () => {
  it('finds the stamp of an abandoned attempt: which to keep, which to cancel', async () => {
    const orphanFound = vi.fn()
    const at = scene(silentAfter, { on: { orphanFound } })
    const kept = await at.stamp()
    expect(kept).toMatchObject({ kind: 'stamped', pac: 'dos' })
    at.uno.fail({})
    const sealed = await sealedDocument(1)
    const orphan = {
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      sealed: { xml: sealed.xml, sello: sealed.sello },
      keep: { pac: 'dos', timbre: at.pacs.dos.stamps.get(sealed.xml) },
      cancel: { pac: 'uno', timbre: at.pacs.uno.stamps.get(sealed.xml) },
    }
    expect(await at.reconcile()).toMatchObject({ orphans: [orphan], adopted: [], pending: [] })
    expect(orphanFound).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ cancel: expect.objectContaining({ pac: 'uno' }) }),
    )
  })

  it('only looks up: a PAC that did not stamp does not stamp now', async () => {
    const at = scene(silent)
    await at.stamp()
    const sent = at.pacs.uno.received.length
    at.uno.fail({})
    expect(await at.reconcile()).toMatchObject({
      orphans: [],
      pending: [{ pac: 'uno', why: 'absent' }],
    })
    expect(at.pacs.uno.received).toHaveLength(sent)
    expect(at.pacs.uno.stamps.size).toBe(0)
  })

  it('finds a stamp made long after the attempt was abandoned', async () => {
    const at = scene({ stamp: ['late'], always: { stamp: 'down', find: 'timeout' } })
    expect(await at.stamp()).toMatchObject({ pac: 'dos' })
    at.uno.fail({})
    expect(await at.reconcile()).toMatchObject({ orphans: [], pending: [{ why: 'absent' }] })
    await at.clock.advance(10 * minute)
    expect(await at.reconcile()).toMatchObject({
      orphans: [{ cancel: { pac: 'uno' } }],
      pending: [],
    })
  })

  it('reports an orphan until it is settled', async () => {
    const at = scene(silentAfter)
    await at.stamp()
    at.uno.fail({})
    await at.reconcile()
    const report = await at.clock.until(at.make({ journal: at.journal.afterRestart() }).reconcile())
    const [orphan] = report.orphans
    const uuid = orphan?.cancel.timbre.UUID.toLowerCase() ?? ''
    expect(await at.reconcile([uuid])).toEqual(nothing)
    expect(await at.reconcile()).toEqual(nothing)
    expect(at.journal.entries()).toMatchObject([{ status: 'closed' }])
  })

  it('hands an orphan over to be cancelled, and again if that fails', async () => {
    const cancelOrphan = vi
      .fn()
      .mockRejectedValueOnce(new Error('205'))
      .mockResolvedValue(undefined)
    const at = scene(silentAfter, { cancelOrphan })
    await at.stamp()
    at.uno.fail({})
    for (let time = 0; time < 3; time++) await at.reconcile()
    expect(cancelOrphan).toHaveBeenCalledTimes(2)
    expect(cancelOrphan.mock.calls[0]?.[0]).toMatchObject({
      keep: { pac: 'dos' },
      cancel: { pac: 'uno' },
    })
  })

  it('ends after the time in which a PAC may stamp, plus a day', async () => {
    const at = scene(silent)
    await at.stamp()
    at.uno.fail({})
    for (let hours = 0; hours < 95; hours += 19) {
      expect(await at.reconcile()).toMatchObject({ pending: [{ why: 'absent' }] })
      await at.clock.advance(19 * hour)
    }
    await at.clock.advance(2 * hour)
    expect(await at.reconcile()).toEqual(nothing)
    expect(at.journal.entries()).toMatchObject([
      { status: 'closed', abandoned: [{ end: 'absent' }] },
    ])
  })

  it('reports why an attempt is pending', async () => {
    const at = scene(silent)
    await at.stamp()
    expect(await at.reconcile()).toMatchObject({ pending: [{ pac: 'uno', why: 'silent' }] })
    const { journal, clock } = at
    const without = failover([at.dos], { journal, clock, random: () => 0.5 })
    expect(await clock.until(without.reconcile())).toMatchObject({
      pending: [{ pac: 'uno', why: 'not-configured' }],
    })
    const blind = scene(silent, {}, { findKinds: [] })
    await blind.stamp()
    await blind.clock.advance(200 * hour)
    expect(await blind.reconcile()).toMatchObject({ pending: [{ pac: 'uno', why: 'no-look-up' }] })
    expect(await blind.reconcile([blind.journal.entries()[0]!.token])).toMatchObject({
      pending: [],
    })
    expect(blind.journal.entries()).toMatchObject([
      { status: 'closed', abandoned: [{ end: 'settled' }] },
    ])
  })

  it('skips a document that is being processed', async () => {
    const at = scene(silent)
    await at.stamp()
    const entry = at.journal.entries()[0]!
    const claimed = {
      ...entry,
      version: entry.version + 1,
      claim: { owner: 'other', until: at.clock.now() + minute },
    }
    await at.journal.append(claimed)
    expect(await at.reconcile()).toMatchObject({ pending: [{ why: 'busy' }] })
  })

  it('one stamp under two ids is no orphan: two accounts at one PAC', async () => {
    const clock = new VirtualClock()
    const journal = createUnsafeMemoryJournal()
    const pac = createFakePac('uno')
    const account = withFaults(pac, silentAfter, { clock })
    const other = { ...pac, id: 'dos' }
    const stamping = failover([account, other], { journal, clock, random: () => 0.5 })
    expect(await clock.until(stamping.stamp(await sealedDocument(1)))).toMatchObject({
      kind: 'stamped',
    })
    account.fail({})
    expect(await clock.until(stamping.reconcile())).toEqual(nothing)
    expect(journal.entries()).toMatchObject([{ status: 'closed', abandoned: [{ end: 'same' }] }])
  })
})

describe('a stamp found while the document has none', () => {
  it('is adopted; the attempt that was in doubt is abandoned', async () => {
    const at = scene(silentAfter)
    at.dos.fail({ always: { stamp: 'timeout-after', find: 'timeout' } })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'dos' })
    at.uno.fail({})
    expect(await at.reconcile()).toMatchObject({
      adopted: [{ outcome: { pac: 'uno' } }],
      orphans: [],
    })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno', when: 'earlier' })
    at.dos.fail({})
    expect(await at.reconcile()).toMatchObject({
      orphans: [{ keep: { pac: 'uno' }, cancel: { pac: 'dos' } }],
    })
  })

  it('is adopted too when the caller stamps again', async () => {
    const at = scene(silentAfter)
    at.dos.fail({ always: { stamp: 'timeout-after', find: 'timeout' } })
    await at.stamp()
    at.uno.fail({})
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno' })
    at.dos.fail({})
    expect(await at.reconcile()).toMatchObject({
      orphans: [{ keep: { pac: 'uno' }, cancel: { pac: 'dos' } }],
    })
  })

  it('is adopted although look-ups had proved its absence, and the earlier outcome is reported', async () => {
    const at = scene(
      { stamp: ['timeout-after'], find: Array(9).fill('absent'), always: { stamp: 'down' } },
      { onUnknown: 'hold' },
    )
    at.dos.fail({ stamp: ['reject-list'] })
    await at.stamp()
    await at.clock.advance(10 * minute)
    expect(await at.stamp()).toMatchObject({ kind: 'rejected', pac: 'dos' })
    at.uno.fail({})
    expect(await at.reconcile()).toMatchObject({
      adopted: [{ outcome: { pac: 'uno' }, instead: { kind: 'rejected', pac: 'dos' } }],
    })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno' })
  })
})
