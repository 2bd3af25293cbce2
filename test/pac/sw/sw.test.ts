import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeComplement } from '../../../src/model/write.js'
import { sw } from '../../../src/pac/sw/sw.js'
import { timbreFiscalDigital } from '../../../src/sat/timbre11/declaration.js'
import { insertTimbre } from '../../../src/seal/insertTimbre.js'
import { now } from '../sealing.js'
import {
  type Fault,
  fileOf,
  infiniteToken,
  refusal,
  reply,
  stampPath,
  startSw,
  success,
} from './swServer.js'

import {
  answering,
  base64,
  connect,
  eachTestHasItsOwn,
  pac,
  provider,
  sealDocument,
  sealed,
  server,
  sha256,
  timbreOf,
  use,
} from './swStage.js'

eachTestHasItsOwn()

describe('the request to stamp', () => {
  it('is version 4, multipart, with the sealed bytes unchanged and a customid derived from them', async () => {
    await provider.stamp(sealed)
    const [request] = server.stamps()
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v4/cfdi33/stamp/v4',
      headers: {
        authorization: `Bearer ${infiniteToken}`,
        customid: sha256(sealed.xml),
        accept: 'application/json',
      },
    })
    expect(fileOf(request!)).toBe(sealed.xml)
  })

  it('is deterministic, byte by byte', async () => {
    await provider.stamp(sealed)
    await connect().stamp({ ...sealed })
    const [first, second] = server.stamps()
    expect(second!.body.equals(first!.body)).toBe(true)
    expect(second!.headers['customid']).toBe(first!.headers['customid'])
    expect(second!.headers['content-type']).toBe(first!.headers['content-type'])
  })
})

describe('stamped', () => {
  it('fresh', async () => {
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({
      kind: 'stamped',
      pac: 'sw',
      when: 'fresh',
      timbre: { SelloCFD: sealed.sello },
    })
    expect(outcome).toMatchObject({
      requestHash: sha256(sealed.xml),
      replyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('earlier: 307 with the stamp in data', async () => {
    const first = await provider.stamp(sealed)
    const second = await provider.stamp(sealed)
    expect(second).toMatchObject({
      kind: 'stamped',
      when: 'earlier',
      code: '307',
      timbre: (first as { timbre: object }).timbre,
    })
    expect(server.issued()).toBe(1)
  })

  it.each(['tfd', 'cfdi'] as const)('earlier: 307 with only data.%s', async (place) => {
    const timbre = await timbreOf()
    const xml = {
      tfd: writeComplement(timbreFiscalDigital, timbre),
      cfdi: insertTimbre(sealed, timbre).xml,
    }[place]
    for (const text of [xml, base64(xml)]) {
      server.next(
        stampPath,
        answering(
          refusal('307. El comprobante contiene un timbre previo.', null, { [place]: text }),
        ),
      )
      expect(await provider.stamp(sealed)).toMatchObject({
        kind: 'stamped',
        when: 'earlier',
        code: '307',
        timbre,
      })
    }
  })

  it('earlier: 307 with the stamp in messageDetail, as older paths have it', async () => {
    const timbre = await timbreOf()
    const { xml } = insertTimbre(sealed, timbre)
    for (const detail of [xml, base64(xml)]) {
      server.next(
        stampPath,
        answering(refusal('307. El comprobante contiene un timbre previo.', detail)),
      )
      const outcome = await provider.stamp(sealed)
      expect(outcome).toMatchObject({ kind: 'stamped', when: 'earlier', timbre })
      expect(outcome.detail).toBe('307. El comprobante contiene un timbre previo.')
    }
  })

  it('a document with Addenda, whose copy lacks it', async () => {
    const document = await sealDocument({ Addenda: '<pedido numero="7"/>' })
    for (const when of ['fresh', 'earlier']) {
      expect(await provider.stamp(document)).toMatchObject({
        kind: 'stamped',
        when,
        timbre: { SelloCFD: document.sello },
      })
    }
  })

  it('concurrent documents, each with its own stamp', async () => {
    const documents = await Promise.all(Array.from({ length: 12 }, () => sealDocument()))
    const outcomes = await Promise.all(documents.map((document) => provider.stamp(document)))
    expect(
      outcomes.map((outcome) => outcome.kind === 'stamped' && outcome.timbre.SelloCFD),
    ).toEqual(documents.map(({ sello }) => sello))
    expect(
      new Set(outcomes.map((outcome) => outcome.kind === 'stamped' && outcome.timbre.UUID)).size,
    ).toBe(12)
  })
})

describe('a reported stamp without a usable TFD', () => {
  const expectUnknown = async (answer: { status: number; body: unknown }, why: string) => {
    server.next(stampPath, answering(answer))
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({ kind: 'unknown', why })
    return outcome
  }

  it('307 without data', async () => {
    const outcome = await expectUnknown(
      refusal('307. El comprobante contiene un timbre previo.'),
      'stamped',
    )
    expect(outcome).toMatchObject({ code: '307' })
    const message = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.'
    expect(await expectUnknown(refusal(message), 'stamped')).toMatchObject({
      code: 'CFDI3307',
      detail: message,
    })
  })

  it.each([
    null,
    {},
    { tfd: '', cfdi: '' },
    { uuid: 'E94F6A2C-7A63-4E55-9D4C-0B7C6A5E1F2A' },
    { cfdi: '<cfdi:Comprobante/>' },
    [],
    'x',
  ])('success with data %j', async (data) => {
    await expectUnknown(success(data), 'stamped')
  })

  it('a malformed TFD', async () => {
    const tfd = writeComplement(timbreFiscalDigital, await timbreOf())
    for (const bad of [
      tfd.slice(0, -10),
      tfd.replace(/UUID="[^"]*"/, ''),
      tfd.replace(/UUID="[^"]*"/, 'UUID="1"'),
      tfd.replace('Version="1.1"', 'Version="1.0"'),
      tfd.replace(/SelloSAT="...../, 'SelloSAT="'),
    ]) {
      expect(bad).not.toBe(tfd)
      await expectUnknown(success({ tfd: bad }), 'stamped')
    }
  })

  it('a crossed reply: the stamp of another document', async () => {
    const timbre = await timbreOf(await sealDocument())
    await expectUnknown(success({ cfdi: insertTimbre(sealed, timbre).xml }), 'mismatch')
    const message = 'CFDI3307 - Timbre duplicado. El customId proporcionado está duplicado.'
    const outcome = await expectUnknown(
      refusal(message, null, { tfd: writeComplement(timbreFiscalDigital, timbre) }),
      'mismatch',
    )
    expect(outcome).toMatchObject({ code: 'CFDI3307' })
  })

  it('two stamps', async () => {
    const [ours, other] = [await timbreOf(), await timbreOf(await sealDocument())]
    const tfd = writeComplement(timbreFiscalDigital, other)
    await expectUnknown(success({ tfd, cfdi: insertTimbre(sealed, ours).xml }), 'stamped')
  })

  it('and the same bytes sent again resolve it', async () => {
    server.next(stampPath, async (response, usual) => {
      await usual()
      reply(response, refusal('307. El comprobante contiene un timbre previo.'))
    })
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'unknown', why: 'stamped' })
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'stamped', when: 'earlier' })
    expect(server.issued()).toBe(1)
  })
})

describe('rejected', () => {
  it.each([
    [
      '301 - La estructura del comprobante es incorrecta.',
      'El elemento no es válido',
      'document',
      '301',
    ],
    [
      '301 - La estructura del comprobante es incorrecta.',
      'CFDI40145 - El nombre del receptor no corresponde',
      'list',
      'CFDI40145',
    ],
    ['302. El sello del emisor no es válido.', null, 'certificate', '302'],
    ['303 - El RFC del CSD no corresponde.', null, 'certificate', '303'],
    ['304 - El CSD ha sido revocado.', null, 'list', '304'],
    ['305 - La fecha no está en la vigencia.', null, 'certificate', '305'],
    ['306 - La llave debe ser un CSD.', null, 'certificate', '306'],
    ['308 - El CSD no lo firmó el SAT.', null, 'certificate', '308'],
    ['401 - El rango de la fecha de generación no debe ser mayor a 72 horas.', null, 'time', '401'],
    [
      '402 - RFC del emisor no se encuentra en el régimen de contribuyentes (LCO).',
      null,
      'list',
      '402',
    ],
    ['CFDI40108 - El TipoDeComprobante es I', 'Esperado 100.00', 'document', 'CFDI40108'],
    ['CFDI40102 - El resultado de la digestión no es igual.', null, 'certificate', 'CFDI40102'],
    ['CFDI40147 - El DomicilioFiscalReceptor no está en la lista', null, 'list', 'CFDI40147'],
    ['CRP20268 - El campo…', null, 'document', 'CRP20268'],
    ['CO1003 - No se encuentra el namespace.', null, 'document', 'CO1003'],
    ['CC3001 - schemaLocation.', null, 'document', 'CC3001'],
    ['Error de validación: CFDI40161 no cumple', null, 'document', 'CFDI40161'],
  ])('%s (%s)', async (message, messageDetail, scope, code) => {
    server.next(stampPath, answering(refusal(message, messageDetail)))
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({
      kind: 'rejected',
      scope,
      code,
      message: messageDetail ?? message,
    })
    expect(outcome.detail).toBe(messageDetail === null ? message : `${message} | ${messageDetail}`)
  })

  it('by a PAC that validates: an invalid seal, and a Fecha of last week', async () => {
    const tampered = { ...sealed, xml: sealed.xml.replace('Total="116.00"', 'Total="117.00"') }
    expect(await provider.stamp(tampered)).toMatchObject({
      kind: 'rejected',
      scope: 'certificate',
      code: '302',
    })
    const old = await sealDocument({ Fecha: '2026-11-21T11:00:00' })
    await server.close()
    use({
      server: await startSw({
        clock: () => new Date(now.getTime() + 7 * 86_400_000),
        authority: pac.authority,
      }),
    })
    expect(await connect().stamp(old)).toMatchObject({
      kind: 'rejected',
      scope: 'time',
      code: '401',
    })
    expect(server.issued()).toBe(0)
  })
})

describe('refused', () => {
  it.each([
    [400, 'AU2000 - El usuario y/o contraseña son inválidos.'],
    [400, 'AU2001 - El usuario no tiene saldo en timbres.'],
    [401, 'AU2002 - El usuario se encuentra inactivo.'],
    [400, 'AU2003 - RFC Emisor no ha firmado el manifiesto.'],
    [400, 'AU2004 - RFC Emisor no pertenece al Distribuidor.'],
    [401, 'AU4101 - El token proporcionado viene vacio.'],
    [401, 'El token debe contener 3 partes'],
    [400, 'Token Mal Formado'],
    [401, '401 - Unauthorized'],
  ])('HTTP %i %s', async (status, message) => {
    server.next(stampPath, answering({ ...refusal(message), status }))
    expect(await provider.stamp(sealed)).toMatchObject({
      kind: 'refused',
      scope: 'account',
      detail: message,
    })
  })

  it('HTTP 401 without a body, and an unknown token', async () => {
    server.next(stampPath, answering({ status: 401, body: '' }))
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({ kind: 'refused', scope: 'account' })
    // Of the token, and not of a password: another login may help.
    expect(outcome).not.toHaveProperty('account')
    expect(await connect({ token: 'a.b.c' }).stamp(sealed)).toMatchObject({
      kind: 'refused',
      scope: 'account',
    })
    expect(server.issued()).toBe(0)
  })

  it('HTTP 429, with and without the time to wait, whatever its body', async () => {
    server.next(
      stampPath,
      answering({ status: 429, body: '<html>' }, { 'retry-after': '30' }),
      answering({ ...refusal('CO1000 - Error No Controlado.'), status: 429 }),
    )
    expect(await provider.stamp(sealed)).toMatchObject({
      kind: 'refused',
      scope: 'throttle',
      retryAfter: 30_000,
    })
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({ kind: 'refused', scope: 'throttle' })
    expect(outcome).not.toHaveProperty('retryAfter')
  })
})

describe('unknown', () => {
  const html = '<html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>'

  it.each([
    ['502 in HTML', { status: 502, body: html }],
    ['200 in HTML', { status: 200, body: html }],
    ['503 and 504', { status: 504, body: '' }],
    ['500 with a code of the SAT', { ...refusal('301 - La estructura'), status: 500 }],
    ['CO1000', refusal('CO1000 - Error No Controlado.', 'CFDI40102')],
    [
      'a code that is not listed',
      refusal('AU2005 - Error no controlado en la validacion del Manifiesto.'),
    ],
    ['no code', refusal('Xml CFDI33 no proporcionado o viene vacio.')],
    ['not classified', refusal('CFDI40999 - Error no clasificado')],
    ['404', { status: 404, body: html }],
    ['403', { ...refusal('403 - Forbidden'), status: 403 }],
    ['an empty object', { status: 200, body: {} }],
    ['another envelope', { status: 400, body: { error: { code: '301', message: 'x' } } }],
    ['null', { status: 200, body: null }],
  ])('%s', async (_, answer) => {
    server.next(stampPath, answering(answer))
    expect(await provider.stamp(sealed)).toMatchObject({
      kind: 'unknown',
      pac: 'sw',
      replyHash: expect.any(String),
    })
  })

  it('a redirection, which is not followed', async () => {
    server.next(stampPath, answering({ status: 307, body: '' }, { location: `${server.url}/otro` }))
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'unknown' })
    expect(server.requests).toHaveLength(1)
  })

  it.each<[string, Fault]>([
    ['closed after reading the request', (response) => response.socket?.end()],
    ['reset after reading the request', (response) => response.socket?.resetAndDestroy()],
    [
      'reset after stamping',
      async (response, usual) => {
        await usual()
        response.socket?.resetAndDestroy()
      },
    ],
    [
      'the body cut short after stamping',
      async (response, usual) => {
        const text = JSON.stringify((await usual()).body)
        response.writeHead(200, { 'content-length': Buffer.byteLength(text) })
        response.write(text.slice(0, 200), () => response.socket?.destroy())
      },
    ],
    [
      'the body cut short by a proxy that makes it look whole',
      async (response, usual) => {
        response.end(JSON.stringify((await usual()).body).slice(0, -40))
      },
    ],
    [
      'silent after stamping',
      async (_, usual) => {
        await usual()
      },
    ],
    ['silent', () => {}],
  ])('%s; the same bytes sent again give one stamp', async (_, fault) => {
    server.next(stampPath, fault)
    use({ provider: connect({ token: infiniteToken }, 400) })
    expect(await provider.stamp(sealed)).toMatchObject({ kind: 'unknown' })
    expect(server.stamps()).toHaveLength(1)
    expect(await connect().stamp(sealed)).toMatchObject({ kind: 'stamped' })
    expect(server.issued()).toBe(1)
  })

  it('aborted under way', async () => {
    const controller = new AbortController()
    server.next(stampPath, () => controller.abort())
    expect(await provider.stamp(sealed, controller.signal)).toMatchObject({ kind: 'unknown' })
  })

  it('any bytes, with any status, are an answer', async () => {
    const { stamp } = sw({ environment: 'test', token: 'x' })
    const piece = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          status: fc.constantFrom('success', 'error'),
          message: fc.string(),
          messageDetail: fc.string(),
          data: fc.jsonValue(),
        })
        .map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 599 }), piece, async (status, text) => {
        const answer = await stamp.read(
          { status, headers: {}, body: new TextEncoder().encode(text) },
          {} as never,
        )
        expect(['stamped', 'rejected', 'refused', 'unavailable', 'unknown']).toContain(answer.kind)
        if (status >= 500) expect(['stamped', 'unknown']).toContain(answer.kind)
      }),
    )
  })
})

describe('unavailable', () => {
  it('the connection is refused, or the call aborted before', async () => {
    expect(await provider.stamp(sealed, AbortSignal.abort())).toMatchObject({ kind: 'unavailable' })
    expect(server.requests).toHaveLength(0)
    await server.close()
    const outcome = await provider.stamp(sealed)
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      pac: 'sw',
      message: expect.stringContaining('ECONNREFUSED'),
    })
    use({ server: await startSw({ pac }) })
  })
})
