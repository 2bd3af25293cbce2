import fc from 'fast-check'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../../src/engine/engine.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import { readDraft } from '../../sat/retenciones20/documents.js'
import { writeCfdi } from '../../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../../src/sat/cfdi40/declaration.js'
import { readMailAddress } from '../../../src/service/mail/address.js'
import { composeMail, type InvoiceMail } from '../../../src/service/mail/composeMail.js'
import { bill, folio, receipt } from '../payments/books.js'

const from = { name: 'Facturación', address: 'facturas@example.mx' }
const issuer = (Nombre: string) => ({
  Emisor: { Rfc: 'TOAM850417U21', Nombre, RegimenFiscal: '612' },
})
const xmlOf = (document: Comprobante) => writeCfdi(document)
const xml = xmlOf(bill('A', '1234.50', { Serie: 'A', ...issuer('PEÑA & ASOCIADOS') }))

const compose = (changes: Partial<InvoiceMail> = {}) =>
  composeMail({ xml, from, to: ['compras@example.com'], ...changes })

/** The message as nodemailer writes it for a server. */
async function written(message: SendMailOptions) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message: raw, envelope } = await transport.sendMail(message)
  const text = String(raw)
  const end = text.indexOf('\n\n')
  const headers = text
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  return { envelope, headers, body: text.slice(end + 2) }
}

const namesOf = (headers: readonly string[]) =>
  headers.map((header) => header.slice(0, header.indexOf(':'))).sort()

describe('the mail of a stamped CFDI', () => {
  it('has sender, recipients, the folio fiscal, the total and the total in words', () => {
    const { subject, text, html, messageId, to } = compose()
    expect(subject).toBe('Factura A 7 de PEÑA & ASOCIADOS')
    expect(to).toEqual([{ address: 'compras@example.com' }])
    expect(messageId).toBe(`<${folio('A')}@example.mx>`)
    expect(text).toContain('PEÑA & ASOCIADOS le envía su factura A 7.')
    expect(text).toContain(`Folio fiscal: ${folio('A')}\n`)
    expect(text).toContain('Total: 1,234.50 MXN\n')
    expect(text).toContain('Importe con letra: MIL DOSCIENTOS TREINTA Y CUATRO PESOS 50/100 M.N.\n')
    expect(text).not.toContain('sin validez')
    expect(html).toContain('PEÑA &amp; ASOCIADOS le envía su factura A 7.')
    expect(html).toMatch(/<a href="https:\/\/verificacfdi[^"]*&amp;re=TOAM850417U21/)
  })

  it('matches nodemailer: its types, and its output', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7')
    const message: SendMailOptions = compose({ pdf, replyTo: 'ventas@example.com' })
    const { headers, body, envelope } = await written(message)
    expect(envelope).toEqual({ from: 'facturas@example.mx', to: ['compras@example.com'] })
    expect(namesOf(headers)).toEqual(
      [
        'Auto-Submitted',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Reply-To',
        'Subject',
        'To',
      ].sort(),
    )
    for (const [type, content] of [
      ['xml', xml],
      ['pdf', '%PDF-1.7'],
    ] as const) {
      expect(body).toContain(`Content-Type: application/${type};\n name=${folio('A')}.${type}\n`)
      expect(body.replace(/\n/g, '')).toContain(Buffer.from(content).toString('base64'))
    }
  })

  it('states in subject and text that a sandbox document has no validity', () => {
    const { subject, text, html } = compose({ environment: 'sandbox' })
    for (const part of [subject, text, html]) expect(part).toContain('sin validez fiscal')
  })

  it('has the amount of a receipt of payments, and none for a document without an amount', () => {
    const paid = compose({ xml: xmlOf(receipt('R', [{ to: 'A', paid: '1.00' }])) })
    expect(paid.subject).toMatch(/^Recibo electrónico de pago/)
    expect(paid.text).toContain('Total: 1.00 MXN')
    const moved = compose({ xml: xmlOf(bill('T', '0', { TipoDeComprobante: 'T', Moneda: 'XXX' })) })
    expect(moved.text).not.toContain('Total')
    const dollars = compose({ xml: xmlOf(bill('A', '5', { Moneda: 'USD' })), language: 'en' })
    expect(dollars.text).toContain('In words: CINCO DÓLARES 00/100 USD')
    expect(dollars.subject).toMatch(/^Invoice A 7 from/)
  })

  it('has no way for a name to add headers, recipients or markup', async () => {
    const evil = fc.string({
      unit: fc.constantFrom(
        'a',
        '\r',
        '\n',
        '\u2028',
        '\u0085',
        ':',
        ',',
        '<',
        '>',
        '"',
        "'",
        '&',
        '@',
        'Bcc: x@y.mx',
      ),
    })
    await fc.assert(
      fc.asyncProperty(evil, evil, async (name, display) => {
        const nombre = `N${name.replace(/[\u0085\u2028]/g, '')}`
        const { html, ...message } = compose({
          xml: xmlOf(bill('A', '1.00', { Serie: '"><b>', ...issuer(nombre) })),
          from: { ...from, name: display },
          to: [{ name: display, address: 'compras@example.com' }],
        })
        const { headers, envelope } = await written({ ...message, html } as SendMailOptions)
        expect(envelope).toEqual({ from: 'facturas@example.mx', to: ['compras@example.com'] })
        expect(namesOf(headers)).toEqual(
          [
            'Auto-Submitted',
            'Content-Type',
            'Date',
            'From',
            'MIME-Version',
            'Message-ID',
            'Subject',
            'To',
          ].sort(),
        )
        expect(html.match(/<[a-z]+/g)).toEqual(compose().html.match(/<[a-z]+/g))
        expect(message.text.split('\n')).toHaveLength(compose().text.split('\n').length)
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['compras@example.com', 'compras@example.com'],
    ["o'hara+cfdi@sub.example.com", "o'hara+cfdi@sub.example.com"],
    ['Compras@FACTURACIÓN.mx', 'Compras@xn--facturacin-obb.mx'],
  ])('takes the address %s', (text, address) => {
    expect(readMailAddress(text)).toEqual({ address })
  })

  it.each([
    '',
    'compras',
    '@example.com',
    'compras@',
    'compras@localhost',
    'compras@127.0.0.1',
    'compras@[127.0.0.1]',
    'a@b.mx\r\nBcc: c@d.mx',
    'a@b.mx\n',
    'a@b.mx,c@d.mx',
    'a@b.mx c@d.mx',
    'Compras <a@b.mx>',
    '"a b"@b.mx',
    'a..b@b.mx',
    '.a@b.mx',
    'ñ@b.mx',
    'a@b.mx@c',
    'a@b/c.mx',
    'a@b.mx:25',
    'a@-b.mx',
    `${'a'.repeat(65)}@b.mx`,
    `a@${'b.'.repeat(130)}mx`,
  ])('refuses the address "%s", without repeating it', (address) => {
    expect(readMailAddress(address)).toBeUndefined()
    for (const bad of [{ to: [address] }, { replyTo: address }, { from: { address } }])
      expect(() => compose(bad)).toThrow(/^composeMail: \w+ is not a valid address$/)
  })

  it.each([
    '../../etc/passwd"\r\nX: y',
    `${folio('A')}\r\nBcc: y@b.mx`,
    `${folio('A')}\n`,
    ` ${folio('A')}`,
    folio('A').replaceAll('-', ''),
    '',
  ])('refuses the UUID %j: headers and file names are made of it', (UUID) => {
    const document = structuredClone(bill('A', '1.00')) as {
      Complemento: { TimbreFiscalDigital: { UUID: string } }
    }
    document.Complemento.TimbreFiscalDigital.UUID = UUID
    expect(() => compose({ xml: xmlOf(document as unknown as Comprobante) })).toThrow(
      new TypeError('composeMail: the UUID of the stamp is not a folio fiscal'),
    )
  })

  it('needs somebody to send to, and a stamp', () => {
    expect(() => compose({ to: [] })).toThrow(TypeError)
    const { Complemento: _, ...unstamped } = bill('A', '1.00')
    expect(() => compose({ xml: xmlOf(unstamped as Comprobante) })).toThrow(TypeError)
  })
})

describe('the mail of a retención', () => {
  it('has its noun, the amount withheld and its own verification page', async () => {
    const documents = [retenciones20]
    const pac = createSandboxPac({ documents })
    const signers = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' })
    const engine = createEngine({ signers, provider: pac, documents })
    const answer = await engine.stamp(readDraft('dividendos'))
    if (!answer.ok) throw new Error(answer.message)
    const bytes = Buffer.from(answer.cfdi.XML, 'base64')
    const { subject, text } = compose({ xml: bytes, documents })
    expect(subject).toBe('Constancia de retenciones 1 de ESCUELA KEMPER URGATE')
    expect(text).toContain('XOCHILT CASAS CHAVEZ (CACX7605101P8)')
    expect(text).toContain('Total: 100.00 MXN')
    expect(text).toContain(answer.cfdi.UrlVerificacion)
    const english = compose({ xml: bytes, documents, language: 'en' })
    expect(english.subject).toBe('Withholding certificate 1 from ESCUELA KEMPER URGATE')
    expect(() => compose({ xml: bytes })).toThrow('cfdi-stamp/retenciones')
  })
})
