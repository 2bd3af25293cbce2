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

/** What is known of a document that is explained. */
export interface Explained {
  readonly context: RuleContext | undefined
  readonly unsound: Unsound | undefined
  /** The findings that took the code of a rule. */
  readonly refused: readonly Finding[]
  /** Why a rule is not asked that reads what cannot be read. */
  readonly words: string
}

/** The outcome of every rule at every node that it applies to. */
export function explainRules(tables: readonly AnyTable[], explained: Explained): Explanation[] {
  const { context, refused, words } = explained
  return tables.flatMap((table) => {
    const rows = rowsOf(table)
    const broken = refused.filter(({ code }) => Object.hasOwn(table.rules, code)).map(brokenBy)
    if (context === undefined) {
      const rest = rows.filter(({ code }) => !broken.some((explanation) => explanation.code === code))
      return [...broken, ...rest.map((row) => notAsked(table, row, undefined, words))]
    }
    return [...broken, ...explainTable(table, rows, context, explained)]
  })
}

/** Why a rule is not asked: what it reads is wrong, or left to be derived, or some of it is either. */
export function unreadWords(isWrong: boolean, isLeft: boolean): string {
  if (!isLeft) return 'la estructura de la que depende está mal'
  const derived = 'se obtiene al preparar el borrador ("AUTO")'
  return isWrong ? `lo que lee está mal o ${derived}` : `lo que lee ${derived}`
}

function brokenBy({ code, element, field, path, message }: Finding): Explanation {
  return { code, element, field, path, outcome: 'broken', why: message }
}

function explainTable(
  table: AnyTable,
  rows: readonly Row[],
  context: RuleContext,
  { unsound, words }: Explained,
): Explanation[] {
  const explanations: Explanation[] = []
  let visited = false
  eachNode(table, context, (node, up, place) => {
    visited = true
    for (const row of rows) {
      const ask = () => explain(table, row, place, context, node, up)
      const explanation = unsound === undefined ? ask() : unsound.ask(ask)
      explanations.push(explanation ?? notAsked(table, row, place, words))
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
