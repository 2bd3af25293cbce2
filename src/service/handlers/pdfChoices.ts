/**
 * How the PDF of an account's invoices looks: a choice of the account, which a request may change.
 * @module
 */
import type { Fields, Values } from '../fields.js'
import type { EnvironmentName, InvoiceRecord } from '../records.js'

/** Templates of `cfdi-stamp/pdf`, and its languages. */
export const pdfTemplates = ['classic', 'compact', 'minimal', 'ticket'] as const
export const pdfLanguages = ['es', 'en', 'bilingual'] as const

/** Choices of a PDF. */
export interface PdfChoices {
  /** Name of a template of `cfdi-stamp/pdf`. */
  readonly template?: (typeof pdfTemplates)[number]
  /** Language of the labels. */
  readonly language?: (typeof pdfLanguages)[number]
  /** Brand colour: `#rrggbb`. */
  readonly color?: string
  /** Text of the issuer, under a title that says that it is not part of the CFDI. */
  readonly notes?: string
}

/** A PDF to render. */
export interface PdfRequest extends PdfChoices {
  /** Environment of the invoice. */
  readonly environment: EnvironmentName
  /** Record of the invoice; absent for a draft. */
  readonly invoice?: InvoiceRecord
  /** Whether the SAT cancelled the document. */
  readonly cancelled: boolean
}

/** Creates the PDF of an XML: a stamped one, or a draft's without seal and stamp. */
export type RenderPdf = (xml: string, wanted: PdfRequest) => Promise<Uint8Array>

/** Form fields of the choices. */
export const pdfFields = {
  plantilla: { kind: 'choice', choices: pdfTemplates, description: 'Plantilla del PDF.' },
  idioma: { kind: 'choice', choices: pdfLanguages, description: 'Idioma del PDF.' },
  color: {
    kind: 'text',
    pattern: /^#[0-9a-fA-F]{6}$/,
    description: 'Color de la marca en el PDF: #rrggbb.',
  },
  notas: { kind: 'text', most: 1_000, description: 'Notas del emisor en el PDF.' },
} as const satisfies Fields

/** Returns the choices of a form; undefined when it has none. */
export function pdfChoicesOf(form: Values<typeof pdfFields>): PdfChoices | undefined {
  const { plantilla, idioma, color, notas } = form
  const choices = {
    ...(plantilla !== undefined && { template: plantilla as PdfChoices['template'] }),
    ...(idioma !== undefined && { language: idioma as PdfChoices['language'] }),
    ...(color !== undefined && { color }),
    ...(notas !== undefined && { notes: notas }),
  } as PdfChoices
  return Object.keys(choices).length === 0 ? undefined : choices
}
