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
  readonly signal: AbortSignal | undefined
}

/** Sends a sealed document. It ends the stamp only when it is certain that nothing was sent. */
export async function send(
  { sealed, earlier, signal }: Sending,
  { provider, pacCertificates }: SendingSettings,
): Promise<Step<StampOutcome>> {
  try {
    const isForgotten = earlier !== 'never' && !provider.remembers
    const answer = isForgotten && earlier === 'open' ? again(sealed, provider, signal) : provider.stamp(sealed, signal)
    const outcome = judgeStamp(await answer, sealed, provider.id)
    if (isForgotten && !isCertain(outcome)) return { value: inDoubt(outcome) }
    return { value: await verified(outcome, sealed, pacCertificates) }
  } catch (cause) {
    if (cause instanceof JournalError && cause.notSent) return { failure: notWritten(cause) }
    // It may have stamped. Its error is not repeated: it may hold a URL with credentials.
    const detail = cause instanceof Error ? cause.name : typeof cause
    return { value: unknown(provider.id, `El PAC falló sin decir qué fue del comprobante (${detail}).`) }
  }
}

/**
 * What nobody knows to have been sent, at a provider that keeps no journal. It is sent again only to a PAC that recognises what it
 * stamped, and one that can be looked up must say first that it does not have it. Who counts look-ups is a failover.
 */
async function again(sealed: Sealed, provider: Provider, signal: AbortSignal | undefined): Promise<StampOutcome> {
  const { canFind, recognises } = memoryOf(provider.capabilities)
  const found = canFind ? judgeFind(await provider.find(sealed, signal), sealed, provider.id) : undefined
  if (found?.kind === 'stamped' || found?.kind === 'unknown') return found
  if (recognises && (found === undefined || found.kind === 'absent')) return provider.stamp(sealed, signal)
  return unknown(
    provider.id,
    found?.kind === 'absent' ? unproved : 'Puede estar timbrado, y el PAC no lo dice: no se envía otra vez.',
  )
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
