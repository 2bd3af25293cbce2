/**
 * What every provider must do, as checks that any test runner can run: the suite for whoever writes an adapter.
 *
 * The safety of failover rests on it. An adapter that answers `unavailable` for a request that may have left makes two
 * invoices of one.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import { judgeFind } from './outcome.js'
import type { FindKind, FindOutcome, Provider, Stamped, StampOutcome } from './provider.js'

export type { FindKind, FindOutcome, Provider, Sealed, Stamped, StampOutcome }

/** Makes the next request to stamp end in a certain way, and only that one. What is left out is not checked. */
export interface Arrangements {
  /** The connection cannot be made. */
  notSent?(): unknown
  /** The PAC stamps, and its answer is lost. */
  answerLost?(): unknown
  /** The PAC answers something that nobody understands: a page of HTML, an error 500, a code that is not in the table. */
  unintelligible?(): unknown
  /** The account cannot stamp: wrong password, no stamps left. */
  refused?(): unknown
  /** The PAC asks to slow down. */
  throttled?(): unknown
  /** The document is against the rules. */
  rejected?(): unknown
  /** The PAC says that it had stamped the document (307) and does not give the stamp. */
  earlierWithoutStamp?(): unknown
}

/** A provider, and what its checks need. */
export interface ContractSubject {
  readonly provider: Provider
  /** A sealed document that the PAC stamps, another one each time. */
  sealed(): Sealed | Promise<Sealed>
  readonly arrange?: Arrangements
  /** Ids that answers may bear, when they are others than the provider's own: those of the PACs of a composition. */
  readonly pacs?: readonly string[]
  /** Texts that no answer may hold: passwords, tokens. */
  readonly secrets?: readonly string[]
}

/** One check. */
export interface ContractCheck {
  readonly name: string
  /**
   * Resolves to the reason when it does not apply to this provider.
   * @throws ContractViolation
   */
  run(): Promise<string | undefined>
}

/** A provider that does not do what every provider must. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
  /** What it did. */
  readonly actual: unknown

  constructor(message: string, actual?: unknown) {
    super(actual === undefined ? message : `${message}; got ${JSON.stringify(actual)}`)
    this.actual = actual
  }
}

/** The part of a test runner that {@link describeContract} needs: vitest, node:test, jest and mocha have it. */
export interface TestRunner {
  describe(name: string, define: () => void): unknown
  it(name: string, run: () => Promise<void>): unknown
}

/**
 * The checks, each with a subject of its own.
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
 * Declares the checks as tests of a runner.
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
  /** Why it does not apply to this provider. */
  readonly unless?: (subject: ContractSubject) => string | undefined
  readonly run: (subject: ContractSubject) => Promise<void>
}

const knownFinds: ReadonlySet<FindKind> = new Set<FindKind>(['bytes', 'folio', 'uuid', 'key'])

const withoutDedup = ({ provider }: ContractSubject) =>
  provider.capabilities.dedupByContent ? undefined : 'no dedupByContent'

const withoutFind = ({ provider }: ContractSubject) =>
  provider.capabilities.findKinds.length > 0 ? undefined : 'no look-ups'

/** A check of how the request ends that was arranged. */
function ending(
  name: keyof Arrangements,
  check: (subject: ContractSubject, outcome: StampOutcome, sealed: Sealed) => Promise<void> | void,
): Check {
  return {
    unless: ({ arrange }) => (arrange?.[name] === undefined ? `${name} is not arranged` : undefined),
    async run(subject) {
      const sealed = await fresh(subject)
      await subject.arrange?.[name]?.()
      await check(subject, await stamp(subject, sealed), sealed)
    },
  }
}

const checks: Readonly<Record<string, Check>> = {
  'its id is short and fit for journals': {
    async run({ provider: { id } }) {
      must(typeof id === 'string' && /^[\w.-]{1,64}$/.test(id), 'id: letters, digits, . _ - and no more than 64', id)
    },
  },

  'what it can do agrees with what it has': {
    async run({ provider: { capabilities: can, cancel, status, balance } }) {
      must(typeof can.dedupByContent === 'boolean', 'dedupByContent must be told', can)
      must(['always', 'sometimes', 'never'].includes(can.returnsEarlierStamp), 'returnsEarlierStamp', can)
      must(
        can.findKinds.every((kind) => knownFinds.has(kind)),
        'findKinds has an unknown kind',
        can,
      )
      must(!can.cancelSigned || cancel !== undefined, 'cancelSigned is told and there is no cancel')
      must(!can.satStatus || status !== undefined, 'satStatus is told and there is no status')
      must(!can.balance || balance !== undefined, 'balance is told and there is none')
    },
  },

  'it stamps: a TFD that can be used, with our Sello': {
    async run(subject) {
      const outcome = await stamped(subject, await fresh(subject))
      must(outcome.when === 'fresh', 'a document sent for the first time is stamped fresh', outcome)
    },
  },

  'different documents get different UUIDs, also at once': {
    async run(subject) {
      const documents = await several(subject, 5)
      const outcomes = await Promise.all(documents.map((sealed) => stamped(subject, sealed)))
      must(new Set(outcomes.map(uuidOf)).size === documents.length, 'two documents got one UUID', outcomes.map(uuidOf))
    },
  },

  'the same bytes again give the same stamp, or say that there is one': {
    unless: withoutDedup,
    async run(subject) {
      const sealed = await fresh(subject)
      await same(subject, sealed, await stamped(subject, sealed))
    },
  },

  'the same bytes at once give one stamp': {
    unless: withoutDedup,
    async run(subject) {
      const sealed = await fresh(subject)
      const outcomes = await Promise.all([1, 2, 3].map(() => stamp(subject, sealed)))
      const uuids = new Set(outcomes.filter(isStamped).map(uuidOf))
      must(uuids.size === 1, 'one stamp of one document', outcomes)
    },
  },

  'a look-up finds the stamp': {
    unless: withoutFind,
    async run(subject) {
      const sealed = await fresh(subject)
      const first = await stamped(subject, sealed)
      const found = await find(subject, sealed)
      must(found.kind === 'stamped' && uuidOf(found) === uuidOf(first), 'it does not find what it stamped', found)
    },
  },

  'a look-up does not stamp': {
    unless: withoutFind,
    async run(subject) {
      const sealed = await fresh(subject)
      const before = await find(subject, sealed)
      must(before.kind === 'absent', 'what it never saw is absent', before)
      must((await stamped(subject, sealed)).when === 'fresh', 'the look-up had stamped it')
    },
  },

  'a call that was called off before it began sends nothing': {
    async run(subject) {
      const sealed = await fresh(subject)
      const outcome = await stamp(subject, sealed, AbortSignal.abort())
      must(outcome.kind === 'unavailable' || outcome.kind === 'unknown', 'called off: unavailable or unknown', outcome)
      const after = await stamped(subject, sealed)
      must(outcome.kind === 'unknown' || after.when === 'fresh', 'it said unavailable, and had sent it', after)
    },
  },

  'ping tells whether it answers': {
    async run({ provider }) {
      const answer: unknown = await total('ping', () => provider.ping())
      must(typeof answer === 'boolean', 'ping: true or false', answer)
    },
  },

  'balance is a count of stamps': {
    unless: ({ provider }) => (provider.balance === undefined ? 'no balance' : undefined),
    async run({ provider }) {
      const balance: unknown = await total('balance', async () => provider.balance?.())
      const isCount = Number.isInteger(balance) && (balance as number) >= 0
      must(balance === undefined || isCount, 'balance: a count, or nothing', balance)
    },
  },

  'a request that was not sent is not called refused or rejected': ending(
    'notSent',
    async (subject, outcome, sealed) => {
      allow(outcome, ['unavailable', 'unknown'], subject)
      await stamped(subject, sealed)
    },
  ),

  'an answer that is lost is unknown, and the same bytes bring the one stamp': ending(
    'answerLost',
    async (subject, lost, sealed) => {
      allow(lost, ['unknown'], subject)
      const outcome = await stamp(subject, sealed)
      if (isStamped(lost)) return same(subject, sealed, lost)
      if (outcome.kind === 'stamped') return same(subject, sealed, outcome)
      must(subject.provider.capabilities.returnsEarlierStamp !== 'always', 'the earlier stamp is given', outcome)
      must(outcome.kind === 'unknown' && outcome.why === 'stamped', 'it says that it stamped', outcome)
    },
  ),

  'an answer that nobody understands is unknown': ending('unintelligible', (subject, outcome) =>
    allow(outcome, ['unknown'], subject),
  ),

  'an account that cannot stamp is refused': ending('refused', (subject, outcome) => {
    allow(outcome, ['refused'], subject)
    if (outcome.kind === 'refused') must(outcome.scope === 'account', 'scope: account', outcome)
  }),

  'a PAC that asks to slow down refuses': ending('throttled', (subject, outcome) => {
    allow(outcome, ['refused'], subject)
    if (outcome.kind === 'refused') must(outcome.scope === 'throttle', 'scope: throttle', outcome)
  }),

  'a document against the rules is rejected, with a code, words and a scope': ending('rejected', (_, outcome) => {
    if (outcome.kind !== 'rejected') throw new ContractViolation('rejected', outcome)
    must(Boolean(outcome.code) && Boolean(outcome.message), 'a code and a message', outcome)
    must(['document', 'certificate', 'list', 'time'].includes(outcome.scope), 'a scope', outcome)
  }),

  'a stamp that is told of and not given is unknown, and says so': ending('earlierWithoutStamp', (subject, outcome) => {
    allow(outcome, ['unknown'], subject)
    if (outcome.kind === 'unknown') must(outcome.why === 'stamped', 'why: stamped', outcome)
  }),
}

// --- calls, each checked for what holds of every answer ---

async function stamp(subject: ContractSubject, sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
  const outcome = await total('stamp', () => subject.provider.stamp(sealed, signal))
  checkAnswer(subject, outcome, sealed)
  return outcome
}

async function find(subject: ContractSubject, sealed: Sealed): Promise<FindOutcome> {
  const outcome = await total('find', () => subject.provider.find(sealed))
  checkAnswer(subject, outcome, sealed)
  return outcome
}

async function stamped(subject: ContractSubject, sealed: Sealed): Promise<Stamped> {
  const outcome = await stamp(subject, sealed)
  must(outcome.kind === 'stamped', 'it must stamp this document', outcome)
  return outcome as Stamped
}

/** The same bytes once more: the same UUID, or, where the PAC does not always give it, word that there is one. */
async function same(subject: ContractSubject, sealed: Sealed, first: Stamped): Promise<void> {
  const outcome = await stamp(subject, sealed)
  if (outcome.kind === 'unknown' && subject.provider.capabilities.returnsEarlierStamp !== 'always') {
    must(outcome.why === 'stamped', 'an earlier stamp that is not given is unknown, why: stamped', outcome)
    return
  }
  must(outcome.kind === 'stamped' && uuidOf(outcome) === uuidOf(first), 'the same bytes got another stamp', outcome)
  must(outcome.kind === 'stamped' && outcome.when === 'earlier', 'an earlier stamp is told as earlier', outcome)
}

async function total<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw new ContractViolation(`${name} must not throw: what happens is an outcome`, String(error))
  }
}

const kinds: ReadonlySet<string> = new Set(['stamped', 'rejected', 'refused', 'unavailable', 'unknown', 'absent'])

function checkAnswer(
  { provider, pacs = [provider.id], secrets = [] }: ContractSubject,
  outcome: StampOutcome | FindOutcome,
  sealed: Sealed,
): void {
  must(kinds.has(outcome?.kind), 'an outcome of a kind that is known', outcome)
  must(pacs.includes(outcome.pac) || outcome.pac === provider.id, 'the outcome bears the id of the PAC', outcome)
  const { requestHash, replyHash }: { requestHash?: string; replyHash?: string } = outcome as Stamped
  for (const hash of [requestHash, replyHash])
    must(hash === undefined || /^[0-9a-f]{64}$/.test(hash), 'hashes: SHA-256', hash)
  const text = JSON.stringify(outcome)
  must(!secrets.some((secret) => text.includes(secret)), 'the outcome holds a secret')
  const judged = judgeFind(outcome, sealed, provider.id)
  if (outcome.kind === 'stamped') must(judged.kind === 'stamped', 'its TFD can be used and has our Sello', outcome)
}

// --- words ---

/** A composition may resolve what one PAC alone cannot: then it is stamped. */
function allow(outcome: StampOutcome, expected: readonly StampOutcome['kind'][], { pacs }: ContractSubject): void {
  const resolved = outcome.kind === 'stamped' && pacs !== undefined
  must(resolved || expected.includes(outcome.kind), `expected ${expected.join(' or ')}`, outcome)
}

async function several(subject: ContractSubject, count: number): Promise<Sealed[]> {
  const documents: Sealed[] = []
  while (documents.length < count) documents.push(await fresh(subject))
  return documents
}

/** A document that cannot be changed. */
async function fresh({ sealed }: ContractSubject): Promise<Sealed> {
  return Object.freeze({ ...(await sealed()) })
}

function isStamped(outcome: StampOutcome): outcome is Stamped {
  return outcome.kind === 'stamped'
}

function uuidOf({ timbre }: Stamped): string {
  return timbre.UUID.toUpperCase()
}

function must(holds: boolean, what: string, actual?: unknown): void {
  if (!holds) throw new ContractViolation(what, actual)
}
