/**
 * What a printed document shows, before anybody lays it out: labelled fields in sections and tables. Plain data, for a template of a PDF
 * as for a page in HTML or the text of an e-mail.
 * @module
 */
import type { TipoDeComprobante } from '../sat/cfdi40/complement.js'

/** One value of the document and how people read it. */
export interface Field {
  /** The SAT's name: `UsoCFDI`. */
  readonly name: string
  /** What stands beside it: `Uso del CFDI`. */
  readonly label: string
  /** As it is in the document: `G03`, `1234.50`. */
  readonly value: string
  /** As it is shown: `G03 Gastos en general`, `1,234.50`. */
  readonly text: string
  /** What the SAT's catalogue says of the code, where there is one: `Gastos en general`. */
  readonly description?: string
  /** Whether it is a number, which columns align to the right. */
  readonly isNumber: boolean
}

/** Fields that belong together and go in one paragraph: a tax of a concept, the extra hours of a payslip. */
export interface Detail {
  /** The SAT's name of the node; that of the row itself for what its columns leave out. */
  readonly name: string
  /** Its label; empty for what the columns leave out. */
  readonly label: string
  /** What it says. */
  readonly fields: readonly Field[]
}

/** A column of a table. */
export interface Column {
  /** The SAT's name of the attribute. */
  readonly name: string
  /** Its label. */
  readonly label: string
  /** Whether its values are numbers. */
  readonly isNumber: boolean
}

/** A row of a table. */
export interface Row {
  /** A cell for each column; undefined where the document says nothing. */
  readonly cells: readonly (Field | undefined)[]
  /** What does not fit in columns, below the row. */
  readonly details: readonly Detail[]
}

/** Nodes of a kind that repeat. */
export interface Table {
  /** The SAT's name of the node that repeats: `Concepto`. */
  readonly name: string
  /** Its label. */
  readonly label: string
  /** At least one. */
  readonly columns: readonly Column[]
  /** At least one. */
  readonly rows: readonly Row[]
}

/** A node with all that is in it. */
export interface Section {
  /** The SAT's name of the node: `Receptor`, `CartaPorte`. */
  readonly name: string
  /** Its label: `Carta porte 3.1`. */
  readonly label: string
  /** Its attributes. */
  readonly fields: readonly Field[]
  /** What repeats in it. */
  readonly tables: readonly Table[]
  /** What else is in it. */
  readonly sections: readonly Section[]
}

/** A line of the totals. */
export interface TotalLine {
  /** `Subtotal`, `IVA 16 %`. */
  readonly label: string
  /** What the label is short for: the tax as the document states it. */
  readonly detail?: string
  /** As the document has it. */
  readonly value: string
  /** As it is shown. */
  readonly text: string
}

/** What a QR code holds, and what is written beside it. */
export interface QrCode {
  /** The address. */
  readonly text: string
  /** What it is for, in Spanish. */
  readonly label: string
}

/** The stamp, as it is printed. */
export interface Stamp {
  /** Folio fiscal. */
  readonly uuid: Field
  /** Date of certification, RFC of the PAC, both certificates' numbers, the SAT's message. */
  readonly fields: readonly Field[]
  /** Both seals and the cadena original of the stamp: texts of hundreds of characters. */
  readonly seals: readonly Field[]
}

/** A document, ready to be laid out. */
export interface View {
  /** I ingreso, E egreso, T traslado, N nómina, P pago. */
  readonly tipo: TipoDeComprobante
  /** What people call it: `Factura`, `Recibo de nómina`. */
  readonly title: string
  /** Series and folio, `A 7`; empty when it has none. */
  readonly folio: string
  /** BCP 47 tag of the language that it is in. */
  readonly language: string
  /** What must be seen across the page: `SIN VALIDEZ FISCAL` of a sandbox, `CANCELADO`. */
  readonly watermark?: string
  /** Date, place, form of payment, currency …: the attributes of the Comprobante that are no amounts. */
  readonly general: Section
  /** Who issues it. */
  readonly emisor: Section
  /** Who receives it. */
  readonly receptor: Section
  /** Period of a global invoice, related documents. */
  readonly related: readonly Section[]
  /** What is sold, paid or moved. */
  readonly conceptos: Table
  /** Subtotal, discount, each tax and the total, in that order. */
  readonly totals: readonly TotalLine[]
  /** The total in words; undefined where there is no amount (XXX). */
  readonly words?: string
  /** What must be found at a glance: what the road police look for. */
  readonly highlights: readonly Section[]
  /** Complements but the stamp, each whole. */
  readonly complementos: readonly Section[]
  /** The stamp; undefined when the document has none yet. */
  readonly stamp?: Stamp
  /** The SAT's verification page; of a Carta Porte, its own page too. None without a stamp. */
  readonly codes: readonly QrCode[]
  /** The sentence that every printed document has. */
  readonly legend: string
  /** The Addenda, when it is asked for. */
  readonly addenda?: Section
}
