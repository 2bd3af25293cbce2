/**
 * What is sent and what came of it: a provider's answer, judged.
 * @module
 */
import type { Certificate } from '../certificate/certificate.js'
import { JournalError } from '../errors.js'
import { evidence, judgeFind, judgeStamp, unknown } from '../pac/outcome.js'
import { memoryOf } from '../pac/policy.js'
import type { Provider, StampOutcome } from '../pac/provider.js'
import type { Sealed } from '../seal/sello.js'
import { verifyStamp } from '../seal/verify.js'
import { failureCodes } from './codes.js'
import { causedBy, failure } from './failure.js'
import type { SentBy } from './orders.js'
import type { Step } from './step.js'

/** Who stamps, and whose stamps are believed. */
export interface SendingSettings {
  readonly provider: Provider
  readonly pacCertificates: readonly Certificate[] | undefined
}

/** A sealed document to send. */
export interface Sending {
  readonly sealed: Sealed
  /** Whether it was sent before. `asked`: the host sends what it sealed. `open`: an order of it was not concluded. */
  readonly earlier: 'never' | 'asked' | 'open'
  /** By whom, as far as its order tells. */
  readonly sentBy: SentBy | undefined
  readonly signal: AbortSignal | undefined
}

/** What came of it. */
export interface Sent {
  readonly outcome: StampOutcome
  /** Whether this request stamped nothing, whatever earlier ones did. */
  readonly isNothing: boolean
}

/** Who may have been asked once a provider was, after those that may have been before. */
export function sentBy(before: SentBy | undefined, provider: Provider): SentBy {
  if (before !== undefined && isOthers(before, provider)) return before
  return { ...before, ...(provider.remembers ? { journal: true } : { pac: provider.id }) }
}

/** Whether a document may be stamped by somebody of whom a provider knows nothing, so that it must not get it. */
function isOthers({ pac, journal }: SentBy, { id, remembers, pin }: Provider): boolean {
  if (remembers) return pac !== undefined && pin === undefined
  return journal === true || (pac !== undefined && pac !== id)
}

/** Sends a sealed document. It ends the stamp only when it is certain that nothing was sent. */
export async function send(sending: Sending, { provider, pacCertificates }: SendingSettings): Promise<Step<Sent>> {
  const { sealed, earlier } = sending
  try {
    const told = judgeStamp(await ask(sending, provider), sealed, provider.id)
    const isNothing = told.kind !== 'stamped' && told.kind !== 'unknown'
    const isForgotten = earlier !== 'never' && !provider.remembers && !isCertain(told)
    const outcome = isForgotten ? inDoubt(told) : await verified(told, sealed, pacCertificates)
    return { value: { outcome, isNothing } }
  } catch (cause) {
    if (cause instanceof JournalError && cause.notSent) return { failure: notWritten(cause) }
    // It may have stamped. Its error is not repeated: it may hold a URL with credentials.
    const detail = cause instanceof Error ? cause.name : typeof cause
    const outcome = unknown(provider.id, `El PAC falló sin decir qué fue del comprobante (${detail}).`)
    return { value: { outcome, isNothing: false } }
  }
}

async function ask(sending: Sending, provider: Provider): Promise<StampOutcome> {
  const { sealed, earlier, sentBy = {}, signal } = sending
  if (earlier === 'open' && isOthers(sentBy, provider)) return elsewhere(sentBy, sending, provider)
  if (earlier === 'open' && !provider.remembers) return again(sending, provider)
  if (earlier === 'open' && sentBy.pac !== undefined) await provider.pin?.(sealed, sentBy.pac)
  return provider.stamp(sealed, signal)
}

/** What may be at a PAC that this provider does not speak with, or does not know of: looked up, and never sent. */
async function elsewhere({ pac }: SentBy, { sealed, signal }: Sending, provider: Provider): Promise<StampOutcome> {
  const found = await lookedUp(sealed, provider, signal)
  if (found?.kind === 'stamped') return found
  if (pac !== undefined) return unknown(pac, `Pudo timbrarlo ${pac}: no se envía a otro PAC.`)
  return unknown(provider.id, 'Se envió con una bitácora, que sabe qué PAC pudo timbrarlo: no se envía sin ella.')
}

/**
 * What nobody knows to have been sent, at a provider that keeps no journal. It is sent again only to a PAC that recognises what it
 * stamped, and one that can be looked up must say first that it does not have it. Who counts look-ups is a failover.
 */
async function again({ sealed, signal }: Sending, provider: Provider): Promise<StampOutcome> {
  const found = await lookedUp(sealed, provider, signal)
  if (found?.kind === 'stamped' || found?.kind === 'unknown') return found
  const { recognises } = memoryOf(provider.capabilities)
  if (recognises && (found === undefined || found.kind === 'absent')) return provider.stamp(sealed, signal)
  return unknown(
    provider.id,
    found?.kind === 'absent' ? unproved : 'Puede estar timbrado, y el PAC no lo dice: no se envía otra vez.',
  )
}

async function lookedUp(sealed: Sealed, provider: Provider, signal: AbortSignal | undefined) {
  const { canFind } = memoryOf(provider.capabilities)
  return canFind ? judgeFind(await provider.find(sealed, signal), sealed, provider.id) : undefined
}

const unproved =
  'El PAC dice que no lo tiene, pero una petición puede seguir en camino y no reconoce lo que ya timbró: no se envía otra vez.'

/**
 * Whether an answer is of every request for a document and not of the last one only: a stamp is, and so is a rejection for what is
 * in the document, of which a PAC is told after it looked for an earlier stamp.
 */
function isCertain(outcome: StampOutcome): boolean {
  return outcome.kind === 'stamped' || (outcome.kind === 'rejected' && outcome.scope === 'document')
}

function inDoubt(outcome: StampOutcome): StampOutcome {
  if (outcome.kind === 'stamped' || outcome.kind === 'unknown') return outcome
  return { ...evidence(outcome), ...unknown(outcome.pac, `${outcome.message} Una petición anterior pudo timbrarlo.`) }
}

function notWritten(cause: JournalError) {
  return causedBy(cause, failure(failureCodes.host, `${cause.message} No se envió nada.`))
}

/** A stamp that no PAC of those trusted made may come from anybody; the document may be stamped all the same. */
async function verified(
  outcome: StampOutcome,
  { sello }: Sealed,
  trusted: readonly Certificate[] | undefined,
): Promise<StampOutcome> {
  if (outcome.kind !== 'stamped' || trusted === undefined) return outcome
  const verdict = await verifyStamp(outcome.timbre, sello, trusted)
  return verdict.ok
    ? outcome
    : { ...unknown(outcome.pac, `No se pudo verificar el timbre: ${verdict.message}`), why: 'stamped' }
}
