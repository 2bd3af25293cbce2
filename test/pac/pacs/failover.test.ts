/**
 * The failover over each pair of PACs, through their real protocols, while everything that a fake
 * can do goes wrong: whatever happens, a document has one UUID at most, and what is not known is
 * held.
 * @module
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CircuitBreaker } from '../../../src/pac/breaker.js'
import { type Failover, failover } from '../../../src/pac/failover.js'
import { fakeAccount } from '../../../src/pac/fakes/fake.js'
import { type FakeName, fakes as fakeDefinitions } from '../../../src/pac/fakes/fakes.js'
import type { Trick } from '../../../src/pac/fakes/tricks.js'
import { createUnsafeMemoryJournal, type Journal } from '../../../src/pac/journal.js'
import type { Provider, StampOutcome } from '../../../src/pac/provider.js'
import { createAuthority } from '../../../src/pac/sandbox/authority.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { VirtualClock } from '../failover/virtualClock.js'
import { createProcess, mortalJournal, mortalProvider } from '../failover/worldProcess.js'
import { adapterOf, type Fake, names, providerOf, startFake } from './pacs.js'

const capabilitiesOf = (name: FakeName) =>
  adapterOf({
    name,
    account: fakeDefinitions[name].account('http://127.0.0.1:1', fakeAccount),
  } as never).capabilities

/**
 * What a repeated document answers at these is not known, and they have no look-up: a failover
 * sends them each document once.
 */
const unproven = names.filter((name) => {
  const { dedupByContent, dedupByReference, findKinds } = capabilitiesOf(name)
  return !dedupByContent && !dedupByReference && findKinds.length === 0
})
/**
 * Of these a document may be held in the end: Solución Factible keeps a stamp to itself, SIFEI is
 * not known to say that it has none, and the others are asked nothing again.
 */
const stubborn: readonly string[] = [
  'solucionFactible',
  'sifei',
  ...names.filter((name) => !capabilitiesOf(name).dedupByContent),
]
const every = names.flatMap((first, at) =>
  names.slice(at + 1).map((second) => [first, second] as const),
)
/** All of them in CI, 28 for eight; elsewhere those of neighbours, in which each PAC is. */
const pairs = process.env['CI']
  ? every
  : every.filter(([one, other]) => areNeighbours(names.indexOf(one), names.indexOf(other)))

function areNeighbours(at: number, other: number): boolean {
  const isOddOneOut = names.length % 2 === 1 && other === names.length - 1
  return other === at + 1 && (at % 2 === 0 || isOddOneOut)
}

const fakes = new Map<string, Fake>()
let seal: () => Promise<Sealed>

beforeAll(async () => {
  const authority = createAuthority({ clock: () => new Date() })
  for (const name of names) fakes.set(name, await startFake(name, { authority }))
  seal = await createTestSealer(fakes.get('finkok')!.pac)
})
afterAll(() => Promise.all([...fakes.values()].map((fake) => fake.close())))

const alwaysClosed: CircuitBreaker = {
  state: 'closed',
  admit: () => 'yes',
  pinged: () => {},
  record: () => {},
}

const compose = (...members: readonly Fake[]) => composeOver(createUnsafeMemoryJournal(), members)

const composeOver = (
  journal: Journal,
  members: readonly Fake[],
  wrap: (provider: Provider) => Provider = (provider) => provider,
) =>
  failover(
    members.map((fake) => wrap(providerOf(fake))),
    {
      journal,
      onUnknown: 'hold',
      once: unproven.filter((name) => members.some((member) => member.name === name)),
      recovery: { window: 100, delays: [3, 20] },
      // The trick `late` denies a stamp twice, in whatever look-ups come next.
      absence: { finds: 4, quiet: 60 },
      breaker: () => alwaysClosed,
      retryBudget: { burst: 1_000 },
    },
  )

it.each(unproven)(
  '%s is admitted only once, or confirmed: a lost answer could not be resolved',
  (name) => {
    const journal = createUnsafeMemoryJournal()
    expect(() => failover([providerOf(fakes.get(name) as Fake)], { journal })).toThrow(/once: /)
    expect(() => compose(fakes.get(name) as Fake)).not.toThrow()
    const confirmed = providerOf(fakes.get(name) as Fake, { confirmed: { dedupByContent: true } })
    expect(() => failover([confirmed], { journal })).not.toThrow()
  },
)

describe.each(pairs)('%s, then %s', (one, other) => {
  it('one UUID for each document, whatever goes wrong', async () => {
    const members = [fakes.get(one)!, fakes.get(other)!]
    const known = new Set(issued(members))
    const documents = await Promise.all(tricksAt(members[0]!).map(seal))
    for (const member of members) member.next(...tricksAt(member))
    const stamping = compose(...members)
    const outcomes = await Promise.all(documents.map((sealed) => settle(stamping, sealed)))
    const stamps = outcomes.flatMap((outcome) =>
      outcome.kind === 'stamped' ? [outcome.timbre.UUID] : [],
    )
    const held = outcomes.filter(({ kind }) => kind !== 'stamped')
    const fresh = issued(members).filter((uuid) => !known.has(uuid))
    expect(new Set(stamps).size).toBe(stamps.length)
    for (const uuid of stamps) expect(fresh).toContain(uuid)
    expect(fresh.length - stamps.length).toBeLessThanOrEqual(held.length)
    for (const outcome of held) {
      expect(outcome.kind).toBe('unknown')
      expect(stubborn).toContain(outcome.pac)
    }
  })

  it('one UUID for a document whose process dies at any await, with the answer or without', async () => {
    const members = [fakes.get(one)!, fakes.get(other)!]
    const known = new Set(issued(members))
    const ends: StampOutcome[] = []
    for (const [trick, crashAt] of deaths) {
      const sealed = await seal()
      if (trick !== undefined) members[0]?.next(trick)
      const journal = createUnsafeMemoryJournal()
      const process = createProcess()
      process.crashAt = crashAt
      const mortal = mortalJournal(process, journal, new VirtualClock(), () => undefined)
      const dying = composeOver(mortal, members, (provider) =>
        mortalProvider(process, provider, () => {}),
      )
      await Promise.race([dying.stamp(sealed), process.died])
      ends.push(await settle(composeOver(journal.afterRestart(), members), sealed))
    }
    const stamps = ends.flatMap((outcome) =>
      outcome.kind === 'stamped' ? [outcome.timbre.UUID] : [],
    )
    const held = ends.filter(({ kind }) => kind !== 'stamped')
    const fresh = issued(members).filter((uuid) => !known.has(uuid))
    expect(new Set(stamps).size).toBe(stamps.length)
    expect(fresh).toEqual(expect.arrayContaining(stamps))
    expect(fresh.length - stamps.length).toBeLessThanOrEqual(held.length)
    for (const outcome of held)
      expect([outcome.kind, stubborn.includes(outcome.pac)]).toEqual(['unknown', true])
  })
})

/**
 * Where a process dies: at each await of a stamp, of which the PAC's answer comes, is lost, or
 * never was asked for.
 */
const deaths = ([undefined, 'lost', 'dropped'] as const).flatMap((trick) =>
  [2, 3, 4, 5, 6, 7, 8].map((crashAt) => [trick, crashAt] as const),
)

/** Rejections are final, and silence takes time: they have tests of their own. */
const elsewhere: readonly Trick[] = ['rejected', 'rejectedByList', 'rejectedByDate', 'silent']

function tricksAt({ tricks }: Fake): readonly Trick[] {
  return tricks.filter((trick) => !elsewhere.includes(trick))
}

function issued(members: readonly Fake[]): readonly string[] {
  return members.flatMap(({ uuids }) => uuids)
}

/** Some never return a stamp; the others do, however slow the machine is. */
const patience = ({ kind, pac }: StampOutcome) =>
  kind === 'unknown' && stubborn.includes(pac) ? 2 : 200

/** Stamps, and then does what a host does: resume what is held, and send again what nobody took. */
async function settle(stamping: Failover, sealed: Sealed): Promise<StampOutcome> {
  let outcome = await stamping.stamp(sealed)
  for (let turns = 0; outcome.kind !== 'stamped' && turns < patience(outcome); turns++) {
    // Refused accounts are mended: nothing goes out with a wrong password again before that.
    await stamping.retryAccount()
    const [resumed] = outcome.kind === 'unknown' ? await stamping.resume(outcome.token) : []
    outcome = resumed?.outcome ?? (await stamping.stamp(sealed))
  }
  return outcome
}
