/**
 * Finds "AUTO" in members without a derivation. A free text would accept the word, and the document
 * would keep it.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { Finding } from '../model/finding.js'
import { AUTO } from './derivation.js'

/** No type admits this value: U+0000 is not an XML character. */
const refused = `${AUTO}\u0000`

/** Maximum search depth: more than any document of the SAT has. */
const deepest = 64

/** Members in which "AUTO" is refused. */
export interface Underived {
  /** Whether a member accepts "AUTO", by its path without indices. */
  readonly isDerived: (path: string) => boolean
  /** Members of the root whose content is free. */
  readonly free: readonly string[]
}

/** Returns the findings of a document, including one for each "AUTO" without a derivation. */
export function checkWithUnderived<Found extends Finding>(
  document: unknown,
  underived: Underived,
  check: (document: unknown) => readonly Found[],
): readonly Found[] {
  const search = new Search(underived)
  const copy = search.replace(document, '', '', 0)
  const { paths } = search
  if (paths.size === 0) return check(document)
  return check(copy).map((finding) =>
    paths.has(finding.path) ? { ...finding, value: AUTO } : finding,
  )
}

class Search {
  readonly paths = new Set<string>()
  readonly #underived: Underived

  constructor(underived: Underived) {
    this.#underived = underived
  }

  /**
   * Returns the value, or a copy with each underivable "AUTO" below it replaced by a refused value.
   */
  replace(value: unknown, path: string, place: string, depth: number): unknown {
    if (value === AUTO) {
      if (place === '' || this.#underived.isDerived(place)) return AUTO
      this.paths.add(path)
      return refused
    }
    if (typeof value !== 'object' || value === null || depth > deepest) return value
    if (Array.isArray(value)) {
      let copy: unknown[] | undefined
      for (let index = 0; index < value.length; index++) {
        const item = value[index]
        if (typeof item !== 'object' && item !== AUTO) continue
        const replaced = this.replace(item, `${path}[${index}]`, place, depth + 1)
        if (replaced === item) continue
        copy ??= value.slice()
        copy[index] = replaced
      }
      return copy ?? value
    }
    if (!isRecord(value)) return value
    let copy: Record<string, unknown> | undefined
    for (const name of Object.keys(value)) {
      const member = value[name]
      if (
        (typeof member !== 'object' && member !== AUTO) ||
        (path === '' && this.#underived.free.includes(name))
      )
        continue
      const dot = path === '' ? '' : '.'
      const replaced = this.replace(
        member,
        `${path}${dot}${name}`,
        `${place}${dot}${name}`,
        depth + 1,
      )
      if (replaced === member) continue
      copy ??= { ...value }
      copy[name] = replaced
    }
    return copy ?? value
  }
}
