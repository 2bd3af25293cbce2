/**
 * What a mail says, in each language: data.
 * @module
 */

/** The words of a mail. */
export interface Wording {
  /** What each type of document is called; the first letter small, within a sentence. */
  readonly nouns: Readonly<Record<string, string>>
  /** The subject, of the noun, the folio and the issuer. */
  readonly subject: (noun: string, folio: string, issuer: string) => string
  /** The first sentence, of the same. */
  readonly greeting: (noun: string, folio: string, issuer: string) => string
  /** What stands before each value. */
  readonly labels: Readonly<Record<'issuer' | 'receiver' | 'uuid' | 'date' | 'total' | 'words', string>>
  /** What is attached. */
  readonly attached: { readonly xml: string; readonly both: string }
  /** Before the address of the SAT's page. */
  readonly verify: string
  /** Of documents of the sandbox. */
  readonly sandbox: string
}

/** The languages, Spanish first. The total in words is in Spanish in all of them. */
export const wordings = {
  es: {
    nouns: {
      I: 'factura',
      E: 'nota de crédito',
      T: 'comprobante de traslado',
      N: 'recibo de nómina',
      P: 'recibo electrónico de pago',
    },
    subject: (noun, folio, issuer) => `${capital(noun)}${spaced(folio)} de ${issuer}`,
    greeting: (noun, folio, issuer) => `${issuer} le envía su ${noun}${spaced(folio)}.`,
    labels: {
      issuer: 'Emisor',
      receiver: 'Receptor',
      uuid: 'Folio fiscal',
      date: 'Fecha de emisión',
      total: 'Total',
      words: 'Importe con letra',
    },
    attached: {
      xml: 'Se adjunta el comprobante fiscal en XML.',
      both: 'Se adjuntan el comprobante fiscal en XML y su representación impresa en PDF.',
    },
    verify: 'Puede verificarlo en el SAT:',
    sandbox: 'Ambiente de pruebas: sin validez fiscal.',
  },
  en: {
    nouns: { I: 'invoice', E: 'credit note', T: 'transport document', N: 'payroll receipt', P: 'payment receipt' },
    subject: (noun, folio, issuer) => `${capital(noun)}${spaced(folio)} from ${issuer}`,
    greeting: (noun, folio, issuer) => `${issuer} sends you your ${noun}${spaced(folio)}.`,
    labels: {
      issuer: 'Issuer',
      receiver: 'Receiver',
      uuid: 'Folio fiscal',
      date: 'Issued',
      total: 'Total',
      words: 'In words',
    },
    attached: {
      xml: 'The tax document is attached as XML.',
      both: 'The tax document is attached as XML, and its printed form as PDF.',
    },
    verify: 'You can verify it at the SAT:',
    sandbox: 'Test environment: without fiscal validity.',
  },
} as const satisfies Readonly<Record<string, Wording>>

/** A language that mails are written in. */
export type MailLanguage = keyof typeof wordings

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function spaced(folio: string): string {
  return folio === '' ? '' : ` ${folio}`
}
