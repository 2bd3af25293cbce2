/**
 * Commands of `cfdi-stamp` and their environment. All input and output is injected, so that tests
 * run commands in process.
 * @module
 */
import type { Send } from '../pac/adapter/adapter.js'
import type { Registered } from '../sat/registered.js'
import type { Judging } from './data/packs.js'
import type { SafeText } from './safeText.js'

/** A stream that is written to. */
export interface Out {
  write(text: SafeText): unknown
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined
}

/** Environment of a command. */
export interface World {
  /** Standard input. */
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Whether the standard input is a terminal. */
  readonly isInteractive: boolean
  /** Results. */
  readonly stdout: Out
  /** Progress, warnings, errors. */
  readonly stderr: Out
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Base of relative paths. */
  readonly cwd: string
  /** Current time. */
  readonly clock: () => Date
  /** Version of the package. */
  readonly version: string
  /** Sends a request. Called only by options that name the network. */
  readonly send: Send
  /** Prompts the user and hides the typed text. */
  ask(question: string): Promise<string>
}

/** Environment of a command that reads documents, with those that it takes besides CFDI 4.0. */
export interface ReadingWorld extends World {
  readonly registered: Registered
  /** Catalogues that the user gives. */
  readonly judging: Judging
}

/** Exit codes: stable, documented in docs/es/cli.md. */
export const exits = {
  /** No problem found. */
  ok: 0,
  /** A document has errors, an invalid seal or no stamp, or a lookup found nothing. */
  findings: 1,
  /** Invalid command line. */
  usage: 2,
  /** No problem found, but a verdict lacks evidence, such as the certificate of a PAC. */
  incomplete: 3,
  /** The given folders contain no document. */
  nothing: 4,
  /** A file, a key or the standard input could not be read, or is not a CFDI 4.0. */
  unreadable: 5,
} as const

/** Exit code of a command. */
export type Exit = (typeof exits)[keyof typeof exits]

/** From the worst to the best. */
const severities: readonly Exit[] = [exits.findings, exits.unreadable, exits.incomplete, exits.ok]

/**
 * Returns the exit code of several documents: the worst of them, or `nothing` without documents.
 */
export function worstOf(ends: ReadonlySet<Exit>): Exit {
  return severities.find((exit) => ends.has(exit)) ?? exits.nothing
}

/** An option of a command. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** Description in the help, in Spanish. */
  readonly says: string
  /** Name of its value in the help. */
  readonly value?: string
}

/** Parsed command line of a command. */
export interface Call {
  readonly positionals: readonly string[]
  /** Whether an option without value was given. */
  has(option: string): boolean
  /** The value of an option. */
  text(option: string): string | undefined
}

/** A command: its name, its help and its function. */
export interface Command {
  readonly name: string
  /** Arguments in the help: `[archivos o carpetas…]`. */
  readonly takes: string
  /** Description in one line, in Spanish. */
  readonly says: string
  readonly options: Readonly<Record<string, Option>>
  run(call: Call, world: ReadingWorld): Promise<Exit>
}

/** Invalid command line. Message in Spanish, for the user. */
export class UsageError extends Error {}

/** A required input cannot be read. Message in Spanish. */
export class UnreadableError extends Error {}
