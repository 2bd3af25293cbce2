/**
 * Contract of lives: a requested cancellation is stored until the host knows its end.
 * @module
 */
import type { TestRunner } from '../pac/contract.js'
import type { LifeEntry, Lives } from './lives.js'
import {
  type Checks,
  declare,
  type MakeStore,
  requireHolds,
  requireEqual,
  soon,
  type Trait,
  versionedChecks,
  xmlOfRecord,
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
  make: (name, version = 1, last = false) => lifeEntryOf(name, version, last ? 'closed' : 'open'),
  load: (lives, name) => lives.load(lifeUuid(name)),
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
        const entry = {
          ...lifeEntryOf('a', version, status),
          acuse: `${xmlOfRecord('acuse')}${version}`,
        }
        requireHolds(await lives.append(entry), 'the next version must be written', entry)
        requireEqual(await lives.load(lifeUuid('a')), entry, 'the life')
      }
      for await (const entry of lives.unfinished())
        requireHolds(false, 'a closed life must not be listed', entry)
    },
  },

  'a life that was closed is open again when its document is asked for once more': {
    async run(lives) {
      const again = {
        ...lifeEntryOf('a', 3),
        substitute: 'ticket 8114/ñ',
        change: 2,
        acknowledged: 1,
      }
      for (const entry of [lifeEntryOf('a'), lifeEntryOf('a', 2, 'closed'), again]) {
        requireHolds(await lives.append(entry), 'the next version must be written', entry)
      }
      for await (const entry of lives.unfinished())
        return requireEqual(entry, again, 'the life that is open again')
      requireHolds(false, 'a life that is open again must be listed')
    },
  },

  'members that are no more are gone': {
    async run(lives) {
      const { claim: _, pac: __, ...rest } = lifeEntryOf('a', 2)
      for (const entry of [{ ...lifeEntryOf('a'), substitute: 'k' }, rest])
        await lives.append(entry)
      requireEqual(await lives.load(lifeUuid('a')), rest, 'the life without its claim')
    },
  },
}

function lifeUuid(name: string): string {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return `00000000-0000-4000-8000-${hex.padStart(12, '0').toUpperCase()}`
}

function lifeEntryOf(name: string, version = 1, status: LifeEntry['status'] = 'open'): LifeEntry {
  const uuid = lifeUuid(name)
  const asked = { phase: 'asked', due: soon, wish: { motivo: '02' } } as const
  const ended = { phase: 'cancelled', how: 'cancelledWithConsent' } as const
  return {
    uuid,
    version,
    status,
    xml: xmlOfRecord(name),
    life: {
      uuid,
      service: 'cfdi',
      since: soon,
      asked: 1,
      tries: version,
      ...(status === 'open' ? asked : ended),
    },
    pac: 'uno',
    change: version,
    acknowledged: 0,
    at: soon + version,
    ...(status === 'open' && { claim: { owner: 'yo', until: 9e15 } }),
  }
}
