/**
 * Totals of Nómina 1.2, how long the employment has lasted, and the single concept of the comprobante that carries it.
 * @module
 */

import {
  type AmountContext,
  assign,
  complementsOf,
  decimalOf,
  derive,
  isAsked,
  isJson,
  itemsOf,
  mapComplements,
  mapItems,
  sumOf,
  total,
  wordOf,
} from '../../derive/amounts.js'
import type { Json } from '../../derive/auto.js'
import type { Decimal } from '../../lib/decimal.js'
import { type Clase, claseOf } from './sums.js'

const version = '1.2'

/** A document whose payslips have their totals, and whose concept is what they pay. */
export function resolveNomina(draft: Json, context: AmountContext): Json {
  const summed = mapComplements(draft, 'Nomina', version, (nomina) => resolveOne(nomina, context))
  const nominas = complementsOf(summed, 'Nomina', version)
  return nominas.length === 0 ? summed : resolveConcepto(summed, nominas, context)
}

function resolveOne(nomina: Json, context: AmountContext): Json {
  const summed = assign(nomina, {
    Receptor: isJson(nomina['Receptor']) ? resolveReceptor(nomina['Receptor'], nomina, context) : undefined,
    Percepciones: isJson(nomina['Percepciones']) ? resolvePercepciones(nomina['Percepciones'], context) : undefined,
    Deducciones: isJson(nomina['Deducciones']) ? resolveDeducciones(nomina['Deducciones'], context) : undefined,
  })
  const { Percepciones, Deducciones, OtrosPagos } = summed
  return derive(summed, context, {
    TotalPercepciones: () => totalOf(Percepciones, totalesPercepciones),
    TotalDeducciones: () => totalOf(Deducciones, ['TotalOtrasDeducciones', 'TotalImpuestosRetenidos']),
    TotalOtrosPagos: () => (OtrosPagos === undefined ? null : pesos(sumOf(itemsOf(OtrosPagos), 'Importe'))),
  })
}

const totalesPercepciones = ['TotalSueldos', 'TotalSeparacionIndemnizacion', 'TotalJubilacionPensionRetiro']

/** The sum of the totals of a node; without the node there is none. */
function totalOf(node: unknown, fields: readonly string[]): string | null | undefined {
  if (node === undefined) return null
  return isJson(node) ? pesos(total(fields.map((field) => node[field]))) : undefined
}

function pesos(amount: Decimal | undefined): string | undefined {
  return amount?.round(2).toString()
}

/** Whole weeks, the last day counted (NOM54). */
function resolveReceptor(receptor: Json, { FechaFinalPago }: Json, context: AmountContext): Json {
  const { FechaInicioRelLaboral } = receptor
  // Not an amount: only where it says "AUTO".
  return derive(
    receptor,
    { ...context, complete: false },
    {
      Antigüedad: () => {
        if (FechaInicioRelLaboral === undefined) return null
        const days = (momentOf(FechaFinalPago) - momentOf(FechaInicioRelLaboral)) / day
        return days >= 0 ? `P${Math.floor((days + 1) / 7)}W` : undefined
      },
    },
  )
}

const day = 86_400_000

/** Midnight of a date; NaN when it is none. */
function momentOf(date: unknown): number {
  return typeof date === 'string' ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
}

function resolvePercepciones(percepciones: Json, context: AmountContext): Json {
  const each = itemsOf(percepciones['Percepcion'])
  const ofClase = (clase: Clase): readonly Json[] =>
    each.filter(({ TipoPercepcion }) => claseOf(wordOf(TipoPercepcion)) === clase)
  const totals = derive(percepciones, context, {
    TotalSueldos: () => gravadoYExento(ofClase('sueldos')),
    TotalSeparacionIndemnizacion: () => gravadoYExento(ofClase('separacion')),
    TotalJubilacionPensionRetiro: () => gravadoYExento(ofClase('jubilacion')),
    TotalGravado: () => pesos(sumOf(each, 'ImporteGravado')),
    TotalExento: () => pesos(sumOf(each, 'ImporteExento')),
  })
  const { SeparacionIndemnizacion: separacion, JubilacionPensionRetiro: jubilacion } = totals
  return assign(totals, {
    SeparacionIndemnizacion: isJson(separacion)
      ? resolveSeparacion(separacion, ofClase('separacion'), context)
      : undefined,
    JubilacionPensionRetiro: isJson(jubilacion) ? resolveJubilacion(jubilacion, each, context) : undefined,
  })
}

/** `null` when there are none. */
function gravadoYExento(percepciones: readonly Json[]): string | null | undefined {
  if (percepciones.length === 0) return null
  return pesos(total(percepciones.flatMap(({ ImporteGravado, ImporteExento }) => [ImporteGravado, ImporteExento])))
}

/** What is taxed of a severance is income of the year up to the last monthly salary (LISR, article 95). */
function resolveSeparacion(separacion: Json, percepciones: readonly Json[], context: AmountContext): Json {
  const gravado = sumOf(percepciones, 'ImporteGravado')
  const sueldo = decimalOf(separacion['UltimoSueldoMensOrd'])
  const acumulable = gravado && sueldo && (gravado.compare(sueldo) < 0 ? gravado : sueldo)
  return derive(separacion, context, {
    TotalPagado: () => gravadoYExento(percepciones) ?? undefined,
    IngresoAcumulable: () => pesos(acumulable),
    IngresoNoAcumulable: () => acumulable && pesos(gravado?.minus(acumulable)),
  })
}

function resolveJubilacion(jubilacion: Json, percepciones: readonly Json[], context: AmountContext): Json {
  const ofTipo = (tipo: string): readonly Json[] => percepciones.filter(({ TipoPercepcion }) => TipoPercepcion === tipo)
  return derive(jubilacion, context, {
    TotalUnaExhibicion: () => gravadoYExento(ofTipo('039')),
    TotalParcialidad: () => gravadoYExento(ofTipo('044')),
  })
}

function resolveDeducciones(deducciones: Json, context: AmountContext): Json {
  const each = itemsOf(deducciones['Deduccion'])
  const sum = (isr: boolean) => (): string | null | undefined => {
    const some = each.filter(({ TipoDeduccion }) => (TipoDeduccion === '002') === isr)
    return some.length === 0 ? null : pesos(sumOf(some, 'Importe'))
  }
  return derive(deducciones, context, { TotalOtrasDeducciones: sum(false), TotalImpuestosRetenidos: sum(true) })
}

/** The concept of a payslip but for its amounts: NOM13 to NOM23. */
export const conceptoNomina: Json = {
  ClaveProdServ: '84111505',
  Cantidad: '1',
  ClaveUnidad: 'ACT',
  Descripcion: 'Pago de nómina',
  ObjetoImp: '01',
}

function resolveConcepto(draft: Json, nominas: readonly Json[], context: AmountContext): Json {
  const pays = pesos(
    total(nominas.flatMap(({ TotalPercepciones, TotalOtrosPagos }) => [TotalPercepciones, TotalOtrosPagos])),
  )
  const takes = nominas.some(({ TotalDeducciones }) => TotalDeducciones !== undefined)
    ? pesos(sumOf(nominas, 'TotalDeducciones'))
    : null
  const fields = { ValorUnitario: () => pays, Importe: () => pays, Descuento: () => takes }
  const whole = (): readonly Json[] | undefined =>
    pays === undefined || takes === undefined
      ? undefined
      : [{ ...conceptoNomina, ValorUnitario: pays, Importe: pays, ...(takes === null ? {} : { Descuento: takes }) }]
  if (isAsked(draft['Conceptos'], context)) return derive(draft, context, { Conceptos: whole })
  const Conceptos = mapItems(draft['Conceptos'], (concepto) => derive(concepto, context, fields))
  return assign(draft, { Conceptos })
}
