/**
 * What a template is: a pure function from a view to a definition of pdfmake. The client's own are no different from those of the library.
 * @module
 */
import type { View } from './view.js'

/** A node of pdfmake's document: text, or an object of which pdfmake's documentation tells the properties. */
export type PdfNode = string | PdfObject | readonly PdfNode[]

/** A node with properties: `text`, `stack`, `columns`, `table`, `image`, `svg` …, and how it looks. */
export interface PdfObject {
  /** What pdfmake's documentation tells of it. */
  readonly [property: string]: unknown
}

/** A document for pdfmake: its content, pages and styles. Title, language, date and attachments are set by `renderPdf`. */
export interface PdfDefinition extends PdfObject {
  /** What is laid out, from the first page on. */
  readonly content: PdfNode
}

/** Colours, `#rrggbb`. */
export interface Colors {
  /** Of titles and of the heads of tables. */
  readonly accent: string
  /** On the accent. */
  readonly onAccent: string
  /** Of text. */
  readonly text: string
  /** Of labels. */
  readonly muted: string
  /** Of lines. */
  readonly rule: string
  /** Behind panels. */
  readonly panel: string
}

/** What a template draws with. */
export interface Style {
  /** The library's colours with those of the client in their place. */
  readonly colors: Colors
  /** Name of the client's logo for an `image` node; undefined when there is none. */
  readonly logo?: string
  /** The node of a QR code, a square of that many points, quiet zone included. Rule 2.7.1.7 asks for 78 at least (2.75 cm). */
  readonly qr: (text: string, points: number) => PdfNode
}

/** A template. The same view and style give the same definition. */
export type Template = (view: View, style: Style) => PdfDefinition
