/**
 * CFDI 4.0 as declared, for all verbs that judge documents or describe them.
 * @module
 */
import type { Limits } from '../../lib/limits.js'
import type { Model } from '../../model/grammar.js'
import { complements } from '../declarations.js'
import { type ParsedCfdi, parseDocument } from '../parse.js'
import { cfdiMembers, type Registered, registeredRoots } from '../registered.js'
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

/**
 * Returns the registered documents, and CFDI 4.0 with complements of the host.
 * @throws TypeError for invalid documents or declarations
 */
export const declaredRoots = <R extends Root>(verb: string, registered: Registered<R>) =>
  registeredRoots(cfdiRoot, verb, registered)

/** Parses XML; a CFDI 4.0 has its declaration. @throws CfdiXmlError, as {@link parseDocument} */
export const parseDeclared = (
  xml: string | Uint8Array,
  limits: Limits | undefined,
  documents?: readonly Root[],
): ParsedCfdi => parseDocument(cfdiRoot, xml, limits, documents)
