/**
 * The way of one document through the PACs, from its sealed XML, or from where the journal says that it stands, to an
 * outcome that is durable.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import { adopt, entryOf, isOpen, type State } from './entry.js'
import { notify } from './hooks.js'
import type { Closing, Journal, JournalEntry, Pin, Watch } from './journal.js'
import type { Lane } from './lane.js'
import { unavailable } from './outcome.js'
import { afterCrash, type Move, type Procedure } from './procedure.js'
import type { Stamped, StampOutcome, Unknown } from './provider.js'
import type { Settings } from './settings.js'

/** What all documents share. */
export interface Desk {
  readonly settings: Settings
  readonly journal: Journal
  readonly procedure: Procedure
  readonly lanes: readonly Lane[]
}

/** Somebody else wrote the entry of this document: what we know of it is old. */
export class Superseded extends Error {}

export interface Start {
  readonly token: string
  readonly sealed: Sealed
  readonly entry: JournalEntry | undefined
  readonly signal: AbortSignal | undefined
}

export class Course {
  readonly #desk: Desk
  readonly #start: Start
  /** PACs still to be asked. */
  readonly #order: Lane[]
  /** As it is in the journal. */
  #entry: JournalEntry | undefined
  #pin: Pin | undefined
  #watches: readonly Watch[]
  /** The last certain no. */
  #last: Closing | undefined
  /** Milliseconds that the last answer asked for. */
  #retryAfter = 0
  /** Whether this document was found in the journal, so that it need not wait before its first look-up. */
  #resumed: boolean

  constructor(desk: Desk, start: Start) {
    const { entry } = start
    this.#desk = desk
    this.#start = start
    this.#entry = entry
    this.#pin = entry?.pin && afterCrash(entry.pin, this.#now())
    this.#watches = entry?.watches ?? []
    this.#resumed = this.#pin !== undefined
    this.#order = this.#inOrder().filter(({ id }) => id !== this.#pin?.pac)
  }

  /**
   * @throws Superseded when another process took the document.
   * @throws Whatever the journal throws.
   */
  async run(): Promise<StampOutcome> {
    const stamped = await this.#askWatched()
    if (stamped !== undefined) return stamped
    for (;;) {
      const outcome = this.#pin === undefined ? await this.#offer() : await this.#recover(this.#pin)
      if (outcome !== undefined) return outcome
    }
  }

  // --- a document that no PAC has ---

  async #offer(): Promise<StampOutcome | undefined> {
    const { signal } = this.#start
    if (signal?.aborted) return this.#giveUp('La petición se canceló antes de enviarse.')
    const lane = this.#order.shift()
    if (lane === undefined) return this.#giveUp('Ningún PAC está disponible.')
    const release = await lane.admit(signal)
    if (release === undefined) return undefined
    lane.budget.deposit()
    return this.#send(lane, { pac: lane.id, since: this.#now(), sends: 0, sending: true }, release)
  }

  /** Every PAC said no, or none was asked. */
  async #giveUp(message: string): Promise<StampOutcome> {
    return this.#end(this.#last ?? unavailable(this.#desk.settings.id, message))
  }

  /** Nobody stamped, but for one that was left in silence: it gets the document back, since nobody else has it. */
  async #end(outcome: Closing): Promise<StampOutcome> {
    const left = this.#watches.filter((watch) => isOpen(watch) && watch.why === 'deadline').at(-1)
    if (left !== undefined) {
      this.#watches = this.#watches.filter((watch) => watch !== left)
      this.#pin = left.pin
      return this.#hold(outcome)
    }
    this.#pin = undefined
    if (this.#entry !== undefined) await this.#write({ watches: this.#watches, outcome })
    return outcome
  }

  // --- one request ---

  async #send(lane: Lane, pin: Pin, release: () => void): Promise<StampOutcome | undefined> {
    const sending: Pin = { ...pin, sends: pin.sends + 1, sending: true }
    try {
      await this.#write({ pin: sending, watches: this.#watches })
      const outcome = await lane.stamp(this.#errand(sending, pin.lostAt !== undefined))
      this.#retryAfter = (outcome.kind === 'refused' && outcome.retryAfter) || 0
      return await this.#follow(this.#desk.procedure.afterStamp(sending, outcome, this.#now(), this.#rules))
    } finally {
      release()
    }
  }

  async #follow(move: Move): Promise<StampOutcome | undefined> {
    switch (move.to) {
      case 'close':
        return move.outcome.kind === 'stamped' ? this.#close(move.outcome) : this.#end(move.outcome)
      case 'next':
        this.#last = move.outcome
        this.#pin = undefined
        return undefined
      case 'stay':
        return this.#stay(move.pin)
      default:
        if (this.#order.length === 0) return this.#stay(move.pin)
        return this.#leave(move.pin, 'absent')
    }
  }

  async #stay(pin: Pin): Promise<undefined> {
    const known = this.#entry?.pin === pin
    this.#pin = pin
    if (!known) await this.#write({ pin, watches: this.#watches })
  }

  /** Durable together with the request to the next PAC, before that one leaves. */
  #leave(pin: Pin, why: 'absent' | 'deadline'): undefined {
    this.#watches = [...this.#watches, { pin, since: this.#now(), why }]
    this.#pin = undefined
    this.#resumed = false
    notify(this.#desk.settings.on, 'departed', { token: this.#start.token, pac: pin.pac, why })
  }

  /** A pin elsewhere can be there only when a watched PAC had the stamp: then it is the one to be watched. */
  async #close(outcome: Stamped, watches = this.#watches): Promise<Stamped> {
    await this.#write({ outcome, watches })
    this.#pin = undefined
    return outcome
  }

  /** @param no what the others answered, when they were asked and did not stamp. */
  async #hold(no?: Closing): Promise<Unknown> {
    const pin = this.#pin as Pin
    await this.#write({ pin, watches: this.#watches }, 'released')
    const unknown = this.#unknown(pin)
    if (no === undefined || no.kind === 'stamped') return unknown
    return { ...unknown, message: `${unknown.message} Otro PAC (${no.pac}) contestó: ${no.message}` }
  }

  // --- a document that a PAC may have ---

  /** Until it is settled, the PAC proves not to have it, or the window ends. */
  async #recover(first: Pin): Promise<StampOutcome | undefined> {
    const { recovery } = this.#desk.settings
    const lane = this.#desk.lanes.find(({ id }) => id === first.pac)
    const end = this.#now() + recovery.window
    for (let turn = this.#resumed ? 0 : 1; ; turn++) {
      const pin = this.#pin
      if (pin === undefined) return undefined
      const wait = turn === 0 ? 0 : Math.max(this.#delay(turn - 1), this.#retryAfter)
      if (lane === undefined || this.#now() + wait > end || this.#surfaces(pin)) return this.#atDeadline(pin)
      await this.#sleep(wait)
      if (this.#start.signal?.aborted) return this.#hold()
      const outcome = await this.#probe(lane, turn === 0)
      if (outcome !== undefined) return outcome
    }
  }

  /** The stamp of another document is for a person to look at. Only who resumes it knows that one did. */
  #surfaces({ why }: Pin): boolean {
    return why === 'mismatch' && !this.#resumed
  }

  async #atDeadline(pin: Pin): Promise<StampOutcome | undefined> {
    const { policy } = this.#desk.settings
    const others = this.#order.length > 0 && this.#desk.procedure.mayLeave(pin)
    if (!others || policy(this.#unknown(pin), this.#start.sealed) === 'hold') return this.#hold()
    return this.#leave(pin, 'deadline')
  }

  /** Asks whether it has the document and, if that does not tell, gives it the same bytes again. */
  async #probe(lane: Lane, free: boolean): Promise<StampOutcome | undefined> {
    if (lane.canFind && (free || lane.budget.withdraw())) {
      const pin = this.#pin as Pin
      const outcome = await lane.find(this.#errand(pin, true))
      const settled = await this.#follow(this.#desk.procedure.afterFind(pin, outcome, this.#now(), this.#rules))
      if (settled !== undefined) return settled
    }
    const pin = this.#pin
    if (pin === undefined || !this.#mayResend(lane, pin) || !(free || lane.budget.withdraw())) return undefined
    const release = await lane.admitPinned(this.#start.signal)
    return release && this.#send(lane, pin, release)
  }

  /** Each request whose answer is lost begins the quiet of look-ups anew: where they are possible, requests must end. */
  #mayResend({ canFind }: Lane, { no, sends }: Pin): boolean {
    return !canFind || (no === undefined && sends < this.#desk.settings.recovery.sends)
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#desk.settings.clock.sleep(ms, this.#start.signal)
  }

  /** Between half and one and a half times the delay. */
  #delay(turn: number): number {
    const { recovery, random } = this.#desk.settings
    const delay = recovery.delays[Math.min(turn, recovery.delays.length - 1)] ?? 0
    return delay * (0.5 + random())
  }

  // --- PACs that were left ---

  /** If one of them stamped after all, the document has its stamp. */
  async #askWatched(): Promise<Stamped | undefined> {
    for (const watch of this.#watches.filter(isOpen)) {
      const lane = this.#desk.lanes.find(({ id }) => id === watch.pin.pac)
      if (!lane?.canFind) continue
      const outcome = await lane.find(this.#errand(watch.pin, true))
      if (outcome.kind === 'stamped') return this.#close(outcome, adopt(this.#watches, watch, this.#pin, this.#now()))
    }
    return undefined
  }

  // --- the journal ---

  async #write(state: State, claim: 'held' | 'released' = 'held'): Promise<void> {
    const { token, sealed } = this.#start
    const entry = entryOf(
      { token, xml: sealed.xml, version: (this.#entry?.version ?? 0) + 1, at: this.#now() },
      state,
      claim === 'held' && state.outcome === undefined ? this.#claim() : undefined,
    )
    if (!(await this.#desk.journal.append(entry))) throw new Superseded()
    this.#entry = entry
  }

  #claim() {
    const { owner, lease } = this.#desk.settings
    return { owner, until: this.#now() + lease }
  }

  // --- words ---

  get #rules() {
    return this.#desk.settings.rules
  }

  #now(): number {
    return this.#desk.settings.clock.now()
  }

  #errand({ sends }: Pin, recovery: boolean) {
    const { sealed, token, signal } = this.#start
    return { sealed, token, sends, recovery, signal }
  }

  #unknown({ pac, last, why }: Pin): Unknown {
    const message = last?.message ?? 'No se sabe si el PAC timbró.'
    return { ...last, kind: 'unknown', pac, message, token: this.#start.token, ...(why === undefined ? {} : { why }) }
  }

  /** The first PAC first; now and then the second one, if so decided. */
  #inOrder(): Lane[] {
    const [first, second, ...rest] = this.#desk.lanes
    const { secondaryShare, random } = this.#desk.settings
    if (first === undefined || second === undefined) return [...this.#desk.lanes]
    const swap = this.#entry === undefined && secondaryShare > 0 && random() < secondaryShare
    return swap ? [second, first, ...rest] : [first, second, ...rest]
  }
}
