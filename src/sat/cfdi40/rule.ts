/**
 * Rules of a CFDI 4.0 and of the complements that hang from it: the machine's, with what they may know of the document.
 * @module
 */
import type { Certificate } from '../../certificate/certificate.js'
import type { At } from '../../model/finding.js'
import type { Element } from '../../model/grammar.js'
import type { Each as EachNode, Nodes } from '../../model/nodes.js'
import {
  type Rule as AnyRule,
  type RuleContext as Context,
  perDocument as perAny,
  type RuleTable,
  ruleTables,
} from '../../rules/rule.js'
import { cfdi } from './cfdi.js'
import { type Comprobante, comprobante } from './declaration.js'
import { at } from './nodes.js'

export { type Mismatch, onDay, perCatalogs } from '../../rules/rule.js'

/** What a rule may know besides the node it looks at. */
export interface RuleContext extends Context<Comprobante> {
  /** Decimals of `Moneda` (c_Moneda). */
  readonly decimals: number
  /** The certificate in the document, read once; undefined when there is none that can be read. */
  readonly certificate: Certificate | undefined
}

/** One row. `Node` is what it looks at, `Up` what it hangs from. */
export type Rule<Node, Up = undefined> = AnyRule<Node, Up, RuleContext>

/** A table of rules: `tableOf({ nodes: at(nomina12, 'Deducciones'), source, rules: { NOM91: … } })`. */
export const tableOf = ruleTables<RuleContext>()

/** Computes something once per document, when a rule first asks for it. `undefined` is not remembered. */
export const perDocument = perAny as <T>(compute: (context: RuleContext) => T) => (context: RuleContext) => T

// --- tables with walkers of their own, until they are selections of nodes ---

/** Calls back for each node of a kind in a document: node, what it hangs from, and the steps of its path. */
export type Each<Node, Up> = (
  document: Comprobante,
  visit: (node: Node, up: Up, ...path: readonly (string | number)[]) => void,
) => void

interface WalkerTable<Node, Up> {
  readonly element: string
  readonly source: string
  readonly path?: string
  readonly each: Each<Node, Up>
  readonly rules: Readonly<Record<string, Rule<Node, Up>>>
}

export function ruleTable<Node, Up = undefined>({
  element,
  source,
  path,
  each,
  rules,
}: WalkerTable<Node, Up>): RuleTable<RuleContext> {
  const nodes: Nodes<Node, Up> = {
    element,
    path: path as string,
    up: undefined,
    tipos: undefined,
    declaration: path === undefined ? undefined : elementAt(path),
    each: placed(each),
  }
  return tableOf({ nodes, source, rules })
}

const walkers = new WeakMap<object, unknown>()

function placed<Node, Up>(each: Each<Node, Up>): EachNode<Node, Up> {
  const known = walkers.get(each) as EachNode<Node, Up> | undefined
  if (known !== undefined) return known
  const walk: EachNode<Node, Up> = (document, visit) =>
    each(document as Comprobante, (node, up, ...path) => {
      visit(
        node,
        up,
        path.reduce<At | undefined>((parent, key) => ({ parent, key }), undefined),
      )
    })
  walkers.set(each, walk)
  return walk
}

/** The root of the document, as the only node of its kind: asked in the same walk as `at(comprobante)`. */
export const root: Each<Comprobante, undefined> = (document, visit) => visit(document, undefined)
walkers.set(root, at(comprobante).each)

/** The declaration of the nodes of a table, by its path: `Conceptos[].Impuestos.Traslados[]`, `Complemento.Pagos.Pago[]`. */
function elementAt(path: string): Element | undefined {
  // What hangs from a slot goes by its own name.
  const names = path.split(/\[\]\.?|\./).filter((name) => name !== '' && !name.startsWith('Complemento'))
  let element: Element | undefined = cfdi.document.root
  for (const name of names) element = itemOf(childOf(element, name) ?? complementOf(name))
  return element
}

function childOf(element: Element | undefined, name: string): Element | undefined {
  const member = element?.content[name]
  return member?.kind === 'child' ? member.element : undefined
}

function complementOf(name: string): Element | undefined {
  return cfdi.complements.find((complement) => complement.name === name && complement.status === 'vigente')?.root
}

/** The items of a list element, for the list. */
function itemOf(element: Element | undefined): Element | undefined {
  return element?.shape === 'list' ? childOf(element, Object.keys(element.content)[0] as string) : element
}
