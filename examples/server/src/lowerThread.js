/**
 * The priority of a thread beside the others of its process.
 * @module
 */
import { access } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Steps of niceness. Beside a thread without them, one with ten gets a tenth of a core (sched(7)). */
const steps = 10

/**
 * Lowers the priority of the calling thread. Only on Linux a thread has a niceness of its own
 * (setpriority(2)): elsewhere, and where the system refuses, nothing changes.
 */
export function lowerThread(set = setPriority) {
  if (process.platform !== 'linux') return
  // Threads inherit the niceness: libuv's pool, which signs for all, must start before.
  access('/', () => {})
  try {
    set(Math.min(getPriority() + steps, 19))
  } catch {}
}
