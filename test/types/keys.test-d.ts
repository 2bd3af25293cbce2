/**
 * What the compiler must take and refuse of keys and options: compiled by `tsc -p test`, never run.
 * @module
 */
import {
  createEngine,
  createMemoryFolios,
  type EngineOptions,
  type Orders,
  type Provider,
  type Store,
} from '../../src/index.js'
import { operate } from '../../src/engine/operate/operate.js'
import type { Signer } from '../../src/certificate/signer.js'
import type { SealedCfdi } from '../../src/engine/result.js'

declare const signers: Signer
declare const provider: Provider
declare const orders: Orders
declare const store: Store
declare const options: EngineOptions
declare const sealed: SealedCfdi
declare const id: string | undefined
declare const old: { readonly uuid: string }
const text = '{}'

// With orders.
const keyed = createEngine({ signers, provider, orders })
await keyed.stamp(text, { key: 'ticket 8114', orderedAt: new Date(0) })
await keyed.stamp(text, { signal: AbortSignal.timeout(1) })
await keyed.substitute(old, text, { key: 'k' })
// @ts-expect-error: an order without an id is no call without a key
await keyed.stamp(text, { key: undefined })
// @ts-expect-error: it may be undefined
await keyed.stamp(text, { key: id })
// @ts-expect-error: neither may it be in `seal`
await keyed.seal(text, { key: undefined })
// @ts-expect-error: a number is not a key
await keyed.stamp(text, { key: 8114 })
// @ts-expect-error: a misspelt option
await keyed.stamp(text, { kye: 'ticket 8114' })
// @ts-expect-error: a misspelt option beside another
await keyed.stampSealed(sealed, { key: 'ticket 8114', singal: undefined })
// @ts-expect-error: the time is a date
await keyed.stamp(text, { key: 'k', orderedAt: 0 })

// Without orders.
const keyless = createEngine({ signers, provider, folios: createMemoryFolios() })
await keyless.stamp(text)
await keyless.stamp(text, { signal: AbortSignal.timeout(1) })
await keyless.seal(text, { store })
await keyless.seal(text, { key: 'k', store })
// @ts-expect-error: there is no store for the key
await keyless.stamp(text, { key: 'ticket 8114' })
// @ts-expect-error: there is no store for the key
await keyless.stampSealed(sealed, { key: 'ticket 8114' })
// @ts-expect-error: nor to seal under it
await keyless.seal(text, { key: 'k' })
// @ts-expect-error: a substitute has a key
await keyless.substitute(old, text, { key: 'k' })

// Who writes for both has an Engine; operate takes any.
await createEngine(options).stamp(text, { key: 'k' })
operate(keyless, { deliver: async () => {} })

// @ts-expect-error: a misspelt option
createEngine({ signers, provider, order: orders })
// @ts-expect-error: signers are needed
createEngine({ provider, orders })
