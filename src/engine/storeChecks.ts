/**
 * Checks of a store, each on its own store, their assertions, and the checks that several contracts
 * share.
 * @module
 */
import { ContractViolation, type TestRunner } from '../pac/contract.js'
import { requireHolds } from '../pac/contractCalls.js'

export { requireHolds }

/** The store under test: a journal, orders or folios. */
export interface StoreSubject<Port> {
  /** Empty store without other users. */
  readonly store: Port
  /** The same data, opened by a concurrent process. Omitted by stores for one process. */
  second?(): Port | Promise<Port>
  /**
   * The same data after a restart; `store` is no longer used. Claims may be void. Omitted by stores
   * that end with their process.
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
    for (const [title, { needs, run }] of Object.entries(checks))
      it(title, async () => {
        const subject = await makeStore()
        try {
          // Skips a check whose required member is missing.
          if (needs === undefined || subject[needs] !== undefined)
            await run(subject.store, subject as Required<typeof subject>)
        } finally {
          await subject.close?.()
        }
      })
  })
}

export function times<T>(count: number, make: (at: number) => T): T[] {
  const made: T[] = []
  for (let at = 0; at < count; at++) made.push(make(at))
  return made
}

/** @throws ContractViolation if the two differ as JSON, regardless of the order of members */
export function requireEqual(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(withSortedKeys(actual)) !== JSON.stringify(withSortedKeys(expected))) {
    throw new ContractViolation(`${what}: expected ${JSON.stringify(expected)}`, actual)
  }
}

/** Sorts the members of objects and removes undefined ones. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const sorted: Record<string, unknown> = {}
  const given = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(given).sort()) sorted[name] = withSortedKeys(given[name])
  return sorted
}

/** The year 2100, so that no record has expired. */
export const soon = 4_102_444_800_000

/**
 * Returns text with multi-byte characters, tabs and line feeds, which a store must keep unchanged.
 */
export function xmlOfRecord(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\r\n<cfdi:Comprobante Folio="${name}">\t"Ñandú" \\ 'año' 𝛑 \u2028\n</cfdi:Comprobante>`
}

// --- common checks of journals, orders and cancellations: versioned records with compare-and-set ---

/** A port of versioned records. */
export interface Versioned<Stored> {
  load(id: string): Promise<Stored | undefined>
  append(stored: Stored): Promise<boolean>
  unfinished(): AsyncIterable<Stored>
}

/** How the records of a port are made and named. */
export interface Trait<Stored> {
  /** The first version is 1; `last` makes a finished record. */
  readonly make: (name: string, version?: number, last?: boolean) => Stored
  readonly idOf: (name: string) => string
}

/** Checks of every port of versioned records. */
export function versionedChecks<Stored extends { readonly version: number }>({
  make,
  idOf,
}: Trait<Stored>): Checks<Versioned<Stored>> {
  const written = async (store: Versioned<Stored>, ...all: Stored[]) => {
    for (const each of all)
      requireHolds(await store.append(each), 'the next version must be written', each)
  }
  const left = async (store: Versioned<Stored>) => {
    const found: Stored[] = []
    for await (const each of store.unfinished()) found.push(each)
    return found
  }
  return {
    'what was never written is undefined': {
      async run(store) {
        requireHolds((await store.load(idOf('a'))) === undefined, 'nothing was written')
        requireEqual(await left(store), [], 'nothing is unfinished')
      },
    },

    'what was written is read again, the last version of it': {
      async run(store) {
        await written(store, make('a'), make('b'), make('a', 2), make('b', 2, true))
        requireEqual(await store.load(idOf('a')), make('a', 2), 'the last version')
        requireEqual(await store.load(idOf('b')), make('b', 2, true), 'the last version')
      },
    },

    'a version that is not the next one is refused, and changes nothing': {
      async run(store) {
        requireHolds(!(await store.append(make('a', 2))), 'version 2 without 1')
        await written(store, make('a'))
        for (const version of [1, 3])
          requireHolds(!(await store.append(make('a', version))), `${version} after 1`)
        requireEqual(await store.load(idOf('a')), make('a'), 'a refused write must change nothing')
        requireHolds(
          (await store.load(idOf('b'))) === undefined,
          'a refused write must leave nothing',
        )
      },
    },

    'of many writers of one version exactly one succeeds': {
      async run(store) {
        for (const version of [1, 2]) {
          const answers = await Promise.all(times(8, () => store.append(make('a', version))))
          requireEqual(
            answers.filter(Boolean).length,
            1,
            `writers of version ${version} that succeeded`,
          )
        }
      },
    },

    'many are written at once, and none is lost': {
      async run(store) {
        const names = times(50, (number) => `n${number}`)
        const answers = await Promise.all(names.map((name) => store.append(make(name))))
        requireHolds(answers.every(Boolean), 'every first version must be written', answers)
        for (const name of names)
          requireEqual(await store.load(idOf(name)), make(name), 'each is read again')
      },
    },

    'the unfinished are listed in the order of their first writes': {
      async run(store) {
        await written(
          store,
          make('c'),
          make('a'),
          make('b'),
          make('d'),
          make('a', 2),
          make('b', 2, true),
          make('c', 2),
        )
        requireEqual(await left(store), [make('c', 2), make('a', 2), make('d')], 'the unfinished')
      },
    },

    'each is read when the list reaches it': {
      async run(store) {
        await written(store, make('a'), make('b'))
        const found: Stored[] = []
        for await (const each of store.unfinished()) {
          if (found.length === 0) await written(store, make('b', 2))
          found.push(each)
        }
        requireEqual(
          found,
          [make('a'), make('b', 2)],
          'the unfinished, with what was written meanwhile',
        )
      },
    },

    'another process sees what is written, and only one of both writes a version': {
      needs: 'second',
      async run(store, { second }) {
        const other = await second()
        await written(store, make('a'))
        requireEqual(await other.load(idOf('a')), make('a'), 'what the other process wrote')
        const answers = await Promise.all(
          times(8, (number) => (number % 2 === 0 ? store : other).append(make('a', 2))),
        )
        requireEqual(answers.filter(Boolean).length, 1, 'writers of version 2 that succeeded')
        requireEqual(await store.load(idOf('a')), make('a', 2), 'both see the same')
      },
    },

    'the next process finds what was written, and goes on from there': {
      needs: 'restarted',
      async run(store, { restarted }) {
        await written(store, make('a'), make('b'), make('c'), make('a', 2), make('c', 2, true))
        const next = await restarted()
        requireEqual(
          unclaimed(await next.load(idOf('a'))),
          unclaimed(make('a', 2)),
          'what was written before the restart',
        )
        requireEqual(
          (await left(next)).map(unclaimed),
          [make('a', 2), make('b')].map(unclaimed),
          'the unfinished',
        )
        requireHolds(
          !(await next.append(make('a', 2))),
          'a version that was written before the restart',
        )
        await written(next, make('a', 3), make('b', 2, true), make('c', 3))
        requireEqual(await next.load(idOf('a')), make('a', 3), 'what was written after the restart')
        requireEqual(await left(next), [make('a', 3), make('c', 3)], 'the unfinished')
      },
    },
  }
}

const unclaimed = (stored: object | undefined) => ({ ...stored, claim: undefined })
