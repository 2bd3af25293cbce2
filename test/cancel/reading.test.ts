/**
 * Replies of the SAT: the table of states against one written by hand, hostile replies, and the
 * invariant that only the SAT's own statement makes a document cancelled.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classOfCode, classOfOutcome, readAcuse } from '../../src/cancel/acuse.js'
import {
  createStatusSource,
  isCancelled,
  readSatStatus,
  type SatState,
  satStateOf,
  satStatusService,
  statusExpression,
} from '../../src/cancel/status.js'
import { escapeText } from '../../src/lib/xml/escape.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { statusQuery } from '../../src/sat/cfdi40/statusQuery.js'
import { verificationUrl } from '../../src/sat/cfdi40/verificationUrl.js'
import { runs } from '../effort.js'

const uuid = 'CDD64FBC-A288-49EB-891A-48E538EF9CB1'

const replyOf = (values: Readonly<Record<string, string>>): string => {
  const fields = Object.entries(values).map(
    ([name, value]) => `<a:${name}>${escapeText(value)}</a:${name}>`,
  )
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/">' +
    `<ConsultaResult xmlns:a="urn:a">${fields.join('')}</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`
  )
}
const reply = (text: string, status = 200) => ({
  status,
  headers: {},
  body: new TextEncoder().encode(text),
})

const values = {
  CodigoEstatus: [
    'S - Comprobante obtenido satisfactoriamente.',
    'N - 601: x',
    'N - 602: x',
    '',
    'S',
    'X - S - ',
  ],
  Estado: ['Vigente', 'Cancelado', 'No Encontrado', '', 'cancelado', 'Canceladó', 'Cancelado '],
  EsCancelable: [
    'Cancelable sin aceptación',
    'Cancelable con aceptacion',
    'No cancelable',
    '',
    'Sí',
  ],
  EstatusCancelacion: [
    '',
    'En proceso',
    'Plazo vencido',
    'Solicitud rechazada',
    'Cancelado sin aceptación',
    'Cancelado con aceptacio\u0301n',
    'Plazo  vencido',
    '*',
  ],
}

/**
 * The table of the notes, read aloud; `Estado: Cancelado` needs no more (phpcfdi/sat-estado-cfdi
 * reads it so).
 */
function readAloud(code: string, estado: string, esCancelable: string, estatus: string): SatState {
  if (/^N - /.test(code)) return 'notKnown'
  if (estado === 'Cancelado' || estado === 'Canceladó') {
    if (estatus === 'Plazo vencido') return 'cancelledBySilence'
    if (/^Cancelado con/.test(estatus)) return 'cancelledWithConsent'
    return /^Cancelado sin/.test(estatus) ? 'cancelledDirectly' : 'cancelled'
  }
  if (!/^S - /.test(code)) return 'unrecognised'
  if (estado !== 'Vigente') return 'unrecognised'
  if (esCancelable === 'No cancelable') return 'notCancellable'
  if (esCancelable === 'Cancelable sin aceptación')
    return estatus === 'En proceso' ? 'verifying' : 'cancellableDirectly'
  if (esCancelable !== 'Cancelable con aceptacion') return 'unrecognised'
  if (estatus === '') return 'cancellableWithConsent'
  if (estatus === 'En proceso') return 'inProcess'
  return estatus === 'Solicitud rechazada' ? 'rejectedByReceiver' : 'unrecognised'
}

describe('readSatStatus', () => {
  it('maps every combination of the table', () => {
    let count = 0
    for (const code of values.CodigoEstatus)
      for (const estado of values.Estado)
        for (const esCancelable of values.EsCancelable)
          for (const estatus of values.EstatusCancelacion) {
            const said = {
              CodigoEstatus: code,
              Estado: estado,
              EsCancelable: esCancelable,
              EstatusCancelacion: estatus,
            }
            const read = readSatStatus(reply(replyOf(said)))
            expect([said, read.state]).toEqual([
              said,
              readAloud(code, estado, esCancelable, estatus),
            ])
            count++
          }
    expect(count).toBe(6 * 7 * 5 * 8)
  })

  const cancelled = replyOf({
    CodigoEstatus: values.CodigoEstatus[0]!,
    Estado: 'Cancelado',
    EstatusCancelacion: 'Plazo vencido',
  })

  it.each([
    ['a field twice', cancelled.replace('<a:Estado>', '<a:Estado>Vigente</a:Estado><a:Estado>')],
    ['two results', cancelled.replace(/<ConsultaResult.*<\/ConsultaResult>/, '$&$&')],
    ['an element in a field', cancelled.replace('Cancelado<', 'Cance<x/>lado<')],
    ['a document type', `<!DOCTYPE x>${cancelled}`],
    ['a text cut short', cancelled.slice(0, -1)],
    ['more after the end', `${cancelled}${cancelled}`],
    ['depth', '<a>'.repeat(10_000)],
    ['a million characters', cancelled.replace('</s:Body>', `${' '.repeat(1_000_000)}</s:Body>`)],
    ['UTF-16', [...cancelled].join('\0')],
  ])('%s is no answer', (_, text) => {
    expect(readSatStatus(reply(text)).state).toBe('unavailable')
  })

  it('treats invalid UTF-8 and other statuses as unavailable', () => {
    expect(readSatStatus(reply(cancelled)).state).toBe('cancelledBySilence')
    const broken = Uint8Array.of(...reply(cancelled).body, 0xff)
    expect(readSatStatus({ status: 200, body: broken }).state).toBe('unavailable')
    for (const status of [0, 201, 302, 500])
      expect(readSatStatus(reply(cancelled, status)).state).toBe('unavailable')
  })

  it('never finds a cancellation in a reply with one character changed, unless the text still has it', () => {
    const characters = fc.constantFrom(...'<>&"/ aC\0é')
    fc.assert(
      fc.property(fc.nat(cancelled.length - 1), characters, (at, character) => {
        const text = cancelled.slice(0, at) + character + cancelled.slice(at + 1)
        const { state } = readSatStatus(reply(text))
        if (!isCancelled(state)) return
        // Accents do not count.
        const said = text.normalize('NFD').replace(/\p{M}/gu, '')
        expect(said).toMatch(/>Cancelado</)
      }),
      { numRuns: runs(500) },
    )
  })

  it('never throws, and of noise is never more than unavailable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 255 }), fc.nat(600), (body, status) => {
        expect(readSatStatus({ status, body }).state).toBe('unavailable')
      }),
    )
  })
})

describe('satStateOf', () => {
  it('agrees with readSatStatus on the same values', () => {
    for (const Estado of ['Vigente', 'Cancelado', 'No Encontrado'] as const)
      for (const EsCancelable of values.EsCancelable)
        for (const EstatusCancelacion of values.EstatusCancelacion) {
          const found = Estado === 'No Encontrado' ? 'N - 602: x' : 'S - x'
          const read = readSatStatus(
            reply(replyOf({ CodigoEstatus: found, Estado, EsCancelable, EstatusCancelacion })),
          )
          const status = {
            estado: Estado,
            esCancelable: EsCancelable,
            estatusCancelacion: EstatusCancelacion,
          }
          expect(satStateOf(status)).toBe(read.state)
        }
    expect(satStateOf(undefined)).toBe('unavailable')
  })
})

const stamped = {
  Emisor: { Rfc: 'H&E951128469' },
  Receptor: { Rfc: 'HAÑ930228SM9' },
  Total: '1160.00',
  Sello: 'AAAABBBBCCCC+/==',
  Complemento: { TimbreFiscalDigital: { UUID: uuid } },
} as never

describe('the printed expression', () => {
  it('of a document: RFCs as XML has them, the total as written, the end of the seal', () => {
    const expected = `?re=H&amp;E951128469&rr=HAÑ930228SM9&tt=1160.00&id=${uuid}&fe=CCCC+/==`
    expect(statusExpression(stamped)).toBe(expected)
    expect(statusExpression(statusQuery(stamped))).toBe(expected)
  })

  it('is escaped once more in the request, and comes back as it was', () => {
    const { body } = satStatusService().request(statusQuery(stamped))
    const text = (node: ReturnType<typeof parseXml> | string): string =>
      typeof node === 'string' ? node : node.children.map(text).join('')
    expect(text(parseXml(String(body)))).toBe(statusExpression(stamped))
  })

  it('of a document without a stamp is a mistake', () => {
    expect(() =>
      statusExpression({ ...(stamped as object), Complemento: undefined } as never),
    ).toThrow(TypeError)
  })

  it('has the facts of the QR code', () => {
    const url = new URL(verificationUrl(stamped, uuid))
    const expected = {
      id: uuid,
      re: 'H&E951128469',
      rr: 'HAÑ930228SM9',
      tt: '1160.00',
      fe: 'CCCC+/==',
    }
    expect(Object.fromEntries(url.searchParams)).toEqual(expected)
  })
})

describe('createStatusSource', () => {
  it('sends one request, and returns the reply', async () => {
    const asked: string[] = []
    const said = { CodigoEstatus: 'S - x', Estado: 'Vigente', EsCancelable: 'No cancelable' }
    const source = createStatusSource({
      url: 'https://sat.example',
      async send({ url }) {
        asked.push(url)
        return reply(replyOf(said))
      },
    })
    expect(await source.status(statusQuery(stamped))).toMatchObject({
      state: 'notCancellable',
      estado: 'Vigente',
    })
    expect(asked).toEqual(['https://sat.example'])
  })

  it.each([
    ['nothing sent', async () => ({ sent: 'no' as const, error: { code: 'ECONNREFUSED' } })],
    ['no answer', async () => ({ sent: 'maybe' as const })],
    ['an exception', () => Promise.reject(new Error('x'))],
  ])('%s is unavailable', async (_, send) => {
    expect((await createStatusSource({ send }).status(statusQuery(stamped))).state).toBe(
      'unavailable',
    )
  })

  it('needs a send', () => {
    expect(() => createStatusSource({} as never)).toThrow(TypeError)
  })
})

const acuse = (lines: string, attributes = '') =>
  `<Acuse Fecha="2026-11-21T00:00:00.1" RfcEmisor="H&amp;E951128469"${attributes}>${lines}</Acuse>`
const ofSat = 'xmlns="http://cancelacfd.sat.gob.mx"'
const line = (code: string, of = uuid) =>
  `<Folios><UUID>${of}</UUID><EstatusUUID>${code}</EstatusUUID></Folios>`

describe('readAcuse', () => {
  it.each([
    ['the same line twice', acuse(line('201') + line('201')), 'accepted'],
    ['two lines that disagree', acuse(line('201') + line('203')), 'unknown'],
    ['two acuses', `<x>${acuse(line('201'))}${acuse(line('203'))}</x>`, 'unknown'],
    ['another document', acuse(line('201', uuid.replace('C', 'D'))), 'unknown'],
    ['a line outside of any acuse', `<x>${line('201')}</x>`, 'unknown'],
    [
      'a request refused, and the document not',
      acuse(line('201'), ' CodEstatus="302"'),
      'rejectedRequest',
    ],
    ['a code of the request among those of documents', acuse(line('302')), 'unknown'],
    ['a code of retenciones', acuse(line('1201')), 'unknown'],
    ['a code that every object has', acuse(line('constructor')), 'unknown'],
    ['two codes', acuse(line('201</EstatusUUID><EstatusUUID>203')), 'unknown'],
    ['a document type', `<!DOCTYPE x>${acuse(line('201'))}`, 'unknown'],
    ['no text', '', 'unknown'],
  ])('%s', (_, text, expected) => {
    expect(readAcuse(text, { uuid })).toMatchObject({ class: expected, acuse: text })
  })

  it('refuses invalid folios, texts and services', () => {
    expect(() => readAcuse('', { uuid: 'x' })).toThrow(
      expect.objectContaining({ code: 'CANCEL_UUID' }),
    )
    expect(() => readAcuse(undefined as never, { uuid })).toThrow(TypeError)
    expect(() => readAcuse('', { uuid, service: 'x' as never })).toThrow(TypeError)
  })

  it('never throws for the content of a text, and accepts only 201 and 202', () => {
    const whole = acuse(line('201'))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.string({ maxLength: 3 }), (at, inserted) => {
        const text = whole.slice(0, at) + inserted + whole.slice(at + 1)
        if (readAcuse(text, { uuid }).class === 'accepted') expect(text).toMatch(/>\s*20[12]\s*</)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('the outcome of a PAC', () => {
  const pac = 'pac'

  it.each([
    ['accepted', { kind: 'accepted', pac, code: '201' }],
    ['accepted', { kind: 'accepted', pac, code: '201', acuse: acuse(line('202')) }],
    ['notYetVisible', { kind: 'accepted', pac, code: '200', acuse: acuse(line('205')) }],
    ['rejectedRequest', { kind: 'accepted', pac, code: '200', acuse: acuse(line('204')) }],
    [
      'accepted',
      {
        kind: 'accepted',
        pac,
        code: '201',
        acuse: Buffer.from(acuse(line('201'))).toString('base64'),
      },
    ],
    [
      'accepted',
      {
        kind: 'accepted',
        pac,
        code: '201',
        acuse: acuse(line('201')).replace('<Folios', `$& ${ofSat}`),
      },
    ],
    ['accepted', { kind: 'accepted', pac, code: '201', acuse: acuse(line('201'), ` ${ofSat}`) }],
    [
      'unknown',
      { kind: 'accepted', pac, code: '201', acuse: acuse(line('201'), ' xmlns="urn:another"') },
    ],
    [
      'unknown',
      {
        kind: 'accepted',
        pac,
        code: '201',
        acuse: acuse(line('201')).replace('<Folios', '$& xmlns="urn:x"'),
      },
    ],
    [
      'unknown',
      {
        kind: 'accepted',
        pac,
        code: '201',
        acuse: acuse(line('201')).replace('<UUID', '$& xmlns="urn:x"'),
      },
    ],
    [
      'unknown',
      { kind: 'accepted', pac, code: '201', acuse: acuse(line('201', uuid.replace('C', 'D'))) },
    ],
    [
      'unknown',
      { kind: 'accepted', pac, code: '201', acuse: '<html><body>Cancelado</body></html>' },
    ],
    ['unknown', { kind: 'accepted', pac, code: '201', acuse: 'anything' }],
    ['notYetVisible', { kind: 'rejected', pac, code: '205', message: '' }],
    ['rejectedRequest', { kind: 'rejected', pac, code: 'CACFDI33', message: '' }],
    ['rejectedRequest', { kind: 'rejected', pac, code: '201', message: '' }],
    ['unavailable', { kind: 'rejected', pac, code: '300', message: '' }],
    ['unavailable', { kind: 'refused', scope: 'account', pac, message: '' }],
    ['unavailable', { kind: 'unavailable', pac, message: '' }],
    ['unknown', { kind: 'unknown', pac, message: '' }],
  ] as const)('%s of %j', (expected, outcome) => {
    expect(classOfOutcome(outcome, { uuid })).toBe(expected)
  })

  it.each([
    ['H&E951128469', 'accepted'],
    ['EKU9003173C9', 'unknown'],
    [undefined, 'accepted'],
  ])('an acuse is of the issuer %s that asked: %s', (rfcEmisor, expected) => {
    const outcome = { kind: 'accepted', pac, code: '201', acuse: acuse(line('201')) } as const
    expect(classOfOutcome(outcome, { uuid, rfcEmisor })).toBe(expected)
  })

  it('a code alone is of either level', () => {
    expect(['201', '302', '300', '999'].map((code) => classOfCode(code))).toEqual([
      'accepted',
      'rejectedRequest',
      'unavailable',
      'unknown',
    ])
    expect(classOfCode('201', 'retenciones')).toBe('unknown')
  })
})
