/**
 * What became of each rule at each node: holds, broken, or not asked and why.
 * @module
 */
import { type At, type Finding, pathOf } from '../model/finding.js'
import { toFinding } from './breach.js'
import type { Need, RuleContext } from './rule.js'
import { type AnyRule, type AnyTable, admitsTipo, eachNode, type Row, rowsOf } from './run.js'
import type { Unsound } from './unsound.js'

/** What became of a rule at a node. */
export interface Explanation {
  /** The SAT's code of the rule. */
  readonly code: string
  /** The SAT's name of the node. */
  readonly element: string
  /** The member judged; empty when it is the node as a whole. */
  readonly field: string
  /** Where the node is in JSON: `Conceptos[0].Impuestos`; empty at the root. */
  readonly path: string
  /** What became of it. */
  readonly outcome: 'holds' | 'broken' | 'not-asked'
  /** Why it was not asked, how it is broken, or what of it is left to others. */
  readonly why?: string
}

/** The outcome of every rule at every node that it applies to. `refused` are the findings that took the code of a rule. */
export function explainRules(
  tables: readonly AnyTable[],
  context: RuleContext | undefined,
  unsound: Unsound | undefined,
  refused: readonly Finding[],
): Explanation[] {
  return tables.flatMap((table) => {
    const rows = rowsOf(table)
    const broken = refused.filter(({ code }) => Object.hasOwn(table.rules, code)).map(brokenBy)
    if (context === undefined) {
      const rest = rows.filter(({ code }) => !broken.some((explanation) => explanation.code === code))
      return [...broken, ...rest.map((row) => notAsked(table, row, undefined, structureWords))]
    }
    return [...broken, ...explainTable(table, rows, context, unsound)]
  })
}

const structureWords = 'la estructura de la que depende está mal'

function brokenBy({ code, element, field, path, message }: Finding): Explanation {
  return { code, element, field, path, outcome: 'broken', why: message }
}

function explainTable(
  table: AnyTable,
  rows: readonly Row[],
  context: RuleContext,
  unsound: Unsound | undefined,
): Explanation[] {
  const explanations: Explanation[] = []
  let visited = false
  eachNode(table, context, (node, up, place) => {
    visited = true
    for (const row of rows) {
      const ask = () => explain(table, row, place, context, node, up)
      const explanation = unsound === undefined ? ask() : unsound.ask(ask)
      explanations.push(explanation ?? notAsked(table, row, place, structureWords))
    }
  })
  return visited
    ? explanations
    : rows.map((row) =>
        notAsked(table, row, undefined, reasonWithout(row.rule) ?? `el documento no tiene ${table.nodes.element}`),
      )
}

/** Why a rule is never asked, whatever the document. */
function reasonWithout({ suspended, holds, undecidable, inSchema }: AnyRule): string | undefined {
  if (suspended !== undefined) return `suspendida: ${suspended}`
  if (holds === undefined && inSchema !== true) return undecidable ?? 'no se puede decidir con el documento'
  return undefined
}

function explain(
  table: AnyTable,
  row: Row,
  place: At | undefined,
  context: RuleContext,
  node: unknown,
  up: unknown,
): Explanation {
  const { code, rule } = row
  const never = reasonWithout(rule)
  if (never !== undefined) return notAsked(table, row, place, never)
  if (rule.needs !== undefined && context[rule.needs] === undefined)
    return notAsked(table, row, place, needWords[rule.needs])
  if (!admitsTipo(rule, context.tipo) || (rule.when !== undefined && !rule.when(node, context as never, up)))
    return notAsked(table, row, place, 'no aplica')
  const verdict = rule.holds === undefined || rule.holds(node, context as never, up)
  const { element, field, path, message } = toFinding(table.nodes.element, row, place, verdict, node)
  const subject = { code, element, field, path }
  if (verdict !== true) return { ...subject, outcome: 'broken', why: message }
  return { ...subject, outcome: 'holds', ...(rule.undecidable === undefined ? {} : { why: rule.undecidable }) }
}

const needWords: Readonly<Record<Need, string>> = {
  at: 'falta la fecha y hora presente',
  taxpayers: 'falta la lista de contribuyentes del SAT',
  certificates: 'falta la lista de certificados del SAT',
}

function notAsked(
  { nodes: { element } }: AnyTable,
  { code, rule }: Row,
  place: At | undefined,
  why: string,
): Explanation {
  return { code, element, field: rule.field ?? '', path: pathOf(place), outcome: 'not-asked', why }
}
