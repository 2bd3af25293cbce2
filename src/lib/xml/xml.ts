/**
 * A strict reader of XML 1.0 with namespaces and without DTD, for the XML that a CFDI may be
 * written in.
 *
 * It reads the text once, iteratively, in linear time. DTDs are refused, so entities other than the
 * five predefined ones cannot be declared or expanded.
 * @module
 */
import { type AllLimits, defaultLimits } from '../limits.js'
import { AttributeList, type Attributes, Namespaces, outermost, type Scope } from './namespaces.js'
import { clip, findForbidden } from '../text.js'
import { XmlLimitError, XmlSyntaxError } from './xmlError.js'
import {
  NameReader,
  normalizeLineEnds,
  normalizeSpaces,
  type QName,
  replaceReferences,
  spaceEnd,
} from './xmlTokens.js'

export { declarationOf } from './namespaces.js'
export { type Scope, XmlLimitError, XmlSyntaxError }

/** A parsed element. */
export interface XmlNode extends Attributes {
  readonly local: string
  readonly prefix: string
  /** Empty when the element has no namespace. */
  readonly namespace: string
  /** Child elements and text. CDATA is text; comments and processing instructions are dropped. */
  readonly children: readonly (XmlNode | string)[]
  /**
   * Offsets in the text: of `<`, after the start tag, of the end tag's `<`, and after the element.
   */
  readonly start: number
  readonly innerStart: number
  innerEnd: number
  end: number
  /** Namespaces in scope. */
  readonly scope: Scope
}

const declarationForm =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][A-Za-z0-9._-]*)"|'([A-Za-z][A-Za-z0-9._-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y

/**
 * Returns the root element of a document. Throws {@link XmlSyntaxError}, and {@link XmlLimitError}
 * beyond the limits.
 */
export function parseXml(text: string, limits: AllLimits = defaultLimits): XmlNode {
  return new Parser(text, limits).document()
}

/**
 * Returns the elements and text of a fragment: content without a root of its own. Throws as
 * {@link parseXml}.
 */
export function parseFragment(
  text: string,
  limits: AllLimits = defaultLimits,
): readonly (XmlNode | string)[] {
  return new Parser(text, limits).fragment()
}

/**
 * Returns the encoding stated by the XML declaration at the start of a text; undefined without one.
 */
export function declaredEncoding(text: string): string | undefined {
  declarationForm.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  const match = declarationForm.exec(text)
  return match?.[1] ?? match?.[2]
}

/** A node under construction. */
interface Holder {
  children: (XmlNode | string)[]
}

type Building = { -readonly [K in keyof XmlNode]: XmlNode[K] } & Holder & { name: string }

/** Shared children of elements without any: half of a tree's elements. Never added to. */
const childless: (XmlNode | string)[] = []

class Parser {
  readonly #text: string
  readonly #limits: AllLimits
  #at = 0
  #nodes = 0
  readonly #names: NameReader
  readonly #tag = new AttributeList()
  readonly #namespaces: Namespaces
  readonly #open: Building[] = []
  /** Text since the last tag: comments, CDATA and references join it. */
  #gathered = ''

  constructor(text: string, limits: AllLimits) {
    this.#text = text
    this.#limits = limits
    this.#names = new NameReader(text)
    this.#namespaces = new Namespaces(text)
    if (text.length > limits.length) this.#refuse('length', 'caracteres', 0)
    const bad = findForbidden(text)
    if (bad >= 0) {
      const hex = text.charCodeAt(bad).toString(16).toUpperCase().padStart(4, '0')
      this.#fail(`Carácter no admitido en XML (U+${hex})`, bad)
    }
  }

  document(): XmlNode {
    if (this.#text.startsWith('\ufeff')) this.#at = 1
    if (/^<\?xml[ \t\r\n]/.test(this.#text.slice(this.#at, this.#at + 6))) {
      declarationForm.lastIndex = this.#at
      if (!declarationForm.test(this.#text)) this.#fail('Declaración de XML inválida')
      this.#at = declarationForm.lastIndex
    }
    this.#misc()
    if (this.#text[this.#at] !== '<')
      this.#fail(this.#at >= this.#text.length ? 'El XML está vacío' : 'Se esperaba el nodo raíz')
    const holder: Holder = { children: childless }
    const root = this.#startTag(holder)
    if (root !== undefined) this.#content(root, this.#open.length)
    this.#misc()
    if (this.#at < this.#text.length) this.#fail('Hay contenido después del nodo raíz')
    return holder.children[0] as XmlNode
  }

  fragment(): readonly (XmlNode | string)[] {
    const holder: Holder = { children: childless }
    this.#content(holder, 0)
    if (this.#at < this.#text.length) this.#fail('Etiqueta de cierre sin apertura')
    return holder.children
  }

  #misc(): void {
    for (;;) {
      this.#space()
      if (this.#text.startsWith('<!--', this.#at)) this.#comment()
      else if (this.#text.startsWith('<?', this.#at)) this.#instruction()
      else if (this.#text.startsWith('<!', this.#at))
        this.#fail('No se admite DOCTYPE ni declaración de entidades')
      else return
    }
  }

  /**
   * Reads content into `holder` until the elements opened since `floor` are closed; at floor 0,
   * until an unmatched end tag or the end.
   */
  #content(holder: Holder, floor: number): void {
    const text = this.#text
    let current = holder
    for (;;) {
      const lt = text.indexOf('<', this.#at)
      const to = lt < 0 ? text.length : lt
      if (to > this.#at) {
        const from = this.#at
        if (to - from > this.#limits.text) this.#refuse('text', 'caracteres en un texto', from)
        const chunk = text.slice(from, to)
        const cdataEnd = chunk.indexOf(']]>')
        if (cdataEnd >= 0) this.#fail('"]]>" no se admite en el texto', from + cdataEnd)
        this.#gather(this.#references(normalizeLineEnds(chunk), from))
      }
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
        else if (text.startsWith('<![CDATA[', lt)) {
          const end = text.indexOf(']]>', lt + 9)
          if (end < 0) this.#fail('Falta cerrar la sección CDATA')
          this.#gather(normalizeLineEnds(text.slice(lt + 9, end)))
          this.#at = end + 3
        } else this.#fail('No se admite DOCTYPE ni declaración de entidades')
      } else if (next === 0x3f) this.#instruction()
      else {
        this.#flush(current)
        current = this.#startTag(current) ?? current
      }
    }
  }

  #flush(into: Holder): void {
    if (this.#gathered === '') return
    appendChild(into, this.#gathered)
    this.#gathered = ''
  }

  /** The limit applies to the text between two tags, across comments and CDATA sections. */
  #gather(chunk: string): void {
    this.#gathered += chunk
    if (this.#gathered.length > this.#limits.text)
      this.#refuse('text', 'caracteres en un texto', this.#at)
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
    const { prefix, local } = this.#qname()
    if (prefix !== '') this.#fail('Instrucción de proceso inválida', start)
    if (local.toLowerCase() === 'xml')
      this.#fail('La declaración de XML solo puede ir al principio', start)
    const end = this.#text.indexOf('?>', this.#at)
    if (end < 0) this.#fail('Falta cerrar la instrucción de proceso', start)
    if (end > this.#at && !this.#space()) this.#fail('Instrucción de proceso inválida', start)
    this.#at = end + 2
  }

  /** Reads a start tag and appends its element; returns the element if it has content. */
  #startTag(into: Holder): Building | undefined {
    const start = this.#at
    const outer = this.#namespaces.scope
    this.#at = start + 1
    const name = this.#qname()
    const raw = this.#attributes()
    const empty = this.#text.charCodeAt(this.#at) === 0x2f
    if (empty) this.#at++
    if (this.#text.charCodeAt(this.#at) !== 0x3e)
      this.#fail(`La etiqueta de ${clip(name.text)} no está bien formada`)
    this.#at++
    if (++this.#nodes > this.#limits.nodes) this.#refuse('nodes', 'nodos', start)
    const { attributes, foreign } = this.#namespaces.enter(raw, start)
    const namespace = this.#namespaces.resolve(name.prefix, start)
    const at = this.#at
    const node: Building = {
      name: name.text,
      local: name.local,
      prefix: name.prefix,
      namespace,
      attributes,
      foreign,
      children: childless,
      start,
      innerStart: at,
      innerEnd: at,
      end: at,
      scope: this.#namespaces.scope,
    }
    appendChild(into, node)
    if (empty) {
      node.end = node.innerEnd = this.#at
      this.#namespaces.scope = outer
      return undefined
    }
    if (this.#open.length >= this.#limits.depth) this.#refuse('depth', 'niveles de nodos', start)
    this.#open.push(node)
    return node
  }

  #endTag(): void {
    const node = this.#open.pop() as Building
    const { name } = node
    node.innerEnd = this.#at
    this.#at += 2
    if (!this.#text.startsWith(name, this.#at)) this.#fail(`Se esperaba el cierre de ${clip(name)}`)
    this.#at += name.length
    this.#space()
    if (this.#text.charCodeAt(this.#at) !== 0x3e)
      this.#fail(`Se esperaba el cierre de ${clip(name)}`)
    this.#at++
    node.end = this.#at
    this.#namespaces.scope = this.#open[this.#open.length - 1]?.scope ?? outermost
  }

  /** Names and values of a start tag, as written; stops at `>` or `/`. */
  #attributes(): readonly string[] {
    const text = this.#text
    for (;;) {
      const spaced = this.#space()
      const code = text.charCodeAt(this.#at)
      if (code === 0x3e || code === 0x2f || Number.isNaN(code)) return this.#tag.take()
      if (!spaced) this.#fail('Falta un espacio entre atributos')
      const at = this.#at
      const name = this.#names.textAt(this.#at) ?? this.#fail('Se esperaba un nombre')
      this.#at += name.length
      this.#space()
      if (text.charCodeAt(this.#at) !== 0x3d) this.#fail(`El atributo ${clip(name)} no tiene valor`)
      this.#at++
      this.#space()
      const value = this.#attributeValue(name)
      if (!this.#tag.add(name, value)) this.#fail(`El atributo ${clip(name)} está repetido`, at)
      if (this.#tag.count > this.#limits.attributes)
        this.#refuse('attributes', 'atributos en un nodo', at)
    }
  }

  #attributeValue(name: string): string {
    const text = this.#text
    const quote = text[this.#at]
    if (quote !== '"' && quote !== "'")
      this.#fail(`El valor del atributo ${clip(name)} debe ir entre comillas`)
    const from = this.#at + 1
    const to = text.indexOf(quote, from)
    if (to < 0) this.#fail(`Falta cerrar el valor del atributo ${clip(name)}`)
    this.#at = to + 1
    if (to - from > this.#limits.text)
      this.#refuse('text', `caracteres en el atributo ${clip(name)}`, from)
    const value = text.slice(from, to)
    if (!special.test(value)) return value
    const lt = value.indexOf('<')
    if (lt >= 0) this.#fail(`"<" no se admite en el valor del atributo ${clip(name)}`, from + lt)
    // XML 1.0 section 3.3.3: literal white space becomes spaces; references to it stay.
    return this.#references(normalizeSpaces(value), from)
  }

  #references(chunk: string, offset: number): string {
    if (!chunk.includes('&')) return chunk
    return replaceReferences(chunk, (found, at) =>
      this.#fail(`Referencia inválida: ${found}`, offset + at),
    )
  }

  #qname(): QName {
    const name = this.#names.at(this.#at)
    if (name === undefined) this.#fail('Se esperaba un nombre')
    this.#at += name.text.length
    return name
  }

  /** Skips white space; returns whether there was any. */
  #space(): boolean {
    const from = this.#at
    this.#at = spaceEnd(this.#text, from)
    return this.#at > from
  }

  #fail(message: string, at = this.#at): never {
    throw new XmlSyntaxError(this.#text, at, message)
  }

  #refuse(limit: keyof AllLimits, noun: string, at: number): never {
    throw new XmlLimitError(
      this.#text,
      at,
      `Más de ${this.#limits[limit]} ${noun} (límite \`${limit}\`)`,
    )
  }
}

/** Gives a list of one child its exact size: V8 reserves room for 17 when an empty list grows. */
function appendChild(holder: Holder, child: XmlNode | string): void {
  if (holder.children === childless) holder.children = [child]
  else holder.children.push(child)
}

const special = /[<&\t\r\n]/
