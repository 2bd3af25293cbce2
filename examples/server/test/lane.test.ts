/**
 * The lane of a thread: computation in turn, and no job that only waits holds up the others.
 * @module
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { createLane } from '../src/lane.js'

/** Computes in pieces, so that other jobs could come between. */
async function compute(milliseconds: number) {
  for (let spent = 0; spent < milliseconds; spent += 20) {
    const until = performance.now() + 20
    while (performance.now() < until);
    await turn()
  }
}

describe('a lane', () => {
  it('runs jobs that compute one after the other, in order', async () => {
    const inTurn = createLane()
    const seen: string[] = []
    const job = (name: string) =>
      inTurn(async () => {
        seen.push(`${name} begins`)
        await compute(400)
        seen.push(`${name} ends`)
        return name
      })
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(job)), ['a', 'b', 'c'])
    const [a, b, c] = ['a', 'b', 'c'].map((name) => [`${name} begins`, `${name} ends`])
    assert.deepEqual(seen, [...a!, ...b!, ...c!])
  })

  it('begins the next ones while all that began wait', async () => {
    const inTurn = createLane()
    const seen: string[] = []
    let answer = () => {}
    const ofPac = new Promise<void>((resolve) => {
      answer = resolve
    })
    const slow = inTurn(() => ofPac.then(() => seen.push('slow')))
    const others = ['b', 'c', 'd'].map((name) => inTurn(async () => seen.push(name)))
    await Promise.all(others)
    answer()
    await slow
    assert.deepEqual(seen, ['b', 'c', 'd', 'slow'])
  })

  it('gives each caller a turn', async () => {
    const inTurn = createLane()
    const seen: string[] = []
    const job = (name: string) => inTurn(async () => seen.push(name) && turn(), name.slice(0, 1))
    await Promise.all(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(job))
    assert.deepEqual(seen, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('goes on after a job that fails, and after a pause', async () => {
    const inTurn = createLane()
    const failed = inTurn(async () => {
      throw new Error('no')
    })
    const next = inTurn(async () => 'next')
    await assert.rejects(failed, /no/)
    assert.equal(await next, 'next')
    await sleep(150)
    assert.equal(await inTurn(async () => 'later'), 'later')
  })
})
