/**
 * Checks of a store, each on a store of its own, and the assertions that they make.
 * @module
 */
import { ContractViolation, type TestRunner } from '../pac/contract.js'

/** The store under test: a journal, orders or folios. */
export interface StoreSubject<Port> {
  /** Empty, and used by nothing else. */
  readonly store: Port
  /** The same data as another process has it open at the same time. Omitted by stores for one process. */
  second?(): Port | Promise<Port>
  /**
   * The same data as the next process finds it; `store` is not used any more. Claims may be void. Omitted by stores that do
   * not outlive their process.
   */
  restarted?(): Port | Promise<Port>
  /** Called after each check, also after one that failed. */
  close?(): unknown
}

/** Makes the store of one check. */
export type MakeStore<Port> = () => StoreSubject<Port> | Promise<StoreSubject<Port>>

/** One check of a contract. */
export interface Check<Port> {
  /** The member of the subject without which it does not apply. */
  readonly needs?: 'second' | 'restarted'
  readonly run: (store: Port, subject: Required<StoreSubject<Port>>) => Promise<void>
}

/** Checks, under their titles. */
export type Checks<Port> = Readonly<Record<string, Check<Port>>>

/** Declares checks as tests. */
export function declare<Port>(
  name: string,
  makeStore: MakeStore<Port>,
  checks: Checks<Port>,
  { describe, it }: TestRunner,
) {
  describe(name, () => {
    for (const [title, check] of Object.entries(checks)) it(title, () => run(makeStore, check))
  })
}

async function run<Port>(makeStore: MakeStore<Port>, { needs, run }: Check<Port>): Promise<void> {
  const subject = await makeStore()
  try {
    // A member that is needed and missing is the only one that is read.
    if (needs === undefined || subject[needs] !== undefined)
      await run(subject.store, subject as Required<typeof subject>)
  } finally {
    await subject.close?.()
  }
}

export function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

/** @throws ContractViolation if the two differ as JSON, whatever the order of members */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(expected))) {
    throw new ContractViolation(`${what}: expected ${JSON.stringify(expected)}`, actual)
  }
}

/** The same value with the members of objects in one order, and without those that are undefined. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

/** @throws ContractViolation */
export function must(holds: boolean, what: string, actual?: unknown): void {
  if (!holds) throw new ContractViolation(what, actual)
}
