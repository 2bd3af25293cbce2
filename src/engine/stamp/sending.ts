/**
 * Sends a sealed document to the provider, depending on the earlier requests of its order, and
 * validates the outcome.
 * @module
 */
import { canStamp, notStampable } from '../../pac/stampable.js'
import type { Certificate } from '../../certificate/certificate.js'
import { JournalError } from '../../errors.js'
import { systemClock } from '../../pac/clock.js'
import { somePac } from '../../pac/entry.js'
import { evidence, judgeFind, judgeStamp, unknownOutcome } from '../../pac/outcome.js'
import { memoryOf } from '../../pac/policy.js'
import type { Provider, StampOutcome, Unknown } from '../../pac/provider.js'
import { commitUnsent, isJoining, type JournalUnit } from '../../pac/attempt/stampUnit.js'
import type { Sealed } from '../../seal/sello.js'
import { verifyStamp } from '../../seal/verify.js'
import { failureCodes } from '../codes.js'
import { causedBy, createFailure } from '../failure.js'
import type { StampObserver } from '../observe/stampObserver.js'
import type { Order, SentBy } from '../orders.js'
import { orderStateOf } from './orderState.js'
import type { StampFailure } from '../result.js'
import type { Step } from '../stepResult.js'

/** The provider, and the PACs whose stamps are trusted. */
export interface SendingSettings {
  readonly provider: Provider
  readonly pacCertificates: readonly Certificate[] | undefined
}

/** A sealed document to send. */
export interface Sending {
  readonly sealed: Sealed
  /**
   * State of its order before this call claimed it; undefined for a document that this call sealed.
   */
  readonly before: Order | undefined
  /** Previous order of its key, which was certainly not stamped. */
  readonly last: Order | undefined
  /**
   * Called right before each stamp request. Resolves to the failure if this process has lost the
   * claim of the order.
   */
  readonly confirm: () => Promise<StampFailure | undefined>
  readonly signal: AbortSignal | undefined
  readonly observer?: StampObserver | undefined
  /** Unit of work that has the writes of its order. */
  readonly unit?: JournalUnit | undefined
}

/** The claim was lost before sending. */
class NotSent extends Error {
  readonly failure: StampFailure

  constructor(failure: StampFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Result of sending. */
export interface Sent {
  readonly outcome: StampOutcome
  /** Whether this request stamped nothing, regardless of earlier ones. */
  readonly isNothing: boolean
}

/** Returns the provider that may have received the document, given the earlier one. */
export function sentBy(before: SentBy | undefined, provider: Provider): SentBy {
  if (before !== undefined && isOthers(before, provider)) return before
  return { ...before, ...(provider.remembers ? { journal: true } : { pac: provider.id }) }
}

/**
 * Whether another PAC, unknown to the provider, may have stamped the document. The provider must
 * not receive it then.
 */
function isOthers({ pac, journal }: SentBy, { id, remembers, pin }: Provider): boolean {
  if (remembers) return pac !== undefined && pin === undefined
  return journal === true || (pac !== undefined && pac !== id)
}

/** Sends a sealed document. Resolves to a failure only if certainly nothing was sent. */
export async function sendSealed(
  sending: Sending,
  { provider, pacCertificates }: SendingSettings,
): Promise<Step<Sent>> {
  const { sealed, before } = sending
  if (!canStamp(provider.capabilities, sealed))
    return {
      value: { outcome: notStampable(provider.id, sealed, provider.capabilities), isNothing: true },
    }
  try {
    const told = marked(
      judgeStamp(await ask(sending, provider), sealed, provider.id),
      sending,
      provider,
    )
    const isNothing = told.kind !== 'stamped' && told.kind !== 'unknown'
    // A stamp, and a rejection of the document's content, apply to all its requests: a PAC rejects
    // after it looks for an earlier stamp.
    const isCertain =
      told.kind === 'stamped' || (told.kind === 'rejected' && told.scope === 'document')
    const isForgotten = before !== undefined && !provider.remembers && !isCertain
    const outcome = isForgotten ? inDoubt(told) : await verified(told, sealed, pacCertificates)
    return { value: { outcome, isNothing } }
  } catch (cause) {
    if (cause instanceof NotSent) return cause
    if (cause instanceof JournalError && cause.notSent) {
      const failure = createFailure(failureCodes.host, `${cause.message} No se envió nada.`)
      return { failure: causedBy(cause, failure) }
    }
    // The PAC may have stamped. The error is omitted, because it may contain a URL with
    // credentials.
    const detail = cause instanceof Error ? cause.name : typeof cause
    const outcome = unknownOutcome(
      provider.id,
      `El PAC falló sin decir qué fue del comprobante (${detail}).`,
    )
    return { value: { outcome, isNothing: false } }
  }
}

async function ask(sending: Sending, provider: Provider): Promise<StampOutcome> {
  const { sealed, before } = sending
  if (before !== undefined && orderStateOf(before) === 'sent') {
    const { sentBy = {} } = before
    if (isOthers(sentBy, provider)) {
      // Looks up a document that another PAC, unknown to this provider, may have. Never sends
      // it.
      const { pac } = sentBy
      const found = await lookedUp(sending, provider)
      if (found?.kind === 'stamped') return found
      if (pac === somePac)
        return unknownOutcome(
          pac,
          'Pudo timbrarlo algún PAC antes de restaurar el almacén: no se envía.',
        )
      if (pac !== undefined)
        return unknownOutcome(pac, `Pudo timbrarlo ${pac}: no se envía a otro PAC.`)
      return unknownOutcome(
        provider.id,
        'Se envió con una bitácora, que sabe qué PAC pudo timbrarlo: no se envía sin ella.',
      )
    }
    if (!provider.remembers) {
      // A request of unknown outcome is sent again only to a PAC that recognises documents that it
      // stamped. If the PAC has a lookup, the lookup must first report the document as absent. Only
      // a failover counts lookups.
      const found = await lookedUp(sending, provider)
      if (found?.kind === 'stamped' || found?.kind === 'unknown') return found
      const { recognises } = memoryOf(provider.capabilities)
      if (recognises && (found === undefined || found.kind === 'absent'))
        return request(sending, provider)
      return unknownOutcome(
        provider.id,
        found?.kind === 'absent'
          ? unproved
          : 'Puede estar timbrado, y el PAC no lo dice: no se envía otra vez.',
      )
    }
    if (!(await isVouched(before, sealed, provider))) await provider.pin?.(sealed, somePac)
    if (sentBy.pac !== undefined) await provider.pin?.(sealed, sentBy.pac)
  }
  return request(sending, provider)
}

/** Maximum difference in milliseconds between the clocks of processes. */
const tolerance = 60_000

/**
 * Whether the journal of a provider has all requests of an order: it is the journal of the order's
 * claim, and complete since then. In an emptied or restored journal the entry may be missing or
 * outdated: the document is looked up at all PACs, and not sent.
 */
async function isVouched(
  { sentBy, journal, xml }: Order,
  sealed: Sealed,
  provider: Provider,
): Promise<boolean> {
  if (sentBy?.journal === undefined || xml === '' || provider.knows === undefined) return true
  const isKnown = await provider.knows(sealed)
  // Orders of earlier versions record no journal.
  if (journal === undefined) return isKnown
  const identity = await provider.journal?.()
  return identity?.id === journal.id && identity.since <= journal.since + tolerance
}

/** @throws NotSent */
async function request(sending: Sending, provider: Provider): Promise<StampOutcome> {
  const { sealed, before, confirm, signal, observer, unit } = sending
  const lost = await confirm()
  if (lost !== undefined) throw new NotSent(lost)
  const again = before !== undefined && orderStateOf(before) === 'sent'
  const trace = await observer?.sending(sealed, provider.id, again)
  if (unit !== undefined && isJoining(provider))
    return untilAborted(provider.stampWithin(unit, sealed, signal, trace), signal, provider)
  if (unit !== undefined) await commitUnsent(unit)
  if (observer === undefined) return untilAborted(provider.stamp(sealed, signal), signal, provider)
  return untilAborted(provider.stamp(sealed, signal, trace), signal, provider)
}

/** Milliseconds that a provider may take to return its outcome after an abort. */
const graceAfterAbort = 2_000

/** The outcome of a provider, or "unknown" if it returns none after the caller gave up. */
async function untilAborted<Outcome>(
  calling: Promise<Outcome>,
  signal: AbortSignal | undefined,
  { id }: Provider,
): Promise<Outcome | Unknown> {
  if (signal === undefined) return calling
  let cancel: (() => void) | undefined
  let start = () => {}
  const given = new Promise<Unknown>((resolve) => {
    const end = () =>
      resolve(unknownOutcome(id, 'Se dejó de esperar al PAC: puede estar timbrado.'))
    start = () => {
      cancel = systemClock.timer(graceAfterAbort, end)
    }
  })
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  return Promise.race([calling, given]).finally(() => {
    signal.removeEventListener('abort', start)
    cancel?.()
  })
}

/**
 * Keeps the mark of an earlier stamp only if the stamp is not this order's own. The host may have
 * sent the sealed document itself, or the key may have sent it before. A PAC without a journal
 * proves it only for the first request (`earlier`).
 */
function marked(
  outcome: StampOutcome,
  { sealed, before, last }: Sending,
  { remembers }: Provider,
): StampOutcome {
  if (outcome.kind !== 'stamped') return outcome
  const { previous, ...own } = outcome
  const isNew = before === undefined && last?.xml !== sealed.xml
  if (isNew && !remembers && outcome.when === 'earlier') return { ...own, previous: 'pac' }
  const isSent = before !== undefined && orderStateOf(before) === 'sent'
  const isAnothers =
    remembers && ((isNew && previous !== undefined) || (isSent && previous === 'pac'))
  if (isAnothers) return outcome
  return own
}

async function lookedUp({ sealed, signal, observer }: Sending, provider: Provider) {
  const { canFind } = memoryOf(provider.capabilities)
  if (canFind)
    return judgeFind(
      await untilAborted(provider.find(sealed, signal, observer?.trace), signal, provider),
      sealed,
      provider.id,
    )
  return undefined
}

const unproved =
  'El PAC dice que no lo tiene, pero una petición puede seguir en camino y no reconoce lo que ya timbró: no se envía otra vez.'

function inDoubt(outcome: StampOutcome): StampOutcome {
  if (outcome.kind === 'stamped' || outcome.kind === 'unknown') return outcome
  return {
    ...evidence(outcome),
    ...unknownOutcome(outcome.pac, `${outcome.message} Una petición anterior pudo timbrarlo.`),
  }
}

/**
 * Verifies the PAC's seal. A stamp by another certificate may be forged, and the document may be
 * stamped nevertheless.
 */
async function verified(
  outcome: StampOutcome,
  { sello }: Sealed,
  trusted: readonly Certificate[] | undefined,
): Promise<StampOutcome> {
  if (outcome.kind !== 'stamped' || trusted === undefined) return outcome
  const verdict = await verifyStamp(outcome.timbre, sello, trusted)
  if (verdict.ok) return outcome
  return {
    ...unknownOutcome(outcome.pac, `No se pudo verificar el timbre: ${verdict.message}`),
    why: 'stamped',
  }
}
