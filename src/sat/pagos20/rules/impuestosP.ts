/**
 * Rules of the summary of taxes of each payment: CRP20262 to CRP20274.
 * @module
 */
import type { Nodes } from '../../../model/nodes.js'
import type { Numeric } from '../../../model/types.js'
import { fieldIs } from '../../../rules/form.js'
import { current } from '../../../rules/presence.js'
import { eachItem } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { perDocument, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { trasladoKey } from '../../cfdi40/sums.js'
import { hasTasa, type Tasa } from '../../cfdi40/tasas.js'
import { pagos20 } from '../declaration.js'
import type { Pago, Totales, TrasladoP } from '../nodes.js'
import { matrizPagos } from '../sources.js'
import { isSum, pagoSums } from '../sums.js'

const iva = '002'

const retenidos = ['TotalRetencionesIVA', 'TotalRetencionesISR', 'TotalRetencionesIEPS'] as const
const bases = [
  'TotalTrasladosBaseIVA16',
  'TotalTrasladosBaseIVA8',
  'TotalTrasladosBaseIVA0',
  'TotalTrasladosBaseIVAExento',
] as const
const trasladados = [
  'TotalTrasladosImpuestoIVA16',
  'TotalTrasladosImpuestoIVA8',
  'TotalTrasladosImpuestoIVA0',
] as const

const hasAny = (totales: Totales, fields: readonly (keyof Totales)[]): boolean =>
  fields.some((field) => totales[field] !== undefined)

const tasaOf = ({ ImpuestoP, TipoFactorP, TasaOCuotaP }: TrasladoP): Tasa => ({
  Impuesto: ImpuestoP,
  TipoFactor: TipoFactorP,
  TasaOCuota: TasaOCuotaP,
})

/** Expected values of a payment's tax summary. */
interface OfPago {
  readonly pago: Pago
  readonly totales: Totales
}

/** Nodes of payments, with the expected values as parent. */
function ofPago<Node>(nodes: Nodes<Node, Pago>): Nodes<Node, OfPago> {
  return {
    ...nodes,
    each: (document, visit) => {
      const known = new Map<Pago, OfPago>()
      at(pagos20, 'Pago[]').each(document, (pago, { Totales: totales }) =>
        known.set(pago, { pago, totales }),
      )
      nodes.each(document, (node, pago, place) => visit(node, known.get(pago) as OfPago, place))
    },
  }
}

/** The first row of each kind in each payment: a later one is at fault. */
const firstRows = perDocument(() => new WeakMap<Pago, ReadonlySet<object>>())

function isFirst(row: object, pago: Pago, context: RuleContext): boolean {
  const known = firstRows(context)
  const first = known.get(pago) ?? firstOf(pago)
  known.set(pago, first)
  return first.has(row)
}

function firstOf({ ImpuestosP }: Pago): ReadonlySet<object> {
  const first = new Map<string, object>()
  const add = (key: string, row: object): void => {
    if (!first.has(key)) first.set(key, row)
  }
  eachItem(ImpuestosP?.RetencionesP, (retencion) =>
    add(`retención ${retencion.ImpuestoP}`, retencion),
  )
  eachItem(ImpuestosP?.TrasladosP, (traslado) => add(trasladoKey(tasaOf(traslado)), traslado))
  return new Set(first.values())
}

const isConvertible = (_row: unknown, context: RuleContext, { pago }: OfPago): boolean =>
  pagoSums(pago, context).isConvertible

const isExempt = (context: RuleContext, { pago }: OfPago): boolean =>
  pagoSums(pago, context).isExempt

/** Checks a column against the sum of the traslados of its kind over the payment's documents. */
function isTrasladoSum(
  found: Numeric | undefined,
  column: 'base' | 'importe',
  traslado: TrasladoP,
  context: RuleContext,
  { pago }: OfPago,
): ReturnType<typeof isSum> {
  return isSum(
    found,
    pagoSums(pago, context).traslados.get(trasladoKey(tasaOf(traslado)))?.[column],
  )
}

export const retencionPRules = tableOf(ofPago(at(pagos20, 'Pago[]', 'ImpuestosP.RetencionesP[]')), {
  source: matrizPagos,
  rules: {
    CRP20262: {
      ...current('ImpuestoP', 'c_Impuesto'),
      inSchema: true,
    },
    CRP20263: {
      field: 'ImpuestoP',
      says: 'no debe repetirse: hay una sola retención por impuesto en cada pago',
      holds: (retencion, context, { pago }) => isFirst(retencion, pago, context),
    },
    CRP20264: {
      field: 'ImporteP',
      says: 'exige que exista en Totales alguno de TotalRetencionesIVA, TotalRetencionesISR o TotalRetencionesIEPS',
      holds: (_retencion, _context, { totales }) => hasAny(totales, retenidos),
    },
    CRP20265: {
      field: 'ImporteP',
      says: 'debe ser la suma de lo retenido de ese impuesto en los documentos, en la moneda del pago',
      when: isConvertible,
      holds: ({ ImpuestoP, ImporteP }, context, { pago }) =>
        isSum(ImporteP, pagoSums(pago, context).retenciones.get(ImpuestoP)),
    },
  },
})

export const trasladoPRules = tableOf(ofPago(at(pagos20, 'Pago[]', 'ImpuestosP.TrasladosP[]')), {
  source: matrizPagos,
  rules: {
    CRP20266: {
      says: 'solo debe tener BaseP, ImpuestoP y TipoFactorP cuando todos los traslados de los documentos son exentos',
      when: (_, context, up) => isExempt(context, up),
      holds: ({ TasaOCuotaP, ImporteP }) => TasaOCuotaP === undefined && ImporteP === undefined,
    },
    CRP20267: {
      field: 'BaseP',
      says: 'exige que exista en Totales la base de IVA al 16 %, al 8 %, al 0 % o exento',
      when: fieldIs('ImpuestoP', iva),
      holds: (_traslado, _context, { totales }) => hasAny(totales, bases),
    },
    CRP20268: {
      field: 'BaseP',
      says: 'debe ser la suma de las bases de los documentos con ese impuesto, factor y tasa, en la moneda del pago',
      when: (traslado, context, up) =>
        isConvertible(traslado, context, up) && !isExempt(context, up),
      holds: (traslado, context, up) =>
        isTrasladoSum(traslado.BaseP, 'base', traslado, context, up),
    },
    CRP20269: {
      field: 'BaseP',
      says: 'debe ser la suma de las bases exentas de los documentos con ese impuesto, en la moneda del pago',
      when: (traslado, context, up) =>
        isConvertible(traslado, context, up) && isExempt(context, up),
      holds: ({ BaseP, ImpuestoP }, context, { pago }) =>
        isSum(
          BaseP,
          pagoSums(pago, context).traslados.get(
            trasladoKey({ Impuesto: ImpuestoP, TipoFactor: 'Exento' }),
          )?.base,
        ),
    },
    CRP20270: {
      ...current('ImpuestoP', 'c_Impuesto'),
      inSchema: true,
    },
    CRP20271: {
      field: 'ImpuestoP',
      says: 'no debe repetirse con el mismo TipoFactorP y la misma TasaOCuotaP en un pago',
      holds: (traslado, context, { pago }) => isFirst(traslado, pago, context),
    },
    CRP20272: {
      field: 'TasaOCuotaP',
      says: 'debe ser una tasa o cuota de traslado vigente de c_TasaOCuota para el impuesto',
      when: ({ TipoFactorP, TasaOCuotaP }, context, up) =>
        !isExempt(context, up) && (TipoFactorP !== 'Exento' || TasaOCuotaP !== undefined),
      holds: (traslado, context) => {
        if (traslado.TasaOCuotaP === undefined) return { found: 'nada' }
        return hasTasa(context, 'traslado', tasaOf(traslado))
      },
    },
    CRP20273: {
      field: 'ImporteP',
      says: 'exige que exista en Totales el IVA trasladado al 16 %, al 8 % o al 0 %',
      when: ({ ImpuestoP, TipoFactorP }) => ImpuestoP === iva && TipoFactorP !== 'Exento',
      holds: (_traslado, _context, { totales }) => hasAny(totales, trasladados),
    },
    CRP20274: {
      field: 'ImporteP',
      says: 'debe ser la suma de los importes de los documentos con ese impuesto, factor y tasa, en la moneda del pago',
      when: (traslado, context, up) =>
        isConvertible(traslado, context, up) &&
        !isExempt(context, up) &&
        (traslado.TipoFactorP !== 'Exento' || traslado.ImporteP !== undefined),
      holds: (traslado, context, up) =>
        isTrasladoSum(traslado.ImporteP, 'importe', traslado, context, up),
    },
  },
})
