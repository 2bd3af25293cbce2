import { describe, expect, it } from 'vitest'
import { SharedAttempt } from '../../../src/pac/attempt/sharedAttempt.js'

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
