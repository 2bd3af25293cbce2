/**
 * Amounts of money as printed: with a symbol, the decimals of the currency, and its code where it
 * is not MXN. No digit of the document is dropped.
 * @module
 */
import type { Catalogs } from '../catalogs/set.js'
import { type Locale, writeAmount } from '../fiscal/locale.js'
import type { Simple } from '../model/grammar.js'
import { t_Importe, t_ImporteMXN } from '../model/types.js'

/** An amount as printed. */
export interface Money {
  /** With the code: `$1,250.00 USD`. */
  readonly text: string
  /** Without it, for columns: `$1,250.00`. */
  readonly amount: string
  /** The code, unless it is MXN. */
  readonly currency?: string
}

/** Symbols that readers in Mexico know; other currencies have their code only. */
const symbols: Readonly<Record<string, string>> = {
  MXN: '$',
  USD: '$',
  CAD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
}

const plain = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Returns undefined for text that is not a decimal, and without a currency. */
export function writeMoney(
  value: string,
  currency: string | undefined,
  { catalogs, locale }: { readonly catalogs: Catalogs; readonly locale: Locale },
): Money | undefined {
  const [, sign, whole, fraction = ''] = plain.exec(value) ?? []
  if (whole === undefined || currency === undefined || currency === 'XXX') return undefined
  const decimals = catalogs.catalog('c_Moneda').get(currency, 'decimales') ?? 2
  const digits = fraction.padEnd(decimals, '0')
  const number = writeAmount(digits === '' ? whole : `${whole}.${digits}`, locale)
  const amount = `${sign}${Object.hasOwn(symbols, currency) ? symbols[currency] : ''}${number}`
  if (currency === 'MXN') return { text: amount, amount }
  return { text: `${amount} ${currency}`, amount, currency }
}

/** Decimal attributes that are no money: quantities, rates, measures. */
const measures =
  /^(tasa|cantidad|aditionalQuantity|invoicedQuantity|percentage|rateOfChange|taxPercentage|TipoCambio|TipoCuenta|Cuenta|Equivalencia|Porcentaje|Peso|Calado|Eslora|Manga|Puntal|Toneladas|Unidades|Distancia|TotalDistRec|NumDias|Proporcion|PropDelMont|Kilometraje)|Litros|Kilos|Toneladas|Volumen|Metros|Hectareas|Horas|Dias|Noches/i

/** Names of amounts; a name that is neither is a number without a currency. */
const amounts =
  /^(importe|mont|total|sub_?total|valor|precio|saldo|base|iva|isr|ieps|tua|amount|taxAmount|perdida|ganancia|costo|cargo|comision|descuento|renta|pag|ingreso|egreso|PartProp|Rendim|Deduc|PropDeduc)/i

const amountPatterns: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  t_Importe.facets.pattern,
  t_ImporteMXN.facets.pattern,
])

/** Whether a decimal of this name and type is an amount of money: anything else has no currency. */
export function isMoney(name: string, { base, facets }: Simple): boolean {
  if (base !== 'decimal' || measures.test(name)) return false
  return amounts.test(name) || amountPatterns.has(facets.pattern)
}

/** Amounts in dollars by their definition (Comercio Exterior). */
const inDollars = /^(TotalUSD|ValorDolares|ValorUnitarioAduana)$/

/** Attributes with the currency of the amounts beside and below them. */
const currencyNames = ['MonedaP', 'MonedaDR', 'Moneda'] as const

/** Returns the currency of the amounts of a node: its own, or that of the node above. */
export function currencyOf(
  node: string,
  content: Readonly<Record<string, unknown>>,
  above: string | undefined,
): string | undefined {
  if (node === 'Totales') return 'MXN'
  for (const name of currencyNames) {
    const code = content[name]
    if (typeof code === 'string') return code
  }
  return above
}

/** Returns the currency of one attribute. */
export function currencyOfName(name: string, ofNode: string | undefined): string | undefined {
  if (inDollars.test(name)) return 'USD'
  return ofNode
}
