/**
 * Mutations: every single change that makes a valid value invalid, and the place of the finding.
 *
 * Each is wrong by construction, independently of the tested checks.
 * @module
 */

import type { Child, Complement, Element, Member, Model, Simple } from '../../src/model/grammar.js'
import { selectComplement } from '../../src/model/version.js'

export interface Mutation {
  /** Description of the change, for the message of a failed test. */
  readonly what: string
  /** Path of the finding that it must cause. */
  readonly path: string
  readonly value: unknown
}

type Step = string | number
type Json = Readonly<Record<string, unknown>>

/** Every mutation of a document of the model. */
export function* mutationsOf(
  { document, complements }: Model,
  value: unknown,
): Generator<Mutation> {
  for (const { what, at, to } of ofElement(document.root, value, complements)) {
    yield { what, path: pathText(at), value: changed(value, at, to) }
  }
}

interface Place {
  readonly what: string
  readonly at: readonly Step[]
  /** The new value; `undefined` removes it. */
  readonly to: unknown
}

function* ofElement(
  element: Element,
  value: unknown,
  complements: readonly Complement[],
): Generator<Place> {
  const { shape, content, text } = element
  if (shape === 'list')
    return yield* ofItems(Object.values(content)[0] as Child, value as unknown[], complements)
  if (shape === 'text' && Object.keys(content).length === 0) return yield* ofText(text!)
  for (const wrong of [true, 'x', 7, []])
    yield place(`not an object: ${JSON.stringify(wrong)}`, [], wrong)
  yield place('an unknown member', ['NoExiste'], '1')
  for (const key of Object.keys(content).slice(0, 1))
    yield place('a misspelt member', [`${key}x`], '1')
  if (text !== undefined) yield* below('#text', [place('no text', [], undefined), ...ofText(text)])
  for (const [key, member] of Object.entries(content))
    yield* below(key, ofMember(member, (value as Json)[key], complements))
}

function* ofMember(
  member: Member,
  value: unknown,
  complements: readonly Complement[],
): Generator<Place> {
  switch (member.kind) {
    case 'attribute':
      if (member.required) yield place('a required attribute is missing', [], undefined)
      return yield* ofText(member.type)
    case 'free':
      return yield* [7, {}, '<a>', '<a></b>', '&x;'].map((wrong) =>
        place('not a fragment', [], wrong),
      )
    case 'slot':
      return yield* ofSlot(value, complements)
    case 'child':
      if (member.min > 0) yield place('a required child is missing', [], undefined)
      if (value === undefined) return
      if (member.max === 1) yield* ofElement(member.element, value, complements)
      else yield* ofItems(member, value as unknown[], complements)
  }
}

function* ofItems(
  { element, min, max }: Child,
  items: readonly unknown[],
  complements: readonly Complement[],
): Generator<Place> {
  for (const wrong of [true, 'x', {}])
    yield place(`not a list: ${JSON.stringify(wrong)}`, [], wrong)
  if (min > 0) yield place('too few items', [], items.slice(0, min - 1))
  if (max !== Infinity)
    yield place(
      'too many items',
      [],
      Array.from({ length: max + 1 }, () => items[0]),
    )
  for (const [index, item] of items.entries())
    yield* below(index, ofElement(element, item, complements))
}

function* ofSlot(value: unknown, complements: readonly Complement[]): Generator<Place> {
  yield* [true, 'x', []].map((wrong) => place('not a slot', [], wrong))
  yield place('an unknown complement', ['NoExiste'], {})
  for (const [name, content] of Object.entries(value ?? {})) {
    const many = Array.isArray(content)
    for (const [index, one] of (many ? content : [content]).entries()) {
      const complement = selectComplement(complements, name, one)!
      const places = [...ofElement(complement.root, one, complements)]
      // A list in the place of a complement is valid: it is that complement repeated.
      const wrong = places.filter(({ at, to }) => at.length > 0 || !Array.isArray(to))
      yield* below(name, many ? below(index, wrong) : wrong)
    }
  }
}

function* ofText({ base, facets }: Simple): Generator<Place> {
  const numeric = base === 'decimal' || base === 'integer'
  for (const wrong of [true, {}, ['x'], numeric ? Number.NaN : 1])
    yield place(`not a text: ${String(wrong)}`, [], wrong)
  yield* wrongTexts({ base, facets }).map((wrong) =>
    place(`out of the type: ${JSON.stringify(wrong)}`, [], wrong),
  )
}

function wrongTexts({ base, facets }: Simple): string[] {
  const {
    fixed,
    enumeration,
    minLength = 0,
    maxLength = Infinity,
    minInclusive,
    maxInclusive,
    fractionDigits,
    totalDigits,
  } = facets
  if (fixed !== undefined) return [`${fixed}x`, '']
  if (enumeration !== undefined) return [`${enumeration[0]}${enumeration[1]}x`, '*']
  const texts = [...wrongForms[base]]
  if (minLength > 0) texts.push('', 'x'.repeat(minLength - 1))
  if (maxLength !== Infinity) texts.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1))
  if (minInclusive !== undefined && base === 'decimal') texts.push(String(Number(minInclusive) - 1))
  if (maxInclusive !== undefined && base !== 'date') texts.push(`${Number(maxInclusive) + 1}`)
  if (fractionDigits !== undefined) texts.push(`1.${'1'.repeat(fractionDigits + 1)}`)
  if (totalDigits !== undefined) texts.push('1'.repeat(totalDigits + 1))
  return texts
}

const wrongForms: Readonly<Record<Simple['base'], readonly string[]>> = {
  string: ['\u0001', 'a\ud800', '\uffff'],
  decimal: ['', 'x', '1,000.00', '1e3', '$1', '1.2.3', '١'],
  integer: ['', 'x', '1.0', '1e3'],
  date: ['', '2023-02-29', '2024-13-01', '2024-1-1', '0000-01-01', '01/02/2024'],
  dateTime: ['', '2024-01-01', '2024-01-01 10:00:00', '2024-01-01T25:00:00', '2023-02-29T10:00:00'],
  time: ['', '10:00', '25:00:00', '10:60:00'],
  base64: ['*', 'abc', 'QQ=', 'QR=='],
  nmtoken: ['', 'a b', 'a!'],
}

function place(what: string, at: readonly Step[], to: unknown): Place {
  return { what, at, to }
}

function* below(step: Step, places: Iterable<Place>): Generator<Place> {
  for (const one of places) yield { ...one, at: [step, ...one.at] }
}

function changed(value: unknown, [step, ...rest]: readonly Step[], to: unknown): unknown {
  if (step === undefined) return to
  if (typeof step === 'number')
    return (value as unknown[]).map((item, index) =>
      index === step ? changed(item, rest, to) : item,
    )
  const { [step]: inner, ...others } = (value ?? {}) as Json
  const next = changed(inner, rest, to)
  return next === undefined ? others : { ...others, [step]: next }
}

function pathText(at: readonly Step[]): string {
  return at.reduce<string>(
    (path, step) =>
      typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`,
    '',
  )
}
