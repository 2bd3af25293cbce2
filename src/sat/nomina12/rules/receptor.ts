/**
 * Rules of the Receptor of a payslip: NOM33, NOM34, NOM44 and NOM51 to NOM68.
 * @module
 */

import type { CatalogName } from '../../../catalogs/rows.js'
import { Decimal } from '../../../lib/decimal.js'
import { fieldIs, fieldIsNot, hasItems } from '../../../rules/form.js'
import { isCurrent } from '../../../rules/inForce.js'
import { absentIf, current, hasField, ofParent } from '../../../rules/presence.js'
import { decimalOf } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type Mismatch, type Rule, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { spanOf, spansBetween, weeksBetween, weeksOf, writeSpan } from '../antiguedad.js'
import { type Nomina12, nomina12 } from '../declaration.js'
import type { Receptor } from '../nodes.js'
import { matrizNomina } from '../sources.js'
import { isLaboral } from './nomina.js'

/** Members required for a worker registered with the IMSS. */
const registrado = [
  'NumSeguridadSocial',
  'FechaInicioRelLaboral',
  'Antigüedad',
  'RiesgoPuesto',
  'SalarioDiarioIntegrado',
] as const satisfies readonly (keyof Receptor)[]

const otraPeriodicidad = '99'

/** Digits of a CLABE. */
const clabe = 18
/** Digits of a CLABE, and of the phone, account or card numbers that require a bank. */
const longitudes: readonly number[] = [10, 11, 16, clabe]

const cuentaOf = ({ CuentaBancaria }: Receptor): string => String(CuentaBancaria).trim()

type Clave =
  | 'TipoContrato'
  | 'TipoJornada'
  | 'TipoRegimen'
  | 'RiesgoPuesto'
  | 'PeriodicidadPago'
  | 'Banco'

function currentIfThere(field: Clave, catalog: CatalogName): Rule<Receptor, Nomina12> {
  return { ...current(field, catalog), when: (receptor) => receptor[field] !== undefined }
}

export const receptorNominaRules = tableOf(at(nomina12, 'Receptor'), {
  source: matrizNomina,
  rules: {
    NOM33: {
      field: 'PeriodicidadPago',
      says: 'no puede ser 99 en una nómina ordinaria',
      when: ofParent(fieldIs('TipoNomina', 'O')),
      holds: fieldIsNot('PeriodicidadPago', otraPeriodicidad),
    },
    NOM34: {
      field: 'PeriodicidadPago',
      says: 'debe ser 99 en una nómina extraordinaria',
      when: ofParent(fieldIs('TipoNomina', 'E')),
      holds: fieldIs('PeriodicidadPago', otraPeriodicidad),
    },
    NOM44: {
      says: `debe tener ${registrado.join(', ')} cuando existe RegistroPatronal`,
      when: (_receptor, _context, { Emisor }) => Emisor?.RegistroPatronal !== undefined,
      holds: (receptor) => {
        const missing = registrado.filter((field) => receptor[field] === undefined)
        return (
          missing[0] === undefined || { at: [missing[0]], detail: `falta ${missing.join(', ')}` }
        )
      },
    },
    NOM51: currentIfThere('TipoContrato', 'c_TipoContrato'),
    NOM52: currentIfThere('TipoJornada', 'c_TipoJornada'),
    NOM53: {
      field: 'FechaInicioRelLaboral',
      says: 'no debe ser posterior a FechaFinalPago',
      when: hasField('FechaInicioRelLaboral'),
      holds: ({ FechaInicioRelLaboral = '' }, _, { FechaFinalPago }) =>
        FechaInicioRelLaboral.trim() <= FechaFinalPago.trim() || {
          detail: `FechaFinalPago es ${FechaFinalPago}`,
        },
    },
    NOM54: {
      field: 'Antigüedad',
      says: 'no debe pasar de las semanas que van de FechaInicioRelLaboral a FechaFinalPago, ambas incluidas',
      when: (receptor, _, nomina) =>
        isEmployed(receptor, nomina) && weeksOf(antigüedadOf(receptor)) !== undefined,
      holds: (receptor, _, { FechaFinalPago }) => {
        const most = weeksBetween(inicioOf(receptor), FechaFinalPago.trim())
        return (
          (weeksOf(antigüedadOf(receptor)) ?? most).compare(most) <= 0 || {
            expected: `P${most}W o menos`,
          }
        )
      },
    },
    NOM55: {
      field: 'Antigüedad',
      says: 'debe contar los años, meses y días que van de FechaInicioRelLaboral a FechaFinalPago',
      when: (receptor, _, nomina) =>
        isEmployed(receptor, nomina) && spanOf(antigüedadOf(receptor)) !== undefined,
      holds: isSpan,
    },
    NOM56: currentIfThere('TipoRegimen', 'c_TipoRegimen'),
    NOM57: {
      field: 'TipoRegimen',
      says: 'debe ser 02, 03 o 04 cuando TipoContrato es de 01 a 08',
      when: ({ TipoContrato }) => isLaboral(TipoContrato),
      holds: ({ TipoRegimen }) => '02' <= TipoRegimen && TipoRegimen <= '04',
    },
    NOM58: {
      field: 'TipoRegimen',
      says: 'debe ser de 05 a 99 cuando TipoContrato es 09 o posterior',
      when: ({ TipoContrato }) => TipoContrato >= '09',
      holds: ({ TipoRegimen }) => '05' <= TipoRegimen && TipoRegimen <= '99',
    },
    NOM59: currentIfThere('RiesgoPuesto', 'c_RiesgoPuesto'),
    NOM60: currentIfThere('PeriodicidadPago', 'c_PeriodicidadPago'),
    NOM61: currentIfThere('Banco', 'c_Banco'),
    NOM62: {
      field: 'CuentaBancaria',
      says: 'debe tener 10, 11, 16 o 18 dígitos',
      when: hasField('CuentaBancaria'),
      holds: (receptor) => longitudes.includes(cuentaOf(receptor).length),
    },
    NOM63: absentIf(
      'Banco',
      'no debe existir cuando CuentaBancaria es una CLABE, de 18 dígitos',
      (receptor) => cuentaOf(receptor).length === clabe,
    ),
    NOM64: {
      field: 'CuentaBancaria',
      says: 'debe tener correcto el dígito de control de la CLABE, el último',
      when: (receptor) => cuentaOf(receptor).length === clabe,
      holds: (receptor) => {
        const cuenta = cuentaOf(receptor)
        const expected = clabeDigit(cuenta)
        return (
          cuenta.endsWith(expected) || {
            expected: `${cuenta.slice(0, -1)}${expected}`,
            found: cuenta,
          }
        )
      },
    },
    NOM65: {
      field: 'Banco',
      says: 'debe existir cuando CuentaBancaria tiene 10, 11 o 16 dígitos',
      when: (receptor) =>
        [10, 11, 16].includes(cuentaOf(receptor).length) && receptor.CuentaBancaria !== undefined,
      holds: hasField('Banco'),
    },
    NOM66: {
      field: 'ClaveEntFed',
      says: 'debe ser la clave vigente de un estado de México en c_Estado',
      holds: isMexican,
    },
    NOM67: {
      field: 'SubContratacion',
      says: 'debe tener el RfcLabora de cada una en la lista de contribuyentes del SAT',
      needs: 'taxpayers',
      when: hasItems('SubContratacion'),
      holds: ({ SubContratacion = [] }, { taxpayers }) => {
        const at = SubContratacion.findIndex(
          ({ RfcLabora }) => taxpayers?.find(RfcLabora) === undefined,
        )
        return (
          at < 0 || {
            at: ['SubContratacion', at, 'RfcLabora'],
            found: SubContratacion[at]?.RfcLabora ?? '',
          }
        )
      },
    },
    NOM68: {
      field: 'SubContratacion',
      says: 'debe tener PorcentajeTiempo que sumen 100',
      when: hasItems('SubContratacion'),
      holds: ({ SubContratacion = [] }) => {
        const found = Decimal.sum(
          SubContratacion.map(({ PorcentajeTiempo }) => decimalOf(PorcentajeTiempo)),
        )
        return found.equals(cien) || { expected: cien, found }
      },
    },
  },
})

const cien = Decimal.of('100')

const antigüedadOf = ({ Antigüedad = '' }: Receptor): string => Antigüedad.trim()
const inicioOf = ({ FechaInicioRelLaboral = '' }: Receptor): string => FechaInicioRelLaboral.trim()

/** Whether the employment began by the end of the paid period. */
function isEmployed(
  { FechaInicioRelLaboral: from }: Receptor,
  { FechaFinalPago }: Nomina12,
): boolean {
  return from !== undefined && from.trim() <= FechaFinalPago.trim()
}

/** The SAT does not define whether the last day counts: both are accepted. */
function isSpan(
  receptor: Receptor,
  _context: RuleContext,
  { FechaFinalPago }: Nomina12,
): boolean | Mismatch {
  const [from, to] = [inicioOf(receptor), FechaFinalPago.trim()]
  const spans = [...new Set(spansBetween(from, to).map(writeSpan))]
  const span = spanOf(antigüedadOf(receptor))
  return (span !== undefined && spans.includes(writeSpan(span))) || { expected: spans.join(' o ') }
}

const weights = [3, 7, 1] as const

/** Returns the last digit of a CLABE from the seventeen before it. */
export function clabeDigit(cuenta: string): string {
  let sum = 0
  for (let index = 0; index < clabe - 1; index++) {
    sum += (Number.parseInt(cuenta.charAt(index), 10) * (weights[index % weights.length] ?? 0)) % 10
  }
  return String((10 - (sum % 10)) % 10)
}

function isMexican({ ClaveEntFed }: Receptor, context: RuleContext): boolean | Mismatch {
  const current = isCurrent(context, 'c_Estado', ClaveEntFed)
  if (current !== true) return current
  const pais = context.catalogs.catalog('c_Estado').get(ClaveEntFed.trim(), 'pais')
  return pais === undefined || pais === 'MEX' || { detail: `la clave es de ${pais}` }
}
