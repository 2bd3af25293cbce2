/**
 * Trace context: the position of a call in a distributed trace. It is passed from the options of a
 * call down to the host's `send`, as an argument: nothing depends on `AsyncLocalStorage`.
 * @module
 */

/** The headers of W3C Trace Context (https://www.w3.org/TR/trace-context/), as text. */
export interface TraceContext {
  /**
   * Version, trace id, parent id and flags:
   * `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
   */
  readonly traceparent: string
  /** Data of tracing systems, verbatim. */
  readonly tracestate?: string | undefined
}

/** W3C Trace Context, section 3.2.2: lower case; ids of zeros and version ff are invalid. */
const wellFormed = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Printable ASCII, and no more than a header takes. */
const sendable = /^[\x20-\x7e]{1,512}$/

/**
 * Reads a trace context from an untrusted value, such as the headers of a request. Returns
 * `undefined` when `traceparent` is malformed, and drops a malformed `tracestate`: both are
 * ignored, as the specification requires, and stop no stamp.
 */
export function traceContextOf(value: unknown): TraceContext | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { traceparent, tracestate } = value as { readonly [Name in keyof TraceContext]?: unknown }
  if (typeof traceparent !== 'string' || !wellFormed.test(traceparent)) return undefined
  if (typeof tracestate === 'string' && sendable.test(tracestate))
    return { traceparent, tracestate }
  return { traceparent }
}
