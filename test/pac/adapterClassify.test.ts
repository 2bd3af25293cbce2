import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HttpReply } from '../../src/pac/adapter/adapter.js'
import {
  classify,
  classifyCode,
  codeOf,
  meaningOf,
  ruleIn,
} from '../../src/pac/adapter/classify.js'
import { writeMultipart } from '../../src/pac/adapter/multipart.js'
import { asXml, readJson, readRetryAfter } from '../../src/pac/adapter/reply.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const reply = (status: number, headers = {}, body = ''): HttpReply => ({
  status,
  headers,
  body: bytes(body),
})

describe('shared codes', () => {
  it.each([
    ['301', 'document'],
    ['302', 'certificate'],
    ['303', 'certificate'],
    ['304', 'list'],
    ['305', 'certificate'],
    ['306', 'certificate'],
    ['308', 'certificate'],
    ['401', 'time'],
    ['402', 'list'],
    ['403', 'time'],
    ['CFDI40102', 'certificate'],
    ['CFDI40108', 'document'],
    ['CFDI40145', 'list'],
    ['CFDI140224', 'list'],
    ['CRP20268', 'document'],
    ['CP101', 'document'],
    ['CCE107', 'list'],
    ['NOM9', 'list'],
    ['NOM109', 'document'],
  ])('%s is about the %s', (code, scope) => {
    expect(classify(reply(400), { code, message: 'No.' })).toEqual({
      kind: 'rejected',
      scope,
      code,
      message: 'No.',
    })
  })

  it.each([
    '300',
    '300',
    '404',
    '500',
    '999',
    'CFDI40999',
    'CRP20999',
    'CP999',
    'NOM999',
    'CO1000',
    'XYZ123',
    '',
    'toString',
    '__proto__',
  ])('not %s: it is unknown', (code) => {
    expect(meaningOf(code)).toBeUndefined()
    expect(classify(reply(200), { code })).toMatchObject({ kind: 'unknown', code })
  })

  it('307 without the stamp is unknown, why: stamped', () => {
    expect(classify(reply(400), { code: '307', message: 'Previo.' })).toMatchObject({
      kind: 'unknown',
      why: 'stamped',
      code: '307',
    })
    expect(classify(reply(400), { code: 'CFDI3307' }, { CFDI3307: 'stamped' })).toMatchObject({
      kind: 'unknown',
      why: 'stamped',
    })
  })

  it("a PAC's own table takes precedence", () => {
    const own = {
      AU2001: 'account',
      '301': 'unknown',
      '5': 'unavailable',
      '9': 'throttle',
    } as const
    expect(classify(reply(400), { code: 'AU2001', message: 'Sin saldo' }, own)).toEqual({
      kind: 'refused',
      scope: 'account',
      code: 'AU2001',
      message: 'Sin saldo',
    })
    expect(classify(reply(400), { code: '301' }, own).kind).toBe('unknown')
    expect(classify(reply(200), { code: '5' }, own).kind).toBe('unavailable')
    expect(classify(reply(200), { code: '9' }, own)).toMatchObject({
      kind: 'refused',
      scope: 'throttle',
    })
    expect(classifyCode({ code: 'nada' }, own)).toBeUndefined()
  })
})

describe('HTTP statuses', () => {
  it.each([
    [401, 'refused'],
    [407, 'unavailable'],
    [413, 'unavailable'],
    [429, 'refused'],
  ])('HTTP %i: nothing was processed', (status, kind) => {
    expect(classify(reply(status))).toMatchObject({ kind })
  })

  it.each([
    200, 201, 204, 301, 302, 303, 304, 307, 308, 400, 402, 403, 404, 405, 408, 409, 421, 422, 425,
    444, 451, 460, 499,
  ])('HTTP %i: it may have stamped', (status) => {
    expect(classify(reply(status))).toMatchObject({ kind: 'unknown' })
  })

  it.each([500, 501, 502, 503, 504, 520, 524, 599])(
    'HTTP %i: it may have stamped, whatever the body says',
    (status) => {
      expect(classify(reply(status), { code: '301', message: 'No.' })).toMatchObject({
        kind: 'unknown',
        code: '301',
      })
      expect(classify(reply(status), { code: 'AU2001' }, { AU2001: 'account' }).kind).toBe(
        'unknown',
      )
    },
  )

  it('a code that only repeats the status is not of the SAT', () => {
    expect(classify(reply(401), { code: '401', message: '401 - Unauthorized' })).toMatchObject({
      kind: 'refused',
    })
    expect(classify(reply(403), { code: '403', message: '403 - Forbidden' })).toMatchObject({
      kind: 'unknown',
    })
    expect(classify(reply(402), { code: '402' })).toMatchObject({ kind: 'unknown' })
    expect(classify(reply(400), { code: '401' })).toMatchObject({ kind: 'rejected', scope: 'time' })
  })

  it('Retry-After in seconds, and as a date by the clock of the server', () => {
    expect(classify(reply(429, { 'retry-after': '7' }))).toMatchObject({
      scope: 'throttle',
      retryAfter: 7000,
    })
    const date = 'Sat, 21 Nov 2026 18:00:00 GMT'
    const later = 'Sat, 21 Nov 2026 18:00:30 GMT'
    expect(readRetryAfter(reply(429, { 'retry-after': later, date }))).toBe(30_000)
    expect(readRetryAfter(reply(429, { 'retry-after': date, date: later }))).toBe(0)
    for (const value of ['', 'pronto', '-1', '1.5', '1e9', later]) {
      expect(classify(reply(429, { 'retry-after': value }))).not.toHaveProperty('retryAfter')
    }
  })
})

describe('codes in texts', () => {
  it.each([
    ['307. El comprobante contiene un timbre previo.', '307'],
    ['AU2000 - El usuario y/o contraseña son inválidos', 'AU2000'],
    ['CFDI40102 \u2013 El resultado de la digestión', 'CFDI40102'],
    ['CACFDI33 - Problemas con los campos.', 'CACFDI33'],
    ['CR1310. Clave de motivo', 'CR1310'],
    [' 301: mal formado', '301'],
    ['CO1000', 'CO1000'],
  ])('%s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it.each([
    '',
    'El token debe contener 3 partes',
    '72 horas',
    '401 Unauthorized',
    'Xml CFDI33 no proporcionado',
    '7. paso',
  ])('none in «%s»', (text) => {
    expect(codeOf(text)).toBeUndefined()
  })

  it('a rule of a matrix within another text', () => {
    expect(ruleIn('301 - XML mal formado [Error #CFDI40145]: el nombre…')).toBe('CFDI40145')
    expect(ruleIn('CFDI40999 CRP20268')).toBe('CRP20268')
    expect(ruleIn('XCFDI40145 CFDI401456 SCP101')).toBeUndefined()
  })
})

describe('bodies', () => {
  it('JSON objects only', () => {
    expect(readJson({ body: bytes('{"a":1}') })).toEqual({ a: 1 })
    for (const text of ['', '[]', 'null', '"x"', '1', '{', '<html>', '{"a":1}}']) {
      expect(readJson({ body: bytes(text) })).toBeUndefined()
    }
    expect(
      readJson({ body: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) }),
    ).toBeUndefined()
  })

  it('XML, or Base64 of XML', () => {
    expect(asXml(' <a/> ')).toBe('<a/>')
    expect(asXml('\ufeff<a/>')).toBe('<a/>')
    expect(asXml(btoa('<a/>'))).toBe('<a/>')
    expect(asXml(`${btoa('<abcdefghi/>').slice(0, 8)}\r\n${btoa('<abcdefghi/>').slice(8)}`)).toBe(
      '<abcdefghi/>',
    )
    for (const value of ['', 'a', 'YQ==', null, 3, {}]) expect(asXml(value)).toBeUndefined()
  })

  it('any bytes are classified', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.uint8Array(),
        fc.option(fc.string(), { nil: undefined }),
        (status, body, code) => {
          const classification = classify({ status, headers: {}, body }, { code })
          expect(['rejected', 'refused', 'unavailable', 'unknown']).toContain(classification.kind)
          expect(classification.message).not.toBe('')
        },
      ),
    )
  })

  it('a multipart is deterministic, and its content does not contain its boundary', () => {
    const xml = '<a>cfdi-stamp-0f3d9c57a1 ñ</a>'
    const { contentType, body } = writeMultipart('xml', 'text/xml', xml)
    expect(writeMultipart('xml', 'text/xml', xml)).toEqual({ contentType, body })
    const boundary = contentType.split('boundary=')[1] as string
    expect(body).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="xml"\r\nContent-Type: text/xml\r\n\r\n${xml}\r\n--${boundary}--\r\n`,
    )
    expect(xml).not.toContain(boundary)
  })
})
