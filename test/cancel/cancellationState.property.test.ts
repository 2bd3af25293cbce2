/**
 * Invariants of the cancellation state machine: any sequence of replies, in any order, with time-outs
 * and crashes anywhere.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AcuseClass } from '../../src/cancel/acuse.js'
import {
  createCancellationState,
  type CancellationState,
  type CancellationEvent,
  next,
  standingOf,
  taskOf,
} from '../../src/cancel/cancellationState.js'
import { defaultPolicy } from '../../src/cancel/schedule.js'
import { isCancelled, type SatState } from '../../src/cancel/status.js'
import {
  uuid,
  minute,
  day,
  start,
  ask,
  answer,
  status,
  born,
  stateAfter,
} from './cancellationEvents.js'

const states: readonly SatState[] = [
  'notKnown',
  'cancelledBySilence',
  'cancelledWithConsent',
  'cancelledDirectly',
  'cancelled',
  'notCancellable',
  'cancellableDirectly',
  'cancellableWithConsent',
  'verifying',
  'inProcess',
  'rejectedByReceiver',
  'unrecognised',
  'unavailable',
]
const classes: readonly AcuseClass[] = [
  'accepted',
  'rejectedRequest',
  'notYetVisible',
  'unavailable',
  'unknown',
]
const codes = ['201', '202', '203', '204', '205', '208', 'no_cancelable'] as const

const answers = fc
  .record({
    class: fc.constantFrom(...classes),
    code: fc.option(fc.constantFrom(...codes), { nil: undefined }),
  })
  .map(({ class: given, code }): CancellationEvent => answer(given, code))
const statuses = fc.constantFrom(...states).map(status)
const asks = fc.constantFrom<CancellationEvent>(ask, {
  kind: 'ask',
  motivo: '01',
  folioSustitucion: uuid.replace('C', 'D'),
})
const others = fc.constantFrom<CancellationEvent>(
  { kind: 'related', uuids: [uuid.replace('C', 'E')] },
  { kind: 'unsigned' },
)
const events = fc.oneof(
  { weight: 3, arbitrary: statuses },
  { weight: 3, arbitrary: answers },
  asks,
  others,
)
const gaps = fc.oneof(
  fc.integer({ min: 0, max: 10 * minute }),
  fc.integer({ min: 0, max: 5 * day }),
)
const cancellations = fc.constantFrom<CancellationState>(
  born,
  { ...born, stampedAt: start },
  createCancellationState({ uuid, service: 'retenciones' }, start),
)
const histories = fc.array(fc.record({ event: events, gap: gaps }), { maxLength: 40 })

/** A life through its history; no step writes to the state before it. */
function* lived(
  life: CancellationState,
  history: readonly { readonly event: CancellationEvent; readonly gap: number }[],
) {
  let [before, now] = [life, start]
  for (const { event, gap } of history) {
    now += gap
    const state = next(Object.freeze(before), event, now)
    yield { before, event, now, state }
    before = state
  }
}

const wordsOf = (event: CancellationEvent): SatState | undefined =>
  event.kind === 'status' ? event.state : undefined

describe('of any sequence of events', () => {
  it('a document is cancelled when the SAT has reported it, as first reported, and only then', () => {
    fc.assert(
      fc.property(cancellations, histories, (life, history) => {
        let first: SatState | undefined
        for (const { state, event } of lived(life, history)) {
          const said = wordsOf(event)
          if (first === undefined && said !== undefined && isCancelled(said)) first = said
          expect(state.phase === 'cancelled').toBe(first !== undefined)
          expect(state.how).toBe(first === 'cancelled' ? 'unknown' : first)
        }
      }),
    )
  })

  it('a state is plain JSON, and a copy of it cancellations on the same', () => {
    fc.assert(
      fc.property(cancellations, histories, (life, history) => {
        for (const { before, event, now, state } of lived(life, history)) {
          const copy = JSON.parse(JSON.stringify(before)) as CancellationState
          expect(copy).toEqual(before)
          expect(next(copy, event, now)).toEqual(state)
        }
      }),
    )
  })

  it('pending has a due time, held has a reason and is due until the end of its term, settled has neither', () => {
    fc.assert(
      fc.property(cancellations, histories, (life, history) => {
        for (const { state } of lived(life, history)) {
          const standing = standingOf(state)
          const isFollowed =
            state.held !== undefined &&
            state.held !== 'noStatusService' &&
            state.held !== 'outOfTerm'
          expect([standing, state.due !== undefined]).toEqual([
            standing,
            standing === 'pending' || isFollowed,
          ])
          expect([standing, state.held !== undefined]).toEqual([standing, standing === 'held'])
          expect(state.answerBy !== undefined).toBe(state.phase === 'inProcess')
          expect(state.answerByBasis === undefined || state.phase === 'inProcess').toBe(true)
          expect(state.related === undefined || state.phase === 'blocked').toBe(true)
          expect(state.phase === 'asked' ? state.wish : true).toBeDefined()
        }
      }),
    )
  })

  it('the same event twice is as good as once, but for the waits', () => {
    const essence = ({
      tries: _,
      due: __,
      since: ___,
      begun: ____,
      answerBy: _____,
      held: ______,
      ...rest
    }: CancellationState) => rest
    fc.assert(
      fc.property(cancellations, histories, events, (life, history, event) => {
        const state = history.reduce(
          (one, { event }, index) => next(one, event, start + index * minute),
          life,
        )
        const once = next(state, event, start + day)
        const wakes = once.phase === 'asked' && state.phase === 'blocked'
        if (wakes || event.kind === 'ask') return
        const twice = next(once, event, start + day)
        // Seen again in force after the block, a document without a wish is left alone: nothing
        // else differs.
        if (once.phase !== 'inForce')
          expect(essence(twice)).toMatchObject({ ...essence(once), phase: twice.phase })
        expect(twice.phase).toBe(once.phase)
      }),
    )
  })
})

/** Result of one attempt: a reply, or a crash before or after the reply was recorded. */
const worlds = fc.infiniteStream(
  fc.record({ answer: answers, status: statuses, dies: fc.boolean(), late: gaps }),
)

describe('however the world answers', () => {
  it('a request is in the end settled, or held with its reason, with crashes anywhere', () => {
    fc.assert(
      fc.property(cancellations, worlds, fc.boolean(), (life, world, isSilent) => {
        let state = next(life, ask, start)
        let now = start
        for (let step = 0; standingOf(state) === 'pending'; step++) {
          expect(step).toBeLessThan(20_000)
          const { value } = world.next() as {
            value: {
              answer: CancellationEvent
              status: CancellationEvent
              dies: boolean
              late: number
            }
          }
          now = Math.max(now, state.due!) + (isSilent ? 0 : value.late)
          const task = taskOf(state, now)
          expect(task).not.toBe('nothing')
          const said = task === 'send' ? value.answer : value.status
          const heard = isSilent
            ? task === 'send'
              ? answer('unknown')
              : status('unavailable')
            : said
          // A crash after the world has answered: nothing was kept, and the same is due again.
          if (value.dies && !isSilent) continue
          state = JSON.parse(JSON.stringify(next(state, heard, now))) as CancellationState
        }
        expect(['settled', 'held', 'idle']).toContain(standingOf(state))
        if (isSilent) expect(state.held).toBe('noAnswer')
      }),
    )
  })

  it.each<
    readonly [string, (life: CancellationState) => CancellationEvent, Partial<CancellationState>]
  >([
    ['205 for ever', () => answer('notYetVisible', '205'), { phase: 'asked', held: 'notVisible' }],
    ['no PAC for ever', () => answer('unavailable'), { phase: 'asked', held: 'noAnswer' }],
    [
      'no effect for ever',
      ({ phase }) => (phase === 'asked' ? answer('accepted') : status('cancellableWithConsent')),
      { phase: 'accepted', held: 'noEffect' },
    ],
    [
      'in process for ever',
      ({ phase }) => (phase === 'asked' ? answer('accepted') : status('inProcess')),
      { phase: 'inProcess', held: 'noSilence' },
    ],
    [
      'refused as related, and shown as free, for ever',
      ({ phase }) =>
        phase === 'asked' ? answer('rejectedRequest', '204') : status('cancellableDirectly'),
      { phase: 'blocked', held: 'related' },
    ],
    [
      'blocked for ever',
      ({ phase }) =>
        phase === 'asked' ? answer('rejectedRequest', '204') : status('notCancellable'),
      { held: 'related' },
    ],
  ])(
    '%s is held, and asked of daily and then weekly until its legal term is over',
    (_, world, expected) => {
      let state = next(born, ask, start)
      let questions = 0
      while (standingOf(state) === 'pending') {
        state = next(state, world(state), state.due!)
        expect(++questions).toBeLessThan(3_000)
      }
      expect(state).toMatchObject(expected)
      // Issued in 2026: an individual cancels until April of 2027 (CFF, article 29-A).
      const end = Date.parse('2027-05-01T06:00:00Z')
      for (questions = 0; state.due !== undefined && questions < 1_000; questions++) {
        expect(state.due).toBeLessThanOrEqual(end)
        state = next(state, world(state), state.due)
      }
      expect([state.held, state.seen?.at ?? end]).toEqual(['outOfTerm', end])
      // Five months: two weeks of days, and weeks. Documents that go round between two phases take
      // two questions a day.
      expect(questions).toBeLessThan(400)
    },
  )

  it('a held cancellation ends as the SAT ends it, however late', () => {
    const inProcess = stateAfter(ask, answer('accepted'), status('inProcess'))
    let [state, polls] = [inProcess, 0]
    const late = start + 120 * day
    while (state.due !== undefined && state.due < late) {
      state = next(state, status('inProcess'), state.due)
      polls++
    }
    // One week of hours and half days, two weeks of days, then weeks.
    expect(state.held).toBe('noSilence')
    expect(polls).toBeLessThan(60)
    expect(next(state, status('cancelledWithConsent'), state.due!)).toMatchObject({
      phase: 'cancelled',
    })
  })

  it('a request of the last day of its term is followed as long as any other', () => {
    const asked = next(
      { ...born, stampedAt: Date.parse('2025-06-01T18:00:00Z') },
      ask,
      Date.parse('2026-04-30T18:00:00Z'),
    )
    let state = asked
    while (state.due !== undefined)
      state = next(
        state,
        state.phase === 'asked' ? answer('accepted') : status('inProcess'),
        state.due,
      )
    expect([state.held, state.seen?.at]).toEqual([
      'outOfTerm',
      Date.parse('2026-04-30T18:00:00Z') + defaultPolicy.maxWait,
    ])
  })
})
