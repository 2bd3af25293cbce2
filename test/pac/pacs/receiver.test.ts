/**
 * The receiver's side and related documents at the PACs that carry them: replies as they were
 * recorded, written by hand, and over a socket through fakes with the SAT of the sandbox behind
 * them; and a failover that carries cancellations.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signCancellation, signReceiverAnswer, signRelatedQuery } from '../../../src/cancel/sign.js'
import { satStateOf } from '../../../src/cancel/status.js'
import type { HttpReply } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { carriersOf } from '../../../src/pac/carriers.js'
import { finkok } from '../../../src/pac/finkok/finkok.js'
import type { CancelOutcome, Provider } from '../../../src/pac/provider.js'
import { createAuthority } from '../../../src/pac/sandbox/authority.js'
import { createSandboxSat } from '../../../src/pac/sandbox/sat.js'
import { createTestSealer } from '../../../src/pac/sandbox/testSealer.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { type Fake, names, providerOf, startFake } from './pacs.js'

const account = { environment: 'test', user: 'u', password: 'p' } as const
const uuid = '2D0E7634-886F-4119-B58F-2DCA228D510F'
const other = 'E5B5DB3F-6FF8-42E0-AAE5-645FECFF96DC'

const soap = (operation: string, inner: string): HttpReply => ({
  status: 200,
  headers: {},
  body: new TextEncoder().encode(
    `<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tns="t" xmlns:s0="s"><senv:Body><tns:${operation}Response><tns:${operation}Result>${inner}</tns:${operation}Result></tns:${operation}Response></senv:Body></senv:Envelope>`,
  ),
})
const json = (body: unknown, status = 200): HttpReply => ({
  status,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(body)),
})
const html: HttpReply = {
  status: 502,
  headers: {},
  body: new TextEncoder().encode('<html>Bad Gateway</html>'),
}
const answered = { uuid, rfcReceptor: 'EKU9003173C9', respuesta: 'Rechazo', signed: '' } as const
const asked = { uuid, rol: 'emisor', signed: '' } as const

describe('Finkok', () => {
  const { pending, answer, related, rfcPac } = finkok(account)
  const list = (inner: string) => soap('get_pending', inner)

  it.each<[string, HttpReply, object]>([
    [
      'one',
      list(`<s0:uuids><tns:string>${uuid}</tns:string></s0:uuids>`),
      { kind: 'pending', uuids: [uuid] },
    ],
    ['none', list('<s0:uuids/>'), { kind: 'pending', uuids: [] }],
    [
      'an error',
      list('<s0:error>RFC no registrado</s0:error>'),
      { kind: 'unknown', message: 'RFC no registrado' },
    ],
    ['HTML', html, { kind: 'unknown' }],
  ])('get_pending: %s', async (_, reply, expected) => {
    expect(await pending!.read(reply, 'EKU9003173C9')).toMatchObject(expected)
  })

  const lines =
    `<s0:rechazo><s0:Rechaza><s0:status>1000</s0:status><s0:uuid>${uuid}</s0:uuid></s0:Rechaza></s0:rechazo>` +
    `<s0:aceptacion><s0:Acepta><s0:status>1001</s0:status><s0:uuid>${other}</s0:uuid></s0:Acepta></s0:aceptacion>`

  it.each<[string, HttpReply, object]>([
    ['a rejection', soap('accept_reject_signature', lines), { kind: 'answered', code: '1000' }],
    ['of another', soap('accept_reject_signature', lines.replace(uuid, '')), { kind: 'unknown' }],
    [
      'of what it does not know',
      soap('accept_reject_signature', `<s0:error>UUID: ${uuid} No Encontrado</s0:error>`),
      { kind: 'unknown', message: `UUID: ${uuid} No Encontrado` },
    ],
  ])('accept_reject_signature: %s', async (_, reply, expected) => {
    expect(await answer!.read(reply, answered)).toMatchObject(expected)
  })

  const relatedTo = (inner: string) => soap('get_related_signature', inner)
  const one = (name: string) =>
    `<s0:${name}s><s0:${name}><s0:uuid>${other}</s0:uuid><s0:receptor>EKU9003173C9</s0:receptor><s0:emisor>LAN7008173R5</s0:emisor></s0:${name}></s0:${name}s>`
  const document = { uuid: other, rfcEmisor: 'LAN7008173R5', rfcReceptor: 'EKU9003173C9' }

  it.each<[string, HttpReply, object]>([
    [
      'both',
      relatedTo(one('Padre') + one('Hijo')),
      { kind: 'related', padres: [document], hijos: [document] },
    ],
    [
      'none',
      relatedTo('<s0:error>2001 - No Existen cfdi relacionados.</s0:error>'),
      { padres: [], hijos: [] },
    ],
    [
      '305',
      relatedTo('<s0:error>Clave: 305 - certificado</s0:error>'),
      { kind: 'rejected', code: '305' },
    ],
    [
      'not known',
      relatedTo(`<s0:error>UUID: ${uuid} No Encontrado</s0:error>`),
      { kind: 'unknown' },
    ],
  ])('get_related_signature: %s', async (_, reply, expected) => {
    expect(await related!.read(reply, asked)).toMatchObject(expected)
  })

  it('writes what its WSDL asks', () => {
    expect(rfcPac).toBe('CVD110412TF6')
    expect(String(pending!.request('EKU9003173C9').body)).toContain(
      '<m:get_pending xmlns:m="http://facturacion.finkok.com/cancel"><m:username>u</m:username><m:password>p</m:password><m:rtaxpayer_id>EKU9003173C9</m:rtaxpayer_id></m:get_pending>',
    )
    for (const [exchange, operation] of [
      [answer!.request({ ...answered, signed: '<a/>' }), 'accept_reject_signature'],
      [related!.request({ ...asked, signed: '<a/>' }), 'get_related_signature'],
    ] as const)
      expect(String(exchange.body)).toContain(
        `<m:${operation} xmlns:m="http://facturacion.finkok.com/cancel"><m:xml>PGEvPg==</m:xml><m:username>u</m:username><m:password>p</m:password></m:${operation}>`,
      )
  })
})

describe('SW', () => {
  const { pending, answer, related, rfcPac } = sw({ environment: 'test', token: 't' })

  it.each<[string, HttpReply, object]>([
    [
      'some',
      json({
        codStatus: '1100',
        message: 'CA1100 - x',
        data: { uuid: [uuid], codEstatus: '1100' },
        status: 'success',
      }),
      { kind: 'pending', uuids: [uuid] },
    ],
    [
      'none',
      json({ codStatus: '1101', message: 'x', data: null, status: 'success' }),
      { uuids: [] },
    ],
    [
      'a list without its code',
      json({ data: { uuid: [uuid] }, status: 'success' }),
      { kind: 'unknown' },
    ],
    [
      'a wrong token',
      json({ message: 'El token debe contener 3 partes', status: 'error' }, 401),
      { kind: 'refused' },
    ],
    ['HTML', html, { kind: 'unknown' }],
  ])('pendings: %s', async (_, reply, expected) => {
    expect(await pending!.read(reply, 'EKU9003173C9')).toMatchObject(expected)
  })

  const folios = [{ uuid: uuid.toLowerCase(), estatusUUID: '1001', respuesta: 'Aceptacion' }]
  it.each<[string, HttpReply, object]>([
    [
      'answered',
      json({ data: { acuse: '<x/>', folios }, status: 'success' }),
      { kind: 'answered', code: '1001', acuse: '<x/>' },
    ],
    [
      'of another',
      json({ data: { folios: [{ ...folios[0], uuid: other }] }, status: 'success' }),
      { kind: 'unknown' },
    ],
    [
      'an error',
      json({ message: 'CACFDI33 - Problemas', messageDetail: 'x', status: 'error' }, 400),
      { kind: 'unknown' },
    ],
  ])('acceptreject: %s', async (_, reply, expected) => {
    expect(await answer!.read(reply, answered)).toMatchObject(expected)
  })

  const document = { uuid: other, rfcEmisor: 'LAN7008173R5', rfcReceptor: 'EKU9003173C9' }
  it.each<[string, HttpReply, object]>([
    [
      'none',
      json({ codStatus: '2001', data: null, message: 'x', status: 'success' }),
      { padres: [], hijos: [] },
    ],
    [
      'both',
      json({
        codStatus: '2000',
        data: {
          uuidConsultado: uuid,
          uuidsRelacionadosPadres: [document],
          uuidsRelacionadosHijos: null,
        },
        status: 'success',
      }),
      { kind: 'related', padres: [document], hijos: [] },
    ],
    [
      '2002',
      json({ codStatus: '2002', data: null, message: 'x', status: 'error' }, 400),
      { kind: 'rejected', code: '2002' },
    ],
    ['another code', json({ codStatus: '9', data: null, status: 'success' }), { kind: 'unknown' }],
  ])('relations: %s', async (_, reply, expected) => {
    expect(await related!.read(reply, asked)).toMatchObject(expected)
  })

  it('asks by RFC, and names itself by environment', () => {
    expect(pending!.request('H&E951128469', 't')).toMatchObject({
      method: 'GET',
      url: 'https://services.test.sw.com.mx/pendings/H%26E951128469',
      headers: { authorization: 'Bearer t' },
    })
    expect([rfcPac, sw({ environment: 'production', token: 't' }).rfcPac]).toEqual([
      'SPR190613I52',
      'LSO1306189R5',
    ])
  })
})

it('an adapter that carries requests names its PAC', () => {
  const { rfcPac: _, ...nameless } = finkok(account)
  expect(() => createProvider(nameless, { send: async () => ({ sent: 'no' }) })).toThrow(
    /finkok needs rfcPac/,
  )
})

describe.each(names.filter((name) => name === 'finkok' || name === 'sw'))(
  '%s, with the SAT behind it',
  (name) => {
    const authority = createAuthority({ clock: () => new Date() })
    const sat = createSandboxSat({ needsConsent: () => true, authority })
    let fake: Fake
    let provider: Provider
    beforeAll(async () => {
      fake = await startFake(name, { sat, authority })
      provider = providerOf(fake)
    })
    afterAll(() => fake.close())

    it('stamps, asks the receiver, and carries its answer', async () => {
      const seal = await createTestSealer(fake.pac)
      const sealed = await seal()
      const stamped = await provider.stamp(sealed)
      if (stamped.kind !== 'stamped') throw new Error(stamped.kind)
      const { Emisor, Receptor, Total } = sealed.document
      const folio = stamped.timbre.UUID
      const [issuer, receiver] = await Promise.all(
        [Emisor, Receptor].map(({ Rfc, Nombre }) =>
          fake.pac.issueCsd({ rfc: Rfc, name: String(Nombre) }),
        ),
      )
      const at = new Date()
      const { xml } = await signCancellation({ uuid: folio, motivo: '02', at }, issuer!)
      const query = {
        uuid: folio,
        rfcEmisor: Emisor.Rfc,
        rfcReceptor: Receptor.Rfc,
        total: String(Total),
        fe: sealed.sello.slice(-8),
      }
      expect(await provider.cancel!({ ...query, motivo: '02', signed: xml })).toMatchObject({
        kind: 'accepted',
        code: '201',
      })
      expect(satStateOf(await provider.status!(query))).toBe('inProcess')
      expect(await provider.pending!(Receptor.Rfc)).toMatchObject({
        kind: 'pending',
        uuids: [folio],
        pac: name,
      })
      const sign = async (rfcPac: string) =>
        (await signReceiverAnswer({ uuid: folio, respuesta: 'Aceptacion', rfcPac, at }, receiver!))
          .xml
      const answer = {
        uuid: folio,
        rfcReceptor: Receptor.Rfc,
        respuesta: 'Aceptacion',
        sign,
      } as const
      expect(await provider.answer!(answer)).toMatchObject({
        kind: 'answered',
        code: '1000',
        requestHash: expect.any(String),
      })
      expect(await provider.answer!(answer)).toMatchObject({ kind: 'answered', code: '1002' })
      expect(await provider.pending!(Receptor.Rfc)).toMatchObject({ uuids: [] })
      expect(satStateOf(await provider.status!(query))).toBe('cancelledWithConsent')
      const ask = async (rfcPac: string) =>
        (await signRelatedQuery({ uuid: folio, rol: 'emisor', rfcPac }, issuer!)).xml
      const related = await provider.related!({ uuid: folio, rol: 'emisor', sign: ask })
      expect(related).toMatchObject({ kind: 'related', padres: [], hijos: [] })
    })

    it('a signer that throws is nobody’s answer', async () => {
      const sign = () => Promise.reject(new Error('no key'))
      await expect(provider.related!({ uuid, rol: 'emisor', sign })).rejects.toThrow('no key')
    })
  },
)

describe('several PACs', () => {
  const request = { uuid, rfcEmisor: 'EKU9003173C9', motivo: '02' } as const
  const message = ''
  const pacOf = (id: string, outcome: object): Provider =>
    ({
      id,
      cancel: async () => ({ pac: id, message, ...outcome }) as CancelOutcome,
    }) as unknown as Provider
  const accepted = { kind: 'accepted', code: '201' }
  const refused = { kind: 'refused', scope: 'account' }
  const cancel = (pac: string | undefined, ...all: Provider[]) =>
    carriersOf('all', all).cancel({ ...request, ...(pac && { pac }) })

  it.each<[string, string | undefined, Provider[], object]>([
    [
      'the one that stamped is asked first',
      'dos',
      [pacOf('uno', refused), pacOf('dos', accepted)],
      { pac: 'dos' },
    ],
    [
      'a lost answer goes on: the request is idempotent',
      'uno',
      [pacOf('uno', { kind: 'unknown' }), pacOf('dos', accepted)],
      { pac: 'dos' },
    ],
    [
      'nobody settles it: it stays in doubt',
      'uno',
      [pacOf('uno', refused), pacOf('dos', { kind: 'unknown' })],
      { kind: 'unknown' },
    ],
    [
      'not found, of who did not stamp it, settles nothing',
      'uno',
      [
        pacOf('uno', refused),
        pacOf('dos', { kind: 'rejected', code: '205' }),
        pacOf('tres', accepted),
      ],
      { pac: 'tres' },
    ],
    [
      'nor does a code of its own',
      'uno',
      [pacOf('uno', refused), pacOf('dos', { kind: 'rejected', code: 'CACFDI33' })],
      { kind: 'refused', pac: 'uno' },
    ],
    [
      'a code of the SAT does',
      'uno',
      [
        pacOf('uno', refused),
        pacOf('dos', { kind: 'rejected', code: '204' }),
        pacOf('tres', accepted),
      ],
      { kind: 'rejected', pac: 'dos' },
    ],
    [
      'not found, of who stamped it, is for later',
      'uno',
      [pacOf('uno', { kind: 'rejected', code: '205' }), pacOf('dos', accepted)],
      { code: '205' },
    ],
    ['none can', 'uno', [{ id: 'uno' } as Provider], { kind: 'unavailable', pac: 'all' }],
  ])('%s', async (_, pac, all, expected) => {
    expect(await cancel(pac, ...all)).toMatchObject(expected)
  })
})
