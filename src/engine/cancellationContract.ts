/**
 * Contract of cancellations: a requested cancellation is stored until the host knows its end.
 * @module
 */
import { toHex } from '../lib/hex.js'
import type { TestRunner } from '../pac/contract.js'
import type { CancellationEntry, Cancellations } from './cancellationStore.js'
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
 * Declares the contract of {@link Cancellations} as tests.
 * @example With vitest
 * describeCancellations('my cancellations', async () => ({ store: await createMyCancellations() }), { describe, it })
 */
export function describeCancellations(
  name: string,
  makeStore: MakeStore<Cancellations>,
  runner: TestRunner,
): void {
  declare(
    name,
    makeStore,
    { ...versionedChecks(cancellationsTrait), ...cancellationChecks },
    runner,
  )
}

const cancellationsTrait: Trait<CancellationEntry> = {
  make: (name, version = 1, last = false) =>
    cancellationEntryOf(name, version, last ? 'closed' : 'open'),
  idOf: cancellationUuid,
}

const cancellationChecks: Checks<Cancellations> = {
  'a cancellation keeps its document and its acuse, to the last byte, also when it is over': {
    async run(cancellations) {
      for (const [version, status] of [
        [1, 'open'],
        [2, 'open'],
        [3, 'closed'],
      ] as const) {
        const entry = {
          ...cancellationEntryOf('a', version, status),
          acuse: `${xmlOfRecord('acuse')}${version}`,
        }
        requireHolds(await cancellations.append(entry), 'the next version must be written', entry)
        requireEqual(await cancellations.load(cancellationUuid('a')), entry, 'the cancellation')
      }
      for await (const entry of cancellations.unfinished())
        requireHolds(false, 'a closed cancellation must not be listed', entry)
    },
  },

  'a cancellation that was closed is open again when its document is asked for once more': {
    async run(cancellations) {
      const again = {
        ...cancellationEntryOf('a', 3),
        substitute: 'ticket 8114/ñ',
        change: 2,
        acknowledged: 1,
      }
      for (const entry of [
        cancellationEntryOf('a'),
        cancellationEntryOf('a', 2, 'closed'),
        again,
      ]) {
        requireHolds(await cancellations.append(entry), 'the next version must be written', entry)
      }
      for await (const entry of cancellations.unfinished())
        return requireEqual(entry, again, 'the cancellation that is open again')
      requireHolds(false, 'a cancellation that is open again must be listed')
    },
  },

  'members that are no more are gone': {
    async run(cancellations) {
      const { claim: _, pac: __, ...rest } = cancellationEntryOf('a', 2)
      for (const entry of [{ ...cancellationEntryOf('a'), substitute: 'k' }, rest])
        await cancellations.append(entry)
      requireEqual(
        await cancellations.load(cancellationUuid('a')),
        rest,
        'the cancellation without its claim',
      )
    },
  },
}

function cancellationUuid(name: string): string {
  const hex = toHex(new TextEncoder().encode(name))
  return `00000000-0000-4000-8000-${hex.padStart(12, '0').toUpperCase()}`
}

function cancellationEntryOf(
  name: string,
  version = 1,
  status: CancellationEntry['status'] = 'open',
): CancellationEntry {
  const uuid = cancellationUuid(name)
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

/**
 * The earlier name of `describeCancellations`.
 * @deprecated
 */
export const describeLives = describeCancellations
