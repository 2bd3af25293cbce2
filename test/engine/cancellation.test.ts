/**
 * Cancellation by the engine, against the SAT of the sandbox on a virtual clock: directly, with
 * consent, by silence, rejected, substituted; and with machines that die at any call.
 */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { signReceiverAnswer } from '../../src/cancel/sign.js'
import type { CancelCall, CancellationNotice } from '../../src/engine/cancellation.js'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import type { StampSuccess } from '../../src/engine/result.js'
import { failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../src/pac/journal.js'
import type { Provider } from '../../src/pac/provider.js'
import type { SandboxSatOptions } from '../../src/pac/sandbox/sat.js'
import { readCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { statusQuery } from '../../src/sat/cfdi40/statusQuery.js'
import { parseSealed } from '../../src/seal/parseSealed.js'
import { noon } from '../fixtures.js'
import { Machine } from './host.js'
import {
  createWorld,
  day,
  engineIn,
  hour,
  invoice,
  issuer,
  receiver,
  type SandboxWorld,
} from './sandbox.js'

let now: number
const clock = () => new Date(now)
let { sat, pac, orders, cancellations } = {} as SandboxWorld
let engine: Engine

function world(options: SandboxSatOptions = {}): void {
  now = noon.getTime()
  ;({ sat, pac, orders, cancellations } = createWorld(clock, options))
  engine = engineOn()
}

const engineOn = (machine?: Machine): Engine =>
  engineIn({ pac, orders, cancellations }, clock, machine)

beforeEach(() => world())

const stamp = async (key: string, document: unknown = invoice): Promise<StampSuccess> => {
  const answer = await engine.stamp(document, { key })
  if (!answer.ok) throw new Error(answer.message)
  return answer
}

async function refresh(of = engine): Promise<CancellationNotice[]> {
  const found: CancellationNotice[] = []
  for await (const notice of of.refresh()) found.push(notice)
  return found
}

/** Refreshes and acknowledges for some days; what was told, in order. */
async function live(days: number): Promise<string[]> {
  const told: string[] = []
  for (const end = now + days * day; now < end; now += 3 * hour)
    for (const notice of await refresh()) {
      told.push(notice.life.how ?? notice.life.held ?? notice.life.phase)
      await engine.acknowledgeCancellation(notice)
    }
  return told
}

describe('cancel', () => {
  it('is recorded, sent and, once the SAT says so, told until it is acknowledged', async () => {
    await stamp('a')
    const asked = await engine.cancel({ key: 'a', motivo: '02' })
    expect(asked).toMatchObject({ ok: true, life: { phase: 'accepted', wish: { motivo: '02' } } })
    expect(asked.ok && asked.acuse).toContain('<Acuse')
    now += hour
    const [notice] = await refresh()
    expect(notice?.life).toMatchObject({ phase: 'cancelled', how: 'cancelledDirectly' })
    expect(await refresh()).toEqual([notice])
    expect(await engine.acknowledgeCancellation(notice as CancellationNotice)).toBe(true)
    expect(await refresh()).toEqual([])
    expect(cancellations.entries()).toMatchObject([{ status: 'closed' }])
  })

  it('takes the XML that stamp gave, and the folio of what is known', async () => {
    const { cfdi } = await stamp('a')
    expect(await engine.cancel({ uuid: cfdi.UUID, motivo: '02' })).toMatchObject({
      ok: false,
      code: 712,
    })
    expect(await engine.cancel({ XML: cfdi.XML, motivo: '02' })).toMatchObject({
      ok: true,
      uuid: cfdi.UUID,
    })
    expect(await engine.cancel({ uuid: cfdi.UUID.toLowerCase(), motivo: '02' })).toMatchObject({
      ok: true,
    })
  })

  it.each<[string, CancelCall]>([
    ['CANCEL_SUSTITUCION', { key: 'a', motivo: '01' }],
    ['CANCEL_MOTIVO', { key: 'a', motivo: '09' as never }],
    ['CANCEL_UUID', { uuid: 'x', motivo: '02' }],
  ])('says why it cannot be asked, and records nothing: %s', async (code, call) => {
    await stamp('a')
    expect(await engine.cancel(call)).toMatchObject({ ok: false, code: 712, errors: [{ code }] })
    expect(cancellations.entries()).toEqual([])
  })

  it.each<[string, Partial<CancelCall>]>([
    ['a key that nobody gave', { key: 'nobody’s' }],
    ['no XML', { XML: 'x' }],
    ['another thing', { XML: 7 as never }],
  ])('of %s is 712', async (_, which) => {
    expect(await engine.cancel({ ...which, motivo: '02' } as CancelCall)).toMatchObject({
      ok: false,
      code: 712,
    })
  })

  it('with consent: the receiver accepts', async () => {
    world({ needsConsent: () => true })
    const { cfdi } = await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    expect(await live(0.5)).toEqual(['accepted', 'inProcess'])
    const facts = {
      uuid: cfdi.UUID,
      respuesta: 'Aceptacion',
      rfcPac: 'PSB200101AA1',
      at: clock(),
    } as const
    await sat.answer((await signReceiverAnswer(facts, receiver)).xml)
    expect(await live(3)).toEqual(['cancelledWithConsent'])
  })

  it('by silence, after its business days', async () => {
    world({ needsConsent: () => true })
    await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    expect(await live(10)).toEqual(['accepted', 'inProcess', 'cancelledBySilence'])
  })

  it('rejected by the receiver, and asked for again', async () => {
    world({ needsConsent: () => true })
    const { cfdi } = await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    await live(0.5)
    const facts = {
      uuid: cfdi.UUID,
      respuesta: 'Rechazo',
      rfcPac: 'PSB200101AA1',
      at: clock(),
    } as const
    await sat.answer((await signReceiverAnswer(facts, receiver)).xml)
    expect(await live(2)).toEqual(['rejected'])
    expect(await engine.cancel({ uuid: cfdi.UUID, motivo: '02' })).toMatchObject({
      ok: true,
      life: { asked: 2 },
    })
  })

  it('right after the stamp, when the SAT does not have it yet: asked again', async () => {
    world({ visibleAfter: 2 * hour })
    await stamp('a')
    expect(await engine.cancel({ key: 'a', motivo: '02' })).toMatchObject({
      life: { phase: 'asked' },
    })
    expect(await live(3)).toEqual(['asked', 'accepted', 'cancelledDirectly'])
  })

  it('of what was cancelled in the portal meanwhile is told as such', async () => {
    world({ visibleAfter: hour })
    const { cfdi } = await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    now += 2 * hour
    const other = createEngine({ signers: issuer, provider: pac, clock })
    await other.cancel({ XML: cfdi.XML, motivo: '02' })
    expect((await live(3)).at(-1)).toBe('cancelledDirectly')
  })
})

/**
 * Audit C1: a cancellation that waits over closed days of the SAT. The SAT of the sandbox counts on
 * its own list of days, written here, and cancels at the midnight that ends the receiver's third
 * business day.
 */
describe('over closed days of the SAT', () => {
  const range = (from: number, to: number, prefix: string) =>
    Array.from(
      { length: to - from + 1 },
      (_, at) => `${prefix}${String(from + at).padStart(2, '0')}`,
    )
  const isWeekday = (given: string) => new Date(given).getUTCDay() % 6 !== 0

  it.each<[string, string, string[], string, string[]]>([
    // 21 December is a Monday: 18 December, 6 and 7 January count. The default calendar estimates
    // the same days.
    [
      'December, as estimated',
      '2026-12-17',
      [...range(21, 31, '2026-12-'), ...range(1, 5, '2027-01-')],
      '2027-01-08',
      ['accepted', 'inProcess', 'cancelledBySilence'],
    ],
    // The SAT closes from the 14th to the 29th: 30 and 31 December and 4 January count. By the
    // estimate the term ended on the 16th.
    [
      'December, earlier than estimated',
      '2026-12-11',
      [...range(14, 29, '2026-12-'), '2027-01-01'],
      '2027-01-05',
      ['accepted', 'inProcess', 'noSilence', 'cancelledBySilence'],
    ],
    // 31 March is a Tuesday: 1, 6 and 7 April count (RMF 2026, rule 2.1.6: 2 and 3 April).
    [
      'Holy Week',
      '2026-03-31',
      ['2026-04-02', '2026-04-03'],
      '2026-04-08',
      ['accepted', 'inProcess', 'cancelledBySilence'],
    ],
  ])('%s', async (_, asked, closed, cancelled, told) => {
    world({
      needsConsent: () => true,
      isBusinessDay: (given) => isWeekday(given) && !closed.includes(given),
    })
    now = Date.parse(`${asked}T18:00:00Z`)
    const dated = { ...invoice, Fecha: `${asked}T11:00:00` }
    const { cfdi } = await stamp('a', dated)
    await engine.cancel({ key: 'a', motivo: '02' })
    const days = (Date.parse(`${cancelled}T06:00:00Z`) - now) / day
    const before = await live(Math.floor(days))
    expect(before).not.toContain('cancelledBySilence')
    expect([...before, ...(await live(9))]).toEqual(told)
    expect((await cancellations.load(cfdi.UUID))?.status).toBe('closed')
  })

  it('an answer of weeks later, to a second request that silence does not cancel, is told', async () => {
    world({ needsConsent: () => true, silenceCancels: () => false })
    const { cfdi } = await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    expect(await live(40)).toEqual(['accepted', 'inProcess', 'noSilence'])
    const facts = {
      uuid: cfdi.UUID,
      respuesta: 'Aceptacion',
      rfcPac: 'PSB200101AA1',
      at: clock(),
    } as const
    await sat.answer((await signReceiverAnswer(facts, receiver)).xml)
    expect(await live(8)).toEqual(['cancelledWithConsent'])
  })

  it('a second rejection between two polls is told', async () => {
    world({ needsConsent: () => true })
    const { cfdi } = await stamp('a')
    const reject = async () => {
      const facts = {
        uuid: cfdi.UUID,
        respuesta: 'Rechazo',
        rfcPac: 'PSB200101AA1',
        at: clock(),
      } as const
      await sat.answer((await signReceiverAnswer(facts, receiver)).xml)
    }
    await engine.cancel({ key: 'a', motivo: '02' })
    await reject()
    expect(await live(1)).toEqual(['accepted', 'rejected'])
    await engine.cancel({ key: 'a', motivo: '02' })
    await reject()
    expect(await live(2)).toEqual(['accepted', 'rejectedAgain'])
  })
})

describe('a request that cannot be signed any more', () => {
  it('is held, and told', async () => {
    world({ visibleAfter: hour })
    await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    engine = createEngine({ signers: () => undefined, provider: pac, orders, cancellations, clock })
    expect(await live(3)).toEqual(['notSigned'])
  })

  it('is sent once there is a certificate again', async () => {
    world({ visibleAfter: hour })
    await stamp('a')
    await engine.cancel({ key: 'a', motivo: '02' })
    engine = createEngine({ signers: () => undefined, provider: pac, orders, cancellations, clock })
    await live(3)
    engine = engineOn()
    expect(await live(3)).toEqual(['accepted', 'cancelledDirectly'])
    expect(cancellations.entries()).toMatchObject([{ status: 'closed' }])
  })
})

describe('substitute', () => {
  const changed = { ...invoice, Serie: 'B' }
  const countStamped = () =>
    orders.entries().filter(({ outcome }) => outcome?.kind === 'stamped').length

  it('stamps the new document, related to the old, and cancels that with 01', async () => {
    const { cfdi } = await stamp('old')
    const answer = await engine.substitute({ key: 'old' }, changed, { key: 'new' })
    if (!answer.ok) throw new Error(answer.message)
    const xml = Buffer.from(answer.stamp.cfdi.XML, 'base64').toString()
    expect(xml).toContain(
      `<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${cfdi.UUID}"/>`,
    )
    expect(answer.cancellation).toMatchObject({
      ok: true,
      life: { phase: 'accepted', wish: { motivo: '01', folioSustitucion: answer.stamp.cfdi.UUID } },
    })
    expect(await engine.substitute({ key: 'old' }, changed, { key: 'new' })).toMatchObject({
      stamp: answer.stamp,
    })
    expect(await live(3)).toEqual(['accepted', 'cancelledDirectly'])
  })

  it('says what is wrong with the new one, and leaves the old one in force', async () => {
    await stamp('old')
    const answer = await engine.substitute(
      { key: 'old' },
      { ...changed, Moneda: 'X' },
      { key: 'new' },
    )
    expect(answer).toMatchObject({ ok: false, code: 702 })
    expect(await live(3)).toEqual([])
  })

  it.each(Array.from({ length: 16 }, (_, at) => [at + 1]))(
    'goes on where a machine died (call %i), and ends with one of each',
    async (calls) => {
      await stamp('old')
      const machine = new Machine(calls)
      await Promise.race([
        engineOn(machine).substitute({ key: 'old' }, changed, { key: 'new' }),
        machine.stopped,
      ])
      now += day
      engine = engineOn()
      for await (const { key } of engine.resume()) await engine.acknowledge(key)
      const answer = await engine.substitute({ key: 'old' }, changed, { key: 'new' })
      expect(answer).toMatchObject({ ok: true })
      await live(4)
      expect(cancellations.entries()).toMatchObject([{ life: { phase: 'cancelled' } }])
      expect(orders.entries()).toHaveLength(2)
    },
  )

  it('stamps one substitute: another key is refused before anything is sent', async () => {
    await stamp('old')
    const first = await engine.substitute({ key: 'old' }, changed, { key: 'new' })
    expect(first).toMatchObject({ ok: true })
    const before = countStamped()
    const other = { ...changed, Folio: '9999' }
    expect(await engine.substitute({ key: 'old' }, other, { key: 'other' })).toMatchObject({
      ok: false,
      code: 712,
    })
    expect(countStamped()).toBe(before)
  })

  it('stamps one substitute of two keys at once', async () => {
    await stamp('old')
    const before = countStamped()
    const both = await Promise.all(
      ['new', 'other'].map((key, at) =>
        engine.substitute({ key: 'old' }, { ...changed, Folio: `${at + 1}` }, { key }),
      ),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(countStamped()).toBe(before + 1)
  })

  it('accepts another key once the first is certainly not stamped', async () => {
    await stamp('old')
    expect(
      await engine.substitute({ key: 'old' }, { ...changed, Moneda: 'X' }, { key: 'new' }),
    ).toMatchObject({
      code: 702,
    })
    expect(await engine.substitute({ key: 'old' }, changed, { key: 'other' })).toMatchObject({
      ok: true,
    })
  })

  it('is gone on with by refresh once the substitute is stamped', async () => {
    const { cfdi } = await stamp('old')
    const machine = new Machine(4)
    await Promise.race([
      engineOn(machine).substitute({ key: 'old' }, changed, { key: 'new' }),
      machine.stopped,
    ])
    now += day
    engine = engineOn()
    for await (const { key } of engine.resume()) await engine.acknowledge(key)
    await live(4)
    const life = (await cancellations.load(cfdi.UUID))?.life
    const isStamped = (await orders.load('new'))?.outcome?.kind === 'stamped'
    expect(life?.phase === 'cancelled').toBe(isStamped)
  })
})

describe('orphans', () => {
  it('flow into cancellation with motive 02', async () => {
    const { cfdi, timbre } = await stamp('kept')
    const order = await orders.load('kept')
    const cancel = { kind: 'stamped', pac: 'sandbox', when: 'fresh', timbre } as const
    await engine.cancelOrphan({
      token: '',
      sealed: parseSealed(order?.xml ?? ''),
      keep: cancel,
      cancel,
    })
    expect(await cancellations.load(cfdi.UUID)).toMatchObject({
      pac: 'sandbox',
      life: { wish: { motivo: '02' } },
    })
  })
})

describe('a failover', () => {
  it('cancels at another PAC when the first does not answer', async () => {
    const silent = {
      ...pac,
      id: 'silent',
      cancel: async () => ({ kind: 'unknown', pac: 'silent', message: 'x' }) as const,
    }
    const provider = failover([{ ...silent, stamp: pac.stamp.bind(pac) } as Provider, pac], {
      journal: createUnsafeMemoryJournal(),
    })
    const both = createEngine({ signers: issuer, provider, orders, cancellations, clock })
    await both.stamp(invoice, { key: 'a' })
    expect(await both.cancel({ key: 'a', motivo: '02' })).toMatchObject({
      ok: true,
      life: { phase: 'accepted' },
    })
  })
})

describe('whatever dies in between', () => {
  it('a document is cancelled only when the SAT has cancelled it, and nothing is left waiting', async () => {
    const turn = fc.record({
      asks: fc.boolean(),
      calls: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(99)),
      dies: fc.constantFrom('dies before' as const, 'dies after' as const),
      hours: fc.constantFrom(1, 5, 30),
      answers: fc.constantFrom(undefined, 'Aceptacion' as const, 'Rechazo' as const),
    })
    const schedule = fc.tuple(
      fc.boolean(),
      fc.constantFrom(0, 3 * hour),
      fc.array(turn, { maxLength: 6 }),
    )
    const runs = Number(process.env['CFDI_RUNS'] ?? 100) / 2
    await fc.assert(
      fc.asyncProperty(schedule, async ([consents, visibleAfter, turns]) => {
        world({ needsConsent: () => consents, visibleAfter })
        const { cfdi } = await stamp('a')
        for (const { asks, calls, dies, hours, answers } of turns) {
          const machine = new Machine(calls, dies)
          const dying = engineOn(machine)
          const work = asks ? dying.cancel({ key: 'a', motivo: '02' }) : refresh(dying)
          await Promise.race([work, machine.stopped])
          now += hours * hour
          const facts = { uuid: cfdi.UUID, rfcPac: 'PSB200101AA1', at: clock() }
          if (answers !== undefined)
            await sat.answer(
              (await signReceiverAnswer({ ...facts, respuesta: answers }, receiver)).xml,
            )
        }
        engine = engineOn()
        await live(20)
        const life = (await cancellations.load(cfdi.UUID))?.life
        const document = readCfdi(Buffer.from(cfdi.XML, 'base64'))
        const atSat = sat.status(statusQuery(document)).estado
        expect(life?.phase === 'cancelled').toBe(atSat === 'Cancelado' && life !== undefined)
        expect(await refresh()).toEqual([])
        const isFollowed = life?.held !== undefined && life.due !== undefined
        expect(
          cancellations
            .entries()
            .every(({ status }) => status === (isFollowed ? 'open' : 'closed')),
        ).toBe(true)
      }),
      { numRuns: Math.min(runs, 300) },
    )
  })
})
