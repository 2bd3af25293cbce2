/**
 * Store of stamps without a key. It has no orders, only the tokens of the last ten minutes, so that
 * two calls of this process are two invoices.
 * @module
 */
import type { Orders } from '../orders.js'
import { SecondBook } from '../secondBook.js'
import { Claims, type ClaimSettings } from './claims.js'

/**
 * Milliseconds by which a date may precede the clock: {@link secondsBefore} assigns no other
 * seconds.
 */
const remembered = 600_000

/** The names of the last ten minutes. */
export class RecentNames {
  readonly #now: () => number
  readonly #names = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Adds a name; `false` when it is there. */
  add(name: string): boolean {
    const now = this.#now()
    for (const [each, at] of this.#names) {
      if (at >= now - remembered) break
      this.#names.delete(each)
    }
    if (this.#names.has(name)) return false
    this.#names.set(name, now)
    return true
  }
}

/**
 * Tokens of both kinds of stamps in one process: equal drafts with and without a key get seconds of
 * their own. A token that is being recorded under a key is seen before the store shows it.
 */
export class TokenTwins {
  readonly #ownerOf: (token: string) => Promise<string | undefined>
  readonly #recording = new Set<string>()
  /** Tokens of stamps without a key, of the last ten minutes. */
  readonly keyless: RecentNames

  /** @param ownerOf the key that has a token in the store of the host; throws as the store does */
  constructor(now: () => number, ownerOf: (token: string) => Promise<string | undefined>) {
    this.#ownerOf = ownerOf
    this.keyless = new RecentNames(now)
  }

  /** Takes a token for a stamp without a key; `false` if it is taken, also by a key. */
  async take(token: string): Promise<boolean> {
    if (this.#recording.has(token) || !this.keyless.add(token)) return false
    return (await this.#ownerOf(token)) === undefined
  }

  isTaken(token: string): boolean {
    return this.keyless.has(token) || this.#recording.has(token)
  }

  /** Records a token under a key; `'twin'` if a stamp without a key has it. */
  async record(token: string, write: () => Promise<boolean>): Promise<boolean | 'twin'> {
    if (this.keyless.has(token)) return 'twin'
    this.#recording.add(token)
    try {
      return await write()
    } finally {
      this.#recording.delete(token)
    }
  }
}

/** Orders without a key. */
export function createKeylessOrders(twins: TokenTwins): Orders {
  const seconds = new SecondBook()
  return {
    load: async () => undefined,
    // Later versions belong to the call that wrote the first one.
    append: async ({ token, version }) => token === undefined || version > 1 || twins.take(token),
    ownerOf: async (token) => (twins.isTaken(token) ? '' : undefined),
    nextSecond: async (wish) => seconds.next(wish),
    async *unfinished() {},
  }
}

/** The claims of stamps without a key, which no other process knows and which do not end. */
export function createKeylessClaims(settings: ClaimSettings, twins: TokenTwins): Claims {
  const orders = createKeylessOrders(twins)
  return new Claims({ ...settings, orders, lease: Number.POSITIVE_INFINITY, now: () => 0 })
}
