/**
 * Extracts the facts for the ledger of payments from a stamped CFDI: the total of an invoice, the
 * payments of a receipt, and the amount of a credit note.
 * @module
 */
import { decimalOf } from '../../fiscal/amounts.js'
import type { Json } from '../../lib/json.js'
import { itemsOf } from '../../lib/lists.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'

/** The amount due of an invoice. */
export interface Charge {
  /** Total, decimal, as sealed. */
  readonly total: string
  /** Code of its currency. */
  readonly moneda: string
  /** PUE or PPD, if stated. */
  readonly metodo?: string
}

/** Effect of a document on another. */
export type Movement =
  /** A receipt pays an amount of an invoice, in the currency of the invoice (`MonedaDR`). */
  | {
      readonly kind: 'payment'
      readonly to: string
      readonly amount: string
      readonly moneda: string
      /** Remaining balance according to the receipt. */
      readonly left: string
    }
  /**
   * A credit note reduces an invoice. `shared`: it relates to several without stating the amount of
   * each.
   */
  | {
      readonly kind: 'credit'
      readonly to: string
      readonly amount: string
      readonly moneda: string
      readonly shared: boolean
    }
  /** The document replaces another receipt or credit note (TipoRelacion 04). */
  | { readonly kind: 'replacement'; readonly to: string }

/** The ledger's facts of a document. Plain JSON. */
export interface LedgerFacts {
  /** Folio fiscal, in upper case. */
  readonly UUID: string
  /** RFC of its issuer. */
  readonly emisor: string
  /** Present for an invoice. */
  readonly charge?: Charge
  /** Payments and credits of a receipt or a credit note. */
  readonly movements: readonly Movement[]
}

/**
 * Returns the ledger's facts of a stamped document. Returns undefined for documents that neither
 * charge nor settle an amount: payrolls, transfers, and documents without a stamp.
 *
 * A credit note is a document of type E related by TipoRelacion 01 (nota de crédito), 03
 * (devolución) or 07 (the E that deducts an advance payment from its invoice): no other code of
 * c_TipoRelacion reduces an invoice. A debit note (02) is an invoice of its own.
 */
export function readLedgerFacts(document: Comprobante): LedgerFacts | undefined {
  const uuid: unknown = document.Complemento?.TimbreFiscalDigital?.UUID
  const facts = factsByTipo[document.TipoDeComprobante]?.(document)
  if (typeof uuid !== 'string' || facts === undefined) return undefined
  return { UUID: uuid.toUpperCase(), emisor: document.Emisor.Rfc, movements: [], ...facts }
}

type Facts = Partial<Pick<LedgerFacts, 'charge' | 'movements'>>

const factsByTipo: Readonly<Record<string, ((document: Comprobante) => Facts) | undefined>> = {
  I: ({ Total, Moneda, MetodoPago }) => ({
    charge: {
      total: amountText(Total),
      moneda: Moneda,
      ...(MetodoPago !== undefined && { metodo: MetodoPago }),
    },
  }),
  E: (document) => ({ movements: [...creditsOf(document), ...replacementsOf(document)] }),
  P: (document) => ({ movements: [...paymentsOf(document), ...replacementsOf(document)] }),
}

/** Relations by which a credit note reduces an invoice. */
const crediting = new Set(['01', '03', '07'])

/** Whether documents of a type charge or settle amounts. */
export function isInLedger(tipo: string): boolean {
  return Object.hasOwn(factsByTipo, tipo)
}

function creditsOf(document: Comprobante): Movement[] {
  const invoices = relatedBy(document, (relation) => crediting.has(relation))
  const { Total, Moneda } = document
  return invoices.map((to) => ({
    kind: 'credit',
    to,
    amount: amountText(Total),
    moneda: Moneda,
    shared: invoices.length > 1,
  }))
}

function replacementsOf(document: Comprobante): Movement[] {
  return relatedBy(document, (relation) => relation === '04').map((to) => ({
    kind: 'replacement',
    to,
  }))
}

function relatedBy(
  { CfdiRelacionados = [] }: Comprobante,
  isWanted: (relation: string) => boolean,
): string[] {
  const related = CfdiRelacionados.filter(({ TipoRelacion }) => isWanted(TipoRelacion))
  return [
    ...new Set(
      related.flatMap(({ CfdiRelacionado }) =>
        CfdiRelacionado.map(({ UUID }) => UUID.toUpperCase()),
      ),
    ),
  ]
}

/** The complement may be repeated; it is then a list (src/README.md, decisions). */
function paymentsOf({ Complemento }: Comprobante): Movement[] {
  const pagos: unknown = Complemento?.Pagos
  const complements = Array.isArray(pagos) ? itemsOf(pagos) : itemsOf([pagos])
  const doctos = complements.flatMap(({ Pago }) =>
    itemsOf(Pago).flatMap((pago) => itemsOf(pago['DoctoRelacionado'])),
  )
  return doctos.map(paymentOf)
}

function paymentOf({ IdDocumento, ImpPagado, MonedaDR, ImpSaldoInsoluto }: Json): Movement {
  return {
    kind: 'payment',
    to: String(IdDocumento).toUpperCase(),
    amount: amountText(ImpPagado),
    moneda: String(MonedaDR),
    left: amountText(ImpSaldoInsoluto),
  }
}

/**
 * Stamped documents have their amounts. A missing amount in a document from elsewhere counts as
 * zero.
 */
function amountText(value: unknown): string {
  return decimalOf(value)?.toString() ?? '0'
}
