/**
 * The hooks of the engine as spans and metrics.
 * @module
 */
import { type Attributes, SpanKind } from '@opentelemetry/api'
import type { EngineCall, EngineHooks } from '../engine/observe/hooks.js'
import type { StoreCall } from '../pac/observe/storeCalls.js'
import type { TraceContext } from '../pac/observe/trace.js'
import type { Instruments } from './instruments.js'
import type { Spans } from './spans.js'

/** Dependencies of the hooks. */
export interface TelemetryParts {
  readonly spans: Spans
  readonly instruments: Instruments
  /** `db.system.name`. */
  readonly databaseSystem: string
  /** Whether spans have the host's key. */
  readonly keys: boolean
}

/** Records a call to a store, of an engine or a failover. */
export function storeRecorder({ instruments, databaseSystem }: TelemetryParts) {
  return ({ store, call, failed, elapsed }: StoreCall): void =>
    instruments.storeCalls(elapsed / 1000, {
      'db.system.name': databaseSystem,
      'db.collection.name': store,
      'db.operation.name': call,
      ...(failed && { 'error.type': '_OTHER' }),
    })
}

/** The hooks of `createEngine`. */
export function engineTelemetry(parts: TelemetryParts): Required<EngineHooks> {
  const { spans, instruments, keys } = parts
  /** The span of each call. */
  const open = new WeakMap<EngineCall, TraceContext>()
  const addEvent = (call: EngineCall, name: string, attributes: Attributes) =>
    spans.addEvent(open.get(call), name, attributes)
  return {
    stampStarted({ call }) {
      const { operation, key, trace } = call
      const attributes = {
        'cfdi.operation': operation,
        ...(keys && key !== undefined && { 'cfdi.key': key }),
      }
      const started = spans.start(`cfdi.${operation}`, SpanKind.INTERNAL, attributes, trace)
      if (started !== undefined) open.set(call, started)
      return started
    },
    orderClaimed: ({ call, state }) =>
      addEvent(call, 'cfdi.order.claimed', { 'cfdi.order.state': state }),
    orderTakenOver({ call, state, from, expired }) {
      instruments.takeovers(1, {})
      const attributes = { 'cfdi.order.owner': from, 'cfdi.order.expired': expired / 1000 }
      addEvent(call, 'cfdi.order.taken_over', { 'cfdi.order.state': state, ...attributes })
    },
    documentSealed: ({ call, token }) =>
      addEvent(call, 'cfdi.document.sealed', { 'cfdi.document.token': token }),
    documentSent: ({ call, token, provider, again }) =>
      addEvent(call, 'cfdi.document.sent', {
        'cfdi.document.token': token,
        'cfdi.pac.id': provider,
        'cfdi.document.again': again,
      }),
    documentInDoubt({ call, token, pac, code }) {
      instruments.doubts(1, { 'cfdi.pac.id': pac })
      const codes = code === undefined ? {} : { 'cfdi.pac.code': code }
      addEvent(call, 'cfdi.document.in_doubt', {
        'cfdi.document.token': token,
        'cfdi.pac.id': pac,
        ...codes,
      })
    },
    stampEnded(end) {
      const attributes = {
        'cfdi.operation': end.call.operation,
        'cfdi.outcome': end.outcome,
        'cfdi.sent': end.requests > 0,
        ...(end.code !== undefined && { 'error.type': String(end.code) }),
        ...(end.pac !== undefined && { 'cfdi.pac.id': end.pac }),
      }
      instruments.stamps(end.elapsed / 1000, attributes)
      const uuid = end.uuid === undefined ? {} : { 'cfdi.document.uuid': end.uuid }
      const known = { ...attributes, ...uuid, 'cfdi.requests': end.requests }
      spans.end(open.get(end.call), known, end.outcome === 'failed')
    },
    folioChanged: ({ change }) => instruments.folios(1, { 'cfdi.folio.change': change }),
    storeCalled: storeRecorder(parts),
  }
}
