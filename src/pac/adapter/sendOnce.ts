/**
 * One request through the host: never throws, and does not wait after an abort.
 * @module
 */
import type { TraceContext } from '../observe/trace.js'
import type { HttpReply, HttpRequest, Send, Unanswered } from './adapter.js'

/**
 * Sends a request. If the host throws or continues after an abort, the request may have been sent.
 */
export async function sendOnce(
  send: Send,
  request: HttpRequest,
  signal?: AbortSignal,
  trace?: TraceContext,
): Promise<HttpReply | Unanswered> {
  if (signal?.aborted) return { sent: 'no', error: { code: 'ABORTED' } }
  try {
    const result = await rejectOnAbort(send(request, signal, trace), signal, {
      sent: 'maybe',
      error: { code: 'ABORTED' },
    })
    // The host may be written in JavaScript: a malformed reply counts as none.
    if (isReply(result) && Number.isInteger(result.status) && result.body instanceof Uint8Array)
      return result
    const { sent, error } = result as Partial<Unanswered>
    const code =
      typeof error?.code === 'string' && /^[A-Z][A-Z0-9_]{1,59}$/.test(error.code)
        ? error.code
        : undefined
    return { sent: sent === 'no' ? 'no' : 'maybe', ...(code && { error: { code } }) }
  } catch {
    return { sent: 'maybe' }
  }
}

/** Whether a reply was received. */
export function isReply(result: HttpReply | Unanswered): result is HttpReply {
  return 'status' in result
}

/** The promise, or `instead` some microtasks after the signal aborts. */
export async function rejectOnAbort<Result>(
  working: Promise<Result>,
  signal: AbortSignal | undefined,
  instead: Result,
): Promise<Result> {
  if (signal === undefined) return working
  let abort = () => {}
  const aborted = new Promise<Result>((resolve) => {
    abort = async () => {
      // A host that knows at once that nothing was sent needs some microtasks to report it.
      for (let turn = 0; turn < 20; turn++) await undefined
      resolve(instead)
    }
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
  return Promise.race([working, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
