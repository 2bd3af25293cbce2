/**
 * Sums of each payslip by class, in one pass per payslip.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { Numeric } from '../../model/types.js'
import { amount, decimalOf, eachItem } from '../../rules/values.js'
import { type Mismatch, perDocument, type RuleContext } from '../cfdi40/rule.js'
import type { Nomina12 } from './declaration.js'

/** Classes of percepciones, as in their totals. */
export type Clase = 'sueldos' | 'separacion' | 'jubilacion'

const separacion = new Set(['022', '023', '025'])
const jubilacion = new Set(['039', '044'])

/** Returns the class of a percepción by its key. */
export function claseOf(tipo: string): Clase {
  if (separacion.has(tipo)) return 'separacion'
  if (jubilacion.has(tipo)) return 'jubilacion'
  return 'sueldos'
}

/** Sums of a payslip. */
export interface NominaSums {
  /** Percepciones of each class, taxed and exempt; undefined when there is none. */
  readonly clases: Map<Clase, Decimal>
  gravado: Decimal
  exento: Decimal
  /** The keys of its percepciones, deducciones and other payments. */
  readonly percepciones: Set<string>
  readonly deducciones: Set<string>
  readonly otrosPagos: Set<string>
  /** ISR withheld: deducciones 002. */
  isr: Decimal
  /** The other deducciones. */
  otrasDeducciones: Decimal
  otroPago: Decimal
  /** ImporteMonetario of the incapacidades. */
  incapacidad: Decimal
}

const known = perDocument(() => new WeakMap<Nomina12, NominaSums>())

/** Returns the sums of a payslip. */
export function nominaSums(nomina: Nomina12, context: RuleContext): NominaSums {
  const sums = known(context).get(nomina) ?? sumNomina(nomina)
  known(context).set(nomina, sums)
  return sums
}

function sumNomina({ Percepciones, Deducciones, OtrosPagos, Incapacidades }: Nomina12): NominaSums {
  const sums: NominaSums = {
    clases: new Map(),
    gravado: Decimal.zero,
    exento: Decimal.zero,
    percepciones: new Set(),
    deducciones: new Set(),
    otrosPagos: new Set(),
    isr: Decimal.zero,
    otrasDeducciones: Decimal.zero,
    otroPago: Decimal.zero,
    incapacidad: Decimal.zero,
  }
  eachItem(Percepciones?.Percepcion, ({ TipoPercepcion, ImporteGravado, ImporteExento }) => {
    const [gravado, exento, clase] = [
      decimalOf(ImporteGravado),
      decimalOf(ImporteExento),
      claseOf(TipoPercepcion),
    ]
    sums.percepciones.add(TipoPercepcion)
    sums.clases.set(clase, gravado.plus(exento).plus(sums.clases.get(clase) ?? Decimal.zero))
    sums.gravado = sums.gravado.plus(gravado)
    sums.exento = sums.exento.plus(exento)
  })
  eachItem(Deducciones?.Deduccion, ({ TipoDeduccion, Importe }) => {
    sums.deducciones.add(TipoDeduccion)
    if (TipoDeduccion === '002') sums.isr = sums.isr.plus(decimalOf(Importe))
    else sums.otrasDeducciones = sums.otrasDeducciones.plus(decimalOf(Importe))
  })
  eachItem(OtrosPagos, ({ TipoOtroPago, Importe }) => {
    sums.otrosPagos.add(TipoOtroPago)
    sums.otroPago = sums.otroPago.plus(decimalOf(Importe))
  })
  eachItem(Incapacidades, ({ ImporteMonetario }) => {
    sums.incapacidad = sums.incapacidad.plus(amount(ImporteMonetario))
  })
  return sums
}

/** Checks that the amount is present and equal to the expected one. */
export function isExactly(found: Numeric | undefined, expected: Decimal): boolean | Mismatch {
  if (found === undefined) return { expected, found: 'nada' }
  return decimalOf(found).equals(expected) || { expected, found: String(found) }
}
