/**
 * Rules about required and excluded members: the larger part of the complements' matrices.
 * @module
 */
import type { CatalogName } from '../catalogs/rows.js'
import { inForceIn, isCurrent } from './inForce.js'
import type { Mismatch, Rule, RuleContext } from './rule.js'

type Key<Node> = keyof Node & string

/** Condition of a rule of presence. */
export type Condition<Node, Up, Context> = (node: Node, context: Context, up: Up) => boolean

/** Returns the condition that a member is present. */
export function hasField<Field extends string>(
  field: Field,
): (node: { readonly [Name in Field]?: unknown }) => boolean {
  return (node) => node[field] !== undefined
}

/** Returns the condition that the parent of the node meets a condition. */
export function ofParent<Up>(
  condition: (up: Up) => boolean,
): (node: unknown, context: unknown, up: Up) => boolean {
  return (_, __, up) => condition(up)
}

/** Returns the condition that a member is absent. */
export function lacksField<Field extends string>(
  field: Field,
): (node: { readonly [Name in Field]?: unknown }) => boolean {
  return (node) => node[field] === undefined
}

/** As {@link hasField}; a breach says that the member is missing. */
export function mustHave<Field extends string>(
  field: Field,
): (node: { readonly [Name in Field]?: unknown }) => true | Mismatch {
  return (node) => node[field] !== undefined || { detail: `falta ${field}` }
}

/** As {@link lacksField}; a breach says that the member must go. */
export function mustLack<Field extends string>(
  field: Field,
): (node: { readonly [Name in Field]?: unknown }) => true | Mismatch {
  return (node) => node[field] === undefined || { detail: `sobra ${field}` }
}

/** Checks that a value is present exactly when it is wanted. */
export function isThere(value: unknown, wanted: boolean): boolean | Mismatch {
  if ((value !== undefined) === wanted) return true
  return { detail: wanted ? 'falta' : 'sobra' }
}

/** Checks that a code is present exactly when it is wanted, and is in force. */
export function isThereCurrent(
  context: RuleContext,
  name: CatalogName,
  code: string | undefined,
  wanted: boolean,
): boolean | Mismatch {
  if (code === undefined || !wanted) return isThere(code, wanted)
  return isCurrent(context, name, code)
}

/** A field with a code in force of a catalogue. */
export function current<Field extends string>(
  field: Field,
  catalog: CatalogName,
): Rule<{ readonly [Name in Field]?: string | undefined }, unknown> {
  const isInForce = inForceIn(catalog)
  return {
    field,
    says: `debe ser una clave vigente de ${catalog}`,
    catalog,
    holds: (node, context) => isInForce(context, node[field] ?? ''),
  }
}

/**
 * A field that must be present if and only if a condition holds; with `catalog`, a code in force.
 */
export function thereIff<Node, Up = undefined, Context extends RuleContext = RuleContext>(
  field: Key<Node>,
  says: string,
  wanted: Condition<NoInfer<Node>, NoInfer<Up>, Context>,
  catalog?: CatalogName,
): Rule<Node, Up, Context> {
  return {
    field,
    says,
    holds: (node, context, up) => {
      const should = wanted(node, context, up)
      if (catalog === undefined) return isThere(node[field], should)
      return isThereCurrent(context, catalog, node[field] as string | undefined, should)
    },
  }
}

/** A field that must be present if a condition holds; with `catalog`, a code in force. */
export function thereIf<Node, Up = undefined, Context extends RuleContext = RuleContext>(
  field: Key<Node>,
  says: string,
  when: Condition<NoInfer<Node>, NoInfer<Up>, Context>,
  catalog?: CatalogName,
): Rule<Node, Up, Context> {
  return { ...thereIff(field, says, () => true, catalog), when }
}

/** A field that must be absent if a condition holds; always, without a condition. */
export function absentIf<Node, Up = undefined, Context extends RuleContext = RuleContext>(
  field: Key<Node>,
  says: string,
  when?: Condition<NoInfer<Node>, NoInfer<Up>, Context>,
): Rule<Node, Up, Context> {
  const rule: Rule<Node, Up, Context> = { field, says, holds: (node) => node[field] === undefined }
  if (when === undefined) return rule
  return { ...rule, when }
}

/** Checks that some fields are present, and others absent. */
export function hasShape<Node extends object>(
  node: Node,
  wanted: readonly Key<Node>[],
  unwanted: readonly Key<Node>[] = [],
): boolean | Mismatch {
  const [missing, extra]: [string[], string[]] = [[], []]
  for (const field of wanted) if (node[field] === undefined) missing.push(field)
  for (const field of unwanted) if (node[field] !== undefined) extra.push(field)
  if (missing.length === 0 && extra.length === 0) return true
  const clauses: string[] = []
  if (missing.length > 0)
    clauses.push(`falta${missing.length === 1 ? '' : 'n'} ${missing.join(', ')}`)
  if (extra.length > 0) clauses.push(`sobra${extra.length === 1 ? '' : 'n'} ${extra.join(', ')}`)
  return { detail: clauses.join('; ') }
}
