/**
 * Open spans and their contexts. A span is the parent of spans that receive its trace context, in
 * this or another process.
 * @module
 */
import {
  type Attributes,
  type Context,
  context,
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { TraceContext } from '../pac/observe/trace.js'

/** The spans of one tracer. */
export class Spans {
  readonly #tracer: Tracer
  readonly #common: Attributes
  /** By `traceparent`. */
  readonly #open = new Map<string, Span>()

  /** @param common attributes of every span */
  constructor(tracer: Tracer, common: Attributes = {}) {
    this.#tracer = tracer
    this.#common = common
  }

  /**
   * Starts a span below that of a trace context; without one, below the span that is active in the
   * host.
   * @returns its trace context; `undefined` where no SDK is registered
   */
  start(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: TraceContext | undefined,
  ): TraceContext | undefined {
    const span = this.#tracer.startSpan(
      name,
      { kind, attributes: { ...this.#common, ...attributes } },
      this.#contextOf(parent),
    )
    const started = contextOfSpan(span)
    if (started === undefined) span.end()
    else this.#open.set(started.traceparent, span)
    return started
  }

  /** Adds an event to a span that is open. */
  addEvent(of: TraceContext | undefined, name: string, attributes: Attributes): void {
    this.#find(of)?.addEvent(name, attributes)
  }

  /** Ends a span. @param failed whether its status is an error */
  end(of: TraceContext | undefined, attributes: Attributes, failed: boolean): void {
    const span = this.#find(of)
    if (span === undefined || of === undefined) return
    this.#open.delete(of.traceparent)
    span.setAttributes(attributes)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  /** How many spans are open. */
  get size(): number {
    return this.#open.size
  }

  #find(of: TraceContext | undefined): Span | undefined {
    return of && this.#open.get(of.traceparent)
  }

  #contextOf(parent: TraceContext | undefined): Context {
    if (parent === undefined) return context.active()
    const span = this.#find(parent)
    if (span === undefined) {
      // The context of a span of another process. The text was validated by the engine.
      const { traceparent, tracestate } = parent
      const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-')
      const traceState =
        tracestate === undefined ? {} : { traceState: createTraceState(tracestate) }
      const remote = {
        traceId,
        spanId,
        traceFlags: Number.parseInt(flags, 16),
        isRemote: true,
        ...traceState,
      }
      return trace.setSpanContext(ROOT_CONTEXT, remote)
    }
    return trace.setSpan(ROOT_CONTEXT, span)
  }
}

function contextOfSpan(span: Span): TraceContext | undefined {
  const own = span.spanContext()
  if (!isSpanContextValid(own)) return undefined
  const { traceId, spanId, traceFlags, traceState } = own
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  const tracestate = traceState?.serialize()
  if (tracestate) return { traceparent, tracestate }
  return { traceparent }
}
