/**
 * What a command of `cfdi-stamp` is, and the world in which it runs. Everything comes in by the door: tests run commands in process.
 * @module
 */

/** A stream that is written to. */
export interface Out {
  write(text: string): unknown
  /** Whether a person reads it. */
  readonly isTTY?: boolean | undefined
}

/** What a command may touch. */
export interface World {
  /** What is piped in. */
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Whether a person would have to type it. */
  readonly isInteractive: boolean
  /** Results. */
  readonly stdout: Out
  /** Progress, warnings, what went wrong. */
  readonly stderr: Out
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where relative paths begin. */
  readonly cwd: string
  /** The present. */
  readonly clock: () => Date
  /** Version of the package. */
  readonly version: string
  /** Asks a person, without showing what is typed. */
  ask(question: string): Promise<string>
}

/** How a command ends: stable, documented in docs/cli.md. */
export const exits = {
  /** Nothing is wrong. */
  ok: 0,
  /** A document is wrong: it has errors, its seal does not hold, it was not stamped; or what was looked for is not there. */
  findings: 1,
  /** The command was misspelt. */
  usage: 2,
  /** A file, a key or the standard input could not be read. */
  unreadable: 3,
  /** There was no document in the folders that were given: nothing was judged. */
  nothing: 4,
} as const

/** How a command ended. */
export type Exit = (typeof exits)[keyof typeof exits]

/** An option of a command. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** What it does, in Spanish, in the help. */
  readonly says: string
  /** What its value is called in the help. */
  readonly value?: string
}

/** What was asked of a command. */
export interface Call {
  readonly positionals: readonly string[]
  /** Whether an option without value was given. */
  has(option: string): boolean
  /** The value of an option. */
  text(option: string): string | undefined
}

/** A command: its words, its help and what it does. */
export interface Command {
  readonly name: string
  /** What follows the name: `[archivos o carpetas…]`. */
  readonly takes: string
  /** One line, in Spanish. */
  readonly says: string
  readonly options: Readonly<Record<string, Option>>
  run(call: Call, world: World): Promise<Exit>
}

/** The command was misspelt. Message in Spanish, for who typed it. */
export class UsageError extends Error {}

/** Something that the command needs cannot be read. Message in Spanish. */
export class UnreadableError extends Error {}
