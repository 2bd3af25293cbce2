/**
 * Said once, before the tests: how to run the same again, and what does not run and why. Chooses the seed of every property:
 * `FC_SEED`, where `random` is that of the moment; always the same where none is given, so that a stranger's first run is ours.
 * @module
 */
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { shared } from './conformance/shared.js'
import { isInstalled, programs } from './programs.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number
  }
}

export default function setup({ provide }: TestProject): void {
  const seed = chooseSeed(process.env['FC_SEED'] ?? '20261121')
  provide('seed', seed)
  console.log([`fast-check: FC_SEED=${seed}`, ...skipped()].join('\n'))
}

function chooseSeed(text: string): number {
  const seed = text === 'random' ? Date.now() % 2 ** 31 : Number(text)
  if (!Number.isInteger(seed)) throw new TypeError(`FC_SEED is no integer: ${text}`)
  return seed
}

function skipped(): string[] {
  const missing = programs.filter((program) => !isInstalled(program))
  return [
    ...missing.map((program) => `skipped: what asks ${program}, which is not installed`),
    ...(existsSync(shared) ? [] : ['skipped: test/conformance, whose vectors (../shared) are not here']),
  ]
}
