import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Clock, inTime, systemClock, within } from '../../src/pac/clock.js'

const tooLate = () => new Error('too late')
const never = () => new Promise<never>(() => {})

/** As one writes it: a sleep that rejects when it is woken. */
const rejecting: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
}

/** A result that the test gives when it wants: Node 20 has no Promise.withResolvers. */
function createLatch<T>() {
  let resolve = (_: T) => {}
  const promise = new Promise<T>((settled) => {
    resolve = settled
  })
  return { promise, resolve }
}

const unhandled: unknown[] = []
const listen = (cause: unknown) => unhandled.push(cause)
process.on('unhandledRejection', listen)
afterEach(() => unhandled.splice(0))
afterAll(() => process.off('unhandledRejection', listen))

describe('a call in time', () => {
  it.each([
    ['the system clock', systemClock],
    ['a clock whose sleep rejects', rejecting],
  ])('%s: its result, its error, or that it is late', async (_, clock) => {
    const late: number[] = []
    expect(await inTime(clock, 1000, async () => 1, tooLate)).toBe(1)
    await expect(
      inTime(clock, 1000, () => Promise.reject(new Error('own')), tooLate),
    ).rejects.toThrow('own')
    await expect(inTime(clock, 1, never, tooLate)).rejects.toThrow('too late')
    const { promise, resolve } = createLatch<number>()
    const slow = inTime(
      clock,
      1,
      () => promise,
      tooLate,
      (value) => late.push(value),
    )
    await expect(slow).rejects.toThrow('too late')
    resolve(7)
    await sleep(1)
    expect([late, unhandled]).toEqual([[7], []])
  })

  it('is in time when its answer came while the process stood still', async () => {
    const told = new Int32Array(new SharedArrayBuffer(4))
    const peer = new Worker(echo, { eval: true, workerData: told })
    const ask = () =>
      new Promise<number>((resolve) => {
        peer.once('message', resolve)
        peer.postMessage(3)
      })
    await ask()
    for (let round = 0; round < 5; round++) {
      told[0] = 0
      const asked = inTime(systemClock, 20, ask, tooLate)
      // From here timers come before what was received.
      await new Promise(setImmediate)
      Atomics.wait(told, 0, 0)
      Atomics.wait(told, 0, 1, 40)
      expect(await asked).toBe(3)
    }
    await peer.terminate()
  })
})

/** Answers with what it is told, and says that it has. */
const echo = `
const { parentPort, workerData: told } = require('node:worker_threads')
parentPort.on('message', (message) => {
  parentPort.postMessage(message)
  Atomics.store(told, 0, 1)
  Atomics.notify(told, 0)
})
`

function atOnce(_: number, end: () => void): () => void {
  end()
  return () => {}
}

describe('a call within limits', () => {
  it.each([
    ['the system clock', systemClock],
    ['a clock whose sleep rejects', rejecting],
    ['a clock that calls back at once', { ...systemClock, timer: atOnce }],
  ])('%s: is aborted, and given up after its grace', async (_, clock) => {
    const seen: string[] = []
    const { promise, resolve } = createLatch<string>()
    const run = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => seen.push('aborted'))
      return promise
    }
    expect(
      await within(clock, { ms: 2, grace: 2 }, run, (value) => seen.push(value)),
    ).toBeUndefined()
    resolve('late')
    await sleep(1)
    expect([seen, unhandled]).toEqual([['aborted', 'late'], []])
  })

  it('is aborted by who called it, before or while it runs', async () => {
    const stop = new AbortController()
    const run = (signal: AbortSignal) =>
      new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
    const running = within(systemClock, { ms: 10_000, grace: 1_000, signal: stop.signal }, run)
    stop.abort()
    expect(await running).toBe('stopped')
    expect(await within(systemClock, { ms: 10_000, grace: 1_000, signal: stop.signal }, run)).toBe(
      'stopped',
    )
  })
})
