/**
 * Reads an XSLT of the SAT: the fields of a complement in the cadena original, and their order.
 * @module
 */
import { declarationOf, type XmlNode } from '../../lib/xml/xml.js'
import type { Child, Element, Member } from '../../model/grammar.js'
import {
  areOfOneForm,
  childrenAt,
  type Each,
  type Entry,
  isRequired,
  isWithin,
  merged,
  type Path,
} from './cadenaEntries.js'
import { attributeIn, elementsOf } from './nodes.js'
import type { Note } from './schemaReader.js'

/** A template, and the names of the elements that it matches: the last, within the others. */
interface Template {
  readonly steps: readonly string[]
  readonly node: XmlNode
}

/**
 * Returns the root element with the marks of its cadena; undefined when the transformation has no
 * template for it.
 */
export function readCadena(
  { name, namespace, root }: { name: string; namespace: string; root: Element },
  stylesheet: XmlNode,
  note: Note,
): Element | undefined {
  const reader = new CadenaReader(stylesheet, namespace, note)
  if (!reader.has(name)) return undefined
  return reader.templated(root, name)
}

const absentField = 'está en el XSLT como campo vacío, pero no en el XSD: no se declaró'

const deepPath = 'la ruta llega a nodos de varios niveles o formas: revise la cadena'

class CadenaReader {
  readonly #namespace: string
  readonly #note: Note
  readonly #templates: Template[] = []

  constructor(stylesheet: XmlNode, namespace: string, note: Note) {
    this.#namespace = namespace
    this.#note = note
    for (const node of elementsOf(stylesheet, 'template')) {
      // Templates with a mode are for instructions that name it, which are noted.
      if (attributeIn(node, 'mode') !== undefined) continue
      for (const given of (attributeIn(node, 'match') ?? '').split('|')) {
        const match = given.trim()
        const path = match.replace(/^\/{1,2}/, '').split('/')
        const steps: string[] = []
        for (const step of path) {
          const name = this.#nameOf(step, node)
          if (name !== undefined) steps.push(name)
        }
        if (steps.length === path.length) this.#templates.push({ steps, node })
        else if (steps.length > 0 || /[[(]/.test(match))
          this.#note(match, 'su plantilla no se pudo expresar')
      }
    }
  }

  has(name: string): boolean {
    return this.#templateOf(name) !== undefined
  }

  /** Returns the template of the most steps, and of those the last, as XSLT does. */
  #templateOf(path: string): XmlNode | undefined {
    let best: Template | undefined
    for (const template of this.#templates) {
      const { steps } = template
      const isFitting = `.${path}`.endsWith(`.${steps.join('.')}`)
      if (isFitting && steps.length >= (best?.steps.length ?? 0)) best = template
    }
    return best?.node
  }

  /** Returns an element as its template prints it. */
  templated(element: Element, path: string): Element {
    const template = this.#templateOf(path)
    if (template === undefined) {
      this.#note(path, 'no tiene plantilla en el XSLT: sus datos no entran en la cadena')
      return this.#marked(element, [], path)
    }
    return this.#marked(element, this.#entries(template, path), path)
  }

  #marked(element: Element, entries: readonly Entry[], path: string): Element {
    const content: Record<string, Member> = { ...element.content }
    const fields = new Map<string, Extract<Entry, { kind: 'field' }>>()
    for (const entry of entries) if (entry.kind === 'field') fields.set(entry.name, entry)
    for (const [name, { always, when }] of fields) {
      const member = content[name]
      if (member?.kind === 'attribute' && always && when === undefined && !member.required)
        content[name] = { ...member, cadena: 'always' }
    }
    // A field that the XSD lacks is printed if it is required, and then empty.
    for (const [name, { always }] of fields)
      if (always && content[name]?.kind !== 'attribute') this.#note(`${path}.${name}`, absentField)
    const names = this.#names(
      content,
      entries,
      path,
      element.text !== undefined || element.mixed === true,
    )
    const routes = routesOf(names, content)
    const printed = new Set<string>()
    const listed = new Set<string>()
    let repeated: string | undefined
    for (const { entry, to = entry } of names) {
      if (printed.has(entry)) repeated ??= entry
      printed.add(entry)
      listed.add(routes === undefined ? entry : to)
    }
    if (repeated !== undefined)
      this.#note(path, `${repeated} está dos veces en el XSLT: entra una sola vez en la cadena`)
    const list = [...listed]
    // Whether the entries are the members in declared order, but for attributes that are left out.
    const members: string[] = []
    for (const [name, { kind }] of Object.entries(content))
      if (kind !== 'attribute' || list.includes(name)) members.push(name)
    if (element.text !== undefined) members.push('#text')
    const isInOrder = members.join() === list.join()
    if (isInOrder) {
      // Marks the attributes that the cadena leaves out.
      for (const [name, member] of Object.entries(content))
        if (member.kind === 'attribute' && !fields.has(name))
          content[name] = { ...member, cadena: 'never' }
    }
    return {
      ...element,
      content,
      ...(!isInOrder && { cadena: list }),
      ...(routes !== undefined && { routes }),
    }
  }

  /** Returns the entries as a declaration names them; `content` receives their elements. */
  #names(
    content: Record<string, Member>,
    entries: readonly Entry[],
    path: string,
    hasText: boolean,
  ): readonly Named[] {
    const names: Named[] = []
    for (const entry of entries) {
      if (entry.kind === 'text') {
        if (!hasText)
          this.#note(path, 'el XSLT imprime su texto, y el XSD no lo tiene: revise su tipo')
        names.push({ entry: '#text' })
        continue
      }
      if (entry.kind === 'field') {
        const { name, when } = entry
        if (content[name]?.kind === 'attribute')
          names.push({ entry: when === undefined ? name : `${name} if ${when}` })
        continue
      }
      const [first = ''] = entry.path
      if (!this.#reach(content, entry, path)) {
        if (entry.isDeep) this.#note(`${path}.${entry.path.join('.')}`, deepPath)
        if (entry.first === '!' || (entry.value === 'any' && isRequired(entry)))
          this.#note(`${path}.${entry.path.join('.')}`, absentField)
        continue
      }
      this.#noteOccurrences(content, entry, path)
      const steps = entry.path.join('/')
      if (entry.isDeep)
        names.push({ entry: `//${first}`, ...(entry.path.length === 1 && { to: first }) })
      else if (entry.path.length === 1 && entry.first === '') names.push({ entry: first })
      else names.push({ entry: `${steps}${entry.first}`, ...(entry.first === '' && { to: first }) })
    }
    return names
  }

  /** Notes the values of repeated and absent elements that only the transformation prints. */
  #noteOccurrences(content: Element['content'], entry: Each, path: string): void {
    const { path: steps, isDeep, value, isTwice } = entry
    const route = `${path}.${steps.join('.')}`
    if (isDeep && !areOfOneForm(steps.at(-1) ?? '', content)) this.#note(route, deepPath)
    const children = childrenAt(content, steps)
    const isRepeated = children.some(({ max }) => max > 1)
    if (isRepeated && value !== undefined)
      this.#note(route, 'el XSLT toma el primero de varios nodos: se declararon todos')
    if (isRepeated && isTwice === true)
      this.#note(route, 'el XSLT los recorre dos veces: se declaró una')
    if (value === 'any' && isRequired(entry) && children.some(({ min }) => min === 0))
      this.#note(route, 'el XSLT deja un campo vacío sin ese nodo: no se declaró')
  }

  /** Marks the elements of an entry. Returns whether they are declared. */
  #reach(content: Record<string, Member>, entry: Each, path: string, isOwn = true): boolean {
    const [name = '', ...rest] = entry.path
    const child = content[name]
    if (child?.kind !== 'child') return false
    const at = `${path}.${name}`
    if (rest.length > 0) {
      const inner = { ...child.element.content }
      if (!this.#reach(inner, { ...entry, path: rest }, at, false)) return false
      content[name] = { ...child, element: { ...child.element, content: inner } }
      return true
    }
    const element =
      entry.body === undefined
        ? this.templated(child.element, at)
        : this.#marked(child.element, entry.body, at)
    const isInline = entry.body !== undefined && isOwn && !entry.isDeep
    content[name] = {
      ...child,
      element: { ...element, ...(isInline && { inline: true }) },
    }
    return true
  }

  #entries(node: XmlNode, path: string): readonly Entry[] {
    for (const one of node.children)
      if (typeof one === 'string' && one.trim() !== '') this.#noteText(one, path)
    const entries = elementsOf(node).flatMap((one) => {
      switch (one.local) {
        case 'call-template': {
          // The SAT's `Requerido` and `Opcional`, with the value as parameter.
          const [param] = elementsOf(one, 'with-param')
          const select = param && attributeIn(param, 'select')
          const name = attributeIn(one, 'name') ?? ''
          if (select === undefined || !/^(?:Requerido|Opcional)$/i.test(name)) {
            this.#note(path, `la plantilla ${name} no se pudo expresar`)
            return []
          }
          return this.#field(select, /^R/i.test(name), one, path)
        }
        case 'value-of': {
          const select = attributeIn(one, 'select') ?? ''
          const inner = /^concat\('\|',normalize-space\((.*)\)\)$/.exec(
            select.replace(/\s+/g, ''),
          )?.[1]
          if (inner !== undefined) return this.#field(inner, true, one, path)
          this.#note(path, `el valor ${select} no se pudo expresar`)
          return []
        }

        case 'apply-templates':
          return this.#apply(one, path)
        case 'for-each':
          return this.#forEach(one, path)
        case 'if':
          return this.#condition(one, path)
        case 'text':
          this.#noteText(one.children.join(''), path)
          return []
        case 'param':
        case 'variable':
          return []
        default:
          this.#note(path, `xsl:${one.local} no se pudo expresar`)
          return []
      }
    })
    return merged(entries)
  }

  #noteText(text: string, path: string): void {
    this.#note(path, `el texto «${text.trim()}» del XSLT no se pudo expresar`)
  }

  #field(select: string, always: boolean, node: XmlNode, path: string): readonly Entry[] {
    if (/^(?:\.|(?:\.\/)?text\(\))$/.test(select.trim())) return [{ kind: 'text' }]
    const at = this.#path(select, node)
    if (at === undefined) {
      this.#note(path, `la ruta ${select} no se pudo expresar`)
      return []
    }
    const { steps, attribute, isDeep } = at
    if (attribute !== undefined) {
      const field: Entry = { kind: 'field', name: attribute, always }
      if (steps.length === 0) return [field]
      return [{ kind: 'each', path: steps, isDeep, first: '', body: [field], value: 'any' }]
    }
    return [
      { kind: 'each', path: steps, isDeep, first: always ? '!' : '?', body: [{ kind: 'text' }] },
    ]
  }

  #apply(node: XmlNode, path: string): readonly Entry[] {
    const select = attributeIn(node, 'select')
    if (select === undefined || select === '*') {
      this.#note(path, 'aplica las plantillas a todo su contenido: revise el orden')
      return []
    }
    const paths = select.split('|')
    if (paths.length > 1)
      this.#note(path, `la ruta ${select} va en el orden del documento: revise el de la cadena`)
    const entries: Entry[] = []
    for (const one of paths) {
      const at = this.#path(one, node)
      if (at === undefined) {
        this.#note(path, `la ruta ${one} no se pudo expresar`)
        continue
      }
      const { steps, attribute, isDeep } = at
      if (attribute !== undefined) {
        entries.push(...this.#field(one, false, node, path))
        continue
      }
      const mode = attributeIn(node, 'mode')
      if (mode !== undefined) this.#note(path, `mode="${mode}" de ${one} no se pudo expresar`)
      entries.push({ kind: 'each', path: steps, isDeep, first: '' })
    }
    return entries
  }

  #forEach(node: XmlNode, path: string): readonly Entry[] {
    const select = attributeIn(node, 'select') ?? ''
    const first = /^\((.*)\)\[1\]$/.exec(select.trim())?.[1]
    const at = this.#path(first ?? select, node)
    if (at === undefined || at.attribute !== undefined) {
      this.#note(path, `la ruta ${select} no se pudo expresar`)
      return []
    }
    const { steps, isDeep } = at
    const [only, ...others] = elementsOf(node)
    const each = {
      kind: 'each',
      path: steps,
      isDeep,
      first: first === undefined ? '' : '?',
    } as const
    const isSelf =
      others.length === 0 &&
      only?.local === 'apply-templates' &&
      attributeIn(only, 'select') === '.'
    if (isSelf) return [each]
    return [{ ...each, body: this.#entries(node, `${path}.${steps.join('.')}`) }]
  }

  #condition(node: XmlNode, path: string): readonly Entry[] {
    const test = attributeIn(node, 'test') ?? ''
    const absent = /^not\((.*)\)$/.exec(test.trim())?.[1]
    if (absent !== undefined && textIn(node).trim() === '|') {
      const at = this.#path(absent, node)
      // Prints an empty field for the absent first element.
      if (at !== undefined) return [{ kind: 'each', path: at.steps, isDeep: at.isDeep, first: '!' }]
    }
    const entries = this.#entries(node, path)
    const equals = /^(?:\.\/)?@([^\s=]+)\s*=\s*'([^']*)'$/.exec(test.trim())
    if (equals !== null && entries.every(({ kind }) => kind === 'field'))
      return entries.map((entry) => ({ ...entry, when: `${equals[1]}=${equals[2]}` }))
    const tested = this.#path(test, node)
    // Existence: the entries print nothing without their element.
    if (tested !== undefined && entries.every((entry) => isWithin(entry, tested)))
      return entries.map((entry) => ({
        ...entry,
        ...(entry.kind === 'field' && { always: false }),
        ...(entry.kind === 'each' && entry.value && { value: 'tested' as const }),
      }))
    this.#note(path, `la condición ${test} no se pudo expresar`)
    return entries
  }

  #path(select: string, node: XmlNode): Path | undefined {
    const given = select.trim()
    if (/^\/(?!\/)/.test(given)) return undefined
    const isDeep = /^\.?\/\//.test(given)
    const parts = given.replace(/^\.?\/{0,2}/, '').split('/')
    const last = parts.at(-1) ?? ''
    const attribute = last.startsWith('@') ? last.slice(1) : undefined
    if (attribute !== undefined && !isXmlName(attribute)) return undefined
    const steps: string[] = []
    for (const part of attribute === undefined ? parts : parts.slice(0, -1)) {
      const name = this.#nameOf(part, node)
      if (name === undefined) return undefined
      steps.push(name)
    }
    if (attribute === undefined && steps.length === 0) return undefined
    return { steps, isDeep, ...(attribute !== undefined && { attribute }) }
  }

  /** Returns the local name of a step in the namespace of the complement. */
  #nameOf(step: string, node: XmlNode): string | undefined {
    const [prefix = '', local, ...more] = step.split(':')
    if (local === undefined || more.length > 0 || !isXmlName(local)) return undefined
    if (declarationOf(node.scope, prefix)?.namespace !== this.#namespace) return undefined
    return local
  }
}

/** Returns the text of a node that has nothing else. */
function textIn(node: XmlNode): string {
  let text = ''
  for (const one of node.children) {
    if (typeof one === 'string') text += one
    else text += one.local === 'text' ? textIn(one) : '\uFFFD'
  }
  return text
}

const isXmlName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name)

/** An entry of a list of fields. `to` is the child that contains its elements. */
interface Named {
  readonly entry: string
  readonly to?: string
}

/**
 * Returns the routes of children that the transformation reaches by other paths; undefined when the
 * entries of a child are apart, or there are none.
 */
function routesOf(
  names: readonly Named[],
  content: Readonly<Record<string, Member>>,
): Readonly<Record<string, readonly string[]>> | undefined {
  const routes = new Map<string, string[]>()
  let last: string | undefined
  for (const { entry, to } of names) {
    if (to === undefined) last = undefined
    else if (to === last) routes.get(to)?.push(entry)
    else if (routes.has(to)) return undefined
    else {
      routes.set(to, [entry])
      last = to
    }
  }
  if (routes.size === 0) return undefined
  for (const [name, paths] of routes)
    if (content[name]?.kind !== 'child' || !reachesAll(content, name, paths)) return undefined
  return Object.fromEntries(routes)
}

/** Whether the paths reach all content of a child in its order. */
function reachesAll(content: Element['content'], name: string, paths: readonly string[]): boolean {
  // At any depth: the same, unless another child has elements of that name.
  if (paths.length === 1 && paths[0] === `//${name}`) return timesNamed(name, content) === 1
  return leavesOf(content[name] as Child, name).join() === paths.join()
}

function timesNamed(name: string, content: Element['content']): number {
  let times = 0
  for (const [key, member] of Object.entries(content))
    if (member.kind === 'child')
      times += Number(key === name) + timesNamed(name, member.element.content)
  return times
}

function leavesOf({ element }: Child, path: string): readonly string[] {
  const leaves: string[] = []
  for (const [name, member] of Object.entries(element.content)) {
    if (member.kind !== 'child') return [path]
    leaves.push(...leavesOf(member, `${path}/${name}`))
  }
  return element.text !== undefined || leaves.length === 0 ? [path] : leaves
}
