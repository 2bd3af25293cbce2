/**
 * The grammar in which the SAT's documents are declared: simple types, attributes, elements, schemas.
 *
 * A declaration is plain frozen data. Key order is the order of the XSD, and therefore that of the XML and of the
 * cadena original; what departs from it is a mark on the declaration. Everything else in `model/` is one function over it.
 * @module
 */

/** A restriction of one of the XSD bases that the SAT uses. `T` is the TypeScript type of a value. */
export interface Simple<Json = unknown> {
  /** The XSD type that it restricts. */
  readonly base: Base
  /** How it restricts it. */
  readonly facets: Facets
  /** Name of the SAT catalogue whose codes are the admitted values, as the XSD names it. */
  readonly catalog?: string
  /** Whether it is a rate, a fraction of one, which people write as a percentage. */
  readonly isRate?: true
  /** Type carrier only, never set. */
  readonly T?: Json
}

/** The XSD primitive behind a type: it decides the lexical form. */
export type Base = 'string' | 'decimal' | 'integer' | 'date' | 'dateTime' | 'time' | 'base64' | 'nmtoken'

/** The facets of XML Schema part 2 that the SAT uses. */
export interface Facets {
  /** `preserve` only where the XSD leaves xs:string as it is; everything else collapses white space first. */
  readonly whiteSpace?: 'preserve' | 'collapse'
  /** In characters (code points), not UTF-16 units. */
  readonly minLength?: number
  /** In characters, as `minLength`. */
  readonly maxLength?: number
  /** An XSD regular expression (whole value). Kept within the syntax that ECMAScript's `u` flag shares. */
  readonly pattern?: string
  /** Most decimals. */
  readonly fractionDigits?: number
  /** Most digits in all. */
  readonly totalDigits?: number
  /** Least value, included. */
  readonly minInclusive?: string
  /** Greatest value, included. */
  readonly maxInclusive?: string
  /** The only value. */
  readonly fixed?: string
  /** The only values. */
  readonly enumeration?: readonly string[]
}

/** An XML attribute: a property of the JSON document whose value is text (or a number, when the base is numeric). */
export interface Attribute<T = unknown, Required extends boolean = boolean> {
  /** Tells it from the other members. */
  readonly kind: 'attribute'
  /** What its text may be. */
  readonly type: Simple<T>
  /** Whether it must be there. */
  readonly required: Required
  /** How it enters the cadena original where that is not "when present": see {@link sinCadena} and {@link siempreEnCadena}. */
  readonly cadena?: 'never' | 'always'
}

/** A child element and how often it occurs. */
export interface Child<E extends Element = Element, Min extends number = number, Max extends number = number> {
  /** Tells it from the other members. */
  readonly kind: 'child'
  /** What it is. */
  readonly element: E
  /** Least number of times. */
  readonly min: Min
  /** `Infinity` when unbounded. */
  readonly max: Max
}

/** The optional element in which complements hang (`xs:any` in the XSD). Its value: root name -> complement. */
export interface Slot {
  /** Tells it from the other members. */
  readonly kind: 'slot'
  /** What complements that hang here call the place. */
  readonly at: string
  /** How many complements it must hold when present. */
  readonly atLeast: number
}

/** Free content that is neither checked nor part of the cadena: the Addenda. Its value is an XML fragment. */
export interface Free {
  /** Tells it from the other members. */
  readonly kind: 'free'
}

/** What an element may hold. */
export type Member = Attribute | Child | Slot | Free

/** The members of an element, attributes first, in the SAT's order. */
export type Content = Readonly<Record<string, Member>>

/**
 * How the value of an element looks in JSON. `object`: its members. `list`: the array of its only, repeated child.
 * `text`: its text (with attributes besides, an object whose `#text` is the text).
 */
export type Shape = 'object' | 'list' | 'text'

/** An element, by its members. */
export interface Element<C extends Content = Content, S extends Shape = Shape> extends ElementOptions {
  /** Tells it from an authoring shorthand, which is its content alone. */
  readonly kind: 'element'
  /** Its members. */
  readonly content: C
  /** How its value looks in JSON. */
  readonly shape: S
  /** The type of the text, where the shape is `text`. */
  readonly text?: Simple
}

/** What an element may state besides its members. */
export interface ElementOptions {
  /**
   * Order of the children in XML. `sequence` (default): as declared. `all`: any order (`xs:all`).
   * `interleaved`: any order, any number of times (a repeated group); in JSON each kind is an array of its own.
   */
  readonly order?: 'sequence' | 'all' | 'interleaved'
  /** Sets of children of which only one may be present (`xs:choice`). */
  readonly choices?: readonly (readonly string[])[]
  /** At least one child of any kind must be present. */
  readonly nonEmpty?: boolean
  /** Text between the children is admitted and means nothing (`mixed`). */
  readonly mixed?: boolean
  /**
   * The fields in the cadena original, where they are not the members in declared order: names of members, or paths
   * `child/grandchild` (`//name` at any depth; `!` at the end leaves an empty field when there is none) whose own fields follow.
   */
  readonly cadena?: readonly string[]
}

/** A root element with its namespace: a document, a complement, or the stamp. */
export interface Schema<E extends Element = Element> {
  /** Local name of the root element. */
  readonly name: string
  /** Value of the root's version attribute, absent where the schema has none. */
  readonly version?: string
  /** Prefix of the namespace in XML. */
  readonly prefix: string
  /** URI of the namespace. */
  readonly namespace: string
  /** URL of the XSD, for `xsi:schemaLocation`. */
  readonly xsd: string
  /** Of a document: the attribute of its root whose values the `tipos` of complements speak of. */
  readonly tipo?: string
  /** Of a document: the attribute of its root with the day on which it is judged what is in force. */
  readonly fecha?: string
  /** Of a document: what sentences call it, in Spanish; `documento` when absent. */
  readonly noun?: string
  /** Of a document: what came before it and is stamped no more. */
  readonly earlier?: readonly Earlier[]
  /** What the root element holds. */
  readonly root: E
}

/** Versions of a document that came before it, which had another namespace. */
export interface Earlier {
  /** What sentences call it. */
  readonly name: string
  /** URI of its namespace. */
  readonly namespace: string
  /** Values of its version attribute. */
  readonly versions: readonly string[]
}

/**
 * A complement: a schema, the place where it hangs and what the SAT does with it. `At` and `Tipo` are the places and the types
 * of the document that it is for.
 */
export interface Complement<E extends Element = Element, At extends string = string, Tipo extends string = string>
  extends Schema<E> {
  /** Where it hangs. */
  readonly at: At
  /** Types of document that admit it. */
  readonly tipos: readonly Tipo[]
  /** `historico`: read and verified in older documents, and not of today's. */
  readonly status: 'vigente' | 'historico'
  /** First day, `AAAA-MM-DD`, of the documents that may have it. Absent when none may. */
  readonly desde?: string
  /** Last day of the documents that may have it. Absent while there is none. */
  readonly hasta?: string
  /** Whether the SAT's transformation has a template for it; without one it adds nothing to the cadena. */
  readonly cadena: boolean
  /** A document has one at most: of two, no more is judged than that they are two. */
  readonly single?: boolean
  /** Its namespaces go on itself and not on the root: the stamp, which is added to bytes that must not change. */
  readonly selfContained?: boolean
}

/** A document and the complements that may hang from it: what every verb works on. */
export interface Model<E extends Element = Element, C extends Complement = Complement> {
  /** The root document. */
  readonly document: Schema<E>
  /** What may hang from it, in the order in which namespaces are declared. */
  readonly complements: readonly C[]
}

/**
 * The TypeScript type of an element's value, read from its declaration.
 *
 * Homomorphic over the members: that is what carries the JSDoc above each of them to the hover of the derived type.
 */
export type Static<E extends Element> = E['shape'] extends 'list'
  ? readonly ItemOf<E['content'][keyof E['content']]>[]
  : E['shape'] extends 'text'
    ? keyof E['content'] extends never
      ? string
      : StaticContent<E['content']> & { readonly '#text': string }
    : StaticContent<E['content']>

/** The type of the items of a list, from the child that repeats. */
export type ItemOf<M> = M extends Child<infer E> ? Static<E> : never

/** The type of an object with the given members; those that need not be there are optional. */
export type StaticContent<C extends Content> = Pretty<
  { readonly [K in keyof C as C[K] extends Mandatory ? K : never]: StaticMember<C[K]> } & {
    readonly [K in keyof C as C[K] extends Mandatory ? never : K]?: StaticMember<C[K]> | undefined
  }
>

/** What marks a member that must be there. */
export type Mandatory = { readonly required: true } | { readonly min: 1 }

/** The type of one member's value. */
export type StaticMember<M> =
  M extends Attribute<infer T>
    ? T
    : M extends Child<infer E, number, 1>
      ? Static<E>
      : M extends Child<infer E>
        ? readonly Static<E>[]
        : M extends Free
          ? string
          : Complements

/** What hangs in a slot: root name -> its value; an array when it is repeated; an XML fragment when we do not know it. */
export type Complements = { readonly [name: string]: unknown }

/** The same type, its members written out. */
export type Pretty<T> = { [K in keyof T]: T[K] } & {}

// Authoring. Every function only shapes data.

/** An element from its members. */
export function element<const C extends Content>(content: C, options: ElementOptions = {}): Element<C, 'object'> {
  return { kind: 'element', content, shape: 'object', ...options }
}

/** An element without attributes whose only content is one repeated child: in JSON, the array itself. */
export function list<const N extends string, E extends Element, Min extends number, Max extends number>(
  name: N,
  item: Child<E, Min, Max>,
  options: ElementOptions = {},
): Element<{ readonly [K in N]: Child<E, Min, Max> }, 'list'> {
  const content = { [name]: item } as { readonly [K in N]: Child<E, Min, Max> }
  return { kind: 'element', content, shape: 'list', ...options }
}

/** An element that holds text: in JSON a string, or an object with `#text` when it has attributes too. */
export function textElement<const C extends Content = Record<never, never>>(
  text: Simple,
  attributes: C = {} as C,
): Element<C, 'text'> {
  return { kind: 'element', content: attributes, shape: 'text', text }
}

/** An attribute that must be there. */
export function required<T>(type: Simple<T>): Attribute<T, true> {
  return { kind: 'attribute', type, required: true }
}

/** An attribute that may be there. */
export function optional<T>(type: Simple<T>): Attribute<T, false> {
  return { kind: 'attribute', type, required: false }
}

/** An attribute that the SAT's transformation leaves out of the cadena original. */
export function sinCadena<T, R extends boolean>(attribute: Attribute<T, R>): Attribute<T, R> {
  return { ...attribute, cadena: 'never' }
}

/** An optional attribute that the SAT's transformation treats as required: absent, it leaves an empty field. */
export function siempreEnCadena<T, R extends boolean>(attribute: Attribute<T, R>): Attribute<T, R> {
  return { ...attribute, cadena: 'always' }
}

/** Exactly one. */
export function one<E extends Element>(element: E): Child<E, 1, 1>
/** Exactly one, of the given members. */
export function one<const C extends Content>(content: C, options?: ElementOptions): Child<Element<C, 'object'>, 1, 1>
export function one(content: Content | Element, options?: ElementOptions): Child {
  return child(content, 1, 1, options)
}

/** None or one. */
export function maybe<E extends Element>(element: E): Child<E, 0, 1>
/** None or one, of the given members. */
export function maybe<const C extends Content>(content: C, options?: ElementOptions): Child<Element<C, 'object'>, 0, 1>
export function maybe(content: Content | Element, options?: ElementOptions): Child {
  return child(content, 0, 1, options)
}

/** One to `max`, unbounded by default. */
export function oneOrMore<E extends Element>(element: E, max?: number): Child<E, 1, number>
/** One to `max` of the given members, unbounded by default. */
export function oneOrMore<const C extends Content>(content: C, max?: number): Child<Element<C, 'object'>, 1, number>
export function oneOrMore(content: Content | Element, max = Number.POSITIVE_INFINITY): Child {
  return child(content, 1, max)
}

/** None to `max`, unbounded by default. */
export function zeroOrMore<E extends Element>(element: E, max?: number): Child<E, 0, number>
/** None to `max` of the given members, unbounded by default. */
export function zeroOrMore<const C extends Content>(content: C, max?: number): Child<Element<C, 'object'>, 0, number>
export function zeroOrMore(content: Content | Element, max = Number.POSITIVE_INFINITY): Child {
  return child(content, 0, max)
}

/** At least `min`. */
export function atLeast<E extends Element>(min: number, element: E): Child<E, 1, number>
/** At least `min` of the given members. */
export function atLeast<const C extends Content>(min: number, content: C): Child<Element<C, 'object'>, 1, number>
export function atLeast(min: number, content: Content | Element): Child {
  return child(content, min, Number.POSITIVE_INFINITY)
}

/** The place of the complements. */
export function slot(at: string, atLeast: number): Slot {
  return { kind: 'slot', at, atLeast }
}

/** The Addenda. */
export const free: Free = { kind: 'free' }

function child(content: Content | Element, min: number, max: number, options?: ElementOptions): Child {
  return { kind: 'child', element: isElement(content) ? content : element(content, options), min, max }
}

function isElement(content: Content | Element): content is Element {
  return (content as { readonly kind?: unknown }).kind === 'element'
}
