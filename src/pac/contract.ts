/**
 * The contract of a provider, as checks for any test runner: the test suite of an adapter.
 *
 * The safety of the failover depends on it. An adapter that answers `unavailable` for a request
 * that may have been sent causes duplicate invoices.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import {
  allow,
  ContractViolation,
  find,
  fresh,
  isStampedReply,
  requireHolds,
  requireSameStamp,
  several,
  stamp,
  requireStamped,
  contractUuid,
  withoutThrowing,
} from './contractCalls.js'
import type { FindKind, FindOutcome, Provider, Stamped, StampOutcome } from './provider.js'

export { ContractViolation }
export type { FindKind, FindOutcome, Provider, Sealed, Stamped, StampOutcome }

/**
 * Each function determines the result of the next request to stamp, and only that one. Omitted ones
 * are not checked.
 */
export interface Arrangements {
  /** The connection cannot be established. */
  notSent?(): unknown
  /** The PAC stamps, and its answer is lost. */
  answerLost?(): unknown
  /** The answer cannot be interpreted: a page of HTML, an error 500, an unknown code. */
  unintelligible?(): unknown
  /** The account cannot stamp: wrong password, no stamps left. */
  refused?(): unknown
  /** The rate limit is exceeded. */
  throttled?(): unknown
  /** The document violates the rules. */
  rejected?(): unknown
  /** The PAC reports an earlier stamp (307) without returning it. */
  earlierWithoutStamp?(): unknown
}

/** The provider under test. */
export interface ContractSubject {
  /** The provider. */
  readonly provider: Provider
  /** Returns a new sealed document that the PAC will stamp; a different one on each call. */
  sealed(): Sealed | Promise<Sealed>
  /** Ways to make requests fail. */
  readonly arrange?: Arrangements
  /** Ids that outcomes may carry besides the provider's own: those of the PACs of a failover. */
  readonly pacs?: readonly string[]
  /** Texts that no outcome may contain: passwords, tokens. */
  readonly secrets?: readonly string[]
}

/** One check of the contract. */
export interface ContractCheck {
  /** What it checks, as the title of a test. */
  readonly name: string
  /**
   * Runs the check. Resolves to the reason if it does not apply to this provider.
   * @throws ContractViolation
   */
  run(): Promise<string | undefined>
}

/**
 * The functions of a test runner that {@link describeContract} needs; vitest, node:test, jest and
 * mocha have them.
 */
export interface TestRunner {
  /** Groups tests. */
  describe(name: string, define: () => void): unknown
  /** Defines a test. */
  it(name: string, run: () => Promise<void>): unknown
}

/**
 * The checks of the contract; each run creates its own subject.
 * @example With node:test
 * for (const { name, run } of providerContract(() => ({ provider: createMyPac(fakeServer()), sealed }))) test(name, run)
 */
export function providerContract(
  makeSubject: () => ContractSubject | Promise<ContractSubject>,
): readonly ContractCheck[] {
  return Object.entries(checks).map(([name, { unless, run }]) => ({
    name,
    async run() {
      const subject = await makeSubject()
      const reason = unless?.(subject)
      if (reason === undefined) await run(subject)
      return reason
    },
  }))
}

/**
 * Declares the checks as tests.
 * @example With vitest
 * describeContract('my PAC', () => ({ provider, sealed }), { describe, it })
 */
export function describeContract(
  name: string,
  makeSubject: () => ContractSubject | Promise<ContractSubject>,
  { describe, it }: TestRunner,
): void {
  describe(name, () => {
    for (const check of providerContract(makeSubject)) {
      it(check.name, async () => {
        await check.run()
      })
    }
  })
}

interface Check {
  /** The reason if it does not apply to this provider. */
  readonly unless?: (subject: ContractSubject) => string | undefined
  readonly run: (subject: ContractSubject) => Promise<void>
}

const knownFinds: ReadonlySet<FindKind> = new Set<FindKind>([
  'bytes',
  'cadena',
  'folio',
  'uuid',
  'key',
])

const withoutDedup = ({ provider }: ContractSubject) => {
  if (provider.capabilities.dedupByContent || provider.capabilities.dedupByReference)
    return undefined
  return 'no dedupByContent'
}

const withoutFind = ({ provider }: ContractSubject) =>
  provider.capabilities.findKinds.length > 0 ? undefined : 'no look-ups'

/** A check of the outcome of an arranged result. */
function ending(
  name: keyof Arrangements,
  check: (subject: ContractSubject, outcome: StampOutcome, sealed: Sealed) => Promise<void> | void,
): Check {
  return {
    unless: ({ arrange }) =>
      arrange?.[name] === undefined ? `${name} is not arranged` : undefined,
    async run(subject) {
      const sealed = await fresh(subject)
      await subject.arrange?.[name]?.()
      await check(subject, await stamp(subject, sealed), sealed)
    },
  }
}

const checks: Readonly<Record<string, Check>> = {
  'the id is short and valid in journals': {
    async run({ provider: { id } }) {
      requireHolds(
        typeof id === 'string' && /^[\w.-]{1,64}$/.test(id),
        'the id must have 1 to 64 letters, digits or . _ -',
        id,
      )
    },
  },

  'the capabilities match the methods': {
    async run({ provider: { capabilities: can, cancel, status, balance } }) {
      requireHolds(typeof can.dedupByContent === 'boolean', 'dedupByContent must be a boolean', can)
      requireHolds(
        ['always', 'sometimes', 'never'].includes(can.returnsEarlierStamp),
        'returnsEarlierStamp must be always, sometimes or never',
        can,
      )
      requireHolds(
        can.findKinds.every((kind) => knownFinds.has(kind)),
        'findKinds contains an unknown kind',
        can,
      )
      requireHolds(!can.cancelSigned || cancel !== undefined, 'cancelSigned without cancel')
      requireHolds(!can.satStatus || status !== undefined, 'satStatus without status')
      requireHolds(!can.balance || balance !== undefined, 'balance without balance()')
    },
  },

  'a document is stamped: a valid TFD with its Sello': {
    async run(subject) {
      const outcome = await requireStamped(subject, await fresh(subject))
      requireHolds(
        outcome.when === 'fresh',
        'a document sent for the first time must be stamped fresh',
        outcome,
      )
    },
  },

  'different documents get different UUIDs, also concurrently': {
    async run(subject) {
      const documents = await several(subject, 5)
      const outcomes = await Promise.all(documents.map((sealed) => requireStamped(subject, sealed)))
      requireHolds(
        new Set(outcomes.map(contractUuid)).size === documents.length,
        'two documents got the same UUID',
        outcomes.map(contractUuid),
      )
    },
  },

  'the same bytes again give the same stamp, or report it': {
    unless: withoutDedup,
    async run(subject) {
      const sealed = await fresh(subject)
      await requireSameStamp(subject, sealed, await requireStamped(subject, sealed))
    },
  },

  'the same bytes sent concurrently give one stamp': {
    unless: withoutDedup,
    async run(subject) {
      const sealed = await fresh(subject)
      const outcomes = await Promise.all([1, 2, 3].map(() => stamp(subject, sealed)))
      const uuids = new Set(outcomes.filter(isStampedReply).map(contractUuid))
      requireHolds(uuids.size === 1, 'a document must get one stamp', outcomes)
    },
  },

  'a look-up finds the stamp': {
    unless: withoutFind,
    async run(subject) {
      const sealed = await fresh(subject)
      const first = await requireStamped(subject, sealed)
      const found = await find(subject, sealed)
      requireHolds(
        found.kind === 'stamped' && contractUuid(found) === contractUuid(first),
        'the look-up must find the stamp',
        found,
      )
    },
  },

  'a look-up does not stamp': {
    unless: withoutFind,
    async run(subject) {
      const sealed = await fresh(subject)
      const before = await find(subject, sealed)
      requireHolds(
        before.kind === 'absent' || before.kind === 'unknown',
        'an unknown document must be absent, or unknown if the PAC does not say so',
        before,
      )
      requireHolds(
        (await requireStamped(subject, sealed)).when === 'fresh',
        'the look-up must not stamp',
      )
    },
  },

  'a call aborted before it begins sends nothing': {
    async run(subject) {
      const sealed = await fresh(subject)
      const outcome = await stamp(subject, sealed, AbortSignal.abort())
      requireHolds(
        outcome.kind === 'unavailable' || outcome.kind === 'unknown',
        'an aborted call must be unavailable or unknown',
        outcome,
      )
      const after = await requireStamped(subject, sealed)
      requireHolds(
        outcome.kind === 'unknown' || after.when === 'fresh',
        'unavailable, although the document was sent',
        after,
      )
    },
  },

  'ping returns a boolean': {
    async run({ provider }) {
      const answer: unknown = await withoutThrowing('ping', () => provider.ping())
      requireHolds(typeof answer === 'boolean', 'ping must return a boolean', answer)
    },
  },

  'balance is a number of stamps': {
    unless: ({ provider }) => (provider.balance === undefined ? 'no balance' : undefined),
    async run({ provider }) {
      const balance: unknown = await withoutThrowing('balance', async () => provider.balance?.())
      const isCount = Number.isInteger(balance) && (balance as number) >= 0
      requireHolds(
        balance === undefined || isCount,
        'balance must be a non-negative integer or undefined',
        balance,
      )
    },
  },

  'a request that was not sent is unavailable or unknown': ending(
    'notSent',
    async (subject, outcome, sealed) => {
      allow(outcome, ['unavailable', 'unknown'], subject)
      await requireStamped(subject, sealed)
    },
  ),

  'a lost answer is unknown, and the same bytes give the one stamp': ending(
    'answerLost',
    async (subject, lost, sealed) => {
      allow(lost, ['unknown'], subject)
      const outcome = await stamp(subject, sealed)
      if (isStampedReply(lost)) return requireSameStamp(subject, sealed, lost)
      if (outcome.kind === 'stamped') return requireSameStamp(subject, sealed, outcome)
      requireHolds(
        subject.provider.capabilities.returnsEarlierStamp !== 'always',
        'the earlier stamp must be returned',
        outcome,
      )
      requireHolds(
        outcome.kind === 'unknown' && outcome.why === 'stamped',
        'the outcome must be unknown with why: stamped',
        outcome,
      )
    },
  ),

  'an answer that cannot be interpreted is unknown': ending('unintelligible', (subject, outcome) =>
    allow(outcome, ['unknown'], subject),
  ),

  'an account that cannot stamp is refused': ending('refused', (subject, outcome) => {
    allow(outcome, ['refused'], subject)
    if (outcome.kind === 'refused')
      requireHolds(outcome.scope === 'account', 'the scope must be account', outcome)
  }),

  'an exceeded rate limit is refused': ending('throttled', (subject, outcome) => {
    allow(outcome, ['refused'], subject)
    if (outcome.kind === 'refused')
      requireHolds(outcome.scope === 'throttle', 'the scope must be throttle', outcome)
  }),

  'a document that violates the rules is rejected, with a code, a message and a scope': ending(
    'rejected',
    (_, outcome) => {
      if (outcome.kind !== 'rejected') throw new ContractViolation('expected rejected', outcome)
      requireHolds(
        Boolean(outcome.code) && Boolean(outcome.message),
        'a rejection must have a code and a message',
        outcome,
      )
      requireHolds(
        ['document', 'certificate', 'list', 'time'].includes(outcome.scope),
        'a rejection must have a known scope',
        outcome,
      )
    },
  ),

  'an earlier stamp that is not returned is unknown, with why: stamped': ending(
    'earlierWithoutStamp',
    (subject, outcome) => {
      allow(outcome, ['unknown'], subject)
      if (outcome.kind === 'unknown')
        requireHolds(outcome.why === 'stamped', 'expected why: stamped', outcome)
    },
  ),
}
