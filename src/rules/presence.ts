/**
 * Rules about what must be there and what must not: the greater part of the matrices of the complements.
 * @module
 */
import type { CatalogName } from '../catalogs/rows.js'
import { inForce, isCurrent } from './inForce.js'
import type { Mismatch, Rule, RuleContext } from './rule.js'

type Key<Node> = keyof Node & string

/** When a rule of presence applies. */
export type Condition<Node, Up, Context> = (node: Node, context: Context, up: Up) => boolean

/** Broken unless a value is there exactly when it is wanted. */
export function isThere(value: unknown, wanted: boolean): boolean | Mismatch {
  if ((value !== undefined) === wanted) return true
  return { detail: wanted ? 'falta' : 'sobra' }
}

/** Broken unless a code is there exactly when it is wanted, and is one in force. */
export function isThereCurrent(
  context: RuleContext,
  name: CatalogName,
  code: string | undefined,
  wanted: boolean,
): boolean | Mismatch {
  if (code === undefined || !wanted) return isThere(code, wanted)
  return isCurrent(context, name, code)
}

/** A field that holds a code in force of a catalogue. */
export function current<Field extends string>(
  field: Field,
  catalog: CatalogName,
): Rule<{ readonly [Name in Field]?: string | undefined }, unknown> {
  const isInForce = inForce(catalog)
  return {
    field,
    says: `debe ser una clave vigente de ${catalog}`,
    catalog,
    holds: (node, context) => isInForce(context, node[field] ?? ''),
  }
}

/** A field that is there exactly when something holds; a code of `catalog`, if it is one. */
export function thereIff<Node, Up = undefined, Context extends RuleContext = RuleContext>(
  field: Key<Node>,
  says: string,
  wanted: Condition<Node, Up, Context>,
  catalog?: CatalogName,
): Rule<Node, Up, Context> {
  return {
    field,
    says,
    holds: (node, context, up) => {
      const should = wanted(node, context, up)
      return catalog === undefined
        ? isThere(node[field], should)
        : isThereCurrent(context, catalog, node[field] as string | undefined, should)
    },
  }
}

/** A field that must be there when something holds; a code of `catalog`, if it is one. */
export function thereIf<Node, Up = undefined, Context extends RuleContext = RuleContext>(
  field: Key<Node>,
  says: string,
  when: Condition<Node, Up, Context>,
  catalog?: CatalogName,
): Rule<Node, Up, Context> {
  return { ...thereIff(field, says, () => true, catalog), when }
}

/** A field that must not be there when something holds; never, without a condition. */
export function absentIf<Node, Up = undefined, Context extends RuleContext = RuleContext>(
  field: Key<Node>,
  says: string,
  when?: Condition<Node, Up, Context>,
): Rule<Node, Up, Context> {
  const rule: Rule<Node, Up, Context> = { field, says, holds: (node) => node[field] === undefined }
  return when === undefined ? rule : { ...rule, when }
}

/** Broken unless those fields are there, and those others are not. */
export function hasShape<Node extends object>(
  node: Node,
  wanted: readonly Key<Node>[],
  unwanted: readonly Key<Node>[] = [],
): boolean | Mismatch {
  const missing = wanted.filter((field) => node[field] === undefined)
  const extra = unwanted.filter((field) => node[field] !== undefined)
  if (missing.length === 0 && extra.length === 0) return true
  return { detail: [...clause('falta', missing), ...clause('sobra', extra)].join('; ') }
}

function clause(verb: string, fields: readonly string[]): string[] {
  return fields.length === 0 ? [] : [`${verb}${fields.length === 1 ? '' : 'n'} ${fields.join(', ')}`]
}
