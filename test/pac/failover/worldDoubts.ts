/**
 * What a process may know of the documents that it sent, from nothing but what passed between it
 * and the PACs: an account of its own of the rule that a document in doubt is sent again to who can
 * be looked up only once look-ups proved that it is not there.
 * @module
 */
import type { FindOutcome, Provider, StampOutcome } from '../../../src/pac/provider.js'

/**
 * Of one document at one PAC: whether an answer was lost, and the times of the negative look-ups
 * since.
 */
interface Doubt {
  lost: boolean
  absent: number[]
}

/** Three negative look-ups that span ten minutes: docs/en/failover.md. */
const proof = { finds: 3, span: 10 * 60_000 }

export class Doubts {
  /** What was sent again without a proof. */
  readonly resent: string[] = []
  readonly #doubts = new Map<string, Doubt>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * A PAC whose requests and answers are taken note of; those of one that cannot be looked up are
   * not.
   */
  watch(pac: Provider): Provider {
    if (pac.capabilities.findKinds.length === 0) return pac
    return {
      id: pac.id,
      capabilities: pac.capabilities,
      ping: (signal) => pac.ping(signal),
      stamp: async (sealed, signal) => {
        const before = this.#send(pac.id, sealed.xml)
        const outcome = await pac.stamp(sealed, signal)
        if (isCertain(outcome))
          this.#doubts.set(keyOf(pac.id, sealed.xml), settledBy(outcome, before))
        return outcome
      },
      find: async (sealed, signal) => {
        const outcome = await pac.find(sealed, signal)
        this.#find(pac.id, sealed.xml, outcome)
        return outcome
      },
    }
  }

  /** Until it is answered, the answer is lost. Gives back what was known before. */
  #send(pac: string, xml: string): Doubt {
    const before = this.#doubts.get(keyOf(pac, xml)) ?? { lost: false, absent: [] }
    if (before.lost && !isProved(before)) this.resent.push(`${pac} at ${this.#now()}`)
    this.#doubts.set(keyOf(pac, xml), { lost: true, absent: [] })
    return before
  }

  #find(pac: string, xml: string, outcome: FindOutcome): void {
    if (outcome.kind === 'absent') this.#doubts.get(keyOf(pac, xml))?.absent.push(this.#now())
  }
}

function isProved({ absent }: Doubt): boolean {
  return absent.length >= proof.finds && (absent.at(-1) ?? 0) - (absent[0] ?? 0) >= proof.span
}

function isCertain({ kind }: StampOutcome): boolean {
  return kind === 'rejected' || kind === 'refused' || kind === 'unavailable'
}

/**
 * A no is of this request, and leaves what was known of earlier ones; that of the document itself
 * is of all of them.
 */
function settledBy(outcome: StampOutcome, before: Doubt): Doubt {
  return outcome.kind === 'rejected' && outcome.scope === 'document'
    ? { lost: false, absent: [] }
    : before
}

function keyOf(pac: string, xml: string): string {
  return `${pac} ${xml}`
}
