/** The SAT's reply to a receiver: codes, an acuse modelled on a recorded one, hostile texts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnswerClass,
  classOfAnswer,
  classOfAnswerCode,
  readAnswerAcuse,
} from '../../src/cancel/answer.js'

const uuid = 'CDD64FBC-A288-49EB-891A-48E538EF9CB1'
const other = uuid.replace('C', 'D')

const line = (code: string, of = uuid) =>
  `<Folios Respuesta="Aceptacion" xmlns="http://cancelacfd.sat.gob.mx"><UUID>${of}</UUID><EstatusUUID>${code}</EstatusUUID></Folios>`

/**
 * The shape that SW's test service relayed (recorded by python-satcfdi): the request has 1000
 * although the document has 1001.
 */
const acuse = (lines: string, code = '1000') =>
  `<?xml version="1.0" encoding="utf-8"?><AcuseAceptacionRechazo xmlns:xsd="http://www.w3.org/2001/XMLSchema" RfcReceptor="EKU9003173C9" RfcPac="SPR190613I52" CodEstatus="${code}" Fecha="2022-10-28T12:20:33.885126">${lines}<Signature Id="SelloSAT" xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature></AcuseAceptacionRechazo>`

const classes: readonly [string, AnswerClass][] = [
  ['1000', 'received'],
  ['1001', 'nothingPending'],
  ['1002', 'answeredBefore'],
  ['1003', 'notReceiver'],
  ['1004', 'ambiguous'],
  ['1005', 'malformed'],
  ['1006', 'tooMany'],
  ['1007', 'unknown'],
  ['', 'unknown'],
  ['toString', 'unknown'],
]

describe('the acuse of an answer', () => {
  it.each(classes)('%s is %s', (code, expected) => {
    expect(classOfAnswerCode(code)).toBe(expected)
    expect(readAnswerAcuse(acuse(line(code)), { uuid: uuid.toLowerCase() }).class).toBe(expected)
  })

  it('is read whole: the code of the document decides, and it is kept as it came', () => {
    const text = acuse(line('1000', other) + line('1001'))
    expect(readAnswerAcuse(text, { uuid })).toEqual({
      class: 'nothingPending',
      code: '1001',
      fecha: '2022-10-28T12:20:33.885126',
      rfcReceptor: 'EKU9003173C9',
      acuse: text,
    })
  })

  it.each<[string, string, AnswerClass]>([
    ['of another document', acuse(line('1000', other)), 'unknown'],
    ['of none', acuse(''), 'unknown'],
    ['that refuses the request', acuse('', '305'), 'rejectedRequest'],
    ['that refuses the PAC', acuse('', '300 - x'), 'unavailable'],
    ['with two lines that agree', acuse(line('1000') + line('1000')), 'received'],
    ['with two lines that do not', acuse(line('1000') + line('1001')), 'unknown'],
    ['of a cancellation', `<Acuse>${line('1000')}</Acuse>`, 'unknown'],
    ['in an envelope', `<e><r>${acuse(line('1002')).slice(38)}</r></e>`, 'answeredBefore'],
    ['twice', `<e>${acuse(line('1000')).slice(38).repeat(2)}</e>`, 'unknown'],
    ['as HTML', '<html>Bad Gateway', 'unknown'],
  ])('%s', (_, text, expected) => {
    expect(readAnswerAcuse(text, { uuid }).class).toBe(expected)
  })

  it('wants a folio and a text', () => {
    expect(() => readAnswerAcuse('', { uuid: 'x' })).toThrow(
      expect.objectContaining({ code: 'CANCEL_UUID' }),
    )
    expect(() => readAnswerAcuse(undefined as never, { uuid })).toThrow(TypeError)
  })

  it('is received only for a text with that code', () => {
    const whole = acuse(line('1000'))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), (at, inserted) => {
        const text = whole.slice(0, at) + inserted + whole.slice(at + 1)
        if (readAnswerAcuse(text, { uuid }).class === 'received')
          expect(text).toMatch(/>\s*1000\s*</)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the outcome of a PAC', () => {
  const told = { kind: 'answered', pac: 'sw', code: '1000' } as const

  it('is read from its acuse, else from its code', () => {
    expect(classOfAnswer(told, { uuid })).toBe('received')
    expect(classOfAnswer({ ...told, acuse: acuse(line('1001')) }, { uuid })).toBe('nothingPending')
    expect(classOfAnswer({ ...told, acuse: 'x' }, { uuid })).toBe('received')
    expect(classOfAnswer({ kind: 'unknown', pac: 'sw', message: '' }, { uuid })).toBe('unknown')
    for (const kind of ['unavailable', 'refused'] as const)
      expect(
        classOfAnswer({ kind, scope: 'account', pac: 'sw', message: '' } as never, { uuid }),
      ).toBe('unavailable')
  })
})
