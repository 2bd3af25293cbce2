/**
 * Replies in shapes that public sources have and that the notes of the adapters missed (audit of 23
 * Nov 2026, P7 to P12).
 */
import { describe, expect, it } from 'vitest'
import type { HttpReply, Outgoing } from '../../../src/pac/adapter/adapter.js'
import { comercioDigital } from '../../../src/pac/comercioDigital/comercioDigital.js'
import { fel } from '../../../src/pac/fel/fel.js'
import { finkok } from '../../../src/pac/finkok/finkok.js'
import { itimbre } from '../../../src/pac/itimbre/itimbre.js'
import { ntlink } from '../../../src/pac/ntlink/ntlink.js'
import { prodigia } from '../../../src/pac/prodigia/prodigia.js'
import { sifei } from '../../../src/pac/sifei/sifei.js'
import { solucionFactible } from '../../../src/pac/solucionFactible/solucionFactible.js'
import { sw } from '../../../src/pac/sw/sw.js'

const account = { environment: 'test', user: 'u', password: 'p' } as const
const outgoing = {
  sealed: {},
  bytes: new Uint8Array(),
  sha256: '',
  cadenaSha256: '',
} as unknown as Outgoing
const uuid = 'AF124DC7-BD75-5EFF-8EDF-28C1E7D43B1D'
const cancellation = { uuid, rfcEmisor: 'EKU9003173C9', motivo: '02', signed: '<x/>' } as const
const stamped = '<cfdi><tfd:TimbreFiscalDigital xmlns:tfd="t"/></cfdi>'

const bytesOf = (body: string) => new TextEncoder().encode(body)
const headed = (headers: Record<string, string>, body = ''): HttpReply => ({
  status: 200,
  headers,
  body: bytesOf(body),
})
const soap = (content: string, status = 200): HttpReply => ({
  status,
  headers: {},
  body: bytesOf(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:s0="s" xmlns:a="a"><e:Body>${content}</e:Body></e:Envelope>`,
  ),
})
const json = (body: unknown): HttpReply => ({
  status: 200,
  headers: {},
  body: bytesOf(JSON.stringify(body)),
})

describe('Comercio Digital: `codigo` may be a list', () => {
  const read = (codigo: string, errmsg = '', body = '') =>
    comercioDigital(account).stamp.read(headed({ codigo, errmsg }, body), outgoing)

  it('of rules: a rejection, by the first', () => {
    expect(read('CFDI40103, CFDI40147', 'ERROR: dos')).toMatchObject({
      kind: 'rejected',
      code: 'CFDI40103',
    })
    expect(read('301, 301')).toMatchObject({ kind: 'rejected', code: '301' })
  })

  it('with a code that is not known, or 307: in doubt', () => {
    expect(read('CFDI40103, 904')).toMatchObject({ kind: 'unknown' })
    expect(read('301, 307')).toMatchObject({ kind: 'unknown', why: 'stamped' })
    expect(read('000, 301')).toMatchObject({ kind: 'unknown' })
    expect(read(', ')).toMatchObject({ kind: 'unknown' })
  })

  it('with a text behind a bar: success is success', () => {
    expect(read('000|OK', '', stamped)).toMatchObject({ kind: 'stamped', when: 'fresh' })
    expect(read('000|OK')).toMatchObject({ kind: 'stamped', sources: [] })
  })
})

describe('the words of the PAC are told, and no others', () => {
  const exception = (inner: string) =>
    soap(
      `<e:Fault><faultstring>f</faultstring><detail><SifeiException>${inner}</SifeiException></detail></e:Fault>`,
      500,
    )
  const read = (inner: string) =>
    sifei({ ...account, idEquipo: 'e' }).stamp.read(exception(inner), outgoing)

  it('SIFEI: the rule is in `message`, beside an `error` that is general', async () => {
    const rule = 'CFDI40147: El campo Nombre no es el registrado.'
    const told = await read(
      `<codigo>301</codigo><error>XML mal formado</error><message>${rule}</message>`,
    )
    expect(told).toMatchObject({
      kind: 'rejected',
      scope: 'list',
      code: 'CFDI40147',
      message: rule,
    })
    expect(told).toMatchObject({ detail: `XML mal formado | ${rule}` })
    expect(await read('<codigo>301</codigo><error>XML mal formado</error>')).toMatchObject({
      message: 'XML mal formado',
    })
  })

  it('Finkok: the rule is in ExtraInfo', async () => {
    const incident =
      '<s0:Incidencia><s0:CodigoError>705</s0:CodigoError><s0:MensajeIncidencia>XML mal formado</s0:MensajeIncidencia><s0:ExtraInfo>CFDI40147 - El nombre</s0:ExtraInfo></s0:Incidencia>'
    const reply = soap(
      `<stampResponse><stampResult><s0:xml/><s0:Incidencias>${incident}</s0:Incidencias></stampResult></stampResponse>`,
    )
    expect(await finkok(account).stamp.read(reply, outgoing)).toMatchObject({
      kind: 'rejected',
      code: 'CFDI40147',
      message: 'CFDI40147 - El nombre',
    })
  })

  // The shape of phpcfdi/finkok, tests/_files/cancel-cancelsignature-response-2-items.json.
  it.each(['no_cancelable', '205', '708'])(
    'Finkok: a folio with %s and an empty text is mentioned',
    async (code) => {
      const folio = `<s0:Folio><s0:UUID>${uuid}</s0:UUID><s0:EstatusUUID>${code}</s0:EstatusUUID><s0:EstatusCancelacion/></s0:Folio>`
      const reply = soap(
        `<cancel_signatureResponse><cancel_signatureResult><s0:Folios>${folio}</s0:Folios></cancel_signatureResult></cancel_signatureResponse>`,
      )
      const answer = await finkok(account).cancel?.read(reply, cancellation)
      expect(answer).toMatchObject({ kind: code === '708' ? 'unknown' : 'rejected', code })
      expect(JSON.stringify(answer)).toContain(`código ${code}`)
      expect(JSON.stringify(answer)).not.toContain('no menciona')
    },
  )
})

it.each(['foo', '1201', '211'])(
  'SW: %s, a code of cancellation that is not listed, is unknown',
  async (code) => {
    const reply = json({ status: 'success', data: { acuse: '<Acuse/>', uuid: { [uuid]: code } } })
    const answer = await sw({ environment: 'test', token: 't' }).cancel?.read(reply, cancellation)
    expect(answer).toMatchObject({ kind: 'unknown', code })
  },
)

describe('NTLink: the status of its look-up', () => {
  const reply = (status: string) =>
    soap(
      `<ObtenerStatusHashResponse><ObtenerStatusHashResult><Comprobante/><Status>${status}</Status></ObtenerStatusHashResult></ObtenerStatusHashResponse>`,
    )
  const find = (options: object, status: string) =>
    ntlink({ ...account, hash: 'cadena', ...options }).find?.read(reply(status), outgoing)

  it('NoEncontrado is an absence once it was confirmed', async () => {
    expect(await find({ absent: 'NoEncontrado' }, 'NoEncontrado')).toEqual({ kind: 'absent' })
    expect(await find({}, 'NoEncontrado')).toMatchObject({ kind: 'unknown', code: 'NoEncontrado' })
    expect(await find({ absent: 'NoEncontrado' }, 'EnProceso')).toMatchObject({ kind: 'unknown' })
  })
})

describe('balances and pending requests', () => {
  const credits = (inner: string, ok = 'true') =>
    soap(
      `<ConsultarCreditosResponse><ConsultarCreditosResult><a:OperacionExitosa>${ok}</a:OperacionExitosa><a:Paquetes>${inner}</a:Paquetes></ConsultarCreditosResult></ConsultarCreditosResponse>`,
    )
  const one = (left: string, vigente: string) =>
    `<a:DetallesPaqueteCreditos><a:TimbresRestantes>${left}</a:TimbresRestantes><a:Vigente>${vigente}</a:Vigente></a:DetallesPaqueteCreditos>`

  it('FEL: the packages in force, together', async () => {
    const read = (reply: HttpReply) => fel(account).balance?.read(reply, undefined)
    expect(await read(credits(one('7', 'true') + one('50', 'false') + one('3', 'true')))).toBe(10)
    expect(await read(credits(one('x', 'true')))).toBeUndefined()
    expect(await read(credits('', 'false'))).toBeUndefined()
  })

  it('Solución Factible: only with status 200', async () => {
    const said = (status: string) =>
      soap(
        `<getTimbresResponse><return><disponibles>42</disponibles><status>${status}</status></return></getTimbresResponse>`,
      )
    const { balance } = solucionFactible({ ...account, rfc: 'EKU9003173C9' })
    expect(await balance?.read(said('200'), undefined)).toBe(42)
    expect(await balance?.read(said('601'), undefined)).toBeUndefined()
    expect(solucionFactible(account).balance).toBeUndefined()
  })

  it('Prodigia: a list only if the consultation was carried out', async () => {
    const said = (ok: string, codigo: string, uuids: string) => {
      const document = `<servicioPeticionesPendientes><consultaOk>${ok}</consultaOk><codigo>${codigo}</codigo>${uuids}</servicioPeticionesPendientes>`
      return soap(`<r><return>${document.replaceAll('<', '&lt;')}</return></r>`)
    }
    const read = (reply: HttpReply) =>
      prodigia({ ...account, contrato: 'c' }).pending?.read(reply, 'URE180429TM6')
    expect(await read(said('true', '0', `<uuids><uuid>${uuid}</uuid></uuids>`))).toMatchObject({
      uuids: [uuid],
    })
    expect(await read(said('true', '0', '<uuids/>'))).toMatchObject({ kind: 'pending', uuids: [] })
    expect(await read(said('false', '1', ''))).toMatchObject({ kind: 'refused' })
    expect(await read(said('false', '9', '<uuids/>'))).toMatchObject({ kind: 'unknown' })
  })

  it('SIFEI: a list only in the acuse of the SAT', async () => {
    const said = (text: string) => soap(`<r><return>${text.replaceAll('<', '&lt;')}</return></r>`)
    const read = (reply: HttpReply) =>
      sifei({ ...account, idEquipo: 'e' }).pending?.read(reply, 'URE180429TM6')
    const acuse = (code: string, inner: string) => `<Acuse CodEstatus="${code}">${inner}</Acuse>`
    expect(await read(said(acuse('1100', `<UUID>${uuid}</UUID>`)))).toMatchObject({
      kind: 'pending',
      uuids: [uuid],
    })
    expect(await read(said(acuse('1101', '')))).toMatchObject({ kind: 'pending', uuids: [] })
    for (const strange of ['no hay', '<otra/>', acuse('301', '')])
      expect(await read(said(strange))).toMatchObject({ kind: 'unknown' })
  })
})

describe('a folio fiscal in place of a stamp leaves a rejection in doubt', () => {
  const xml = (inner: string) => inner.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const nil = '00000000-0000-0000-0000-000000000000'
  const rows = (folio: string) =>
    [
      [
        'Finkok',
        finkok(account),
        soap(
          `<stampResponse><stampResult><s0:xml/><s0:UUID>${folio}</s0:UUID><s0:Incidencias><s0:Incidencia><s0:CodigoError>301</s0:CodigoError></s0:Incidencia></s0:Incidencias></stampResult></stampResponse>`,
        ),
      ],
      [
        'Solución Factible',
        solucionFactible(account),
        soap(
          `<timbrarResponse><return><a:status>200</a:status><a:resultados><a:status>301</a:status><a:uuid>${folio}</a:uuid></a:resultados></return></timbrarResponse>`,
        ),
      ],
      [
        'Prodigia',
        prodigia({ ...account, contrato: 'c' }),
        soap(
          `<timbradoBase64Response><return>${xml(`<servicioTimbrado><timbradoOk>false</timbradoOk><codigo>301</codigo><UUID>${folio}</UUID></servicioTimbrado>`)}</return></timbradoBase64Response>`,
        ),
      ],
      [
        'FEL',
        fel(account),
        soap(
          `<TimbrarCFDIResponse><TimbrarCFDIResult><a:CodigoRespuesta>301</a:CodigoRespuesta><a:OperacionExitosa>false</a:OperacionExitosa><a:Timbre><a:UUID>${folio}</a:UUID></a:Timbre></TimbrarCFDIResult></TimbrarCFDIResponse>`,
        ),
      ],
      [
        'Comercio Digital',
        comercioDigital(account),
        headed({ codigo: '301', errmsg: 'ERROR', uuid: folio }),
      ],
      [
        'SW',
        sw({ environment: 'test', token: 'a.b.c' }),
        json({ status: 'error', message: '301 - XML', data: { uuid: folio } }),
      ],
    ] as const

  it.each(rows(uuid))('%s', async (_, adapter, reply) => {
    expect(await adapter.stamp.read(reply, outgoing)).toMatchObject({
      kind: 'stamped',
      sources: [],
      code: '301',
    })
  })

  it.each([...rows(nil), ...rows('')])(
    '%s: a nil or empty one is none',
    async (_, adapter, reply) => {
      expect(await adapter.stamp.read(reply, outgoing)).toMatchObject({
        kind: 'rejected',
        code: '301',
      })
    },
  )
})

describe('iTimbre: `error` is null in a success, as JSON-RPC has it', () => {
  const read = (result: object) => itimbre(account).stamp.read(json({ id: '1', result }), outgoing)

  it('a stamp is fresh, and success without one is in doubt', async () => {
    expect(await read({ retcode: 1, error: null, data: stamped })).toMatchObject({ when: 'fresh' })
    expect(await read({ retcode: '1', error: '', data: null })).toMatchObject({
      kind: 'stamped',
      sources: [],
    })
    expect(await read({ retcode: 1, error: 'No', data: null })).toMatchObject({ kind: 'unknown' })
  })
})

describe('a contradiction is no answer', () => {
  const found = (inner: string) =>
    finkok(account).find?.read(
      soap(
        `<stampedResponse><stampedResult><s0:xml/>${inner}<s0:Incidencias><s0:Incidencia><s0:CodigoError>603</s0:CodigoError></s0:Incidencia></s0:Incidencias></stampedResult></stampedResponse>`,
      ),
      outgoing,
    )

  it('Finkok: 603 is an absence, and none beside a folio fiscal', async () => {
    expect(await found('')).toMatchObject({ kind: 'absent' })
    expect(await found(`<s0:UUID>${uuid}</s0:UUID>`)).toMatchObject({ kind: 'unknown' })
  })

  it('SW: an error has no balance', async () => {
    const left = (status: string) =>
      sw({ environment: 'test', token: 'a.b.c' }).balance?.read(
        json({ status, message: 'AU2000 - x', data: { stampsBalance: 0 } }),
        undefined,
      )
    expect([await left('success'), await left('error')]).toEqual([0, undefined])
  })
})
