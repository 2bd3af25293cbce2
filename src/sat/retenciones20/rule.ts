/**
 * Types for the rules of a Retenciones 2.0 and its complements.
 * @module
 */
import {
  type Rule as AnyRule,
  type RuleContext as Context,
  perDocument as perAny,
  ruleTables,
} from '../../rules/rule.js'
import type { Retenciones } from './declaration.js'

/** Context of a rule besides its node. */
export interface RuleContext extends Context<Retenciones> {}

/** One row. `Node` is the type of its node, `Up` that of the parent. */
export type Rule<Node, Up = unknown> = AnyRule<Node, Up, RuleContext>

/** Creates a table of rules: `tableOf(at(retenciones, 'Totales'), { source, rules })`. */
export const tableOf = ruleTables<RuleContext>()

/** Computes a value once per document, when a rule first reads it. `undefined` is not cached. */
export const perDocument = perAny as <T>(
  compute: (context: RuleContext) => T,
) => (context: RuleContext) => T

/** Source of the rules of the root. */
export const matriz = 'Matriz de validaciones de Retenciones 2.0, 9 de abril de 2025'
