/**
 * A lane for the work of a thread: one job after the other. Side by side, the computation of a job
 * would lengthen the open transactions of another, and small stamps of the account would wait for
 * their locks. While every job that began waits (for a PAC), the next one begins.
 * @module
 */
import { performance } from 'node:perf_hooks'

/** Milliseconds between two looks at a thread, and the part of them in which a waiting one works. */
const [pause, idle] = [100, 0.1]

/**
 * Creates a lane: a function that runs a job in its turn, and resolves to its result.
 * @returns {<Result>(job: () => Promise<Result>) => Promise<Result>}
 */
export function createLane() {
  const waiting = []
  let underWay = 0
  let watching = false

  function begin() {
    underWay++
    waiting.shift()()
  }

  function watch() {
    watching = waiting.length > 0
    if (!watching) return
    const before = performance.eventLoopUtilization()
    setTimeout(() => {
      const { utilization } = performance.eventLoopUtilization(before)
      if (waiting.length > 0 && utilization < idle) begin()
      watch()
    }, pause)
  }

  return async (job) => {
    await new Promise((resolve) => {
      waiting.push(resolve)
      if (underWay === 0) begin()
      else if (!watching) watch()
    })
    try {
      return await job()
    } finally {
      underWay--
      if (underWay === 0 && waiting.length > 0) begin()
    }
  }
}
