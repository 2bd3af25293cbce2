/**
 * Calls of the provider under test, and the assertions of its contract: every outcome is checked
 * for what holds in general.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import type { ContractSubject } from './contract.js'
import { judgeFind } from './outcome.js'
import type { FindOutcome, Stamped, StampOutcome } from './provider.js'

/** A provider violates the contract. */
export class ContractViolation extends Error {
  /** `ContractViolation`. */
  override readonly name = 'ContractViolation'
  /** The actual value. */
  readonly actual: unknown

  constructor(message: string, actual?: unknown) {
    super(actual === undefined ? message : `${message}; got ${JSON.stringify(actual)}`)
    this.actual = actual
  }
}

export async function stamp(
  subject: ContractSubject,
  sealed: Sealed,
  signal?: AbortSignal,
): Promise<StampOutcome> {
  const outcome = await withoutThrowing('stamp', () => subject.provider.stamp(sealed, signal))
  checkAnswer(subject, outcome, sealed)
  return outcome
}

export async function find(subject: ContractSubject, sealed: Sealed): Promise<FindOutcome> {
  const outcome = await withoutThrowing('find', () => subject.provider.find(sealed))
  checkAnswer(subject, outcome, sealed)
  return outcome
}

export async function requireStamped(subject: ContractSubject, sealed: Sealed): Promise<Stamped> {
  const outcome = await stamp(subject, sealed)
  requireHolds(outcome.kind === 'stamped', 'the document must be stamped', outcome)
  return outcome as Stamped
}

/**
 * Sends the same bytes again: the same UUID, or, if the PAC does not always return it, a report
 * that there is one.
 */
export async function requireSameStamp(
  subject: ContractSubject,
  sealed: Sealed,
  first: Stamped,
): Promise<void> {
  const outcome = await stamp(subject, sealed)
  if (
    outcome.kind === 'unknown' &&
    subject.provider.capabilities.returnsEarlierStamp !== 'always'
  ) {
    requireHolds(
      outcome.why === 'stamped',
      'an earlier stamp that is not returned must be unknown, with why: stamped',
      outcome,
    )
    return
  }
  requireHolds(
    outcome.kind === 'stamped' && contractUuid(outcome) === contractUuid(first),
    'the same bytes must get the same stamp',
    outcome,
  )
  requireHolds(
    outcome.kind === 'stamped' && outcome.when === 'earlier',
    'an earlier stamp must be reported as earlier',
    outcome,
  )
}

export async function withoutThrowing<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw new ContractViolation(`${name} must not throw: every result is an outcome`, String(error))
  }
}

const kinds: ReadonlySet<string> = new Set([
  'stamped',
  'rejected',
  'refused',
  'unavailable',
  'unknown',
  'absent',
])

function checkAnswer(
  { provider, pacs = [provider.id], secrets = [] }: ContractSubject,
  outcome: StampOutcome | FindOutcome,
  sealed: Sealed,
): void {
  requireHolds(kinds.has(outcome?.kind), 'the outcome must be of a known kind', outcome)
  requireHolds(
    pacs.includes(outcome.pac) || outcome.pac === provider.id,
    'the outcome must carry the id of the PAC',
    outcome,
  )
  const { requestHash, replyHash }: { requestHash?: string; replyHash?: string } =
    outcome as Stamped
  for (const hash of [requestHash, replyHash])
    requireHolds(
      hash === undefined || /^[0-9a-f]{64}$/.test(hash),
      'hashes must be SHA-256 in hexadecimal',
      hash,
    )
  const text = JSON.stringify(outcome)
  requireHolds(!secrets.some((secret) => text.includes(secret)), 'the outcome contains a secret')
  const judged = judgeFind(outcome, sealed, provider.id)
  if (outcome.kind === 'stamped')
    requireHolds(
      judged.kind === 'stamped',
      'the TFD must be valid and have the Sello of the document',
      outcome,
    )
}

/** A failover may resolve a doubt that one PAC cannot: then the outcome is stamped. */
export function allow(
  outcome: StampOutcome,
  expected: readonly StampOutcome['kind'][],
  { pacs }: ContractSubject,
): void {
  const resolved = outcome.kind === 'stamped' && pacs !== undefined
  requireHolds(
    resolved || expected.includes(outcome.kind),
    `expected ${expected.join(' or ')}`,
    outcome,
  )
}

export async function several(subject: ContractSubject, count: number): Promise<Sealed[]> {
  const documents: Sealed[] = []
  while (documents.length < count) documents.push(await fresh(subject))
  return documents
}

/** A new document, frozen. */
export async function fresh({ sealed }: ContractSubject): Promise<Sealed> {
  return Object.freeze({ ...(await sealed()) })
}

export function isStampedReply(outcome: StampOutcome): outcome is Stamped {
  return outcome.kind === 'stamped'
}

export function contractUuid({ timbre }: Stamped): string {
  return timbre.UUID.toUpperCase()
}

/** @throws ContractViolation */
export function requireHolds(holds: boolean, what: string, actual?: unknown): void {
  if (!holds) throw new ContractViolation(what, actual)
}
