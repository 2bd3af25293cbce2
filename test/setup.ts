/**
 * Property tests: one seed per run (`notices.ts`). Console output from the library is a failure.
 * @module
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, inject, vi } from 'vitest'
import { runs } from './effort.js'
import { poolKeys } from './keyPool.js'

const seed = inject('seed')
fc.configureGlobal({ seed, numRuns: runs(100) })
poolKeys()

beforeEach(() => {
  for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const) vi.spyOn(console, method)
})

afterEach((context) => {
  const noise = (['log', 'warn', 'error', 'info', 'debug'] as const).flatMap(
    (method) => vi.mocked(console[method]).mock.calls,
  )
  vi.restoreAllMocks()
  if (context.task.result?.state === 'fail')
    process.stderr.write(`fast-check seed: FC_SEED=${seed}\n`)
  expect(noise, 'console output').toEqual([])
})
