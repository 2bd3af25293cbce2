/**
 * The attempt to stamp one document: from its sealed XML, or from the state in the journal, to a
 * durable outcome.
 * @module
 */

import { JournalError } from '../../errors.js'
import { outlineRoot } from '../../sat/cfdi40/cfdi.js'
import { factsOf } from '../../sat/root.js'
import { within } from '../clock.js'
import type { PacEndpoint } from '../endpoint.js'
import { isOpen, keep, watch } from '../entry.js'
import type { AbandonedAttempt, Closing, InDoubt } from '../journal.js'
import { notify } from '../observe/hooks.js'
import { judgeStamped, unavailable } from '../outcome.js'
import { afterCrash, type Memory, type Move, withWatch } from '../policy.js'
import type { Stamped, StampOutcome, Unknown } from '../provider.js'
import { grace } from '../settings.js'
import { canStamp } from '../stampable.js'
import { AttemptEntry } from './attemptEntry.js'
import type { AttemptInput, FailoverContext } from './context.js'

/** Takes one document through the PACs. One instance for each attempt. */
export class StampAttempt {
  readonly #context: FailoverContext
  readonly #input: AttemptInput
  /** PACs not tried yet, in order. */
  readonly #remaining: PacEndpoint[]
  readonly #entry: AttemptEntry
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
    this.#entry = new AttemptEntry(context, input)
    this.#inDoubt = entry?.inDoubt && afterCrash(entry.inDoubt, this.#now())
    this.#abandoned = entry?.abandoned ?? []
    this.#resumed = this.#inDoubt !== undefined
    this.#remaining = this.#inOrder().filter(({ id }) => id !== this.#inDoubt?.pac)
  }

  /**
   * @throws Superseded if another process updated the entry.
   * @throws JournalError with `notSent` if the journal fails and the document is not open in it.
   */
  async run(): Promise<StampOutcome> {
    try {
      if (this.#inDoubt !== undefined)
        await this.#entry.write({ inDoubt: this.#inDoubt, abandoned: this.#abandoned })
      const stamped =
        (await this.#found()) ?? (await this.#findAbandoned()) ?? (await this.#findAnywhere())
      if (stamped !== undefined) return stamped
      for (;;) {
        const outcome =
          this.#inDoubt === undefined ? await this.#tryNext() : await this.#recover(this.#inDoubt)
        if (outcome !== undefined) return outcome
      }
    } catch (error) {
      if (error instanceof JournalError) return this.#entry.failed(error)
      throw error
    }
  }

  // --- no PAC is in doubt ---

  async #tryNext(): Promise<StampOutcome | undefined> {
    const { signal } = this.#input
    if (signal?.aborted) return this.#giveUp('La petición se canceló antes de enviarse.')
    const endpoint = this.#remaining.shift()
    if (endpoint === undefined) return this.#giveUp('Ningún PAC está disponible.')
    const before = this.#deadlines().find(({ inDoubt }) => inDoubt.pac === endpoint.id)
    if (before !== undefined && !this.#mayRepeat(withWatch(before), endpoint)) return undefined
    const release = await endpoint.admit(signal)
    if (release === undefined) {
      // The words of the PAC, for a caller that no other PAC serves.
      this.#lastRefusal ??= endpoint.refusal
      return undefined
    }
    endpoint.budget.deposit()
    const fresh: InDoubt = { pac: endpoint.id, since: this.#now(), sends: 0, sending: true }
    return this.#send(endpoint, before === undefined ? fresh : this.#takeBack(before), release)
  }

  /** No PAC is left to try. */
  async #giveUp(message: string): Promise<StampOutcome> {
    return this.#end(this.#lastRefusal ?? unavailable(this.#context.settings.id, message))
  }

  /**
   * No PAC stamped. An attempt abandoned at its deadline comes back in doubt, since no other PAC
   * has the document.
   */
  async #end(outcome: Closing): Promise<StampOutcome> {
    const { policy } = this.#context
    let last: AbandonedAttempt | undefined
    for (const attempt of this.#deadlines()) {
      const { absent } = withWatch(attempt)
      if (absent === undefined || !policy.provesAbsence(absent, this.#policyOptions)) last = attempt
    }
    if (last !== undefined) {
      this.#inDoubt = this.#takeBack(last)
      return this.#hold(outcome)
    }
    this.#inDoubt = undefined
    // Written although nothing may have been sent: another process may be sending it, and one of
    // the two must know.
    await this.#entry.write({ abandoned: this.#abandoned, outcome })
    return outcome
  }

  /**
   * The attempts that were abandoned because their time was over, and of which nothing is known.
   */
  #deadlines(): AbandonedAttempt[] {
    return this.#abandoned.filter((attempt) => isOpen(attempt) && attempt.why === 'deadline')
  }

  #takeBack(attempt: AbandonedAttempt): InDoubt {
    this.#abandoned = this.#abandoned.filter((each) => each !== attempt)
    return withWatch(attempt)
  }

  // --- one request ---

  async #send(
    endpoint: PacEndpoint,
    inDoubt: InDoubt,
    release: () => void,
  ): Promise<StampOutcome | undefined> {
    const sending: InDoubt = {
      ...inDoubt,
      sends: inDoubt.sends + 1,
      sending: true,
      sentAt: this.#now(),
    }
    try {
      do await this.#entry.write({ inDoubt: sending, abandoned: this.#abandoned })
      while (!this.#entry.isClaimed)
      if (this.#input.signal?.aborted && inDoubt.lostAt !== undefined) {
        // An unsent request does not count as an attempt, and the last message of the PAC stays.
        this.#inDoubt = inDoubt
        return await this.#hold()
      }
      let outcome = await endpoint.stamp(this.#callOf(sending, inDoubt.lostAt !== undefined))
      const isFirst =
        inDoubt.sends === 0 && this.#input.entry === undefined && this.#abandoned.length === 0
      // The PAC had the stamp before the journal knows of any request that may have made it.
      if (isFirst && outcome.kind === 'stamped' && outcome.when === 'earlier')
        outcome = { ...outcome, previous: 'pac' }
      this.#retryAfter = (outcome.kind === 'refused' && outcome.retryAfter) || 0
      const move = this.#context.policy.afterStamp(
        sending,
        outcome,
        this.#now(),
        this.#policyOptions,
      )
      return await this.#apply(move, endpoint.id)
    } finally {
      release()
    }
  }

  /** @param pac source of the answer */
  async #apply(move: Move, pac: string): Promise<StampOutcome | undefined> {
    switch (move.to) {
      case 'close':
        if (move.outcome.kind === 'stamped') return this.#close(move.outcome, pac)
        return this.#end(move.outcome)
      case 'reject':
        // By the proof of look-ups; should there be a stamp after all, `reconcile` finds it.
        this.#watch(move.inDoubt, 'absent')
        return this.#end(move.outcome)
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
    const known = this.#entry.stored?.inDoubt === inDoubt
    this.#inDoubt = inDoubt
    if (!known) await this.#entry.write({ inDoubt, abandoned: this.#abandoned })
  }

  /** Becomes durable with the write that precedes the request to the next PAC. */
  #abandon(inDoubt: InDoubt, why: 'absent' | 'deadline'): undefined {
    this.#watch(inDoubt, why)
    this.#inDoubt = undefined
    this.#resumed = false
    notify(this.#context.settings.on, 'departed', {
      token: this.#input.token,
      pac: inDoubt.pac,
      why,
    })
  }

  #watch(inDoubt: InDoubt, why: AbandonedAttempt['why']): void {
    const by = this.#context.settings.owner
    this.#abandoned = watch(this.#abandoned, { inDoubt, since: this.#now(), why, by })
  }

  /** Ends with the stamp of a PAC; until it is durable it is kept in memory. */
  async #close(stamped: Stamped, pac: string): Promise<Stamped> {
    const { late, settings } = this.#context
    const { token, sealed, unit } = this.#input
    const keepStamp = () => void late.set(token, { pac, stamped, xml: sealed.xml })
    keepStamp()
    const by = { since: this.#now(), by: settings.owner }
    await this.#entry.write({
      outcome: stamped,
      abandoned: keep(this.#abandoned, pac, this.#inDoubt, by),
    })
    late.delete(token)
    unit?.onLost(keepStamp)
    this.#inDoubt = undefined
    return stamped
  }

  /** @param refusal the answer of another PAC that was tried and did not stamp. */
  async #hold(refusal?: Closing): Promise<Unknown> {
    const inDoubt = this.#inDoubt as InDoubt
    await this.#entry.write({ inDoubt, abandoned: this.#abandoned }, 'released')
    const unknown = this.#unknown(inDoubt)
    if (refusal === undefined || refusal.kind === 'stamped') return unknown
    return {
      ...unknown,
      message: `${unknown.message} Otro PAC (${refusal.pac}) contestó: ${refusal.message}`,
    }
  }

  // --- a PAC is in doubt ---

  /** Repeats until the outcome is known, absence is proved, or the recovery window ends. */
  async #recover(first: InDoubt): Promise<StampOutcome | undefined> {
    const { recovery, random, clock } = this.#context.settings
    const endpoint = this.#context.endpoints.find(({ id }) => id === first.pac)
    const end = this.#now() + recovery.window
    for (let turn = this.#resumed ? 0 : 1; ; turn++) {
      const inDoubt = this.#inDoubt
      if (inDoubt === undefined) return undefined
      let wait: number
      if (turn === 0) wait = this.#untilAnswered(endpoint)
      else {
        const delay = recovery.delays[Math.min(turn, recovery.delays.length) - 1] ?? 0
        // With jitter: 0.5 to 1.5 times.
        wait = Math.max(delay * (0.5 + random()), this.#retryAfter)
      }
      if (
        endpoint === undefined ||
        this.#now() + wait > end ||
        this.#needsAttention(inDoubt, endpoint)
      )
        return this.#atDeadline(inDoubt, endpoint)
      if (wait > 0) await clock.sleep(wait, this.#input.signal)
      const late = await this.#found()
      if (late !== undefined) return late
      if (this.#input.signal?.aborted) return this.#hold()
      const outcome = await this.#probe(endpoint, turn === 0)
      if (outcome !== undefined) return outcome
    }
  }

  /**
   * The request of a process that died may still be on its way. A PAC without a lookup receives the
   * same bytes again only after that time: no PAC is known to recognise a document while it stamps
   * it.
   */
  #untilAnswered(endpoint: PacEndpoint | undefined): number {
    const { sending, sentAt } = this.#input.entry?.inDoubt ?? {}
    if (sending !== true || sentAt === undefined || endpoint === undefined || endpoint.canFind)
      return 0
    return Math.max(0, sentAt + this.#context.settings.timeouts.stamp + grace - this.#now())
  }

  /**
   * The stamp of another document needs human attention, which a resumed attempt implies; so does a
   * PAC without a lookup.
   */
  #needsAttention(inDoubt: InDoubt, endpoint: PacEndpoint): boolean {
    if (inDoubt.why === 'mismatch' && !this.#resumed) return true
    return !endpoint.canFind && !this.#mayRepeat(inDoubt, endpoint)
  }

  #mayRepeat(inDoubt: InDoubt, endpoint: PacEndpoint): boolean {
    return this.#context.policy.mayRepeat(inDoubt, endpoint, this.#policyOptions)
  }

  /** @param memory that of its PAC; `unconfigured` for a PAC that was removed */
  async #atDeadline(
    inDoubt: InDoubt,
    memory: Memory = unconfigured,
  ): Promise<StampOutcome | undefined> {
    const { policy, settings } = this.#context
    if (this.#remaining.length === 0 || !policy.mayAbandon(inDoubt, memory)) return this.#hold()
    const { onUnknown, clock, timeouts } = settings
    const limits = { ms: timeouts.host, grace: 0, signal: this.#input.signal }
    const ask = async () => onUnknown(this.#unknown(inDoubt), this.#input.sealed)
    let answer: unknown
    try {
      answer = await within(clock, limits, ask)
    } catch {
      // It is of the host: whatever is not a clear `switch` holds.
    }
    if (answer !== 'switch') return this.#hold()
    return (await this.#found()) ?? this.#abandon(inDoubt, 'deadline')
  }

  /**
   * Looks the document up. The same bytes are sent again only if look-ups proved that the PAC does
   * not have it, or if it has no look-up and recognises what it stamped.
   */
  async #probe(endpoint: PacEndpoint, isFirst: boolean): Promise<StampOutcome | undefined> {
    const { policy } = this.#context
    if (endpoint.canFind && (isFirst || endpoint.budget.withdraw())) {
      const inDoubt = this.#inDoubt as InDoubt
      const outcome = await endpoint.find(this.#callOf(inDoubt, true))
      const settled = await this.#apply(
        policy.afterFind(inDoubt, outcome, this.#now(), this.#policyOptions),
        endpoint.id,
      )
      if (settled !== undefined) return settled
    }
    const inDoubt = this.#inDoubt
    if (inDoubt === undefined) return undefined
    const { root = outlineRoot, document } = this.#input.sealed
    if (policy.isOver(inDoubt, factsOf(root, document).Fecha as string, this.#policyOptions)) {
      const message =
        'El PAC no tiene este comprobante, y ya pasaron las 72 horas en que se podía timbrar.'
      this.#watch(inDoubt, 'expired')
      return this.#end(unavailable(inDoubt.pac, message))
    }
    if (this.#input.signal?.aborted) return this.#hold()
    if (!this.#mayRepeat(inDoubt, endpoint)) return undefined
    if (!isFirst && !endpoint.budget.withdraw()) return undefined
    const release = await endpoint.admitInDoubt(this.#input.signal)
    return release && this.#send(endpoint, inDoubt, release)
  }

  // --- stamps that are already there ---

  /**
   * A stamp that came after its request had been given up: to this process, or into the journal.
   */
  async #found(): Promise<Stamped | undefined> {
    const { token, sealed } = this.#input
    const late = this.#context.late.get(token) ?? foundIn(this.#inDoubt, this.#abandoned)
    if (late === undefined) return undefined
    const judged = judgeStamped({ ...late.stamped, when: 'earlier' }, sealed, late.pac)
    if (judged.kind === 'stamped') return this.#close(judged, late.pac)
    return undefined
  }

  /** The stamp of an abandoned attempt, if there is one by now. */
  async #findAbandoned(): Promise<Stamped | undefined> {
    for (const attempt of this.#abandoned.filter(isOpen)) {
      const endpoint = this.#context.endpoints.find(({ id }) => id === attempt.inDoubt.pac)
      if (!endpoint?.canFind || !endpoint.budget.withdraw()) continue
      const outcome = await endpoint.find(this.#callOf(attempt.inDoubt, true))
      if (outcome.kind === 'stamped') return this.#close(outcome, endpoint.id)
    }
    return undefined
  }

  /** Looks for the stamp of a document at all PACs, because its journal was lost. */
  async #findAnywhere(): Promise<Stamped | undefined> {
    const inDoubt = this.#inDoubt
    if (inDoubt === undefined || this.#context.endpoints.some(({ id }) => id === inDoubt.pac))
      return undefined
    for (const endpoint of this.#context.endpoints) {
      if (!endpoint.canFind || !endpoint.budget.withdraw()) continue
      const outcome = await endpoint.find(this.#callOf(inDoubt, true))
      if (outcome.kind === 'stamped') return this.#close(outcome, endpoint.id)
    }
    return undefined
  }

  // --- helpers ---

  get #policyOptions() {
    return this.#context.settings.policyOptions
  }

  #now(): number {
    return this.#context.settings.clock.now()
  }

  #callOf({ sends }: InDoubt, recovery: boolean) {
    const { sealed, token, signal, trace } = this.#input
    return { sealed, token, sends, recovery, signal, trace }
  }

  #unknown({ pac, last, why }: InDoubt): Unknown {
    const message = last?.message ?? 'No se sabe si el PAC timbró.'
    return {
      ...last,
      kind: 'unknown',
      pac,
      message,
      token: this.#input.token,
      ...(why !== undefined && { why }),
    }
  }

  /**
   * In order of preference; the second PAC goes first for `secondaryShare` of the new documents.
   */
  #inOrder(): PacEndpoint[] {
    const able = this.#context.endpoints.filter(({ provider }) =>
      canStamp(provider.capabilities, this.#input.sealed),
    )
    const [first, second, ...rest] = able
    const { secondaryShare, random } = this.#context.settings
    if (first === undefined || second === undefined) return able
    const swap = this.#input.entry === undefined && secondaryShare > 0 && random() < secondaryShare
    if (swap) return [second, first, ...rest]
    return [first, second, ...rest]
  }
}

/**
 * With `switch` a document of a PAC that is configured no more goes to the next one, as it did
 * while it was.
 */
const unconfigured: Memory = { canFind: false, recognises: true }

function foundIn(inDoubt: InDoubt | undefined, abandoned: readonly AbandonedAttempt[]) {
  if (inDoubt?.found !== undefined) return { pac: inDoubt.pac, stamped: inDoubt.found }
  for (const { inDoubt, found, end } of abandoned)
    if (found !== undefined && end === undefined) return { pac: inDoubt.pac, stamped: found }
  return undefined
}
