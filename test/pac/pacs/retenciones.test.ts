/**
 * A retención at each PAC: the service and the reply of its documentation, or no request at all.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { encodeBase64 } from '../../../src/lib/base64.js'
import { escapeText } from '../../../src/lib/xml/escape.js'
import type { Adapter, HttpRequest } from '../../../src/pac/adapter/adapter.js'
import { createProvider } from '../../../src/pac/adapter/createProvider.js'
import { comercioDigital } from '../../../src/pac/comercioDigital/comercioDigital.js'
import { facturaloPlus } from '../../../src/pac/facturaloPlus/facturaloPlus.js'
import { finkok } from '../../../src/pac/finkok/finkok.js'
import { formasDigitales } from '../../../src/pac/formasDigitales/formasDigitales.js'
import { readKept, tokenOf } from '../../../src/pac/hash.js'
import { ntlink } from '../../../src/pac/ntlink/ntlink.js'
import { prodigia } from '../../../src/pac/prodigia/prodigia.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { solucionFactible } from '../../../src/pac/solucionFactible/solucionFactible.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { insertTimbre } from '../../../src/seal/insertTimbre.js'
import { seal } from '../../../src/seal/sello.js'
import { dossiers } from '../../../tools/generate/parts/pacDossiers.js'
import { soundDocument } from '../../sat/retenciones20/documents.js'

const documents = [retenciones20]
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

const cases: Readonly<Record<string, Case>> = {
  sw: {
    adapter: sw({ token: 'T', environment: 'test' }),
    url: 'https://services.test.sw.com.mx/retencion/stamp/v3',
    sends: '<retenciones:Retenciones',
    reply: (xml) => JSON.stringify({ status: 'success', data: { cfdi: xml } }),
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

  it.each(['solucionFactible', 'ntlink'])('at %s is not sent', async (name) => {
    const { provider, seen } = providerOf(cases[name]!.adapter, '')
    expect(await provider.cancel?.(request)).toMatchObject({ kind: 'unavailable' })
    expect(seen).toEqual([])
  })
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
  formasDigitales(account),
  prodigia({ ...account, contrato: 'C' }),
])('$name is not sent a retención', async (adapter) => {
  const { provider, seen } = providerOf(adapter, '')
  expect(await provider.stamp(sealed)).toMatchObject({ kind: 'rejected', scope: 'document' })
  expect(seen).toEqual([])
})
