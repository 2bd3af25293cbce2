/**
 * Rules of the OtrosPagos: NOM97 to NOM103 and NOM106 to NOM108.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { fieldIs, fieldIsNot, fieldIsNotZero } from '../../../rules/form.js'
import { current, hasField, ofParent } from '../../../rules/presence.js'
import { amount, decimalOf } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type Mismatch, onDay, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type Nomina12, nomina12 } from '../declaration.js'
import { matrizNomina } from '../sources.js'

const subsidio = '002'
/** Other payments only for wages: the subsidy, and its adjustments. */
const deSueldos = new Set([subsidio, '007', '008'])

/**
 * Maximum subsidy of a month, and per day of a longer period: revisión C, D and E of the
 * complement.
 */
export const subsidioMaximo = [
  { from: '2017-01-01', value: { mes: Decimal.of('407.02'), dia: Decimal.of('13.39') } },
  { from: '2025-02-01', value: { mes: Decimal.of('475.00'), dia: Decimal.of('15.63') } },
  { from: '2026-01-01', value: { mes: Decimal.of('628.00'), dia: Decimal.of('20.66') } },
] as const

const diasDelMes = Decimal.of('31')

const isLong = ({ NumDiasPagados }: Nomina12): boolean =>
  decimalOf(NumDiasPagados).compare(diasDelMes) > 0

function atMost(found: Numeric, most: Decimal | undefined): boolean | Mismatch {
  if (most === undefined || decimalOf(found).compare(most) <= 0) return true
  return { limits: [Decimal.zero, most], found: String(found) }
}

const mostOf = ({
  day,
}: RuleContext): { readonly mes: Decimal; readonly dia: Decimal } | undefined =>
  onDay(subsidioMaximo, day)

export const otroPagoRules = tableOf(at(nomina12, 'OtrosPagos[]'), {
  source: matrizNomina,
  rules: {
    NOM97: current('TipoOtroPago', 'c_TipoOtroPago'),
    NOM98: {
      field: 'CompensacionSaldosAFavor',
      says: 'debe existir en el pago 004 (saldo a favor)',
      when: fieldIs('TipoOtroPago', '004'),
      holds: hasField('CompensacionSaldosAFavor'),
    },
    NOM99: {
      field: 'SubsidioAlEmpleo',
      says: 'debe existir en el pago 002 (subsidio para el empleo)',
      when: fieldIs('TipoOtroPago', subsidio),
      holds: hasField('SubsidioAlEmpleo'),
    },
    NOM100: {
      field: 'Importe',
      says: 'debe ser mayor que cero, salvo en el pago 002 (subsidio para el empleo)',
      when: fieldIsNot('TipoOtroPago', subsidio),
      holds: fieldIsNotZero('Importe'),
    },
    NOM106: {
      field: 'TipoOtroPago',
      says: 'solo puede ser 002, 007 u 008 cuando TipoRegimen es 02',
      when: (_otroPago, _context, { Receptor }) => Receptor.TipoRegimen !== '02',
      holds: ({ TipoOtroPago }) => !deSueldos.has(TipoOtroPago),
    },
    NOM107: {
      field: 'Importe',
      says: 'no debe ser mayor que SubsidioCausado en el pago 002 (subsidio para el empleo)',
      when: ({ TipoOtroPago, SubsidioAlEmpleo }) =>
        TipoOtroPago === subsidio && SubsidioAlEmpleo !== undefined,
      holds: ({ Importe, SubsidioAlEmpleo }) =>
        atMost(Importe, amount(SubsidioAlEmpleo?.SubsidioCausado)),
    },
  },
})

export const subsidioRules = tableOf(at(nomina12, 'OtrosPagos[].SubsidioAlEmpleo'), {
  source: matrizNomina,
  rules: {
    NOM101: {
      field: 'SubsidioCausado',
      says: 'no debe pasar del máximo de un mes cuando se pagan hasta 31 días',
      when: (_subsidio, _context, nomina) => !isLong(nomina),
      holds: ({ SubsidioCausado }, context) => atMost(SubsidioCausado, mostOf(context)?.mes),
    },
    NOM108: {
      field: 'SubsidioCausado',
      says: 'no debe pasar del máximo de un día por NumDiasPagados cuando se pagan más de 31 días',
      when: ofParent(isLong),
      holds: ({ SubsidioCausado }, context, { NumDiasPagados }) =>
        atMost(SubsidioCausado, mostOf(context)?.dia.times(decimalOf(NumDiasPagados))),
    },
  },
})

export const compensacionRules = tableOf(at(nomina12, 'OtrosPagos[].CompensacionSaldosAFavor'), {
  source: matrizNomina,
  rules: {
    NOM102: {
      field: 'SaldoAFavor',
      says: 'no debe ser menor que RemanenteSalFav',
      holds: ({ SaldoAFavor, RemanenteSalFav }) =>
        decimalOf(SaldoAFavor).compare(decimalOf(RemanenteSalFav)) >= 0 || {
          expected: `${RemanenteSalFav} o más`,
          found: String(SaldoAFavor),
        },
    },
    NOM103: {
      field: 'Año',
      says: 'debe ser el anterior al de FechaPago, o el mismo si se paga en diciembre',
      holds: ({ Año }, _, { FechaPago }) => {
        const año = decimalOf(Año)
        const fecha = FechaPago.trim()
        const year = Decimal.of(fecha.slice(0, 4))
        const before = year.minus(Decimal.one)
        const isDecember = fecha.slice(5, 7) === '12'
        if (año.equals(before) || (isDecember && año.equals(year))) return true
        return { expected: isDecember ? `${before} o ${year}` : before, found: año }
      },
    },
  },
})
