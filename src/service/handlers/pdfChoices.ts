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
  /** Name of a logo of the account, or `no` for none. Defaults to `principal`, if there is one. */
  readonly logo?: string
  /** Text of the issuer, under a title that says that it is not part of the CFDI. */
  readonly notes?: string
}

/** A PDF to render. */
export interface PdfRequest extends Omit<PdfChoices, 'logo'> {
  /** The chosen logo of the account: a PNG or an SVG that `encodeLogo` wrote. */
  readonly logo?: Uint8Array | undefined
  /** Environment of the invoice. */
  readonly environment: EnvironmentName
  /** Record of the invoice; absent for a draft. */
  readonly invoice?: InvoiceRecord
  /** Whether the SAT cancelled the document. */
  readonly cancelled: boolean
}

/** Creates the PDF of an XML: a stamped one, or a draft's without seal and stamp. */
export type RenderPdf = (xml: string, wanted: PdfRequest) => Promise<Uint8Array>

/** Name of a logo, the usual one, and the word for none. */
export const logoNameForm = /^[a-z0-9][a-z0-9-]{0,39}$/
export const usualLogo = 'principal'
export const noLogo = 'no'

/** Form fields of the choices. */
export const pdfFields = {
  plantilla: { kind: 'choice', choices: pdfTemplates, description: 'Plantilla del PDF.' },
  idioma: { kind: 'choice', choices: pdfLanguages, description: 'Idioma del PDF.' },
  color: {
    kind: 'text',
    pattern: /^#[0-9a-fA-F]{6}$/,
    description: 'Color de la marca en el PDF: #rrggbb.',
  },
  logo: {
    kind: 'text',
    pattern: logoNameForm,
    description: `Nombre del logo en el PDF, o ${noLogo} para ninguno. Sin él, ${usualLogo}.`,
  },
  notas: { kind: 'text', most: 1_000, description: 'Notas del emisor en el PDF.' },
} as const satisfies Fields

/** Returns the choices of a form; undefined when it has none. */
export function pdfChoicesOf(form: Values<typeof pdfFields>): PdfChoices | undefined {
  const { plantilla, idioma, color, logo, notas } = form
  const choices = {
    ...(plantilla !== undefined && { template: plantilla as PdfChoices['template'] }),
    ...(idioma !== undefined && { language: idioma as PdfChoices['language'] }),
    ...(color !== undefined && { color }),
    ...(logo !== undefined && { logo }),
    ...(notas !== undefined && { notes: notas }),
  } as PdfChoices
  return Object.keys(choices).length === 0 ? undefined : choices
}
