/**
 * Protects the account at a PAC. Until one answer shows that its credentials are accepted, one
 * request at a time goes out with them. After a wrong password or a blocked account nothing is sent
 * until the host gives other credentials or calls `retryAccount`: some PACs lock an account after
 * three attempts. The state is an entry of the journal, so that it holds for other processes and
 * after a restart.
 * @module
 */
import { unavailable } from '../outcome.js'
import { type Bulkhead, createBulkhead, type Release } from '../bulkhead.js'
import { type BoundedJournal, UnreadableEntry } from '../boundedJournal.js'
import { hash } from '../hash.js'
import { notify } from '../observe/hooks.js'
import type { AccountState, JournalEntry } from '../journal.js'
import { isAccepted } from './accountTurns.js'
import type { FindOutcome, Provider, Refused, StampOutcome } from '../provider.js'
import type { Settings } from '../settings.js'

/** Milliseconds for which the acceptance of another process counts as one's own. */
const fresh = 600_000
/**
 * Milliseconds after which the journal is read again for a refused account: another process may
 * have received `retryAccount`.
 */
const recheck = 30_000
/** Milliseconds between two looks at the first request of another process. */
const poll = 250
/** Milliseconds that a document waits for the first answer; then it is tried at another PAC. */
const maxWait = 30_000

/** Settings of the failover that a gate uses. */
export type GateSettings = Pick<Settings, 'clock' | 'owner' | 'lease' | 'on'>

/** Any outcome of a request that carries credentials. */
type Answered = StampOutcome | FindOutcome | { readonly kind: string }

const free: Release = () => {}

/** The gate of one PAC. Without `account` of its provider it is open. */
export class AccountGate {
  readonly #provider: Provider
  readonly #journal: BoundedJournal
  readonly #settings: GateSettings
  readonly #turns: Bulkhead
  #isProven: boolean
  #refused: Refused | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Whether a query without an answer may have met a wrong password. */
  #isDoubted = false
  /** The last trouble that was reported, so that each is reported once. */
  #reported: Refused['account']

  constructor(provider: Provider, journal: BoundedJournal, settings: GateSettings) {
    this.#provider = provider
    this.#journal = journal
    this.#settings = settings
    this.#isProven = provider.account === undefined
    this.#turns = createBulkhead(
      { limit: 1, queue: Number.MAX_SAFE_INTEGER, maxWait },
      settings.clock,
    )
  }

  /** Whether its provider has no account to protect. */
  get isOpen(): boolean {
    return this.#provider.account === undefined
  }

  /** Why nothing is sent, if nothing is. */
  get refusal(): Refused | undefined {
    return this.#refused
  }

  /** Waits until a request may be sent. `undefined`: it may not, or not in time. */
  async admit(signal?: AbortSignal): Promise<Release | undefined> {
    if (this.#refused !== undefined) await this.#lookAgain()
    if (this.#refused !== undefined) return undefined
    if (this.#isProven) return free
    const release = await this.#turns.take(signal)
    if (release === undefined) return undefined
    const isFirst = !this.#isProven && this.#refused === undefined && (await this.#claim(signal))
    if (isFirst) return release
    release()
    if (this.#isProven && this.#refused === undefined) return free
    return undefined
  }

  /** Learns from an answer. Call it before the turn is released. */
  async record(outcome: Answered): Promise<void> {
    const { account } = this.#provider
    if (account === undefined) return
    const trouble = outcome.kind === 'refused' ? (outcome as Refused).account : undefined
    if (trouble === 'password' || trouble === 'blocked') return this.#close(outcome as Refused)
    if (this.#isProven || this.#refused !== undefined) return
    this.#isProven = isAccepted(outcome)
    if (this.#isProven) this.#isDoubted = false
    await this.#write({ state: this.#isProven ? 'accepted' : 'tried' })
  }

  /**
   * Sends a query whose answer is a plain value, in its turn. `undefined` may hide a wrong password:
   * until a document or a cancellation is answered, no second query goes out after it.
   */
  async query<Value>(
    ask: () => Promise<Value | undefined>,
    signal?: AbortSignal,
  ): Promise<Value | undefined> {
    const release = this.#isDoubted ? undefined : await this.admit(signal)
    if (release === undefined) return undefined
    try {
      // Another query may have had its turn meanwhile.
      if (this.#isDoubted) return undefined
      const value = await ask()
      this.#isDoubted = value === undefined && !this.#isProven
      await this.record({ kind: value === undefined ? 'unknown' : 'answered' })
      return value
    } finally {
      release()
    }
  }

  /** Reports the trouble of an account, once for each kind until a document is answered. */
  report(outcome: Answered): void {
    if (outcome.kind === 'stamped') this.#reported = undefined
    if (outcome.kind !== 'refused' || (outcome as Refused).scope !== 'account') return
    const { pac, account, code, message } = outcome as Refused
    if (this.#reported === (account ?? 'unknown')) return
    this.#reported = account ?? ('unknown' as never)
    notify(this.#settings.on, 'accountRefused', {
      pac,
      message,
      ...(account && { account }),
      ...(code && { code }),
    })
  }

  /** The host mended the account: one request is tried again. */
  async retry(): Promise<void> {
    this.#refused = undefined
    this.#reported = undefined
    this.#isDoubted = false
    this.#provider.account?.retry?.()
    this.#isProven = this.#provider.account === undefined
    if (this.#provider.account !== undefined) await this.#write({ state: 'untried' })
  }

  async #close(outcome: Refused): Promise<void> {
    const { pac, account, code, message, detail } = outcome
    this.#refused = {
      kind: 'refused',
      scope: 'account',
      pac,
      message,
      ...(account && { account }),
      ...(code && { code }),
    }
    this.#isProven = false
    this.#lookedAt = this.#settings.clock.now()
    await this.#write({
      state: 'refused',
      refused: { ...this.#refused, ...(detail && { detail }) },
    })
  }

  /**
   * Claims the first request for this process. `false`: another process has the answer, which is
   * taken over, or takes too long. A journal that fails stops nothing here: without it nothing is
   * sent anyway.
   */
  async #claim(signal: AbortSignal | undefined): Promise<boolean> {
    const { clock, owner } = this.#settings
    const end = clock.now() + maxWait
    try {
      while (clock.now() < end && !signal?.aborted) {
        const entry = await this.#load()
        if (await this.#takeOver(entry)) return false
        const claim = entry?.claim
        const isClaimed = claim !== undefined && claim.owner !== owner && claim.until > clock.now()
        if (!isClaimed && (await this.#append(entry, { state: 'trying' }))) return true
        await clock.sleep(poll, signal)
      }
      return false
    } catch {
      return true
    }
  }

  /** Whether the journal has an answer for these credentials. */
  async #takeOver(entry: JournalEntry | undefined): Promise<boolean> {
    const { state, digest, refused } = entry?.account ?? {}
    if (state !== 'accepted' && state !== 'refused') return false
    const isFresh = (entry?.at ?? 0) > this.#settings.clock.now() - fresh
    if (state === 'accepted' && !isFresh) return false
    if (digest !== (await this.#provider.account?.digest())) return false
    this.#isProven = state === 'accepted'
    if (this.#isProven) this.#isDoubted = false
    this.#refused = undefined
    if (state === 'refused')
      this.#refused = refused ?? {
        kind: 'refused',
        scope: 'account',
        pac: this.#provider.id,
        message: 'El PAC no aceptó la cuenta.',
      }
    this.#lookedAt = this.#settings.clock.now()
    if (this.#refused !== undefined) this.report(this.#refused)
    return true
  }

  /** A refused account may have been mended in another process. */
  async #lookAgain(): Promise<void> {
    const { clock } = this.#settings
    if (clock.now() < this.#lookedAt + recheck) return
    this.#lookedAt = clock.now()
    try {
      const { state, digest } = (await this.#load())?.account ?? {}
      // Results of other credentials in another process do not apply to these.
      const isMended =
        state === 'untried' ||
        (state === 'accepted' && digest === (await this.#provider.account?.digest()))
      if (!isMended) return
      this.#refused = undefined
      this.#provider.account?.retry?.()
    } catch {
      // Nothing is known: it stays refused.
    }
  }

  async #load(): Promise<JournalEntry | undefined> {
    const entry = await this.#journal.load(await this.#token())
    if (entry instanceof UnreadableEntry) return undefined
    return entry
  }

  /** Writes a state over whatever is there. A failure leaves the state of this process. */
  async #write(state: Omit<AccountState, 'digest'>): Promise<void> {
    try {
      for (let time = 0; time < 5; time++) if (await this.#append(await this.#load(), state)) return
    } catch {
      // Errors of the host's journal do not affect the next steps.
    }
  }

  /**
   * An entry of its own: `watched` while it is refused, so that no journal forgets it. It has no
   * document, and no walk visits it.
   */
  async #append(
    entry: JournalEntry | undefined,
    state: Omit<AccountState, 'digest'>,
  ): Promise<boolean> {
    const { owner, clock, lease } = this.#settings
    const isKnown = state.state === 'accepted' || state.state === 'refused'
    const [now, digest] = [clock.now(), isKnown ? await this.#provider.account?.digest() : '']
    return this.#journal.append({
      token: await this.#token(),
      version: (entry?.version ?? 0) + 1,
      status: state.state === 'refused' ? 'watched' : 'closed',
      xml: '',
      at: now,
      ...(state.state === 'trying' && { claim: { owner, until: now + lease } }),
      abandoned: [],
      outcome: state.refused ?? unavailable(this.#provider.id, `Cuenta: ${state.state}.`),
      account: { ...state, digest: digest ?? '' },
    })
  }

  async #token(): Promise<string> {
    return hash(`account ${await this.#provider.account?.key()}`)
  }
}
