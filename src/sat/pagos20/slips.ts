/**
 * Likely mistakes in receipts of payment that the SAT admits: taxes that do not match the paid
 * amount, money applied to no document, and a document twice. Warnings, with our own codes.
 * @module
 */
import { Decimal, Total } from '../../lib/decimal.js'
import { hasField } from '../../rules/presence.js'
import { decimalOf, eachItem } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { type Mismatch, perDocument, type RuleContext, tableOf } from '../cfdi40/rule.js'
import { isPowerOfTenOff } from '../cfdi40/warnings/slips.js'
import { pagos20 } from './declaration.js'
import type { DoctoRelacionado, ImpuestosDR, Pago } from './nodes.js'
import { guiaPagos } from './sources.js'
import { pagoSums } from './sums.js'

const iva = '002'
const ieps = '003'

/** Bases and amounts of a tax with an amount; undefined when the document has none. */
function chargedBy({ TrasladosDR }: ImpuestosDR, impuesto: string): Decimal | undefined {
  let sum: Total | undefined
  eachItem(TrasladosDR, ({ ImpuestoDR, TipoFactorDR, BaseDR, ImporteDR }) => {
    if (ImpuestoDR !== impuesto || TipoFactorDR === 'Cuota') return
    sum ??= new Total()
    sum.add(BaseDR)
    if (ImporteDR !== undefined) sum.add(ImporteDR)
  })
  return sum?.value
}

/**
 * Payment that a document's taxes imply: the base of IVA, which includes IEPS, plus IVA, less
 * withholdings.
 */
function paidByTaxes({ ImpuestosDR }: DoctoRelacionado): Decimal | undefined {
  if (ImpuestosDR === undefined) return undefined
  const charged = chargedBy(ImpuestosDR, iva) ?? chargedBy(ImpuestosDR, ieps)
  if (charged === undefined || ImpuestosDR.RetencionesDR === undefined) return charged
  const withheld = new Total()
  eachItem(ImpuestosDR.RetencionesDR, ({ ImporteDR }) => withheld.add(ImporteDR))
  return charged.minus(withheld.value)
}

/** The last document, and its payment by taxes: two rules read it, one after the other. */
interface LastPaid {
  docto: DoctoRelacionado | undefined
  paid: Decimal | undefined
}

const lastPaid = perDocument((): LastPaid => ({ docto: undefined, paid: undefined }))

function paidOf(docto: DoctoRelacionado, context: RuleContext): Decimal | undefined {
  const last = lastPaid(context)
  if (last.docto !== docto) {
    last.paid = paidByTaxes(docto)
    last.docto = docto
  }
  return last.paid
}

/** Local withholdings lower a payment below its federal taxes: five per thousand and the like. */
const local = Decimal.of('1.05')
const cents = Decimal.of('0.05')

export const doctoSlips = tableOf(at(pagos20, 'Pago[]', 'DoctoRelacionado[]'), {
  source: guiaPagos,
  rules: {
    'CRP20-S11': {
      field: 'ImpuestosDR',
      says: 'debe tener la parte de los impuestos que se paga: base más IVA, menos lo retenido, no pasa de ImpPagado',
      severity: 'warning',
      when: hasField('ImpuestosDR'),
      holds: (docto, context) => {
        const [found, paid] = [paidOf(docto, context), decimalOf(docto.ImpPagado)]
        // CRP20241 reports a document without a paid amount.
        if (
          found === undefined ||
          found.compare(paid) <= 0 ||
          paid.isZero() ||
          found.compare(paid.times(local).plus(cents)) <= 0
        )
          return true
        return { detail: `ImpPagado es ${paid.toString()}`, found }
      },
    },
    'CRP20-S12': {
      field: 'ImpuestosDR',
      says: 'tiene bases con el punto decimal corrido: con sus impuestos deben dar ImpPagado',
      severity: 'warning',
      when: hasField('ImpuestosDR'),
      holds: (docto, context) => {
        const [found, paid] = [paidOf(docto, context), decimalOf(docto.ImpPagado)]
        if (found === undefined || found.equals(paid) || !isPowerOfTenOff(found, paid)) return true
        return { detail: `ImpPagado es ${paid.toString()}`, found }
      },
    },
  },
})

const percent = Decimal.of('0.01')

export const pagoSlips = tableOf(at(pagos20, 'Pago[]'), {
  source: guiaPagos,
  rules: {
    'CRP20-S13': {
      field: 'Monto',
      says: 'es más que lo que se aplica a los documentos: el resto es un anticipo, que lleva su propia factura, o se devuelve',
      severity: 'warning',
      when: (pago, context) => pagoSums(pago, context).isConvertible,
      holds: (pago, context): boolean | Mismatch => {
        const [monto, applied] = [decimalOf(pago.Monto), pagoSums(pago, context).pagado.round(2)]
        const rest = monto.minus(applied)
        const isRounding = rest.compare(Decimal.one) <= 0 || rest.compare(monto.times(percent)) <= 0
        // CRP20241 reports a document without a paid amount.
        if (applied.isZero()) return true
        return (
          isRounding || {
            detail: `quedan ${rest.toString()} sin aplicar`,
            found: String(pago.Monto),
          }
        )
      },
    },
    'CRP20-S14': {
      field: 'DoctoRelacionado',
      says: 'no debe tener dos veces la misma parcialidad de un documento',
      severity: 'warning',
      when: hasRepeatedId,
      holds: (pago) => {
        const [seen, mismatches] = [new Set<string>(), [] as Mismatch[]]
        eachItem(pago.DoctoRelacionado, ({ IdDocumento, NumParcialidad }, index) => {
          const key = `${idOf(IdDocumento)} ${decimalOf(NumParcialidad).toString()}`
          const subject = { element: 'DoctoRelacionado', field: 'IdDocumento' }
          const at = ['DoctoRelacionado', index, 'IdDocumento']
          if (seen.has(key)) mismatches.push({ at, subject, found: IdDocumento })
          seen.add(key)
        })
        return mismatches.length === 0 || mismatches
      },
    },
  },
})

/** Whether a document comes twice, in any instalment. Most payments have each once. */
function hasRepeatedId({ DoctoRelacionado }: Pago): boolean {
  if (DoctoRelacionado.length < 2) return false
  const seen = new Set<string>()
  eachItem(DoctoRelacionado, ({ IdDocumento }) => {
    seen.add(idOf(IdDocumento))
  })
  return seen.size < DoctoRelacionado.length
}

const idOf = (uuid: string): string => uuid.trim().toUpperCase()
