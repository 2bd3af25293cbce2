/**
 * Detects whether a request of `fetch` has begun to leave. A TLS failure has the same code during
 * the handshake, before any byte of the request, and later. undici, the `fetch` of Node, publishes
 * an event when it writes the headers of a request (`undici:client:sendHeaders`, in its
 * documentation under Diagnostics Channel). Another `fetch` publishes no event and gives no
 * evidence.
 * @module
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

/** One exchange. */
export interface Departure {
  /** Whether requests of the exchange are known and none has left. */
  readonly isStillHere: boolean
  /** Whether one of them has left. */
  readonly hasLeft: boolean
}

class Watched implements Departure {
  requests = 0
  departed = 0

  get hasLeft(): boolean {
    return this.departed > 0
  }

  get isStillHere(): boolean {
    return this.requests > 0 && this.departed === 0
  }
}

const watching = new AsyncLocalStorage<Watched>()
const exchanges = new WeakMap<object, Watched>()

interface Published {
  readonly request: object
}

subscribe('undici:request:create', (message) => {
  const exchange = watching.getStore()
  if (exchange === undefined) return
  exchange.requests++
  exchanges.set((message as Published).request, exchange)
})

subscribe('undici:client:sendHeaders', (message) => {
  const exchange = exchanges.get((message as Published).request)
  if (exchange !== undefined) exchange.departed++
})

/**
 * Failures of undici's connector: name resolution, the connection, and the TLS handshake, before
 * any request is written to it.
 */
const beforeConnection = new WeakSet<object>()

subscribe('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown }
  if (typeof error === 'object' && error !== null) beforeConnection.add(error)
})

/**
 * Whether an exchange failed before its connection was secure: its error is the one that the
 * connector published. Always `false` for a `fetch` other than Node's.
 */
export function failedToConnect(error: unknown): boolean {
  let at = error
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth++) {
    if (beforeConnection.has(at)) return true
    at = (at as { readonly cause?: unknown }).cause
  }
  return false
}

/** Runs an exchange, and observes its requests. */
export function watchDeparture<T>(run: (departure: Departure) => Promise<T>): Promise<T> {
  const exchange = new Watched()
  return watching.run(exchange, () => run(exchange))
}
