/**
 * Model-based test of the failover: schedules of faults, crashes and restarts, against the
 * invariants of `world.ts`; and injected bugs, to show that the invariants detect them.
 *
 * SCHEDULES=100000 npx vitest run test/pac/failover/model.test.ts runs more of them.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JournalEntry, UnsafeMemoryJournal } from '../../../src/pac/journal.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import { policy as policyInUse } from '../../../src/pac/policy.js'
import type { Provider } from '../../../src/pac/provider.js'
import type { FaultScript } from '../../../src/pac/sandbox/faults.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { sealedDocument } from '../sealedDocuments.js'
import { World } from './world.js'
import type { Setting, Variant } from './worldSetting.js'

const schedules = Number(process.env['SCHEDULES'] ?? (process.env['CI'] ? 4_000 : 200))

let documents: readonly Sealed[]
beforeAll(async () => {
  documents = await Promise.all([0, 1, 2].map(sealedDocument))
})

const minute = 60_000

const setting = (policy: Setting['policy']): fc.Arbitrary<Setting> =>
  fc.record({
    policy: fc.constant(policy),
    holding: fc.constantFrom('plainly', 'later', 'throws', 'hangs', 'nonsense'),
    pacs: fc.constantFrom(1, 2, 2, 3),
    late: fc.constantFrom(1_000, 90_000, 5 * minute),
    lag: fc.constantFrom(0, 8_000, minute),
    exclusive: fc.boolean(),
    blind: fc.boolean(),
    forgets: fc.constantFrom('none', 'none', 'first', 'last'),
    mute: fc.constantFrom(false, false, true),
    deaf: fc.constantFrom(0, 0, 5_000, 90_000, 10 * minute),
    duplicatesFirst: fc.boolean(),
    cancel: fc.constantFrom('none', 'takes', 'fails', 'hangs'),
  })

const script: fc.Arbitrary<FaultScript> = fc.record({
  stamp: fc.array(
    fc.constantFrom(
      ...([
        'none',
        'refuse',
        'throttle',
        'down',
        'reject-list',
        'reject-time',
        'timeout-before',
        'timeout-after',
      ] as const),
      ...([
        'reset-after',
        'late',
        'earlier',
        'earlier-empty',
        'crossed',
        'malformed',
        'slow',
      ] as const),
      ...(['throw-before', 'throw-after'] as const),
    ),
    { minLength: 1, maxLength: 6 },
  ),
  find: fc.array(
    fc.constantFrom('none', 'refuse', 'down', 'timeout', 'crossed', 'malformed', 'slow'),
    {
      maxLength: 6,
    },
  ),
  ping: fc.array(fc.constantFrom('none', 'down', 'timeout'), { maxLength: 2 }),
  always: fc.record({
    stamp: fc.constantFrom(
      'none',
      'none',
      'none',
      'timeout-before',
      'timeout-after',
      'down',
      'reject-time',
      'crossed',
    ),
    find: fc.constantFrom('none', 'none', 'none', 'refuse', 'timeout'),
  }),
})

interface Model {
  readonly nothing?: never
}

/** A step, with its name for the counterexample. */
class Step implements fc.AsyncCommand<Model, World> {
  readonly #name: string
  readonly #run: (world: World) => Promise<unknown>

  constructor(name: string, run: (world: World) => Promise<unknown>) {
    this.#name = name
    this.#run = run
  }

  check(): boolean {
    return true
  }

  async run(_: Model, world: World): Promise<void> {
    await this.#run(world)
  }

  toString(): string {
    return this.#name
  }
}

const number = fc.nat(2)
const passage = fc.integer({ min: 1, max: 24 })
const pass = fc.constantFrom(
  1_000,
  10_000,
  minute,
  5 * minute,
  11 * minute,
  60 * minute,
  30 * 60 * minute,
)

/** Steps in which every process lives and every write succeeds. */
const calm = [
  number.map((at) => new Step(`stamp ${at}`, (world) => world.stamp(at))),
  number.map((at) => new Step(`stamp ${at}`, (world) => world.stamp(at))),
  fc.constant(new Step('stamp all', (world) => world.stampAll())),
  fc
    .tuple(number, fc.constantFrom(1, 5_000, 61_000))
    .map(
      ([at, after]) =>
        new Step(`stamp ${at}, hang up after ${after}`, (world) => world.hangUp(at, after)),
    ),
  fc
    .tuple(number, fc.constantFrom(1, 5_000, 61_000))
    .map(
      ([at, after]) =>
        new Step(`stamp ${at} twice, one hangs up after ${after}`, (world) =>
          world.hangUpBeside(at, after),
        ),
    ),
  number.map(
    (at) =>
      new Step(`stamp ${at} at both`, (world) => world.both((server) => world.stamp(at, server))),
  ),
  number.map((at) => new Step(`stamp ${at}, and use its object again`, (world) => world.reuse(at))),
  number.map(
    (at) => new Step(`stamp ${at}, suspended before it is sent`, (world) => world.suspend(at)),
  ),
  fc.nat(1).map((at) => new Step(`resume at ${at}`, (world) => world.resume(at))),
  fc.constant(new Step('resume at both', (world) => world.both((server) => world.resume(server)))),
  fc.nat(1).map((at) => new Step(`reconcile at ${at}`, (world) => world.reconcile(at))),
  fc.constant(
    new Step('reconcile at both', (world) => world.both((server) => world.reconcile(server))),
  ),
  pass.map((ms) => new Step(`${ms} ms pass`, (world) => world.clock.advance(ms))),
  fc
    .tuple(fc.nat(2), script)
    .map(
      ([at, faults]) =>
        new Step(`PAC ${at} fails: ${JSON.stringify(faults)}`, async ({ faulty }) =>
          faulty[at]?.fail(faults),
        ),
    ),
]

const steps = [
  ...calm,
  passage.map((at) => new Step(`crash at await ${at}`, async (world) => world.crashAt(at))),
  fc
    .array(fc.constantFrom('before', 'after', 'hang-before', 'hang-after'), {
      minLength: 1,
      maxLength: 2,
    })
    .map(
      (faults) =>
        new Step(`the journal fails ${faults.join()}`, async (world) => world.failJournal(faults)),
    ),
]

/** The property: after any schedule, once the faults end, the invariants hold. */
function schedule(policy: Setting['policy'], variant: Variant = {}) {
  const beginning = fc.tuple(script, script)
  const commands = fc.commands(steps, { maxCommands: 12, size: 'max' })
  return fc.asyncProperty(
    setting(policy),
    beginning,
    commands,
    async (arrangement, faults, sequence) => {
      const world = new World(arrangement, variant, documents)
      for (const [at, faulty] of world.faulty.entries()) faulty.fail(faults[at] ?? {})
      await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence)
      await world.heal()
      await world.check()
    },
  )
}

describe.each(['hold', 'switch'] as const)('%s', (policy) => {
  it(`keeps every invariant in ${schedules / 2} schedules`, async () => {
    await fc.assert(schedule(policy), { numRuns: schedules / 2 })
  })
})

/** Two processes, two PACs, and a host that takes orphans over. */
const arrangement: Setting = {
  policy: 'switch',
  holding: 'plainly',
  pacs: 2,
  late: 1_000,
  lag: 0,
  exclusive: false,
  blind: false,
  forgets: 'none',
  mute: false,
  deaf: 0,
  duplicatesFirst: false,
  cancel: 'takes',
}

/**
 * A world whose first PAC stamps, loses every answer and cannot be asked: what it stamps is an
 * orphan.
 */
function orphaning(variant: Variant, setting: Partial<Setting> = {}): World {
  const world = new World({ ...arrangement, ...setting }, variant, documents)
  world.faulty[0]?.fail({ always: { stamp: 'timeout-after', find: 'timeout' } })
  return world
}

describe('reconcile dies at any await', () => {
  it.each(['takes', 'fails', 'none'] as const)(
    'the host learns of the orphan all the same: cancelOrphan %s',
    async (cancel) => {
      for (let at = 1; at <= 16; at++) {
        const world = orphaning({}, { cancel })
        await world.stamp(0)
        world.faulty[0]?.fail({})
        world.crashAt(at)
        await world.reconcile()
        await world.heal()
        await world.check()
      }
    },
  )
})

it('two walks over what is unfinished: what one was told no of, the other does not send again', async () => {
  const world = new World({ ...arrangement, policy: 'hold', exclusive: true }, {}, documents)
  const [first, second] = world.faulty
  first?.fail({ stamp: ['timeout-before'] })
  await world.stamp(1)
  await world.clock.advance(60 * minute)
  second?.fail({ stamp: ['reject-list'] })
  await world.both(() => world.resume())
  expect(world.pacs.map(({ received }) => received.length)).toEqual([0, 0])
})

/**
 * Each attempt twice; not again and again, for then an entry that is written often would fill the
 * memory.
 */
function watchedTwice(entry: JournalEntry): JournalEntry {
  const { abandoned } = entry
  return abandoned.length > 4
    ? entry
    : { ...entry, abandoned: abandoned.flatMap((each) => [each, each]) }
}

/** As if it had never been handed over. */
function notHandedOver(entry: JournalEntry): JournalEntry {
  if (entry.abandoned.every(({ end }) => end !== 'handed-over')) return entry
  const abandoned = entry.abandoned.map(({ end, ...each }) =>
    end === 'handed-over' ? each : { ...each, ...(end && { end }) },
  )
  return { ...entry, abandoned, status: 'watched' }
}

describe('an injected bug is detected:', () => {
  /** A provider for each process: a new process does not know what a dead one did. */
  const resealing = (pac: Provider): Provider => {
    const seen = new Set<string>()
    return {
      ...pac,
      stamp: (sealed, signal) => {
        const again = seen.has(sealed.xml)
        seen.add(sealed.xml)
        return pac.stamp(
          again ? { ...sealed, xml: sealed.xml.replace('T11:59:00', 'T11:59:59') } : sealed,
          signal,
        )
      },
    }
  }

  /** An adapter that accepts any TFD. */
  const credulous = (pac: Provider): Provider => ({
    ...pac,
    stamp: async (sealed, signal) => {
      const outcome = await pac.stamp(sealed, signal)
      if (outcome.kind !== 'stamped') return outcome
      return { ...outcome, timbre: { ...outcome.timbre, SelloCFD: sealed.sello } }
    },
  })

  const replacing =
    (change: (entry: JournalEntry) => JournalEntry) => (journal: UnsafeMemoryJournal) => {
      const changed: UnsafeMemoryJournal = {
        ...journal,
        append: (entry) => journal.append(change(entry)),
        afterRestart: () => replacing(change)(journal.afterRestart()),
      }
      return changed
    }

  /** Acknowledges entries before they are durable: a crash loses the last one. */
  const hasty = (
    durable: UnsafeMemoryJournal = createUnsafeMemoryJournal(),
  ): UnsafeMemoryJournal => {
    const visible = createUnsafeMemoryJournal(durable.entries())
    let pending: JournalEntry | undefined
    return {
      ...visible,
      append: async (entry) => {
        if (pending !== undefined) await durable.append(pending)
        pending = entry
        return visible.append(entry)
      },
      afterRestart: () => hasty(durable.afterRestart()),
    }
  }

  it.each<[string, Setting['policy'], RegExp, Variant]>([
    ['a retry seals again', 'hold', /I[34]/, { provider: resealing }],
    [
      'a lost answer is taken for a no',
      'hold',
      /I1|I2/,
      {
        policy: {
          afterStamp: (_, outcome) =>
            outcome.kind === 'stamped'
              ? { to: 'close', outcome }
              : { to: 'next', outcome: { kind: 'unavailable', pac: outcome.pac, message: '' } },
        },
      },
    ],
    [
      'the PAC in doubt does not survive a crash',
      'hold',
      /I[12]/,
      {
        journal: replacing(({ inDoubt, ...entry }) =>
          entry.version === 1 && inDoubt
            ? { ...entry, inDoubt: { ...inDoubt, pac: 'dos' } }
            : { ...entry, ...(inDoubt && { inDoubt }) },
        ),
      },
    ],
    [
      'the outcome is returned before it is durable',
      'hold',
      /I1|I2|one UUID/,
      { journal: () => hasty() },
    ],
    ['the stamp of another document is accepted', 'hold', /I4/, { provider: credulous }],
    [
      'one negative look-up proves absence',
      'hold',
      /I1|I2/,
      { policy: { provesAbsence: () => true } },
    ],
    [
      'any rejection after a lost answer is final',
      'hold',
      /I[12]/,
      {
        policy: {
          afterStamp: (inDoubt, outcome) => {
            if (outcome.kind === 'stamped' || outcome.kind === 'rejected')
              return { to: 'close', outcome }
            if (outcome.kind !== 'unknown' && inDoubt.lostAt === undefined)
              return { to: 'next', outcome }
            return { to: 'stay', inDoubt: { ...inDoubt, sending: false, lostAt: 0 } }
          },
        },
      },
    ],
    [
      'it is not sent again, although look-ups proved that the PAC does not have it',
      'hold',
      /I2: only who cannot be asked/,
      { policy: { mayRepeat: (_, { canFind, recognises }) => !canFind && recognises } },
    ],
    [
      'after an inconclusive look-up the same bytes go to a PAC that recognises them',
      'hold',
      /I7/,
      {
        policy: {
          mayRepeat: (inDoubt, memory, options) =>
            memory.recognises || policyInUse.mayRepeat.call(policyInUse, inDoubt, memory, options),
        },
      },
    ],
    [
      'after an inconclusive look-up the same bytes go to a PAC that may not recognise them',
      'hold',
      /I6/,
      { policy: { mayRepeat: () => true } },
    ],
    [
      'a PAC that can neither be asked nor repeat is left for another',
      'switch',
      /I[26]/,
      {
        policy: {
          mayAbandon: (inDoubt) =>
            policyInUse.mayAbandon(inDoubt, { canFind: true, recognises: true }),
        },
      },
    ],
    [
      'every abandoned attempt is watched for itself',
      'switch',
      /one watch|handed over once/,
      { journal: replacing(watchedTwice) },
    ],
    [
      'abandoned attempts are not written',
      'switch',
      /I5/,
      { journal: replacing((entry) => ({ ...entry, abandoned: [] })) },
    ],
    [
      'reconcile sends the document again',
      'switch',
      /reconcile only looks|I2|I6/,
      {
        provider: (pac) => ({
          ...pac,
          find: async (sealed, signal) => {
            await pac.stamp(sealed, signal)
            return pac.find(sealed, signal)
          },
        }),
      },
    ],
  ])('%s', async (_, policy, invariant, variant) => {
    const report = await fc.check(schedule(policy, variant), { numRuns: 5_000, endOnFailure: true })
    expect(report.failed).toBe(true)
    // Whatever else it breaks, a bug may first send a document again to a PAC that forgets, or that
    // was not asked enough.
    expect(String(report.errorInstance)).toMatch(new RegExp(`${invariant.source}|I[67]`))
  })

  it('an orphan is handed over twice, for that it was is not written', async () => {
    const forgetful = replacing(notHandedOver)
    const commands = fc.commands(calm, { maxCommands: 12 })
    const property = fc.asyncProperty(commands, async (sequence) => {
      const world = orphaning({ journal: forgetful })
      await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence)
      await world.heal()
      await world.check()
    })
    const report = await fc.check(property, { numRuns: 300, endOnFailure: true })
    expect(String(report.errorInstance)).toMatch(/an orphan is handed over once/)
  })
})
