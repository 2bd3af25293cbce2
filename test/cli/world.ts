/**
 * A world in memory for the command line: what it reads, and what it wrote.
 * @module
 */
import { fileURLToPath } from 'node:url'
import type { World } from '../../src/cli/command.js'
import { run } from '../../src/cli/run.js'
import type { SafeText } from '../../src/cli/safeText.js'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** What may differ from a pipe in an empty environment, in the checkout. */
export interface Given {
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>
  readonly typed?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly send?: World['send']
  /** Whether a person sits before it. */
  readonly isTerminal?: boolean
}

export interface Ended {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `cfdi-stamp` in this process. */
export async function cli(args: readonly string[], given: Given = {}): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const out = (name: 'stdout' | 'stderr') => ({
    isTTY: given.isTerminal,
    write: (text: SafeText) => {
      written[name] += String(text)
    },
  })
  const world: World = {
    stdin: (async function* () {
      if (typeof given.stdin === 'object' && Symbol.asyncIterator in given.stdin) yield* given.stdin
      else if (given.stdin !== undefined) yield given.stdin
    })(),
    isInteractive: given.isTerminal ?? false,
    stdout: out('stdout'),
    stderr: out('stderr'),
    env: given.env ?? {},
    cwd: given.cwd ?? root,
    clock: () => new Date('2026-11-21T18:00:00Z'),
    version: '1.2.3',
    send: given.send ?? (() => Promise.reject(new Error('the network was not asked for'))),
    ask: async (question) => {
      written.stderr += question
      return given.typed ?? ''
    },
  }
  const exit = await run(args, world)
  return { exit, ...written }
}
