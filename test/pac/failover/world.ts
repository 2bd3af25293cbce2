/**
 * Two or three PACs that fail, a process that dies at any await and starts again, and the caller of
 * `stamp`; with the invariants that hold in every world, whatever happens in it.
 * @module
 */
import { expect } from 'vitest'
import { JournalError } from '../../../src/errors.js'
import { composeProviders, type Failover } from '../../../src/pac/failover.js'
import { tokenOf } from '../../../src/pac/hash.js'
import { createUnsafeMemoryJournal, type UnsafeMemoryJournal } from '../../../src/pac/journal.js'
import { policy } from '../../../src/pac/policy.js'
import type {
  Capabilities,
  FindOutcome,
  Provider,
  StampOutcome,
} from '../../../src/pac/provider.js'
import type { Orphan } from '../../../src/pac/reconciler.js'
import { type FaultyProvider, withFaults } from '../../../src/pac/sandbox/faults.js'
import type { FailoverOptions } from '../../../src/pac/settings.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { createFakePac, type FakePac } from '../fakePac.js'
import { VirtualClock } from './virtualClock.js'
import { Doubts } from './worldDoubts.js'
import {
  createProcess,
  type JournalFault,
  mortalClock,
  mortalJournal,
  mortalProvider,
  never,
  type Process,
  suspension,
} from './worldProcess.js'
import type { Setting, Variant } from './worldSetting.js'

interface Taken {
  readonly keep: string
  readonly from: Process
}

interface Server {
  readonly process: Process
  readonly stamping: Failover
}

const hour = 60 * 60_000

/**
 * As `Promise.all`, when all have ended: who fails leaves no other at work, whose requests would be
 * taken for those of the next step.
 */
async function allOf<T extends readonly unknown[]>(
  works: T,
): Promise<{ -readonly [At in keyof T]: Awaited<T[At]> }> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

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
  /** What a PAC that recognises nothing was sent after it had stamped it. */
  readonly #doubled: string[] = []
  readonly #doubts = new Doubts(() => this.clock.now())
  /** Orphans that the host took over: for which UUID, and from whom, each time. */
  readonly #taken = new Map<string, readonly Taken[]>()
  journal: UnsafeMemoryJournal
  /** Two, unless the journal is for one process. */
  readonly #servers: Server[]
  /** The next writes of the journal fail. */
  #journalFaults: JournalFault[] = []
  #owners = 0
  /** Requests to stamp sent by all processes. */
  #sent = 0
  /** Whether every process lived, and every write succeeded. */
  #calm = true
  /** Whether somebody else lets the time pass. */
  #isDriven = false

  constructor(setting: Setting, variant: Variant, documents: readonly Sealed[]) {
    const ids = ['uno', 'dos', 'tres'].slice(0, setting.pacs)
    this.#setting = setting
    this.#variant = variant
    this.documents = documents
    this.pacs = ids.map((id, at) => this.#pac(id, this.#capabilitiesOf(at)))
    this.faulty = this.pacs.map((pac) =>
      withFaults(pac, {}, { clock: this.clock, late: setting.late }),
    )
    this.journal = variant.journal?.(createUnsafeMemoryJournal()) ?? createUnsafeMemoryJournal()
    this.#servers = setting.exclusive ? [this.#start()] : [this.#start(), this.#start()]
  }

  #capabilitiesOf(at: number): Partial<Capabilities> {
    const { blind, forgets, pacs } = this.#setting
    const isLast = at === pacs - 1
    const isForgetful = (forgets === 'first' && at === 0) || (forgets === 'last' && isLast)
    const isBlind = isLast && (blind || forgets === 'last')
    return {
      ...(isBlind ? { findKinds: [] } : {}),
      ...(isForgetful ? { dedupByContent: false } : {}),
    }
  }

  /** Those that a failover does not admit otherwise. */
  #once(): string[] {
    const unresolvable = this.pacs.filter(
      ({ id, capabilities }) => this.#isBlind(id) && !capabilities.dedupByContent,
    )
    return unresolvable.map(({ id }) => id)
  }

  /** Every PAC rejects document number 2. Look-ups see a stamp after the lag. */
  #pac(id: string, capabilities: Partial<Capabilities>): FakePac {
    const pac = createFakePac(id, capabilities)
    const stampedAt = new Map<string, number>()
    const { stamp, find } = pac
    return Object.assign(pac, {
      stamp: async (sealed: Sealed): Promise<StampOutcome> => {
        if (sealed.document.Folio === '2') {
          pac.received.push(sealed.xml)
          return { kind: 'rejected', pac: id, scope: 'document', code: 'CFDI40102', message: '' }
        }
        const { duplicatesFirst } = this.#setting
        const isLate = this.clock.now() > Date.parse(`${sealed.document.Fecha}-06:00`) + 72 * hour
        if (isLate && !(duplicatesFirst && pac.stamps.has(sealed.xml)))
          return { kind: 'rejected', pac: id, scope: 'time', code: '401', message: '' }
        if (pac.stamps.has(sealed.xml) && !pac.capabilities.dedupByContent) this.#doubled.push(id)
        if (!stampedAt.has(sealed.xml)) stampedAt.set(sealed.xml, this.clock.now())
        return stamp(sealed)
      },
      find: async (sealed: Sealed) => {
        const visible = (stampedAt.get(sealed.xml) ?? 0) + this.#setting.lag <= this.clock.now()
        const found: FindOutcome = visible ? await find(sealed) : { kind: 'absent', pac: id }
        return found.kind === 'absent' && this.#isMute(id)
          ? { kind: 'unknown', pac: id, message: '' }
          : found
      },
    })
  }

  // --- actions of the caller ---

  async stamp(number: number, at = 0): Promise<void> {
    const sealed = this.documents[number] as Sealed
    const outcome = await this.#live(({ stamping }) => stamping.stamp(sealed), at, sealed)
    if (outcome !== undefined) this.#answered(sealed, outcome)
  }

  /** Both servers at once. */
  async both(work: (at: number) => Promise<unknown>): Promise<void> {
    await this.#together([work, work].map((each, at) => () => each(at)))
  }

  /** Work of several servers at once. */
  async #together(works: readonly (() => Promise<unknown>)[]): Promise<void> {
    this.#isDriven = true
    try {
      await this.clock.until(Promise.all(works.map((work) => work())))
    } finally {
      this.#isDriven = false
    }
  }

  /**
   * A server is suspended between the journal's yes and its request, while the other one resumes.
   */
  async suspend(number: number): Promise<void> {
    this.failJournal(['suspend'])
    const others = async () => {
      for (let time = 0; time < 5; time++) {
        await this.clock.sleep(suspension / 6)
        if (this.#servers.length > 1) await this.#resume(1)
      }
    }
    await this.#together([() => this.stamp(number), others])
  }

  /**
   * The caller's object is used for another document while it is stamped, and is then stamped in
   * its turn.
   */
  async reuse(number: number): Promise<void> {
    const [first, second] = [
      this.documents[number],
      this.documents[(number + 1) % this.documents.length],
    ] as const
    const own = { ...(first as Sealed) }
    const outcome = await this.#live(({ stamping }) => {
      const answer = stamping.stamp(own)
      Object.assign(own, second)
      return allOf([answer, stamping.stamp(own)] as const)
    })
    if (outcome === undefined) return
    this.#answered(first as Sealed, outcome[0])
    this.#answered(second as Sealed, outcome[1])
  }

  /**
   * Two callers of one document: one goes after some time, which is none of the other's business.
   */
  async hangUpBeside(number: number, after: number): Promise<void> {
    const sealed = this.documents[number] as Sealed
    const caller = new AbortController()
    void this.clock.sleep(after).then(() => caller.abort())
    const outcomes = await this.#live(({ stamping }) =>
      allOf([stamping.stamp(sealed, caller.signal), stamping.stamp(sealed)] as const),
    )
    if (outcomes === undefined) return
    expect(
      (outcomes[1] as { message?: string }).message ?? '',
      'an abort is of one caller',
    ).not.toContain('cancel')
    this.#answered(sealed, outcomes[1])
  }

  async stampAll(): Promise<void> {
    const outcomes = await this.#live(({ stamping }) =>
      allOf(this.documents.map((sealed) => stamping.stamp(sealed))),
    )
    for (const [at, outcome] of (outcomes ?? []).entries())
      this.#answered(this.documents[at] as Sealed, outcome)
  }

  /** Stamps and aborts after some time. */
  async hangUp(number: number, after: number): Promise<void> {
    const sealed = this.documents[number] as Sealed
    const caller = new AbortController()
    void this.clock.sleep(after).then(() => caller.abort())
    const outcome = await this.#live(
      ({ stamping }) => stamping.stamp(sealed, caller.signal),
      0,
      sealed,
    )
    if (outcome !== undefined) this.#answered(sealed, outcome)
  }

  async resume(at = 0): Promise<void> {
    await this.#resume(at)
  }

  async #resume(at: number): Promise<void> {
    const resumed = await this.#live(({ stamping }) => stamping.resume(), at)
    for (const { token, outcome } of resumed ?? []) {
      if (token !== 'torn') this.#answered(this.#byToken(token), outcome)
    }
  }

  async reconcile(at = 0): Promise<void> {
    const sent = this.#sent
    const report = await this.#live(({ stamping }) => stamping.reconcile(), at)
    expect(this.#sent, 'reconcile only looks').toBe(sent)
    for (const { sealed, keep, cancel } of report?.orphans ?? []) {
      const document = this.#byXml(sealed.xml)
      this.#gave(document, keep.timbre.UUID)
      expect(this.#pac$(cancel.pac).stamps.get(sealed.xml)?.UUID, 'an orphan exists').toBe(
        cancel.timbre.UUID,
      )
      this.#orphans.set(cancel.timbre.UUID, keep.timbre.UUID)
    }
    for (const { sealed, outcome } of report?.adopted ?? [])
      this.#answered(this.#byXml(sealed.xml), outcome)
  }

  failJournal(faults: readonly JournalFault[]): void {
    this.#journalFaults = [...faults]
    this.#calm &&= faults.length === 0
  }

  crashAt(passage: number): void {
    const { process } = this.#servers[0] as Server
    process.crashAt = process.passages + passage
    this.#calm = false
  }

  // --- invariants ---

  /**
   * Without faults and crashes from now on, every document completes; what only a person can know,
   * one says.
   */
  async heal(): Promise<void> {
    for (const { process } of this.#servers) process.crashAt = Number.POSITIVE_INFINITY
    this.#journalFaults = []
    for (const pac of this.faulty) pac.fail({})
    for (let round = 0; round < 4; round++) await this.#settleDown(20 * 60_000)
    for (let round = 0; round < 14 && this.#isAnyOpen(); round++) await this.#settleDown(8 * hour)
    this.#checkRequests()
    for (const sealed of this.documents) await this.#ask(sealed)
    await this.#settleDown(20 * 60_000)
  }

  async #settleDown(ms: number): Promise<void> {
    await this.clock.advance(ms)
    await this.resume()
    await this.reconcile()
  }

  #isAnyOpen(): boolean {
    return this.journal.entries().some(({ status }) => status === 'open')
  }

  /** A person, who sees what the PAC has. */
  async #ask(sealed: Sealed): Promise<void> {
    const entry = this.#entry(sealed)
    if (entry?.status !== 'open') return
    const pac = entry.inDoubt?.pac ?? ''
    const cannotTell = this.#isBlind(pac) || this.#isMute(pac)
    expect(cannotTell, 'I2: only who cannot be asked leaves a document open').toBe(true)
    const timbre = this.#pac$(pac).stamps.get(sealed.xml)
    const settled = await this.#live(({ stamping }) =>
      stamping.settle(entry.token, timbre ?? 'not-stamped'),
    )
    if (settled !== undefined) this.#answered(sealed, settled.outcome)
  }

  #checkRequests(): void {
    expect(this.#doubled, 'I6: who may not recognise a document gets it once').toEqual([])
    expect(
      this.#doubts.resent,
      'I7: who can be looked up gets it again only when proved not to have it',
    ).toEqual([])
  }

  /** Checks the invariants of a healed world. */
  async check(): Promise<void> {
    this.#checkRequests()
    for (const sealed of this.documents) this.#check(sealed)
    for (const { token, xml, abandoned } of this.journal.entries()) {
      expect(await tokenOf(this.#byXml(xml)), 'I3: the token is that of the bytes').toBe(token)
      const left = abandoned.filter(
        ({ inDoubt, why }) => this.#once().includes(inDoubt.pac) && why === 'deadline',
      )
      expect(left, 'I6: who can neither be asked nor repeat keeps what it may have').toEqual([])
      const watched = abandoned.filter(({ found, end }) => found === undefined && end === undefined)
      expect(
        new Set(watched.map(({ inDoubt }) => inDoubt.pac)).size,
        'one watch for each PAC',
      ).toBe(watched.length)
    }
    if (!this.#calm) return
    for (const times of this.#taken.values())
      expect(times.length, 'an orphan is handed over once').toBe(1)
  }

  #check(sealed: Sealed): void {
    const stamps = this.pacs.flatMap(({ id, stamps }) => {
      const timbre = stamps.get(sealed.xml)
      return timbre === undefined ? [] : [{ id, uuid: timbre.UUID }]
    })
    const entry = this.#entry(sealed)
    expect(entry?.status, 'I2: nothing stays open').not.toBe('open')
    const kept = entry?.outcome?.kind === 'stamped' ? entry.outcome.timbre.UUID : undefined
    if (kept === undefined)
      expect(stamps, 'I2: a document reported as not stamped is not stamped').toEqual([])
    else {
      expect(
        stamps.map(({ uuid }) => uuid),
        'I2: what is kept exists',
      ).toContain(kept)
      expect(this.#given.get(sealed) ?? kept, 'one UUID, ever').toBe(kept)
    }
    if (this.#setting.policy === 'hold')
      expect(stamps.length, 'I1: one PAC at most').toBeLessThanOrEqual(1)
    for (const { id, uuid } of stamps) {
      if (uuid === kept) continue
      if (this.#isBlind(id)) {
        expect(
          entry?.abandoned.map(({ inDoubt }) => inDoubt.pac),
          'I5: who cannot be asked is named',
        ).toContain(id)
      } else expect(this.#told(uuid), 'I5: every other stamp is reported').toBe(kept)
    }
    for (const pac of this.pacs) {
      const sent = pac.received.filter((xml) => xml.includes(`Folio="${sealed.document.Folio}"`))
      expect(
        sent.every((xml) => xml === sealed.xml),
        'I3: the same bytes, always',
      ).toBe(true)
    }
  }

  /**
   * The UUID for which the host was told to cancel another one. Who dies when the journal has it
   * that the host took an orphan over, and before `reconcile` returns, returns no report: the host
   * then knows it by what it took, and only by that.
   */
  #told(uuid: string): string | undefined {
    return this.#orphans.get(uuid) ?? this.#taken.get(uuid)?.find(({ from }) => !from.alive)?.keep
  }

  #answered(sealed: Sealed, outcome: StampOutcome): void {
    const entry = this.#entry(sealed)
    switch (outcome.kind) {
      case 'stamped':
        expect(outcome.timbre.SelloCFD, 'I4: our own Sello').toBe(sealed.sello)
        expect(this.#pac$(outcome.pac).stamps.get(sealed.xml)?.UUID, 'I4: its PAC has it').toBe(
          outcome.timbre.UUID,
        )
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
  async #live<T>(
    work: (server: Server) => Promise<T>,
    number = 0,
    sealed?: Sealed,
  ): Promise<T | undefined> {
    const at = number % this.#servers.length
    const server = this.#servers[at] as Server
    const sent = this.#sentOf(sealed)
    const answer = Promise.race([work(server), server.process.died]).catch((error: unknown) => {
      if (error instanceof JournalError) return this.#journalFailed(error, sent, sealed)
      throw error
    })
    const result = await (this.#isDriven ? answer : this.clock.until(answer))
    if (server.process.alive) return result
    if (this.#servers[at] !== server) return undefined
    if (this.#setting.exclusive) this.journal = this.journal.afterRestart()
    this.#servers[at] = this.#start()
    return undefined
  }

  #journalFailed({ notSent }: JournalError, sent: number, sealed: Sealed | undefined): undefined {
    if (notSent && this.#setting.exclusive)
      expect(this.#sentOf(sealed), 'what is not sent is not sent').toBe(sent)
  }

  #sentOf(sealed: Sealed | undefined): number {
    return this.pacs.reduce(
      (sum, { received }) => sum + received.filter((xml) => xml === sealed?.xml).length,
      0,
    )
  }

  #start(): Server {
    const process = createProcess()
    const clock = mortalClock(process, this.clock)
    const { options, provider = (same: Provider) => same } = this.#variant
    const stamping = composeProviders(
      this.faulty.map((pac, at) =>
        provider(
          mortalProvider(
            process,
            this.#doubts.watch(at === 0 ? this.#deaf(pac) : pac),
            () => this.#sent++,
          ),
        ),
      ),
      {
        journal: mortalJournal(process, this.journal, this.clock, () =>
          this.#journalFaults.shift(),
        ),
        clock,
        random: () => 0.5,
        onUnknown: this.#onUnknown(),
        owner: `process-${this.#owners++}`,
        breaker: { failures: 3 },
        once: this.#once(),
        ...(this.#setting.cancel === 'none'
          ? {}
          : { cancelOrphan: (orphan) => this.#cancel(orphan, process) }),
        ...options,
      },
      { ...policy, ...this.#variant.policy },
    )
    return { process, stamping }
  }

  #onUnknown(): NonNullable<FailoverOptions['onUnknown']> {
    const { policy, holding } = this.#setting
    if (policy === 'switch' || holding === 'plainly') return policy
    return () => {
      if (holding === 'throws') throw new Error('onUnknown')
      if (holding === 'hangs') return never()
      return holding === 'later' ? Promise.resolve('hold') : ('wait' as never)
    }
  }

  async #cancel({ keep, cancel: { timbre } }: Orphan, from: Process): Promise<void> {
    const { cancel } = this.#setting
    if (cancel === 'hangs') await never()
    if (cancel === 'fails') throw new Error('205')
    this.#taken.set(timbre.UUID, [
      ...(this.#taken.get(timbre.UUID) ?? []),
      { keep: keep.timbre.UUID, from },
    ])
    await this.clock.sleep(2_000)
  }

  /** Answers long after the time-out, with members that no journal can store. */
  #deaf(pac: Provider): Provider {
    const { deaf } = this.#setting
    if (deaf === 0) return pac
    const slowly = async <O extends StampOutcome | FindOutcome>(outcome: O): Promise<O> => {
      await this.clock.sleep(deaf)
      return { ...outcome, raw: 10n }
    }
    return {
      id: pac.id,
      capabilities: pac.capabilities,
      stamp: async (sealed) => slowly(await pac.stamp(sealed)),
      find: (sealed, signal) => pac.find(sealed, signal),
      ping: (signal) => pac.ping(signal),
    }
  }

  // --- helpers ---

  #isBlind(id: string): boolean {
    return this.pacs.find((pac) => pac.id === id)?.capabilities.findKinds.length === 0
  }

  #isMute(id: string): boolean {
    return this.#setting.mute && id === this.pacs[0]?.id
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
