/**
 * Explains the outcome of each rule at each node: passed, broken, or skipped with the reason.
 * @module
 */
import { type At, type Finding, pathOf } from '../model/finding.js'
import { toFindings } from './breach.js'
import type { Need, RuleContext } from './rule.js'
import { type AnyRule, type AnyTable, admitsTipo, eachNode, type Row, ruleRowsOf } from './run.js'
import type { Unsound } from './unsound.js'

/** Outcome of a rule at a node. */
export interface Explanation {
  /** The SAT's code of the rule. */
  readonly code: string
  /** The SAT's name of the node. */
  readonly element: string
  /** The member that the rule checks; empty for the whole node. */
  readonly field: string
  /** JSON path of the node: `Conceptos[0].Impuestos`; empty at the root. */
  readonly path: string
  /** Outcome: passed, broken or skipped. */
  readonly outcome: 'holds' | 'broken' | 'not-asked'
  /**
   * Reason of a skipped rule, the difference of a broken one, or the part that the document cannot
   * decide.
   */
  readonly why?: string
}

/** Inputs of an explanation. */
export interface Explained {
  readonly tables: readonly AnyTable[]
  readonly context: RuleContext | undefined
  readonly unsound: Unsound | undefined
  /** Findings that were recoded to a rule. */
  readonly refused: readonly Finding[]
  /** Whether the document has a wrong value. */
  readonly isWrong: boolean
  /** Whether it has an unresolved "AUTO". */
  readonly isLeft: boolean
}

/** Returns the outcome of every rule at every node that it applies to. */
export function explainRules(explained: Explained): Explanation[] {
  const { tables, context, unsound, refused } = explained
  const words = unreadWords(explained)
  const explanations: Explanation[] = []
  for (const table of tables) {
    const rows = ruleRowsOf(table)
    const said = new Set<string>()
    for (const { code, element, field, path, message } of refused) {
      if (!Object.hasOwn(table.rules, code)) continue
      explanations.push({ code, element, field, path, outcome: 'broken', why: message })
      said.add(code)
    }
    if (context !== undefined)
      explanations.push(...explainTable(table, rows, context, unsound, words))
    else
      for (const row of rows)
        if (!said.has(row.code)) explanations.push(notAsked(table, row, undefined, words))
  }
  return explanations
}

/**
 * Returns the reason of a skipped rule: a value that it reads is wrong, an unresolved "AUTO", or
 * one of either.
 */
function unreadWords({ isWrong, isLeft }: Explained): string {
  if (!isLeft) return 'la estructura de la que depende está mal'
  const derived = 'se obtiene al preparar el borrador ("AUTO")'
  if (isWrong) return `lo que lee está mal o ${derived}`
  return `lo que lee ${derived}`
}

function explainTable(
  table: AnyTable,
  rows: readonly Row[],
  context: RuleContext,
  unsound: Unsound | undefined,
  words: string,
): Explanation[] {
  const explanations: Explanation[] = []
  let visited = false
  eachNode(table, context, (node, up, place) => {
    visited = true
    for (const row of rows) {
      const ask = () => explainRow(table, row, place, context, node, up)
      const explanation = unsound === undefined ? ask() : unsound.ask(ask)
      explanations.push(explanation ?? notAsked(table, row, place, words))
    }
  })
  if (visited) return explanations
  return rows.map((row) =>
    notAsked(
      table,
      row,
      undefined,
      reasonWithout(row.rule) ?? `el documento no tiene ${table.nodes.element}`,
    ),
  )
}

/** Returns the reason why a rule is never evaluated. */
function reasonWithout({ suspended, holds, undecidable, inSchema }: AnyRule): string | undefined {
  if (suspended !== undefined) return `suspendida: ${suspended}`
  if (holds === undefined && inSchema !== true)
    return undecidable ?? 'no se puede decidir con el documento'
  return undefined
}

function explainRow(
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
  if (
    !admitsTipo(rule, context.tipo) ||
    (rule.when !== undefined && !rule.when(node, context as never, up))
  )
    return notAsked(table, row, place, 'no aplica')
  const verdict = rule.holds === undefined || rule.holds(node, context as never, up)
  const [finding] = toFindings(table.nodes.element, row, place, verdict, node)
  const { element, field, path, message } = finding as Finding
  const subject = { code, element, field, path }
  if (verdict !== true) return { ...subject, outcome: 'broken', why: message }
  return {
    ...subject,
    outcome: 'holds',
    ...(rule.undecidable !== undefined && { why: rule.undecidable }),
  }
}

const needWords: Readonly<Record<Need, string>> = {
  at: 'falta la fecha y hora presente',
  taxpayers: 'falta la lista de contribuyentes del SAT, `registries.taxpayers`',
  certificates: 'falta la lista de certificados del SAT, `registries.certificates`',
}

function notAsked(
  { nodes: { element } }: AnyTable,
  { code, rule }: Row,
  place: At | undefined,
  why: string,
): Explanation {
  return { code, element, field: rule.field ?? '', path: pathOf(place), outcome: 'not-asked', why }
}
