/**
 * Before the tests: writes the outlines of the declarations as they are now, and prints how to run
 * the same again, and which tests do not run and why. Chooses the seed of every property: `FC_SEED`,
 * where `random` is that of the moment; always the same where none is given, so that a stranger's
 * first run is ours.
 * @module
 */
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { coveredDays, satClosedDays } from '../src/fiscal/closedDays.js'
import { shared } from './conformance/shared.js'
import { writeOutlinesModule } from '../tools/each.js'
import { isInstalled, programs } from './programs.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number
  }
}

export default function setup({ provide }: TestProject): void {
  writeOutlinesModule()
  const seed = chooseSeed(process.env['FC_SEED'] ?? '20261121')
  provide('seed', seed)
  console.log([`fast-check: FC_SEED=${seed}`, ...skipped(), ...unpublished(new Date())].join('\n'))
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
    ...(existsSync(shared)
      ? []
      : ['skipped: test/conformance, whose vectors (../shared) are not here']),
  ]
}

/**
 * Closed days of the SAT that begin within two months and are an estimate, and a table that ends
 * within the year.
 */
function unpublished(now: Date): string[] {
  const dayIn = (days: number) =>
    new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const near = satClosedDays.filter(
    ({ status, from, to }) => status === 'estimated' && from < dayIn(60) && dayIn(0) <= to,
  )
  const table =
    coveredDays.to < dayIn(365) ? [`src/fiscal/closedDays.ts ends on ${coveredDays.to}`] : []
  return [
    ...near.map(({ from, to }) => `src/fiscal/closedDays.ts: ${from} to ${to} is an estimate`),
    ...table,
  ]
}
