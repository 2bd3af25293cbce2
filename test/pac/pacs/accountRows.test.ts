/** Account troubles that a host recorded, at PACs that publish no codes for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpReply, Outgoing } from '../../../src/pac/adapter/adapter.js'
import { failover } from '../../../src/pac/failover.js'
import { fakes as definitions } from '../../../src/pac/fakes/fakes.js'
import { fel } from '../../../src/pac/fel/fel.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import { ntlink } from '../../../src/pac/ntlink/ntlink.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { adapterOf, type Fake, providerOf, startFake } from './pacs.js'

const pac = createSandboxPac()
let seal: () => Promise<Sealed>
let finkok: Fake
beforeAll(async () => {
  seal = await createTestSealer(pac)
  finkok = await startFake('finkok', { pac, credits: 1e4 })
})
afterAll(() => finkok.close())

const troubles = [
  ['login', 'password'],
  ['credits', 'credits'],
  ['blocked', 'blocked'],
] as const

describe.each([
  'fel',
  'sifei',
  'ntlink',
  'comercioDigital',
  'formasDigitales',
  'mysuite',
  'itimbre',
] as const)('%s', (name) => {
  const { problems } = definitions[name].wire
  const account = troubles.map(([problem, means]) => ({
    text: problems[problem]?.[1] ?? '',
    means,
  }))
  let fake: Fake
  beforeAll(async () => {
    fake = await startFake(name, { pac, credits: 1e4 })
  })
  afterAll(() => fake.close())

  it.each(troubles)('%s is %s with the table, and unknown without', async (problem, means) => {
    const sealed = await seal()
    fake.next(problem, problem)
    expect(await providerOf(fake).stamp(sealed)).toMatchObject({ kind: 'unknown' })
    const outcome = await providerOf(fake, { account }).stamp(sealed)
    expect(outcome).toMatchObject({
      kind: 'refused',
      scope: 'account',
      account: means,
      detail: problems[problem]?.[1],
    })
  })

  it.each(troubles)('after %s the failover goes on within one request', async (problem) => {
    const before = fake.requests.length
    fake.next(...Array(4).fill(problem))
    const { dedupByContent, findKinds } = providerOf(fake).capabilities
    const once = !dedupByContent && findKinds.length === 0 ? { once: [name] } : {}
    const stamping = failover([providerOf(fake, { account }), providerOf(finkok)], {
      journal: createUnsafeMemoryJournal(),
      ...once,
    })
    const documents = await Promise.all([seal(), seal(), seal(), seal()])
    const outcomes = await Promise.all(documents.map((sealed) => stamping.stamp(sealed)))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: 'stamped', pac: 'finkok' })
    expect(fake.requests.length - before).toBe(1)
    fake.next()
  })

  it.each([
    [{}],
    ['x'],
    [{ means: 'password' }],
    [{ text: ' ', means: 'password' }],
    [{ text: 'x', means: 'issuer' }],
    [{ text: 'x', means: 'credits', otro: 1 }],
    [{ code: '307', means: 'credits' }],
    [{ code: 'CFDI40101', means: 'credits' }],
  ])('%j is no row', (row) => {
    expect(() => adapterOf(fake, { account: [row] })).toThrow(/account is a list/)
  })
})

describe('a reply that may hold a stamp is no account trouble', () => {
  const outgoing = {
    sealed: {},
    bytes: new Uint8Array(),
    sha256: '',
    cadenaSha256: '',
  } as unknown as Outgoing
  const account = [
    { text: 'Sin timbres', means: 'credits' },
    { code: 'E9', means: 'expired' },
  ] as const
  const options = { environment: 'test', user: 'u', password: 'p', account } as const
  const fault = (text: string, more = ''): HttpReply => ({
    status: 500,
    headers: {},
    body: new TextEncoder().encode(
      `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultstring>${text}</faultstring><detail>${more}</detail></e:Fault></e:Body></e:Envelope>`,
    ),
  })
  const kindOf = async (reply: HttpReply) =>
    (await ntlink(options).stamp.read(reply, outgoing)).kind

  it('only the whole text, in the envelope of the PAC, and nothing else in it', async () => {
    expect(await kindOf(fault('Sin\n timbres'))).toBe('refused')
    for (const text of ['Sin timbres disponibles', 'sin timbres', 'E9', 'Sin timbres.'])
      expect(await kindOf(fault(text))).toBe('unknown')
    expect(await kindOf(fault('Sin timbres', '<tfd>TimbreFiscalDigital</tfd>'))).toBe('unknown')
    expect(await kindOf(fault('Sin timbres', btoa('<tfd:TimbreFiscalDigital/>'.repeat(20))))).toBe(
      'unknown',
    )
    const bare = (body: string, status = 200): HttpReply => ({
      status,
      headers: {},
      body: new TextEncoder().encode(body),
    })
    for (const body of ['Sin timbres', '<html>Sin timbres</html>', ''])
      expect(await kindOf(bare(body, 500))).toBe('unknown')
  })

  it('names the trouble of an account whose reply is 401, which is else a wrong password', async () => {
    const reply = { ...fault('Sin timbres'), status: 401 }
    const bare = { environment: 'test', user: 'u', password: 'p' } as const
    const read = (own: object) => ntlink({ ...bare, ...own }).stamp.read(reply, outgoing)
    expect(await read({ account })).toMatchObject({ kind: 'refused', account: 'credits' })
    expect(await read({})).toMatchObject({ kind: 'refused', account: 'password' })
  })

  it('a stamp, and a doubt about one, stay what they are', async () => {
    const said = (inner: string): HttpReply => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode(
        `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><TimbrarCFDIResponse><TimbrarCFDIResult>${inner}</TimbrarCFDIResult></TimbrarCFDIResponse></e:Body></e:Envelope>`,
      ),
    })
    const read = (inner: string) => fel(options).stamp.read(said(inner), outgoing)
    const text = '<MensajeError>Sin timbres</MensajeError>'
    expect(await read(`${text}<XMLResultado>&lt;cfdi/&gt;</XMLResultado>`)).toMatchObject({
      kind: 'stamped',
    })
    expect(await read(`${text}<OperacionExitosa>true</OperacionExitosa>`)).toMatchObject({
      kind: 'stamped',
    })
    expect(await read(`<CodigoRespuesta>801</CodigoRespuesta>${text}`)).toMatchObject({
      kind: 'unknown',
      why: 'stamped',
    })
    expect(await read(`<CodigoRespuesta>E9</CodigoRespuesta>${text}`)).toMatchObject({
      kind: 'refused',
      account: 'credits',
    })
    expect(await read('<CodigoRespuesta>E9</CodigoRespuesta>')).toMatchObject({
      kind: 'refused',
      account: 'expired',
    })
  })
})
