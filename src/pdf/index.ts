/**
 * The printed representation of a CFDI: what it shows, and the PDF.
 * @module
 */
export { amountInWords } from '../fiscal/amountInWords.js'
export type { FontFiles } from './fonts.js'
export { type Locale, type LocaleName, locales } from '../fiscal/locale.js'
export { type PdfOptions, renderPdf, type TemplateName, templates } from './renderPdf.js'
export type { Colors, PdfDefinition, PdfNode, PdfObject, Style, Template } from './template.js'
export type { Column, Detail, Field, QrCode, Row, Section, Stamp, Table, TotalLine, View } from './view.js'
export { viewOf, type ViewOptions } from './viewOf.js'
