import { describe, expect, it } from 'vitest'
import { JournalError } from '../../../src/errors.js'
import { SharedAttempt, SharedAttempts } from '../../../src/pac/attempt/sharedAttempt.js'
import type { JournalUnit } from '../../../src/pac/attempt/stampUnit.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'

/** An attempt whose turns are the test's. */
function attempt() {
  const turns = { recorded: () => {}, end: (_: string) => {}, fail: (_: Error) => {} }
  let signal: AbortSignal | undefined
  const shared = new SharedAttempt<string>((given, recorded) => {
    signal = given
    turns.recorded = recorded
    return new Promise((resolve, reject) => Object.assign(turns, { end: resolve, fail: reject }))
  })
  return { shared, turns, isAborted: () => signal?.aborted }
}

const soon = () => new Promise((done) => setTimeout(done, 5))
const left = () => 'left'

describe('a caller that goes while others stay', () => {
  it('is told so once the document is in the journal, and not before', async () => {
    const { shared, turns, isAborted } = attempt()
    const [control, told] = [new AbortController(), [] as string[]]
    const stays = shared.join(undefined, left)
    void shared.join(control.signal, left).then((answer) => told.push(answer))
    control.abort()
    await soon()
    expect(told).toEqual([])
    turns.recorded()
    await soon()
    expect(told).toEqual(['left'])
    expect(isAborted()).toBe(false)
    turns.end('stamped')
    expect(await stays).toBe('stamped')
  })

  it('hears that the journal failed, if nothing was recorded', async () => {
    const { shared, turns } = attempt()
    const control = new AbortController()
    const both = [shared.join(undefined, left), shared.join(control.signal, left)]
    control.abort()
    turns.fail(new Error('disk full'))
    for (const each of await Promise.allSettled(both))
      expect(each).toMatchObject({ reason: { message: 'disk full' } })
  })

  it('last of all aborts it, and hears how it ends', async () => {
    const { shared, turns, isAborted } = attempt()
    const control = new AbortController()
    const only = shared.join(control.signal, left)
    control.abort()
    expect([isAborted(), shared.isAborted]).toEqual([true, true])
    turns.end('unknown')
    expect(await only).toBe('unknown')
  })
})

describe('a unit of work that is not committed', () => {
  const journal = createUnsafeMemoryJournal()
  const openUnit = (): JournalUnit => ({
    target: journal,
    journal,
    commit: async () => {},
    onLost: () => {},
  })
  const refused = new JournalError('JOURNAL_WRITE', 'the order has changed', { notSent: true })

  /** Callers of one token: the attempt of the first one fails with `error`, later ones succeed. */
  async function callTogether(error: Error, units: readonly (JournalUnit | undefined)[]) {
    let attempts = 0
    const shared = new SharedAttempts<string>(() => {})
    const run = async () => {
      const mine = ++attempts
      await soon()
      if (mine === 1) throw error
      return `attempt ${mine}`
    }
    const calls = units.map((unit) =>
      shared.join({ token: 't', signal: undefined, unit }, run, left),
    )
    const answers = await Promise.allSettled(calls)
    return answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))
  }

  it('fails for callers with a unit, and the others start an attempt of their own', async () => {
    const units = [openUnit(), openUnit(), undefined, undefined]
    expect(await callTogether(refused, units)).toEqual([
      'the order has changed',
      'the order has changed',
      'attempt 2',
      'attempt 2',
    ])
  })

  it('fails for all when the request may have been sent, or the journal itself failed', async () => {
    const sent = new JournalError('JOURNAL_WRITE', 'no line')
    expect(await callTogether(sent, [openUnit(), undefined])).toEqual(['no line', 'no line'])
    expect(await callTogether(refused, [undefined, undefined])).toEqual([
      'the order has changed',
      'the order has changed',
    ])
  })
})
