/**
 * Requests to PACs as HTTP client spans and metrics, by the semantic conventions of HTTP.
 * @module
 */
import { type Attributes, SpanKind } from '@opentelemetry/api'
import type { HttpReply, HttpRequest, Send, Unanswered } from '../pac/adapter/adapter.js'
import { isReply } from '../pac/adapter/sendOnce.js'
import type { TraceContext } from '../pac/observe/trace.js'
import type { TelemetryParts } from './engineTelemetry.js'

/** Dependencies of an observed `send`. */
export interface SendParts extends Pick<TelemetryParts, 'spans' | 'instruments'> {
  /** Milliseconds. */
  readonly now: () => number
  /** Whether requests carry `traceparent`. */
  readonly propagate: boolean
}

/** A `send` with a span for each request. */
export function observedSend(send: Send, { spans, instruments, now, propagate }: SendParts): Send {
  return async (request, signal, trace) => {
    const { method } = request
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined
    const { protocol = '', hostname = '', port = '' } = url ?? {}
    const ports = { 'http:': 80, 'https:': 443 } as Readonly<Record<string, number>>
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': port === '' ? (ports[protocol] ?? 0) : Number(port),
    }
    const since = now()
    const span = spans.start(
      request.method,
      SpanKind.CLIENT,
      // Without user, password, query and fragment, where some PACs have credentials.
      { ...attributes, ...(url && { 'url.full': `${url.origin}${url.pathname}` }) },
      trace,
    )
    const sent = propagate && span !== undefined ? withHeaders(request, span) : request
    let outcome: Attributes = { 'error.type': '_OTHER' }
    try {
      const reply = await send(sent, signal, span ?? trace)
      outcome = outcomeOf(reply)
      return reply
    } finally {
      instruments.requests(Math.max(0, now() - since) / 1000, { ...attributes, ...outcome })
      spans.end(span, outcome, 'error.type' in outcome)
    }
  }
}

function withHeaders(request: HttpRequest, { traceparent, tracestate }: TraceContext): HttpRequest {
  const headers = {
    ...request.headers,
    traceparent,
    ...(tracestate !== undefined && { tracestate }),
  }
  return { ...request, headers }
}

/**
 * Returns the outcome of a request. Statuses from 400 on are errors; without a reply, the code of
 * the cause is the error.
 */
function outcomeOf(reply: HttpReply | Unanswered): Attributes {
  if (!isReply(reply)) return { 'error.type': reply.error?.code ?? '_OTHER' }
  const { status } = reply
  return {
    'http.response.status_code': status,
    ...(status >= 400 && { 'error.type': String(status) }),
  }
}
