/**
 * Entries of the cadena original as an XSLT has them: fields, and elements with fields.
 * @module
 */
import type { Child, Element } from '../../model/grammar.js'

/** A field, or elements with fields, in the order of the transformation. */
export type Entry =
  | {
      readonly kind: 'field'
      readonly name: string
      readonly always: boolean
      readonly when?: string
    }
  | { readonly kind: 'text' }
  | {
      readonly kind: 'each'
      readonly path: readonly string[]
      readonly isDeep: boolean
      /** Takes the first element only: `!` prints an empty field without one, `?` none. */
      readonly first: '' | '!' | '?'
      /** Fields of elements without a template of their own. */
      readonly body?: readonly Entry[]
      /** A value by path, of the first element only; `tested` where its presence is. */
      readonly value?: 'any' | 'tested'
      /** Two loops over the same elements, one after the other. */
      readonly isTwice?: boolean
    }

export type Each = Extract<Entry, { kind: 'each' }>

/** A path of the transformation. */
export interface Path {
  readonly steps: readonly string[]
  readonly attribute?: string
  readonly isDeep: boolean
}

/** Whether an entry prints nothing without the attribute or the elements at a path. */
export function isWithin(entry: Entry, { steps, attribute }: Path): boolean {
  if (entry.kind === 'text') return false
  if (entry.kind === 'field') return steps.length === 0 && entry.name === attribute
  if (!steps.every((step, at) => entry.path[at] === step)) return false
  if (attribute === undefined) return true
  const { path, body = [] } = entry
  const isField = (one: Entry) => one.kind === 'field' && one.name === attribute
  return path.length === steps.length && body.length > 0 && body.every(isField)
}

/** Joins fields of one child, and the empty field of an absent first element with its entry. */
export function merged(entries: readonly Entry[]): readonly Entry[] {
  const all: Entry[] = []
  for (const entry of entries) {
    const last = all.at(-1)
    if (entry.kind !== 'each' || last?.kind !== 'each' || last.path.join() !== entry.path.join())
      all.push(entry)
    else if (entry.first === '!' && entry.body === undefined)
      all[all.length - 1] = { ...last, first: '!' }
    else if (entry.body !== undefined && last.body !== undefined && entry.first === last.first) {
      const { body = [], value } = entry
      const isValue = value === 'any' || last.value === 'any'
      const kept = isValue ? 'any' : (value ?? last.value)
      all[all.length - 1] = {
        ...last,
        body: [...(last.body ?? []), ...body],
        ...(kept !== undefined && { value: kept }),
        isTwice: last.isTwice === true || value === undefined || last.value === undefined,
      }
    } else all.push(entry)
  }
  return all
}

/** Whether it prints an empty field for an absent value. */
export function isRequired({ body = [] }: Each): boolean {
  return body.some((one) => one.kind === 'field' && one.always)
}

/** Returns the children on a path. */
export function childrenAt(
  content: Element['content'],
  [name = '', ...rest]: readonly string[],
): Child[] {
  const child = content[name]
  if (child?.kind !== 'child') return []
  return [child, ...childrenAt(child.element.content, rest)]
}

/** Whether all elements of a name, at any depth, have one form. */
export function areOfOneForm(name: string, content: Element['content']): boolean {
  return formsNamed(name, content).size <= 1
}

function formsNamed(
  name: string,
  content: Element['content'],
  forms = new Set<string>(),
): ReadonlySet<string> {
  for (const [key, member] of Object.entries(content)) {
    if (member.kind !== 'child') continue
    if (key === name) forms.add(formOf(member.element))
    formsNamed(name, member.element.content, forms)
  }
  return forms
}

/** Attributes, children and occurrences, without the marks of the cadena that are read so far. */
function formOf({ content, shape }: Element): string {
  const members: unknown[] = []
  for (const [name, member] of Object.entries(content))
    if (member.kind === 'child')
      members.push([name, member.min, member.max, formOf(member.element)])
    else members.push([name, member.kind === 'attribute' && member.required])
  return JSON.stringify([shape, members])
}
