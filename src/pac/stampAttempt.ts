/**
 * The attempt to stamp one document: from its sealed XML, or from the state in the journal, to a durable outcome.
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

/** What all attempts share. */
export interface FailoverContext {
  readonly settings: Settings
  readonly journal: Journal
  readonly policy: Policy
  readonly endpoints: readonly PacEndpoint[]
}

/** The entry of the document was updated concurrently: the state in memory is stale. */
export class Superseded extends Error {}

/** The input of an attempt. `entry` is present if the journal knows the document. */
export interface AttemptInput {
  readonly token: string
  readonly sealed: Sealed
  readonly entry: JournalEntry | undefined
  readonly signal: AbortSignal | undefined
}

/** Takes one document through the PACs. One instance for each attempt. */
export class StampAttempt {
  readonly #context: FailoverContext
  readonly #input: AttemptInput
  /** PACs not tried yet, in order. */
  readonly #remaining: PacEndpoint[]
  /** The entry as stored in the journal. */
  #entry: JournalEntry | undefined
  #inDoubt: InDoubt | undefined
  #abandoned: readonly AbandonedAttempt[]
  /** The last answer that proves that its PAC did not stamp. */
  #lastRefusal: Closing | undefined
  /** Milliseconds to wait, from the last answer. */
  #retryAfter = 0
  /** Whether the state came from the journal: then the first look-up needs no delay. */
  #resumed: boolean

  constructor(context: FailoverContext, input: AttemptInput) {
    const { entry } = input
    this.#context = context
    this.#input = input
    this.#entry = entry
    this.#inDoubt = entry?.inDoubt && afterCrash(entry.inDoubt, this.#now())
    this.#abandoned = entry?.abandoned ?? []
    this.#resumed = this.#inDoubt !== undefined
    this.#remaining = this.#inOrder().filter(({ id }) => id !== this.#inDoubt?.pac)
  }

  /**
   * @throws Superseded if another process updated the entry.
   * @throws Errors of the journal.
   */
  async run(): Promise<StampOutcome> {
    const stamped = await this.#findAbandoned()
    if (stamped !== undefined) return stamped
    for (;;) {
      const outcome = this.#inDoubt === undefined ? await this.#tryNext() : await this.#recover(this.#inDoubt)
      if (outcome !== undefined) return outcome
    }
  }

  // --- no PAC is in doubt ---

  async #tryNext(): Promise<StampOutcome | undefined> {
    const { signal } = this.#input
    if (signal?.aborted) return this.#giveUp('La petición se canceló antes de enviarse.')
    const endpoint = this.#remaining.shift()
    if (endpoint === undefined) return this.#giveUp('Ningún PAC está disponible.')
    const release = await endpoint.admit(signal)
    if (release === undefined) return undefined
    endpoint.budget.deposit()
    return this.#send(endpoint, { pac: endpoint.id, since: this.#now(), sends: 0, sending: true }, release)
  }

  /** No PAC is left to try. */
  async #giveUp(message: string): Promise<StampOutcome> {
    return this.#end(this.#lastRefusal ?? unavailable(this.#context.settings.id, message))
  }

  /** No PAC stamped. An attempt abandoned at its deadline comes back in doubt, since no other PAC has the document. */
  async #end(outcome: Closing): Promise<StampOutcome> {
    const last = this.#abandoned.filter((attempt) => isOpen(attempt) && attempt.why === 'deadline').at(-1)
    if (last !== undefined) {
      this.#abandoned = this.#abandoned.filter((attempt) => attempt !== last)
      this.#inDoubt = last.inDoubt
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
      return await this.#apply(this.#context.policy.afterStamp(sending, outcome, this.#now(), this.#policyOptions))
    } finally {
      release()
    }
  }

  async #apply(move: Move): Promise<StampOutcome | undefined> {
    switch (move.to) {
      case 'close':
        return move.outcome.kind === 'stamped' ? this.#close(move.outcome) : this.#end(move.outcome)
      case 'next':
        this.#lastRefusal = move.outcome
        this.#inDoubt = undefined
        return undefined
      case 'stay':
        return this.#stay(move.inDoubt)
      default:
        if (this.#remaining.length === 0) return this.#stay(move.inDoubt)
        return this.#abandon(move.inDoubt, 'absent')
    }
  }

  async #stay(inDoubt: InDoubt): Promise<undefined> {
    const known = this.#entry?.inDoubt === inDoubt
    this.#inDoubt = inDoubt
    if (!known) await this.#write({ inDoubt, abandoned: this.#abandoned })
  }

  /** Becomes durable with the write that precedes the request to the next PAC. */
  #abandon(inDoubt: InDoubt, why: 'absent' | 'deadline'): undefined {
    this.#abandoned = [...this.#abandoned, { inDoubt, since: this.#now(), why }]
    this.#inDoubt = undefined
    this.#resumed = false
    notify(this.#context.settings.on, 'departed', { token: this.#input.token, pac: inDoubt.pac, why })
  }

  /** Ends with a stamp. */
  async #close(outcome: Stamped, abandoned = this.#abandoned): Promise<Stamped> {
    await this.#write({ outcome, abandoned })
    this.#inDoubt = undefined
    return outcome
  }

  /** @param refusal the answer of another PAC that was tried and did not stamp. */
  async #hold(refusal?: Closing): Promise<Unknown> {
    const inDoubt = this.#inDoubt as InDoubt
    await this.#write({ inDoubt, abandoned: this.#abandoned }, 'released')
    const unknown = this.#unknown(inDoubt)
    if (refusal === undefined || refusal.kind === 'stamped') return unknown
    return { ...unknown, message: `${unknown.message} Otro PAC (${refusal.pac}) contestó: ${refusal.message}` }
  }

  // --- a PAC is in doubt ---

  /** Repeats until the outcome is known, absence is proved, or the recovery window ends. */
  async #recover(first: InDoubt): Promise<StampOutcome | undefined> {
    const { recovery } = this.#context.settings
    const endpoint = this.#context.endpoints.find(({ id }) => id === first.pac)
    const end = this.#now() + recovery.window
    for (let turn = this.#resumed ? 0 : 1; ; turn++) {
      const inDoubt = this.#inDoubt
      if (inDoubt === undefined) return undefined
      const wait = turn === 0 ? 0 : Math.max(this.#delay(turn - 1), this.#retryAfter)
      if (endpoint === undefined || this.#now() + wait > end || this.#needsAttention(inDoubt))
        return this.#atDeadline(inDoubt)
      await this.#sleep(wait)
      if (this.#input.signal?.aborted) return this.#hold()
      const outcome = await this.#probe(endpoint, turn === 0)
      if (outcome !== undefined) return outcome
    }
  }

  /** The stamp of another document needs human attention, which a resumed attempt implies. */
  #needsAttention({ why }: InDoubt): boolean {
    return why === 'mismatch' && !this.#resumed
  }

  async #atDeadline(inDoubt: InDoubt): Promise<StampOutcome | undefined> {
    const { onUnknown } = this.#context.settings
    const others = this.#remaining.length > 0 && this.#context.policy.mayAbandon(inDoubt)
    if (!others || onUnknown(this.#unknown(inDoubt), this.#input.sealed) === 'hold') return this.#hold()
    return this.#abandon(inDoubt, 'deadline')
  }

  /** Looks the document up and, if that is inconclusive, sends the same bytes again. */
  async #probe(endpoint: PacEndpoint, isFirst: boolean): Promise<StampOutcome | undefined> {
    if (endpoint.canFind && (isFirst || endpoint.budget.withdraw())) {
      const inDoubt = this.#inDoubt as InDoubt
      const outcome = await endpoint.find(this.#callOf(inDoubt, true))
      const settled = await this.#apply(
        this.#context.policy.afterFind(inDoubt, outcome, this.#now(), this.#policyOptions),
      )
      if (settled !== undefined) return settled
    }
    const inDoubt = this.#inDoubt
    if (inDoubt === undefined || !this.#mayResend(endpoint, inDoubt) || !(isFirst || endpoint.budget.withdraw()))
      return undefined
    const release = await endpoint.admitInDoubt(this.#input.signal)
    return release && this.#send(endpoint, inDoubt, release)
  }

  /** Each lost answer restarts the quiet period of look-ups, so where they are supported the requests are limited. */
  #mayResend({ canFind }: PacEndpoint, { no, sends }: InDoubt): boolean {
    return !canFind || (no === undefined && sends < this.#context.settings.recovery.sends)
  }

  async #sleep(ms: number): Promise<void> {
    if (ms > 0) await this.#context.settings.clock.sleep(ms, this.#input.signal)
  }

  /** The delay with jitter: 0.5 to 1.5 times. */
  #delay(turn: number): number {
    const { recovery, random } = this.#context.settings
    const delay = recovery.delays[Math.min(turn, recovery.delays.length - 1)] ?? 0
    return delay * (0.5 + random())
  }

  // --- abandoned attempts ---

  /** The stamp of an abandoned attempt, if there is one by now. */
  async #findAbandoned(): Promise<Stamped | undefined> {
    for (const attempt of this.#abandoned.filter(isOpen)) {
      const endpoint = this.#context.endpoints.find(({ id }) => id === attempt.inDoubt.pac)
      if (!endpoint?.canFind) continue
      const outcome = await endpoint.find(this.#callOf(attempt.inDoubt, true))
      if (outcome.kind === 'stamped')
        return this.#close(outcome, adopt(this.#abandoned, attempt, this.#inDoubt, this.#now()))
    }
    return undefined
  }

  // --- the journal ---

  async #write(state: State, claim: 'held' | 'released' = 'held'): Promise<void> {
    const { token, sealed } = this.#input
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

  // --- helpers ---

  get #policyOptions() {
    return this.#context.settings.policyOptions
  }

  #now(): number {
    return this.#context.settings.clock.now()
  }

  #callOf({ sends }: InDoubt, recovery: boolean) {
    const { sealed, token, signal } = this.#input
    return { sealed, token, sends, recovery, signal }
  }

  #unknown({ pac, last, why }: InDoubt): Unknown {
    const message = last?.message ?? 'No se sabe si el PAC timbró.'
    return { ...last, kind: 'unknown', pac, message, token: this.#input.token, ...(why === undefined ? {} : { why }) }
  }

  /** In order of preference; the second PAC goes first for `secondaryShare` of the new documents. */
  #inOrder(): PacEndpoint[] {
    const [first, second, ...rest] = this.#context.endpoints
    const { secondaryShare, random } = this.#context.settings
    if (first === undefined || second === undefined) return [...this.#context.endpoints]
    const swap = this.#entry === undefined && secondaryShare > 0 && random() < secondaryShare
    return swap ? [second, first, ...rest] : [first, second, ...rest]
  }
}
