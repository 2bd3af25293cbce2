/**
 * CFDI 4.0 as declared, for all verbs that judge documents or describe them.
 * @module
 */
import type { Limits } from '../../lib/limits.js'
import type { Model } from '../../model/grammar.js'
import { complements } from '../declarations.js'
import type { Root } from '../root.js'
import { timbreFiscalDigital } from '../timbre11/declaration.js'
import { type Comprobante, comprobante } from './declaration.js'
import { type ParsedCfdi, parseDocument } from '../parse.js'
import { cfdiMembers, type Registered, rootsBeside } from '../registered.js'

/** CFDI 4.0 with every known complement, and the stamp. */
export const cfdi: Model<(typeof comprobante)['root'], (typeof complements)[number]> = {
  document: comprobante,
  complements: [...complements, timbreFiscalDigital],
}

/** CFDI 4.0 as a root: its model, and the names of its members. */
export const cfdiRoot: Root<Comprobante> = { model: cfdi, members: cfdiMembers }

/** Returns the registered documents as {@link rootsBeside}, whose CFDI 4.0 is the declared one. */
export const declaredRootsOf = <R extends Root>(verb: string, registered: Registered<R>) =>
  rootsBeside(cfdiRoot, verb, registered)

/** Parses XML as {@link parseDocument}; a CFDI 4.0 is the declared one. */
export const parseDeclared = (
  xml: string | Uint8Array,
  limits: Limits | undefined,
  documents?: readonly Root[],
): ParsedCfdi => parseDocument(cfdiRoot, xml, limits, documents)
