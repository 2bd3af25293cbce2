/**
 * Production loop: completes unfinished work and delivers its results.
 *
 * Any number of processes may run rounds, and repeat them after a crash: records are leased, and an
 * event is removed only after the host accepts it.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import { requireMethods } from '../../lib/options.js'
import { type Clock, systemClock, timerOf } from '../../pac/clock.js'
import type { Engine } from '../engine.js'
import { type OperateLoopOptions, type OperateOptions, requireOperateOptions } from './options.js'
import { isWanted, Tally, type TaskName, type TaskSummary, tasks } from './tasks.js'

/** Result of a round. */
export interface RoundSummary {
  /** Start, in milliseconds since 1970. */
  readonly at: number
  /** Duration in milliseconds. */
  readonly ms: number
  /**
   * `led`: this process ran it. `followed`: another process has the leadership. `failed`: the
   * leadership call failed.
   */
  readonly role: 'led' | 'followed' | 'failed'
  /** Completed tasks, and the one that `roundTimeout` ended. */
  readonly tasks: readonly TaskSummary[]
  /** Present if `roundTimeout` ended it before the end of its tasks. */
  readonly timedOut?: true
  /** Error of the leadership call. */
  readonly cause?: unknown
}

/** A running loop. */
export interface Operation {
  /** Runs every task now, after the current round. Never rejects. */
  round(): Promise<RoundSummary>
  /** Ends the loop after the current round. Delivers no further event. */
  close(): Promise<void>
}

const names = Object.keys(tasks) as TaskName[]

/** Milliseconds of leadership without a renewal. */
const term = 60_000

/**
 * Runs one round, for schedulers that start a process each time (Lambda, cron, a route). Failures
 * of a document, a store or a PAC do not reject: the summary contains them, and the next round
 * retries.
 * @throws TypeError for an unknown option, or one of another type
 * @example
 * const engine = createEngine({ signers: csd, provider: pac })
 * const { tasks } = await operateOnce(engine, { provider: pac, deliver: async (event) => {} })
 * tasks.map(({ task }) => task) // → ['resume', 'refresh', 'attend']
 */
export async function operateOnce(engine: Engine, options: OperateOptions): Promise<RoundSummary> {
  requireOperateOptions(options)
  requireMethods('operateOnce: engine', engine ?? null, ['resume'])
  return new Rounds(engine, options).round(names, new AbortController().signal)
}

/**
 * Runs rounds until `close`: interrupted stamps, second stamps, cancellations and purges, each at
 * its interval. The first round starts immediately. A failed task is retried at increasing
 * intervals.
 * @throws TypeError for an unknown option, or one of another type
 * @example
 * const engine = createEngine({ signers: csd, provider: pac })
 * const operation = operate(engine, { provider: pac, deliver: async (event) => {} })
 * await operation.close()
 */
export function operate(engine: Engine, options: OperateLoopOptions): Operation {
  requireOperateOptions(options)
  requireMethods('operate: engine', engine ?? null, ['resume'])
  return new Loop(new Rounds(engine, options), options)
}

/** Sequential rounds. */
class Rounds {
  readonly #engine: Engine
  readonly #options: OperateOptions
  readonly #owner: string
  readonly #told = new Set<string>()
  readonly clock: Clock
  #last: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine, options: OperateOptions) {
    this.#engine = engine
    this.#options = options
    this.#owner = options.owner ?? crypto.randomUUID()
    this.clock = options.clock ?? systemClock
  }

  /** Runs tasks after the end of the previous round. */
  round(wanted: readonly TaskName[], signal: AbortSignal): Promise<RoundSummary> {
    const round = this.#last.then(async () => {
      const at = this.clock.now()
      const done = await this.#led(wanted, signal)
      const summary = { at, ms: this.clock.now() - at, ...done }
      try {
        this.#options.onRound?.(summary)
      } catch {
        // Errors of the host's listener do not stop rounds.
      }
      return summary
    })
    this.#last = round
    return round
  }

  /** Waits for the current round. */
  async end(): Promise<void> {
    await this.#last
    await this.#options.leadership?.resign?.(this.#owner).catch(ignoreError)
  }

  async #led(
    wanted: readonly TaskName[],
    signal: AbortSignal,
  ): Promise<Omit<RoundSummary, 'at' | 'ms'>> {
    const { leadership } = this.#options
    if (signal.aborted) return { role: 'followed', tasks: [] }
    try {
      if (leadership !== undefined && !(await leadership.lead(this.#owner, term)))
        return { role: 'followed', tasks: [] }
    } catch (cause) {
      return { role: 'failed', tasks: [], cause }
    }
    const over = new AbortController()
    const ended = new AbortController()
    const stop = () => over.abort()
    signal.addEventListener('abort', stop)
    const keeping = this.#keep(ended.signal, stop)
    const timeout = new AbortController()
    const { roundTimeout } = this.#options
    let cancelTimeout: (() => void) | undefined
    if (roundTimeout !== undefined)
      cancelTimeout = timerOf(this.clock, roundTimeout, () => {
        timeout.abort()
        stop()
      })
    try {
      const tasks: TaskSummary[] = []
      for (const task of wanted)
        if (isWanted(task, this.#options) && !over.signal.aborted)
          tasks.push(await this.#do(task, over.signal))
      if (timeout.signal.aborted) return { role: 'led', tasks, timedOut: true }
      return { role: 'led', tasks }
    } finally {
      cancelTimeout?.()
      signal.removeEventListener('abort', stop)
      ended.abort()
      await keeping
    }
  }

  /** Renews the leadership during a round. Stops the round if the leadership is lost. */
  async #keep(ended: AbortSignal, lost: () => void): Promise<void> {
    const { leadership } = this.#options
    while (leadership !== undefined && !ended.aborted) {
      await this.clock.sleep(term / 3, ended).catch(ignoreError)
      if (ended.aborted) return
      const isKept = await leadership.lead(this.#owner, term).catch(() => false)
      if (!isKept) return lost()
    }
  }

  async #do(task: TaskName, signal: AbortSignal): Promise<TaskSummary> {
    const at = this.clock.now()
    const tally = new Tally()
    const context = { engine: this.#engine, options: this.#options, signal, told: this.#told }
    try {
      await tasks[task](context, tally)
    } catch (cause) {
      if (!signal.aborted) tally.fail(cause)
    }
    const { delivered, waiting, failed, purged, cause } = tally
    const more = { ...(purged && { purged }), ...(cause !== undefined && { cause }) }
    return { task, ms: this.clock.now() - at, delivered, waiting, failed, ...more }
  }
}

const defaultPeriods: Readonly<Record<TaskName, number>> = {
  resume: 30_000,
  reconcile: 300_000,
  refresh: 60_000,
  attend: 900_000,
  purge: 21_600_000,
}

class Loop implements Operation {
  readonly #rounds: Rounds
  readonly #options: OperateLoopOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  readonly #failures = new Map<TaskName, number>()
  readonly #due = new Map<TaskName, number>()

  constructor(rounds: Rounds, options: OperateLoopOptions) {
    this.#rounds = rounds
    this.#options = options
    const now = rounds.clock.now()
    for (const name of names) if (isWanted(name, options)) this.#due.set(name, now)
    this.#running = this.#run()
  }

  async round(): Promise<RoundSummary> {
    return this.#planned(await this.#rounds.round([...this.#due.keys()], this.#stopping.signal))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#rounds.end()
  }

  async #run(): Promise<void> {
    const { clock } = this.#rounds
    const { signal } = this.#stopping
    // The caller receives the operation before the first event.
    await Promise.resolve()
    while (!signal.aborted && this.#due.size > 0) {
      const now = clock.now()
      const wanted: TaskName[] = []
      for (const [name, due] of this.#due) if (due <= now) wanted.push(name)
      if (wanted.length > 0) this.#planned(await this.#rounds.round(wanted, signal), wanted)
      const next = Math.min(...this.#due.values())
      await clock.sleep(Math.max(next - clock.now(), 0), signal).catch(ignoreError)
    }
  }

  /** Schedules completed tasks, and tasks skipped because another process leads. */
  #planned(summary: RoundSummary, wanted: readonly TaskName[] = []): RoundSummary {
    const planned = new Map<TaskName, boolean>()
    for (const name of wanted) planned.set(name, summary.role === 'failed')
    for (const { task, failed } of summary.tasks)
      planned.set(task, summary.role === 'failed' || failed > 0)
    for (const [name, isFailed] of planned) {
      const failures = isFailed ? (this.#failures.get(name) ?? 0) + 1 : 0
      this.#failures.set(name, failures)
      const { every = {}, jitter = 0.2, longest = 900_000, random = Math.random } = this.#options
      const period = every[name] ?? defaultPeriods[name]
      const wait =
        failures === 0
          ? period
          : Math.max(period, Math.min(period * 2 ** Math.min(failures, 20), longest))
      // An interval of zero would block other work.
      this.#due.set(
        name,
        this.#rounds.clock.now() + Math.max(wait * (1 - jitter / 2 + jitter * random()), 1),
      )
    }
    return summary
  }
}
