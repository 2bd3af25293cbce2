/**
 * Likely mistakes in payroll that the matrix of Nómina 1.2 does not cover: personal keys with a
 * wrong check digit, days, overtime, and the employment subsidy twice. Warnings, with our own
 * codes.
 * @module
 */
import { curpCheckDigit, nssCheckDigit } from '../../fiscal/checkDigits.js'
import { Decimal } from '../../lib/decimal.js'
import { hasField } from '../../rules/presence.js'
import { decimalOf, eachItem } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { isGenericRfc, isMoral } from '../cfdi40/predicates.js'
import { type Mismatch, type Rule, tableOf } from '../cfdi40/rule.js'
import { tolerance } from '../cfdi40/warnings/slips.js'
import { daysBetween } from './antiguedad.js'
import { nomina12 } from './declaration.js'
import { guiaNomina } from './sources.js'
import { nominaSums } from './sums.js'

/**
 * CURP of foreigners without one, as the guide of Nómina gives it (XEXX010101HNEXXXA4,
 * XEXX010101MNEXXXA8).
 */
const isGenericCurp = (curp: string): boolean => curp.startsWith('XEXX010101')

function curpConDigito<Node extends { readonly Curp?: string | undefined }>(): Rule<Node> {
  return {
    field: 'Curp',
    says: 'no parece una CURP: su último dígito, el verificador, no corresponde a los demás caracteres',
    severity: 'warning',
    when: ({ Curp }) => Curp !== undefined && !isGenericCurp(Curp),
    holds: ({ Curp = '' }) => {
      const digit = curpCheckDigit(Curp)
      return digit === undefined || Curp.endsWith(digit) || { found: Curp }
    },
  }
}

/** Year, month and day of birth: characters 5 to 10 of a CURP and of a person's RFC. */
const birthOf = (key: string): string => key.slice(4, 10)

export const personaNominaWarnings = tableOf(at(nomina12, 'Receptor'), {
  source: guiaNomina,
  rules: {
    'NOM-S10': curpConDigito(),
    'NOM-S11': {
      field: 'Curp',
      says: 'debe ser de quien es el RFC del receptor: tienen fechas de nacimiento distintas',
      severity: 'warning',
      when: ({ Curp }, { document: { Receptor } }) =>
        !isGenericCurp(Curp) && !isGenericRfc(Receptor.Rfc) && !isMoral(Receptor.Rfc),
      // Letters may differ: each key has its own excluded words, and its own treatment of short
      // names.
      holds: ({ Curp }, { document: { Receptor } }) =>
        birthOf(Curp) === birthOf(Receptor.Rfc) || {
          found: Curp,
          detail: `el RFC es ${Receptor.Rfc}`,
        },
    },
    'NOM-S12': {
      field: 'NumSeguridadSocial',
      says: 'no parece un número de seguridad social del IMSS: su último dígito, el verificador, no corresponde a los demás',
      severity: 'warning',
      // Institutions of public servants use other numbers.
      when: ({ NumSeguridadSocial }, _, { Emisor }) =>
        NumSeguridadSocial !== undefined && Emisor?.EntidadSNCF === undefined,
      holds: ({ NumSeguridadSocial = '' }) => {
        const digit = nssCheckDigit(NumSeguridadSocial)
        return (
          digit === undefined ||
          (NumSeguridadSocial.endsWith(digit) && /[1-9]/.test(NumSeguridadSocial))
        )
      },
    },
  },
})

export const patronNominaWarnings = tableOf(at(nomina12, 'Emisor?'), {
  source: guiaNomina,
  rules: { 'NOM-S13': curpConDigito() },
})

/** Days that calendars explain: a month of 30.4 days in February, the seventh day of a week. */
const spare = Decimal.of('3')
const twice = Decimal.of('2')

/**
 * Maximum paid days of a period; twice as many when a holiday was paid too, as its premium (021)
 * shows.
 */
function mostDays(days: Decimal, isHoliday: boolean): Decimal {
  return (isHoliday ? days.times(twice) : days).plus(spare)
}

export const diasNominaWarnings = tableOf(at(nomina12), {
  source: guiaNomina,
  rules: {
    'NOM-S14': {
      field: 'NumDiasPagados',
      says: 'no debe pasar de los días que hay de FechaInicialPago a FechaFinalPago en una nómina ordinaria',
      severity: 'warning',
      // An extraordinary payroll pays the days of a year. Some issuers write the day of the payment
      // as the whole period.
      when: ({ TipoNomina, FechaInicialPago, FechaFinalPago }) =>
        TipoNomina === 'O' && FechaInicialPago.trim() < FechaFinalPago.trim(),
      holds: (nomina, context) => {
        const days = daysBetween(nomina.FechaInicialPago.trim(), nomina.FechaFinalPago.trim())
        const most = mostDays(days, nominaSums(nomina, context).percepciones.has('021'))
        const isFew = decimalOf(nomina.NumDiasPagados).compare(most) <= 0
        return isFew || { found: String(nomina.NumDiasPagados), detail: `hay ${days.toString()}` }
      },
    },
    'NOM-S15': {
      field: 'OtrosPagos',
      says: 'no debe tener dos veces el subsidio para el empleo (002)',
      severity: 'warning',
      when: hasField('OtrosPagos'),
      holds: ({ OtrosPagos }) => {
        const rows: number[] = []
        eachItem(OtrosPagos, ({ TipoOtroPago }, index) => {
          if (TipoOtroPago === '002') rows.push(index)
        })
        const [, second] = rows
        const subject = { element: 'OtroPago', field: 'TipoOtroPago' }
        return (
          second === undefined || {
            at: ['OtrosPagos', second, 'TipoOtroPago'],
            subject,
            found: '002',
          }
        )
      },
    },
  },
})

export const horasExtraWarnings = tableOf(at(nomina12, 'Percepciones.Percepcion[]'), {
  source: guiaNomina,
  rules: {
    'NOM-S16': {
      field: 'HorasExtra',
      says: 'debe sumar en ImportePagado lo que paga la percepción 019: ImporteGravado más ImporteExento',
      severity: 'warning',
      when: ({ TipoPercepcion, HorasExtra }) =>
        TipoPercepcion === '019' && HorasExtra !== undefined,
      holds: ({ ImporteGravado, ImporteExento, HorasExtra }): boolean | Mismatch => {
        const expected = decimalOf(ImporteGravado).plus(decimalOf(ImporteExento))
        let found = Decimal.zero
        eachItem(HorasExtra, ({ ImportePagado }) => {
          found = found.plus(decimalOf(ImportePagado))
        })
        const slack = tolerance(expected)
        return found.isBetween(expected.minus(slack), expected.plus(slack)) || { expected, found }
      },
    },
  },
})
