/**
 * Combines several PACs for operations that stamp nothing: cancellations, the inbox of a receiver,
 * related documents. All of them are idempotent at the SAT. In contrast to stamping, an
 * inconclusive operation continues with the next PAC.
 * @module
 */
import { unavailable } from './outcome.js'
import type {
  AnswerOutcome,
  CancelOutcome,
  PendingOutcome,
  Provider,
  RelatedOutcome,
  Unavailable,
} from './provider.js'

/** The operations that any PAC may carry. */
export type Carriers = Required<Pick<Provider, 'cancel' | 'pending' | 'answer' | 'related'>>

/**
 * Creates the operations of several PACs, in order of preference. `id` is that of the outcome when
 * no PAC supports the operation.
 */
export function carriersOf(id: string, providers: readonly Provider[]): Carriers {
  const none = (what: string) => unavailable(id, `Ningún PAC de los configurados ${what}.`)
  return {
    // Some PACs cancel only their own stamps: the one that stamped, if known, comes first.
    cancel: (request, signal) =>
      inTurn<CancelOutcome>(
        [
          ...providers.filter((each) => each.id === request.pac),
          ...providers.filter((each) => each.id !== request.pac),
        ],
        (provider) => provider.cancel?.(request, signal),
        (outcome, provider) => isCancelSettled(outcome, provider.id, request.pac),
        none('cancela'),
      ),
    pending: (rfcReceptor, signal) =>
      inTurn<PendingOutcome>(
        providers,
        (provider) => provider.pending?.(rfcReceptor, signal),
        ({ kind }) => kind === 'pending',
        none('lista lo que espera a un receptor'),
      ),
    answer: (request, signal) =>
      inTurn<AnswerOutcome>(
        providers,
        (provider) => provider.answer?.(request, signal),
        ({ kind }) => kind === 'answered',
        none('lleva la respuesta de un receptor'),
      ),
    related: (request, signal) =>
      inTurn<RelatedOutcome>(
        providers,
        (provider) => provider.related?.(request, signal),
        ({ kind }) => kind === 'related',
        none('consulta los relacionados'),
      ),
  }
}

/**
 * Whether an outcome is conclusive. From a PAC that did not stamp the document only a code of the
 * SAT is, except "not found": Finkok returns that without a request to the SAT.
 */
function isCancelSettled(
  outcome: CancelOutcome,
  id: string,
  stampedBy: string | undefined,
): boolean {
  if (outcome.kind !== 'rejected') return outcome.kind === 'accepted'
  if (stampedBy === undefined || stampedBy === id) return true
  return /^(?:\d{3}|no_cancelable)$/.test(outcome.code) && !['203', '205'].includes(outcome.code)
}

/**
 * Resolves to the first conclusive outcome; otherwise to one in doubt, or the first of the others.
 */
async function inTurn<Outcome extends { readonly kind: string }>(
  providers: readonly Provider[],
  ask: (provider: Provider) => Promise<Outcome> | undefined,
  isSettled: (outcome: Outcome, provider: Provider) => boolean,
  none: Unavailable,
): Promise<Outcome | Unavailable> {
  const outcomes: Outcome[] = []
  for (const provider of providers) {
    const outcome = await ask(provider)
    if (outcome === undefined) continue
    if (isSettled(outcome, provider)) return outcome
    outcomes.push(outcome)
  }
  return outcomes.find(({ kind }) => kind === 'unknown') ?? outcomes[0] ?? none
}
