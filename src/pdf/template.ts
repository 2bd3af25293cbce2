/**
 * Types of templates. A template is a pure function from a view to a pdfmake definition; the
 * client's own templates have the same type as the library's.
 * @module
 */
import type { View } from './view.js'

/**
 * A node of pdfmake's document: text, or an object with the properties of pdfmake's documentation.
 */
export type PdfNode = string | PdfObject | readonly PdfNode[]

/** A node with properties: `text`, `stack`, `columns`, `table`, `image`, `svg` …, and style. */
export interface PdfObject {
  /** See pdfmake's documentation. */
  readonly [property: string]: unknown
}

/**
 * A document for pdfmake: its content, pages and styles. `renderPdf` sets title, language, date and
 * attachments.
 */
export interface PdfDefinition extends PdfObject {
  /** Content, from the first page on. */
  readonly content: PdfNode
}

/** Colours, `#rrggbb`. */
export interface Colors {
  /** Titles and table headers. */
  readonly accent: string
  /** Text on the accent colour. */
  readonly onAccent: string
  /** Text. */
  readonly text: string
  /** Labels. */
  readonly muted: string
  /** Lines. */
  readonly rule: string
  /** Background of panels. */
  readonly panel: string
}

/**
 * Tightness of a layout: 0 for templates of the host. `renderPdf` lays out a document of few rows
 * with -1, which has wider lines, and one that should fit on one page with 1 or 2 if it must.
 */
export type Density = -1 | 0 | 1 | 2

/** Style given to a template. */
export interface Style {
  /** The library's colours, overridden by the client's. */
  readonly colors: Colors
  /**
   * Node of the client's logo, to which a template adds its size: `{ ...logo, fit: [90, 60] }`.
   * Undefined without a logo.
   */
  readonly logo?: PdfObject
  /** Tightness of the layout, which `renderPdf` chooses by the room on the page. */
  readonly density: Density
  /**
   * Draws a QR code as a square of that many points, quiet zone included. Rule 2.7.1.7 requires at
   * least 78 (2.75 cm).
   */
  readonly qr: (text: string, points: number) => PdfNode
}

/** A template. Must be pure: the same view and style give the same definition. */
export type Template = (view: View, style: Style) => PdfDefinition
