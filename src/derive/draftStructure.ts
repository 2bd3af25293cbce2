/**
 * Structure of drafts: as that of documents, except for the members that the engine fills in.
 * @module
 */
import { checkStructure, type StructureOptions } from '../model/check.js'
import type { Finding } from '../model/finding.js'
import type { Element, Member, Model } from '../model/grammar.js'
import { type AutoMembers, mayBeLeft } from '../model/jsonSchema.js'
import { checkWithUnderived, type Underived } from './underived.js'
import { isLeft, isMissing, withoutIndices } from './unresolved.js'

/**
 * Creates the structure check for drafts of a model. It accepts "AUTO" where a derivation exists,
 * and a missing member where the engine fills it in.
 */
export function draftStructureOf(
  model: Model,
  auto: AutoMembers,
  free: readonly string[] = [],
): (draft: unknown, options: StructureOptions) => Finding[] {
  const { document } = model
  const drafts: Model = {
    ...model,
    document: { ...document, root: withBesides(document.root, '', auto) },
  }
  const underived: Underived = { isDerived: auto.isDerived, free }
  return (draft, options) => {
    const found: Finding[] = []
    const all = checkWithUnderived(draft, underived, (copy) =>
      checkStructure(drafts, copy, options),
    )
    for (const finding of all) {
      const { element, field, path } = finding
      const place = withoutIndices(path)
      if (!isLeft(finding)) {
        if (!isMissing(finding) || !mayBeLeft(auto, place)) found.push(finding)
      } else if (!auto.isDerived(place)) {
        const message = `${element}.${field}: no se puede obtener; se debe indicar (se encontró "AUTO").`
        found.push({ ...finding, message })
      }
    }
    return found
  }
}

/** Adds to an element the members that only drafts have. */
function withBesides(element: Element, path: string, auto: AutoMembers): Element {
  const { content, shape } = element
  const members: Record<string, Member> = {}
  for (const [name, member] of Object.entries(content)) {
    members[name] = member
    if (member.kind !== 'child') continue
    const place = shape === 'list' ? path : path === '' ? name : `${path}.${name}`
    members[name] = { ...member, element: withBesides(member.element, place, auto) }
  }
  return {
    ...element,
    content: { ...members, ...(shape === 'list' ? {} : auto.draftOnly?.[path]) },
  }
}
