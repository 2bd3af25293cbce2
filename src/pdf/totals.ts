/**
 * The totals of a document, a line each: subtotal, discount, taxes, total.
 * @module
 */
import type { Catalogs } from '../catalogs/set.js'
import { isRecord } from '../lib/json.js'
import { Decimal, trimZeros } from '../lib/decimal.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { labelOf } from './labels/labelOf.js'
import { type Locale, writeAmount } from '../fiscal/locale.js'
import type { TotalLine } from './view.js'

/** What a line is written with. */
export interface TotalsOptions {
  readonly catalogs: Catalogs
  readonly locale: Locale
}

type Tax = Readonly<Record<string, unknown>>

/** The totals of payments, in pesos. Those of the document are zero, of no currency. */
function paidTotals(
  { Complemento }: Comprobante,
  line: (label: string, value: unknown) => TotalLine[],
): readonly TotalLine[] {
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) && isRecord(pagos['Totales']) ? pagos['Totales'] : {}
  return Object.entries(totales).flatMap(([name, value]) =>
    line(labelOf(name, { node: 'Totales', document: 'Pagos' }), value),
  )
}

/** What a payslip calls them. */
const payslip: Readonly<Record<string, string>> = {
  Subtotal: 'Percepciones y otros pagos',
  Descuento: 'Deducciones',
  Total: 'Neto a pagar',
}

/** The lines of the totals. Taxes of local governments stand among them, because the total counts them. */
export function totalsOf(document: Comprobante, options: TotalsOptions): readonly TotalLine[] {
  const line = (label: string, value: unknown, detail?: string): TotalLine[] =>
    value === undefined ? [] : [totalLine(options.locale, label, String(value), detail)]
  const { SubTotal, Descuento, Impuestos, Total, TipoDeComprobante } = document
  if (TipoDeComprobante === 'P') return paidTotals(document, line)
  const tax = (verb: string) => (one: Tax) =>
    line(`${verb}${taxName(options, one)}`, one['Importe'] ?? 'Exento', taxDetail(options, one))
  const lines = [
    ...line('Subtotal', SubTotal),
    ...line('Descuento', Descuento),
    ...(Impuestos?.Traslados ?? []).flatMap(tax('')),
    ...(Impuestos?.Retenciones ?? []).flatMap(tax('Retención de ')),
    ...line('Total de impuestos trasladados', Impuestos?.TotalImpuestosTrasladados),
    ...line('Total de impuestos retenidos', Impuestos?.TotalImpuestosRetenidos),
    ...localTaxes(document).flatMap(([label, value]) => line(label, value)),
    ...line('Total', Total),
  ]
  return TipoDeComprobante === 'N' ? lines.map((one) => ({ ...one, label: payslip[one.label] ?? one.label })) : lines
}

function totalLine(locale: Locale, label: string, value: string, detail: string | undefined): TotalLine {
  return { label, value, text: writeAmount(value, locale), ...(detail === undefined ? {} : { detail }) }
}

/** `IVA 16 %`; a tax of an unknown code is named by it. */
function taxName({ catalogs }: TotalsOptions, { Impuesto, TipoFactor, TasaOCuota }: Tax): string {
  const name = catalogs.catalog('c_Impuesto').get(String(Impuesto), 'texto') ?? String(Impuesto)
  if (TipoFactor !== 'Tasa' || TasaOCuota === undefined)
    return TipoFactor === undefined ? name : `${name} ${String(TipoFactor).toLowerCase()}`
  const [whole = '', fraction = ''] = (
    Decimal.parse(String(TasaOCuota))?.times(Decimal.of(100)).toString() ?? '0'
  ).split('.')
  const decimals = trimZeros(fraction)
  return `${name} ${decimals === '' ? whole : `${whole}.${decimals}`} %`
}

function taxDetail({ locale }: TotalsOptions, { Base, Impuesto, TipoFactor, TasaOCuota }: Tax): string {
  const base = Base === undefined ? undefined : `base ${writeAmount(String(Base), locale)}`
  return [Impuesto, TipoFactor, TasaOCuota, base].filter((part) => part !== undefined).join(' · ')
}

function localTaxes({ Complemento }: Comprobante): (readonly [string, unknown])[] {
  const local: unknown = Complemento?.ImpuestosLocales
  if (!isRecord(local)) return []
  return [
    ['Impuestos locales trasladados', local['TotaldeTraslados']],
    ['Impuestos locales retenidos', local['TotaldeRetenciones']],
  ]
}
