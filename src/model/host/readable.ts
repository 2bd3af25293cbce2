/**
 * Judges in a declaration of the host all that a reader needs: its namespace, its place, and the
 * shapes and children of its elements. A reader uses no types, no cadena and no days: the other
 * verbs judge those too (declaration.ts).
 * @module
 */
import { isRecord } from '../../lib/json.js'
import type { Complement, Element, Schema } from '../grammar.js'
import { slotPlacesOf } from '../slots.js'

/** Throws TypeError with a problem of a declaration. */
export type Refuse = (problem: string) => never

/** Returns the function that refuses the declaration at `place`, such as `check: complements[0]`. */
export function refuserOf(place: string): Refuse {
  return (problem) => {
    throw new TypeError(`${place}: ${problem}`)
  }
}

export const isXmlName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(value)

/** Whether a value is a URI, which is written to XML as given. */
export const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\s"<>&]+$/.test(value)

/**
 * Returns a value as a complement of a document that can be read.
 * @throws TypeError for another value; the message begins with `place`
 */
export function requireReadable(place: string, document: Schema, given: unknown): Complement {
  const refuse = refuserOf(place)
  if (!isRecord(given) || !isElementData(given['root']))
    return refuse('is not a declaration; see complement of cfdi-stamp/model')
  const complement = given as unknown as Complement
  const { name, namespace, at, root } = complement
  const places = slotPlacesOf(document).map((slot) => slot.at)
  if (!isXmlName(name)) refuse('name must be the name of its root element')
  if (!isAddress(namespace)) refuse('namespace must be a URI')
  if (!places.includes(at))
    refuse(
      `at must be one of ${places.join(', ')}; another place needs its document in the option documents`,
    )
  requireElement(refuse, name, root, [])
  return complement
}

function isElementData(value: unknown): value is Element {
  return isRecord(value) && value['kind'] === 'element' && isRecord(value['content'])
}

const shapes: readonly unknown[] = ['object', 'list', 'text']

/** @param above the elements around it. */
function requireElement(
  refuse: Refuse,
  path: string,
  element: Element,
  above: readonly Element[],
): void {
  const { content, shape } = element
  if (above.includes(element)) refuse(`${path}: an element must not contain itself`)
  if (!shapes.includes(shape)) refuse(`${path}: shape must be object, list or text`)
  const members: readonly (readonly [string, unknown])[] = Object.entries(content)
  let repeats = false
  for (const [name, member] of members) {
    const place = `${path}.${name}`
    const { kind, min, max, element: inner } = (isRecord(member) ? member : {}) as Given
    if (kind === 'attribute') continue
    if (kind !== 'child') refuse(`${place}: must be an attribute or a child`)
    if (!(Number.isSafeInteger(min) && min >= 0 && max >= 1 && max >= min))
      refuse(`${place}: min and max are no numbers`)
    if (!isElementData(inner)) return refuse(`${place}: element must be an element`)
    repeats = max > 1
    requireElement(refuse, place, inner, [...above, element])
  }
  if (shape === 'list' && (members.length !== 1 || !repeats))
    refuse(`${path}: a list has one member, a child that repeats`)
}

/** A member before it is judged. */
type Given = Readonly<Record<'kind' | 'element', unknown> & Record<'min' | 'max', number>>
