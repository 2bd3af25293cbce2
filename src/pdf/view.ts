/**
 * Content of a printed document before layout: labelled fields in sections and tables. Plain data,
 * for PDF templates, HTML pages or e-mails.
 * @module
 */
import type { TipoDeComprobante } from '../sat/cfdi40/complement.js'
import type { Texts } from './labels/texts.js'

/** One value of the document with its printed form. */
export interface Field {
  /** The SAT's name: `UsoCFDI`. */
  readonly name: string
  /** Printed label: `Uso del CFDI`. */
  readonly label: string
  /** Value in the document: `G03`, `1234.50`. */
  readonly value: string
  /** Printed value: `G03 Gastos en general`, `$1,234.50`, `$1,234.50 USD`. */
  readonly text: string
  /** For money: the printed value without its currency, `$1,234.50`. */
  readonly amount?: string
  /** For money that is not in MXN: the code of its currency. */
  readonly currency?: string
  /** Description of a code in the SAT's catalogue, if there is one: `Gastos en general`. */
  readonly description?: string
  /** Whether it is a number, which columns align to the right. */
  readonly isNumber: boolean
}

/** Fields of one paragraph: a tax of a concept, the extra hours of a payslip. */
export interface Detail {
  /** The SAT's name of the node; for values outside the columns, that of the row. */
  readonly name: string
  /** Its label; empty for values outside the columns. */
  readonly label: string
  /** Its fields. */
  readonly fields: readonly Field[]
  /** For a tax, whose label is `IVA 16 %`: whether it is added to the price or withheld. */
  readonly tax?: 'added' | 'withheld'
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
  /** One cell per column; undefined where the document has no value. */
  readonly cells: readonly (Field | undefined)[]
  /** Content outside the columns, printed below the row. */
  readonly details: readonly Detail[]
}

/** A table of repeated nodes. */
export interface Table {
  /** The SAT's name of the repeated node: `Concepto`. */
  readonly name: string
  /** Its label. */
  readonly label: string
  /** At least one. */
  readonly columns: readonly Column[]
  /** At least one. */
  readonly rows: readonly Row[]
}

/** The items of a document. */
export interface Items extends Table {
  /** Title above the table: `Conceptos`. */
  readonly title: string
}

/** A node with its content. */
export interface Section {
  /** The SAT's name of the node: `Receptor`, `CartaPorte`. */
  readonly name: string
  /** Its label: `Carta porte 3.1`. */
  readonly label: string
  /** Its attributes. */
  readonly fields: readonly Field[]
  /** For the issuer and the receiver: their name, which is also one of the fields. */
  readonly heading?: Field
  /** Its repeated nodes. */
  readonly tables: readonly Table[]
  /** Its other nodes. */
  readonly sections: readonly Section[]
  /** For the taxes of a payment: the same content as one paragraph for each tax. */
  readonly taxes?: readonly Detail[]
}

/** A line of the totals. */
export interface TotalLine {
  /**
   * Its place in the sum: the first lines are added or subtracted, `sum` is the result, and `note`
   * states an amount that others contain.
   */
  readonly kind: 'added' | 'subtracted' | 'sum' | 'note'
  /** `Subtotal`, `IVA 16 %`. */
  readonly label: string
  /** Long form of the label: the tax as the document states it. */
  readonly detail?: string
  /** Value in the document. */
  readonly value: string
  /** Printed value: `$200.00`, `$200.00 USD`. */
  readonly text: string
  /** Printed value without its currency. */
  readonly amount: string
  /** The code of its currency, unless it is MXN. */
  readonly currency?: string
}

/** Content and caption of a QR code. */
export interface QrCode {
  /** The URL. */
  readonly text: string
  /** Its purpose, in Spanish. */
  readonly label: string
}

/** The printed stamp, or the seal of a document that has no stamp. */
export interface Stamp {
  /** Folio fiscal; undefined without a stamp. */
  readonly uuid?: Field
  /** Date of certification, RFC of the PAC, numbers of both certificates, the SAT's message. */
  readonly fields: readonly Field[]
  /** Both seals and the cadena original of the stamp, with hundreds of characters each. */
  readonly seals: readonly Field[]
}

/**
 * Content of the host's own, which is not part of the CFDI. Every text is plain: markup has no
 * meaning in it.
 */
export interface Extras {
  /** Address, telephone, mail and website of the issuer. */
  readonly issuer?: Section
  /** Bank, CLABE, reference. */
  readonly payment?: Section
  /** Notes, with their title. */
  readonly notes?: OwnText
  /** A line at the foot of each page. */
  readonly footer?: string
  /** A promissory note, with a line for the signature. */
  readonly promissory?: OwnText
  /** Terms and conditions, on a page of their own. */
  readonly terms?: OwnText
}

/** A text of the host's own under a title that marks it as such. */
export interface OwnText {
  /** The title. */
  readonly label: string
  /** Its paragraphs. */
  readonly paragraphs: readonly string[]
}

/** The content of a printed document. */
export interface View {
  /** Whether the document has a stamp, only the seal of its issuer, or neither. */
  readonly state: 'stamped' | 'sealed' | 'draft'
  /** The texts of templates in the language of the document: `texts.page`. */
  readonly texts: Texts
  /** Content of the host's own. */
  readonly extras: Extras
  /** I ingreso, E egreso, T traslado, N nómina, P pago. Undefined for a retención. */
  readonly tipo?: TipoDeComprobante
  /** Common name of the document: `Factura`, `Recibo de nómina`. */
  readonly title: string
  /** Series and folio, `A 7`; empty without one. */
  readonly folio: string
  /** Date of issue, which is also one of the general data. */
  readonly date?: Field
  /** BCP 47 tag of its language. */
  readonly language: string
  /** Text across the page: `SIN VALIDEZ FISCAL` for a sandbox stamp, `CANCELADO`. */
  readonly watermark?: string
  /**
   * Date, place, form of payment, currency …: the attributes of the Comprobante, except amounts.
   */
  readonly general: Section
  /** The issuer. */
  readonly emisor: Section
  /** The receiver. */
  readonly receptor: Section
  /** Period of a global invoice, related documents. */
  readonly related: readonly Section[]
  /** The items sold, paid or moved; the taxes of a retención. */
  readonly conceptos: Items
  /** Subtotal, discount, each tax and the total, in that order. */
  readonly totals: readonly TotalLine[]
  /** The total in words; undefined without an amount (XXX). */
  readonly words?: string
  /** The most important values of complements, for example for road inspections. */
  readonly highlights: readonly Section[]
  /** Complements in full, without the stamp. */
  readonly complementos: readonly Section[]
  /** The stamp, or the seal; undefined if the document has neither. */
  readonly stamp?: Stamp
  /** The SAT's verification page; for a Carta Porte, its own page too. Empty without a stamp. */
  readonly codes: readonly QrCode[]
  /** Text required on every printed document. */
  readonly legend: string
  /** The Addenda, if requested. */
  readonly addenda?: Section
}
