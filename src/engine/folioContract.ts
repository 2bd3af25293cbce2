/**
 * Contract of a sequence of folios: no duplicates and no gaps.
 * @module
 */
import type { TestRunner } from '../pac/contract.js'
import type { FolioReservation, FolioSequence, HeldFolio } from './folios.js'
import {
  type Checks,
  declare,
  type MakeStore,
  requireHolds,
  requireEqual,
  times,
} from './storeChecks.js'

/**
 * Declares the contract of a {@link FolioSequence} with all its methods as tests. Its folios must
 * be decimal numbers without leading zeros.
 * @example With vitest
 * describeFolios('my folios', async () => ({ store: await createMyFolios() }), { describe, it })
 */
export function describeFolios(
  name: string,
  makeStore: MakeStore<Required<FolioSequence>>,
  runner: TestRunner,
): void {
  declare(name, makeStore, folioChecks, runner)
}

type Folios = Required<FolioSequence>

const rfc = 'EKU9003173C9'

const folioChecks: Checks<Folios> = {
  'folios of a series follow each other': {
    async run(folios) {
      const [first = 0, ...rest] = numbers(await taken(folios, ['a', 'b', 'c']))
      requireEqual(rest, [first + 1, first + 2], `the folios after ${first}`)
    },
  },

  'taken at once they are all different, and none is left out': {
    async run(folios) {
      consecutive(
        numbers(await Promise.all(times(40, (number) => folios.next(rfc, 'A', `h${number}`)))),
      )
    },
  },

  'a holder gets the same folio again, also at once': {
    async run(folios) {
      const again = await Promise.all(times(8, () => folios.next(rfc, 'A', 'a')))
      requireEqual(new Set(numbers(again)).size, 1, 'folios of one holder')
      requireEqual(
        numbers([await folios.next(rfc, 'A', 'b')]),
        [Number(again[0]?.folio) + 1],
        'the folio of the next one',
      )
    },
  },

  'series and issuers count apart': {
    async run(folios) {
      const [a] = numbers([await folios.next(rfc, 'A', 'a')])
      for (const [issuer, serie] of [
        [rfc, ''],
        [rfc, 'a'],
        ['XIA190128J61', 'A'],
        [`${rfc}A`, ''],
      ] as const) {
        const one = await folios.next(issuer, serie, 'a')
        const [held] = (await folios.heldBy('a')).filter(
          (each) => each.rfc === issuer && each.serie === serie,
        )
        requireEqual(held?.folio, one.folio, `what the holder holds in ${issuer} ${serie}`)
      }
      requireEqual(
        numbers([await folios.next(rfc, 'A', 'b')]),
        [(a as number) + 1],
        'others do not move a series',
      )
    },
  },

  'without a holder every call takes another, until one is bound to it': {
    async run(folios) {
      const [one, other] = [await folios.next(rfc, 'A'), await folios.next(rfc, 'A')]
      requireHolds(one.folio !== other.folio, 'two calls must take two folios')
      requireHolds(one.bind !== undefined, 'a reservation without a holder must have bind')
      await one.bind?.('a')
      requireEqual(
        (await folios.next(rfc, 'A', 'a')).folio,
        one.folio,
        'the folio of whom it was bound to',
      )
      requireEqual(numbers(await folios.heldBy('a')), numbers([one]), 'what is bound is held')
    },
  },

  'a released folio is the next one handed out, the smallest first': {
    async run(folios) {
      const all = await taken(folios, ['a', 'b', 'c', 'd'])
      for (const at of [2, 0, 1]) await all[at]?.release()
      const [a, b, c, d] = numbers(all) as [number, number, number, number]
      requireEqual(
        numbers(await taken(folios, ['e', 'f', 'g', 'h'])),
        [a, b, c, d + 1],
        'the folios after three were released',
      )
    },
  },

  'a committed folio is never handed out again, and is held no more': {
    async run(folios) {
      const [one] = await taken(folios, ['a'])
      await one?.commit()
      requireEqual(await folios.heldBy('a'), [], 'nothing is held')
      requireEqual(
        numbers(await taken(folios, ['a'])),
        [Number(one?.folio) + 1],
        'the next folio of the same holder',
      )
    },
  },

  'it is settled once: what comes after changes nothing': {
    async run(folios) {
      const [one, other] = (await taken(folios, ['a', 'b'])) as [FolioReservation, FolioReservation]
      for (const settle of ['commit', 'commit', 'release'] as const) await one[settle]()
      for (const settle of ['release', 'release', 'commit'] as const) await other[settle]()
      requireEqual(
        numbers(await taken(folios, ['c', 'd'])),
        [Number(other.folio), Number(other.folio) + 1],
        'the folios left',
      )
    },
  },

  'who settled a folio has no say in it when another holds it': {
    async run(folios) {
      const [old] = (await taken(folios, ['a'])) as [FolioReservation]
      await old.release()
      const [now] = (await taken(folios, ['b'])) as [FolioReservation]
      requireEqual(now.folio, old.folio, 'the folio that was released')
      await old.release()
      await old.commit()
      requireEqual(numbers(await folios.heldBy('b')), numbers([now]), 'what the new holder holds')
      requireEqual(numbers(await taken(folios, ['c'])), [Number(now.folio) + 1], 'the next folio')
    },
  },

  'what is held is listed, oldest first, and can be settled from the list': {
    async run(folios) {
      const all = await taken(folios, ['a', 'b', 'c', 'd'])
      await folios.next(rfc, 'B')
      await all[1]?.commit()
      const held = await listHeldFolios(folios)
      requireEqual(
        held.map(({ holder, serie }) => [holder, serie]),
        [
          ['a', 'A'],
          ['c', 'A'],
          ['d', 'A'],
          [undefined, 'B'],
        ],
        'who holds what',
      )
      for (const one of held)
        requireHolds(
          one.rfc === rfc && Number.isFinite(one.since),
          'each has its issuer and its time',
          one,
        )
      await held[0]?.release()
      await held[1]?.commit()
      await all[2]?.release()
      requireEqual(
        (await listHeldFolios(folios)).map(({ holder }) => holder),
        ['d', undefined],
        'who holds still',
      )
      requireEqual(
        (await folios.next(rfc, 'A', 'e')).folio,
        all[0]?.folio,
        'what was released from the list',
      )
    },
  },

  'whatever is taken, released and committed at once: none twice, none missing': {
    async run(folios) {
      consecutive(numbers(await mixed(folios, folios)))
    },
  },

  'processes take folios at once: none twice, none missing': {
    needs: 'second',
    async run(folios, { second }) {
      const other = await second()
      requireEqual(
        (await other.next(rfc, 'A', 'h0')).folio,
        (await folios.next(rfc, 'A', 'h0')).folio,
        'one holder, one folio',
      )
      consecutive(numbers(await mixed(folios, other)))
    },
  },

  'the next process finds what is held, free and committed': {
    needs: 'restarted',
    async run(folios, { restarted }) {
      const all = await taken(folios, ['a', 'b', 'c', 'd'])
      const [a, , c, d] = numbers(all) as [number, number, number, number]
      await all[0]?.release()
      await all[1]?.commit()
      const unbound = await folios.next(rfc, 'B')
      await unbound.bind?.('u')
      const before = (await listHeldFolios(folios)).map(plainFolio)
      const next = await restarted()
      requireEqual((await listHeldFolios(next)).map(plainFolio), before, 'what is held')
      requireEqual(
        numbers(await taken(next, ['c', 'e', 'f'])),
        [c, a, d + 1],
        'the folios after the restart',
      )
      requireEqual(
        (await next.heldBy('u')).map(plainFolio),
        before.filter(({ holder }) => holder === 'u'),
        'what was bound',
      )
      for (const one of await next.heldBy('d')) await one.commit()
      requireEqual(
        await next.heldBy('d'),
        [],
        'what was taken before the restart is settled after it',
      )
    },
  },
}

const plainFolio = ({ folio, rfc, serie, holder, since }: HeldFolio) => ({
  folio,
  rfc,
  serie,
  holder,
  since,
})

async function taken(folios: Folios, holders: readonly string[]): Promise<FolioReservation[]> {
  const all: FolioReservation[] = []
  for (const holder of holders) all.push(await folios.next(rfc, 'A', holder))
  return all
}

async function listHeldFolios(folios: Folios): Promise<HeldFolio[]> {
  const all: HeldFolio[] = []
  for await (const one of folios.held()) all.push(one)
  return all
}

/**
 * Each of 60 workers, in turns of one process and the other, reserves a folio and keeps it, commits
 * it, or releases it and reserves another. Resolves to the final reservations.
 */
function mixed(own: Folios, others: Folios): Promise<FolioReservation[]> {
  return Promise.all(
    times(60, async (number) => {
      const folios = number % 2 === 0 ? own : others
      const one = await folios.next(rfc, 'A', `h${number}`)
      if (number % 3 === 0) return one
      await (number % 3 === 1 ? one.commit() : one.release())
      if (number % 3 === 1) return one
      return folios.next(rfc, 'A', `h${number}`)
    }),
  )
}

function consecutive(folios: readonly number[]): void {
  const sorted = [...folios].sort((a, b) => a - b)
  for (const [at, folio] of sorted.entries())
    requireEqual(folio - at, sorted[0], 'the folios, none twice and none missing')
}

function numbers(folios: readonly FolioReservation[]): number[] {
  const all: number[] = []
  for (const { folio } of folios) {
    requireHolds(/^(?:0|[1-9]\d*)$/.test(folio), 'a folio must be a decimal number', folio)
    all.push(Number(folio))
  }
  return all
}
