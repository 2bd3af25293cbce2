/**
 * The grammar in which the SAT's documents are declared: simple types, attributes, elements,
 * schemas.
 *
 * A declaration is plain frozen data. Key order is the order of the XSD, and therefore that of the
 * XML and of the cadena original; marks on the declaration hold the exceptions. Every other module
 * of `model/` is one function over declarations.
 * @module
 */

/**
 * A restriction of one of the XSD bases that the SAT uses. `T` is the TypeScript type of a value.
 */
export interface Simple<Json = unknown> {
  /** The XSD type to restrict. */
  readonly base: Base
  /** The restrictions. */
  readonly facets: Facets
  /** Name of the SAT catalogue whose codes are the admitted values, as the XSD names it. */
  readonly catalog?: string
  /** Whether it is a rate, a fraction of one. Callers often write rates as percentages. */
  readonly isRate?: true
  /** Type carrier only, never set. */
  readonly T?: Json
}

/** The XSD primitive behind a type: it determines the lexical form. */
export type Base =
  | 'string'
  | 'decimal'
  | 'integer'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'base64'
  | 'nmtoken'

/** The facets of XML Schema part 2 that the SAT uses. */
export interface Facets {
  /**
   * `preserve` only where the XSD uses xs:string unrestricted; other types collapse white space
   * first.
   */
  readonly whiteSpace?: 'preserve' | 'collapse'
  /** In characters (code points), not UTF-16 units. */
  readonly minLength?: number
  /** In characters, as `minLength`. */
  readonly maxLength?: number
  /**
   * An XSD regular expression (whole value). Kept within the syntax that ECMAScript's `u` flag
   * shares.
   */
  readonly pattern?: string
  /** Maximum decimals. */
  readonly fractionDigits?: number
  /** Maximum digits in total. */
  readonly totalDigits?: number
  /** Minimum, inclusive. */
  readonly minInclusive?: string
  /** Maximum, inclusive. */
  readonly maxInclusive?: string
  /** The only value. */
  readonly fixed?: string
  /** The only values. */
  readonly enumeration?: readonly string[]
}

/**
 * An XML attribute: a property of the JSON document with a text value (or a number, for a numeric
 * base).
 */
export interface Attribute<T = unknown, Required extends boolean = boolean> {
  /** Discriminant. */
  readonly kind: 'attribute'
  /** Type of its text. */
  readonly type: Simple<T>
  /** Whether it is required. */
  readonly required: Required
  /**
   * Exception to its place in the cadena original, by default "when present": see {@link sinCadena}
   * and {@link siempreEnCadena}.
   */
  readonly cadena?: 'never' | 'always'
}

/** A child element and its number of occurrences. */
export interface Child<
  E extends Element = Element,
  Min extends number = number,
  Max extends number = number,
> {
  /** Discriminant. */
  readonly kind: 'child'
  /** The element. */
  readonly element: E
  /** Minimum occurrences. */
  readonly min: Min
  /** Maximum occurrences; `Infinity` when unbounded. */
  readonly max: Max
}

/**
 * The optional element that contains complements (`xs:any` in the XSD). Its value: root name ->
 * complement.
 */
export interface Slot {
  /** Discriminant. */
  readonly kind: 'slot'
  /** Name of the place in the declarations of complements. */
  readonly at: string
  /** Minimum complements when present. */
  readonly atLeast: number
}

/**
 * Free content that is neither checked nor part of the cadena: the Addenda. Its value is an XML
 * fragment.
 */
export interface Free {
  /** Discriminant. */
  readonly kind: 'free'
}

/** A part of an element's content. */
export type Member = Attribute | Child | Slot | Free

/** The members of an element, attributes first, in the SAT's order. */
export type Content = Readonly<Record<string, Member>>

/**
 * JSON form of an element. `object`: its members. `list`: the array of its only, repeated child.
 * `text`: its text (an object with the text in `#text` if it has attributes).
 */
export type Shape = 'object' | 'list' | 'text'

/** An element, defined by its members. */
export interface Element<C extends Content = Content, S extends Shape = Shape>
  extends ElementOptions {
  /** Discriminant; distinguishes it from the authoring shorthand, which is only the content. */
  readonly kind: 'element'
  /** Its members. */
  readonly content: C
  /** JSON form of its value. */
  readonly shape: S
  /** Type of the text, for the shape `text`. */
  readonly text?: Simple
}

/** Properties of an element besides its members. */
export interface ElementOptions {
  /**
   * Order of the children in XML. `sequence` (default): as declared. `all`: any order (`xs:all`).
   * `interleaved`: any order, any number of times (a repeated group); in JSON each kind is an array
   * of its own.
   */
  readonly order?: 'sequence' | 'all' | 'interleaved'
  /** Sets of children of which only one may be present (`xs:choice`). */
  readonly choices?: readonly (readonly string[])[]
  /** Requires at least one child of any kind. */
  readonly nonEmpty?: boolean
  /** Admits text between the children, which is ignored (`mixed`). */
  readonly mixed?: boolean
  /**
   * The fields in the cadena original, where they differ from the members in declared order: names
   * of members, or paths `child/grandchild` whose own fields follow. `//name` matches at any depth.
   * `!` at the end takes the first match only, and leaves an empty field without one; `?` leaves
   * none. `name if other=value` is a field only when the attribute `other` has that value.
   */
  readonly cadena?: readonly string[]
  /**
   * Other routes by which the SAT's transformation reaches a member, as in `cadena`. They matter
   * only in invalid documents: a child elsewhere or repeated. Elements reached by a route of
   * several names have no template of their own.
   */
  readonly routes?: Readonly<Record<string, readonly string[]>>
  /**
   * Whether the SAT's transformation reads the element and its content within the template of its
   * parent, and has none for it: elsewhere it adds nothing to the cadena. Every other element is
   * printed wherever it stands.
   */
  readonly inline?: true
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
  /**
   * For a document: the attribute of its root with the document type, which `tipos` of complements
   * refer to.
   */
  readonly tipo?: string
  /**
   * For a document: the attribute of its root with the date that determines which codes and
   * complements are in force.
   */
  readonly fecha?: string
  /** For a document: its noun in Spanish messages; defaults to `documento`. */
  readonly noun?: string
  /** For a document: its earlier versions, which can no longer be stamped. */
  readonly earlier?: readonly Earlier[]
  /** For a document: other documents, which a program must register. */
  readonly others?: readonly Other[]
  /** The root element. */
  readonly root: E
}

/** Earlier versions of a document, under another namespace. */
export interface Earlier {
  /** Noun in messages. */
  readonly name: string
  /** URI of its namespace. */
  readonly namespace: string
  /** Values of its version attribute. */
  readonly versions: readonly string[]
}

/** Another document, which a program must register. */
export interface Other {
  /** URI of its namespace. */
  readonly namespace: string
  /** A member of its root that no other document has. */
  readonly member: string
  /** Its noun, and how to register it, in Spanish. */
  readonly says: string
}

/**
 * A complement: a schema, its place, and its treatment by the SAT. `At` and `Tipo` are the places
 * and types of its document.
 */
export interface Complement<
  E extends Element = Element,
  At extends string = string,
  Tipo extends string = string,
> extends Schema<E> {
  /** Name of its place. */
  readonly at: At
  /** Document types that admit it. */
  readonly tipos: readonly Tipo[]
  /** `historico`: readable and verifiable in older documents, not admitted in new ones. */
  readonly status: 'vigente' | 'historico'
  /** First day, `AAAA-MM-DD`, of the documents that admit it. Absent when none do. */
  readonly desde?: string
  /** Last day of the documents that admit it. Absent while there is none. */
  readonly hasta?: string
  /**
   * Whether the SAT's transformation has a template for it. Without one it adds nothing to the
   * cadena.
   */
  readonly cadena: boolean
  /**
   * Whether a document admits one at most. A second one is a finding; their content is then not
   * checked further.
   */
  readonly single?: boolean
  /**
   * Whether its namespaces are declared on itself instead of the root: for the stamp, which is
   * added to bytes that must not change.
   */
  readonly selfContained?: boolean
  /**
   * For a revision: the declaration that it takes the place of. `check` judges documents of days
   * before `desde` by that one; every other verb knows the revision only.
   */
  readonly previous?: Complement | undefined
}

/** A document with its complements, the input of every verb. */
export interface Model<E extends Element = Element, C extends Complement = Complement> {
  /** The root document. */
  readonly document: Schema<E>
  /** Its complements, in the order in which namespaces are declared. */
  readonly complements: readonly C[]
}

/**
 * The TypeScript type of an element's value, computed from its declaration.
 *
 * The type is homomorphic over the members, which carries their JSDoc to the hover of the derived
 * type.
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

/** The type of an object with the given members; optional ones may be absent. */
export type StaticContent<C extends Content> = Pretty<
  { readonly [K in keyof C as C[K] extends Mandatory ? K : never]: StaticMember<C[K]> } & {
    readonly [K in keyof C as C[K] extends Mandatory ? never : K]?: StaticMember<C[K]> | undefined
  }
>

/** Mark of a required member. */
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

/**
 * Content of a slot: root name -> value; an array when repeated; an XML fragment for unknown
 * complements.
 */
export type Complements = { readonly [name: string]: unknown }

/** The same type with its members expanded. */
export type Pretty<T> = { [K in keyof T]: T[K] } & {}

// Authoring. Each function only creates data.

/** Creates an element from its members. */
export function element<const C extends Content>(
  content: C,
  options: ElementOptions = {},
): Element<C, 'object'> {
  return { kind: 'element', content, shape: 'object', ...options }
}

/**
 * Creates an element without attributes whose only content is one repeated child: in JSON, the
 * array itself.
 */
export function list<
  const N extends string,
  E extends Element,
  Min extends number,
  Max extends number,
>(
  name: N,
  item: Child<E, Min, Max>,
  options: ElementOptions = {},
): Element<{ readonly [K in N]: Child<E, Min, Max> }, 'list'> {
  const content = { [name]: item } as { readonly [K in N]: Child<E, Min, Max> }
  return { kind: 'element', content, shape: 'list', ...options }
}

/**
 * Creates an element with text: in JSON a string, or an object with `#text` if it has attributes.
 */
export function textElement<const C extends Content = Record<never, never>>(
  text: Simple,
  attributes: C = {} as C,
): Element<C, 'text'> {
  return { kind: 'element', content: attributes, shape: 'text', text }
}

/** Declares a required attribute. */
export function required<T>(type: Simple<T>): Attribute<T, true> {
  return { kind: 'attribute', type, required: true }
}

/** Declares an optional attribute. */
export function optional<T>(type: Simple<T>): Attribute<T, false> {
  return { kind: 'attribute', type, required: false }
}

/** Marks an attribute that the SAT's transformation leaves out of the cadena original. */
export function sinCadena<T, R extends boolean>(attribute: Attribute<T, R>): Attribute<T, R> {
  return { ...attribute, cadena: 'never' }
}

/**
 * Marks an optional attribute that the SAT's transformation treats as required: absent, it leaves
 * an empty field.
 */
export function siempreEnCadena<T, R extends boolean>(attribute: Attribute<T, R>): Attribute<T, R> {
  return { ...attribute, cadena: 'always' }
}

/**
 * Marks a child that the SAT's transformation reads within its parent's template: see
 * {@link ElementOptions.inline}.
 */
export function inline<C extends Child>(child: C): C {
  return { ...child, element: { ...child.element, inline: true } }
}

/** Exactly one. */
export function one<E extends Element>(element: E): Child<E, 1, 1>
/** Exactly one, of the given members. */
export function one<const C extends Content>(
  content: C,
  options?: ElementOptions,
): Child<Element<C, 'object'>, 1, 1>
export function one(content: Content | Element, options?: ElementOptions): Child {
  return child(content, 1, 1, options)
}

/** None or one. */
export function maybe<E extends Element>(element: E): Child<E, 0, 1>
/** None or one, of the given members. */
export function maybe<const C extends Content>(
  content: C,
  options?: ElementOptions,
): Child<Element<C, 'object'>, 0, 1>
export function maybe(content: Content | Element, options?: ElementOptions): Child {
  return child(content, 0, 1, options)
}

/** One to `max`, unbounded by default. */
export function oneOrMore<E extends Element>(element: E, max?: number): Child<E, 1, number>
/** One to `max` of the given members, unbounded by default. */
export function oneOrMore<const C extends Content>(
  content: C,
  max?: number,
): Child<Element<C, 'object'>, 1, number>
export function oneOrMore(content: Content | Element, max = Number.POSITIVE_INFINITY): Child {
  return child(content, 1, max)
}

/** None to `max`, unbounded by default. */
export function zeroOrMore<E extends Element>(element: E, max?: number): Child<E, 0, number>
/** None to `max` of the given members, unbounded by default. */
export function zeroOrMore<const C extends Content>(
  content: C,
  max?: number,
): Child<Element<C, 'object'>, 0, number>
export function zeroOrMore(content: Content | Element, max = Number.POSITIVE_INFINITY): Child {
  return child(content, 0, max)
}

/** `min` to `max`, unbounded by default. */
export function atLeast<E extends Element>(
  min: number,
  element: E,
  max?: number,
): Child<E, 1, number>
/** `min` to `max` of the given members, unbounded by default. */
export function atLeast<const C extends Content>(
  min: number,
  content: C,
  max?: number,
): Child<Element<C, 'object'>, 1, number>
export function atLeast(
  min: number,
  content: Content | Element,
  max = Number.POSITIVE_INFINITY,
): Child {
  return child(content, min, max)
}

/** Declares the place of complements. */
export function slot(at: string, atLeast: number): Slot {
  return { kind: 'slot', at, atLeast }
}

/** The Addenda. */
export const free: Free = { kind: 'free' }

function child(
  content: Content | Element,
  min: number,
  max: number,
  options?: ElementOptions,
): Child {
  return {
    kind: 'child',
    element:
      (content as { readonly kind?: unknown }).kind === 'element'
        ? (content as Element)
        : element(content as Content, options),
    min,
    max,
  }
}
