/**
 * Structure of drafts: as that of documents, except for the members that the engine fills in.
 * @module
 */
import { checkStructure, type StructureOptions } from '../model/check.js'
import type { Finding } from '../model/finding.js'
import type { Content, Element, Member, Model } from '../model/grammar.js'
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
  const isRight = (finding: Finding): boolean => {
    const place = withoutIndices(finding.path)
    if (isLeft(finding)) return auto.isDerived(place)
    return isMissing(finding) && mayBeLeft(auto, place)
  }
  const underived: Underived = { isDerived: auto.isDerived, free }
  return (draft, options) =>
    checkWithUnderived(draft, underived, (copy) => checkStructure(drafts, copy, options))
      .filter((finding) => !isRight(finding))
      .map(sayUnderived)
}

/** Adds to a finding about an underivable "AUTO" that the value must be given. */
function sayUnderived(finding: Finding): Finding {
  if (!isLeft(finding)) return finding
  const { element, field } = finding
  return {
    ...finding,
    message: `${element}.${field}: no se puede obtener; se debe indicar (se encontró "AUTO").`,
  }
}

/** Adds to an element the members that only drafts have. */
function withBesides(element: Element, path: string, auto: AutoMembers): Element {
  const { content, shape } = element
  const below = ([name, member]: [string, Member]): [string, Member] => {
    if (member.kind !== 'child') return [name, member]
    const place = shape === 'list' ? path : path === '' ? name : `${path}.${name}`
    return [name, { ...member, element: withBesides(member.element, place, auto) }]
  }
  const members: Content = Object.fromEntries(Object.entries(content).map(below))
  return {
    ...element,
    content: { ...members, ...(shape === 'list' ? {} : auto.draftOnly?.[path]) },
  }
}
