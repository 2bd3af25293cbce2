/** Scenarios of the cancellation state machine. */
import { describe, expect, it } from 'vitest'
import {
  createCancellationState,
  type CancellationState,
  type CancellationEvent,
  next,
  standingOf,
  taskOf,
} from '../../src/cancel/cancellationState.js'
import { defaultPolicy } from '../../src/cancel/schedule.js'
import {
  uuid,
  minute,
  hour,
  day,
  start,
  ask,
  answer,
  status,
  born,
  stateAfter,
} from './cancellationEvents.js'

describe('stories', () => {
  it.each<readonly [string, CancellationEvent[], Partial<CancellationState>]>([
    [
      'directly',
      [answer('accepted', '201'), status('cancelledDirectly')],
      { phase: 'cancelled', how: 'cancelledDirectly' },
    ],
    [
      'with consent',
      [
        answer('accepted', '201'),
        status('cancellableWithConsent'),
        status('inProcess'),
        status('cancelledWithConsent'),
      ],
      { phase: 'cancelled', how: 'cancelledWithConsent' },
    ],
    [
      'by silence',
      [answer('accepted'), status('inProcess'), status('cancelledBySilence')],
      { how: 'cancelledBySilence' },
    ],
    [
      'rejected',
      [answer('accepted'), status('inProcess'), status('rejectedByReceiver')],
      { phase: 'rejected', asked: 1 },
    ],
    [
      'a request that needs no consent is under way',
      [status('verifying'), status('cancelledDirectly')],
      { how: 'cancelledDirectly' },
    ],
    [
      'cancelled, the SAT does not say how',
      [answer('accepted'), status('cancelled')],
      { how: 'unknown' },
    ],
    [
      'rejected, asked again, the old answer still shown',
      [
        answer('accepted'),
        status('rejectedByReceiver'),
        ask,
        answer('accepted'),
        status('rejectedByReceiver'),
      ],
      { phase: 'accepted', asked: 2 },
    ],
    [
      'rejected twice',
      [
        answer('accepted'),
        status('rejectedByReceiver'),
        ask,
        answer('accepted'),
        status('inProcess'),
        status('rejectedByReceiver'),
      ],
      { phase: 'rejected', asked: 2 },
    ],
    ['not visible yet', [answer('notYetVisible', '205')], { phase: 'asked', tries: 1 }],
    [
      'not visible yet, then accepted',
      [answer('notYetVisible'), answer('accepted')],
      { phase: 'accepted' },
    ],
    [
      'refused',
      [answer('rejectedRequest', '208')],
      { phase: 'refused', answer: { class: 'rejectedRequest', code: '208' } },
    ],
    ['blocked by code', [answer('rejectedRequest', '204')], { phase: 'blocked' }],
    ['blocked by state', [answer('accepted'), status('notCancellable')], { phase: 'blocked' }],
    [
      'blocked, and then its related documents are cancelled: it is asked for again',
      [
        answer('rejectedRequest', 'no_cancelable'),
        status('notCancellable'),
        status('cancellableWithConsent'),
      ],
      { phase: 'asked', asked: 1 },
    ],
    [
      'rejected, asked again, blocked and free: it is asked for again',
      [
        answer('accepted'),
        status('rejectedByReceiver'),
        ask,
        answer('rejectedRequest', '204'),
        status('notCancellable'),
        status('rejectedByReceiver'),
      ],
      { phase: 'asked', asked: 2 },
    ],
    ['cancelled on the portal, unasked', [status('cancelledDirectly')], { phase: 'cancelled' }],
    [
      'nothing said',
      [answer('accepted'), status('unavailable'), status('unrecognised')],
      { phase: 'accepted', tries: 3 },
    ],
    [
      'cancelled is for good',
      [status('cancelledDirectly'), status('inProcess'), answer('rejectedRequest')],
      { phase: 'cancelled' },
    ],
    [
      'an acceptance that comes late',
      [answer('accepted'), status('inProcess'), answer('accepted', '202')],
      { phase: 'inProcess' },
    ],
    [
      'in process before the answer',
      [status('inProcess'), answer('unknown')],
      { phase: 'inProcess' },
    ],
  ])('%s', (_, events, expected) => {
    expect(stateAfter(ask, ...events)).toMatchObject(expected)
  })

  it('203 of a document that was just stamped is a 205; of an old one it is for good', () => {
    const fresh = { ...born, stampedAt: start }
    const asked = next(fresh, ask, start)
    expect(next(asked, answer('rejectedRequest', '203'), start + hour).phase).toBe('asked')
    expect(next(asked, answer('rejectedRequest', '203'), start + 73 * hour).phase).toBe('refused')
    expect(next(next(born, ask, start), answer('rejectedRequest', '203'), start).phase).toBe(
      'refused',
    )
  })

  it('retenciones have no status: accepted is the last phase', () => {
    const life = next(createCancellationState({ uuid, service: 'retenciones' }, start), ask, start)
    expect(next(life, answer('accepted', '1201'), start)).toMatchObject({
      phase: 'accepted',
      held: 'noStatusService',
    })
  })

  it('a status in force without a request needs nothing; a request made on the portal is polled', () => {
    expect(taskOf(stateAfter(status('cancellableDirectly')), Number.MAX_VALUE)).toBe('nothing')
    const followed = stateAfter(status('inProcess'))
    expect(followed).toMatchObject({ phase: 'inProcess', asked: 0 })
    expect(taskOf(followed, start + day)).toBe('poll')
  })

  it('is sent at once, then polled; not before it is due', () => {
    const asked = next(born, ask, start)
    expect([taskOf(born, start), taskOf(asked, start), taskOf(asked, start - 1)]).toEqual([
      'nothing',
      'send',
      'nothing',
    ])
    const accepted = next(asked, answer('accepted'), start)
    expect([taskOf(accepted, start), taskOf(accepted, start + minute)]).toEqual(['nothing', 'poll'])
  })

  it('an unsigned request is not sent', () => {
    const wishes: ReadonlyArray<readonly [object, string]> = [
      [{ motivo: '01' }, 'CANCEL_SUSTITUCION'],
      [{ motivo: '02', folioSustitucion: uuid }, 'CANCEL_SUSTITUCION'],
      [{ motivo: '01', folioSustitucion: uuid.toLowerCase() }, 'CANCEL_SUSTITUCION'],
      [{ motivo: '9' }, 'CANCEL_MOTIVO'],
    ]
    for (const [wish, code] of wishes)
      expect(() => next(born, { kind: 'ask', ...wish } as never, start)).toThrow(
        expect.objectContaining({ code }),
      )
  })

  it('a pending request is not repeated', () => {
    const accepted = stateAfter(ask, answer('accepted'))
    expect(next(accepted, { kind: 'ask', motivo: '03' }, start)).toBe(accepted)
  })

  it('related documents are kept only while blocked', () => {
    const related: CancellationEvent = { kind: 'related', uuids: [uuid.toLowerCase()] }
    expect(stateAfter(ask, related).related).toBeUndefined()
    const blocked = stateAfter(ask, answer('rejectedRequest', '204'), related)
    expect(blocked).toMatchObject({ phase: 'blocked', related: [uuid] })
    expect(next(blocked, status('notCancellable'), start + day).related).toEqual([uuid])
    expect(next(blocked, status('cancellableDirectly'), start + day).related).toBeUndefined()
  })

  it('the receiver has until the end of its third business day, and then some', () => {
    const life = stateAfter(ask, answer('accepted'), status('inProcess'))
    // From Friday 27 November: Monday, Tuesday, Wednesday.
    expect(new Date(life.answerBy!).toISOString()).toBe('2026-12-03T06:00:00.000Z')
    const still = (at: number) => next(life, status('inProcess'), at)
    expect(still(life.answerBy! + 3 * day - 1).held).toBeUndefined()
    expect(still(life.answerBy! + 3 * day)).toMatchObject({ phase: 'inProcess', held: 'noSilence' })
  })

  it('a request made on the portal without consent is polled', () => {
    const seen = stateAfter(status('verifying'))
    expect(seen).toMatchObject({ phase: 'accepted', asked: 0 })
    expect(taskOf(seen, start + hour)).toBe('poll')
  })

  // Audit C9: rejected, requested again, and rejected before the next poll: the SAT shows the same
  // text as before.
  it('a second rejection that was never seen in process is reported a day after its request was received', () => {
    const rejected = stateAfter(ask, answer('accepted'), status('rejectedByReceiver'))
    const again = [ask, answer('accepted')].reduce(
      (life, event) => next(life, event, start + hour),
      rejected,
    )
    const seen = (at: number) => next(again, status('rejectedByReceiver'), at)
    expect(seen(start + hour + day - 1)).toMatchObject({ phase: 'accepted' })
    const reported = seen(start + hour + day)
    expect(reported).toMatchObject({
      phase: 'rejected',
      held: 'rejectedAgain',
      due: start + hour + 2 * day,
    })
    // The SAT does not distinguish the two, so polling continues: a late acceptance is not lost.
    expect(standingOf(reported)).toBe('held')
    expect(next(reported, status('cancelledWithConsent'), reported.due!)).toMatchObject({
      phase: 'cancelled',
    })
    expect(next(reported, status('inProcess'), reported.due!)).toMatchObject({ phase: 'inProcess' })
    expect(next(reported, ask, reported.due!)).toMatchObject({ phase: 'asked', asked: 3 })
  })

  it('a rejection after a visible request is certain at once', () => {
    const twice = stateAfter(
      ask,
      answer('accepted'),
      status('rejectedByReceiver'),
      ask,
      answer('accepted'),
    )
    const seen = [status('verifying'), status('rejectedByReceiver')].reduce(
      (life, event) => next(life, event, start + hour),
      twice,
    )
    expect([seen.phase, seen.held]).toEqual(['rejected', undefined])
  })
})

it('a policy may have days of its own', () => {
  const policy = { ...defaultPolicy, receiverDays: 1, isBusinessDay: () => true }
  const life = next(stateAfter(ask, answer('accepted')), status('inProcess'), start, policy)
  expect(life.answerBy).toBe(Date.parse('2026-11-29T06:00:00Z'))
  expect(life.answerByBasis).toBeUndefined()
})
