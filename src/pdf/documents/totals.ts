/**
 * The totals of a document as a sum: subtotal, discount, taxes, total.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import { labelIn, type Wording } from '../fields.js'
import { fillText } from '../labels/texts.js'
import { writeMoney } from '../money.js'
import { taxName } from '../taxName.js'
import type { TotalLine } from '../view.js'

type Tax = Readonly<Record<string, unknown>>
type Kind = TotalLine['kind']

/** Creates the lines of one value: none if it is absent. */
type Lines = (kind: Kind, label: string, value: unknown, detail?: string) => readonly TotalLine[]

/**
 * Returns the lines of the totals, including local taxes, which the total contains. A receipt of
 * payment has those of its payments, in pesos, if it states them: its own are zero.
 */
export function printTotals(document: Comprobante, wording: Wording): readonly TotalLine[] {
  const line = linesOf(wording, document.Moneda)
  const paid = statedPayments(document)
  if (paid === undefined) {
    const { SubTotal, Descuento, Total, TipoDeComprobante } = document
    const { texts } = wording
    const isPayslip = TipoDeComprobante === 'N'
    const lines = taxLines(document, line, wording)
    const taxes = isPayslip ? lines.map(asNote) : lines
    return [
      ...line('added', isPayslip ? texts.earnings : texts.subtotal, SubTotal),
      ...line('subtracted', isPayslip ? texts.deductions : texts.discount, Descuento),
      ...taxes.filter(({ kind }) => kind !== 'note'),
      ...localLines(document, line, wording),
      ...line('sum', isPayslip ? texts.netPay : texts.total, Total),
      ...taxes.filter(({ kind }) => kind === 'note'),
    ]
  }
  const taxes = taxLines(document, line, wording).map(asNote)
  return [...paidTotals(paid, wording), ...taxes]
}

/** Valid payslips and receipts of payment have no taxes: those of others are small print. */
function asNote({ detail = '', ...line }: TotalLine): TotalLine {
  return { ...line, kind: 'note', label: `${line.label} ${detail}`.trim() }
}

/** Returns the totals that a receipt of payment states. */
export function statedPayments({ Complemento, TipoDeComprobante }: Comprobante): Tax | undefined {
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) ? pagos['Totales'] : undefined
  if (TipoDeComprobante !== 'P' || !isRecord(totales)) return undefined
  return Object.keys(totales).length === 0 ? undefined : totales
}

function linesOf(wording: Wording, currency: string): Lines {
  return (kind, label, value, detail) => {
    if (value === undefined) return []
    const money = writeMoney(String(value), currency, wording)
    const text = String(value) === 'AUTO' ? wording.texts.pending : String(value)
    const shown = money ?? { text, amount: text }
    return [
      { kind, label, value: String(value), ...shown, ...(detail !== undefined && { detail }) },
    ]
  }
}

function paidTotals(totales: Tax, wording: Wording): readonly TotalLine[] {
  const line = linesOf(wording, 'MXN')
  const own = { ...wording, document: 'Pagos' }
  const lines: TotalLine[] = []
  for (const [name, value] of Object.entries(totales))
    if (name === 'MontoTotalPagos') lines.push(...line('sum', wording.texts.paidTotal, value))
    else lines.push(...line('note', labelIn(own, 'Totales', name), value))
  return lines
}

/** Returns the lines of the taxes; their totals, which contain others, are notes. */
function taxLines({ Impuestos }: Comprobante, line: Lines, wording: Wording): readonly TotalLine[] {
  const { texts } = wording
  const lines: TotalLine[] = []
  for (const tax of listOf(Impuestos?.Traslados)) {
    const [base] = line('note', '', tax['Base'])
    const detail = [codesOf(tax), base && `${texts.base} ${base.amount}`].filter(Boolean)
    // An exempt tax has a base and no amount: the line shows that it is exempt.
    const amount = tax['Importe'] ?? texts.exempt
    lines.push(...line('added', taxName(wording, tax), amount, detail.join(' · ')))
  }
  for (const tax of listOf(Impuestos?.Retenciones)) {
    const label = fillText(texts.withheld, { tax: taxName(wording, tax) })
    lines.push(...line('subtracted', label, tax['Importe'], codesOf(tax)))
  }
  lines.push(
    ...line('note', texts.transferredTotal, Impuestos?.TotalImpuestosTrasladados),
    ...line('note', texts.withheldTotal, Impuestos?.TotalImpuestosRetenidos),
  )
  return lines
}

function listOf(value: unknown): readonly Tax[] {
  if (Array.isArray(value)) return value.filter(isRecord)
  return []
}

function codesOf({ Impuesto, TipoFactor, TasaOCuota }: Tax): string {
  return [Impuesto, TipoFactor, TasaOCuota].filter(Boolean).join(' ')
}

function localLines(
  { Complemento }: Comprobante,
  line: Lines,
  { texts }: Wording,
): readonly TotalLine[] {
  const local: unknown = Complemento?.ImpuestosLocales
  if (!isRecord(local)) return []
  return [
    ...line('added', texts.localTransferred, local['TotaldeTraslados']),
    ...line('subtracted', texts.localWithheld, local['TotaldeRetenciones']),
  ]
}
