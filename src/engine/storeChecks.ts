/**
 * Checks of a store, each on a store of its own, and the assertions that they make; and those that several contracts share.
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

/** The year 2100: nothing that a store forgets after a time has expired. */
export const soon = 4_102_444_800_000

/** Letters of several bytes, tabs and line feeds, which a store must keep as they are. */
export function xmlOf(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\r\n<cfdi:Comprobante Folio="${name}">\t"Ñandú" \\ 'año' 𝛑 \u2028\n</cfdi:Comprobante>`
}

// --- what journals, orders and lives have in common: records with a version, compared and set ---

/** A port of records with versions, and how to make and read them. */
export interface Trait<Port, Stored extends { readonly version: number }> {
  /** The first write of a name is 1; `last` is the status after which it is finished. */
  readonly make: (name: string, version?: number, last?: boolean) => Stored
  readonly load: (store: Port, name: string) => Promise<Stored | undefined>
  readonly append: (store: Port, stored: Stored) => Promise<boolean>
  readonly unfinished: (store: Port) => AsyncIterable<Stored>
}

/** What is asked of every port of records with versions. */
export function versionedChecks<Port, Stored extends { readonly version: number }>({
  make,
  load,
  append,
  unfinished,
}: Trait<Port, Stored>): Checks<Port> {
  const written = async (store: Port, ...all: Stored[]) => {
    for (const each of all) must(await append(store, each), 'the next version must be written', each)
  }
  const left = async (store: Port) => {
    const found: Stored[] = []
    for await (const each of unfinished(store)) found.push(each)
    return found
  }
  return {
    'what was never written is undefined': {
      async run(store) {
        must((await load(store, 'a')) === undefined, 'nothing was written')
        same(await left(store), [], 'nothing is unfinished')
      },
    },

    'what was written is read again, the last version of it': {
      async run(store) {
        await written(store, make('a'), make('b'), make('a', 2), make('b', 2, true))
        same(await load(store, 'a'), make('a', 2), 'the last version')
        same(await load(store, 'b'), make('b', 2, true), 'the last version')
      },
    },

    'a version that is not the next one is refused, and changes nothing': {
      async run(store) {
        must(!(await append(store, make('a', 2))), 'version 2 without 1')
        await written(store, make('a'))
        for (const version of [1, 3]) must(!(await append(store, make('a', version))), `${version} after 1`)
        same(await load(store, 'a'), make('a'), 'a refused write must change nothing')
        must((await load(store, 'b')) === undefined, 'a refused write must leave nothing')
      },
    },

    'of many writers of one version exactly one succeeds': {
      async run(store) {
        for (const version of [1, 2]) {
          const answers = await Promise.all(times(8, () => append(store, make('a', version))))
          same(answers.filter(Boolean).length, 1, `writers of version ${version} that succeeded`)
        }
      },
    },

    'many are written at once, and none is lost': {
      async run(store) {
        const names = times(50, (number) => `n${number}`)
        const answers = await Promise.all(names.map((name) => append(store, make(name))))
        must(answers.every(Boolean), 'every first version must be written', answers)
        for (const name of names) same(await load(store, name), make(name), 'each is read again')
      },
    },

    'the unfinished are listed in the order of their first writes': {
      async run(store) {
        await written(store, make('c'), make('a'), make('b'), make('d'), make('a', 2), make('b', 2, true), make('c', 2))
        same(await left(store), [make('c', 2), make('a', 2), make('d')], 'the unfinished')
      },
    },

    'each is read when the list reaches it': {
      async run(store) {
        await written(store, make('a'), make('b'))
        const found: Stored[] = []
        for await (const each of unfinished(store)) {
          if (found.length === 0) await written(store, make('b', 2))
          found.push(each)
        }
        same(found, [make('a'), make('b', 2)], 'the unfinished, with what was written meanwhile')
      },
    },

    'another process sees what is written, and only one of both writes a version': {
      needs: 'second',
      async run(store, { second }) {
        const other = await second()
        await written(store, make('a'))
        same(await load(other, 'a'), make('a'), 'what the other process wrote')
        const answers = await Promise.all(times(8, (number) => append(number % 2 === 0 ? store : other, make('a', 2))))
        same(answers.filter(Boolean).length, 1, 'writers of version 2 that succeeded')
        same(await load(store, 'a'), make('a', 2), 'both see the same')
      },
    },

    'the next process finds what was written, and goes on from there': {
      needs: 'restarted',
      async run(store, { restarted }) {
        await written(store, make('a'), make('b'), make('c'), make('a', 2), make('c', 2, true))
        const next = await restarted()
        same(unclaimed(await load(next, 'a')), unclaimed(make('a', 2)), 'what was written before the restart')
        same((await left(next)).map(unclaimed), [make('a', 2), make('b')].map(unclaimed), 'the unfinished')
        must(!(await append(next, make('a', 2))), 'a version that was written before the restart')
        await written(next, make('a', 3), make('b', 2, true), make('c', 3))
        same(await load(next, 'a'), make('a', 3), 'what was written after the restart')
        same(await left(next), [make('a', 3), make('c', 3)], 'the unfinished')
      },
    },
  }
}

const unclaimed = (stored: object | undefined) => ({ ...stored, claim: undefined })
