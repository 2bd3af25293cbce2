/**
 * "AUTO" in Nómina 1.2: totals, duration of the employment, and the single concept of the
 * comprobante.
 * @module
 */

import type { Derivation, Json } from '../../derive/derivation.js'
import { decimalOf, sumField, total } from '../../fiscal/amounts.js'
import type { Decimal } from '../../lib/decimal.js'
import { wordOf } from '../../lib/json.js'
import { itemsOf } from '../../lib/lists.js'
import { countDays, isDay } from '../../lib/time.js'
import { nodesIn, within } from '../../model/nodes.js'
import { fieldIs } from '../../rules/form.js'
import { hasField } from '../../rules/presence.js'
import { comprobante } from '../cfdi40/declaration.js'
import { type CfdiDeriveContext, derivations } from '../cfdi40/derive/derivations.js'
import { at } from '../cfdi40/nodes.js'
import { nomina12 } from './declaration.js'
import { type Clase, claseOf } from './sums.js'

type Row = Derivation<Json, Json, CfdiDeriveContext>

const rounded = 'a centavos'

function pesos(amount: Decimal | undefined): string | undefined {
  return amount?.round(2).toString()
}

/** The sum of a field over a list of the node. */
function suma(list: string, field: string, says: string): Row {
  return {
    from: [`${list}[].${field}`],
    says,
    rounded,
    value: (node: Json) => pesos(sumField(itemsOf(node[list]), field)),
  }
}

/** Taxed and exempt amounts of some percepciones; `null` when there are none. */
function gravadoYExento(percepciones: readonly Json[]): string | null | undefined {
  if (percepciones.length === 0) return null
  const amounts: unknown[] = []
  for (const { ImporteGravado, ImporteExento } of percepciones)
    amounts.push(ImporteGravado, ImporteExento)
  return pesos(total(amounts))
}

function ofClase({ Percepcion }: Json, clase: Clase): readonly Json[] {
  return itemsOf(Percepcion).filter(
    ({ TipoPercepcion }) => claseOf(wordOf(TipoPercepcion)) === clase,
  )
}

function totalDe(clase: Clase, says: string): Row {
  const from = ['Percepcion[].ImporteGravado', 'Percepcion[].ImporteExento']
  return {
    from,
    says,
    rounded,
    value: (percepciones) => gravadoYExento(ofClase(percepciones, clase)),
  }
}

const percepcionesDerivations = derivations(at(nomina12, 'Percepciones'), {
  TotalSueldos: totalDe(
    'sueldos',
    'lo gravado y exento de las percepciones que no son separación ni jubilación',
  ),
  TotalSeparacionIndemnizacion: totalDe(
    'separacion',
    'lo gravado y exento de las percepciones 022, 023 y 025',
  ),
  TotalJubilacionPensionRetiro: totalDe(
    'jubilacion',
    'lo gravado y exento de las percepciones 039 y 044',
  ),
  TotalGravado: suma('Percepcion', 'ImporteGravado', 'ImporteGravado de las percepciones'),
  TotalExento: suma('Percepcion', 'ImporteExento', 'ImporteExento de las percepciones'),
})

function jubilacion(tipo: string): Row {
  return {
    from: ['../Percepcion[].ImporteGravado', '../Percepcion[].ImporteExento'],
    says: `lo gravado y exento de las percepciones ${tipo}`,
    rounded,
    value: (_, __, { Percepcion }: Json) =>
      gravadoYExento(itemsOf(Percepcion).filter(fieldIs('TipoPercepcion', tipo))),
  }
}

const jubilacionDerivations = derivations(at(nomina12, 'Percepciones', 'JubilacionPensionRetiro'), {
  TotalUnaExhibicion: jubilacion('039'),
  TotalParcialidad: jubilacion('044'),
})

const separacion = {
  from: ['UltimoSueldoMensOrd', '../Percepcion[].ImporteGravado'],
  says: 'UltimoSueldoMensOrd y lo gravado de las percepciones 022, 023 y 025',
  rounded,
}

/**
 * The taxed part of a severance is income of the year up to the last monthly salary (LISR, article
 * 95).
 */
const separacionDerivations = derivations(at(nomina12, 'Percepciones', 'SeparacionIndemnizacion'), {
  TotalPagado: {
    from: ['../Percepcion[].ImporteGravado', '../Percepcion[].ImporteExento'],
    says: 'lo gravado y exento de las percepciones 022, 023 y 025',
    rounded,
    value: (_, __, percepciones) =>
      gravadoYExento(ofClase(percepciones, 'separacion')) ?? undefined,
  },
  IngresoAcumulable: {
    ...separacion,
    value: (node, _, percepciones) => pesos(acumulable(node, percepciones)?.income),
  },
  IngresoNoAcumulable: {
    ...separacion,
    value: (node, _, percepciones) => pesos(acumulable(node, percepciones)?.rest),
  },
})

function acumulable(
  { UltimoSueldoMensOrd }: Json,
  percepciones: Json,
): { income: Decimal; rest: Decimal } | undefined {
  const [gravado, sueldo] = [
    sumField(ofClase(percepciones, 'separacion'), 'ImporteGravado'),
    decimalOf(UltimoSueldoMensOrd),
  ]
  if (gravado === undefined || sueldo === undefined) return undefined
  const income = gravado.compare(sueldo) < 0 ? gravado : sueldo
  return { income, rest: gravado.minus(income) }
}

/** Sum of the deducciones that are ISR, or of the others. */
function deducciones(isr: boolean, says: string): Row {
  return {
    from: ['Deduccion[].Importe'],
    says,
    rounded,
    value: ({ Deduccion }: Json) => {
      const some = itemsOf(Deduccion).filter(
        ({ TipoDeduccion }) => (TipoDeduccion === '002') === isr,
      )
      if (some.length === 0) return null
      return pesos(sumField(some, 'Importe'))
    },
  }
}

const deduccionesDerivations = derivations(at(nomina12, 'Deducciones'), {
  TotalOtrasDeducciones: deducciones(false, 'Importe de las deducciones que no son ISR'),
  TotalImpuestosRetenidos: deducciones(true, 'Importe de las deducciones 002 (ISR)'),
})

/** The sum of the totals of a node of the payslip; absent without the node. */
function sumaDe(name: string, fields: readonly string[]): Row {
  return {
    from: [name, ...fields.map((field) => `${name}.${field}`)],
    says: `los totales de ${name}`,
    rounded,
    value: ({ [name]: node }: Json) => {
      if (node === undefined) return null
      if (typeof node === 'object' && node !== null)
        return pesos(total(fields.map((field) => (node as Json)[field])))
      return undefined
    },
  }
}

const nominaDerivations = derivations(at(nomina12), {
  TotalPercepciones: sumaDe('Percepciones', [
    'TotalSueldos',
    'TotalSeparacionIndemnizacion',
    'TotalJubilacionPensionRetiro',
  ]),
  TotalDeducciones: sumaDe('Deducciones', ['TotalOtrasDeducciones', 'TotalImpuestosRetenidos']),
  TotalOtrosPagos: {
    from: ['OtrosPagos[].Importe'],
    says: 'Importe de los otros pagos',
    rounded,
    value: ({ OtrosPagos }) =>
      OtrosPagos === undefined ? null : pesos(sumField(itemsOf(OtrosPagos), 'Importe')),
  },
})

const receptorDerivations = derivations(at(nomina12, 'Receptor'), {
  // Whole weeks, the last day counted (NOM54).
  Antigüedad: {
    from: ['FechaInicioRelLaboral', '../FechaFinalPago'],
    rounded: 'en semanas completas',
    absent: 'left',
    value: ({ FechaInicioRelLaboral }, _, { FechaFinalPago }) => {
      if (FechaInicioRelLaboral === undefined) return null
      const [first, last] = [wordOf(FechaInicioRelLaboral), wordOf(FechaFinalPago)]
      if (!isDay(first) || !isDay(last) || first > last) return undefined
      const days = countDays(first, last)
      return `P${Math.floor(days / 7)}W`
    },
  },
})

/** The concept of a payslip without its amounts: NOM13 to NOM23. */
export const conceptoNomina: Json = {
  ClaveProdServ: '84111505',
  Cantidad: '1',
  ClaveUnidad: 'ACT',
  Descripcion: 'Pago de nómina',
  ObjetoImp: '01',
}

const totales = {
  pays: ['/Complemento.Nomina.TotalPercepciones', '/Complemento.Nomina.TotalOtrosPagos'],
  takes: ['/Complemento.Nomina.TotalDeducciones'],
}

function payslips(document: Json): readonly Json[] {
  return nodesIn<object>(at(nomina12), document) as readonly Json[]
}

function paysOf(document: Json): string | undefined {
  const amounts: unknown[] = []
  for (const { TotalPercepciones, TotalOtrosPagos } of payslips(document))
    amounts.push(TotalPercepciones, TotalOtrosPagos)
  return pesos(total(amounts))
}

function takesOf(document: Json): string | null | undefined {
  const takes = payslips(document).some(hasField('TotalDeducciones'))
  if (takes) return pesos(sumField(payslips(document), 'TotalDeducciones'))
  return null
}

const pays: Row = {
  from: totales.pays,
  says: 'TotalPercepciones y TotalOtrosPagos de la nómina',
  rounded,
  value: (_, { document }) => paysOf(document),
}

const conceptoDerivations = derivations(within(at(comprobante, 'Conceptos[]'), at(nomina12)), {
  ValorUnitario: pays,
  Importe: pays,
  Descuento: {
    from: totales.takes,
    says: 'TotalDeducciones de la nómina',
    rounded,
    value: (_, { document }) => takesOf(document),
  },
})

const comprobanteDerivations = derivations(within(at(comprobante), at(nomina12)), {
  Conceptos: {
    from: [...totales.pays, ...totales.takes],
    says: 'los totales de la nómina',
    rounded,
    value: (_, { document }) => {
      const [Importe, Descuento] = [paysOf(document), takesOf(document)]
      if (Importe === undefined || Descuento === undefined) return undefined
      return [
        {
          ...conceptoNomina,
          ValorUnitario: Importe,
          Importe,
          ...(Descuento !== null && { Descuento }),
        },
      ]
    },
  },
})

export const nomina12Derivations = [
  percepcionesDerivations,
  jubilacionDerivations,
  separacionDerivations,
  deduccionesDerivations,
  receptorDerivations,
  nominaDerivations,
  conceptoDerivations,
  comprobanteDerivations,
]
