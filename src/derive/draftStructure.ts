/**
 * The structure of drafts: that of documents, but for what is left to the engine.
 * @module
 */
import { checkStructure, type StructureOptions } from '../model/check.js'
import type { Finding } from '../model/finding.js'
import type { Content, Element, Member, Model } from '../model/grammar.js'
import { type Auto, mayBeLeft } from '../model/jsonSchema.js'
import { isLeft, isMissing, withoutIndices } from './unresolved.js'

/**
 * The verb that finds what is wrong in drafts of a model: "AUTO" is right where something derives it, and so is nothing where
 * the engine fills it in.
 */
export function draftStructureOf(model: Model, auto: Auto): (draft: unknown, options: StructureOptions) => Finding[] {
  const { document } = model
  const drafts: Model = { ...model, document: { ...document, root: withBesides(document.root, '', auto) } }
  const isRight = (finding: Finding): boolean => {
    const place = withoutIndices(finding.path)
    return isLeft(finding) ? auto(place) : isMissing(finding) && mayBeLeft(auto, place)
  }
  return (draft, options) => checkStructure(drafts, draft, options).filter((finding) => !isRight(finding))
}

/** An element with the members that only drafts have. */
function withBesides(element: Element, path: string, auto: Auto): Element {
  const { content, shape } = element
  const below = ([name, member]: [string, Member]): [string, Member] => {
    if (member.kind !== 'child') return [name, member]
    const place = shape === 'list' ? path : path === '' ? name : `${path}.${name}`
    return [name, { ...member, element: withBesides(member.element, place, auto) }]
  }
  const members: Content = Object.fromEntries(Object.entries(content).map(below))
  return { ...element, content: { ...members, ...(shape === 'list' ? {} : auto.besides?.[path]) } }
}
