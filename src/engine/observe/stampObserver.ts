/**
 * Emits the events of one call, and carries its trace context. A call without hooks and trace has
 * no observer: `observer?.…` costs one comparison.
 * @module
 */
import { tokenOf } from '../../pac/hash.js'
import { notify } from '../../pac/observe/hooks.js'
import type { Evidence } from '../../pac/provider.js'
import { type TraceContext, traceContextOf } from '../../pac/observe/trace.js'
import type { Sealed } from '../../seal/sello.js'
import type { Order } from '../orders.js'
import type { SealSuccess, StampResult } from '../result.js'
import { inProgress } from '../stamp/answers.js'
import { orderStateOf } from '../stamp/orderState.js'
import type { CallEnd, EngineCall, EngineHooks } from './hooks.js'

/** Opens the observer of a call. */
export type OpenObserver = (
  operation: EngineCall['operation'],
  call: { readonly key?: string | undefined; readonly trace?: TraceContext | undefined },
) => StampObserver | undefined

/** @param hooks undefined without listeners */
export function observerSource(hooks: EngineHooks | undefined, now: () => number): OpenObserver {
  return (operation, { key, trace }) => {
    if (hooks === undefined && trace === undefined) return undefined
    const given = traceContextOf(trace)
    const call = { operation, ...(key !== undefined && { key }), ...(given && { trace: given }) }
    return new StampObserver(hooks ?? {}, Object.freeze(call), now)
  }
}

/** The events of one call. */
export class StampObserver {
  readonly #hooks: EngineHooks
  readonly #call: EngineCall
  readonly #now: () => number
  readonly #since: number
  #requests = 0
  /** For the provider. */
  readonly trace: TraceContext | undefined

  constructor(hooks: EngineHooks, call: EngineCall, now: () => number) {
    this.#hooks = hooks
    this.#call = call
    this.#now = now
    this.#since = now()
    this.trace = traceContextOf(notify(hooks, 'stampStarted', { call })) ?? call.trace
  }

  /** A new order was recorded. A call without a key reports only its document. */
  async recorded({ key, claim, folio }: Order, sealed: Sealed): Promise<void> {
    if (key !== '' && claim !== undefined)
      notify(this.#hooks, 'orderClaimed', { call: this.#call, state: 'new' })
    if (this.#hooks.documentSealed === undefined) return
    const token = await tokenOf(sealed)
    notify(this.#hooks, 'documentSealed', {
      call: this.#call,
      token,
      ...(folio !== undefined && { folio }),
    })
  }

  /** An existing order was claimed. */
  claimed(before: Order, { claim: own }: Order): void {
    const { claim: last } = before
    const state = orderStateOf(before) === 'sealed' ? 'sealed' : 'sent'
    notify(this.#hooks, 'orderClaimed', { call: this.#call, state })
    if (last === undefined || last.owner === own?.owner) return
    const expired = Math.max(0, this.#now() - last.until)
    notify(this.#hooks, 'orderTakenOver', { call: this.#call, state, from: last.owner, expired })
  }

  /** The provider is about to be called. @returns the trace context of the request */
  async sending(
    sealed: Sealed,
    provider: string,
    again: boolean,
  ): Promise<TraceContext | undefined> {
    this.#requests++
    if (this.#hooks.documentSent !== undefined) {
      const token = await tokenOf(sealed)
      notify(this.#hooks, 'documentSent', { call: this.#call, token, provider, again })
    }
    return this.trace
  }

  /** The outcome is unknown, and no other process works on the order. */
  async inDoubt(sealed: Sealed, { pac, code }: Evidence): Promise<void> {
    if (this.#hooks.documentInDoubt === undefined || code === inProgress) return
    const token = await tokenOf(sealed)
    notify(this.#hooks, 'documentInDoubt', {
      call: this.#call,
      token,
      pac,
      ...(code !== undefined && { code }),
    })
  }

  /** Waits for the result of the call, and returns it. */
  async ending<Answer extends StampResult | SealSuccess>(
    answering: Promise<Answer>,
  ): Promise<Answer> {
    const answer = await answering
    notify(this.#hooks, 'stampEnded', {
      call: this.#call,
      ...stampResult(answer),
      requests: this.#requests,
      elapsed: Math.max(0, this.#now() - this.#since),
    })
    return answer
  }
}

function stampResult(
  answer: StampResult | SealSuccess,
): Pick<CallEnd, 'outcome' | 'code' | 'pac' | 'uuid'> {
  if (!answer.ok)
    return {
      outcome: 'failed',
      code: answer.code,
      ...(answer.pac !== undefined && { pac: answer.pac }),
    }
  if ('sealed' in answer) return { outcome: 'sealed' }
  return { outcome: 'stamped', pac: answer.pac, uuid: answer.cfdi.UUID }
}
