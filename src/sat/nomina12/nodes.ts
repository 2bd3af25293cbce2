/**
 * The nodes of Nómina 1.2 that rules look at, and where they are.
 * @module
 */

import { eachItem } from '../../rules/values.js'
import { eachComplement } from '../cfdi40/eachComplement.js'
import { isTipo } from '../cfdi40/predicates.js'
import type { Each } from '../cfdi40/rule.js'
import type { Nomina12 } from './declaration.js'

/** The matrix that all these tables come from. */
export const matrizNomina = 'Matriz de errores de Nómina 1.2, revisión E, 1 de enero de 2026'

export type Emisor = NonNullable<Nomina12['Emisor']>
export type EntidadSNCF = NonNullable<Emisor['EntidadSNCF']>
export type Receptor = Nomina12['Receptor']
export type Percepciones = NonNullable<Nomina12['Percepciones']>
export type Percepcion = Percepciones['Percepcion'][number]
export type HorasExtra = NonNullable<Percepcion['HorasExtra']>[number]
export type Jubilacion = NonNullable<Percepciones['JubilacionPensionRetiro']>
export type Deducciones = NonNullable<Nomina12['Deducciones']>
export type Deduccion = Deducciones['Deduccion'][number]
export type OtroPago = NonNullable<Nomina12['OtrosPagos']>[number]
export type SubsidioAlEmpleo = NonNullable<OtroPago['SubsidioAlEmpleo']>
export type CompensacionSaldosAFavor = NonNullable<OtroPago['CompensacionSaldosAFavor']>
export type Incapacidad = NonNullable<Nomina12['Incapacidades']>[number]

/** Each payslip of a document: one that pays several things has several. In other types its only fault is to be there (NOM2). */
export const nominas: Each<Nomina12, undefined> = (document, visit) => {
  if (isTipo(document, 'N')) {
    eachComplement<Nomina12>(document, 'Nomina', '1.2', (node, ...path) => visit(node, undefined, ...path))
  }
}

/** The employer's data, which may be left out: then it has nothing. */
export const emisores: Each<Emisor, Nomina12> = (document, visit) =>
  nominas(document, (nomina, _, ...path) => visit(nomina.Emisor ?? {}, nomina, ...path, 'Emisor'))

export const entidades: Each<EntidadSNCF, Nomina12> = (document, visit) =>
  emisores(document, ({ EntidadSNCF }, nomina, ...path) => {
    if (EntidadSNCF !== undefined) visit(EntidadSNCF, nomina, ...path, 'EntidadSNCF')
  })

export const receptores: Each<Receptor, Nomina12> = (document, visit) =>
  nominas(document, (nomina, _, ...path) => visit(nomina.Receptor, nomina, ...path, 'Receptor'))

export const percepciones: Each<Percepciones, Nomina12> = (document, visit) =>
  nominas(document, (nomina, _, ...path) => {
    if (nomina.Percepciones !== undefined) visit(nomina.Percepciones, nomina, ...path, 'Percepciones')
  })

export const cadaPercepcion: Each<Percepcion, Nomina12> = (document, visit) =>
  percepciones(document, ({ Percepcion }, nomina, ...path) =>
    eachItem(Percepcion, (percepcion, index) => visit(percepcion, nomina, ...path, 'Percepcion', index)),
  )

export const horasExtra: Each<HorasExtra, Percepcion> = (document, visit) =>
  cadaPercepcion(document, (percepcion, _, ...path) =>
    eachItem(percepcion.HorasExtra, (horas, index) => visit(horas, percepcion, ...path, 'HorasExtra', index)),
  )

export const jubilaciones: Each<Jubilacion, Nomina12> = (document, visit) =>
  percepciones(document, ({ JubilacionPensionRetiro }, nomina, ...path) => {
    if (JubilacionPensionRetiro !== undefined)
      visit(JubilacionPensionRetiro, nomina, ...path, 'JubilacionPensionRetiro')
  })

export const deducciones: Each<Deducciones, Nomina12> = (document, visit) =>
  nominas(document, (nomina, _, ...path) => {
    if (nomina.Deducciones !== undefined) visit(nomina.Deducciones, nomina, ...path, 'Deducciones')
  })

export const cadaDeduccion: Each<Deduccion, Nomina12> = (document, visit) =>
  deducciones(document, ({ Deduccion }, nomina, ...path) =>
    eachItem(Deduccion, (deduccion, index) => visit(deduccion, nomina, ...path, 'Deduccion', index)),
  )

export const otrosPagos: Each<OtroPago, Nomina12> = (document, visit) =>
  nominas(document, (nomina, _, ...path) =>
    eachItem(nomina.OtrosPagos, (otroPago, index) => visit(otroPago, nomina, ...path, 'OtrosPagos', index)),
  )

export const subsidios: Each<SubsidioAlEmpleo, Nomina12> = (document, visit) =>
  otrosPagos(document, ({ SubsidioAlEmpleo }, nomina, ...path) => {
    if (SubsidioAlEmpleo !== undefined) visit(SubsidioAlEmpleo, nomina, ...path, 'SubsidioAlEmpleo')
  })

export const compensaciones: Each<CompensacionSaldosAFavor, Nomina12> = (document, visit) =>
  otrosPagos(document, ({ CompensacionSaldosAFavor }, nomina, ...path) => {
    if (CompensacionSaldosAFavor !== undefined)
      visit(CompensacionSaldosAFavor, nomina, ...path, 'CompensacionSaldosAFavor')
  })

export const incapacidades: Each<Incapacidad, Nomina12> = (document, visit) =>
  nominas(document, (nomina, _, ...path) =>
    eachItem(nomina.Incapacidades, (incapacidad, index) => visit(incapacidad, nomina, ...path, 'Incapacidades', index)),
  )
