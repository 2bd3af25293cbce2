import { inspect } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeComplement } from '../../src/model/write.js'
import type {
  HttpReply,
  HttpRequest,
  Send,
  StampAnswer,
  Unanswered,
} from '../../src/pac/adapter/adapter.js'
import { createProvider } from '../../src/pac/adapter/createProvider.js'
import { createSandboxPac } from '../../src/pac/sandbox/sandbox.js'
import type { TimbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import type { Sealed } from '../../src/seal/sello.js'
import { adapterOf, bytes, ok, sha256 } from './scriptedAdapter.js'
import { createSealer, now } from './sealing.js'

let sealed: Sealed
let timbre: TimbreFiscalDigital
let tfd: string
beforeAll(async () => {
  const pac = createSandboxPac({ clock: () => now })
  sealed = await (await createSealer(pac))()
  const outcome = await pac.stamp(sealed)
  if (outcome.kind !== 'stamped') throw new Error(outcome.kind)
  timbre = outcome.timbre
  tfd = writeComplement(timbreFiscalDigital, timbre)
})

const stampWith = (
  send: Send,
  read: (reply: HttpReply) => StampAnswer = () => ({ kind: 'unknown', message: '¿?' }),
) => createProvider(adapterOf(read), { send }).stamp(sealed)

describe('a claimed stamp', () => {
  const claim = (sources: string[], when: 'fresh' | 'earlier' = 'fresh'): StampAnswer => ({
    kind: 'stamped',
    when,
    sources,
    code: '307',
    detail: 'previo',
  })
  const claimed = (sources: string[], when?: 'earlier') =>
    stampWith(
      async () => ok(),
      () => claim(sources, when),
    )

  it.each(['fresh', 'earlier'] as const)(
    'is accepted with a TFD that has the Sello of the document: %s',
    async (when) => {
      expect(
        await stampWith(
          async () => ok('respuesta'),
          () => claim([tfd], when),
        ),
      ).toEqual({
        kind: 'stamped',
        pac: 'prueba',
        when,
        timbre,
        code: '307',
        detail: 'previo',
        requestHash: sha256(sealed.xml),
        replyHash: sha256('respuesta'),
      })
    },
  )

  it('is unknown, why: stamped, without a valid TFD', async () => {
    for (const sources of [
      [],
      [''],
      ['<html/>'],
      [tfd.slice(0, -9)],
      [tfd.replace(/UUID="[^"]+"/, 'UUID=""')],
    ]) {
      expect(await claimed(sources)).toMatchObject({
        kind: 'unknown',
        why: 'stamped',
        code: '307',
        detail: 'previo',
      })
    }
  })

  it('is unknown, why: mismatch, with the TFD of another document', async () => {
    const other = writeComplement(timbreFiscalDigital, { ...timbre, SelloCFD: 'b3Rybw==' })
    const outcome = await claimed([other], 'earlier')
    expect(outcome).toMatchObject({ kind: 'unknown', why: 'mismatch' })
    expect(outcome).not.toHaveProperty('timbre')
    expect(await claimed([tfd, other])).toMatchObject({ kind: 'unknown', why: 'stamped' })
  })

  it('is validated in a look-up too', async () => {
    const other = writeComplement(timbreFiscalDigital, { ...timbre, SelloCFD: 'b3Rybw==' })
    const finding = (sources: string[] | undefined) =>
      createProvider(
        adapterOf(() => ({ kind: 'unknown', message: '' }), {
          find: {
            request: () => ({ method: 'GET', url: 'https://pac.example/busca', headers: {} }),
            read: () =>
              sources ? { kind: 'stamped', when: 'earlier', sources } : { kind: 'absent' },
          },
        }),
        { send: async () => ok() },
      ).find(sealed)
    expect(await finding([tfd])).toMatchObject({
      kind: 'stamped',
      timbre,
      requestHash: sha256(sealed.xml),
    })
    expect(await finding([other])).toMatchObject({ kind: 'unknown', why: 'mismatch' })
    expect(await finding(undefined)).toMatchObject({ kind: 'absent', pac: 'prueba' })
  })

  it('a look-up is unknown, without a request, if the PAC has none', async () => {
    let asked = 0
    const send: Send = async () => {
      asked++
      return ok()
    }
    const outcome = await createProvider(
      adapterOf(() => ({ kind: 'unknown', message: '' })),
      { send },
    ).find(sealed)
    expect(outcome).toMatchObject({ kind: 'unknown', pac: 'prueba' })
    expect(asked).toBe(0)
  })
})

describe('the request', () => {
  it('is the one of the adapter, with the hash of the document, the same every time', async () => {
    const sent: HttpRequest[] = []
    const send: Send = async (request) => {
      sent.push(request)
      return ok()
    }
    const provider = createProvider(
      adapterOf(() => ({ kind: 'unknown', message: '' })),
      { send },
    )
    await provider.stamp(sealed)
    await provider.stamp({ ...sealed })
    expect(sent[0]).toEqual({
      method: 'POST',
      url: 'https://pac.example/timbra',
      headers: { clave: sha256(sealed.xml) },
      body: bytes(sealed.xml),
    })
    expect(sent[1]).toEqual(sent[0])
  })

  it.each([undefined, null, {}, { xml: '<a/>' }, { xml: '<a/>', sello: '' }])(
    '%j is a wrong argument',
    async (document) => {
      const provider = createProvider(
        adapterOf(() => ({ kind: 'unknown', message: '' })),
        { send: async () => ok() },
      )
      await expect(provider.stamp(document as never)).rejects.toThrow(TypeError)
    },
  )

  it.each([undefined, {}, { send: 'fetch' }])(
    'createProvider rejects the options %j',
    (options) => {
      expect(() =>
        createProvider(
          adapterOf(() => ({ kind: 'unknown', message: '' })),
          options as never,
        ),
      ).toThrow(TypeError)
    },
  )
})

describe('no reply', () => {
  it.each([
    [{ sent: 'no', error: { code: 'ECONNREFUSED' } }, 'unavailable', /ECONNREFUSED/],
    [{ sent: 'maybe', error: { code: 'ECONNRESET' } }, 'unknown', /ECONNRESET/],
    [{ sent: 'no' }, 'unavailable', /nada se envió\.$/],
    [{ sent: 'maybe' }, 'unknown', /puede haber recibido la petición\.$/],
  ])('%j is %s', async (result, kind, message) => {
    const outcome = await stampWith(async () => result as Unanswered)
    expect(outcome).toEqual({
      kind,
      pac: 'prueba',
      message: expect.stringMatching(message),
      requestHash: sha256(sealed.xml),
    })
  })

  it.each([
    undefined,
    null,
    'x',
    {},
    { sent: 'yes' },
    { sent: true },
    { status: '200' },
    { status: 200 },
    { status: 200, body: 'x' },
    { status: 1.5, body: new Uint8Array() },
  ])('a host that returns %j may have sent the request', async (result) => {
    expect(await stampWith(async () => result as never)).toMatchObject({ kind: 'unknown' })
  })

  it('a host that throws may have sent the request', async () => {
    const throwing: Send[] = [
      () => Promise.reject(new Error('ECONNREFUSED')),
      () => {
        throw new Error('x')
      },
    ]
    for (const send of throwing) expect(await stampWith(send)).toMatchObject({ kind: 'unknown' })
  })

  it('only what looks like a code is copied from an error', async () => {
    const outcome = await stampWith(async () => ({
      sent: 'maybe',
      error: { code: 'Bearer x.y.z', message: 'Bearer x.y.z' },
    }))
    expect(JSON.stringify(outcome)).not.toContain('Bearer')
  })

  it('the outcome is unknown if the adapter throws on a reply', async () => {
    const outcome = await stampWith(
      async () => ok('{', 200),
      () => {
        throw new Error('bug')
      },
    )
    expect(outcome).toMatchObject({
      kind: 'unknown',
      replyHash: sha256('{'),
      message: expect.stringContaining('HTTP 200'),
    })
  })
})

describe('aborts', () => {
  const silent: Send = () => new Promise(() => {})

  it('before the request: unavailable, and nothing is sent', async () => {
    let asked = 0
    const provider = createProvider(
      adapterOf(() => ({ kind: 'unknown', message: '' })),
      {
        send: async () => {
          asked++
          return ok()
        },
      },
    )
    expect(await provider.stamp(sealed, AbortSignal.abort())).toMatchObject({ kind: 'unavailable' })
    expect(asked).toBe(0)
  })

  it('in flight: unknown, even if the host ignores the signal', async () => {
    const controller = new AbortController()
    const provider = createProvider(
      adapterOf(() => ({ kind: 'unknown', message: '' })),
      { send: silent },
    )
    const outcome = provider.stamp(sealed, controller.signal)
    setTimeout(() => controller.abort(), 5)
    expect(await outcome).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('ABORTED'),
    })
  })

  it('in flight, with a host that is certain that nothing was sent: unavailable', async () => {
    const controller = new AbortController()
    const queueing: Send = (_, signal) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ sent: 'no' })))
    const provider = createProvider(
      adapterOf(() => ({ kind: 'unknown', message: '' })),
      {
        send: async (...call) => await (async () => await queueing(...call))(),
      },
    )
    const outcome = provider.stamp(sealed, controller.signal)
    setTimeout(() => controller.abort(), 5)
    expect(await outcome).toMatchObject({ kind: 'unavailable' })
  })

  it('after the answer: the answer is kept', async () => {
    const controller = new AbortController()
    const provider = createProvider(
      adapterOf(() => ({ kind: 'stamped', when: 'fresh', sources: [tfd] })),
      {
        send: async () => ok(),
      },
    )
    const outcome = await provider.stamp(sealed, controller.signal)
    controller.abort()
    expect(outcome).toMatchObject({ kind: 'stamped' })
  })
})

describe('a session', () => {
  /** A host that simulates a PAC with logins, and logs each request. */
  function playing(
    options: {
      lifetime?: number
      login?: () => HttpReply | Unanswered
      stamp?: (token: string) => HttpReply
    } = {},
  ) {
    let clock = now.getTime()
    let logins = 0
    const log: string[] = []
    const adapter = adapterOf(
      (reply) =>
        reply.status === 401
          ? {
              kind: 'refused',
              scope: 'account',
              message: `no: ${new TextDecoder().decode(reply.body)}`,
            }
          : { kind: 'stamped', when: 'fresh', sources: [tfd] },
      {
        login: {
          request: () => ({
            method: 'POST',
            url: 'https://pac.example/entra',
            headers: {},
            body: 'CONTRASEÑA',
          }),
          read: (reply) => {
            if (reply.status === 500) throw new Error('bug')
            if (reply.status === 403)
              return { kind: 'refused', scope: 'account', message: 'La CONTRASEÑA no es.' }
            const token = new TextDecoder().decode(reply.body)
            return {
              kind: 'open',
              token,
              ...(options.lifetime && { expires: clock + options.lifetime }),
            }
          },
          expired: ({ status }) => status === 401,
        },
        secrets: () => ['CONTRASEÑA'],
      },
    )
    const send: Send = async ({ url, headers }) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (url.endsWith('/entra')) {
        log.push('login')
        return options.login?.() ?? ok(`TOKEN-${++logins}`)
      }
      log.push(`stamp ${headers['authorization']}`)
      return options.stamp?.(headers['authorization'] ?? '') ?? ok()
    }
    const provider = createProvider(adapter, { send, clock: () => new Date(clock) })
    return {
      provider,
      log,
      pass: (ms: number) => {
        clock += ms
      },
    }
  }

  it('concurrent calls share one login', async () => {
    const { provider, log } = playing()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => provider.stamp(sealed)))
    expect(outcomes.every(({ kind }) => kind === 'stamped')).toBe(true)
    await provider.stamp(sealed)
    expect(log.filter((line) => line === 'login')).toHaveLength(1)
    expect(new Set(log)).toEqual(new Set(['login', 'stamp TOKEN-1']))
  })

  it('renews a minute before it expires', async () => {
    const { provider, log, pass } = playing({ lifetime: 7_200_000 })
    await provider.stamp(sealed)
    pass(7_200_000 - 60_001)
    await provider.stamp(sealed)
    pass(1)
    await provider.stamp(sealed)
    expect(log).toEqual(['login', 'stamp TOKEN-1', 'stamp TOKEN-1', 'login', 'stamp TOKEN-2'])
  })

  it('renews once if the token is rejected, and repeats the request', async () => {
    const { provider, log } = playing({
      stamp: (token) => (token === 'TOKEN-1' ? ok('', 401) : ok()),
    })
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped' })
    expect(log).toEqual(['login', 'stamp TOKEN-1', 'login', 'stamp TOKEN-2'])
  })

  it('does not renew forever', async () => {
    const { provider, log } = playing({ stamp: (token) => ok(`${token} no vale`, 401) })
    expect(await provider.stamp(sealed)).toMatchObject({
      kind: 'refused',
      scope: 'account',
      message: 'no: *** no vale',
    })
    expect(log).toEqual(['login', 'stamp TOKEN-1', 'login', 'stamp TOKEN-2'])
  })

  it('without a token the outcome is refused or unavailable, never unknown', async () => {
    const without = async (login: HttpReply | Unanswered) => {
      const { provider, log } = playing({ login: () => login })
      const outcome = await provider.stamp(sealed)
      expect(log).toEqual(['login'])
      return outcome
    }
    expect(await without(ok('', 403))).toMatchObject({
      kind: 'refused',
      message: 'La *** no es.',
      requestHash: sha256(sealed.xml),
    })
    expect(await without(ok('', 500))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('HTTP 500'),
    })
    expect(await without({ sent: 'maybe', error: { code: 'ECONNRESET' } })).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('ECONNRESET'),
    })
    expect(await without({ sent: 'no' })).toMatchObject({ kind: 'unavailable' })
  })

  it('an abort by one caller does not affect the others that wait for the login', async () => {
    const { provider, log } = playing()
    const controller = new AbortController()
    const impatient = provider.stamp(sealed, controller.signal)
    const patient = provider.stamp(sealed)
    // Both are hashing; the login begins in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 0))
    controller.abort()
    expect(await impatient).toMatchObject({ kind: 'unavailable' })
    expect(await patient).toMatchObject({ kind: 'stamped' })
    expect(log).toEqual(['login', 'stamp TOKEN-1'])
  })
})

describe('other operations', () => {
  const exchange = <Question, Answer>(
    read: (reply: HttpReply) => Answer,
    url = 'https://pac.example/x',
  ) => ({
    request: (_: Question) => ({ method: 'GET' as const, url, headers: {} }),
    read,
  })
  const unknown = (): StampAnswer => ({ kind: 'unknown', message: '' })

  it('the provider has only what the adapter has', () => {
    const provider = createProvider(adapterOf(unknown), { send: async () => ok() })
    expect(Object.keys(provider).sort()).toEqual(['capabilities', 'find', 'id', 'ping', 'stamp'])
  })

  it('a cancellation has the hash of the signed request', async () => {
    const adapter = adapterOf(unknown, {
      cancel: exchange(() => ({ kind: 'accepted', code: '201', acuse: '<Acuse/>' })),
    })
    const provider = createProvider(adapter, { send: async () => ok() })
    const request = { uuid: 'U', rfcEmisor: 'R', motivo: '02' } as const
    expect(await provider.cancel?.({ ...request, signed: '<Cancelacion/>' })).toEqual({
      kind: 'accepted',
      code: '201',
      acuse: '<Acuse/>',
      pac: 'prueba',
      requestHash: sha256('<Cancelacion/>'),
      replyHash: sha256('ok'),
    })
    expect(await provider.cancel?.(request)).not.toHaveProperty('requestHash')
    const lost = createProvider(adapter, { send: async () => ({ sent: 'maybe' }) })
    expect(await lost.cancel?.(request)).toMatchObject({ kind: 'unknown', pac: 'prueba' })
  })

  it('values are returned as read, and undefined if there is none', async () => {
    const replies: (HttpReply | Unanswered)[] = [
      ok('12'),
      ok('0'),
      ok('x'),
      { sent: 'maybe' },
      { sent: 'no' },
    ]
    const adapter = adapterOf(unknown, {
      balance: exchange(({ body }) => {
        const text = new TextDecoder().decode(body)
        if (text === 'x') throw new Error('bug')
        return Number(text)
      }),
    })
    const provider = createProvider(adapter, { send: async () => replies.shift() ?? ok() })
    const balances = []
    for (let count = 0; count < 5; count++) balances.push(await provider.balance?.())
    expect(balances).toEqual([12, 0, undefined, undefined, undefined])
  })

  it('ping is true only for an affirmative reply', async () => {
    for (const [result, expected] of [
      [ok(), true],
      [ok('', 503), false],
      [{ sent: 'no' }, false],
      [{ sent: 'maybe' }, false],
    ] as const) {
      expect(await createProvider(adapterOf(unknown), { send: async () => result }).ping()).toBe(
        expected,
      )
    }
  })

  it('texts are truncated and secrets redacted; printing shows none', async () => {
    const adapter = adapterOf(
      () => ({
        kind: 'rejected',
        scope: 'document',
        code: 'C-SECRETO',
        message: 'SECRETO y SECRETO',
        detail: `SECRETO${'x'.repeat(5000)}`,
      }),
      { secrets: () => ['', 'SECRETO'] },
    )
    const provider = createProvider(adapter, { send: async () => ok() })
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({
      code: 'C-***',
      message: '*** y ***',
      detail: `***${'x'.repeat(1997)}`,
    })
    expect(inspect([adapter, provider, outcome], { depth: 9, showHidden: true })).not.toContain(
      'SECRETO',
    )
  })
})
