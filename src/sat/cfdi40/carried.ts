/**
 * Warnings of a builder about its draft that no rule can give, because the document lacks the data.
 * The draft carries them to `check`, `preview` and the result of `stamp`.
 * @module
 */
import type { Finding } from '../../model/finding.js'

/**
 * A symbol, so that neither XML nor JSON contains it, while copies of the draft
 * (`{ ...draft, Serie: 'A' }`) keep it. Registered, because a program may load the library twice,
 * as modules and as CommonJS.
 */
const carried = Symbol.for('cfdi-stamp.warnings')

/** Returns a draft with further warnings. */
export function withWarnings<Draft extends object>(
  draft: Draft,
  warnings: readonly Finding[],
): Draft {
  const all = [...carriedWarnings(draft), ...warnings]
  if (all.length === 0) return draft
  return { ...draft, [carried]: all }
}

/** Returns the warnings that a draft carries. */
export function carriedWarnings(draft: unknown): readonly Finding[] {
  if (typeof draft !== 'object' || draft === null) return []
  const found: unknown = (draft as Readonly<Record<symbol, unknown>>)[carried]
  if (Array.isArray(found)) return found as readonly Finding[]
  return []
}

/** Creates a warning about a member of a draft. */
export function warning(code: string, path: string, problem: string): Finding {
  const [field = '', element = 'Comprobante'] = path
    .replace(/\[\d+\]/g, '')
    .split('.')
    .reverse()
  return {
    code,
    severity: 'warning',
    element,
    field,
    message: `${element}.${field}: ${problem}${problem.endsWith('?') ? '' : '.'}`,
    path,
  }
}
