/**
 * A lane for the work of a thread: one job after the other. Side by side, the computation of a job
 * would lengthen the open transactions of another, and small stamps of the account would wait for
 * their locks. While every job that began waits (for a PAC), the next one begins. Callers have turns:
 * a job waits for one job of each other caller, and not for all of theirs.
 * @module
 */
import { performance } from 'node:perf_hooks'

/** Milliseconds between two looks at a thread, and the part of them in which a waiting one works. */
const [pause, idle] = [100, 0.1]

/**
 * Creates a lane: a function that runs a job of a caller in its turn, and resolves to its result.
 * @returns {<Result>(job: () => Promise<Result>, caller?: string) => Promise<Result>}
 */
export function createLane() {
  /** By caller: the first one is next. */
  const waiting = new Map()
  let underWay = 0
  let watching = false

  function begin() {
    underWay++
    const [[caller, starts]] = waiting
    waiting.delete(caller)
    const start = starts.shift()
    if (starts.length > 0) waiting.set(caller, starts)
    start()
  }

  function watch() {
    watching = waiting.size > 0
    if (!watching) return
    const before = performance.eventLoopUtilization()
    setTimeout(() => {
      const { utilization } = performance.eventLoopUtilization(before)
      if (waiting.size > 0 && utilization < idle) begin()
      watch()
    }, pause)
  }

  return async (job, caller = '') => {
    await new Promise((resolve) => {
      waiting.set(caller, [...(waiting.get(caller) ?? []), resolve])
      if (underWay === 0) begin()
      else if (!watching) watch()
    })
    try {
      return await job()
    } finally {
      underWay--
      if (underWay === 0 && waiting.size > 0) begin()
    }
  }
}
