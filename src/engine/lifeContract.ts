/**
 * The contract of lives: a cancellation that was asked for is known until the host knows how it ended.
 * @module
 */
import type { TestRunner } from '../pac/contract.js'
import type { LifeEntry, Lives } from './lives.js'
import {
  type Checks,
  declare,
  type MakeStore,
  must,
  same,
  soon,
  type Trait,
  versionedChecks,
  xmlOf,
} from './storeChecks.js'

/**
 * Declares the contract of {@link Lives} as tests.
 * @example With vitest
 * describeLives('my lives', async () => ({ store: await createMyLives() }), { describe, it })
 */
export function describeLives(name: string, makeStore: MakeStore<Lives>, runner: TestRunner): void {
  declare(name, makeStore, { ...versionedChecks(livesTrait), ...lifeChecks }, runner)
}

const livesTrait: Trait<Lives, LifeEntry> = {
  make: (name, version = 1, last = false) => entryOf(name, version, last ? 'closed' : 'open'),
  load: (lives, name) => lives.load(uuidOf(name)),
  append: (lives, entry) => lives.append(entry),
  unfinished: (lives) => lives.unfinished(),
}

const lifeChecks: Checks<Lives> = {
  'a life keeps its document and its acuse, to the last byte, also when it is over': {
    async run(lives) {
      for (const [version, status] of [
        [1, 'open'],
        [2, 'open'],
        [3, 'closed'],
      ] as const) {
        const entry = { ...entryOf('a', version, status), acuse: `${xmlOf('acuse')}${version}` }
        must(await lives.append(entry), 'the next version must be written', entry)
        same(await lives.load(uuidOf('a')), entry, 'the life')
      }
      for await (const entry of lives.unfinished()) must(false, 'a closed life must not be listed', entry)
    },
  },

  'a life that was closed is open again when its document is asked for once more': {
    async run(lives) {
      const again = { ...entryOf('a', 3), substitute: 'ticket 8114/ñ', change: 2, acknowledged: 1 }
      for (const entry of [entryOf('a'), entryOf('a', 2, 'closed'), again]) {
        must(await lives.append(entry), 'the next version must be written', entry)
      }
      for await (const entry of lives.unfinished()) return same(entry, again, 'the life that is open again')
      must(false, 'a life that is open again must be listed')
    },
  },

  'members that are no more are gone': {
    async run(lives) {
      const { claim: _, pac: __, ...rest } = entryOf('a', 2)
      for (const entry of [{ ...entryOf('a'), substitute: 'k' }, rest]) await lives.append(entry)
      same(await lives.load(uuidOf('a')), rest, 'the life without its claim')
    },
  },
}

function uuidOf(name: string): string {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `00000000-0000-4000-8000-${hex.padStart(12, '0').toUpperCase()}`
}

function entryOf(name: string, version = 1, status: LifeEntry['status'] = 'open'): LifeEntry {
  const uuid = uuidOf(name)
  const asked = { phase: 'asked', due: soon, wish: { motivo: '02' } } as const
  const ended = { phase: 'cancelled', how: 'cancelledWithConsent' } as const
  return {
    uuid,
    version,
    status,
    xml: xmlOf(name),
    life: { uuid, service: 'cfdi', since: soon, asked: 1, tries: version, ...(status === 'open' ? asked : ended) },
    pac: 'uno',
    change: version,
    acknowledged: 0,
    at: soon + version,
    ...(status === 'open' ? { claim: { owner: 'yo', until: 9e15 } } : {}),
  }
}
