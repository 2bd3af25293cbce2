/**
 * Checks the value of an attribute or the text of an element: type, form and code.
 * @module
 */
import { writeNumber } from '../../lib/decimal.js'
import { collapseSpace } from '../../lib/text.js'
import type { At } from '../finding.js'
import type { Attribute, Element, Simple } from '../grammar.js'
import { findingOf, report } from './report.js'
import { compileExact, isCollapsing, type Judge, shortcutOf } from './simple.js'
import { numberCorrectionOf, correctionOf } from './correction.js'
import type { Context } from './structureContext.js'

/** Checks a value and reports its problems. */
export type Visit = (value: unknown, at: At | undefined, context: Context) => void

/**
 * Check of a member. `admits` is a shortcut: `true` means that a text is valid and contains no `|`;
 * `false` is inconclusive, and `visit` decides.
 */
export interface Judging {
  readonly admits: ((text: string, context: Context) => boolean) | undefined
  readonly visit: Visit
}

/** Treats the text of an element as an attribute. */
export function textAttribute(element: Element): Attribute {
  return { kind: 'attribute', type: element.text ?? { base: 'string', facets: {} }, required: true }
}

/** Compiles the check of an attribute. `besides` appends to the message of an invalid text. */
export function attributeJudging(
  element: string,
  field: string,
  { type }: Attribute,
  besides?: (text: string) => string,
): Judging {
  const judge = compileExact(type)
  const numeric = type.base === 'decimal' || type.base === 'integer'
  const catalog = type.facets.enumeration === undefined ? type.catalog : undefined
  const collapses = field !== '' && isCollapsing(type)
  const visit: Visit = (value, at, context) => {
    const text =
      typeof value === 'string'
        ? value
        : numeric && typeof value === 'number'
          ? writeNumber(value)
          : undefined
    if (text === undefined) {
      if (value !== undefined)
        report(context, at, element, field, `debe ${typeWords(type, value, judge)}`, value)
      return
    }
    const problem = judge(text)
    if (text.includes('|'))
      context.noteBar({ element, field, at: fieldPlace(at, field), value: text })
    if (collapses && collapseSpace(text) !== text) context.spaced.push({ parent: at, key: field })
    if (problem !== undefined)
      report(
        context,
        at,
        element,
        field,
        `debe ${correctionOf(type, text, judge) ?? problem}${besides?.(text) ?? ''}`,
        value,
      )
    else if (catalog !== undefined && context.member?.(catalog, text.trim()) === false) {
      reportCode(context, at, element, field, catalog, text.trim())
    }
  }
  return {
    admits: type.catalog === undefined ? shortcutOf(type) : codeShortcut(type.catalog, type, judge),
    visit,
  }
}

/** Returns the place of a field's value; for the text of an element, that of the element. */
function fieldPlace(at: At | undefined, field: string): At | undefined {
  if (field === '') return at
  return { parent: at, key: field }
}

/** Cached codes per attribute: issuers repeat the same ones in every document. */
const remembered = 1024

/** Caches codes that were valid and in force, for one source of codes at a time. */
function codeShortcut(catalog: string, type: Simple, judge: Judge): NonNullable<Judging['admits']> {
  const known = new Set<string>()
  let knownBy: unknown
  /** The most recent code: lines of a document are much alike. */
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

/** Describes the expected type of a value, to follow "debe …". */
function typeWords(type: Simple, value: unknown, judge: Judge): string {
  const numeric = type.base === 'decimal' || type.base === 'integer'
  if (numeric && typeof value === 'number') return numberCorrectionOf(type, value, judge)
  if (numeric) return 'ser texto o un número'
  return 'ser texto, entre comillas'
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
  const date = context.dateOf?.(catalog) ?? ''
  const dated = date === '' ? catalog : `${catalog}, según el catálogo de ${date}`
  const miss = findingOf(at, element, field, `debe ser una clave de ${dated}${hint}`, code)
  context.findings.push({ ...miss, catalog })
}
