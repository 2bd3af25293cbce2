/**
 * Stamped documents reduced to the facts of the ledger, and a ledger to add them to.
 * @module
 */

import { expect } from 'vitest'
import { writeCfdi } from '../../../src/sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../../src/sat/cfdi40/declaration.js'
import { paymentLedger, readStatement } from '../../../src/service/payments/ledger.js'
import type { Statement } from '../../../src/service/payments/statement.js'
import type { AllRecords, KnownCfdi } from '../../../src/service/ports.js'
import type { InvoiceRecord, LedgerRecord, NewEvent } from '../../../src/service/records.js'
import { invoice } from '../../fixtures.js'
import { MemoryTable } from '../memoryTables.js'

/** The folio fiscal of a short name. */
export const folio = (name: string): string =>
  `00000000-0000-4000-8000-${[...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .toUpperCase()
    .padStart(12, '0')}`

interface Docto {
  readonly to: string
  readonly paid: string
  readonly before?: string
  readonly left?: string
  readonly moneda?: string
  readonly equivalencia?: string
}

const timbre = (name: string) => ({
  Version: '1.1',
  UUID: folio(name),
  FechaTimbrado: '2026-11-21T12:00:01',
  RfcProvCertif: 'TPR170928K35',
  SelloCFD: 'QUJD',
  NoCertificadoSAT: '30001000000600000006',
  SelloSAT: 'QUJD',
})

function document(name: string, changes: Record<string, unknown>): Comprobante {
  const { Complemento, ...rest } = changes
  return invoice({
    ...rest,
    Complemento: { ...(Complemento as object), TimbreFiscalDigital: timbre(name) },
  })
}

const relatedTo = (relation: string, names: readonly string[]) => ({
  CfdiRelacionados: [
    { TipoRelacion: relation, CfdiRelacionado: names.map((name) => ({ UUID: folio(name) })) },
  ],
})

/** An invoice. */
export const bill = (
  name: string,
  Total: string,
  changes: Record<string, unknown> = {},
): Comprobante => document(name, { Total, Moneda: 'MXN', MetodoPago: 'PPD', ...changes })

/** A receipt of payments, which may take the place of another. */
export const receipt = (name: string, doctos: readonly Docto[], replaces?: string): Comprobante =>
  document(name, {
    ...(replaces === undefined ? {} : relatedTo('04', [replaces])),
    TipoDeComprobante: 'P',
    Moneda: 'XXX',
    Total: '0',
    Complemento: {
      Pagos: { Version: '2.0', Totales: { MontoTotalPagos: '1.00' }, Pago: doctos.map(pago) },
    },
  })

const pago = ({
  to,
  paid,
  before = paid,
  left = '0.00',
  moneda = 'MXN',
  equivalencia = '1',
}: Docto) => ({
  FechaPago: '2026-11-20T12:00:00',
  FormaDePagoP: '03',
  MonedaP: 'MXN',
  TipoCambioP: '1',
  Monto: paid,
  DoctoRelacionado: [
    {
      IdDocumento: folio(to).toLowerCase(),
      MonedaDR: moneda,
      EquivalenciaDR: equivalencia,
      NumParcialidad: '1',
      ImpSaldoAnt: before,
      ImpPagado: paid,
      ImpSaldoInsoluto: left,
      ObjetoImpDR: '01',
    },
  ],
})

/** A credit note. */
export const credit = (
  name: string,
  Total: string,
  of: readonly string[],
  relation = '01',
): Comprobante =>
  document(name, { ...relatedTo(relation, of), TipoDeComprobante: 'E', Moneda: 'MXN', Total })

/** An event: a document is stamped, or one is cancelled. */
export type Happening = Comprobante | { readonly cancel: string }

const written = new WeakMap<Comprobante, string>()

/** Written once: properties have the same document happen again and again. */
function xmlOf(document: Comprobante): string {
  const xml = written.get(document) ?? writeCfdi(document)
  written.set(document, xml)
  return xml
}

/** A ledger of one account. */
export class Books {
  readonly ledger = new MemoryTable<LedgerRecord>()
  readonly invoices = new MemoryTable<InvoiceRecord>()
  readonly news: NewEvent[] = []
  readonly #follower = paymentLedger()
  readonly #owner: string

  constructor(owner = 'acct_1') {
    this.#owner = owner
  }

  async happen(...happenings: readonly Happening[]): Promise<this> {
    for (const happening of happenings) this.news.push(...(await this.#one(happening)))
    return this
  }

  async #one(happening: Happening): Promise<readonly NewEvent[]> {
    const { ledger, invoices } = this
    const tables = { ledger, invoices } as unknown as AllRecords
    if ('cancel' in happening)
      return this.#follower.cancelled(tables, this.#known(folio(happening.cancel), ''))
    const { TipoDeComprobante: tipo, Complemento } = happening
    const uuid = Complemento?.TimbreFiscalDigital?.UUID as string
    const known = this.#known(uuid, xmlOf(happening), tipo)
    await invoices.insert(known.invoice)
    return this.#follower.stamped(tables, known)
  }

  #known(id: string, xml: string, tipo?: string): KnownCfdi {
    const invoice = { id, owner: this.#owner, at: 0, tipo }
    return { environment: 'sandbox', invoice, xml } as KnownCfdi
  }

  /** Types of the emitted events, in order. */
  get told(): string[] {
    return this.news.map(({ type }) => type)
  }

  async statement(name: string): Promise<Statement> {
    const statement = await readStatement(this.ledger, this.#owner, folio(name))
    if (statement === undefined) throw new Error(`no invoice ${name}`)
    expectShown(await this.invoices.get(folio(name)), statement)
    return statement
  }
}

/** The record of an invoice says the same as its statement, for lists. */
export function expectShown(invoice: InvoiceRecord | undefined, statement: Statement): void {
  const { paid, payments, credits, balance } = statement
  const untouched = { paid: false, payments, credits, balance: statement.Total }
  expect(invoice?.payment ?? untouched).toMatchObject({ paid, payments, credits, balance })
  expect(invoice?.state ?? 'stamped').toBe(paid ? 'paid' : 'stamped')
}
