/**
 * Namespaces in XML 1.0: which are in scope, and which attributes they make of those of a start tag.
 * @module
 */
import { clip } from './text.js'
import { XmlLimitError, XmlSyntaxError } from './xmlError.js'

/** Namespace declarations: prefix -> namespace, then those of the ancestors. */
export interface Scope {
  readonly parent: Scope | undefined
  readonly prefix: string
  readonly namespace: string
  /** Where the element that declares it begins; -1 for those that nobody declares. */
  readonly offset: number
  /** How many declarations are in scope. */
  readonly depth: number
}

/** The attributes of an element. */
export interface Attributes {
  /** Those without prefix: name, value, name, value … `xmlns` declarations are not attributes. */
  readonly attributes: readonly string[]
  /** Those with a prefix: prefix, namespace, local name, value … */
  readonly foreign: readonly string[]
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

/** More than any CFDI declares (40 complements), and few enough to be searched one by one. */
const maxDeclarations = 500

/** What is in scope where nothing is declared. */
export const outermost: Scope = {
  parent: { parent: undefined, prefix: '', namespace: '', offset: -1, depth: 0 },
  prefix: 'xml',
  namespace: xmlNamespace,
  offset: -1,
  depth: 0,
}

/** The declaration of a prefix that holds in a scope; `undefined` when there is none. */
export function declarationOf(scope: Scope, prefix: string): Scope | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.prefix === prefix) return at
  }
  return undefined
}

const noAttributes: Attributes = { attributes: [], foreign: [] }

/** The namespaces of a text that is being read. */
export class Namespaces {
  readonly #text: string
  readonly #known = new Map<string, string>()
  /** What is in scope where the reader stands. */
  scope = outermost

  constructor(text: string) {
    this.#text = text
  }

  /**
   * The namespace of a prefix.
   * @param start of the element, for the error
   */
  resolve(prefix: string, start: number): string {
    const namespace = declarationOf(this.scope, prefix)?.namespace
    if (namespace === undefined) this.#fail(`El prefijo ${clip(prefix)} no está declarado`, start)
    return namespace
  }

  /** Takes the declarations from the names and values of a start tag into the scope, and gives the attributes among them. */
  enter(raw: readonly string[], start: number): Attributes {
    if (raw.length === 0) return noAttributes
    if (!raw.some((name, index) => index % 2 === 0 && (name === 'xmlns' || name.includes(':'))))
      return { attributes: raw, foreign: noAttributes.foreign }
    const attributes: string[] = []
    const prefixed: string[] = []
    for (let index = 0; index < raw.length; index += 2) {
      const [name, value] = [raw[index] as string, raw[index + 1] as string]
      if (name === 'xmlns') this.#declare('', value, start)
      else if (name.startsWith('xmlns:')) this.#declare(name.slice(6), value, start)
      else if (name.includes(':')) prefixed.push(name, value)
      else attributes.push(name, value)
    }
    return { attributes, foreign: this.#foreign(prefixed, start) }
  }

  #foreign(prefixed: readonly string[], start: number): readonly string[] {
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
    return foreign
  }

  #declare(prefix: string, namespace: string, offset: number): void {
    const reserved = namespace === xmlnsNamespace || (prefix === 'xml') !== (namespace === xmlNamespace)
    if (prefix === 'xmlns' || reserved || (prefix !== '' && namespace === '')) {
      this.#fail(`Declaración de espacio de nombres inválida: ${clip(prefix)}`, offset)
    }
    const parent = this.scope
    const depth = parent.depth + 1
    if (depth > maxDeclarations)
      throw new XmlLimitError(this.#text, offset, `Más de ${maxDeclarations} espacios de nombres declarados`)
    this.scope = { parent, prefix, namespace: this.#sole(namespace), offset, depth }
  }

  /** The same text each time: namespaces of megabytes are then told apart without a look at them. */
  #sole(namespace: string): string {
    const known = this.#known.get(namespace)
    if (known === undefined) this.#known.set(namespace, namespace)
    return known ?? namespace
  }

  #fail(message: string, at: number): never {
    throw new XmlSyntaxError(this.#text, at, message)
  }
}
