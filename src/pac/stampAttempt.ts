/**
 * The way of one document through the PACs, from its sealed XML, or from where the journal says that it stands, to an
 * outcome that is durable.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import type { PacEndpoint } from './endpoint.js'
import { adopt, entryOf, isOpen, type State } from './entry.js'
import { notify } from './hooks.js'
import type { AbandonedAttempt, Closing, InDoubt, Journal, JournalEntry } from './journal.js'
import { unavailable } from './outcome.js'
import { afterCrash, type Move, type Policy } from './policy.js'
import type { Stamped, StampOutcome, Unknown } from './provider.js'
import type { Settings } from './settings.js'

/** What all documents share. */
export interface FailoverContext {
  readonly settings: Settings
  readonly journal: Journal
  readonly policy: Policy
  readonly endpoints: readonly PacEndpoint[]
}

/** Somebody else wrote the entry of this document: what we know of it is old. */
export class Superseded extends Error {}

export interface Start {
  readonly token: string
  readonly sealed: Sealed
  readonly entry: JournalEntry | undefined
  readonly signal: AbortSignal | undefined
}

export class StampAttempt {
  readonly #context: FailoverContext
  readonly #start: Start
  /** PACs still to be asked. */
  readonly #order: PacEndpoint[]
  /** As it is in the journal. */
  #entry: JournalEntry | undefined
  #inDoubt: InDoubt | undefined
  #abandoned: readonly AbandonedAttempt[]
  /** The last certain no. */
  #last: Closing | undefined
  /** Milliseconds that the last answer asked for. */
  #retryAfter = 0
  /** Whether this document was found in the journal, so that it need not wait before its first look-up. */
  #resumed: boolean

  constructor(context: FailoverContext, start: Start) {
    const { entry } = start
    this.#context = context
    this.#start = start
    this.#entry = entry
    this.#inDoubt = entry?.inDoubt && afterCrash(entry.inDoubt, this.#now())
    this.#abandoned = entry?.abandoned ?? []
    this.#resumed = this.#inDoubt !== undefined
    this.#order = this.#inOrder().filter(({ id }) => id !== this.#inDoubt?.pac)
  }

  /**
   * @throws Superseded when another process took the document.
   * @throws Whatever the journal throws.
   */
  async run(): Promise<StampOutcome> {
    const stamped = await this.#askWatched()
    if (stamped !== undefined) return stamped
    for (;;) {
      const outcome = this.#inDoubt === undefined ? await this.#offer() : await this.#recover(this.#inDoubt)
      if (outcome !== undefined) return outcome
    }
  }

  // --- a document that no PAC has ---

  async #offer(): Promise<StampOutcome | undefined> {
    const { signal } = this.#start
    if (signal?.aborted) return this.#giveUp('La petición se canceló antes de enviarse.')
    const endpoint = this.#order.shift()
    if (endpoint === undefined) return this.#giveUp('Ningún PAC está disponible.')
    const release = await endpoint.admit(signal)
    if (release === undefined) return undefined
    endpoint.budget.deposit()
    return this.#send(endpoint, { pac: endpoint.id, since: this.#now(), sends: 0, sending: true }, release)
  }

  /** Every PAC said no, or none was asked. */
  async #giveUp(message: string): Promise<StampOutcome> {
    return this.#end(this.#last ?? unavailable(this.#context.settings.id, message))
  }

  /** Nobody stamped, but for one that was left in silence: it gets the document back, since nobody else has it. */
  async #end(outcome: Closing): Promise<StampOutcome> {
    const left = this.#abandoned.filter((watch) => isOpen(watch) && watch.why === 'deadline').at(-1)
    if (left !== undefined) {
      this.#abandoned = this.#abandoned.filter((watch) => watch !== left)
      this.#inDoubt = left.inDoubt
      return this.#hold(outcome)
    }
    this.#inDoubt = undefined
    if (this.#entry !== undefined) await this.#write({ abandoned: this.#abandoned, outcome })
    return outcome
  }

  // --- one request ---

  async #send(endpoint: PacEndpoint, inDoubt: InDoubt, release: () => void): Promise<StampOutcome | undefined> {
    const sending: InDoubt = { ...inDoubt, sends: inDoubt.sends + 1, sending: true }
    try {
      await this.#write({ inDoubt: sending, abandoned: this.#abandoned })
      const outcome = await endpoint.stamp(this.#callOf(sending, inDoubt.lostAt !== undefined))
      this.#retryAfter = (outcome.kind === 'refused' && outcome.retryAfter) || 0
      return await this.#follow(this.#context.policy.afterStamp(sending, outcome, this.#now(), this.#rules))
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
        this.#inDoubt = undefined
        return undefined
      case 'stay':
        return this.#stay(move.inDoubt)
      default:
        if (this.#order.length === 0) return this.#stay(move.inDoubt)
        return this.#leave(move.inDoubt, 'absent')
    }
  }

  async #stay(inDoubt: InDoubt): Promise<undefined> {
    const known = this.#entry?.inDoubt === inDoubt
    this.#inDoubt = inDoubt
    if (!known) await this.#write({ inDoubt, abandoned: this.#abandoned })
  }

  /** Durable together with the request to the next PAC, before that one leaves. */
  #leave(inDoubt: InDoubt, why: 'absent' | 'deadline'): undefined {
    this.#abandoned = [...this.#abandoned, { inDoubt, since: this.#now(), why }]
    this.#inDoubt = undefined
    this.#resumed = false
    notify(this.#context.settings.on, 'departed', { token: this.#start.token, pac: inDoubt.pac, why })
  }

  /** A inDoubt elsewhere can be there only when a watched PAC had the stamp: then it is the one to be watched. */
  async #close(outcome: Stamped, abandoned = this.#abandoned): Promise<Stamped> {
    await this.#write({ outcome, abandoned })
    this.#inDoubt = undefined
    return outcome
  }

  /** @param no what the others answered, when they were asked and did not stamp. */
  async #hold(no?: Closing): Promise<Unknown> {
    const inDoubt = this.#inDoubt as InDoubt
    await this.#write({ inDoubt, abandoned: this.#abandoned }, 'released')
    const unknown = this.#unknown(inDoubt)
    if (no === undefined || no.kind === 'stamped') return unknown
    return { ...unknown, message: `${unknown.message} Otro PAC (${no.pac}) contestó: ${no.message}` }
  }

  // --- a document that a PAC may have ---

  /** Until it is settled, the PAC proves not to have it, or the window ends. */
  async #recover(first: InDoubt): Promise<StampOutcome | undefined> {
    const { recovery } = this.#context.settings
    const endpoint = this.#context.endpoints.find(({ id }) => id === first.pac)
    const end = this.#now() + recovery.window
    for (let turn = this.#resumed ? 0 : 1; ; turn++) {
      const inDoubt = this.#inDoubt
      if (inDoubt === undefined) return undefined
      const wait = turn === 0 ? 0 : Math.max(this.#delay(turn - 1), this.#retryAfter)
      if (endpoint === undefined || this.#now() + wait > end || this.#surfaces(inDoubt))
        return this.#atDeadline(inDoubt)
      await this.#sleep(wait)
      if (this.#start.signal?.aborted) return this.#hold()
      const outcome = await this.#probe(endpoint, turn === 0)
      if (outcome !== undefined) return outcome
    }
  }

  /** The stamp of another document is for a person to look at. Only who resumes it knows that one did. */
  #surfaces({ why }: InDoubt): boolean {
    return why === 'mismatch' && !this.#resumed
  }

  async #atDeadline(inDoubt: InDoubt): Promise<StampOutcome | undefined> {
    const { onUnknown } = this.#context.settings
    const others = this.#order.length > 0 && this.#context.policy.mayLeave(inDoubt)
    if (!others || onUnknown(this.#unknown(inDoubt), this.#start.sealed) === 'hold') return this.#hold()
    return this.#leave(inDoubt, 'deadline')
  }

  /** Asks whether it has the document and, if that does not tell, gives it the same bytes again. */
  async #probe(endpoint: PacEndpoint, free: boolean): Promise<StampOutcome | undefined> {
    if (endpoint.canFind && (free || endpoint.budget.withdraw())) {
      const inDoubt = this.#inDoubt as InDoubt
      const outcome = await endpoint.find(this.#callOf(inDoubt, true))
      const settled = await this.#follow(this.#context.policy.afterFind(inDoubt, outcome, this.#now(), this.#rules))
      if (settled !== undefined) return settled
    }
    const inDoubt = this.#inDoubt
    if (inDoubt === undefined || !this.#mayResend(endpoint, inDoubt) || !(free || endpoint.budget.withdraw()))
      return undefined
    const release = await endpoint.admitInDoubt(this.#start.signal)
    return release && this.#send(endpoint, inDoubt, release)
  }

  /** Each request whose answer is lost begins the quiet of look-ups anew: where they are possible, requests must end. */
  #mayResend({ canFind }: PacEndpoint, { no, sends }: InDoubt): boolean {
    return !canFind || (no === undefined && sends < this.#context.settings.recovery.sends)
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#context.settings.clock.sleep(ms, this.#start.signal)
  }

  /** Between half and one and a half times the delay. */
  #delay(turn: number): number {
    const { recovery, random } = this.#context.settings
    const delay = recovery.delays[Math.min(turn, recovery.delays.length - 1)] ?? 0
    return delay * (0.5 + random())
  }

  // --- PACs that were left ---

  /** If one of them stamped after all, the document has its stamp. */
  async #askWatched(): Promise<Stamped | undefined> {
    for (const watch of this.#abandoned.filter(isOpen)) {
      const endpoint = this.#context.endpoints.find(({ id }) => id === watch.inDoubt.pac)
      if (!endpoint?.canFind) continue
      const outcome = await endpoint.find(this.#callOf(watch.inDoubt, true))
      if (outcome.kind === 'stamped')
        return this.#close(outcome, adopt(this.#abandoned, watch, this.#inDoubt, this.#now()))
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
    if (!(await this.#context.journal.append(entry))) throw new Superseded()
    this.#entry = entry
  }

  #claim() {
    const { owner, lease } = this.#context.settings
    return { owner, until: this.#now() + lease }
  }

  // --- words ---

  get #rules() {
    return this.#context.settings.rules
  }

  #now(): number {
    return this.#context.settings.clock.now()
  }

  #callOf({ sends }: InDoubt, recovery: boolean) {
    const { sealed, token, signal } = this.#start
    return { sealed, token, sends, recovery, signal }
  }

  #unknown({ pac, last, why }: InDoubt): Unknown {
    const message = last?.message ?? 'No se sabe si el PAC timbró.'
    return { ...last, kind: 'unknown', pac, message, token: this.#start.token, ...(why === undefined ? {} : { why }) }
  }

  /** The first PAC first; now and then the second one, if so decided. */
  #inOrder(): PacEndpoint[] {
    const [first, second, ...rest] = this.#context.endpoints
    const { secondaryShare, random } = this.#context.settings
    if (first === undefined || second === undefined) return [...this.#context.endpoints]
    const swap = this.#entry === undefined && secondaryShare > 0 && random() < secondaryShare
    return swap ? [second, first, ...rest] : [first, second, ...rest]
  }
}
