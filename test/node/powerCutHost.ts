/**
 * A host that checks what a store acknowledged.
 * @module
 */
import { expect } from 'vitest'
import type { FolioSequence } from '../../src/engine/folios.js'
import type { FileStore } from '../../src/node/log/fileStore.js'
import { entryOf, orderOf } from './entries.js'

export const rfc = 'EKU9003173C9'

/** A host that remembers what was acknowledged to it, and checks that the store does. */
export function newHost() {
  const versions = new Map<string, number>()
  /** Of each holder, the folio that it holds for certain. */
  const holds = new Map<string, string>()
  const committed = new Set<string>()
  /** Folios whose commit was asked for: it may be durable though its answer was lost. */
  const unsure = new Set<string>()
  const released = new Set<string>()
  const busy = new Set<string>()
  const write = async (name: string, append: () => Promise<boolean>, version: number) => {
    if (await append()) versions.set(name, version)
  }
  const settle = async (holder: string, number: number, folios: FolioSequence) => {
    const [one] = (await folios.heldBy?.(holder)) ?? []
    if (one === undefined) return
    holds.delete(holder)
    if (number % 2 === 0) {
      unsure.add(one.folio)
      await one.commit()
      committed.add(one.folio)
    } else {
      await one.release()
      released.add(holder)
    }
  }
  return {
    async work({ journal, orders, folios }: FileStore, number: number) {
      const holder = `h${number}`
      const [entry, order] = await Promise.all([
        journal.load(entryOf(holder).token),
        orders.load(holder),
      ])
      const next = [(entry?.version ?? 0) + 1, (order?.version ?? 0) + 1] as const
      const writes = [
        write(`entry ${number}`, () => journal.append(entryOf(holder, next[0])), next[0]),
        write(`order ${number}`, () => orders.append(orderOf(holder, next[1])), next[1]),
      ]
      // One work of a holder at a time, as with orders.
      if (!busy.has(holder)) writes.push(this.folio(folios, holder, number))
      await Promise.all(writes)
    },
    async folio(folios: FolioSequence, holder: string, number: number) {
      busy.add(holder)
      try {
        if (holds.has(holder)) await settle(holder, number, folios)
        released.delete(holder)
        const { folio } = await folios.next(rfc, 'A', holder)
        expect(committed.has(folio), 'a committed folio is not handed out again').toBe(false)
        holds.set(holder, folio)
      } finally {
        busy.delete(holder)
      }
    },
    async inspect({ journal, orders, folios }: FileStore) {
      for (const [name, version] of versions) {
        const [kind, number] = name.split(' ')
        const found =
          kind === 'entry'
            ? await journal.load(entryOf(`h${number}`).token)
            : await orders.load(`h${number}`)
        expect(found?.version).toBeGreaterThanOrEqual(version)
        expect(found?.xml).toBe(entryOf(`h${number}`).xml)
      }
      for (const [holder, folio] of holds) {
        expect((await folios.heldBy(holder)).map((one) => one.folio)).toEqual([folio])
      }
      for await (const { folio } of folios.held()) expect(committed.has(folio)).toBe(false)
    },
    /** Hands out what is left until it comes to folios that never were. */
    async countFolios(folios: FileStore['folios']) {
      const there = new Set(committed)
      for await (const { folio, holder = '' } of folios.held()) {
        expect(there.has(folio), 'a folio is there once').toBe(false)
        expect(released.has(holder) && !holds.has(holder) && folio === holds.get(holder)).toBe(
          false,
        )
        there.add(folio)
      }
      for (const folio of unsure) there.add(folio)
      const known = Math.max(0, ...[...there].map(Number))
      for (let last = 0; last <= known; last = Math.max(...[...there].map(Number))) {
        const { folio } = await folios.next(rfc, 'A')
        expect(there.has(folio), 'a folio is handed out once').toBe(false)
        there.add(folio)
      }
      const numbers = [...there].map(Number).sort((a, b) => a - b)
      expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    },
  }
}
