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
  const { Complemento, TipoDeComprobante } = document
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) ? pagos['Totales'] : undefined
  const paid = TipoDeComprobante === 'P' && isRecord(totales) ? paidTotals(totales, wording) : []
  if (paid.length > 0) return paid
  return ownTotals(document, linesOf(wording, document.Moneda), wording)
}

function linesOf(wording: Wording, currency: string): Lines {
  return (kind, label, value, detail) => {
    if (value === undefined) return []
    const money = writeMoney(String(value), currency, wording)
    const text = String(value) === 'AUTO' ? wording.texts.pending : String(value)
    const shown = money ?? { text, amount: text }
    return [
      { kind, label, value: String(value), ...shown, ...(detail === undefined ? {} : { detail }) },
    ]
  }
}

function paidTotals(totales: Tax, wording: Wording): readonly TotalLine[] {
  const line = linesOf(wording, 'MXN')
  const own = { ...wording, document: 'Pagos' }
  return Object.entries(totales).flatMap(([name, value]) => {
    if (name === 'MontoTotalPagos') return line('sum', wording.texts.paidTotal, value)
    return line('note', labelIn(own, 'Totales', name), value)
  })
}

function ownTotals(document: Comprobante, line: Lines, wording: Wording): readonly TotalLine[] {
  const { SubTotal, Descuento, Impuestos, Total, TipoDeComprobante } = document
  const { texts } = wording
  const isPayslip = TipoDeComprobante === 'N'
  const traslados = listOf(Impuestos?.Traslados)
  const retenciones = listOf(Impuestos?.Retenciones)
  return [
    ...line('added', isPayslip ? texts.earnings : texts.subtotal, SubTotal),
    ...line('subtracted', isPayslip ? texts.deductions : texts.discount, Descuento),
    ...traslados.flatMap((tax) => transferLines(tax, line, wording)),
    ...retenciones.flatMap((tax) => {
      const label = fillText(texts.withheld, { tax: taxName(wording, tax) })
      return line('subtracted', label, tax['Importe'], codesOf(tax))
    }),
    ...localLines(document, line, wording),
    ...line('sum', isPayslip ? texts.netPay : texts.total, Total),
    ...line('note', texts.transferredTotal, Impuestos?.TotalImpuestosTrasladados),
    ...line('note', texts.withheldTotal, Impuestos?.TotalImpuestosRetenidos),
  ]
}

function listOf(value: unknown): readonly Tax[] {
  if (Array.isArray(value)) return value.filter(isRecord)
  return []
}

/** An exempt tax has a base and no amount: the line shows that it is exempt. */
function transferLines(tax: Tax, line: Lines, wording: Wording): readonly TotalLine[] {
  const { texts } = wording
  const [base] = line('note', '', tax['Base'])
  const detail = [codesOf(tax), ...(base === undefined ? [] : [`${texts.base} ${base.text}`])]
  return line(
    'added',
    taxName(wording, tax),
    tax['Importe'] ?? texts.exempt,
    detail.filter(Boolean).join(' · '),
  )
}

function codesOf({ Impuesto, TipoFactor, TasaOCuota }: Tax): string {
  return [Impuesto, TipoFactor, TasaOCuota].filter((part) => part !== undefined).join(' ')
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
