/**
 * What a stamped CFDI says to the ledger of payments: what an invoice comes to, what a receipt pays of which invoices, and what a
 * credit note gives back of one.
 * @module
 */
import { decimalOf } from '../../fiscal/amounts.js'
import type { Json } from '../../lib/json.js'
import { itemsOf } from '../../lib/lists.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'

/** What an invoice asks for. */
export interface Charge {
  /** Total, decimal, as sealed. */
  readonly total: string
  /** Code of its currency. */
  readonly moneda: string
  /** PUE or PPD, when it says so. */
  readonly metodo?: string
}

/** What a document does to another. */
export type Movement =
  /** A receipt pays something of an invoice: amounts are in the currency of the invoice (`MonedaDR`). */
  | {
      readonly kind: 'payment'
      readonly to: string
      readonly amount: string
      readonly moneda: string
      /** What the receipt says that is left. */
      readonly left: string
    }
  /** A credit note gives something back of an invoice; `shared` when it is of several and does not say how much of each. */
  | {
      readonly kind: 'credit'
      readonly to: string
      readonly amount: string
      readonly moneda: string
      readonly shared: boolean
    }
  /** It takes the place of another receipt or credit note (TipoRelacion 04). */
  | { readonly kind: 'replacement'; readonly to: string }

/** What the ledger keeps of a document. Plain JSON. */
export interface LedgerFacts {
  /** Folio fiscal, in upper case. */
  readonly UUID: string
  /** RFC of its issuer. */
  readonly emisor: string
  /** Of an invoice. */
  readonly charge?: Charge
  /** Of a receipt or a credit note. */
  readonly movements: readonly Movement[]
}

/**
 * What the ledger of payments keeps of a stamped document; undefined when it neither asks for money nor settles it: payrolls,
 * transfers, and whatever has no stamp.
 *
 * A credit note is one of type E related by TipoRelacion 01 (nota de crédito), 03 (devolución) or 07 (the E that takes an advance
 * payment off its invoice): c_TipoRelacion has no other that lowers what an invoice asks for. A debit note (02) is an invoice of its
 * own.
 */
export function factsOf(document: Comprobante): LedgerFacts | undefined {
  const uuid: unknown = document.Complemento?.TimbreFiscalDigital?.UUID
  const facts = factsByTipo[document.TipoDeComprobante]?.(document)
  if (typeof uuid !== 'string' || facts === undefined) return undefined
  return { UUID: uuid.toUpperCase(), emisor: document.Emisor.Rfc, movements: [], ...facts }
}

type Facts = Partial<Pick<LedgerFacts, 'charge' | 'movements'>>

const factsByTipo: Readonly<Record<string, ((document: Comprobante) => Facts) | undefined>> = {
  I: ({ Total, Moneda, MetodoPago }) => ({
    charge: { total: amountOf(Total), moneda: Moneda, ...(MetodoPago === undefined ? {} : { metodo: MetodoPago }) },
  }),
  E: (document) => ({ movements: [...creditsOf(document), ...replacementsOf(document)] }),
  P: (document) => ({ movements: [...paymentsOf(document), ...replacementsOf(document)] }),
}

/** Relations by which a credit note lowers what an invoice asks for. */
const crediting = new Set(['01', '03', '07'])

function creditsOf(document: Comprobante): Movement[] {
  const invoices = relatedBy(document, (relation) => crediting.has(relation))
  const { Total, Moneda } = document
  return invoices.map((to) => ({
    kind: 'credit',
    to,
    amount: amountOf(Total),
    moneda: Moneda,
    shared: invoices.length > 1,
  }))
}

function replacementsOf(document: Comprobante): Movement[] {
  return relatedBy(document, (relation) => relation === '04').map((to) => ({ kind: 'replacement', to }))
}

function relatedBy({ CfdiRelacionados = [] }: Comprobante, isWanted: (relation: string) => boolean): string[] {
  const related = CfdiRelacionados.filter(({ TipoRelacion }) => isWanted(TipoRelacion))
  return [...new Set(related.flatMap(({ CfdiRelacionado }) => CfdiRelacionado.map(({ UUID }) => UUID.toUpperCase())))]
}

/** The complement may be repeated, and then it is a list (src/README.md, decisions). */
function paymentsOf({ Complemento }: Comprobante): Movement[] {
  const pagos: unknown = Complemento?.Pagos
  const complements = Array.isArray(pagos) ? itemsOf(pagos) : itemsOf([pagos])
  const doctos = complements.flatMap(({ Pago }) => itemsOf(Pago).flatMap((pago) => itemsOf(pago['DoctoRelacionado'])))
  return doctos.map(paymentOf)
}

function paymentOf({ IdDocumento, ImpPagado, MonedaDR, ImpSaldoInsoluto }: Json): Movement {
  return {
    kind: 'payment',
    to: String(IdDocumento).toUpperCase(),
    amount: amountOf(ImpPagado),
    moneda: String(MonedaDR),
    left: amountOf(ImpSaldoInsoluto),
  }
}

/** What was stamped has amounts; what has none where one belongs, in a document of another origin, pays nothing. */
function amountOf(value: unknown): string {
  return decimalOf(value)?.toString() ?? '0'
}
