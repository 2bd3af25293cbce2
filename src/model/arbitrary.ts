/**
 * fast-check arbitraries derived from the declarations. Their values pass the structural check.
 *
 * fast-check is an optional peer, imported only here and in `arbitrary/`. Values stay small where
 * the XSD sets no limit: short lists, and every optional member present half of the time.
 * @module
 */
import * as fc from 'fast-check'
import type { Members } from '../lib/json.js'
import { type ArbitraryOptions, Leaves } from './arbitrary/leaves.js'
import type { Attribute, Child, Complement, Element, Model, Static } from './grammar.js'
import { tiposOf } from './slots.js'
import { fixed } from './types.js'

/** Arbitrary of fast-check. */
export type Arbitrary<T> = fc.Arbitrary<T>

export type { ArbitraryOptions, Complement, Element, Model, Static }

/** Options of {@link documentArbitrary}. */
export interface DocumentOptions extends ArbitraryOptions {
  /**
   * Complements to attach, at least one per document. Defaults to those of the model in force,
   * except the stamp, in some documents.
   */
  readonly complements?: readonly Complement[] | undefined
}

/**
 * Creates an arbitrary for the values of an element.
 * @example
 * const [value] = fc.sample(elementArbitrary(divisas.root), 1)
 * value?.version // → '1.0'
 */
export function elementArbitrary<E extends Element>(
  element: E,
  options: ArbitraryOptions = none,
): Arbitrary<Static<E>> {
  return builderOf(options).element(element) as Arbitrary<Static<E>>
}

/**
 * Creates an arbitrary for the values of a complement, without its slot.
 * @example
 * const [value] = fc.sample(complementArbitrary(divisas), 1)
 * value?.version // → '1.0'
 */
export function complementArbitrary<E extends Element>(
  { root }: Complement<E>,
  options: ArbitraryOptions = none,
): Arbitrary<Static<E>> {
  return elementArbitrary(root, options)
}

/**
 * Creates an arbitrary for documents, with complements that their type and place admit. Documents
 * have no empty lists, as those of `readDocument`.
 */
export function documentArbitrary<E extends Element>(
  { document, complements }: Model<E>,
  options: DocumentOptions = none,
): Arbitrary<Static<E>> {
  const inForce = complements.filter(
    ({ status, selfContained }) => status === 'vigente' && selfContained !== true,
  )
  const hanging = options.complements ?? inForce
  const builder = builderOf(options)
  const kinds: Arbitrary<unknown>[] = []
  const tipos: (string | undefined)[] = [...tiposOf(document)]
  if (tipos.length === 0) tipos.push(undefined)
  for (const tipo of tipos) {
    // One root element per document type, so that its content may depend on the type.
    let element: Element = document.root
    if (tipo !== undefined) {
      const one = { kind: 'attribute', type: fixed(tipo), required: true } as const
      element = { ...element, content: { ...element.content, [document.tipo ?? '']: one } }
    }
    const admitted = hanging.filter(({ tipos }) => tipo === undefined || tipos.includes(tipo))
    if (admitted.length === 0 && hanging.length > 0) continue
    kinds.push(builder.with(admitted, options.complements !== undefined).element(element))
  }
  const documents = fc.oneof(...kinds)
  return (
    hanging === inForce ? documents.map((one) => ofToday(one, document.fecha)) : documents
  ) as Arbitrary<Static<E>>
}

/** Moves the date to a year with the same days in which the current complements are in force. */
function ofToday(document: unknown, field = ''): unknown {
  const fecha = (document as Members)[field]
  if (typeof fecha !== 'string') return document
  return {
    ...(document as Members),
    [field]: fecha.replace(/\d{4}/, (year) => String(2028 + (Number(year) % 4))),
  }
}

const none: ArbitraryOptions = {}
const builders = new WeakMap<object, Map<string, Builder>>()

/** Caches builders by equal options, so that their elements are built once. */
function builderOf(options: ArbitraryOptions): Builder {
  const { catalog = none, plain = false, numbers = false } = options
  const known = builders.get(catalog) ?? new Map<string, Builder>()
  builders.set(catalog, known)
  const key = `${plain} ${numbers}`
  const builder = known.get(key) ?? new Builder(new Leaves(options))
  known.set(key, builder)
  return builder
}

/** Builds elements, each once. */
class Builder {
  readonly #leaves: Leaves
  readonly #hanging: readonly Complement[]
  /** Whether every slot with an admitted complement is filled. */
  readonly #always: boolean
  /** Shared builder of elements without a slot. */
  readonly #common: Builder
  readonly #elements = new WeakMap<Element, Arbitrary<unknown>>()

  constructor(
    leaves: Leaves,
    hanging: readonly Complement[] = [],
    always = false,
    common?: Builder,
  ) {
    this.#leaves = leaves
    this.#hanging = hanging
    this.#always = always
    this.#common = common ?? this
  }

  with(hanging: readonly Complement[], always: boolean): Builder {
    return new Builder(this.#leaves, hanging, always, this.#common)
  }

  element(element: Element): Arbitrary<unknown> {
    let known = this.#elements.get(element)
    if (known === undefined) {
      known = this.#shape(element)
      this.#elements.set(element, known)
    }
    return known
  }

  #shape(element: Element): Arbitrary<unknown> {
    const { shape, text, content } = element
    if (shape === 'list') return this.#items(Object.values(content)[0] as Child)
    if (shape !== 'text') return this.#object(element, content)
    const member: Attribute = {
      kind: 'attribute',
      type: text ?? { base: 'string', facets: {} },
      required: true,
    }
    const bare = Object.keys(content).length === 0
    if (bare) return this.#leaves.value(member.type)
    return this.#object(element, { ...content, '#text': member })
  }

  #object(element: Element, content: Element['content']): Arbitrary<Members> {
    const keys = Object.keys(content)
    const values: Arbitrary<unknown>[] = []
    for (const member of Object.values(content)) {
      switch (member.kind) {
        case 'attribute':
          values.push(optionally(this.#leaves.value(member.type), member.required))
          break
        case 'child': {
          const child = member.max === 1 ? this.element(member.element) : this.#items(member)
          values.push(optionally(child, member.min > 0))
          break
        }
        case 'slot': {
          const each: Arbitrary<readonly [string, unknown]>[] = []
          for (const { at, name, root } of this.#hanging)
            if (at === member.at)
              each.push(this.#common.element(root).map((value) => [name, value] as const))
          if (each.length > 0) {
            const hanging = fc.array(fc.oneof(...each), { minLength: 1, maxLength: 2 }).map(hang)
            values.push(optionally(hanging, this.#always))
          } else if (member.atLeast > 0) values.push(fc.constant(undefined))
          else values.push(optionally(fc.constant({}), false))
          break
        }
        case 'free':
          values.push(optionally(this.#leaves.fragment(), false))
      }
    }
    const objects = fc.tuple(...values).map((all) => assemble(keys, all, element.choices))
    if (element.nonEmpty !== true) return objects
    return objects.filter((value) =>
      keys.some((key) => content[key]?.kind === 'child' && value[key] !== undefined),
    )
  }

  /** Never empty: XML cannot distinguish an empty list from an absent one. */
  #items({ element, min, max }: Child): Arbitrary<unknown[]> {
    const minLength = Math.max(min, 1)
    return fc.array(this.element(element), { minLength, maxLength: Math.min(max, minLength + 2) })
  }
}

function optionally<T>(value: Arbitrary<T>, present: boolean): Arbitrary<T | undefined> {
  if (present) return value
  return fc.option(value, { freq: 2, nil: undefined })
}

function assemble(
  keys: readonly string[],
  values: readonly unknown[],
  choices: Element['choices'] = [],
): Members {
  const value: Members = {}
  for (const [index, key] of keys.entries())
    if (values[index] !== undefined) value[key] = values[index]
  for (const choice of choices) {
    const present = choice.filter((key) => value[key] !== undefined)
    for (const key of present.slice(1)) delete value[key]
  }
  return value
}

function hang(complements: readonly (readonly [name: string, value: unknown])[]): Members {
  const hanging: Members = {}
  for (const [name, value] of complements) {
    const present = hanging[name]
    hanging[name] = present === undefined ? value : [present, value]
  }
  return hanging
}
