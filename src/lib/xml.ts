/**
 * A strict reader of XML 1.0 with namespaces, without DTD: what a CFDI may be written in, and nothing else.
 *
 * One pass over the text, iterative, linear in its length. Entities beyond the five predefined ones cannot be declared
 * because DTDs are refused, so there is nothing to expand.
 * @module
 */
import { type AllLimits, defaultLimits } from './limits.js'
import { clip } from './text.js'
import { XmlLimitError, XmlSyntaxError } from './xmlError.js'

export { XmlLimitError, XmlSyntaxError }

/** An element as read. */
export interface XmlNode {
  readonly local: string
  readonly prefix: string
  /** Empty when the element is in no namespace. */
  readonly namespace: string
  /** Attributes without prefix: name, value, name, value … `xmlns` declarations are not attributes. */
  readonly attributes: readonly string[]
  /** Attributes with a prefix: prefix, namespace, local name, value … */
  readonly foreign: readonly string[]
  /** Child elements and text; CDATA is text, comments and processing instructions are gone. */
  readonly children: readonly (XmlNode | string)[]
  /** Offsets in the text: of `<`, of what follows the start tag, of the end tag's `<`, and after the element. */
  readonly start: number
  readonly innerStart: number
  innerEnd: number
  end: number
  /** Namespaces in scope. */
  readonly scope: Scope
}

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

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

/** More than any CFDI declares (40 complements), and few enough to be searched one by one. */
const maxDeclarations = 500

const nameForm =
  /[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*/uy
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const declarationForm =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y

/** The root element of a document. Throws {@link XmlSyntaxError}, {@link XmlLimitError} beyond the limits. */
export function parseXml(text: string, limits: AllLimits = defaultLimits): XmlNode {
  return new Parser(text, limits).document()
}

/** The elements and text of a fragment: content without a root of its own. Throws as {@link parseXml}. */
export function parseFragment(text: string, limits: AllLimits = defaultLimits): readonly (XmlNode | string)[] {
  return new Parser(text, limits).fragment()
}

/** The encoding that the XML declaration at the start of a text states; undefined when it states none. */
export function declaredEncoding(text: string): string | undefined {
  declarationForm.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  const match = declarationForm.exec(text)
  return match?.[1] ?? match?.[2]
}

type Building = { -readonly [K in keyof XmlNode]: XmlNode[K] } & { children: (XmlNode | string)[]; name: string }

class Parser {
  readonly #text: string
  readonly #limits: AllLimits
  #at = 0
  #nodes = 0
  readonly #namespaces = new Map<string, string>()
  readonly #open: Building[] = []
  /** Text gathered since the last tag: comments, CDATA and references join it. */
  #gathered = ''
  #scope: Scope = {
    parent: { parent: undefined, prefix: '', namespace: '', offset: -1, depth: 0 },
    prefix: 'xml',
    namespace: xmlNamespace,
    offset: -1,
    depth: 0,
  }

  constructor(text: string, limits: AllLimits) {
    this.#text = text
    this.#limits = limits
    if (text.length > limits.length) this.#refuse(`Más de ${limits.length} caracteres`, 0)
    const bad = forbidden.exec(text)
    if (bad !== null) this.#fail(`Carácter no admitido en XML (U+${hex(text.charCodeAt(bad.index))})`, bad.index)
  }

  document(): XmlNode {
    if (this.#text.startsWith('\ufeff')) this.#at = 1
    this.#declaration()
    this.#misc()
    if (this.#text[this.#at] !== '<')
      this.#fail(this.#at >= this.#text.length ? 'El XML está vacío' : 'Se esperaba el nodo raíz')
    const root = this.#element()
    this.#misc()
    if (this.#at < this.#text.length) this.#fail('Hay contenido después del nodo raíz')
    return root
  }

  fragment(): readonly (XmlNode | string)[] {
    const holder = { children: [] as (XmlNode | string)[] }
    this.#content(holder, 0)
    if (this.#at < this.#text.length) this.#fail('Etiqueta de cierre sin apertura')
    return holder.children
  }

  #declaration(): void {
    if (!/^<\?xml[ \t\r\n]/.test(this.#text.slice(this.#at, this.#at + 6))) return
    declarationForm.lastIndex = this.#at
    if (!declarationForm.test(this.#text)) this.#fail('Declaración de XML inválida')
    this.#at = declarationForm.lastIndex
  }

  #misc(): void {
    for (;;) {
      this.#space()
      if (this.#text.startsWith('<!--', this.#at)) this.#comment()
      else if (this.#text.startsWith('<?', this.#at)) this.#instruction()
      else if (this.#text.startsWith('<!', this.#at)) this.#fail('No se admite DOCTYPE ni declaración de entidades')
      else return
    }
  }

  #element(): XmlNode {
    const holder = { children: [] as (XmlNode | string)[] }
    const root = this.#startTag(holder)
    if (root !== undefined) this.#content(root, this.#open.length)
    return holder.children[0] as XmlNode
  }

  /** Reads content into `holder` until the elements opened since `floor` are closed; at floor 0, until a stray end tag or the end. */
  #content(holder: { children: (XmlNode | string)[] }, floor: number): void {
    const text = this.#text
    let current = holder
    for (;;) {
      const lt = text.indexOf('<', this.#at)
      const to = lt < 0 ? text.length : lt
      if (to > this.#at) this.#characters(this.#at, to)
      this.#at = to
      if (lt < 0) {
        if (this.#open.length > 0)
          this.#fail(`Falta cerrar el nodo ${clip(this.#open[this.#open.length - 1]?.name ?? '')}`)
        this.#flush(current)
        return
      }
      const next = text.charCodeAt(lt + 1)
      if (next === 0x2f) {
        this.#flush(current)
        if (this.#open.length === 0) return
        this.#endTag()
        if (this.#open.length < floor) return
        current = this.#open[this.#open.length - 1] ?? holder
      } else if (next === 0x21) {
        if (text.startsWith('<!--', lt)) this.#comment()
        else if (text.startsWith('<![CDATA[', lt)) this.#cdata()
        else this.#fail('No se admite DOCTYPE ni declaración de entidades')
      } else if (next === 0x3f) this.#instruction()
      else {
        this.#flush(current)
        current = this.#startTag(current) ?? current
      }
    }
  }

  #flush(into: { children: (XmlNode | string)[] }): void {
    if (this.#gathered === '') return
    into.children.push(this.#gathered)
    this.#gathered = ''
  }

  #characters(from: number, to: number): void {
    let chunk = this.#text.slice(from, to)
    const cdataEnd = chunk.indexOf(']]>')
    if (cdataEnd >= 0) this.#fail('"]]>" no se admite en el texto', from + cdataEnd)
    if (chunk.includes('\r')) chunk = chunk.replace(/\r\n?/g, '\n')
    this.#gathered += chunk.includes('&') ? this.#references(chunk, from) : chunk
  }

  #cdata(): void {
    const end = this.#text.indexOf(']]>', this.#at + 9)
    if (end < 0) this.#fail('Falta cerrar la sección CDATA')
    this.#gathered += this.#text.slice(this.#at + 9, end).replace(/\r\n?/g, '\n')
    this.#at = end + 3
  }

  #comment(): void {
    const end = this.#text.indexOf('--', this.#at + 4)
    if (end < 0 || this.#text[end + 2] !== '>')
      this.#fail(end < 0 ? 'Falta cerrar el comentario' : '"--" no se admite en un comentario')
    this.#at = end + 3
  }

  #instruction(): void {
    const start = this.#at
    this.#at += 2
    const target = this.#name()
    if (target.toLowerCase() === 'xml') this.#fail('La declaración de XML solo puede ir al principio', start)
    const end = this.#text.indexOf('?>', this.#at)
    if (end < 0) this.#fail('Falta cerrar la instrucción de proceso', start)
    if (end > this.#at && !isSpace(this.#text.charCodeAt(this.#at)))
      this.#fail('Instrucción de proceso inválida', start)
    this.#at = end + 2
  }

  /** Reads a start tag and hangs its element; returns the element when it has content to come. */
  #startTag(into: { children: (XmlNode | string)[] }): Building | undefined {
    const start = this.#at
    const outer = this.#scope
    this.#at = start + 1
    const name = this.#qname()
    const raw = this.#attributes()
    const empty = this.#text.charCodeAt(this.#at) === 0x2f
    if (empty) this.#at++
    if (this.#text.charCodeAt(this.#at) !== 0x3e) this.#fail(`La etiqueta de ${clip(name)} no está bien formada`)
    this.#at++
    const node = this.#node(name, raw, start)
    into.children.push(node)
    if (empty) {
      node.end = node.innerEnd = this.#at
      this.#scope = outer
      return undefined
    }
    if (this.#open.length >= this.#limits.depth) this.#refuse(`Más de ${this.#limits.depth} niveles de nodos`, start)
    this.#open.push(node)
    return node
  }

  #node(name: string, raw: readonly string[], start: number): Building {
    if (++this.#nodes > this.#limits.nodes) this.#refuse(`Más de ${this.#limits.nodes} nodos`, start)
    const colon = name.indexOf(':')
    const prefix = colon < 0 ? '' : name.slice(0, colon)
    const local = colon < 0 ? name : name.slice(colon + 1)
    const { attributes, foreign } = raw.length === 0 ? noAttributes : this.#namespaced(raw, start)
    const namespace = this.#resolve(prefix, start)
    const at = this.#at
    const scope = this.#scope
    return {
      name,
      local,
      prefix,
      namespace,
      attributes,
      foreign,
      children: [],
      start,
      innerStart: at,
      innerEnd: at,
      end: at,
      scope,
    }
  }

  #endTag(): void {
    const node = this.#open.pop() as Building
    const { name } = node
    node.innerEnd = this.#at
    this.#at += 2
    if (!this.#text.startsWith(name, this.#at)) this.#fail(`Se esperaba el cierre de ${clip(name)}`)
    this.#at += name.length
    this.#space()
    if (this.#text.charCodeAt(this.#at) !== 0x3e) this.#fail(`Se esperaba el cierre de ${clip(name)}`)
    this.#at++
    node.end = this.#at
    this.#scope = this.#open[this.#open.length - 1]?.scope ?? outermost(node.scope)
  }

  /** Names and values of a start tag, as written; stops at `>` or `/`. */
  #attributes(): string[] {
    const text = this.#text
    const raw: string[] = []
    const names = new Set<string>()
    const most = 2 * this.#limits.attributes
    for (;;) {
      const spaced = this.#space()
      const code = text.charCodeAt(this.#at)
      if (code === 0x3e || code === 0x2f || Number.isNaN(code)) return raw
      if (!spaced) this.#fail('Falta un espacio entre atributos')
      const at = this.#at
      const name = this.#qname()
      this.#space()
      if (text.charCodeAt(this.#at) !== 0x3d) this.#fail(`El atributo ${clip(name)} no tiene valor`)
      this.#at++
      this.#space()
      const value = this.#attributeValue(name)
      if (isRepeated(raw, names, name)) this.#fail(`El atributo ${clip(name)} está repetido`, at)
      if (raw.length === manyAttributes)
        for (let index = 0; index < raw.length; index += 2) names.add(raw[index] as string)
      if (raw.length >= manyAttributes) names.add(name)
      raw.push(name, value)
      if (raw.length > most) this.#refuse(`Más de ${this.#limits.attributes} atributos en un nodo`, at)
    }
  }

  #attributeValue(name: string): string {
    const text = this.#text
    const quote = text[this.#at]
    if (quote !== '"' && quote !== "'") this.#fail(`El valor del atributo ${clip(name)} debe ir entre comillas`)
    const from = this.#at + 1
    const to = text.indexOf(quote, from)
    if (to < 0) this.#fail(`Falta cerrar el valor del atributo ${clip(name)}`)
    this.#at = to + 1
    const value = text.slice(from, to)
    if (!special.test(value)) return value
    const lt = value.indexOf('<')
    if (lt >= 0) this.#fail(`"<" no se admite en el valor del atributo ${clip(name)}`, from + lt)
    // XML 1.0 section 3.3.3: literal white space becomes a space; references to it stay.
    const spaced = value.replace(/\r\n|[\t\r\n]/g, ' ')
    return spaced.includes('&') ? this.#references(spaced, from) : spaced
  }

  #references(chunk: string, offset: number): string {
    return chunk.replace(/&([^;&]*)(;?)/g, (_, body: string, semicolon: string, at: number) => {
      const character = semicolon === '' ? undefined : dereference(body)
      if (character === undefined) this.#fail(`Referencia inválida: &${body.slice(0, 20)}${semicolon}`, offset + at)
      return character
    })
  }

  #namespaced(raw: readonly string[], start: number): { attributes: readonly string[]; foreign: readonly string[] } {
    if (!raw.some((name, index) => index % 2 === 0 && (name === 'xmlns' || name.includes(':')))) {
      return { attributes: raw, foreign: noAttributes.foreign }
    }
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
      const namespace = this.#resolve(prefix, start)
      const locals = seen.get(namespace) ?? new Set()
      if (locals.has(local)) this.#fail(`El atributo ${clip(local)} está repetido`, start)
      seen.set(namespace, locals.add(local))
      foreign.push(prefix, namespace, local, prefixed[index + 1] as string)
    }
    return foreign
  }

  #declare(prefix: string, namespace: string, start: number): void {
    const reserved = namespace === xmlnsNamespace || (prefix === 'xml') !== (namespace === xmlNamespace)
    if (prefix === 'xmlns' || reserved || (prefix !== '' && namespace === '')) {
      this.#fail(`Declaración de espacio de nombres inválida: ${clip(prefix)}`, start)
    }
    const depth = this.#scope.depth + 1
    if (depth > maxDeclarations) this.#refuse(`Más de ${maxDeclarations} espacios de nombres declarados`, start)
    this.#scope = { parent: this.#scope, prefix, namespace: this.#sole(namespace), offset: start, depth }
  }

  /** The same text each time: namespaces of megabytes are then told apart without a look at them. */
  #sole(namespace: string): string {
    const known = this.#namespaces.get(namespace)
    if (known === undefined) this.#namespaces.set(namespace, namespace)
    return known ?? namespace
  }

  #resolve(prefix: string, start: number): string {
    const namespace = declarationOf(this.#scope, prefix)?.namespace
    if (namespace === undefined) this.#fail(`El prefijo ${clip(prefix)} no está declarado`, start)
    return namespace
  }

  #qname(): string {
    const at = this.#at
    this.#name()
    if (this.#text.charCodeAt(this.#at) === 0x3a) {
      this.#at++
      this.#name()
    }
    return this.#text.slice(at, this.#at)
  }

  #name(): string {
    const text = this.#text
    const from = this.#at
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) break
      if (asciiName[code] === 0 || (at === from && asciiName[code] === 1)) break
    }
    const next = text.charCodeAt(at)
    if (at > from && !(next > 127)) {
      this.#at = at
      return text.slice(from, at)
    }
    return this.#unicodeName(from)
  }

  #unicodeName(from: number): string {
    nameForm.lastIndex = from
    if (!nameForm.test(this.#text)) this.#fail('Se esperaba un nombre')
    this.#at = nameForm.lastIndex
    return this.#text.slice(from, this.#at)
  }

  /** Skips white space; whether there was any. */
  #space(): boolean {
    const from = this.#at
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
    return this.#at > from
  }

  #fail(message: string, at = this.#at): never {
    throw new XmlSyntaxError(this.#text, at, message)
  }

  #refuse(message: string, at: number): never {
    throw new XmlLimitError(this.#text, at, message)
  }
}

/** Names and values from which repeated names are looked for in a set: a search of each among all would be quadratic. */
const manyAttributes = 64

function isRepeated(raw: readonly string[], names: ReadonlySet<string>, name: string): boolean {
  if (raw.length > manyAttributes) return names.has(name)
  for (let index = 0; index < raw.length; index += 2) if (raw[index] === name) return true
  return false
}

const special = /[<&\t\r\n]/
const noAttributes = { attributes: [], foreign: [] } as const

/** Of an ASCII character in a name: 0 not in one, 1 not at its start, 2 anywhere. */
const asciiName = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Z_a-z]/.test(character)) return 2
  return /[-.0-9]/.test(character) ? 1 : 0
})

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

function outermost(scope: Scope): Scope {
  let outer = scope
  while (outer.parent?.parent !== undefined) outer = outer.parent
  return outer
}

/** The declaration of a prefix that holds in a scope; `undefined` when there is none. */
export function declarationOf(scope: Scope, prefix: string): Scope | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.prefix === prefix) return at
  }
  return undefined
}

const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function dereference(body: string): string | undefined {
  if (!body.startsWith('#')) return Object.hasOwn(predefined, body) ? predefined[body] : undefined
  const match = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(body)
  if (match === null) return undefined
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  if (code > 0x10ffff) return undefined
  const character = String.fromCodePoint(code)
  return forbidden.test(character) ? undefined : character
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0')
}
