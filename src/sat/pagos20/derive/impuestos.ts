/**
 * "AUTO" in the taxes of Pagos 2.0: those of each document, in proportion to its payment; those of
 * each payment, the sum of its documents in its currency.
 * @module
 */

import {
  type Derivation,
  isAsked,
  type Json,
  perNode,
  toldRows,
} from '../../../derive/derivation.js'
import { decimalOf, decimalsOf, finest, tasaOf, write } from '../../../fiscal/amounts.js'
import { type Split, splitTotal } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord, wordOf } from '../../../lib/json.js'
import { groupBy, itemsOf } from '../../../lib/lists.js'
import { type CfdiDeriveContext, derivations } from '../../cfdi40/derive/derivations.js'
import { at } from '../../cfdi40/nodes.js'
import { pagos20 } from '../declaration.js'
import { QuotientSum } from '../equivalencia.js'
import { equivalenciaOf } from './equivalencia.js'

const rounded = 'hasta seis decimales'

type Row = Derivation<Json, Json, CfdiDeriveContext>

// --- of a document ---

/** Split of each tax of a document, by its row. */
type Shares = ReadonlyMap<Json, Split['impuestos'][number]>

/**
 * Splits ImpPagado among the taxes when some have an "AUTO" base. Quotas must state theirs, only
 * one may be IVA, since two would have different bases, and given bases must match the split. With
 * six decimals, so that instalments add up to the invoice.
 */
const shares = perNode((docto: Json, context: CfdiDeriveContext): Shares => {
  const { ImpuestosDR, ImpPagado, MonedaDR } = docto
  const impuestos = isRecord(ImpuestosDR) ? ImpuestosDR : {}
  const [charged, withheld] = [
    itemsOf(impuestos['TrasladosDR']),
    itemsOf(impuestos['RetencionesDR']),
  ]
  const rows = [...charged, ...withheld]
  const taxes = rows.map(({ ImpuestoDR, TipoFactorDR, TasaOCuotaDR, BaseDR }, index) => {
    const retenido = index >= charged.length
    const impuesto = wordOf(ImpuestoDR)
    if (TipoFactorDR === 'Exento') return { impuesto, retenido }
    const tasa = decimalOf(TasaOCuotaDR)
    if (tasa === undefined) return undefined
    if (TipoFactorDR !== 'Cuota') return { impuesto, retenido, tasa }
    const unidades = decimalOf(BaseDR)
    if (unidades === undefined) return undefined
    return { impuesto, retenido, tasa, unidades }
  })
  const known = taxes.filter((tax) => tax !== undefined)
  const paid = decimalOf(ImpPagado)
  const isOpen = known.length === rows.length && rows.some(({ BaseDR }) => isAsked(BaseDR, context))
  const split =
    paid !== undefined &&
    isOpen &&
    known.filter(({ impuesto, retenido }) => impuesto === '002' && !retenido).length <= 1
      ? splitTotal(paid, known, finest)
      : undefined
  const digits = decimalsOf(MonedaDR, context)
  if (
    !split?.impuestos.every(({ base }, index) => {
      const given = rows[index]?.['BaseDR']
      if (isAsked(given, context)) return true
      const unit = Decimal.unit(digits)
      return decimalOf(given)?.isBetween(base.minus(unit), base.plus(unit)) === true
    })
  )
    return none
  return new Map(split.impuestos.map((share, index) => [rows[index] as Json, share]))
})

const none: Shares = new Map()

const taxDR = {
  BaseDR: {
    from: ['../ImpPagado', 'TasaOCuotaDR'],
    given: ['TrasladosDR', 'RetencionesDR'].flatMap((list) =>
      ['ImpuestoDR', 'TipoFactorDR', 'TasaOCuotaDR'].map(
        (key) => `../ImpuestosDR.${list}[].${key}`,
      ),
    ),
    says: 'ImpPagado y las tasas, si no hay más de un IVA; si lo hay, se debe indicar',
    rounded,
    value: (tax, context, docto) => {
      const share = shares(docto, context).get(tax)
      return share && write(share.base, decimalsOf(docto['MonedaDR'], context))
    },
  },
  ImporteDR: {
    from: ['BaseDR', 'TasaOCuotaDR'],
    given: ['TipoFactorDR'],
    says: 'BaseDR y TasaOCuotaDR',
    rounded,
    value: (tax, context, docto) => {
      const digits = decimalsOf(docto['MonedaDR'], context)
      const share = shares(docto, context).get(tax)
      if (share === undefined) {
        // Base by rate; an exempt tax has no amount.
        const { TipoFactorDR, BaseDR, TasaOCuotaDR } = tax
        if (TipoFactorDR === 'Exento') return null
        const [base, tasa] = [decimalOf(BaseDR), decimalOf(TasaOCuotaDR)]
        if (base === undefined || tasa === undefined) return undefined
        return write(base.times(tasa), digits)
      }
      if (share.importe === undefined) return null
      return write(share.importe, digits)
    },
  },
} satisfies Record<string, Row>

// --- of a payment ---

/** A list of the payment's summary. */
interface Kind {
  readonly list: 'RetencionesP' | 'TrasladosP'
  /** The corresponding list of the documents. */
  readonly ofDocto: 'RetencionesDR' | 'TrasladosDR'
  /** Returns the key of a row, in the documents and in the payment. */
  readonly keyOf: (tax: Json) => string
  readonly keyOfP: (row: Json) => string
  readonly rowOf: (group: readonly Due[], digits: number) => Json
}

const retenciones: Kind = {
  list: 'RetencionesP',
  ofDocto: 'RetencionesDR',
  keyOf: ({ ImpuestoDR }) => wordOf(ImpuestoDR),
  keyOfP: ({ ImpuestoP }) => wordOf(ImpuestoP),
  rowOf: (group, digits) => ({
    ImpuestoP: group[0]?.tax['ImpuestoDR'],
    ImporteP: converted(group, 'ImporteDR', digits),
  }),
}

const traslados: Kind = {
  list: 'TrasladosP',
  ofDocto: 'TrasladosDR',
  keyOf: ({ ImpuestoDR, TipoFactorDR, TasaOCuotaDR }) =>
    `${wordOf(ImpuestoDR)} ${wordOf(TipoFactorDR)} ${tasaOf(TasaOCuotaDR)}`,
  keyOfP: ({ ImpuestoP, TipoFactorP, TasaOCuotaP }) =>
    `${wordOf(ImpuestoP)} ${wordOf(TipoFactorP)} ${tasaOf(TasaOCuotaP)}`,
  rowOf: (group, digits) => {
    const { ImpuestoDR: ImpuestoP, TipoFactorDR: TipoFactorP, TasaOCuotaDR } = group[0]?.tax ?? {}
    const BaseP = converted(group, 'BaseDR', digits)
    if (TipoFactorP === 'Exento') return { BaseP, ImpuestoP, TipoFactorP }
    const TasaOCuotaP = tasaOf(TasaOCuotaDR)
    return {
      BaseP,
      ImpuestoP,
      TipoFactorP,
      TasaOCuotaP,
      ImporteP: converted(group, 'ImporteDR', digits),
    }
  },
}

/** A tax of a document, and its exchange rate to the payment's currency. */
interface Due {
  readonly tax: Json
  readonly equivalencia: Decimal | undefined
}

/** Sum of a field in the currency of the payment; undefined when it cannot be computed. */
function converted(group: readonly Due[], field: string, digits: number): string | undefined {
  const sum = new QuotientSum()
  for (const { tax, equivalencia } of group) {
    const amount = decimalOf(tax[field])
    if (amount === undefined || equivalencia === undefined) return undefined
    sum.add(amount, equivalencia)
  }
  return write(sum.round(finest), digits)
}

/** Expected rows of a payment, by key. */
type Rows = ReadonlyMap<string, Json>

function rowsByKey({
  ofDocto,
  keyOf,
  rowOf,
}: Kind): (pago: Json, context: CfdiDeriveContext) => Rows {
  return perNode((pago: Json, context: CfdiDeriveContext) => {
    const digits = decimalsOf(pago['MonedaP'], context)
    const groups = groupBy(
      itemsOf(pago['DoctoRelacionado']).flatMap((docto) => {
        const { ImpuestosDR } = docto
        const equivalencia = equivalenciaOf(docto, pago)
        if (isRecord(ImpuestosDR))
          return itemsOf(ImpuestosDR[ofDocto]).map((tax) => ({ tax, equivalencia }))
        return []
      }),
      ({ tax }) => keyOf(tax),
    )
    return new Map(groups.map((group) => [keyOf((group[0] as Due).tax), rowOf(group, digits)]))
  })
}

const rowsOf = { RetencionesP: rowsByKey(retenciones), TrasladosP: rowsByKey(traslados) }

function listOf(
  { list }: Kind,
  pago: Json,
  context: CfdiDeriveContext,
): readonly Json[] | null | undefined {
  return toldRows([...rowsOf[list](pago, context).values()])
}

/** Sources of the rows of a list, relative to the Pago. */
function sourcesOf({ ofDocto }: Kind): readonly string[] {
  const fields = ['BaseDR', 'ImporteDR'].map(
    (field) => `DoctoRelacionado[].ImpuestosDR.${ofDocto}[].${field}`,
  )
  return [...fields, 'DoctoRelacionado[].EquivalenciaDR']
}

const says = 'los impuestos de los documentos y EquivalenciaDR'

function listRow(kind: Kind): Row {
  return {
    from: sourcesOf(kind).map((member) => `../${member}`),
    says,
    rounded,
    value: (_, context, pago) => listOf(kind, pago, context),
  }
}

/** Members that identify the row of a document's tax in the payment's summary. */
const keys = ['Impuesto', 'TipoFactor', 'TasaOCuota']

function fieldRow(kind: Kind, field: 'BaseP' | 'ImporteP'): Row {
  return {
    from: sourcesOf(kind).map((member) => `../${member}`),
    given: [
      ...keys.map((key) => `${key}P`),
      ...keys.map((key) => `../DoctoRelacionado[].ImpuestosDR.${kind.ofDocto}[].${key}DR`),
      '../MonedaP',
      '../DoctoRelacionado[].MonedaDR',
    ],
    says,
    rounded,
    value: (row, context, pago) => {
      const should = rowsOf[kind.list](pago, context).get(kind.keyOfP(row))
      if (should === undefined) return undefined
      if (field in should) return should[field]
      return null
    },
  }
}

export const impuestosTables = [
  derivations(at(pagos20, 'Pago[]', 'DoctoRelacionado[]', 'ImpuestosDR.TrasladosDR[]'), taxDR),
  derivations(at(pagos20, 'Pago[]', 'DoctoRelacionado[]', 'ImpuestosDR.RetencionesDR[]'), taxDR),
  derivations(at(pagos20, 'Pago[]'), {
    ImpuestosP: {
      from: [...sourcesOf(retenciones), ...sourcesOf(traslados)],
      says,
      rounded,
      value: (pago, context) => {
        const [RetencionesP, TrasladosP] = [
          listOf(retenciones, pago, context),
          listOf(traslados, pago, context),
        ]
        if (RetencionesP === undefined || TrasladosP === undefined) return undefined
        if (RetencionesP === null && TrasladosP === null) return null
        return { ...(RetencionesP && { RetencionesP }), ...(TrasladosP && { TrasladosP }) }
      },
    },
  }),
  derivations(at(pagos20, 'Pago[]', 'ImpuestosP'), {
    RetencionesP: listRow(retenciones),
    TrasladosP: listRow(traslados),
  }),
  derivations(at(pagos20, 'Pago[]', 'ImpuestosP.RetencionesP[]'), {
    ImporteP: fieldRow(retenciones, 'ImporteP'),
  }),
  derivations(at(pagos20, 'Pago[]', 'ImpuestosP.TrasladosP[]'), {
    BaseP: fieldRow(traslados, 'BaseP'),
    ImporteP: fieldRow(traslados, 'ImporteP'),
  }),
]
