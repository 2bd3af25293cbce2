/**
 * Judges the value of an attribute, or the text of an element: its type, its form, and its code.
 * @module
 */
import { writeNumber } from '../../lib/decimal.js'
import { collapseSpace } from '../../lib/text.js'
import { type At, finding } from '../finding.js'
import type { Attribute, Element, Simple } from '../grammar.js'
import { report } from './report.js'
import { compileExact, isCollapsing, type Judge, shortcutOf } from './simple.js'
import { slipOf } from './slip.js'
import type { Context } from './structureContext.js'

/** Looks at a value, and reports what is wrong with it. */
export type Visit = (value: unknown, at: At | undefined, context: Context) => void

/** What is done with a member: `admits` says of most texts that nothing is wrong; what it says nothing of is visited. */
export interface Judging {
  readonly admits: ((text: string, context: Context) => boolean) | undefined
  readonly visit: Visit
}

/** The text of an element, judged as an attribute is. */
export function textAttribute(element: Element): Attribute {
  return { kind: 'attribute', type: element.text ?? { base: 'string', facets: {} }, required: true }
}

/** Compiles an attribute. `besides` adds to what is said of a text that is wrong. */
export function attributeJudging(
  element: string,
  field: string,
  { type }: Attribute,
  besides: (text: string) => string = () => '',
): Judging {
  const judge = compileExact(type)
  const numeric = type.base === 'decimal' || type.base === 'integer'
  const catalog = type.facets.enumeration === undefined ? type.catalog : undefined
  const collapses = field !== '' && isCollapsing(type)
  const visit: Visit = (value, at, context) => {
    const text =
      typeof value === 'string' ? value : numeric && typeof value === 'number' ? writeNumber(value) : undefined
    if (text === undefined) {
      if (value !== undefined) reportType(context, at, element, field, value, numeric)
      return
    }
    const problem = judge(text)
    if (collapses && collapseSpace(text) !== text) context.spaced.push({ parent: at, key: field })
    if (problem !== undefined)
      report(context, at, element, field, `debe ${slipOf(type, text, judge) ?? problem}${besides(text)}`, value)
    else if (catalog !== undefined && context.member?.(catalog, text.trim()) === false) {
      reportCode(context, at, element, field, catalog, text.trim())
    }
  }
  return { admits: type.catalog === undefined ? shortcutOf(type) : codeShortcut(type.catalog, type, judge), visit }
}

/** Codes that are remembered for an attribute: issuers write the same ones, document after document. */
const remembered = 1024

/** The codes that were last admitted here and found in force, and by whom. */
function codeShortcut(catalog: string, type: Simple, judge: Judge): NonNullable<Judging['admits']> {
  const known = new Set<string>()
  let knownBy: unknown
  /** Of those, the one that was asked last: lines of a document are much alike. */
  let last: string | undefined
  const form = shortcutOf(type)
  return (text, context) => {
    const { member, inForce } = context
    const by = inForce ?? member
    if (by === undefined) return form?.(text) === true
    if (by === knownBy) {
      if (text === last) return true
      if (known.has(text)) {
        last = text
        return true
      }
    }
    const isCurrent = inForce?.(catalog, text) ?? true
    if (!isCurrent) context.allInForce = false
    if (member?.(catalog, text) !== true || judge(text) !== undefined) {
      context.allInForce = false
      return false
    }
    if (!isCurrent) return true
    if (by !== knownBy || known.size >= remembered) known.clear()
    knownBy = by
    known.add(text)
    last = text
    return true
  }
}

function reportType(
  context: Context,
  at: At | undefined,
  element: string,
  field: string,
  value: unknown,
  numeric: boolean,
): void {
  if (typeof value === 'number' && numeric) {
    return report(
      context,
      at,
      element,
      field,
      'debe ser un número finito, sin exponente y de hasta 15 dígitos; páselo como texto',
      value,
    )
  }
  const wanted = numeric ? 'debe ser texto o un número' : 'debe ser texto, entre comillas'
  report(context, at, element, field, wanted, value)
}

function reportCode(
  context: Context,
  at: At | undefined,
  element: string,
  field: string,
  catalog: string,
  code: string,
): void {
  if (!context.tally.admits()) return
  const near = context.closest(catalog, code)
  const hint = near.length === 0 ? '' : `; claves parecidas: ${near.join(', ')}`
  const miss = finding(at, element, field, `debe ser una clave de ${catalog}${hint}`, { value: code })
  context.findings.push({ ...miss, catalog })
}
