/**
 * What is written on each wire, and what replies in the shapes of the notes mean: against texts
 * written by hand, because the fakes read with the codec that the adapters write with.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type {
  Adapter,
  CancelAnswer,
  HttpReply,
  Outgoing,
  StampAnswer,
} from '../../../src/pac/adapter/adapter.js'
import { comercioDigital } from '../../../src/pac/comercioDigital/comercioDigital.js'
import { fel } from '../../../src/pac/fel/fel.js'
import { finkok } from '../../../src/pac/finkok/finkok.js'
import { ntlink } from '../../../src/pac/ntlink/ntlink.js'
import { prodigia } from '../../../src/pac/prodigia/prodigia.js'
import { sifei } from '../../../src/pac/sifei/sifei.js'
import { solucionFactible } from '../../../src/pac/solucionFactible/solucionFactible.js'

const account = { environment: 'test', user: 'u&1', password: 'p<2' } as const
const bytes = new TextEncoder().encode('<a>ñ]]></a>')
const base64 = Buffer.from(bytes).toString('base64')
const outgoing: Outgoing = {
  sealed: { xml: '<a>ñ]]></a>', cadena: '||', sello: 's', document: {} as never },
  bytes,
  sha256: 'ab'.repeat(32),
  cadenaSha256: 'cd'.repeat(32),
}

const envelope = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${content}</soap:Body></soap:Envelope>`

/** A reply whose prefixes are not ours. */
const reply = (content: string, status = 200): HttpReply => ({
  status,
  headers: {},
  body: new TextEncoder().encode(
    `<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tns="t" xmlns:s0="s" xmlns:ns="n" xmlns:ax27="x" xmlns:a="d"><senv:Body>${content}</senv:Body></senv:Envelope>`,
  ),
})
const fault = (text: string, detail = '') =>
  reply(
    `<senv:Fault><faultcode>S</faultcode><faultstring>${text}</faultstring>${detail}</senv:Fault>`,
    500,
  )

describe('requests to stamp and to find', () => {
  const soap: readonly [string, Adapter, 'stamp' | 'find', string, string, string][] = [
    [
      'Finkok',
      finkok(account),
      'stamp',
      'https://demo-facturacion.finkok.com/servicios/soap/stamp',
      '"stamp"',
      `<m:stamp xmlns:m="http://facturacion.finkok.com/stamp"><m:xml>${base64}</m:xml><m:username>u&amp;1</m:username><m:password>p&lt;2</m:password></m:stamp>`,
    ],
    [
      'Finkok',
      finkok(account),
      'find',
      'https://demo-facturacion.finkok.com/servicios/soap/stamp',
      '"stamped"',
      `<m:stamped xmlns:m="http://facturacion.finkok.com/stamp"><m:xml>${base64}</m:xml><m:username>u&amp;1</m:username><m:password>p&lt;2</m:password></m:stamped>`,
    ],
    [
      'Solución Factible',
      solucionFactible(account),
      'stamp',
      'https://testing.solucionfactible.com/ws/services/Timbrado.TimbradoHttpsSoap11Endpoint/',
      '"urn:timbrar"',
      `<m:timbrar xmlns:m="http://timbrado.ws.cfdi.solucionfactible.com"><m:usuario>u&amp;1</m:usuario><m:password>p&lt;2</m:password><m:cfdi>${base64}</m:cfdi><m:zip>false</m:zip></m:timbrar>`,
    ],
    [
      'Prodigia',
      prodigia({ ...account, contrato: 'c' }),
      'stamp',
      'https://pruebas.pade.mx/servicio/Timbrado4.0',
      '"timbradoBase64"',
      `<m:timbradoBase64 xmlns:m="timbrado.ws.pade.mx"><contrato>c</contrato><usuario>u&amp;1</usuario><passwd>p&lt;2</passwd><cfdiXmlBase64>${base64}</cfdiXmlBase64><opciones>REGRESAR_CON_ERROR_307_XML</opciones></m:timbradoBase64>`,
    ],
    [
      'FEL',
      fel(account),
      'stamp',
      'https://app.fel.mx/WSTimbrado33Test/WSCFDI33.svc',
      '"http://tempuri.org/IWSCFDI33/TimbrarCFDI"',
      `<m:TimbrarCFDI xmlns:m="http://tempuri.org/"><m:usuario>u&amp;1</m:usuario><m:password>p&lt;2</m:password><m:cadenaXML>&lt;a&gt;ñ]]&gt;&lt;/a&gt;</m:cadenaXML><m:referencia>${'ab'.repeat(20)}</m:referencia></m:TimbrarCFDI>`,
    ],
    [
      'FEL',
      fel(account),
      'find',
      'https://app.fel.mx/WSTimbrado33Test/WSCFDI33.svc',
      '"http://tempuri.org/IWSCFDI33/ConsultarTimbrePorReferencia"',
      `<m:ConsultarTimbrePorReferencia xmlns:m="http://tempuri.org/"><m:usuario>u&amp;1</m:usuario><m:password>p&lt;2</m:password><m:referencia>${'ab'.repeat(20)}</m:referencia></m:ConsultarTimbrePorReferencia>`,
    ],
    [
      'SIFEI',
      sifei({ ...account, idEquipo: 'e' }),
      'find',
      'http://devcfdi.sifei.com.mx:8080/SIFEI33/SIFEI',
      '""',
      `<m:getXML xmlns:m="http://MApeados/"><rfc>u&amp;1</rfc><pass>p&lt;2</pass><hash>${'cd'.repeat(32)}</hash></m:getXML>`,
    ],
    [
      'NTLink',
      ntlink({ ...account, hash: 'bytes' }),
      'stamp',
      'https://dev-cfdi4.ntlink.com.mx/cfdi40/servicio-timbrado',
      '"https://ntlink.com.mx/IServicioTimbrado/IServicioTimbrado/TimbraCfdi"',
      '<m:TimbraCfdi xmlns:m="https://ntlink.com.mx/IServicioTimbrado"><m:userName>u&amp;1</m:userName><m:password>p&lt;2</m:password><m:comprobante>&lt;a&gt;ñ]]&gt;&lt;/a&gt;</m:comprobante></m:TimbraCfdi>',
    ],
    [
      'NTLink',
      ntlink({ ...account, hash: 'cadena' }),
      'find',
      'https://dev-cfdi4.ntlink.com.mx/cfdi40/servicio-timbrado',
      '"https://ntlink.com.mx/IServicioTimbrado/IServicioTimbrado/ObtenerStatusHash"',
      `<m:ObtenerStatusHash xmlns:m="https://ntlink.com.mx/IServicioTimbrado"><m:userName>u&amp;1</m:userName><m:password>p&lt;2</m:password><m:hash>${'cd'.repeat(32)}</m:hash></m:ObtenerStatusHash>`,
    ],
  ]

  it.each(soap)('%s %#', (_, adapter, operation, url, soapaction, content) => {
    expect(adapter[operation]?.request(outgoing)).toEqual({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction },
      body: envelope(content),
    })
  })

  it('Comercio Digital, with the credentials in headers', () => {
    const { stamp } = comercioDigital({ ...account, user: 'PÑA010101AAA' })
    expect(stamp.request(outgoing)).toEqual({
      method: 'POST',
      url: 'https://pruebas.comercio-digital.mx/timbre4/timbrarV5',
      headers: { 'content-type': 'text/xml', tipo: 'XML', usrws: 'P@A010101AAA', pwdws: 'p<2' },
      body: bytes,
    })
    for (const password of ['a\nb', 'ŝ'])
      expect(() => comercioDigital({ ...account, password })).toThrow('password has a character')
  })

  it('SIFEI, with an archive that never changes', () => {
    const { stamp } = sifei({ ...account, idEquipo: 'e' })
    const body = String(stamp.request(outgoing).body)
    expect(stamp.request(outgoing).body).toBe(body)
    expect(body).toMatch(
      /<archivoXMLZip>UEsDB[A-Za-z0-9+/=]+<\/archivoXMLZip><Serie><\/Serie><IdEquipo>e<\/IdEquipo><\/m:getCFDI>/,
    )
  })
})

const incident = (code: string, text: string, extra = '') =>
  `<s0:Incidencia><s0:IdIncidencia/><s0:CodigoError>${code}</s0:CodigoError><s0:MensajeIncidencia>${text}</s0:MensajeIncidencia><s0:ExtraInfo>${extra}</s0:ExtraInfo></s0:Incidencia>`
const finkokSays = (inner: string, operation = 'stamp') =>
  reply(
    `<tns:${operation}Response><tns:${operation}Result>${inner}</tns:${operation}Result></tns:${operation}Response>`,
  )
const incidents = (...list: string[]) =>
  finkokSays(`<s0:xml/><s0:Incidencias>${list.join('')}</s0:Incidencias>`)
const solfact = (inner: string, outer = '200') =>
  reply(
    `<ns:timbrarResponse><ns:return><ax27:mensaje>m</ax27:mensaje>${inner}<ax27:status>${outer}</ax27:status></ns:return></ns:timbrarResponse>`,
  )
const resultado = (status: string, text = 'm') =>
  `<ax27:resultados><ax27:mensaje>${text}</ax27:mensaje><ax27:status>${status}</ax27:status></ax27:resultados>`
const pade = (codigo: string, mensaje = 'm') =>
  reply(
    `<ns:timbradoBase64Response><return>${`<servicioTimbrado><timbradoOk>false</timbradoOk><codigo>${codigo}</codigo><mensaje>${mensaje}</mensaje></servicioTimbrado>`.replaceAll('<', '&lt;')}</return></ns:timbradoBase64Response>`,
  )
const felSays = (code: string, text = 'm', ok = 'false') =>
  reply(
    `<TimbrarCFDIResponse><TimbrarCFDIResult><a:OperacionExitosa>${ok}</a:OperacionExitosa><a:CodigoRespuesta>${code}</a:CodigoRespuesta><a:MensajeError>${text}</a:MensajeError></TimbrarCFDIResult></TimbrarCFDIResponse>`,
  )
const sifeiSays = (code: string, text: string) =>
  fault(
    text,
    `<detail><ns:SifeiException><codigo>${code}</codigo><error>${text}</error></ns:SifeiException></detail>`,
  )
const comdig = (codigo: string | undefined, errmsg = '', status = 200): HttpReply => ({
  status,
  headers: { ...(codigo !== undefined && { codigo }), errmsg },
  body: new Uint8Array(),
})

describe('replies without a stamp', () => {
  const rejected = (scope: string, code: string) => ({ kind: 'rejected', scope, code })
  const refused = { kind: 'refused', scope: 'account' }
  const doubt = { kind: 'unknown' }
  const earlier = { kind: 'unknown', why: 'stamped' }
  const claimed = { kind: 'stamped', sources: [] }
  const table: readonly [Adapter, string, HttpReply, object][] = [
    [
      finkok(account),
      '401, twice',
      incidents(
        incident('401', 'Fecha y hora de generación fuera de rango'),
        incident('401', 'Fecha y hora de generación fuera de rango'),
      ),
      rejected('time', '401'),
    ],
    [
      finkok(account),
      '705 around a rule',
      incidents(incident('705', 'XML mal formado', 'CFDI40145 - El nombre')),
      rejected('list', 'CFDI40145'),
    ],
    [
      finkok(account),
      '307',
      incidents(incident('307', 'El CFDI contiene un timbre previo')),
      earlier,
    ],
    [
      finkok(account),
      '707',
      incidents(incident('707', 'El CFDI ya contiene un TFD')),
      rejected('document', '707'),
    ],
    [finkok(account), '300', incidents(incident('300', 'Usuario')), refused],
    [finkok(account), '702', incidents(incident('702', 'RFC no registrado')), refused],
    [
      finkok(account),
      'a rejection beside a code that nobody knows',
      incidents(incident('301', 'x'), incident('999', 'y')),
      doubt,
    ],
    [
      finkok(account),
      'a rejection beside 307',
      incidents(incident('401', 'x'), incident('307', 'y')),
      earlier,
    ],
    [finkok(account), '732', incidents(incident('732', 'Tiempo agotado')), doubt],
    [
      finkok(account),
      'stamped without XML',
      finkokSays('<s0:xml/><s0:CodEstatus>Comprobante timbrado satisfactoriamente</s0:CodEstatus>'),
      claimed,
    ],
    [
      finkok(account),
      'the result of another operation',
      finkokSays('<s0:xml>x</s0:xml>', 'quick_stamp'),
      doubt,
    ],
    [finkok(account), 'a Fault with a code of the SAT', fault('301 - x'), doubt],
    [
      solucionFactible(account),
      'an inner rejection',
      solfact(resultado('301', 'CFDI40108 x')),
      rejected('document', 'CFDI40108'),
    ],
    [solucionFactible(account), '624', solfact(resultado('624')), earlier],
    [solucionFactible(account), 'the call, 601', solfact('', '601'), refused],
    [solucionFactible(account), 'the call, 501', solfact('', '501'), doubt],
    [solucionFactible(account), 'the call without a document', solfact(''), doubt],
    [
      solucionFactible(account),
      'two documents',
      solfact(resultado('301') + resultado('200')),
      doubt,
    ],
    [solucionFactible(account), 'stamped without XML', solfact(resultado('200')), claimed],
    [prodigia({ ...account, contrato: 'c' }), '5', pade('5'), { kind: 'unavailable' }],
    [prodigia({ ...account, contrato: 'c' }), '1', pade('1'), refused],
    [prodigia({ ...account, contrato: 'c' }), '307', pade('307'), earlier],
    [
      prodigia({ ...account, contrato: 'c' }),
      '301 around a rule',
      pade('301', 'x | CFDI40147 y'),
      rejected('list', 'CFDI40147'),
    ],
    [prodigia({ ...account, contrato: 'c' }), '21', pade('21'), doubt],
    [fel(account), '801', felSays('801'), earlier],
    [fel(account), 'a rejection', felSays('301', 'CFDI40108'), rejected('document', 'CFDI40108')],
    [fel(account), 'a code that nobody knows', felSays('900'), doubt],
    [fel(account), 'success without XML', felSays('', '', 'true'), claimed],
    [sifei({ ...account, idEquipo: 'e' }), '307', sifeiSays('307', 'previo'), earlier],
    [
      sifei({ ...account, idEquipo: 'e' }),
      '301, of the Java validator',
      sifeiSays('301', 'cvc-enumeration-valid'),
      rejected('document', '301'),
    ],
    [sifei({ ...account, idEquipo: 'e' }), 'a code that nobody knows', sifeiSays('E1', 'x'), doubt],
    [sifei({ ...account, idEquipo: 'e' }), 'a Fault without a code', fault('x'), doubt],
    [
      ntlink(account),
      'a rule',
      fault('CFDI40102 - El resultado de la digestión…'),
      rejected('certificate', 'CFDI40102'),
    ],
    [ntlink(account), 'a Fault without a code', fault('Object reference not set'), doubt],
    [ntlink(account), '307', fault('307 - x'), earlier],
    [
      comercioDigital(account),
      '301 with HTTP 200',
      comdig('301', 'ERROR: x'),
      rejected('document', '301'),
    ],
    [comercioDigital(account), 'no code', comdig(undefined), doubt],
    [comercioDigital(account), 'an empty code', comdig(''), doubt],
    [comercioDigital(account), '000 without XML', comdig('000'), claimed],
    [comercioDigital(account), '307', comdig('307'), earlier],
    [comercioDigital(account), 'a code that nobody knows', comdig('904'), doubt],
  ]

  it.each(table)('$id: %s', async (adapter, _, said, expected) => {
    const answer: StampAnswer = await adapter.stamp.read(said, outgoing)
    expect(answer).toMatchObject(expected)
  })
})

describe('look-ups', () => {
  const find = (said: HttpReply) => finkok(account).find?.read(said, outgoing)

  it('Finkok: only 603, alone and with HTTP 200, is an absence', async () => {
    const says = (...list: string[]) =>
      finkokSays(`<s0:Incidencias>${list.join('')}</s0:Incidencias>`, 'stamped')
    expect(await find(says(incident('603', 'x')))).toEqual({ kind: 'absent' })
    expect(await find(says(incident('603', 'x'), incident('601', 'y')))).toMatchObject({
      kind: 'unknown',
    })
    expect(await find({ ...says(incident('603', 'x')), status: 500 })).toMatchObject({
      kind: 'unknown',
    })
    expect(await find(says(incident('301', 'x')))).toMatchObject({ kind: 'unknown', code: '301' })
    expect(await find(says(incident('300', 'x')))).toMatchObject({ kind: 'refused' })
    expect(await find(says())).toMatchObject({ kind: 'unknown' })
  })
})

describe('cancellations', () => {
  const request = {
    uuid: 'AF124DC7-BD75-5EFF-8EDF-28C1E7D43B1D',
    rfcEmisor: 'EKU9003173C9',
    motivo: '02' as const,
    signed: '<x/>',
  }
  const folio = (uuid: string, code: string) =>
    `<s0:Folios><s0:Folio><s0:UUID>${uuid}</s0:UUID><s0:EstatusUUID>${code}</s0:EstatusUUID><s0:EstatusCancelacion>texto</s0:EstatusCancelacion></s0:Folio></s0:Folios>`
  const state = (text: string) => `<s0:CodEstatus>${text}</s0:CodEstatus>`

  it.each<[string, string, Partial<CancelAnswer>]>([
    [
      '201',
      `${folio(request.uuid, '201')}<s0:Acuse>&lt;s:Envelope/&gt;</s0:Acuse>`,
      { kind: 'accepted', code: '201', acuse: '<s:Envelope/>' },
    ],
    ['in lower case', folio(request.uuid.toLowerCase(), '202'), { kind: 'accepted', code: '202' }],
    ['205', folio(request.uuid, '205'), { kind: 'rejected', code: '205', message: 'texto' }],
    [
      'no_cancelable',
      folio(request.uuid, 'no_cancelable'),
      { kind: 'rejected', code: 'no_cancelable' },
    ],
    ['a code that nobody knows', folio(request.uuid, '999'), { kind: 'unknown' }],
    ['another folio', folio('0', '201'), { kind: 'unknown' }],
    ['not found', state('UUID: X No Encontrado'), { kind: 'rejected', code: '205' }],
    ['798: it may be in course', state('798 - Solicitud previa'), { kind: 'unknown', code: '798' }],
    ['799', state('799 - Solicitudes'), { kind: 'rejected', code: '799' }],
    ['cancelled already', state('Already Cancelled'), { kind: 'accepted', code: '202' }],
    ['in its buffer', state('Already en BufferCancellation'), { kind: 'unknown' }],
    ['708', state('708 - Sin conexión con el SAT'), { kind: 'unknown', code: '708' }],
    ['300', state('300 - Usuario'), { kind: 'refused' }],
    ['nothing', '', { kind: 'unknown' }],
  ])('Finkok: %s', async (_, inner, expected) => {
    const { cancel } = finkok(account)
    expect(await cancel?.read(finkokSays(inner, 'cancel_signature'), request)).toMatchObject(
      expected,
    )
  })

  it('what a PAC wants besides the signed request is required', () => {
    expect(() => prodigia({ ...account, contrato: 'c' }).cancel?.request(request)).toThrow(
      'rfcReceptor and total',
    )
    expect(() => ntlink(account).cancel?.request(request)).toThrow('rfcReceptor, total and fe')
    const wanted = 'rfcReceptor, total and tipoDeComprobante'
    expect(() => comercioDigital(account).cancel?.request(request)).toThrow(wanted)
  })
})
