/**
 * Two or three PACs that fail, a process that dies at any await and starts again, and the caller of `stamp`; with the
 * invariants that hold in every world, whatever happens in it.
 * @module
 */
import { expect } from 'vitest'
import { JournalError } from '../../src/errors.js'
import type { Clock } from '../../src/pac/clock.js'
import { composeProviders, type Failover } from '../../src/pac/failover.js'
import { createUnsafeMemoryJournal, type Journal, type UnsafeMemoryJournal } from '../../src/pac/journal.js'
import { type Policy, policy } from '../../src/pac/policy.js'
import type { Provider, StampOutcome } from '../../src/pac/provider.js'
import { type FaultyProvider, withFaults } from '../../src/pac/sandbox/faults.js'
import type { FailoverOptions, OnUnknown } from '../../src/pac/settings.js'
import type { Sealed } from '../../src/seal/sello.js'
import { createFakePac, type FakePac } from './fakePac.js'
import { Stuck, VirtualClock } from './virtualClock.js'

/** Parameters of a world. */
export interface Setting {
  readonly policy: OnUnknown
  readonly pacs: number
  /** Time from a request to its late stamp, and from a stamp to its visibility in look-ups. */
  readonly late: number
  readonly lag: number
  /** Whether a crash releases the claims of the dead process. */
  readonly exclusive: boolean
  /** Whether the last PAC supports no look-ups. */
  readonly blind: boolean
}

/** Replacements that inject a bug. */
export interface Variant {
  readonly policy?: Partial<Policy>
  readonly journal?: (journal: UnsafeMemoryJournal) => UnsafeMemoryJournal
  readonly provider?: (provider: Provider) => Provider
  readonly options?: Partial<FailoverOptions>
}

/** A process: dead from its `crashAt`th passage of an await on. */
export interface Process {
  alive: boolean
  passages: number
  crashAt: number
}

const never = () => new Promise<never>(() => {})

export class World {
  readonly clock = new VirtualClock()
  readonly pacs: readonly FakePac[]
  readonly faulty: readonly FaultyProvider[]
  readonly documents: readonly Sealed[]
  readonly #setting: Setting
  readonly #variant: Variant
  /** UUID returned to the caller, by document. */
  readonly #given = new Map<Sealed, string>()
  readonly #orphans = new Map<string, string>()
  journal: UnsafeMemoryJournal
  process: Process = { alive: true, passages: 0, crashAt: Number.POSITIVE_INFINITY }
  stamping: Failover
  /** The next writes of the journal fail, before or after taking effect. */
  #journalFaults: ('before' | 'after')[] = []
  #owners = 0
  /** Requests to stamp sent by all processes. */
  #sent = 0

  constructor(setting: Setting, variant: Variant, documents: readonly Sealed[]) {
    const ids = ['uno', 'dos', 'tres'].slice(0, setting.pacs)
    this.#setting = setting
    this.#variant = variant
    this.documents = documents
    this.pacs = ids.map((id, at) => this.#pac(id, setting.blind && at === setting.pacs - 1))
    this.faulty = this.pacs.map((pac) => withFaults(pac, {}, { clock: this.clock, late: setting.late }))
    this.journal = variant.journal?.(createUnsafeMemoryJournal()) ?? createUnsafeMemoryJournal()
    this.stamping = this.#start()
  }

  /** Every PAC rejects document number 2. Look-ups see a stamp after the lag. */
  #pac(id: string, blind: boolean): FakePac {
    const pac = createFakePac(id, blind ? { findKinds: [] } : {})
    const stampedAt = new Map<string, number>()
    const { stamp, find } = pac
    return Object.assign(pac, {
      stamp: async (sealed: Sealed): Promise<StampOutcome> => {
        if (sealed.document.Folio === '2') {
          pac.received.push(sealed.xml)
          return { kind: 'rejected', pac: id, scope: 'document', code: 'CFDI40102', message: '' }
        }
        if (!stampedAt.has(sealed.xml)) stampedAt.set(sealed.xml, this.clock.now())
        return stamp(sealed)
      },
      find: async (sealed: Sealed) => {
        const visible = (stampedAt.get(sealed.xml) ?? 0) + this.#setting.lag <= this.clock.now()
        return visible ? find(sealed) : { kind: 'absent' as const, pac: id }
      },
    })
  }

  // --- actions of the caller ---

  async stamp(number: number): Promise<void> {
    const sealed = this.documents[number] as Sealed
    const outcome = await this.#live(() => this.stamping.stamp(sealed))
    if (outcome !== undefined) this.#answered(sealed, outcome)
  }

  async stampAll(): Promise<void> {
    const outcomes = await this.#live(() => Promise.all(this.documents.map((sealed) => this.stamping.stamp(sealed))))
    for (const [at, outcome] of (outcomes ?? []).entries()) this.#answered(this.documents[at] as Sealed, outcome)
  }

  /** Stamps and aborts after some time. */
  async hangUp(number: number, after: number): Promise<void> {
    const sealed = this.documents[number] as Sealed
    const caller = new AbortController()
    void this.clock.sleep(after).then(() => caller.abort())
    const outcome = await this.#live(() => this.stamping.stamp(sealed, caller.signal))
    if (outcome !== undefined) this.#answered(sealed, outcome)
  }

  async resume(): Promise<void> {
    const resumed = await this.#live(() => this.stamping.resume())
    for (const { token, outcome } of resumed ?? []) {
      this.#answered(this.#byToken(token), outcome)
    }
  }

  async reconcile(): Promise<number | undefined> {
    const sent = this.#sent
    const report = await this.#live(() => this.stamping.reconcile())
    expect(this.#sent, 'reconcile only looks').toBe(sent)
    for (const { sealed, keep, cancel } of report?.orphans ?? []) {
      const document = this.#byXml(sealed.xml)
      this.#gave(document, keep.timbre.UUID)
      expect(this.#pac$(cancel.pac).stamps.get(sealed.xml)?.UUID, 'an orphan exists').toBe(cancel.timbre.UUID)
      this.#orphans.set(cancel.timbre.UUID, keep.timbre.UUID)
    }
    for (const { sealed, outcome } of report?.adopted ?? []) this.#answered(this.#byXml(sealed.xml), outcome)
    return report?.pending.filter(({ why }) => why !== 'no-look-up').length
  }

  failJournal(faults: readonly ('before' | 'after')[]): void {
    this.#journalFaults = [...faults]
  }

  crashAt(passage: number): void {
    this.process.crashAt = this.process.passages + passage
  }

  // --- invariants ---

  /** Without faults and crashes from now on, every document completes. */
  async heal(): Promise<void> {
    this.process.crashAt = Number.POSITIVE_INFINITY
    this.#journalFaults = []
    for (const pac of this.faulty) pac.fail({})
    for (let round = 0; round < 4; round++) {
      await this.clock.advance(20 * 60_000)
      await this.resume()
      await this.reconcile()
    }
  }

  /** Checks the invariants of a healed world. */
  check(): void {
    for (const sealed of this.documents) this.#check(sealed)
  }

  #check(sealed: Sealed): void {
    const stamps = this.pacs.flatMap(({ id, stamps }) => {
      const timbre = stamps.get(sealed.xml)
      return timbre === undefined ? [] : [{ id, uuid: timbre.UUID }]
    })
    const entry = this.#entry(sealed)
    expect(entry?.status, 'I2: nothing stays open').not.toBe('open')
    const kept = entry?.outcome?.kind === 'stamped' ? entry.outcome.timbre.UUID : undefined
    if (kept === undefined) expect(stamps, 'I2: a document reported as not stamped is not stamped').toEqual([])
    else {
      expect(
        stamps.map(({ uuid }) => uuid),
        'I2: what is kept exists',
      ).toContain(kept)
      expect(this.#given.get(sealed) ?? kept, 'one UUID, ever').toBe(kept)
    }
    if (this.#setting.policy === 'hold') expect(stamps.length, 'I1: one PAC at most').toBeLessThanOrEqual(1)
    for (const { id, uuid } of stamps) {
      if (uuid === kept) continue
      if (this.#isBlind(id)) {
        expect(
          entry?.abandoned.map(({ inDoubt }) => inDoubt.pac),
          'I5: who cannot be asked is named',
        ).toContain(id)
      } else expect(this.#orphans.get(uuid), 'I5: every other stamp is reported').toBe(kept)
    }
    for (const pac of this.pacs) {
      const sent = pac.received.filter((xml) => xml.includes(`Folio="${sealed.document.Folio}"`))
      expect(
        sent.every((xml) => xml === sealed.xml),
        'I3: the same bytes, always',
      ).toBe(true)
    }
  }

  #answered(sealed: Sealed, outcome: StampOutcome): void {
    const entry = this.#entry(sealed)
    switch (outcome.kind) {
      case 'stamped':
        expect(outcome.timbre.SelloCFD, 'I4: our own Sello').toBe(sealed.sello)
        expect(this.#pac$(outcome.pac).stamps.get(sealed.xml)?.UUID, 'I4: its PAC has it').toBe(outcome.timbre.UUID)
        expect(entry?.outcome?.kind, 'the answer is durable').toBe('stamped')
        return this.#gave(sealed, outcome.timbre.UUID)
      case 'unknown':
        expect(outcome.token, 'I2: it can be resumed').toBeTypeOf('string')
        expect(entry, 'I2: it is durable').toBeDefined()
        return
      default:
        expect(
          this.pacs.some(({ stamps }) => stamps.has(sealed.xml)),
          'I2: no means no',
        ).toBe(false)
    }
  }

  #gave(sealed: Sealed, uuid: string): void {
    expect(this.#given.get(sealed) ?? uuid, 'one UUID, ever').toBe(uuid)
    this.#given.set(sealed, uuid)
  }

  // --- crashes ---

  /** `undefined` if the process died or the journal failed. */
  async #live<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { process } = this
    const result = await this.clock.until(work()).catch((error: unknown) => {
      if (error instanceof JournalError || (error instanceof Stuck && !process.alive)) return undefined
      throw error
    })
    if (!process.alive) this.#restart()
    return process.alive ? result : undefined
  }

  #restart(): void {
    if (this.#setting.exclusive) this.journal = this.journal.afterRestart()
    this.stamping = this.#start()
  }

  #start(): Failover {
    const process: Process = { alive: true, passages: 0, crashAt: Number.POSITIVE_INFINITY }
    this.process = process
    const { options, provider = (same: Provider) => same } = this.#variant
    return composeProviders(
      this.faulty.map((pac) => provider(this.#mortalProvider(process, pac))),
      {
        journal: this.#mortalJournal(process, this.journal),
        clock: mortalClock(process, this.clock),
        random: () => 0.5,
        onUnknown: this.#setting.policy,
        owner: `process-${this.#owners++}`,
        breaker: { failures: 3 },
        ...options,
      },
      { ...policy, ...this.#variant.policy },
    )
  }

  #mortalProvider(process: Process, pac: Provider): Provider {
    return {
      id: pac.id,
      capabilities: pac.capabilities,
      stamp: (sealed, signal) =>
        mortal(process, () => {
          this.#sent++
          return pac.stamp(sealed, signal)
        }),
      find: (sealed, signal) => mortal(process, () => pac.find(sealed, signal)),
      ping: (signal) => mortal(process, () => pac.ping(signal)),
    }
  }

  #mortalJournal(process: Process, journal: UnsafeMemoryJournal): Journal {
    return {
      load: (token) => mortal(process, () => journal.load(token)),
      append: (entry) =>
        mortal(process, async () => {
          const fault = this.#journalFaults.shift()
          if (fault === 'before') throw new JournalDown()
          const written = await journal.append(entry)
          if (fault === 'after') throw new JournalDown()
          return written
        }),
      unfinished: () => journal.unfinished(),
    }
  }

  // --- helpers ---

  #isBlind(id: string): boolean {
    return this.#pac$(id).capabilities.findKinds.length === 0
  }

  #pac$(id: string): FakePac {
    return this.pacs.find((pac) => pac.id === id) as FakePac
  }

  #byXml(xml: string): Sealed {
    return this.documents.find((sealed) => sealed.xml === xml) as Sealed
  }

  #byToken(token: string): Sealed {
    return this.#byXml(this.journal.entries().find((entry) => entry.token === token)?.xml ?? '')
  }

  #entry({ xml }: Sealed) {
    return this.journal.entries().find((entry) => entry.xml === xml)
  }
}

class JournalDown extends Error {}

/** What happens between two awaits happens; at an await the process may be dead. */
async function mortal<T>(process: Process, run: () => Promise<T>): Promise<T> {
  await passage(process)
  const value = await run()
  await passage(process)
  return value
}

function passage(process: Process): Promise<void> {
  process.passages++
  if (process.passages >= process.crashAt) process.alive = false
  return process.alive ? Promise.resolve() : never()
}

/** The timers of a dead process never fire. */
function mortalClock(process: Process, clock: VirtualClock): Clock {
  return {
    now: () => clock.now(),
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal)
      if (!process.alive) await never()
    },
  }
}
