/**
 * CFDI 4.0 as declared, for all verbs that judge documents or describe them.
 * @module
 */
import type { Model } from '../../model/grammar.js'
import { complements } from '../declarations.js'
import { cfdiMembers } from '../registered.js'
import type { Root } from '../root.js'
import { timbreFiscalDigital } from '../timbre11/declaration.js'
import { type Comprobante, comprobante } from './declaration.js'

/** CFDI 4.0 with every known complement, and the stamp. */
export const cfdi: Model<(typeof comprobante)['root'], (typeof complements)[number]> = {
  document: comprobante,
  complements: [...complements, timbreFiscalDigital],
}

/** CFDI 4.0 as a root: its model, and the names of its members. */
export const cfdiRoot: Root<Comprobante> = { model: cfdi, members: cfdiMembers }
