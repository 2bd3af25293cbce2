/**
 * Writes a declaration as a module that a program imports.
 * @module
 */
import type { Attribute, Child, Complement, Element, Simple } from '../../model/grammar.js'
import * as types from '../../model/types.js'
import { place as retencion } from '../../sat/retenciones20/complement.js'

/** Content of a module. */
export interface ModuleOptions {
  readonly complement: Complement
  /** Documentation of members, by their path. */
  readonly meanings: ReadonlyMap<string, string>
  /** Omissions of the declaration. */
  readonly notes: readonly string[]
  /** Whether to write TypeScript, with the type of the complement. */
  readonly isTyped: boolean
  /** Whether no complement of the library has its name: its type is then added to drafts. */
  readonly isNew: boolean
}

/** Returns the module, formatted. */
export function writeModule({
  complement,
  meanings,
  notes,
  isTyped,
  isNew,
}: ModuleOptions): string {
  const { root, name, version, previous, ...all } = complement
  const ofRetencion = all.at === retencion
  const { at: _, tipos: __, ...others } = all
  const facts = ofRetencion ? others : all
  const writer = new DeclarationWriter(meanings)
  const body = writer.element(root, name, 1)
  const variable = variableOf(name)
  let members = ''
  const stated = { name, ...(version !== undefined && { version }), ...facts }
  for (const [key, value] of Object.entries(stated)) members += `  ${key}: ${literal(value)},\n`
  const known = ofRetencion ? 'complementosDeRetencion' : 'complements'
  if (previous !== undefined)
    members += `  previous: ${known}.find(({ namespace }) => namespace === ${literal(previous.namespace)}),\n`
  const title = version === undefined ? name : `${name} ${version}`
  let about = ` * ${safeComment(title)}, de los archivos del SAT: \`cfdi-stamp declare\`.\n`
  if (notes.length > 0) about += ' *\n * No se pudo expresar:\n'
  for (const note of notes) about += ` * - ${safeComment(note)}\n`
  // `complement` of a document gives its place.
  const revised = previous === undefined ? '' : known
  const builder = ofRetencion
    ? `import { ${['complement', revised].filter(Boolean).join(', ')} } from 'cfdi-stamp/retenciones'\n`
    : revised && `import { ${revised} } from 'cfdi-stamp/complements'\n`
  const names = [...[...writer.used].sort(), 'types']
  if (!ofRetencion) names.unshift('complement')
  if (isTyped) names.push('type Static')
  const typed = isTyped ? typesOf(complement, variable, isNew) : ''
  return `/**\n${about} */\nimport {\n  ${names.join(',\n  ')},\n} from 'cfdi-stamp/model'\n${builder}\nexport const ${variable} = complement({\n${members}  root: ${body},\n})\n${typed}`
}

/** Names of the slots, by the place of a declaration. */
const slots: Readonly<Record<string, string>> = {
  concepto: 'ComplementosDelConcepto',
  [retencion]: 'ComplementosDeLaRetencion',
}

/** The type of the complement, and its place in drafts. */
function typesOf({ name, at }: Complement, variable: string, isNew: boolean): string {
  const type = `${variable[0]?.toUpperCase()}${variable.slice(1)}`
  const slot = slots[at] ?? 'ComplementosDelComprobante'
  const member = `    readonly ${keyOf(name)}?: ${type} | undefined\n`
  let places = ''
  for (const place of [`${slot}Draft`, slot]) places += `  interface ${place} {\n${member}  }\n`
  const own = `\nexport interface ${type} extends Static<typeof ${variable}.root> {}\n`
  if (!isNew) return own
  return `${own}\ndeclare module '${at === retencion ? 'cfdi-stamp/retenciones' : 'cfdi-stamp'}' {\n${places}}\n`
}

class DeclarationWriter {
  /** Functions of `cfdi-stamp/model` that the module calls. */
  readonly used = new Set<string>()
  readonly #meanings: ReadonlyMap<string, string>

  constructor(meanings: ReadonlyMap<string, string>) {
    this.#meanings = meanings
  }

  element(element: Element, path: string, depth: number): string {
    const { kind: _, content, shape, text, inline: __, ...options } = element
    const given = Object.keys(options).length === 0 ? '' : literal(options)
    if (shape === 'text') {
      const attributes =
        Object.keys(content).length === 0 ? [] : [this.#content(content, path, depth)]
      return this.#call('textElement', [typeText(text as Simple), ...attributes])
    }
    if (shape === 'list') {
      const [[name, child]] = Object.entries(content) as [[string, Child]]
      const item = this.#child(child, `${path}.${name}`, depth)
      return this.#call('list', [literal(name), item, ...(given === '' ? [] : [given])])
    }
    return this.#call('element', [
      this.#content(content, path, depth),
      ...(given === '' ? [] : [given]),
    ])
  }

  #call(name: string, values: readonly string[]): string {
    this.used.add(name)
    return `${name}(${values.join(', ')})`
  }

  #content(content: Element['content'], path: string, depth: number): string {
    const indent = '  '.repeat(depth + 1)
    let members = ''
    for (const [name, member] of Object.entries(content)) {
      const at = `${path}.${name}`
      const meaning = this.#meanings.get(at)
      if (meaning) members += `${indent}/** ${safeComment(meaning)} */\n`
      const value =
        member.kind === 'attribute'
          ? this.#attribute(member)
          : this.#child(member as Child, at, depth + 1)
      members += `${indent}${keyOf(name)}: ${value},\n`
    }
    if (members === '') return '{}'
    return `{\n${members}${'  '.repeat(depth)}}`
  }

  #attribute({ type, required, cadena }: Attribute): string {
    const attribute = this.#call(required ? 'required' : 'optional', [typeText(type)])
    if (cadena === undefined) return attribute
    return this.#call(cadena === 'never' ? 'sinCadena' : 'siempreEnCadena', [attribute])
  }

  #child({ element, min, max }: Child, path: string, depth: number): string {
    const counted = this.#counted(this.element(element, path, depth), min, max)
    if (element.inline !== true) return counted
    return this.#call('inline', [counted])
  }

  #counted(inner: string, min: number, max: number): string {
    if (max === 1 && min === 0) return this.#call('maybe', [inner])
    if (max === 1) return this.#call('one', [inner])
    const most = [max].filter(Number.isFinite).map(String)
    if (min === 0) return this.#call('zeroOrMore', [inner, ...most])
    if (min === 1) return this.#call('oneOrMore', [inner, ...most])
    return this.#call('atLeast', [String(min), inner, ...most])
  }
}

/** Returns the shortest expression of a type. */
function typeText(type: Simple): string {
  const wanted = sorted(type)
  for (const [name, known] of Object.entries(types))
    if (typeof known === 'object' && sorted(known) === wanted) return `types.${name}`
  const { base, facets, catalog, isRate } = type
  const { fixed, enumeration, whiteSpace, minLength, maxLength, pattern, fractionDigits } = facets
  const all: (readonly [string, Simple] | undefined)[] = [
    fixed === undefined ? undefined : call('fixed', types.fixed, fixed),
    fixed === undefined ? undefined : call('exactly', types.exactly, fixed),
    enumeration && catalog !== undefined
      ? call('closedCatalog', types.closedCatalog, catalog, ...enumeration)
      : undefined,
    enumeration && call('oneOf', types.oneOf, ...enumeration),
  ]
  if (catalog !== undefined) all.push(call('catalog', types.catalog, catalog, ...someOf(facets)))
  if (minLength !== undefined && maxLength !== undefined)
    all.push(call('text', types.text, minLength, maxLength))
  if (minLength !== undefined && pattern !== undefined)
    all.push(call('code', types.code, minLength, pattern))
  if (base === 'string' && whiteSpace === 'preserve') {
    const { whiteSpace: _, ...others } = facets
    all.push(call('rawText', types.rawText, ...someOf(others)))
  } else if (base === 'string') {
    if (pattern !== undefined) all.push(call('pattern', types.pattern, pattern))
    all.push(call('token', types.token, ...someOf(facets)))
  } else if (base === 'decimal') {
    const { fractionDigits: _, ...others } = facets
    if (fractionDigits !== undefined && isRate !== true)
      all.push(call('decimal', types.decimal, fractionDigits, ...someOf(others)))
    all.push(call('number', types.number, ...someOf(facets)))
  } else if (base === 'integer') {
    all.push(call('int', types.int), call('short', types.short))
    all.push(call('integer', types.integer, ...someOf(facets)))
  } else all.push(call('lexical', types.lexical, base, ...someOf(facets)))
  for (const one of all)
    if (one !== undefined && sorted(one[1]) === wanted) return `types.${one[0]}`
  return literal(type)
}

function call<Values extends readonly unknown[]>(
  name: string,
  make: (...values: Values) => Simple,
  ...values: Values
): readonly [string, Simple] {
  return [`${name}(${values.map(literal).join(', ')})`, make(...values)]
}

function someOf<T extends object>(facets: T): [] | [T] {
  if (Object.keys(facets).length === 0) return []
  return [facets]
}

/** Returns the value as text that is equal for equal values. */
function sorted(value: object): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** Returns a value as source. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${literal(one)}`)
    return `{ ${members.join(', ')} }`
  }
  if (typeof value !== 'string') return String(value)
  const text = JSON.stringify(value)
  if (value.includes("'")) return text
  return `'${text.slice(1, -1).replaceAll('\\"', '"')}'`
}

function keyOf(name: string): string {
  if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return name
  return literal(name)
}

/** Returns the name of a constant: `hidroYPetro`. */
function variableOf(name: string): string {
  const word = name.replace(/[^\p{L}\p{N}_]/gu, '_')
  const variable = `${word[0]?.toLowerCase()}${word.slice(1)}`
  return reserved.test(variable) ? `${variable}_` : variable
}

/** Words of the language, and functions that the module imports, which name no constant. */
const reserved =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|complements?|element|inline|list|maybe|one|oneOrMore|atLeast|optional|required|textElement|zeroOrMore|siempreEnCadena|sinCadena|types)$/

function safeComment(text: string): string {
  return text.replaceAll('*/', '* /')
}
