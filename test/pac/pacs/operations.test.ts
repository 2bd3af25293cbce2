/** Cancellation, status, balance, options and hostile replies of every PAC. */
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../src/node/connect.js'
import type { HttpReply } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import type { Provider } from '../../../src/pac/provider.js'
import { registerIssuer } from '../../../src/pac/account/registerIssuer.js'
import { isAdapter, requireProvider } from '../../../src/pac/requireProvider.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import type { Sealed } from '../../../src/seal/sello.js'
import { runs } from '../../effort.js'
import { adapterOf, type Fake, names, providerOf, startFake } from './pacs.js'

const pac = createSandboxPac()
let seal: () => Promise<Sealed>
beforeAll(async () => {
  seal = await createTestSealer(pac)
})

const strange = '01724196-AC5A-4735-B621-E3B42BCBB459'
const party = {
  rfcEmisor: 'EKU9003173C9',
  rfcReceptor: 'URE180429TM6',
  total: '100.00',
  fe: 'abcdefg=',
}

function cancellation(
  uuid: string,
  signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>',
) {
  const folio = `<Folios><Folio UUID="${uuid}" Motivo="02" FolioSustitucion=""/></Folios>`
  const signed = `<Cancelacion xmlns="http://cancelacfd.sat.gob.mx" RfcEmisor="EKU9003173C9" Fecha="2026-11-21T12:00:00">${folio}${signature}</Cancelacion>`
  return { ...party, uuid, motivo: '02' as const, tipoDeComprobante: 'I' as const, signed }
}

describe.each(names)('%s', (name) => {
  let fake: Fake
  let provider: Provider
  const stampedUuid = async () => {
    const outcome = await provider.stamp(await seal())
    return outcome.kind === 'stamped' ? outcome.timbre.UUID : ''
  }
  beforeAll(async () => {
    fake = await startFake(name, { pac })
    provider = providerOf(fake)
  })
  afterAll(() => fake.close())

  it('cancels what it stamped, with the signed request unchanged', async (context) => {
    if (!provider.capabilities.cancelSigned) return context.skip('it takes no signed request')
    const request = cancellation(await stampedUuid())
    const outcome = await provider.cancel?.({ ...request, uuid: request.uuid.toLowerCase() })
    expect(outcome).toMatchObject({
      kind: 'accepted',
      code: '201',
      requestHash: expect.any(String),
    })
    expect(fake.asked.at(-1)).toMatchObject({ op: 'cancel', xml: request.signed })
    expect(await provider.cancel?.(request)).toMatchObject({ kind: 'accepted', code: '202' })
  })

  it('says that a cancellation was not accepted, or that it is not known', async (context) => {
    if (!provider.capabilities.cancelSigned) return context.skip('it takes no signed request')
    expect(await provider.cancel?.(cancellation(strange))).toMatchObject({
      kind: 'rejected',
      code: '205',
    })
    const unsigned = await provider.cancel?.(cancellation(await stampedUuid(), ''))
    expect(['rejected', 'unknown']).toContain(unsigned?.kind)
  })

  it('never cancels without the signature of the issuer', async () => {
    const { signed: _, ...unsigned } = cancellation(strange)
    if (name === 'sw') return
    if (!provider.capabilities.cancelSigned) expect(provider.cancel).toBeUndefined()
    else await expect(provider.cancel?.(unsigned)).rejects.toThrow(TypeError)
  })

  it('knows the status at the SAT', async () => {
    expect(await provider.status?.({ ...party, uuid: await stampedUuid() })).toMatchObject({
      estado: 'Vigente',
    })
    expect(await provider.status?.({ ...party, uuid: strange })).toEqual({
      estado: 'No Encontrado',
    })
  })

  it('registers an issuer where that is documented, and is refused by name elsewhere', async () => {
    const registering = registerIssuer(provider, { rfc: 'URE180429TM6' })
    if (provider.register === undefined)
      return expect(registering).rejects.toThrow(`registerIssuer: ${name} has no documented`)
    expect(await registering).toMatchObject({ kind: 'registered', pac: name })
    await expect(registerIssuer(provider, { rfc: 'X' })).rejects.toThrow('rfc must be an RFC')
    expect(await provider.register({ rfc: 'X' })).toMatchObject({
      kind: 'rejected',
      message: 'RFC Invalido',
    })
    const wrong = providerOf(fake, { password: 'otra' })
    expect((await registerIssuer(wrong, { rfc: 'URE180429TM6' })).kind).toBe('unknown')
  })

  it('counts the stamps left, if it can', async () => {
    expect(provider.balance !== undefined).toBe(provider.capabilities.balance)
    expect(await provider.balance?.()).toBe(provider.balance && 1000 - fake.uuids.length)
  })

  it.each([
    ['user', ''],
    ['user', undefined],
    ['password', ''],
    ['password', 7],
    ['environment', 'staging'],
    ['urls', { services: 'http://pac.example' }],
    ['urls', { services: 'SECRETO' }],
  ])('%s: %j is a wrong argument, said without credentials', (key, value) => {
    const changed = () =>
      adapterOf(fake, { user: 'SECRETO-usuario', password: 'SECRETO', [key]: value })
    expect(changed).toThrow(TypeError)
    expect(changed).not.toThrow(/SECRETO/)
  })

  it('shows no credentials when it is printed', () => {
    const adapter = adapterOf(fake)
    const printed = inspect(
      [adapter, createProvider(adapter, { send: async () => ({ sent: 'no' }) })],
      {
        depth: 9,
        showHidden: true,
      },
    )
    expect(printed).not.toContain('contraseña')
  })

  it('any bytes, with any status, are an answer', async () => {
    const { stamp, find, cancel, status, balance } = adapterOf(fake)
    const tags =
      'Envelope Body Fault stampResult xml Incidencia return resultados status codigo XMLResultado'.split(
        ' ',
      )
    const xml: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('200', '307', '603', '0', 'true', '', '&lt;a/&gt;', 'UEsFBg=='),
        fc
          .tuple(fc.constantFrom(...tags), fc.array(tie('node'), { maxLength: 3 }))
          .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
      ),
    })).node
    const body = fc.oneof(xml, fc.string(), fc.json()).map((text) => new TextEncoder().encode(text))
    const headers = fc.record(
      { codigo: fc.constantFrom('0', '000', '307', '', 'x'), errmsg: fc.string() },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 599 }),
        headers,
        body,
        async (code, head, bytes) => {
          const reply: HttpReply = {
            status: code,
            headers: head as Record<string, string>,
            body: bytes,
          }
          const document = { sealed: {}, bytes, sha256: '', cadenaSha256: '' } as never
          const stamped = await stamp.read(reply, document)
          expect(['stamped', 'rejected', 'refused', 'unavailable', 'unknown']).toContain(
            stamped.kind,
          )
          if (stamped.kind === 'stamped')
            expect(stamped.sources.join()).not.toContain('TimbreFiscalDigital')
          const others = [
            await find?.read(reply, document),
            await cancel?.read(reply, cancellation(strange)),
          ]
          for (const answer of others) expect(answer?.kind).not.toBe('accepted')
          await status?.read(reply, { ...party, uuid: strange })
          await balance?.read(reply, undefined)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('in one call, from an account', async () => {
    const { environment: _, ...account } = fake.account
    const connected = connect(name, { ...account, sandbox: true } as never)
    expect(await connected.stamp(await seal())).toMatchObject({ kind: 'stamped', pac: name })
  })
})

describe('connect', () => {
  it.each([
    [['nadie', {}], /there is no adapter for nadie; there are finkok/],
    [['constructor', {}], /there is no adapter/],
    [
      ['finkok', { user: 'u', password: 'p', sandbox: true, environment: 'production' }],
      /sandbox is true/,
    ],
    [['finkok', { user: 'u', sandbox: true }], /password is missing/],
    [['ntlink', { user: 'u', password: 'p' }], /ntlink: urls.services/],
  ])('%j is a wrong argument', (args, message) => {
    expect(() => connect(...(args as Parameters<typeof connect>))).toThrow(message)
  })

  it('goes to production unless it is told otherwise', async () => {
    const seen: string[] = []
    const send = async ({ url }: { url: string }) => {
      seen.push(new URL(url).hostname)
      return { sent: 'no' as const }
    }
    for (const options of [{}, { sandbox: false }, { sandbox: true }])
      await connect('finkok', { user: 'u', password: 'p', send, ...options }).ping()
    expect(seen).toEqual([
      'facturacion.finkok.com',
      'facturacion.finkok.com',
      'demo-facturacion.finkok.com',
    ])
  })
})

describe('an adapter where a provider is due', () => {
  it('is told from one', () => {
    const options = { user: 'u', password: 'p', environment: 'test' } as const
    const send = async () => ({ sent: 'no' as const })
    expect(isAdapter(createProvider(adapterFor(options), { send }))).toBe(false)
    expect(isAdapter(adapterFor(options))).toBe(true)
    expect(() => requireProvider('createEngine', adapterFor(options))).toThrow(
      /createEngine: finkok is an adapter.*connect/,
    )
    for (const value of [undefined, null, 7, {}, { stamp: 1 }])
      expect(() => requireProvider('createEngine', value)).toThrow(/a provider is expected/)
    requireProvider('createEngine', pac)
  })
})

function adapterFor(options: { user: string; password: string; environment: 'test' }) {
  return adapterOf({ name: 'finkok', account: options } as never)
}
