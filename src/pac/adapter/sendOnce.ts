/**
 * One request through the host, with nothing thrown and nothing waited for after an abort.
 * @module
 */
import type { HttpReply, HttpRequest, Send, Unanswered } from './adapter.js'

/** Sends. A host that throws, or that goes on after an abort, leaves it open whether the request got there. */
export async function sendOnce(
  send: Send,
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<HttpReply | Unanswered> {
  if (signal?.aborted) return { sent: 'no', error: { code: 'ABORTED' } }
  try {
    return tidy(await untilAborted(send(request, signal), signal, { sent: 'maybe', error: { code: 'ABORTED' } }))
  } catch {
    return { sent: 'maybe' }
  }
}

export function isReply(result: HttpReply | Unanswered): result is HttpReply {
  return 'status' in result
}

/** A host is not typed when it is JavaScript: what is not a reply is no reply. */
function tidy(result: HttpReply | Unanswered): HttpReply | Unanswered {
  if (isReply(result) && Number.isInteger(result.status) && result.body instanceof Uint8Array) return result
  const { sent, error } = result as Partial<Unanswered>
  const code = typeof error?.code === 'string' && /^[A-Z][A-Z0-9_]{1,59}$/.test(error.code) ? error.code : undefined
  return { sent: sent === 'no' ? 'no' : 'maybe', ...(code && { error: { code } }) }
}

/** The promise, or `instead` some turns after the signal aborts. */
export async function untilAborted<Result>(
  working: Promise<Result>,
  signal: AbortSignal | undefined,
  instead: Result,
): Promise<Result> {
  if (signal === undefined) return working
  let abort = () => {}
  const aborted = new Promise<Result>((resolve) => {
    abort = () => lastWord().then(() => resolve(instead))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
  return Promise.race([working, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

/** A host that knows at once that nothing was sent needs some turns of the microtask queue to say so. */
async function lastWord(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await undefined
}
