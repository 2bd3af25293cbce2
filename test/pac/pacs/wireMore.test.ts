/**
 * The wires of the PACs after the first eight: requests and replies against texts written by hand
 * from the sources.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { HttpReply, Outgoing } from '../../../src/pac/adapter/adapter.js'
import { facturaloPlus } from '../../../src/pac/facturaloPlus/facturaloPlus.js'
import { formasDigitales } from '../../../src/pac/formasDigitales/formasDigitales.js'
import { itimbre } from '../../../src/pac/itimbre/itimbre.js'
import { mysuite } from '../../../src/pac/mysuite/mysuite.js'
import { timbox } from '../../../src/pac/timbox/timbox.js'

const account = { environment: 'test', user: 'u&1', password: 'p<2' } as const
const bytes = new TextEncoder().encode('<a>ñ]]></a>')
const base64 = Buffer.from(bytes).toString('base64')
const outgoing: Outgoing = {
  sealed: {
    xml: '<a>ñ]]></a>',
    cadena: '||',
    sello: 's',
    document: { Emisor: { Rfc: 'JES900109Q90' } } as never,
  },
  bytes,
  sha256: 'ab'.repeat(32),
  cadenaSha256: 'cd'.repeat(32),
}
const uuid = 'AF124DC7-BD75-5EFF-8EDF-28C1E7D43B1D'
const cancellation = { uuid, rfcEmisor: 'EKU9003173C9', motivo: '02', signed: '<x>ñ</x>' } as const

const replied = (body: string, status = 200): HttpReply => ({
  status,
  headers: {},
  body: new TextEncoder().encode(body),
})
/** A SOAP reply whose prefixes are not ours. */
const said = (content: string, status = 200) =>
  replied(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n="n"><e:Body>${content}</e:Body></e:Envelope>`,
    status,
  )
const fault = (text: string) =>
  said(`<e:Fault><faultcode>e:Server</faultcode><faultstring>${text}</faultstring></e:Fault>`, 500)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe('Timbox', () => {
  const { stamp, find, cancel, balance } = timbox(account)
  // 0xab…, 24 digits, as Python has it in decimal.
  const reference = '53129473686036085209788296107'

  it('sends the sealed bytes with a reference of digits, and looks up by it', () => {
    const { url, headers, body } = stamp.request(outgoing)
    expect([url, headers['soapaction']]).toEqual([
      'https://staging.ws.timbox.com.mx/timbrado_cfdi40/action',
      '"timbrar_cfdi_referencia"',
    ])
    expect(body).toContain(
      `<username xsi:type="xsd:string">u&amp;1</username><password xsi:type="xsd:string">p&lt;2</password><sxml xsi:type="xsd:string">${base64}</sxml><external_id xsi:type="xsd:string">${reference}</external_id></m:timbrar_cfdi_referencia>`,
    )
    expect(find?.request(outgoing).body).toContain(
      `<external_ids xsi:type="m:external_id"><external_id xsi:type="xsd:string">${reference}</external_id></external_ids></m:recuperar_comprobante_referencia>`,
    )
  })

  it('cancels with the signed request in Base64', () => {
    const { url, body } = cancel!.request(cancellation)
    expect(url).toBe('https://staging.ws.timbox.com.mx/cancelacion/action')
    expect(body).toContain(
      `<firma_base64 xsi:type="xsd:string">${Buffer.from('<x>ñ</x>').toString('base64')}</firma_base64></m:cancelar_cfdi_seguro>`,
    )
  })

  it.each([
    ['101 - Los datos', { kind: 'refused', account: 'password', code: '101' }],
    ['102 - Su plan', { kind: 'refused', account: 'expired' }],
    ['103: Se han agotado', { kind: 'refused', account: 'credits' }],
    ['CFDI40145 - El nombre', { kind: 'rejected', scope: 'list', code: 'CFDI40145' }],
    ['301 - CFDI40108 El tipo', { kind: 'rejected', scope: 'document', code: 'CFDI40108' }],
    ['304 - El parámetro sxml', { kind: 'rejected', scope: 'document', code: '304' }],
    ['401 - Fecha', { kind: 'rejected', scope: 'time' }],
    ['307 - previo', { kind: 'unknown', why: 'stamped' }],
    ['999 - Error de comunicación', { kind: 'unknown', code: '999' }],
    ['104 - external_id', { kind: 'unknown' }],
    ['Error 101 de algo', { kind: 'unknown' }],
    ['undefined method', { kind: 'unknown', detail: 'undefined method' }],
  ])('a Fault %j', async (text, expected) => {
    expect(await stamp.read(fault(text), outgoing)).toMatchObject(expected)
  })

  it('a result without XML, and the result of another operation', async () => {
    const result = (name: string, xml: string) =>
      said(
        `<n:${name}_response><${name}_result><xml>${xml}</xml></${name}_result></n:${name}_response>`,
      )
    expect(await stamp.read(result('timbrar_cfdi_referencia', ''), outgoing)).toMatchObject({
      kind: 'stamped',
      sources: [],
    })
    expect(await stamp.read(result('timbrar_cfdi', '&lt;a/&gt;'), outgoing)).toMatchObject({
      kind: 'unknown',
    })
  })

  const list = (text: string, estatus = '200') =>
    said(
      `<n:r><recuperar_comprobante_referencia><estatus>${estatus}</estatus><cantidad>1</cantidad><comprobantes>${escaped(text)}</comprobantes></recuperar_comprobante_referencia></n:r>`,
    )
  const items = (...xml: string[]) =>
    `<?xml version="1.0"?><Comprobantes type="array">${xml.map((one) => `<CFDI><external-id>1</external-id><xml>${one}</xml></CFDI>`).join('')}</Comprobantes>`

  it('a look-up: the document, escaped or not; an absence by its text alone', async () => {
    const read = (reply: HttpReply) => find?.read(reply, outgoing)
    const cfdi = '<cfdi:Comprobante xmlns:cfdi="c" A="1">x</cfdi:Comprobante>'
    const sources = [cfdi]
    expect(await read(list(items(escaped(cfdi))))).toMatchObject({ kind: 'stamped', sources })
    expect(await read(list(items(`<?xml version="1.0"?>\n${cfdi}\n`)))).toMatchObject({
      kind: 'stamped',
      sources,
    })
    expect(await read(list(items(escaped(cfdi), escaped(cfdi))))).toMatchObject({
      sources: [cfdi, cfdi],
    })
    expect(await read(list(items('No se encontró XML del uuid: 1')))).toEqual({ kind: 'absent' })
    for (const doubt of [
      list(items('No se encontró XML del uuid: 1', 'otro')),
      list(items('No se encontró XML del uuid: 1'), '500'),
      list(items('')),
      list(items()),
      list(''),
      list('No se encontró XML del uuid: 1'),
      fault('RCR999 - Error de comunicación'),
      fault('301 - x'),
    ])
      expect(await read(doubt)).toMatchObject({ kind: 'unknown' })
    expect(await read(fault('RCR101 - Los datos'))).toMatchObject({ account: 'password' })
  })

  it.each([
    ['201', { kind: 'accepted', code: '201', acuse: '<Acuse/>' }],
    ['202', { kind: 'accepted', code: '202' }],
    ['205', { kind: 'rejected', code: '205', message: 'texto' }],
    ['CANC101', { kind: 'rejected', code: 'CANC101' }],
    ['CANC777', { kind: 'unknown', code: 'CANC777' }],
  ])('a folio with %s', async (code, expected) => {
    const folios = `<folios_cancelacion type="array"><folio_cancelacion><uuid>${uuid.toLowerCase()}</uuid><codigo>${code}</codigo><mensaje>texto</mensaje></folio_cancelacion></folios_cancelacion>`
    const reply = said(
      `<n:cancelar_cfdi_seguro_response><cancelar_cfdi_seguro_result><folios_cancelacion>${escaped(folios)}</folios_cancelacion><acuse_cancelacion>${escaped('<Acuse/>')}</acuse_cancelacion></cancelar_cfdi_seguro_result></n:cancelar_cfdi_seguro_response>`,
    )
    expect(await cancel?.read(reply, cancellation)).toMatchObject(expected)
  })

  it.each([
    ['CANC001 - Los datos', { kind: 'refused', account: 'password' }],
    ['CANC402 - Sello', { kind: 'rejected', code: 'CANC402' }],
    ['CANC998 - timeout', { kind: 'unknown', code: 'CANC998' }],
    ['301 - x', { kind: 'unknown' }],
  ])('a cancellation that is answered by %j', async (text, expected) => {
    expect(await cancel?.read(fault(text), cancellation)).toMatchObject(expected)
  })

  it('has the credits that are not used', async () => {
    const plan = (assigned: string, used: string) =>
      said(
        `<n:obtener_consumo_response><obtener_consumo_result><creditos_asignados>${assigned}</creditos_asignados><creditos_usados>${used}</creditos_usados></obtener_consumo_result></n:obtener_consumo_response>`,
      )
    expect(await balance?.read(plan('5000', '703'), undefined)).toBe(4297)
    for (const [assigned, used] of [
      ['5000', ''],
      ['', '1'],
      ['1', '2'],
      ['-1', '0'],
    ] as const)
      expect(await balance?.read(plan(assigned, used), undefined)).toBeUndefined()
  })
})

describe('Formas Digitales', () => {
  const { stamp } = formasDigitales(account)

  it('sends the document as text, with the account in fields of no namespace', () => {
    expect(stamp.request(outgoing)).toEqual({
      method: 'POST',
      url: 'https://dev33.facturacfdi.mx/WSTimbradoCFDIService',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      body: '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><m:TimbrarCFDI xmlns:m="http://wservicios/"><accesos><password>p&lt;2</password><usuario>u&amp;1</usuario></accesos><comprobante>&lt;a&gt;ñ]]&gt;&lt;/a&gt;</comprobante></m:TimbrarCFDI></soap:Body></soap:Envelope>',
    })
  })

  const acuse = (inner: string) =>
    said(`<n:TimbrarCFDIResponse><acuseCFDI>${inner}</acuseCFDI></n:TimbrarCFDIResponse>`)
  const error = (code: string, text: string) =>
    acuse(`<codigoError>${code}</codigoError><error>${text}</error>`)
  const xml = '<xmlTimbrado>&lt;a/&gt;</xmlTimbrado>'

  it.each<[string, HttpReply, object]>([
    ['a document', acuse(xml), { kind: 'stamped', when: 'fresh', sources: ['<a/>'] }],
    ['with 0', acuse(`<codigoError>0</codigoError>${xml}`), { kind: 'stamped', when: 'fresh' }],
    ['with 307', acuse(`<codigoError>307</codigoError>${xml}`), { when: 'earlier' }],
    ['0 without one', acuse('<codigoError>0</codigoError>'), { kind: 'stamped', sources: [] }],
    ['307 without one', error('307', 'previo'), { kind: 'unknown', why: 'stamped' }],
    ['a rule', error('301', 'CFDI40147 x'), { kind: 'rejected', scope: 'list', code: 'CFDI40147' }],
    ['302', error('302', 'Sello'), { kind: 'rejected', scope: 'certificate' }],
    [
      'a code in the text alone',
      acuse('<error>CFDI40108 - x</error>'),
      { kind: 'rejected', code: 'CFDI40108' },
    ],
    ['a code that nobody knows', error('900', 'x'), { kind: 'unknown', code: '900' }],
    ['a text alone', acuse('<error>Usuario incorrecto</error>'), { kind: 'unknown' }],
    ['an empty acuse', acuse(''), { kind: 'unknown' }],
    ['no acuse', said('<n:TimbrarCFDIResponse/>'), { kind: 'unknown' }],
    [
      'the answer of another operation',
      said(`<n:TimbrarCFDIV2Response><acuseCFDI>${xml}</acuseCFDI></n:TimbrarCFDIV2Response>`),
      { kind: 'unknown' },
    ],
    ['a Fault with a code', fault('301 - x'), { kind: 'unknown' }],
  ])('%s', async (_, reply, expected) => {
    expect(await stamp.read(reply, outgoing)).toMatchObject(expected)
  })
})

describe('Facturalo Plus', () => {
  const options = { environment: 'test', apikey: 'k&1' } as const
  const { stamp, balance, credentials, secrets } = facturaloPlus(options)

  it('sends the document as text with the key, in RPC/encoded', () => {
    const { url, headers, body } = stamp.request(outgoing)
    expect([url, headers['soapaction']]).toEqual([
      'https://dev.facturaloplus.com/ws/servicio.do',
      '"urn:ServicioTimbradoWS#timbrar"',
    ])
    expect(body).toContain(
      '<apikey xsi:type="xsd:string">k&amp;1</apikey><xmlCFDI xsi:type="xsd:string">&lt;a&gt;ñ]]&gt;&lt;/a&gt;</xmlCFDI></m:timbrar>',
    )
  })

  it('has the key as its account and as its secret, and takes no user', () => {
    expect(credentials?.()).toMatchObject({ secret: 'k&1' })
    expect(secrets?.()).toEqual(['k&1', 'k&amp;1'])
    for (const wrong of [{ user: 'u' }, { password: 'p' }, { apiKey: 'k' }])
      expect(() => facturaloPlus({ ...options, ...wrong } as never)).toThrow(
        /^facturaloPlus: unknown option/,
      )
    for (const apikey of [undefined, '', ' k', 7])
      expect(() => facturaloPlus({ ...options, apikey } as never)).toThrow(/facturaloPlus: apikey/)
  })

  const answer = (code: string, message: string, data: string, operation = 'timbrar') =>
    said(
      `<n:${operation}Response><return><code>${code}</code><message>${message}</message><data>${data}</data></return></n:${operation}Response>`,
    )

  it.each<[string, HttpReply, object]>([
    ['200', answer('200', 'OK', '<![CDATA[<a/>]]>'), { when: 'fresh', sources: ['<a/>'] }],
    ['200 without data', answer('200', 'OK', ''), { kind: 'stamped', sources: [] }],
    ['307 with the stamp', answer('307', 'x', '&lt;a/&gt;'), { when: 'earlier', code: '307' }],
    ['307 without', answer('307', 'x', ''), { kind: 'unknown', why: 'stamped' }],
    ['300', answer('300', 'API KEY', ''), { kind: 'refused', account: 'password' }],
    ['402', answer('402', 'LCO', ''), { kind: 'rejected', scope: 'list' }],
    ['a rule in 301', answer('301', 'CFDI40108 x', ''), { kind: 'rejected', code: 'CFDI40108' }],
    ['a code that nobody knows', answer('500', 'x', ''), { kind: 'unknown', code: '500' }],
    ['text in data', answer('', '', 'no'), { kind: 'unknown' }],
    ['another operation', answer('200', 'OK', '&lt;a/&gt;', 'timbrarTFD'), { kind: 'unknown' }],
    ['a page of PHP', replied('<br/><b>Fatal error</b>: 301 - x'), { kind: 'unknown' }],
    ['a Fault', fault('300 - x'), { kind: 'unknown' }],
  ])('%s', async (_, reply, expected) => {
    expect(await stamp.read(reply, outgoing)).toMatchObject(expected)
  })

  it('has the credits of its answer 200', async () => {
    const name = 'consultarCreditosDisponibles'
    expect(await balance?.read(answer('200', 'OK', '12', name), undefined)).toBe(12)
    for (const reply of [answer('300', 'x', '12', name), answer('200', 'OK', 'x', name)])
      expect(await balance?.read(reply, undefined)).toBeUndefined()
  })
})

describe('MYSuite', () => {
  const { stamp } = mysuite(account)

  it('sends what was recorded: the issuer of the document, the key twice, and the user in full', () => {
    const { url, headers, body } = stamp.request(outgoing)
    expect([url, headers['soapaction']]).toEqual([
      'https://www.mysuitetest.com/mx.com.fact.wsfront/FactWSFront.asmx',
      '"http://www.fact.com.mx/schema/ws/RequestTransaction"',
    ])
    expect(body).toContain(
      `<m:RequestTransaction xmlns:m="http://www.fact.com.mx/schema/ws"><m:Requestor>p&lt;2</m:Requestor><m:Transaction>TIMBRAR</m:Transaction><m:Country>MX</m:Country><m:Entity>JES900109Q90</m:Entity><m:User>p&lt;2</m:User><m:UserName>MX.JES900109Q90.u&amp;1</m:UserName><m:Data1>${base64}</m:Data1><m:Data2></m:Data2><m:Data3></m:Data3></m:RequestTransaction>`,
    )
  })

  const result = (response: string, data = '') =>
    said(
      `<RequestTransactionResponse><RequestTransactionResult><Response>${response}</Response><ResponseData>${data}</ResponseData></RequestTransactionResult></RequestTransactionResponse>`,
    )
  const no = (text: string) =>
    result(`<Result>false</Result><Description>d</Description><Data>${text}</Data>`)
  const tfd = `<ResponseData1>${Buffer.from('<t/>').toString('base64')}</ResponseData1>`

  it.each<[string, HttpReply, object]>([
    ['a stamp', result('', tfd), { kind: 'stamped', when: 'fresh', sources: ['<t/>'] }],
    ['an earlier one', result('', `${tfd}<ResponseData2>307</ResponseData2>`), { when: 'earlier' }],
    [
      '307 without it',
      result('<Result>false</Result>', '<ResponseData2>307</ResponseData2>'),
      { kind: 'unknown', why: 'stamped' },
    ],
    ['true without a stamp', result('<Result>true</Result>'), { kind: 'stamped', sources: [] }],
    ['a rule', no('CFDI40147 - x'), { kind: 'rejected', scope: 'list', code: 'CFDI40147' }],
    ['a rule inside', no('Error: CFDI40108 x'), { kind: 'rejected', code: 'CFDI40108' }],
    ['a rule that is not a rejection', result('<Data>CFDI40108 x</Data>'), { kind: 'unknown' }],
    ['a number of its own list', result('<Code>301</Code>'), { kind: 'unknown' }],
    [
      'a text',
      no('Requestor inválido'),
      { kind: 'unknown', message: 'Requestor inválido', detail: 'd | Requestor inválido' },
    ],
    ['nothing', result(''), { kind: 'unknown' }],
    ['another operation', said('<XResponse/>'), { kind: 'unknown' }],
    ['a Fault', fault('CFDI40108 - x'), { kind: 'unknown' }],
  ])('%s', async (_, reply, expected) => {
    expect(await stamp.read(reply, outgoing)).toMatchObject(expected)
  })
})

describe('iTimbre', () => {
  const { stamp, find } = itimbre(account)
  const absent = 'No existe'
  const confirmed = itimbre({ ...account, absent }).find
  const asked = (body: unknown) => JSON.parse(new URLSearchParams(String(body)).get('q') ?? '')
  // The nine bytes 0xab.
  const id = 'q6urq6urq6ur'

  it('sends JSON in a field of a form, with an id, and looks up by the id', () => {
    const { url, headers, body } = stamp.request(outgoing)
    expect([url, headers]).toEqual([
      'https://portalws.itimbre.com/itimbreprueba.php',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ])
    const params = { user: 'u&1', pass: 'p<2', RFC: 'JES900109Q90' }
    expect(asked(body)).toEqual({
      id,
      method: 'cfd2cfdi',
      params: { ...params, xmldata: '<a>ñ]]></a>' },
    })
    expect(asked(find?.request(outgoing).body)).toEqual({ id, method: 'buscarCFDI', params })
  })

  const result = (value: unknown, status = 200) =>
    replied(JSON.stringify({ result: value }), status)

  it.each<[string, HttpReply, object]>([
    ['the document', result({ retcode: 1, data: '<a/>' }), { when: 'fresh', sources: ['<a/>'] }],
    ['1 as text', result({ retcode: '1', data: '<a/>' }), { kind: 'stamped', when: 'fresh' }],
    ['1 without it', result({ retcode: 1 }), { kind: 'stamped', sources: [] }],
    ['307', result({ retcode: 307, error: 'previo' }), { kind: 'unknown', why: 'stamped' }],
    ['307 with it', result({ retcode: 307, error: 'x', data: '<a/>' }), { when: 'earlier' }],
    [
      'a rule in 301',
      result({ retcode: 301, error: 'CFDI40108 x' }),
      { kind: 'rejected', code: 'CFDI40108', message: 'CFDI40108 x' },
    ],
    ['402', result({ retcode: '402', error: 'x' }), { kind: 'rejected', scope: 'list' }],
    ['1 with an error', result({ retcode: 1, error: 'x' }), { kind: 'unknown' }],
    ['a code that nobody knows', result({ retcode: 9, error: 'x' }), { kind: 'unknown' }],
    ['a rejection with HTTP 500', result({ retcode: 301, error: 'x' }, 500), { kind: 'unknown' }],
    ['a list', replied('[]'), { kind: 'unknown' }],
    ['a page', replied('<html>301</html>'), { kind: 'unknown' }],
  ])('%s', async (_, reply, expected) => {
    expect(await stamp.read(reply, outgoing)).toMatchObject(expected)
  })

  it('a look-up: the documents of a list, by either name; an absence as confirmed', async () => {
    const read = (reply: HttpReply) => find?.read(reply, outgoing)
    for (const data of ['<a/>', [{ xml_data: '<a/>' }], [{ cfdi_xml: '<a/>' }]])
      expect(await read(result({ retcode: 1, data }))).toMatchObject({
        kind: 'stamped',
        sources: ['<a/>'],
      })
    const two = [{ xml_data: '<a/>' }, { xml_data: '<b/>' }]
    expect(await read(result({ retcode: 1, data: two }))).toMatchObject({
      sources: ['<a/>', '<b/>'],
    })
    const none = result({ retcode: 1, error: absent })
    expect(await read(none)).toMatchObject({ kind: 'unknown' })
    expect(await confirmed?.read(none, outgoing)).toEqual({ kind: 'absent' })
    for (const doubt of [result({ retcode: 1, data: [] }), result({ retcode: 301, error: 'x' })])
      expect(await confirmed?.read(doubt, outgoing)).toMatchObject({ kind: 'unknown' })
  })
})
