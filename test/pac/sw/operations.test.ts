import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { StampOutcome } from '../../../src/pac/provider.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { now } from '../sealing.js'
import {
  type Fault,
  fileOf,
  infiniteToken,
  refusal,
  reply,
  stampPath,
  success,
  password as swPassword,
} from './swServer.js'

import {
  answering,
  connect,
  eachTestHasItsOwn,
  provider,
  sealDocument,
  sealed,
  server,
  sha256,
  use,
} from './swStage.js'

eachTestHasItsOwn()

describe('with user and password', () => {
  const credentials = { user: 'demo@example.com', password: swPassword }
  const loginPath = '/v2/security/authenticate'
  const logins = () => server.requests.filter(({ path }) => path === loginPath)

  it('asks for a token once, in the body and not in the address', async () => {
    use({ provider: connect(credentials) })
    const documents = await Promise.all([sealDocument(), sealDocument(), sealDocument()])
    const outcomes = await Promise.all(documents.map((document) => provider.stamp(document)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stamped', 'stamped', 'stamped'])
    expect(await provider.balance?.()).toBe(987)
    expect(logins()).toHaveLength(1)
    expect(logins()[0]).toMatchObject({
      method: 'POST',
      path: loginPath,
      headers: { 'content-type': 'application/json' },
    })
    expect(JSON.parse(logins()[0]!.body.toString())).toEqual(credentials)
  })

  it('renews it before its two hours are over', async () => {
    let time = now.getTime()
    use({ provider: connect(credentials, 20_000, () => new Date(time)) })
    await provider.stamp(sealed)
    time += 7200_000 - 61_000
    await provider.stamp(sealed)
    expect(logins()).toHaveLength(1)
    time += 1000
    await provider.stamp(sealed)
    expect(logins()).toHaveLength(2)
  })

  it('renews it when it is turned away, and then sends the same bytes', async () => {
    use({ provider: connect(credentials) })
    await provider.stamp(await sealDocument())
    server.tokens.clear()
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped', when: 'fresh' })
    expect(logins()).toHaveLength(2)
    const [, refused, again] = server.stamps()
    expect(again!.body.equals(refused!.body)).toBe(true)
  })

  it('does not ask for another when it is the account that cannot stamp', async () => {
    use({ provider: connect(credentials) })
    server.next(
      stampPath,
      answering({ ...refusal('AU2001 - El usuario no tiene saldo en timbres.'), status: 401 }),
    )
    expect(await provider.stamp(sealed)).toMatchObject({
      kind: 'refused',
      scope: 'account',
      code: 'AU2001',
    })
    expect(logins()).toHaveLength(1)
  })

  it('a wrong password is refused after one attempt', async () => {
    use({ provider: connect({ ...credentials, password: 'otra' }) })
    expect(await provider.stamp(sealed)).toMatchObject({
      kind: 'refused',
      scope: 'account',
      code: 'AU2000',
    })
    expect(logins()).toHaveLength(1)
    expect(server.stamps()).toHaveLength(0)
  })

  it.each<[string, Fault, string]>([
    ['HTML', answering({ status: 502, body: '<html>' }), 'unavailable'],
    ['no token', answering(success({})), 'unavailable'],
    ['a token that is no header', answering(success({ token: 'a\r\nb' })), 'unavailable'],
    ['a reset', (response) => response.socket?.resetAndDestroy(), 'unavailable'],
    ['throttling', answering({ status: 429, body: '' }), 'refused'],
  ])('%s instead of a token: certainly not stamped', async (_, fault, kind) => {
    server.next(loginPath, fault)
    use({ provider: connect(credentials) })
    expect(await provider.stamp(sealed)).toMatchObject({ kind })
    expect(server.stamps()).toHaveLength(0)
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped' })
  })
})

describe('cancel', () => {
  const signed = (uuid: string) =>
    `<Cancelacion xmlns="http://cancelacfd.sat.gob.mx" RfcEmisor="PÑA110620H80" Fecha="2026-11-21T12:00:00"><Folios><Folio UUID="${uuid}" Motivo="02"/></Folios><Signature/></Cancelacion>`
  const request = (uuid: string) => ({ uuid, rfcEmisor: 'PÑA110620H80', motivo: '02' as const })
  const stampedUuid = async () => {
    const outcome = await provider.stamp(sealed)
    return outcome.kind === 'stamped' ? outcome.timbre.UUID : ''
  }

  it('sends the signed request as it is, and gives the acuse back', async () => {
    const uuid = await stampedUuid()
    const outcome = await provider.cancel?.({
      ...request(uuid.toLowerCase()),
      signed: signed(uuid),
    })
    expect(outcome).toMatchObject({
      kind: 'accepted',
      pac: 'sw',
      code: '201',
      acuse: expect.stringContaining(`<UUID>${uuid}</UUID>`),
      requestHash: sha256(signed(uuid)),
    })
    const sent = server.requests.at(-1)!
    expect(sent.path).toBe('/cfdi33/cancel/xml')
    expect(fileOf(sent)).toBe(signed(uuid))
  })

  it('without one, asks SW to sign with the CSD that it has', async () => {
    const uuid = await stampedUuid()
    const substitute = '01724196-AC5A-4735-B621-E3B42BCBB459'
    expect(await provider.cancel?.(request(uuid))).toMatchObject({ kind: 'accepted', code: '201' })
    await provider.cancel?.({
      ...request(uuid),
      rfcEmisor: 'C&L180905J49',
      motivo: '01',
      folioSustitucion: substitute,
    })
    const paths = server.requests.slice(-2).map(({ path }) => path)
    expect(paths).toEqual([
      `/cfdi33/cancel/PÑA110620H80/${uuid}/02`,
      `/cfdi33/cancel/C%26L180905J49/${uuid}/01/${substitute}`,
    ])
  })

  it.each([
    { uuid: '..' },
    { rfcEmisor: '' },
    { motivo: '05' },
    { motivo: '01' },
    { folioSustitucion: '01724196-AC5A-4735-B621-E3B42BCBB459' },
  ])('%j is a wrong argument', async (change) => {
    const whole = request('01724196-AC5A-4735-B621-E3B42BCBB459')
    await expect(provider.cancel?.({ ...whole, ...change } as never)).rejects.toThrow(TypeError)
    expect(server.requests).toHaveLength(0)
  })

  it.each([
    [
      '205: the SAT does not have it yet',
      success({ acuse: '<A/>', uuid: { 'E94F6A2C-7A63-4E55-9D4C-0B7C6A5E1F2A': '205' } }),
      { kind: 'rejected', code: '205' },
    ],
    [
      '202: before',
      success({ acuse: '<A/>', uuid: { 'e94f6a2c-7a63-4e55-9d4c-0b7c6a5e1f2a': 202 } }),
      { kind: 'accepted', code: '202' },
    ],
    ['an acuse of another', success({ acuse: '<A/>', uuid: { otro: '201' } }), { kind: 'unknown' }],
    ['no acuse', success(null), { kind: 'unknown' }],
    [
      'a certificate',
      refusal('CACFDI33 - Problemas con el xml.', 'CA305 - Certificado Inválido.'),
      { kind: 'rejected', code: 'CA305' },
    ],
    [
      'fields',
      refusal('CACFDI33 - Problemas con los campos.'),
      { kind: 'rejected', code: 'CACFDI33' },
    ],
    [
      'the SAT being down',
      refusal('CACFDI33 - Problemas con el xml.', 'CA300 - Autenticación no válida'),
      { kind: 'unknown' },
    ],
    ['another reason', refusal('CACFDI33 - Problemas con el xml.', '¿?'), { kind: 'unknown' }],
    ['a code of stamping', refusal('301 - x'), { kind: 'unknown' }],
    ['the account', refusal('AU2000 - El usuario'), { kind: 'refused', scope: 'account' }],
    ['HTML', { status: 502, body: '<html>' }, { kind: 'unknown' }],
  ])('%s', async (_, answer, expected) => {
    server.next('/cfdi33/cancel', answering(answer))
    const uuid = 'E94F6A2C-7A63-4E55-9D4C-0B7C6A5E1F2A'
    expect(await provider.cancel?.({ ...request(uuid), signed: signed(uuid) })).toMatchObject(
      expected,
    )
  })

  it('a request that the server finds badly signed', async () => {
    const uuid = await stampedUuid()
    const outcome = await provider.cancel?.({
      ...request(uuid),
      signed: signed(uuid).replace('<Signature/>', ''),
    })
    expect(outcome).toMatchObject({ kind: 'rejected', code: 'CA302' })
  })
})

describe('status, balance, ping, find', () => {
  it("asks the SAT's service, without credentials", async () => {
    const outcome = (await provider.stamp(sealed)) as StampOutcome & { kind: 'stamped' }
    const query = {
      uuid: outcome.timbre.UUID,
      rfcEmisor: 'PÑA110620H80',
      rfcReceptor: 'TOAM850417U21',
      total: '116.00',
      fe: sealed.sello.slice(-8),
    }
    expect(await provider.status?.(query)).toEqual({
      estado: 'Vigente',
      esCancelable: 'Cancelable sin aceptación',
    })
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    expect(
      await provider.status?.({ ...query, uuid: '01724196-AC5A-4735-B621-E3B42BCBB459' }),
    ).toEqual({
      estado: 'No Encontrado',
    })
    server.next('/ConsultaCFDIService.svc', answering({ status: 200, body: '<html>' }))
    expect(await provider.status?.(query)).toBeUndefined()
  })

  it('balance: of both services, without limit, and unknown', async () => {
    expect(await provider.balance?.()).toBe(990)
    expect(server.requests.at(-1)).toMatchObject({
      method: 'GET',
      path: '/management/v2/api/users/balance',
    })
    server.next(
      '/management',
      answering(success({ saldoTimbres: 12, ilimitado: false })),
      answering(success({ stampsBalance: 3, isUnlimited: true })),
      answering(success({ stampsBalance: 0 })),
      answering(success({ stampsBalance: '7' })),
      answering({ status: 500, body: '<html>' }),
    )
    const balances = []
    for (let count = 0; count < 5; count++) balances.push(await provider.balance?.())
    expect(balances).toEqual([12, undefined, 0, undefined, undefined])
  })

  it('ping calls the host that stamps, without a login', async () => {
    expect(await provider.ping()).toBe(true)
    expect(await connect({ user: 'demo@example.com', password: 'x' }).ping()).toBe(true)
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/account/balance',
      '/account/balance',
    ])
    server.next(
      '/account',
      answering({ status: 503, body: '' }),
      answering({ status: 429, body: '' }),
      (response) => response.socket?.destroy(),
    )
    for (let count = 0; count < 3; count++) expect(await provider.ping()).toBe(false)
  })

  it('has no look-up that does not stamp', async () => {
    expect(provider.capabilities).toMatchObject({
      dedupByContent: true,
      returnsEarlierStamp: 'always',
      findKinds: [],
    })
    expect(await provider.find(sealed)).toMatchObject({ kind: 'unknown', pac: 'sw' })
    expect(server.requests).toHaveLength(0)
  })
})

describe('secrets', () => {
  const password = swPassword
  const all = [infiniteToken, password, 'eyJ.session']

  it('are in no outcome, even when SW repeats them, nor in what is printed', async () => {
    const seen: unknown[] = []
    const echo: Fault = (response, _, { headers, body }) =>
      reply(response, {
        ...refusal(`El token ${headers.authorization} no es válido`, body.toString().slice(0, 400)),
        status: 401,
      })
    for (const options of [{ token: infiniteToken }, { user: 'demo@example.com', password }]) {
      const one = connect(options)
      server.next(stampPath, echo, echo)
      seen.push(one, await one.stamp(sealed), await one.stamp(sealed))
      server.next('/v2/security/authenticate', echo)
      const another = connect({ user: 'demo@example.com', password })
      seen.push(another, await another.stamp(sealed))
    }
    const kinds = seen
      .map((one) => (one as Partial<StampOutcome>).kind)
      .filter((kind) => kind !== undefined)
    expect(kinds).toEqual(['refused', 'refused', 'refused', 'refused', 'stamped', 'refused'])
    const printed =
      inspect(seen, { depth: 12, showHidden: true, maxStringLength: null }) + JSON.stringify(seen)
    for (const secret of all) expect(printed).not.toContain(secret)
    expect(printed).toContain('***')
  })

  it.each([
    [{}],
    [{ environment: 'test' }],
    [{ token: 'x' }],
    [{ environment: 'staging', token: 'x' }],
    [{ environment: 'test', token: '' }],
    [{ environment: 'test', token: 'SECRETO con espacio' }],
    [{ environment: 'test', token: 'SECRETO\r\nx: y' }],
    [{ environment: 'test', token: 7 }],
    [{ environment: 'test', token: 'SECRETO', user: 'u' }],
    [{ environment: 'test', user: 'u' }],
    [{ environment: 'test', user: 'u', password: '' }],
    [
      {
        environment: 'test',
        token: 'SECRETO',
        urls: { services: 'http://services.test.sw.com.mx' },
      },
    ],
    [{ environment: 'test', token: 'SECRETO', urls: { api: 'api' } }],
  ])('%j is a wrong argument, said without them', (options) => {
    let error: unknown
    try {
      sw(options as never)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).not.toContain('SECRETO')
  })
})
