import { describe, expect, it, vi } from 'vitest'
import { JournalError } from '../../../src/errors.js'
import { createUnsafeMemoryJournal, type JournalEntry } from '../../../src/pac/journal.js'
import type { FailoverOptions } from '../../../src/pac/settings.js'
import { sealedDocument } from '../sealedDocuments.js'
import { createStage, minute, never } from '../stage.js'

const fails = async () => {
  throw new Error('disk full')
}

const explode = () => {
  throw new Error('getter')
}

describe('a journal that fails before anything was sent', () => {
  it.each([
    ['fails to load', 'load', fails],
    ['fails to write', 'append', fails],
    ['hangs when it loads', 'load', never],
    ['hangs when it writes', 'append', never],
  ] as const)('%s: the error says that nothing was sent', async (_, method, fault) => {
    const at = createStage()
    at.journal[method] = fault
    const error = await at.stamp().catch((error: unknown) => error)
    expect(error).toBeInstanceOf(JournalError)
    expect(error).toMatchObject({ notSent: true })
    expect(at.pacs.uno.received).toEqual([])
  })

  it('gives its own error with its code, and what led to it', async () => {
    const at = createStage()
    const cause = new Error('ENOSPC')
    at.journal.append = async () => {
      throw new JournalError('JOURNAL_CLOSED', 'Se cerró.', { cause })
    }
    await expect(at.stamp()).rejects.toMatchObject({
      code: 'JOURNAL_CLOSED',
      message: 'Se cerró.',
      cause,
      notSent: true,
    })
    expect(new JournalError('JOURNAL_CLOSED', 'Se cerró.').notSent).toBe(false)
  })

  it('what failed and was written all the same is taken back: resume does not send it', async () => {
    const at = createStage()
    const { append } = at.journal
    at.journal.append = async (entry) => {
      at.journal.append = append
      await append(entry)
      throw new Error('connection reset')
    }
    await expect(at.stamp()).rejects.toMatchObject({ notSent: true })
    expect(await at.resume()).toEqual([])
    expect(at.pacs.uno.received).toEqual([])
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', when: 'fresh' })
  })

  it('what was written after the call had been given up is taken back too', async () => {
    const at = createStage()
    const { append } = at.journal
    at.journal.append = async (entry) => {
      at.journal.append = append
      await at.clock.sleep(5 * minute)
      return append(entry)
    }
    await expect(at.stamp()).rejects.toMatchObject({ code: 'JOURNAL_TIMEOUT', notSent: true })
    await at.clock.advance(10 * minute)
    expect(await at.resume()).toEqual([])
    expect(at.stored.entries()).toMatchObject([
      { status: 'closed', outcome: { kind: 'unavailable' } },
    ])
  })

  it('a document that another call left in doubt stays so', async () => {
    const at = createStage({
      uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
      options: { onUnknown: 'hold' },
    })
    await at.stamp()
    at.journal.append = fails
    expect(await at.stamp()).toMatchObject({
      kind: 'unknown',
      pac: 'uno',
      token: at.entry()?.token,
    })
  })

  it('only `true` says that a write is durable', async () => {
    const at = createStage()
    at.journal.append = (async () => undefined) as never
    expect(await at.stamp()).toMatchObject({ kind: 'unknown' })
    expect(at.pacs.uno.received).toEqual([])
  })
})

describe('a journal that fails after something was sent', () => {
  it.each([
    ['fails', fails],
    ['hangs', never],
  ])('%s: an unknown with its token, and the stamp in hand is not lost', async (_, fault) => {
    const at = createStage({ alone: true })
    const { append } = at.journal
    at.journal.append = (entry: JournalEntry) =>
      entry.outcome === undefined ? append(entry) : fault()
    const outcome = await at.stamp()
    expect(outcome).toMatchObject({ kind: 'unknown', pac: 'uno', token: at.entry()?.token })
    at.faulty.uno.fail({ always: { stamp: 'down', find: 'down' } })
    at.journal.append = append
    expect(await at.resume()).toMatchObject([
      { outcome: { kind: 'stamped', pac: 'uno', when: 'earlier' } },
    ])
  })

  it('fails while a document is resumed: an unknown for that one, and the others are resumed', async () => {
    const at = createStage({
      uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
      alone: true,
    })
    await at.stamp(1)
    await at.stamp(2)
    at.faulty.uno.fail({})
    const { append } = at.journal
    const first = at.entry()?.token
    at.journal.append = (entry) => (entry.token === first ? fails() : append(entry))
    expect(await at.resume()).toMatchObject([
      { token: first, outcome: { kind: 'unknown', token: first } },
      { outcome: { kind: 'stamped' } },
    ])
  })
})

describe('a journal that fails while orphans are reconciled', () => {
  /** Two documents, both stamped by `uno` and by `dos`. */
  async function twoOrphans(options: Partial<FailoverOptions> = {}) {
    const at = createStage({
      uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
      options,
    })
    await at.stamp(1)
    await at.stamp(2)
    at.faulty.uno.fail({})
    const [first, second] = at.stored.entries().map(({ token }) => token) as [string, string]
    const { append } = at.journal
    return { ...at, first, second, append }
  }

  it.each([
    ['fails', fails],
    ['hangs', never],
  ])(
    '%s: that document is pending, and what was handed over of the others is reported',
    async (_, fault) => {
      const cancelOrphan = vi.fn(async () => {})
      const at = await twoOrphans({ cancelOrphan })
      at.journal.append = (entry) => (entry.token === at.first ? fault() : at.append(entry))
      expect(await at.reconcile()).toMatchObject({
        orphans: [{ token: at.second, cancel: { pac: 'uno' } }],
        pending: [{ token: at.first, pac: 'uno', why: 'journal' }],
      })
      at.journal.append = at.append
      expect(await at.reconcile()).toMatchObject({ orphans: [{ token: at.first }], pending: [] })
      expect(cancelOrphan).toHaveBeenCalledTimes(2)
    },
  )

  it('fails when an orphan was handed over: it is reported, and is handed over again', async () => {
    const cancelOrphan = vi.fn(async () => {})
    const at = await twoOrphans({ cancelOrphan })
    const isEnd = ({ abandoned }: JournalEntry) =>
      abandoned.some(({ end }) => end === 'handed-over')
    at.journal.append = (entry) =>
      entry.token === at.first && isEnd(entry) ? fails() : at.append(entry)
    const { orphans, pending } = await at.reconcile()
    expect(orphans.map(({ token }) => token).sort()).toEqual([at.first, at.second].sort())
    expect(pending).toMatchObject([{ token: at.first, why: 'journal' }])
    at.journal.append = at.append
    expect(await at.reconcile()).toMatchObject({ orphans: [{ token: at.first }], pending: [] })
  })

  it('fails with an orphan that was found before: the report says that something is left to do', async () => {
    const at = await twoOrphans()
    await at.reconcile()
    at.journal.append = fails
    const { pending } = await at.clock.until(
      at.server({ cancelOrphan: async () => {} }).reconcile(),
    )
    expect(pending.map(({ token }) => token).sort()).toEqual([at.first, at.second].sort())
  })

  it('fails to list the rest: the error comes when nothing is going on any more', async () => {
    const took = vi.fn()
    const at = await twoOrphans({ cancelOrphan: () => at.clock.sleep(1_000).then(took) })
    at.journal.unfinished = async function* () {
      yield* at.stored.unfinished()
      throw new Error('connection reset')
    }
    await expect(at.reconcile()).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
    expect(took).toHaveBeenCalledTimes(2)
    expect(at.stored.entries().map(({ status }) => status)).toEqual(['closed', 'closed'])
  })
})

describe('a journal that holds something else than entries', () => {
  const broken: [string, (entry: JournalEntry) => unknown][] = [
    ['no object', () => 'x'],
    ['null', () => null],
    ['no state', ({ inDoubt: _, ...entry }) => entry],
    ['another status', (entry) => ({ ...entry, status: 'done' })],
    ['another shape of doubt', (entry) => ({ ...entry, inDoubt: { pac: 'uno' } })],
    ['abandoned attempts that are none', (entry) => ({ ...entry, abandoned: [{}] })],
    [
      'an outcome of another kind',
      (entry) => ({ ...entry, status: 'closed', outcome: { kind: 'ok', pac: 'uno' } }),
    ],
    [
      'a getter that throws',
      (entry) => Object.defineProperty({ ...entry }, 'xml', { get: explode }),
    ],
    ['XML that is no CFDI', (entry) => ({ ...entry, xml: '<roto' })],
    [
      'the XML of another document',
      (entry) => ({ ...entry, xml: entry.xml.replace('Folio="1"', 'Folio="9"') }),
    ],
  ]

  it.each(broken)(
    '%s: nothing is sent, and the others are resumed and reconciled',
    async (_, breakIt) => {
      const at = createStage({
        uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
        dos: { stamp: ['timeout-after'] },
      })
      await at.stamp(1)
      const [watched] = at.stored.entries()
      const held = createStage({
        alone: true,
        uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
      })
      await held.stamp(1)
      await held.stamp(2)
      const [first, second] = held.stored.entries() as [JournalEntry, JournalEntry]
      const entry = breakIt({ ...first, abandoned: watched?.abandoned ?? [] }) as JournalEntry
      const rotten = createUnsafeMemoryJournal([second])
      const journal = {
        ...rotten,
        load: async (token: string) => (token === first.token ? entry : rotten.load(token)),
        async *unfinished() {
          yield entry
          yield* rotten.unfinished()
        },
      }
      held.faulty.uno.fail({})
      const sent = held.pacs.uno.received.length
      const server = held.server({ journal })
      const { unreadable } = await held.clock.until(server.reconcile())
      expect(unreadable).toHaveLength(1)
      const resumed = await held.clock.until(server.resume())
      // In the order in which they end: one waits for a digest of the platform.
      expect(resumed.map(({ outcome: { kind } }) => kind).sort()).toEqual(['stamped', 'unknown'])
      if (entry !== null) {
        expect(await held.clock.until(server.resume(first.token))).toMatchObject([
          { outcome: { kind: 'unknown' } },
        ])
      }
      expect(held.pacs.uno.received.slice(sent).filter((xml) => xml.includes('Folio="1"'))).toEqual(
        [],
      )
    },
  )

  it('a call for a document whose entry cannot be read sends nothing', async () => {
    const at = createStage()
    at.journal.load = async (token) => ({ token, version: 1 }) as never
    const sealed = await sealedDocument(1)
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', token: expect.any(String) })
    expect(await at.clock.until(at.stamping.find(sealed))).toMatchObject({ kind: 'unknown' })
    expect(at.pacs.uno.received).toEqual([])
  })
})
