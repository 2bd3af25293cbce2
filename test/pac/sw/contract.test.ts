/** The contract of SW Sapien, over HTTP to a local server, and of a failover of two. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSend } from '../../../src/node/send.js'
import type { Send } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import {
  type ContractSubject,
  describeContract,
  providerContract,
} from '../../../src/pac/contract.js'
import { failover } from '../../../src/pac/failover.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import type { SwCredentials } from '../../../src/pac/sw/options.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { createSealer, now } from '../sealing.js'
import {
  infiniteToken,
  refusal,
  reply,
  type SwServer,
  stampPath,
  startSw,
  password as swPassword,
} from './swServer.js'

const password = swPassword
let server: SwServer
let backup: SwServer
let sealed: Awaited<ReturnType<typeof createSealer>>

beforeAll(async () => {
  server = await startSw({ clock: () => now })
  backup = await startSw({ clock: () => now, authority: server.pac.authority })
  sealed = await createSealer(server.pac)
})
afterAll(() => Promise.all([server.close(), backup.close()]))

/** A host whose next request to stamp can be refused a connection. */
function host(timeout = 20_000): { send: Send; disconnect(): void } {
  const send = createSend({ timeout })
  let disconnected = false
  return {
    disconnect: () => {
      disconnected = true
    },
    send: (request, signal) => {
      if (!disconnected || !request.url.endsWith(stampPath)) return send(request, signal)
      disconnected = false
      // Nothing listens on port 1 (tcpmux).
      return send({ ...request, url: `http://127.0.0.1:1${stampPath}` }, signal)
    },
  }
}

function subject(credentials: SwCredentials): ContractSubject {
  const { send, disconnect } = host()
  const urls = {
    services: server.url,
    api: server.url,
    sat: `${server.url}/ConsultaCFDIService.svc`,
  }
  const next = (answer: { status: number; body: unknown }) =>
    server.next(stampPath, (to) => reply(to, answer))
  return {
    provider: createProvider(sw({ environment: 'test', urls, ...credentials }), {
      send,
      clock: () => now,
    }),
    sealed,
    secrets: [infiniteToken, password, 'eyJ.session'],
    arrange: {
      notSent: disconnect,
      answerLost: () =>
        server.next(stampPath, async (to, usual) => {
          await usual()
          to.socket?.resetAndDestroy()
        }),
      unintelligible: () =>
        next({ status: 502, body: '<html><title>502 Bad Gateway</title></html>' }),
      refused: () => next(refusal('AU2001 - El usuario no tiene saldo en timbres.')),
      throttled: () => next({ status: 429, body: '' }),
      rejected: () => next(refusal('CFDI40108 - El TipoDeComprobante es I.')),
      earlierWithoutStamp: () => next(refusal('307. El comprobante contiene un timbre previo.')),
    },
  }
}

describeContract('SW Sapien, with a token', () => subject({ token: infiniteToken }), {
  describe,
  it,
})
describeContract(
  'SW Sapien, with user and password',
  () => subject({ user: 'demo@example.com', password }),
  {
    describe,
    it,
  },
)

it('only the checks of look-ups do not apply', async () => {
  const reasons = []
  for (const { run } of providerContract(() => subject({ token: infiniteToken })))
    reasons.push(await run())
  expect(reasons.filter((reason) => reason !== undefined)).toEqual(['no look-ups', 'no look-ups'])
})

describe('two of them in a failover', () => {
  const connect = (id: string, { url }: SwServer, timeout: number) =>
    createProvider(
      sw({ id, environment: 'test', token: infiniteToken, urls: { services: url, api: url } }),
      {
        send: createSend({ timeout }),
      },
    )
  const compose = (primary = server) =>
    failover([connect('primary', primary, 400), connect('backup', backup, 20_000)], {
      journal: createUnsafeMemoryJournal(),
      onUnknown: 'hold',
      recovery: { window: 20_000, delays: [10] },
    })

  it('no answer and a reset after stamping: the same bytes to the same PAC give the one stamp', async () => {
    const issued = server.issued()
    server.next(
      stampPath,
      async (_, usual) => {
        await usual()
      },
      (to) => to.socket?.resetAndDestroy(),
    )
    expect(await compose().stamp(await sealed())).toMatchObject({
      kind: 'stamped',
      pac: 'primary',
      when: 'earlier',
    })
    expect([server.issued() - issued, backup.issued()]).toEqual([1, 0])
  })

  it('no stamps left, throttling and a refused connection: the backup stamps', async () => {
    for (const answer of [
      refusal('AU2001 - El usuario no tiene saldo.'),
      { status: 429, body: '' },
    ]) {
      server.next(stampPath, (to) => reply(to, answer))
      expect(await compose().stamp(await sealed())).toMatchObject({
        kind: 'stamped',
        pac: 'backup',
        when: 'fresh',
      })
    }
    // One with which nobody ever spoke: over a connection that lives a request may be sent.
    const closed = await startSw({ clock: () => now })
    await closed.close()
    expect(await compose(closed).stamp(await sealed())).toMatchObject({
      kind: 'stamped',
      pac: 'backup',
      when: 'fresh',
    })
  })
})
