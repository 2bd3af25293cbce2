/**
 * Times that are comparable on a shared machine. Every task runs in every round, in short turns
 * between turns of the unit, and the result is the ratio to the unit measured at the same moment.
 *
 * It measures processor time of all threads of the process: waiting for a processor does not count,
 * while garbage collection and compilation do.
 * @module
 */

/** A task to measure. Calls of an `async` one are awaited one after another. */
export interface Task {
  readonly name: string
  readonly run: (input?: unknown) => unknown
  /**
   * Creates the input of each call outside the measured time, for calls that change their input.
   */
  readonly fresh?: () => unknown
  readonly async?: boolean
}

/** Times of a task over all rounds. */
export interface Timing {
  readonly name: string
  /** Median of its ratios to the unit. */
  readonly ratio: number
  /** Quartiles of those ratios. */
  readonly spread: readonly [number, number]
  /** Median in microseconds of processor time. */
  readonly micros: number
}

export interface Settings {
  readonly rounds: number
  /** Milliseconds of a task's turn in a round, at least one call. */
  readonly turn: number
  /** Milliseconds of its warm-up. */
  readonly warmUp: number
}

/** Times groups of tasks against a unit, which is measured before and after each group. */
export async function measure(
  unit: Task,
  groups: ReadonlyMap<string, readonly Task[]>,
  { rounds, turn, warmUp }: Settings,
): Promise<ReadonlyMap<string, readonly Timing[]>> {
  const all = [unit, ...[...groups.values()].flat()]
  // Twice over all tasks: engines recompile the first one's code after it meets the others' object
  // shapes.
  for (const share of [warmUp / 2, warmUp / 2]) for (const task of all) await time(task, share)
  const [ratios, micros] = [new Map<Task, number[]>(), new Map<Task, number[]>()]
  for (const task of all) for (const times of [ratios, micros]) times.set(task, [])
  for (let round = 0; round < rounds; round++) {
    for (const tasks of shuffled([...groups.values()], round)) {
      const before = await time(unit, turn)
      const times: [Task, number][] = []
      for (const task of shuffled(tasks, round)) times.push([task, await time(task, turn)])
      const now = (before + (await time(unit, turn))) / 2
      for (const [task, took] of times) {
        ratios.get(task)!.push(took / now)
        micros.get(task)!.push(took)
      }
    }
  }
  const timing = (task: Task): Timing => ({
    name: task.name,
    ratio: quantile(ratios.get(task)!, 0.5),
    spread: [quantile(ratios.get(task)!, 0.25), quantile(ratios.get(task)!, 0.75)],
    micros: quantile(micros.get(task)!, 0.5),
  })
  return new Map([...groups].map(([name, tasks]) => [name, tasks.map(timing)] as const))
}

/** Reads a text so that the engine joins its pieces, to include that in the measured time. */
export function flat(text: string): number {
  return text.charCodeAt(text.length - 1)
}

let sink: unknown

/** Available with `--expose-gc`. */
const { gc: collect } = globalThis as { readonly gc?: (how: { readonly type: 'minor' }) => void }

/** Microseconds of processor time per call, over calls that fill `turn` milliseconds. */
async function time(task: Task, turn: number): Promise<number> {
  // Garbage of the previous task is collected before this turn, which pays only for its own.
  collect?.({ type: 'minor' })
  let calls = 0
  let took = 0
  // Reads the clock for larger and larger batches, so that the reading itself is not measured.
  for (let batch = 1; took < turn * 1000; batch = nextBatch(calls, took, turn * 1000, task)) {
    const { fresh } = task
    const inputs = fresh && Array.from({ length: batch }, () => fresh())
    const start = process.cpuUsage()
    if (task.async) for (let call = 0; call < batch; call++) sink = await task.run(inputs?.[call])
    else for (let call = 0; call < batch; call++) sink = task.run(inputs?.[call])
    const { user, system } = process.cpuUsage(start)
    calls += batch
    took += user + system
    if (sink === start) throw new Error('unreachable')
  }
  return took / calls
}

/** Maximum inputs created at once. */
const mostFresh = 64

function nextBatch(calls: number, took: number, turn: number, { fresh }: Task): number {
  const left = (calls / Math.max(took, 1)) * (turn - took)
  return Math.max(1, Math.min(calls, Math.ceil(left), fresh === undefined ? calls : mostFresh))
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * Another order in each round, the same in each run, so that no task always follows the same one.
 */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed + 1
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}
