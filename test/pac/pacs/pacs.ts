/**
 * What the tests of all PACs share: fakes that trust one authority, providers that reach them,
 * documents.
 */
import { type Fake, startFake } from '../../../src/node/fakes.js'
import { createSend } from '../../../src/node/send.js'
import type { Adapter, HttpRequest, Send } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { type FakeName, fakes } from '../../../src/pac/fakes/fakes.js'
import { type PacOptions, pacs } from '../../../src/pac/pacs.js'
import type { Provider } from '../../../src/pac/provider.js'

export const names = Object.keys(fakes) as FakeName[]

/** Short enough for a test, long enough for a machine that does six things at once. */
const timeout = 5000

/** A `send` whose next request to stamp finds nobody: nothing listens on port 1 (tcpmux). */
export function hostOf(options: { timeout?: number } = {}): { send: Send; disconnect(): void } {
  const send = createSend({ timeout, maxReply: 2 ** 20, ...options })
  let disconnected = false
  return {
    disconnect: () => {
      disconnected = true
    },
    send: (request, signal) => {
      if (!disconnected || request.method === 'GET') return send(request, signal)
      disconnected = false
      return send({ ...request, url: 'http://127.0.0.1:1' } as HttpRequest, signal)
    },
  }
}

/** The adapter of a fake, with changes to its options. */
export function adapterOf({ name, account }: Fake, changes: object = {}): Adapter {
  return (pacs[name] as (options: PacOptions[FakeName]) => Adapter)({ ...account, ...changes })
}

/** Credentials that its fake does not know, in place of those of the account. */
export function wrongCredentials(name: FakeName): object {
  if (name === 'facturaloPlus') return { apikey: 'otra' }
  return { password: 'otra', ...(name === 'sw' && { token: undefined }) }
}

export function providerOf(fake: Fake, changes: object = {}, send: Send = hostOf().send): Provider {
  return createProvider(adapterOf(fake, changes), { send })
}

export { type Fake, startFake }
