/**
 * Names of 0.1 that have a clearer one are aliases for a version.
 * @module
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLife, defaultPolicy, next } from '../../src/cancel/index.js'
import { createUnsafeMemoryLives } from '../../src/index.js'
import { withCurrentNames } from '../../src/lib/options.js'
import { openFileStore } from '../../src/node/index.js'
import { createBulkhead } from '../../src/pac/bulkhead.js'
import { systemClock } from '../../src/pac/clock.js'

const uuid = '6D8BF2C3-39D9-4B8B-8D5A-0C0E1E6F1F1A'

it('a store has its cancellations under both names, and their age under both', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cfdi-names-')), 'tienda.journal')
  const store = await openFileStore(file, { lifeRetention: 1 })
  expect(store.lives).toBe(store.cancellations)
  await store.close()
  await expect(openFileStore(file, { lifeRetention: -1 })).rejects.toThrow(/cancellationRetention/)
})

it('the functions are the same', () => {
  expect(createUnsafeMemoryLives().entries()).toEqual([])
  expect(createLife({ uuid }, 0).phase).toBe('inForce')
})

it('a policy with `patience` holds a document as one with `maxWait`', () => {
  const asked = next(createLife({ uuid }, 0), { kind: 'ask', motivo: '02' }, 0)
  const silent = { kind: 'answer', class: 'unavailable', code: '0' } as never
  const [earlier, current] = (['patience', 'maxWait'] as const).map((name) =>
    next(asked, silent, 5_000, {
      ...defaultPolicy,
      asked: { ...defaultPolicy.asked, [name]: 1_000 },
    }),
  )
  expect(current?.held).toBe('noAnswer')
  expect(earlier).toEqual(current)
})

it('a bulkhead takes `patience`, and refuses one out of range', () => {
  expect(() => createBulkhead({ limit: 1, patience: -1 }, systemClock)).toThrow(/maxWait/)
  expect(createBulkhead({ limit: 1, patience: 5 }, systemClock).take).toBeTypeOf('function')
})

it('the earlier name counts beside a default of the current one', () => {
  const both = { cancellations: 1, lives: 2, orders: 3 }
  expect(withCurrentNames(both, { lives: 'cancellations' })).toEqual({
    cancellations: 2,
    orders: 3,
  })
  const nothing: unknown = null
  expect(withCurrentNames(nothing, { lives: 'cancellations' })).toBe(null)
})
