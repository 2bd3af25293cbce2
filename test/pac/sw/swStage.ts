/**
 * A server that behaves as SW, a provider of it, and a sealed document: new ones for each test of a
 * file that calls `eachTestHasItsOwn`.
 * @module
 */
import { createHash } from 'node:crypto'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { encodeBase64 } from '../../../src/lib/base64.js'
import { createSend } from '../../../src/node/send.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import type { Provider } from '../../../src/pac/provider.js'
import { createSandboxPac, type SandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import type { SwOptions } from '../../../src/pac/sw/options.js'
import { sw } from '../../../src/pac/sw/sw.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { createSealer, now } from '../sealing.js'
import { type Fault, infiniteToken, reply, type SwServer, startSw } from './swServer.js'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const base64 = (text: string) => encodeBase64(new TextEncoder().encode(text))

export let pac: SandboxPac
export let sealDocument: Awaited<ReturnType<typeof createSealer>>
export let server: SwServer
export let provider: Provider
export let sealed: Sealed

export const connect = (
  options: Partial<SwOptions> = { token: infiniteToken },
  timeout = 20_000,
  clock = () => now,
) => {
  const urls = {
    services: server.url,
    api: server.url,
    sat: `${server.url}/ConsultaCFDIService.svc`,
  }
  const adapter = sw({ environment: 'test', urls, ...options } as SwOptions)
  return createProvider(adapter, { send: createSend({ timeout }), clock })
}

/** Said by each file: a module that several files share is read once, by the first of them. */
export function eachTestHasItsOwn(): void {
  beforeAll(async () => {
    pac = createSandboxPac({ clock: () => now })
    sealDocument = await createSealer(pac)
  })
  beforeEach(async () => {
    server = await startSw({ clock: () => now, pac })
    sealed = await sealDocument()
    provider = connect()
  })
  afterEach(() => server.close())
}

/** The stamp that the server has for the document. */
export async function timbreOf(document = sealed) {
  const outcome = await server.pac.stamp(document)
  if (outcome.kind !== 'stamped') throw new Error(outcome.kind)
  return outcome.timbre
}

export const answering =
  (answer: { status: number; body: unknown }, headers = {}): Fault =>
  (response) =>
    reply(response, answer, headers)

/** What a test works with instead. */
export function use(other: { readonly server?: SwServer; readonly provider?: Provider }): void {
  server = other.server ?? server
  provider = other.provider ?? provider
}
