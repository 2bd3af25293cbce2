/**
 * Protects an account at a PAC that charges or blocks for invalid requests: after too many
 * rejections among the last documents, nothing is sent for a while, and a failover goes on with
 * another PAC.
 * @module
 */

/** How many rejections a PAC tolerates. */
export interface RejectionTolerance {
  /** Rejections among the last `of` answers after which nothing is sent. */
  readonly rejected: number
  /** Answers that are looked back on. */
  readonly of: number
  /** Milliseconds for which nothing is sent then. */
  readonly pause: number
}

/** The rejections of one provider. */
export class RejectionLimit {
  readonly #tolerance: RejectionTolerance
  readonly #now: () => number
  #recent: boolean[] = []
  #until = 0

  constructor(tolerance: RejectionTolerance, now: () => number) {
    this.#tolerance = tolerance
    this.#now = now
  }

  /** Milliseconds until documents are sent again; 0 if they are. */
  get wait(): number {
    return Math.max(0, this.#until - this.#now())
  }

  /** Counts an answer to a document. */
  record(isRejected: boolean): void {
    const { rejected, of, pause } = this.#tolerance
    this.#recent = [...this.#recent, isRejected].slice(-of)
    if (this.#recent.filter(Boolean).length < rejected) return
    this.#until = this.#now() + pause
    this.#recent = []
  }
}
