/**
 * The hooks of the failover, and the rounds of `operate`, as spans and metrics.
 * @module
 */
import { SpanKind } from '@opentelemetry/api'
import type { RoundSummary } from '../engine/operate/operate.js'
import type { AttemptEnd, FailoverHooks } from '../pac/observe/hooks.js'
import { storeRecorder, type TelemetryParts } from './engineTelemetry.js'

/**
 * Outcomes that are a response of the PAC. Others are errors of the call, and their kind is
 * `error.type`.
 */
const answers: ReadonlySet<AttemptEnd['kind']> = new Set([
  'stamped',
  'rejected',
  'absent',
  'answered',
])

/** The hooks of `failover`. */
export function failoverTelemetry(parts: TelemetryParts): Required<FailoverHooks> {
  const { spans, instruments } = parts
  return {
    attemptStarted({ pac, call, token, sends, recovery, trace }) {
      const attributes = {
        ...{ 'cfdi.pac.id': pac, 'cfdi.pac.call': call, 'cfdi.pac.recovery': recovery },
        ...(token !== undefined && { 'cfdi.document.token': token }),
        ...(sends !== undefined && { 'cfdi.pac.sends': sends }),
      }
      return spans.start(`cfdi.pac.${call}`, SpanKind.INTERNAL, attributes, trace)
    },
    attemptEnded({ pac, call, kind, code, elapsed, trace }) {
      const failed = !answers.has(kind)
      const outcome = { 'cfdi.outcome': kind, ...(failed && { 'error.type': kind }) }
      instruments.pacCalls(elapsed / 1000, {
        'cfdi.pac.id': pac,
        'cfdi.pac.call': call,
        ...outcome,
      })
      spans.end(trace, { ...outcome, ...(code !== undefined && { 'cfdi.pac.code': code }) }, failed)
    },
    breakerChanged: ({ pac, to }) =>
      instruments.breakers(to === 'open' ? 1 : 0, { 'cfdi.pac.id': pac }),
    departed: ({ pac, why }) =>
      instruments.departures(1, { 'cfdi.pac.id': pac, 'cfdi.reason': why }),
    orphanFound: ({ cancel }) => instruments.duplicates(1, { 'cfdi.pac.id': cancel.pac }),
    alarm: ({ pac, reason }) =>
      instruments.alarms(1, { 'cfdi.pac.id': pac, 'cfdi.reason': reason }),
    accountRefused: ({ pac, account = 'account' }) =>
      instruments.alarms(1, { 'cfdi.pac.id': pac, 'cfdi.reason': account }),
    storeCalled: storeRecorder(parts),
  }
}

/** The listener of `operate`. */
export function roundTelemetry({
  instruments,
}: Pick<TelemetryParts, 'instruments'>): (summary: RoundSummary) => void {
  return ({ role, tasks }) => {
    instruments.rounds(1, { 'cfdi.operate.role': role })
    for (const { task, ms, delivered, waiting, failed } of tasks) {
      const attributes = { 'cfdi.operate.task': task }
      instruments.tasks(ms / 1000, attributes)
      instruments.delivered(delivered, attributes)
      instruments.failures(failed, attributes)
      instruments.waiting(waiting, attributes)
    }
  }
}
