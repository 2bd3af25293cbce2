/**
 * Namespaces of XML 1.0: declarations in scope, and the attributes of start tags resolved with
 * them.
 * @module
 */
import { clip } from '../text.js'
import { XmlLimitError, XmlSyntaxError } from './xmlError.js'

/** A namespace declaration (prefix and namespace), linked to those of the ancestors. */
export interface Scope {
  readonly parent: Scope | undefined
  readonly prefix: string
  readonly namespace: string
  /** Offset of the declaring element; -1 for predefined prefixes. */
  readonly offset: number
  /** Number of declarations in scope. */
  readonly depth: number
}

/** The attributes of an element. */
export interface Attributes {
  /**
   * Attributes without a prefix: name, value, name, value … `xmlns` declarations are not
   * attributes.
   */
  readonly attributes: readonly string[]
  /** Attributes with a prefix: prefix, namespace, local name, value … */
  readonly foreign: readonly string[]
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

/** More than any CFDI declares (40 complements), and few enough for a linear search. */
const maxDeclarations = 500

/** The scope without declarations. */
export const outermost: Scope = {
  parent: { parent: undefined, prefix: '', namespace: '', offset: -1, depth: 0 },
  prefix: 'xml',
  namespace: xmlNamespace,
  offset: -1,
  depth: 0,
}

/** Returns the declaration of a prefix in a scope; `undefined` when there is none. */
export function declarationOf(scope: Scope, prefix: string): Scope | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.prefix === prefix) return at
  }
  return undefined
}

/** Whether any of the names and values is a declaration, or has a prefix. */
function hasNamespaces(raw: readonly string[]): boolean {
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string
    if (name === 'xmlns' || name.includes(':')) return true
  }
  return false
}

const noAttributes: Attributes = { attributes: [], foreign: [] }

/** Namespace state of a reader. */
export class Namespaces {
  readonly #text: string
  readonly #known = new Map<string, string>()
  /** Scope at the reader's position. */
  scope = outermost

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the namespace of a prefix.
   * @param start offset of the element, for the error
   */
  resolve(prefix: string, start: number): string {
    const namespace = declarationOf(this.scope, prefix)?.namespace
    if (namespace === undefined) this.#fail(`El prefijo ${clip(prefix)} no está declarado`, start)
    return namespace
  }

  /** Adds the declarations of a start tag to the scope, and returns its attributes. */
  enter(raw: readonly string[], start: number): Attributes {
    if (raw.length === 0) return noAttributes
    if (!hasNamespaces(raw)) return { attributes: raw, foreign: noAttributes.foreign }
    const attributes: string[] = []
    const prefixed: string[] = []
    for (let index = 0; index < raw.length; index += 2) {
      const [name, value] = [raw[index] as string, raw[index + 1] as string]
      if (name === 'xmlns') this.#declare('', value, start)
      else if (name.startsWith('xmlns:')) this.#declare(name.slice(6), value, start)
      else if (name.includes(':')) prefixed.push(name, value)
      else attributes.push(name, value)
    }
    const foreign: string[] = []
    const seen = new Map<string, Set<string>>()
    for (let index = 0; index < prefixed.length; index += 2) {
      const [prefix, local] = (prefixed[index] as string).split(':') as [string, string]
      const namespace = this.resolve(prefix, start)
      const locals = seen.get(namespace) ?? new Set()
      if (locals.has(local)) this.#fail(`El atributo ${clip(local)} está repetido`, start)
      seen.set(namespace, locals.add(local))
      foreign.push(prefix, namespace, local, prefixed[index + 1] as string)
    }
    return { attributes, foreign }
  }

  #declare(prefix: string, namespace: string, offset: number): void {
    const reserved =
      namespace === xmlnsNamespace || (prefix === 'xml') !== (namespace === xmlNamespace)
    if (prefix === 'xmlns' || reserved || (prefix !== '' && namespace === '')) {
      this.#fail(`Declaración de espacio de nombres inválida: ${clip(prefix)}`, offset)
    }
    const parent = this.scope
    const depth = parent.depth + 1
    if (depth > maxDeclarations)
      throw new XmlLimitError(
        this.#text,
        offset,
        `Más de ${maxDeclarations} espacios de nombres declarados`,
      )
    // The same string for equal namespaces, so that long ones compare by identity.
    const known = this.#known.get(namespace)
    if (known === undefined) this.#known.set(namespace, namespace)
    this.scope = { parent, prefix, namespace: known ?? namespace, offset, depth }
  }

  #fail(message: string, at: number): never {
    throw new XmlSyntaxError(this.#text, at, message)
  }
}

/**
 * List size from which repeated names are found with a set: pairwise comparison would be quadratic.
 */
const manyValues = 64

/**
 * Collects names and values of successive start tags, and returns lists of exact size: growing
 * lists take twice the memory.
 */
export class AttributeList {
  readonly #raw: string[] = []
  #length = 0
  #names: Set<string> | undefined

  /** Number of attributes since the last {@link take}. */
  get count(): number {
    return this.#length >> 1
  }

  /** Adds an attribute; returns `false` when its name is repeated. */
  add(name: string, value: string): boolean {
    const raw = this.#raw
    const length = this.#length
    if (length < manyValues) {
      for (let at = 0; at < length; at += 2) if (raw[at] === name) return false
    } else {
      this.#names ??= new Set(raw.slice(0, manyValues).filter((_, at) => at % 2 === 0))
      if (this.#names.has(name)) return false
      this.#names.add(name)
    }
    raw[length] = name
    raw[length + 1] = value
    this.#length = length + 2
    return true
  }

  /** Returns name, value, name, value … of all, and empties the list. */
  take(): readonly string[] {
    if (this.#length === 0) return noAttributes.attributes
    const taken = this.#raw.slice(0, this.#length)
    this.#length = 0
    this.#names = undefined
    return taken
  }
}
