/**
 * The printed representation of a CFDI: its view, and the PDF.
 * @module
 */

export { amountInWords } from '../fiscal/amountInWords.js'
export { type Locale, type LocaleName, locales } from '../fiscal/locale.js'
export type { Registered } from '../sat/registered.js'
export { type AcusePdfOptions, renderAcusePdf } from './acusePdf.js'
export type { PrintedSource } from './documents/printed.js'
export type { ExtraOptions, IssuerExtras, PaymentExtras, PromissoryExtras } from './extras.js'
export type { FontFiles } from './fonts.js'
export { type HtmlOptions, renderHtml } from './html/renderHtml.js'
export type { TemplateLanguage, TextName, Texts } from './labels/texts.js'
export { type EncodedLogo, encodeLogo, type RefusedLogo } from './logo/logo.js'
export { type Pdf, type PdfOptions, renderPdf, type TemplateName, templates } from './renderPdf.js'
export type {
  Colors,
  Density,
  PdfDefinition,
  PdfNode,
  PdfObject,
  Style,
  Template,
} from './template.js'
export type {
  Column,
  Detail,
  Extras,
  Field,
  Items,
  OwnText,
  QrCode,
  Row,
  Section,
  Stamp,
  Table,
  TotalLine,
  View,
} from './view.js'
export { type ViewOptions, viewOf } from './viewOf.js'
