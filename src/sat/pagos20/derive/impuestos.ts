/**
 * Taxes in Pagos 2.0: of each document, in proportion to what is paid of it; of each payment, those of its documents in its
 * currency.
 * @module
 */

import {
  type AmountContext,
  assign,
  decimalOf,
  decimalsOf,
  derive,
  fillAmounts,
  finest,
  groupBy,
  isAsked,
  isJson,
  itemsOf,
  mapItems,
  rowsByKey,
  rowsOf,
  tasaOf,
  wordOf,
  write,
} from '../../../derive/amounts.js'
import { AUTO, type Json } from '../../../derive/auto.js'
import { splitTotal, type Tax } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { QuotientSum } from '../equivalencia.js'
import { equivalenciaOf } from './equivalencia.js'

/** A document whose taxes have their amounts: what was paid of it split among them, where their bases are asked for. */
export function resolveImpuestosDR(docto: Json, digits: number, context: AmountContext): Json {
  const { ImpuestosDR } = docto
  if (!isJson(ImpuestosDR)) return docto
  const shared = shareOut(docto, ImpuestosDR, digits, context)
  const change = (tax: Json): Json => derive(tax, context, { ImporteDR: () => importeOf(tax, digits) })
  return assign(docto, { ImpuestosDR: mapTaxes(shared, change) })
}

function mapTaxes(impuestos: Json, change: (tax: Json, retenido: boolean) => Json): Json {
  return assign(impuestos, {
    TrasladosDR: mapItems(impuestos['TrasladosDR'], (tax) => change(tax, false)),
    RetencionesDR: mapItems(impuestos['RetencionesDR'], (tax) => change(tax, true)),
  })
}

/** Base by rate; an exempt tax has no amount. */
function importeOf({ TipoFactorDR, BaseDR, TasaOCuotaDR }: Json, digits: number): string | null | undefined {
  if (TipoFactorDR === 'Exento') return null
  const [base, tasa] = [decimalOf(BaseDR), decimalOf(TasaOCuotaDR)]
  return base === undefined || tasa === undefined ? undefined : write(base.times(tasa), digits)
}

/**
 * ImpPagado split among the taxes, where some ask for their base: quotas must give theirs, no two may be IVA, which would be
 * on different bases, and those that are given must be what the split gives. With six decimals, so that instalments add up
 * to the invoice.
 */
function shareOut(docto: Json, impuestos: Json, digits: number, context: AmountContext): Json {
  const rows: Json[] = []
  const taxes: (Tax | undefined)[] = []
  mapTaxes(impuestos, (row, retenido) => {
    rows.push(row)
    taxes.push(taxOf(row, retenido))
    return row
  })
  const paid = decimalOf(docto['ImpPagado'])
  const known = taxes.filter((tax) => tax !== undefined)
  if (paid === undefined || known.length < rows.length || !rows.some(({ BaseDR }) => isAsked(BaseDR, context)))
    return impuestos
  const split = isOnOneBase(known) ? splitTotal(paid, known, finest) : undefined
  if (!split?.impuestos.every(({ base }, at) => isBase(rows[at]?.['BaseDR'], base, digits, context))) return impuestos
  let at = 0
  return mapTaxes(impuestos, (row) => {
    const { base, importe } = split.impuestos[at++] ?? {}
    return derive(row, context, {
      BaseDR: () => base && write(base, digits),
      ImporteDR: () => (importe === undefined ? null : write(importe, digits)),
    })
  })
}

function isOnOneBase(taxes: readonly Tax[]): boolean {
  return taxes.filter(({ impuesto, retenido }) => impuesto === '002' && !retenido).length <= 1
}

/** Whether a base is asked for, or is that one but for a unit of its currency. */
function isBase(given: unknown, base: Decimal, digits: number, context: AmountContext): boolean {
  if (isAsked(given, context)) return true
  const unit = Decimal.unit(digits)
  return decimalOf(given)?.isBetween(base.minus(unit), base.plus(unit)) === true
}

function taxOf({ ImpuestoDR, TipoFactorDR, TasaOCuotaDR, BaseDR }: Json, retenido: boolean): Tax | undefined {
  const impuesto = wordOf(ImpuestoDR)
  if (TipoFactorDR === 'Exento') return { impuesto, retenido }
  const tasa = decimalOf(TasaOCuotaDR)
  if (tasa === undefined) return undefined
  if (TipoFactorDR !== 'Cuota') return { impuesto, retenido, tasa }
  const unidades = decimalOf(BaseDR)
  return unidades === undefined ? undefined : { impuesto, retenido, tasa, unidades }
}

/** A payment whose taxes are those of its documents; without any there is no ImpuestosP. */
export function resolveImpuestosP(pago: Json, context: AmountContext): Json {
  const { ImpuestosP } = pago
  if (isJson(ImpuestosP)) return assign(pago, { ImpuestosP: fill(ImpuestosP, pago, context) })
  return derive(pago, context, {
    ImpuestosP: () => {
      const whole = fill({ RetencionesP: AUTO, TrasladosP: AUTO }, pago, context)
      if (Object.values(whole).includes(AUTO)) return undefined
      return Object.keys(whole).length === 0 ? null : whole
    },
  })
}

function fill(given: Json, pago: Json, context: AmountContext): Json {
  const digits = decimalsOf(pago['MonedaP'], context)
  return Object.entries(kinds).reduce((parts, [name, kind]) => {
    const keyOfDue = ({ tax }: Due): string => kind.keyOf(tax)
    const rowOf = (group: readonly Due[]): Json => kind.rowOf(group, digits)
    const groups = groupBy(dueOf(pago, kind.list), keyOfDue)
    const asked = derive(parts, context, { [name]: () => rowsOf(groups, rowOf) })
    const rows = rowsByKey(groups, keyOfDue, rowOf)
    const fillRow = (row: Json): Json => {
      const same = rows(kind.keyOfP(row))
      return same === undefined ? row : fillAmounts(row, same, context)
    }
    return assign(asked, { [name]: mapItems(asked[name], fillRow) })
  }, given)
}

interface Kind {
  /** The list of the documents. */
  readonly list: string
  /** What taxes of one row have in common, in the documents and in the payment. */
  readonly keyOf: (tax: Json) => string
  readonly keyOfP: (row: Json) => string
  readonly rowOf: (group: readonly Due[], digits: number) => Json
}

const kinds: Readonly<Record<string, Kind>> = {
  RetencionesP: {
    list: 'RetencionesDR',
    keyOf: ({ ImpuestoDR }) => wordOf(ImpuestoDR),
    keyOfP: ({ ImpuestoP }) => wordOf(ImpuestoP),
    rowOf: retencionOf,
  },
  TrasladosP: {
    list: 'TrasladosDR',
    keyOf: ({ ImpuestoDR, TipoFactorDR, TasaOCuotaDR }) => keyOf(ImpuestoDR, TipoFactorDR, TasaOCuotaDR),
    keyOfP: ({ ImpuestoP, TipoFactorP, TasaOCuotaP }) => keyOf(ImpuestoP, TipoFactorP, TasaOCuotaP),
    rowOf: trasladoOf,
  },
}

function keyOf(impuesto: unknown, factor: unknown, tasa: unknown): string {
  return `${wordOf(impuesto)} ${wordOf(factor)} ${tasaOf(tasa)}`
}

/** A tax of a document, and how its currency turns into that of the payment. */
interface Due {
  readonly tax: Json
  readonly equivalencia: Decimal | undefined
}

function dueOf(pago: Json, kind: string): readonly Due[] {
  return itemsOf(pago['DoctoRelacionado']).flatMap((docto) => {
    const { ImpuestosDR } = docto
    const equivalencia = equivalenciaOf(docto, pago)
    return isJson(ImpuestosDR) ? itemsOf(ImpuestosDR[kind]).map((tax) => ({ tax, equivalencia })) : []
  })
}

function retencionOf(group: readonly Due[], digits: number): Json {
  return { ImpuestoP: group[0]?.tax['ImpuestoDR'], ImporteP: converted(group, 'ImporteDR', digits) }
}

function trasladoOf(group: readonly Due[], digits: number): Json {
  const { ImpuestoDR: ImpuestoP, TipoFactorDR: TipoFactorP, TasaOCuotaDR } = group[0]?.tax ?? {}
  const BaseP = converted(group, 'BaseDR', digits)
  if (TipoFactorP === 'Exento') return { BaseP, ImpuestoP, TipoFactorP }
  const TasaOCuotaP = tasaOf(TasaOCuotaDR)
  return { BaseP, ImpuestoP, TipoFactorP, TasaOCuotaP, ImporteP: converted(group, 'ImporteDR', digits) }
}

/** The sum of a field in the currency of the payment; undefined when it cannot be told. */
function converted(group: readonly Due[], field: string, digits: number): string | undefined {
  const sum = new QuotientSum()
  for (const { tax, equivalencia } of group) {
    const amount = decimalOf(tax[field])
    if (amount === undefined || equivalencia === undefined) return undefined
    sum.add(amount, equivalencia)
  }
  return write(sum.round(finest), digits)
}
