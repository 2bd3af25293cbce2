/**
 * A retención at each PAC: the service and the reply of its documentation, or no request at all.
 * @module
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../../src/lib/base64.js'
import { escapeText } from '../../../src/lib/xml/escape.js'
import type { Adapter, HttpRequest } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { comercioDigital } from '../../../src/pac/comercioDigital/comercioDigital.js'
import { facturaloPlus } from '../../../src/pac/facturaloPlus/facturaloPlus.js'
import { failover } from '../../../src/pac/failover.js'
import { fakes } from '../../../src/pac/fakes/fakes.js'
import { outcomesOf, tricksOf } from '../../../src/pac/fakes/tricks.js'
import { fel } from '../../../src/pac/fel/fel.js'
import { finkok } from '../../../src/pac/finkok/finkok.js'
import { formasDigitales } from '../../../src/pac/formasDigitales/formasDigitales.js'
import { readKept, tokenOf } from '../../../src/pac/hash.js'
import { itimbre } from '../../../src/pac/itimbre/itimbre.js'
import { createUnsafeMemoryJournal } from '../../../src/pac/journal.js'
import { mysuite } from '../../../src/pac/mysuite/mysuite.js'
import { ntlink } from '../../../src/pac/ntlink/ntlink.js'
import type { PacName } from '../../../src/pac/pacs.js'
import { prodigia } from '../../../src/pac/prodigia/prodigia.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { sifei } from '../../../src/pac/sifei/sifei.js'
import { solucionFactible } from '../../../src/pac/solucionFactible/solucionFactible.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { timbox } from '../../../src/pac/timbox/timbox.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { insertTimbre } from '../../../src/seal/insertTimbre.js'
import { seal } from '../../../src/seal/sello.js'
import { dossiers } from '../../../tools/generate/parts/pacDossiers.js'
import { soundDocument } from '../../sat/retenciones20/documents.js'
import { type Fake, hostOf, providerOf as providerAt, startFake } from './pacs.js'

const documents = [retenciones20]
let folio = 0
const nextFolio = () => String(++folio)
/** Tricks that last until the time-out. */
const slow: readonly string[] = ['silent', 'deaf']
const clock = () => new Date('2026-11-24T16:00:00Z')
const pac = createSandboxPac({ clock, documents })
const csd = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE SA DE CV' })
const { Sello, Certificado, NoCertificado, ...draft } = soundDocument('dividendos')
const sealed = await seal(draft as never, csd, { documents })
const outcome = await pac.stamp(sealed)
if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
const { timbre } = outcome
const stamped = insertTimbre(sealed, timbre).xml

const account = { user: 'usuario', password: 'secreto', environment: 'test' } as const
const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`

/** A provider whose host answers each request with a text, and records it. */
function providerOf(adapter: Adapter, reply: string) {
  const seen: HttpRequest[] = []
  const send = async (request: HttpRequest) => {
    seen.push(request)
    return { status: 200, headers: {}, body: new TextEncoder().encode(reply) }
  }
  return { seen, provider: createProvider(adapter, { send } as never) }
}

interface Case {
  readonly adapter: Adapter
  readonly url: string
  /** A part of the body of the request. */
  readonly sends: string
  /** The reply that holds a stamped XML. */
  readonly reply: (xml: string) => string
}

const sent = encodeBase64(new TextEncoder().encode(sealed.xml))
const bytesOf = (xml: string) => encodeBase64(new TextEncoder().encode(xml))
const retencionesUrl = 'https://pruebas.pade.mx/PadeApp/TimbradoRet2.0'

const cases: Readonly<Partial<Record<PacName, Case>>> = {
  prodigia: {
    adapter: prodigia({ ...account, contrato: 'C', urls: { retenciones: retencionesUrl } }),
    url: retencionesUrl,
    sends:
      '<m:timbradoRet xmlns:m="timbradoRet.ws.pade.mx"><contrato>C</contrato><usuario>usuario</usuario><password>secreto</password><xml>&lt;?xml',
    reply: (xml) =>
      envelope(
        `<ns2:timbradoRetResponse xmlns:ns2="timbradoRet.ws.pade.mx"><return>${escapeText(`<servicioTimbrado><timbradoOk>true</timbradoOk><codigo>0</codigo><xmlBase64>${bytesOf(xml)}</xmlBase64></servicioTimbrado>`)}</return></ns2:timbradoRetResponse>`,
      ),
  },
  formasDigitales: {
    adapter: formasDigitales(account),
    url: 'https://dev.facturacfdi.mx:8081/retenciones/wsreciberetencionservice',
    sends:
      '<m:RecibeRetencion2_0 xmlns:m="http://wservicios/"><accesos><password>secreto</password><usuario>usuario</usuario></accesos><xmlRetencion>&lt;?xml',
    reply: (xml) =>
      envelope(
        `<ns2:RecibeRetencion2_0Response xmlns:ns2="http://wservicios/"><acuseRetencion><xmlRetencion_>${escapeText(xml)}</xmlRetencion_></acuseRetencion></ns2:RecibeRetencion2_0Response>`,
      ),
  },
  mysuite: {
    adapter: mysuite(account),
    url: 'https://www.mysuitetest.com/mx.com.fact.wsfront/FactWSFront.asmx',
    sends: `<m:Transaction>TIMBRAR_RETENCION</m:Transaction><m:Country>MX</m:Country><m:Entity>EKU9003173C9</m:Entity><m:User>secreto</m:User><m:UserName>MX.EKU9003173C9.usuario</m:UserName><m:Data1>${sent}</m:Data1>`,
    reply: (xml) =>
      envelope(
        `<RequestTransactionResponse xmlns="http://www.fact.com.mx/schema/ws"><RequestTransactionResult><Response><Result>true</Result></Response><ResponseData><ResponseData1>${bytesOf(/<tfd:[^>]+>/.exec(xml)?.[0] ?? '')}</ResponseData1><ResponseData2>1</ResponseData2><ResponseData3>OK</ResponseData3></ResponseData></RequestTransactionResult></RequestTransactionResponse>`,
      ),
  },
  timbox: {
    adapter: timbox(account),
    url: 'https://staging.ws.timbox.com.mx/retencion/action',
    sends: `<sxml xsi:type="xsd:string">${sent}</sxml></m:timbrar_retencion>`,
    reply: (xml) =>
      envelope(
        `<tns:timbrar_retencion_response xmlns:tns="urn:WashOut"><timbrar_retencion_result><xml>${escapeText(xml)}</xml></timbrar_retencion_result></tns:timbrar_retencion_response>`,
      ),
  },
  sw: {
    adapter: sw({ token: 'T', environment: 'test' }),
    url: 'https://services.test.sw.com.mx/retencion/stamp/v3',
    sends: '<retenciones:Retenciones',
    reply: (xml) => JSON.stringify({ status: 'success', data: { retencion: xml } }),
  },
  finkok: {
    adapter: finkok(account),
    url: 'https://demo-facturacion.finkok.com/servicios/soap/retentions',
    sends: `xmlns:m="http://facturacion.finkok.com/retentions"><m:xml>${sent}`,
    reply: (xml) =>
      envelope(
        `<tns:stampResponse xmlns:tns="t"><tns:stampResult><xml>${escapeText(xml)}</xml><CodEstatus>Comprobante timbrado satisfactoriamente</CodEstatus></tns:stampResult></tns:stampResponse>`,
      ),
  },
  solucionFactible: {
    adapter: solucionFactible(account),
    url: 'https://testing.solucionfactible.com/ws/services/Timbrado.TimbradoHttpsSoap11Endpoint/',
    sends: sent,
    reply: (xml) =>
      envelope(
        `<ns:timbrarResponse xmlns:ns="t"><ns:return><ns:status>200</ns:status><ns:resultados><ns:cfdiTimbrado>${encodeBase64(new TextEncoder().encode(xml))}</ns:cfdiTimbrado><ns:status>200</ns:status></ns:resultados></ns:return></ns:timbrarResponse>`,
      ),
  },
  facturaloPlus: {
    adapter: facturaloPlus({ apikey: 'llave-de-prueba', environment: 'test' }),
    url: 'https://dev.facturaloplus.com/ws/servicio.do',
    sends: 'timbrarRetencion',
    reply: (xml) =>
      envelope(
        `<ns1:timbrarRetencionResponse xmlns:ns1="urn:ws_api"><return><code>200</code><message>ok</message><data>${escapeText(xml)}</data></return></ns1:timbrarRetencionResponse>`,
      ),
  },
  ntlink: {
    adapter: ntlink(account),
    url: 'https://dev-cfdi4.ntlink.com.mx/cfdi40/servicio-timbrado',
    sends: 'TimbraRetencion',
    reply: (xml) =>
      envelope(
        `<TimbraRetencionResponse xmlns="https://ntlink.com.mx/IServicioTimbrado"><TimbraRetencionResult>${escapeText(xml)}</TimbraRetencionResult></TimbraRetencionResponse>`,
      ),
  },
}

describe.each(Object.entries(cases))('a retención at %s', (_, { adapter, url, sends, reply }) => {
  it('goes to its service, and its stamp is read from the reply', async () => {
    const { provider, seen } = providerOf(adapter, reply(stamped))
    expect(provider.capabilities.documents).toEqual(['Retenciones'])
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped', timbre })
    expect(seen.map((request) => request.url)).toEqual([url])
    const body = seen[0]?.body
    expect(typeof body === 'string' ? body : new TextDecoder().decode(body)).toContain(sends)
  })

  it('is sent there from a journal too, which kept its XML alone', async () => {
    const { provider, seen } = providerOf(adapter, reply(stamped))
    const kept = await readKept(await tokenOf(sealed), sealed.xml)
    expect(await provider.stamp(kept as typeof sealed)).toMatchObject({ kind: 'stamped' })
    expect(seen.map((request) => request.url)).toEqual([url])
  })

  it('is not stamped by the stamp of another document', async () => {
    const other = stamped.replaceAll(timbre.SelloCFD, encodeBase64(new Uint8Array(256)))
    const { provider } = providerOf(adapter, reply(other))
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'unknown' })
  })
})

describe('the look-up and the cancellation of a retención', () => {
  const request = {
    service: 'retenciones',
    uuid: timbre.UUID,
    rfcEmisor: 'EKU9003173C9',
    motivo: '02',
    signed: '<Cancelacion xmlns="http://www.sat.gob.mx/esquemas/retencionpago/1"/>',
  } as const

  it('at Finkok are in the service of retenciones', async () => {
    const found = providerOf(
      finkok(account),
      envelope(
        `<tns:stampedResponse xmlns:tns="t"><tns:stampedResult><xml>${escapeText(stamped)}</xml></tns:stampedResult></tns:stampedResponse>`,
      ),
    )
    expect(await found.provider.find(sealed)).toMatchObject({ kind: 'stamped', timbre })
    const cancelled = providerOf(
      finkok(account),
      envelope(
        `<tns:cancel_signatureResponse xmlns:tns="t"><tns:cancel_signatureResult><Folios><Folio><UUID>${timbre.UUID}</UUID><EstatusUUID>1201</EstatusUUID></Folio></Folios><Acuse>acuse</Acuse></tns:cancel_signatureResult></tns:cancel_signatureResponse>`,
      ),
    )
    expect(await cancelled.provider.cancel?.(request)).toMatchObject({
      kind: 'accepted',
      code: '1201',
      acuse: 'acuse',
    })
    expect([...found.seen, ...cancelled.seen].map(({ url }) => new URL(url).pathname)).toEqual([
      '/servicios/soap/retentions',
      '/servicios/soap/retentions',
    ])
  })

  it.each([
    ['1201', 'accepted'],
    ['1202', 'accepted'],
    ['1203', 'rejected'],
    ['1205', 'unknown'],
  ])('at SW Sapien goes to /retencion/cancel/xml: %s is %s', async (code, kind) => {
    const reply = { status: 'success', data: { acuse: 'a', uuid: { [timbre.UUID]: code } } }
    const { provider, seen } = providerOf(cases['sw']!.adapter, JSON.stringify(reply))
    expect(await provider.cancel?.(request)).toMatchObject({ kind })
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(['/retencion/cancel/xml'])
  })

  it.each(['solucionFactible', 'ntlink', 'prodigia', 'timbox'])(
    'at %s is not sent',
    async (name) => {
      const { provider, seen } = providerOf(cases[name as PacName]!.adapter, '')
      expect(await provider.cancel?.(request)).toMatchObject({ kind: 'unavailable' })
      expect(seen).toEqual([])
    },
  )
})

it('the dossiers name the operations that the adapters send', () => {
  const stated = Object.entries(dossiers).flatMap(([name, { retenciones }]) =>
    retenciones?.sends === undefined ? [] : [[name, retenciones.sends]],
  )
  const sent = Object.entries(cases).map(([name, { adapter }]) => [
    name,
    (['stamp', 'find', 'cancel'] as const).filter((one) => adapter.retenciones?.[one]),
  ])
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(sent))
})

it.each([
  comercioDigital(account),
  fel(account),
  itimbre(account),
  prodigia({ ...account, contrato: 'C' }),
  sifei({ ...account, idEquipo: 'E' }),
])('$name is not sent a retención', async (adapter) => {
  const { provider, seen } = providerOf(adapter, '')
  expect(await provider.stamp(sealed)).toMatchObject({ kind: 'rejected', scope: 'document' })
  expect(seen).toEqual([])
})

describe('Prodigia without the address of its service for retenciones', () => {
  const adapter = prodigia({ ...account, contrato: 'C' })
  const needed = /No se envió: .*Retenciones.*`urls\.retenciones`/

  it('refuses with the option that is missing', async () => {
    const { provider } = providerOf(adapter, '')
    expect(await provider.stamp(sealed)).toMatchObject({ message: expect.stringMatching(needed) })
  })

  it('and so does a failover, which says nothing of it where another PAC stamps them', async () => {
    const { provider } = providerOf(adapter, '')
    const alone = failover([provider], { journal: createUnsafeMemoryJournal() })
    expect(await alone.stamp(sealed)).toMatchObject({ message: expect.stringMatching(needed) })
    const [swProvider] = [providerOf(cases.sw!.adapter, cases.sw!.reply(stamped)).provider]
    const both = failover([provider, swProvider], { journal: createUnsafeMemoryJournal() })
    expect(await both.stamp(sealed)).toMatchObject({ kind: 'stamped', pac: 'sw' })
  })
})

describe.each(Object.keys(cases) as PacName[])('a retención over a socket to %s', (name) => {
  let fake: Fake
  const providerFor = () => providerAt(fake, {}, hostOf().send)
  beforeAll(async () => {
    fake = await startFake(name, { pac, documents, clock })
  })
  afterAll(() => fake.close())

  it('is stamped once, and no lost or repeated request gives a second stamp', async () => {
    const fresh = await seal({ ...draft, FolioInt: nextFolio() } as never, csd, { documents })
    fake.next('lost')
    const outcomes = [
      await providerFor().stamp(fresh),
      await providerFor().stamp(fresh),
      await providerFor().stamp(fresh),
    ]
    expect(fake.refusals).toEqual([])
    expect(fake.uuids).toHaveLength(1)
    expect(outcomes[0]).toMatchObject({ kind: 'unknown' })
    for (const outcome of outcomes)
      if (outcome.kind === 'stamped') expect(outcome.timbre.UUID).toBe(fake.uuids[0])
      else expect(outcome).toMatchObject({ kind: 'unknown' })
  })

  it('is stamped afresh', async () => {
    const fresh = await seal({ ...draft, FolioInt: nextFolio() } as never, csd, { documents })
    expect(await providerFor().stamp(fresh)).toMatchObject({
      kind: 'stamped',
      timbre: { SelloCFD: fresh.sello },
    })
  })

  it.each(tricksOf(fakes[name].wire).filter((trick) => !slow.includes(trick)))(
    'a reply with %s is read as that of a CFDI',
    async (trick) => {
      const fresh = await seal({ ...draft, FolioInt: nextFolio() } as never, csd, {
        documents,
      })
      fake.next(trick)
      const { kind } = await providerFor().stamp(fresh)
      expect(outcomesOf(fakes[name].wire, trick)).toContain(kind)
      expect(fake.refusals).toEqual([])
    },
  )
})
