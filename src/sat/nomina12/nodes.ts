/**
 * Nodes of Nómina 1.2, under the names that its rules use.
 * @module
 */
import type { Nomina12 } from './declaration.js'

export type Receptor = Nomina12['Receptor']
export type Percepciones = NonNullable<Nomina12['Percepciones']>
export type Jubilacion = NonNullable<Percepciones['JubilacionPensionRetiro']>
