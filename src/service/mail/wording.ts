/**
 * Texts of mails in each language, as data.
 * @module
 */

/** Texts of a mail. */
export interface Wording {
  /** Nouns of the document types, in lower case for use within a sentence. */
  readonly nouns: Readonly<Record<string, string>>
  /** Subject, from noun, folio and issuer. */
  readonly subject: (noun: string, folio: string, issuer: string) => string
  /** First sentence, from noun, folio and issuer. */
  readonly greeting: (noun: string, folio: string, issuer: string) => string
  /** Labels of values. */
  readonly labels: Readonly<
    Record<'issuer' | 'receiver' | 'uuid' | 'date' | 'total' | 'words', string>
  >
  /** Names of the attachments. */
  readonly attached: { readonly xml: string; readonly both: string }
  /** Text before the URL of the SAT's verification page. */
  readonly verify: string
  /** Notice for sandbox documents. */
  readonly sandbox: string
}

/** The languages, Spanish first. The total in words is Spanish in all of them. */
export const wordings = {
  es: {
    nouns: {
      I: 'factura',
      E: 'nota de crédito',
      T: 'comprobante de traslado',
      N: 'recibo de nómina',
      P: 'recibo electrónico de pago',
      Retenciones: 'constancia de retenciones',
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
    nouns: {
      I: 'invoice',
      E: 'credit note',
      T: 'transport document',
      N: 'payroll receipt',
      P: 'payment receipt',
      Retenciones: 'withholding certificate',
    },
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

/** Language of mails. */
export type MailLanguage = keyof typeof wordings

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function spaced(folio: string): string {
  if (folio === '') return ''
  return ` ${folio}`
}
