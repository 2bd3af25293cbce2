/**
 * Property tests: one seed per run, printed, fixed in CI. Console output from the library is a failure.
 * @module
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const seed = process.env['FC_SEED'] ? Number(process.env['FC_SEED']) : process.env['CI'] ? 20261121 : Date.now() >>> 0
fc.configureGlobal({ seed })

beforeEach(() => {
  for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const) vi.spyOn(console, method)
})

afterEach((context) => {
  const noise = (['log', 'warn', 'error', 'info', 'debug'] as const).flatMap(
    (method) => vi.mocked(console[method]).mock.calls,
  )
  vi.restoreAllMocks()
  if (context.task.result?.state === 'fail') process.stderr.write(`fast-check seed: FC_SEED=${seed}\n`)
  expect(noise, 'console output').toEqual([])
})
