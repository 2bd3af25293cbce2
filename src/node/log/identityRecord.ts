/**
 * The identity of a journal in a log.
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { AppendLog, Kept } from './appendLog.js'

/** The identity of a journal. */
export interface Identity {
  /** Random. */
  readonly id: string
  /** Every document sent since then has an entry. Milliseconds since 1970. */
  readonly since: number
}

/** Record of the identity, written with its first use: before the first order that refers to it. */
export class IdentityRecord {
  readonly #log: () => AppendLog
  readonly #now: () => number
  /** The identity, if the file has one. */
  known: Identity | undefined

  constructor(log: () => AppendLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  identity(): Promise<Identity> {
    return this.#log().transact(() => {
      const { known } = this
      if (known !== undefined) return { done: () => known }
      const made = { id: randomUUID(), since: this.#now() }
      this.known = made
      return {
        record: identityRecordOf(made),
        done: () => made,
        undo: () => {
          this.known = undefined
        },
      }
    })
  }

  keep(): Kept[] {
    if (this.known === undefined) return []
    const record = identityRecordOf(this.known)
    return [{ record: async () => record, copied: () => {} }]
  }
}

function identityRecordOf(identity: Identity): Buffer {
  return Buffer.from(JSON.stringify({ identity }))
}
