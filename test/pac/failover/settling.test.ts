import { describe, expect, it } from 'vitest'
import { SettleError } from '../../../src/errors.js'
import type { Provider, StampOutcome } from '../../../src/pac/provider.js'
import type { FaultScript } from '../../../src/pac/sandbox/faults.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { timbreOf } from '../fakePac.js'
import { sealedDocument } from '../sealedDocuments.js'
import { createStage, hour, minute, type StageOptions } from '../stage.js'

const silent: FaultScript = { always: { stamp: 'timeout-before', find: 'timeout' } }
const noLookUps = { findKinds: [] } as const
const fecha = Date.parse('2026-11-21T11:59:00-08:00')

/** A PAC that finds what it has, and never says that it has nothing. */
function mute(pac: Provider): Provider {
  const find: Provider['find'] = async (sealed, signal) => {
    const found = await pac.find(sealed, signal)
    return found.kind === 'absent' ? { kind: 'unknown', pac: pac.id, message: '' } : found
  }
  const { id, capabilities } = pac
  return { id, capabilities, find, stamp: pac.stamp.bind(pac), ping: pac.ping.bind(pac) }
}

/**
 * A PAC as the SAT's rule wants it: it refuses a document of more than 72 hours, before it looks
 * for duplicates.
 */
function strict(pac: Provider, clock: { now(): number }): Provider {
  const late: StampOutcome = {
    kind: 'rejected',
    pac: pac.id,
    scope: 'time',
    code: '401',
    message: 'Fuera de tiempo.',
  }
  const stamp = async (sealed: Sealed, signal?: AbortSignal) =>
    clock.now() > fecha + 72 * hour ? late : pac.stamp(sealed, signal)
  return {
    ...pac,
    id: pac.id,
    capabilities: pac.capabilities,
    find: pac.find.bind(pac),
    ping: pac.ping.bind(pac),
    stamp,
  }
}

describe('the same bytes are not sent again', () => {
  const lost = (find: 'timeout' | 'none'): FaultScript => ({
    stamp: ['timeout-before'],
    always: { find },
  })

  it.each([
    ['bytes', { dedupByContent: true, findKinds: ['bytes'] }],
    ['a reference', { dedupByContent: false, dedupByReference: true, findKinds: ['key'] }],
    ['nothing', { dedupByContent: false, findKinds: ['cadena'] }],
  ] as const)(
    'to a PAC that recognises %s, while look-ups fail: it is held, and looked up',
    async (_, capabilities) => {
      const at = createStage({ capabilities, uno: lost('timeout'), options: { onUnknown: 'hold' } })
      expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'uno' })
      expect(await at.wait(70 * hour, 10 * hour)).toBe(true)
      expect(at.pacs.uno.received).toEqual([])
      expect(at.pacs.dos.received).toEqual([])
      at.faulty.uno.fail({})
      expect(await at.wait(hour, 6 * minute)).toBe(false)
      expect(at.entry()).toMatchObject({
        outcome: { kind: 'stamped', pac: 'dos' },
        abandoned: [{ why: 'absent' }],
      })
    },
  )

  it('until look-ups prove that it does not have the document, where there is no other', async () => {
    const at = createStage({ alone: true, uno: lost('none') })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown' })
    expect(await at.wait(5 * minute, minute)).toBe(true)
    expect(at.pacs.uno.received).toEqual([])
    expect(await at.wait(3 * hour, 6 * minute)).toBe(false)
    expect(at.entry()?.outcome).toMatchObject({ kind: 'stamped', pac: 'uno', when: 'fresh' })
  })

  it('to a PAC whose look-ups say that they do not know: only a person can (FEL and SIFEI, as far as is known)', async () => {
    const at = createStage({ alone: true, uno: lost('none'), wrap: mute })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'uno' })
    expect(await at.wait(100 * hour, 20 * hour)).toBe(true)
    expect(at.pacs.uno.received).toEqual([])
    const { token = '' } = at.entry() ?? {}
    expect(await at.stamping.settle(token, 'not-stamped')).toMatchObject({
      outcome: { kind: 'unavailable' },
    })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno' })
  })

  it('to one that only a UUID finds, which nobody has: its look-up is none, and the same bytes are sent', async () => {
    const at = createStage({ capabilities: { findKinds: ['uuid'] }, uno: lost('none') })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'uno' })
    expect(at.pacs.uno.received).toHaveLength(1)
  })

  it('to one that can neither be asked nor repeat: at once it is held, with switch too, until a person says', async () => {
    const nothing = { dedupByContent: false, findKinds: [] } as const
    const uno: FaultScript = { stamp: ['timeout-after'] }
    const at = createStage({
      capabilities: nothing,
      uno,
      options: { onUnknown: 'switch', once: ['uno'] },
    })
    const began = at.clock.now()
    const outcome = await at.stamp()
    expect(outcome).toMatchObject({ kind: 'unknown', pac: 'uno' })
    expect(at.clock.now() - began).toBeLessThanOrEqual(minute)
    expect(await at.wait(70 * hour)).toBe(true)
    expect([at.pacs.uno.received.length, at.pacs.dos.received.length]).toEqual([1, 0])
    const { token = '' } = outcome as { token?: string }
    const { xml } = await sealedDocument(1)
    const timbre = at.pacs.uno.stamps.get(xml)!
    expect(await at.stamping.settle(token, timbre)).toMatchObject({
      outcome: { kind: 'stamped', pac: 'uno' },
    })
  })

  it('nor one after another: the attempt that was left at its deadline is not taken up again by a request', async () => {
    const dos: FaultScript = { always: { stamp: 'down' } }
    const at = createStage({ uno: lost('timeout'), dos })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'uno' })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown', pac: 'uno' })
    expect(at.pacs.uno.received).toEqual([])
  })
})

describe('no document stays open for ever', () => {
  it('one PAC with look-ups and six lost answers: absence is proved, and it is sent again', async () => {
    const at = createStage({ alone: true, uno: { stamp: Array(6).fill('timeout-before') } })
    expect(await at.stamp()).toMatchObject({ kind: 'unknown' })
    expect(await at.wait(8 * hour)).toBe(false)
    expect(at.entry()?.outcome).toMatchObject({ kind: 'stamped', pac: 'uno' })
    expect(at.pacs.uno.received.length).toBe(7 - 6)
  })

  it('although every answer is lost and nobody stamps: it ends when the 72 hours are over, without a stamp', async () => {
    const at = createStage({ alone: true, uno: { always: { stamp: 'timeout-before' } } })
    await at.stamp()
    expect(await at.wait(70 * hour)).toBe(true)
    // After a day it is visited each 8 hours; the proof takes a request after the 72 hours, and
    // look-ups after that.
    expect(await at.wait(32 * hour)).toBe(false)
    expect(at.entry()).toMatchObject({
      outcome: { kind: 'unavailable', pac: 'uno' },
      abandoned: [
        {
          inDoubt: { pac: 'uno' },
          why: 'expired',
          by: expect.any(String),
          since: expect.any(Number),
        },
      ],
    })
  })

  it('hold with look-ups refused: nothing is sent, it is looked up again and again, and then found', async () => {
    const at = createStage({
      uno: { stamp: ['timeout-after'], always: { find: 'refuse' } },
      options: { onUnknown: 'hold' },
    })
    await at.stamp()
    expect(await at.wait(3 * hour, 11 * minute)).toBe(true)
    expect([at.pacs.uno.received.length, at.pacs.dos.received.length]).toEqual([1, 0])
    at.faulty.uno.fail({})
    expect(await at.wait(hour)).toBe(false)
    expect(at.entry()?.outcome).toMatchObject({ kind: 'stamped', pac: 'uno', when: 'earlier' })
    expect(at.pacs.uno.received).toHaveLength(1)
  })

  it('a mismatch followed by denials: the rejection is final once look-ups prove that there is no stamp', async () => {
    const at = createStage({ uno: { stamp: ['crossed'], always: { stamp: 'reject-document' } } })
    at.pacs.uno.stamp = async () => ({ kind: 'unknown', pac: 'uno', message: '', why: 'mismatch' })
    await at.stamp()
    expect(await at.wait(20 * hour)).toBe(false)
    expect(at.entry()).toMatchObject({
      outcome: { kind: 'rejected', code: 'CFDI40102' },
      abandoned: [{ inDoubt: { why: 'mismatch' }, why: 'absent' }],
    })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('a mismatch, and look-ups that find nothing: it is sent again to the same PAC, never to another', async () => {
    const crossed = { kind: 'unknown', pac: 'uno', message: '', why: 'mismatch' } as const
    const at = createStage({ uno: { stamp: ['none', ...Array(7).fill('throw-before')] } })
    const { stamp } = at.pacs.uno
    at.pacs.uno.stamp = async () => crossed
    await at.stamp()
    at.pacs.uno.stamp = stamp
    expect(await at.wait(20 * hour)).toBe(false)
    expect(at.entry()?.outcome).toMatchObject({ kind: 'stamped', pac: 'uno' })
    expect(at.pacs.dos.received).toEqual([])
  })

  it('silence, and then 401: with look-ups it is rejected, once they prove that there is no stamp', async () => {
    const at = createStage({ alone: true, uno: silent, wrap: strict })
    await at.stamp()
    await at.clock.advance(71 * hour)
    at.faulty.uno.fail({})
    await at.clock.advance(3 * hour)
    expect(await at.wait(2 * hour)).toBe(false)
    expect(at.entry()?.outcome).toMatchObject({ kind: 'rejected', scope: 'time', code: '401' })
  })

  it('silence, and then 401, of a PAC without look-ups (SW): only a person can know', async () => {
    const at = createStage({ alone: true, capabilities: noLookUps, uno: silent, wrap: strict })
    await at.stamp()
    await at.clock.advance(74 * hour)
    expect(await at.wait(10 * hour)).toBe(true)
    const token = at.entry()?.token ?? ''
    const settled = await at.stamping.settle(token, 'not-stamped', { by: 'Ana' })
    expect(settled).toMatchObject({
      token,
      sealed: { xml: expect.any(String) },
      outcome: { kind: 'unavailable' },
    })
    expect(at.entry()).toMatchObject({
      status: 'closed',
      abandoned: [
        {
          why: 'settled',
          by: 'Ana',
          since: at.clock.now(),
          end: 'settled',
          inDoubt: { no: { code: '401' } },
        },
      ],
    })
  })
})

describe('the table of states in docs/en/failover.md', () => {
  const finds = ['absent', 'refused', 'none'] as const
  const reasons = ['lost', 'mismatch', 'stamped'] as const
  const answers = ['lost', 'down', 'list', 'time', 'document'] as const
  const faults = {
    lost: 'timeout-before',
    down: 'down',
    list: 'reject-list',
    time: 'reject-time',
    document: 'reject-document',
  } as const
  const states = finds.flatMap((find) =>
    reasons.flatMap((why) =>
      answers.flatMap((answer) =>
        (['hold', 'switch'] as const).flatMap((policy) =>
          [true, false].map((alone) => ({ find, why, answer, policy, alone })),
        ),
      ),
    ),
  )
  type State = (typeof states)[number]

  /** Whether the table names a person as the only way out. */
  function needsPerson({ find, why, answer, policy, alone }: State): boolean {
    if (why === 'stamped') return true
    if (find === 'absent') return false
    // It is not sent again, so what it would answer does not matter; the other PAC stamps at the
    // deadline.
    if (find === 'refused') return why !== 'lost' || policy !== 'switch' || alone
    if (why === 'lost' && answer === 'document') return false
    if (why === 'lost' && policy === 'switch' && !alone && (answer === 'lost' || answer === 'down'))
      return false
    // The other PAC stamps at the deadline; but not after a rejection of the date or certificate,
    // which every PAC repeats.
    if (why === 'lost' && policy === 'switch' && !alone && answer === 'list') return false
    return true
  }

  async function run(state: State) {
    const { find, why, answer, policy, alone } = state
    const script: FaultScript = {
      always: {
        stamp: faults[answer],
        find: find === 'absent' ? 'none' : find === 'refused' ? 'refuse' : 'none',
      },
    }
    const stage: StageOptions = {
      alone,
      uno: script,
      ...(find === 'none' && { capabilities: noLookUps }),
      options: { onUnknown: policy },
      wrap: (pac) => (pac.id === 'uno' ? onceUnknown(pac, why) : pac),
    }
    const at = createStage(stage)
    await at.stamp()
    const isOpen = at.entry()?.status === 'open' ? await at.wait(140 * hour, 8 * hour) : false
    return { at, isOpen }
  }

  /** The first answer is lost, for a reason. */
  function onceUnknown(pac: Provider, why: (typeof reasons)[number]): Provider {
    const first = {
      kind: 'unknown',
      pac: pac.id,
      message: '',
      ...(why !== 'lost' && { why }),
    } as const
    let asked = 0
    return {
      id: pac.id,
      capabilities: pac.capabilities,
      find: (sealed, signal) => pac.find(sealed, signal),
      ping: (signal) => pac.ping(signal),
      stamp: async (sealed, signal) => (asked++ === 0 ? first : pac.stamp(sealed, signal)),
    }
  }

  it('names a way out of each: the library takes it, or a person does', async () => {
    const wrong: string[] = []
    for (const state of states) {
      const { at, isOpen } = await run(state)
      const name = `${state.find} ${state.why} ${state.answer} ${state.policy} ${state.alone ? 'alone' : 'two'}`
      if (isOpen !== needsPerson(state)) wrong.push(`${name}: ${isOpen ? 'open' : 'closed'}`)
      if (isOpen) await at.stamping.settle(at.entry()?.token ?? '', 'not-stamped')
      if (at.entry()?.status === 'open') wrong.push(`${name}: not settled`)
      if (state.policy === 'hold' && state.why !== 'lost' && at.pacs.dos.received.length > 0)
        wrong.push(`${name}: sent`)
    }
    expect(wrong).toEqual([])
  })
})

describe('settle', () => {
  const held = (options: StageOptions = {}) =>
    createStage({
      uno: { always: { stamp: 'timeout-after', find: 'timeout' } },
      options: { onUnknown: 'hold' },
      ...options,
    })

  async function timbre(at: ReturnType<typeof held>) {
    const sealed = await sealedDocument(1)
    return at.pacs.uno.stamps.get(sealed.xml) ?? timbreOf('uno', 7, sealed.sello)
  }

  it('with its stamp: the document is stamped, for every later call', async () => {
    const at = held()
    await at.stamp()
    const token = at.entry()?.token ?? ''
    const found = await timbre(at)
    const { outcome, sealed } = await at.stamping.settle(token, found, { by: 'Ana' })
    expect(outcome).toEqual({ kind: 'stamped', when: 'earlier', pac: 'uno', timbre: found })
    expect(sealed?.xml).toBe((await sealedDocument(1)).xml)
    expect(await at.stamp()).toEqual({ ...outcome, previous: 'journal' })
    expect(await at.resume()).toEqual([])
    expect(at.entry()).toMatchObject({
      status: 'closed',
      abandoned: [{ why: 'settled', by: 'Ana', end: 'settled' }],
    })
  })

  it('not stamped, and the person was wrong: the PAC is still looked up, and its stamp adopted', async () => {
    const at = held()
    await at.stamp()
    const { outcome } = await at.stamping.settle(at.entry()?.token ?? '', 'not-stamped')
    expect(outcome).toMatchObject({ kind: 'unavailable', pac: 'uno' })
    expect(await at.resume()).toEqual([])
    at.faulty.uno.fail({})
    expect(await at.reconcile()).toMatchObject({
      adopted: [{ outcome: { pac: 'uno' }, instead: outcome }],
    })
  })

  it('a stamp that another PAC made as well: an orphan, which reconcile reports', async () => {
    const at = held({ options: { onUnknown: 'switch' }, capabilities: noLookUps })
    expect(await at.stamp()).toMatchObject({ kind: 'stamped', pac: 'dos' })
    const token = at.entry()?.token ?? ''
    const { outcome } = await at.stamping.settle(token, await timbre(at))
    expect(outcome).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(await at.reconcile()).toMatchObject({
      orphans: [{ keep: { pac: 'dos' }, cancel: { pac: 'uno' } }],
      pending: [],
    })
  })

  it('not stamped, of a document that another PAC stamped: its watch ends', async () => {
    const at = held({ options: { onUnknown: 'switch' }, capabilities: noLookUps })
    await at.stamp()
    const { outcome } = await at.stamping.settle(at.entry()?.token ?? '', 'not-stamped')
    expect(outcome).toMatchObject({ kind: 'stamped', pac: 'dos' })
    expect(at.entry()).toMatchObject({
      status: 'closed',
      abandoned: [{ end: 'settled', by: 'operator' }],
    })
  })

  it('refuses what it cannot take, and writes nothing', async () => {
    const at = held()
    await at.stamp()
    const before = at.entry()
    const token = before?.token ?? ''
    const other = { ...(await timbre(at)), SelloCFD: 'b3Rybw==' }
    const codeOf = (promise: Promise<unknown>) =>
      promise.then(
        () => 'none',
        (error: unknown) => (error instanceof SettleError ? error.code : String(error)),
      )
    expect(await codeOf(at.stamping.settle('0'.repeat(64), 'not-stamped'))).toBe('SETTLE_UNKNOWN')
    expect(await codeOf(at.stamping.settle(token, other))).toBe('SETTLE_STAMP')
    expect(await codeOf(at.stamping.settle(token, {} as never))).toBe('SETTLE_STAMP')
    for (const wrong of [undefined, null, 'stamped', 7, []])
      await expect(at.stamping.settle(token, wrong as never)).rejects.toThrow(TypeError)
    await expect(at.stamping.settle(undefined as never, 'not-stamped')).rejects.toThrow(TypeError)
    await expect(at.stamping.settle(token, 'not-stamped', { by: '' })).rejects.toThrow(TypeError)
    const going = at.stamping.stamp(await sealedDocument(1))
    expect(await codeOf(at.stamping.settle(token, 'not-stamped'))).toBe('SETTLE_BUSY')
    expect(await codeOf(at.server().settle(token, 'not-stamped'))).toBe('SETTLE_BUSY')
    await at.clock.until(going)
    at.journal.load = async () => ({ ...(before as object), inDoubt: 1 }) as never
    expect(await codeOf(at.stamping.settle(token, 'not-stamped'))).toBe('SETTLE_UNREADABLE')
    at.journal.load = at.stored.load
    await at.stamping.settle(token, await timbre(at))
    expect(await codeOf(at.stamping.settle(token, 'not-stamped'))).toBe('SETTLE_CLOSED')
  })
})
