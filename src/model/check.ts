/**
 * Checks the structure of a JSON value against its declaration. Returns findings and throws
 * nothing.
 *
 * The check is compiled once per model into closures, and visits each property of the document
 * once.
 * @module
 */
import { isRecord, ownData, withoutNulls } from '../lib/json.js'
import { quote } from '../lib/text.js'
import { attributeJudging, type Judging, textAttribute, type Visit } from './check/attribute.js'
import { report, reportIntact, reportUnknown } from './check/report.js'
import { Context, type Membership, type StructureOptions } from './check/structureContext.js'
import type { At, Finding, FindingTally } from './finding.js'
import { barsIn, checkFragment } from './fragment.js'
import type { Child, Complement, Element, Member, Model, Slot } from './grammar.js'
import { createKeyTrie } from './keyTrie.js'
import { type PlacementProblems, placementOf } from './placement.js'
import {
  earlierVersion,
  laterVersion,
  revisionOn,
  selectComplement,
  versionNameOf,
} from './version.js'

export type { Membership, StructureOptions }

/**
 * Returns every finding about the structure of a document; `[]` when it matches the model.
 * @example
 * checkStructure(cfdi, factura) // → []
 * checkStructure(cfdi, { ...factura, Total: 'mucho' })[0]?.field // → 'Total'
 */
export function checkStructure(
  model: Model,
  document: unknown,
  options: StructureOptions = {},
): Finding[] {
  const { findings, tally } = judgeStructure(model, document, options)
  return [...findings, ...tally.last()]
}

/** Result of a structural check. */
export interface Structure
  extends Readonly<
    Pick<Context, 'findings' | 'tally' | 'allInForce' | 'isPlain' | 'intact' | 'spaced' | 'barred'>
  > {
  /**
   * Whether the whole document was checked and every finding is listed. Only then can rules rely on
   * the rest.
   */
  readonly isWhole: boolean
  /** The document, without its null properties. */
  readonly document: unknown
}

/**
 * Checks the structure and returns the findings with the context that rules need. Null properties
 * count as absent: a document with any is checked again without them. Findings are counted from
 * `counted`, if given.
 */
export function judgeStructure(
  model: Model,
  document: unknown,
  options: StructureOptions,
  counted?: FindingTally,
): Structure {
  const context = new Context(options, model.document.name, counted?.copy())
  let visit = cache.get(model)
  if (visit === undefined) {
    visit = new Compiler(model).document()
    cache.set(model, visit)
  }
  visit(document, undefined, context)
  const problem = `tiene más de ${context.mostItems} elementos en sus listas`
  const exceeds = context.exceeds(0)
  if (exceeds) report(context, undefined, model.document.name, '', problem)
  const { findings, tally, allInForce, isPlain, intact, spaced, barred, hasNull } = context
  if (hasNull) {
    const stripped = withoutNulls(document)
    if (stripped !== document) return judgeStructure(model, stripped, options, counted)
  }
  const isWhole = !exceeds && !tally.isOver
  return { findings, tally, allInForce, isPlain, intact, spaced, barred, document, isWhole }
}

const cache = new WeakMap<Model, Visit>()

class Compiler {
  readonly #model: Model
  readonly #placement: PlacementProblems
  /** By element and by name: one declaration may have two names. */
  readonly #elements = new Map<Element, Map<string, Visit>>()

  constructor(model: Model) {
    this.#model = model
    this.#placement = placementOf(model.document)
  }

  document(): Visit {
    const { name, root, tipo, fecha } = this.#model.document
    const visit = this.#element(name, root)
    return (value, at, context) => {
      if (isRecord(value)) {
        if (tipo !== undefined) context.tipo = value[tipo]
        if (fecha !== undefined) context.fecha = value[fecha]
      }
      visit(value, at, context)
    }
  }

  #element(name: string, element: Element): Visit {
    const named = this.#elements.get(element) ?? new Map<string, Visit>()
    this.#elements.set(element, named)
    const visit = named.get(name) ?? this.#shape(name, element)
    named.set(name, visit)
    return visit
  }

  #shape(name: string, element: Element): Visit {
    if (element.shape === 'list') {
      const [item, child] = Object.entries(element.content)[0] as [string, Child]
      return this.#items(name, item, child, `debe ser una lista de ${item}`)
    }
    if (element.shape === 'text' && Object.keys(element.content).length === 0)
      return attributeJudging(name, '', textAttribute(element)).visit
    const members = new Map<string, Judging>()
    for (const [key, member] of Object.entries(element.content))
      members.set(key, this.#member(name, element, key, member))
    if (element.text !== undefined)
      members.set('#text', attributeJudging(name, '#text', textAttribute(element)))
    const needed = neededMembers(element)
    const root = createKeyTrie<Judging, readonly Needed[]>((key) => members.get(key))
    const { choices = [] } = element
    const after: Visit[] = []
    for (const choice of choices)
      after.push((value, at, context) => {
        const present = choice.filter((key) => isRecord(value) && value[key] !== undefined)
        if (present.length > 1)
          reportIntact(context, at, name, `solo puede haber uno de ${present.join(', ')}`)
      })
    if (element.nonEmpty === true) after.push(nonEmptyVisit(name, element))
    return (given, at, context) => {
      const value = readOwnData(given, context)
      if (value === undefined) return report(context, at, name, '', 'debe ser un objeto', given)
      let node = root
      for (const key in value) {
        const content = value[key]
        if (content === undefined) continue
        const next = node.key === key ? node.next : node.find(key)
        if (next === undefined) {
          reportUnknown(context, at, name, key, content, members.keys())
          continue
        }
        node = next
        const { admits, visit } = next.data as Judging
        if (admits === undefined || typeof content !== 'string' || !admits(content, context))
          visit(content, at, context)
      }
      node.plan ??= needed.filter(({ key }) => !node.path.includes(key))
      for (const { key, what } of node.plan) report(context, at, name, key, `falta ${what}`)
      for (let index = 0; index < after.length; index++) (after[index] as Visit)(value, at, context)
    }
  }

  #items(parent: string, name: string, child: Child, wanted: string): Visit {
    const visit = this.#element(name, child.element)
    const { min, max } = child
    return (value, at, context) => {
      if (!Array.isArray(value))
        return report(context, at, parent, '', listWords(name, wanted, value), value)
      if (value.length < min) report(context, at, parent, '', `debe haber al menos ${min} ${name}`)
      if (value.length > max)
        reportIntact(context, at, parent, `debe haber a lo más ${max} ${name}; hay ${value.length}`)
      if (context.exceeds(value.length)) return
      for (let index = 0; index < value.length; index++) {
        const place = { parent: at, key: index }
        if (value[index] === undefined) report(context, place, name, '', 'no puede estar vacío')
        else visit(value[index], place, context)
      }
    }
  }

  #member(parent: string, element: Element, key: string, member: Member): Judging {
    switch (member.kind) {
      case 'attribute':
        return attributeJudging(parent, key, member, this.#besides(element, key))
      case 'slot':
        return { admits: undefined, visit: this.#slot(key, member) }
      case 'free':
        return { admits: undefined, visit: freeVisit(parent, key) }
      case 'child': {
        if (member.max === 1)
          return { admits: undefined, visit: visitBelow(key, this.#element(key, member.element)) }
        const items = this.#items(parent, key, member, `${key} debe ser una lista`)
        return { admits: undefined, visit: visitBelow(key, items) }
      }
    }
  }

  /**
   * Returns a function that recognises the version of an earlier document, or a later one of a
   * complement, for the message.
   */
  #besides(element: Element, key: string): ((text: string) => string) | undefined {
    const { document, complements } = this.#model
    if (key !== versionNameOf(element)) return undefined
    const complement = complements.find(({ root }) => root === element)
    if (complement !== undefined)
      return (text) => {
        if (laterVersion(complements, complement.name, { [key]: text }) === undefined) return ''
        return '; si el SAT publicó otra versión, actualice cfdi-stamp o declárela con la opción `complements`'
      }
    if (element !== document.root) return undefined
    return (text) => {
      const earlier = earlierVersion(document, text.trim())
      if (earlier === undefined) return ''
      return `: ${earlier}`
    }
  }

  #slot(key: string, slot: Slot): Visit {
    const names = new Set(this.#model.complements.map(({ name }) => name))
    return visitBelow(key, (given, at, context) => {
      const value = readOwnData(given, context)
      if (value === undefined) return report(context, at, key, '', 'debe ser un objeto', given)
      const keys = Object.keys(value).filter((name) => value[name] !== undefined)
      if (keys.length < slot.atLeast)
        reportIntact(context, at, key, 'debe tener al menos un complemento')
      for (const name of keys) {
        const content = value[name]
        const place = { parent: at, key: name }
        if (Array.isArray(content)) {
          if (content.length === 0) report(context, place, name, '', 'no debe ser una lista vacía')
          if (context.exceeds(content.length)) return
          for (const [index, item] of content.entries())
            this.#hanging(slot, name, item, { parent: place, key: index }, context)
        } else if (typeof content === 'string' || names.has(name))
          this.#hanging(slot, name, content, place, context)
        else {
          // The complement with that prefix: `iedu`, `implocal:ImpuestosLocales`.
          const [prefix = '', root] = name.toLowerCase().split(':')
          let known: Complement | undefined
          for (const one of this.#model.complements) {
            if (one.prefix.toLowerCase() !== prefix && one.name.toLowerCase() !== root) continue
            if (known === undefined || (known.status !== 'vigente' && one.status === 'vigente'))
              known = one
          }
          reportUnknown(context, at, key, name, content, names, known?.name, undeclared)
        }
      }
    })
  }

  #hanging(slot: Slot, name: string, value: unknown, at: At, context: Context): void {
    if (
      typeof value === 'string' &&
      !this.#model.complements.some(
        (complement) => complement.name === name && complement.root.shape === 'text',
      )
    ) {
      const { nodes, problem } = checkFragment(value, { model: this.#model, name })
      if (problem !== undefined) report(context, at, name, '', problem)
      for (const barred of barsIn(nodes)) context.noteBar({ ...barred, at })
      return
    }
    const latest = selectComplement(this.#model.complements, name, value)
    if (latest === undefined)
      return report(context, at, name, '', 'no es un complemento conocido', value)
    const complement = latest.previous === undefined ? latest : revisionOn(latest, context.fecha)
    if (context.placement) {
      for (const problem of this.#placement(complement, slot, context))
        report(context, at, complement.name, '', problem)
    }
    this.#element(complement.name, complement.root)(value, at, context)
  }
}

const undeclared = '; un complemento que falta se declara con la opción `complements`'

/** Returns an object's own data; undefined for other values. */
function readOwnData(
  value: unknown,
  context: Context,
): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined
  const own = ownData(value)
  if (own !== value) context.isPlain = false
  return own
}

function visitBelow(key: string, visit: Visit): Visit {
  return (value, at, context) => visit(value, { parent: at, key }, context)
}

/**
 * Describes the expected list when the value is a single item, or the XML element around its items.
 */
function listWords(name: string, wanted: string, value: unknown): string {
  if (!isRecord(value)) return `${wanted}, entre corchetes`
  if (value[name] !== undefined)
    return `${wanted}: es la lista misma, sin una propiedad ${name} dentro`
  return `${wanted}, también cuando es uno solo: [{ … }]`
}

interface Needed {
  readonly key: string
  readonly what: string
}

function neededMembers(element: Element): Needed[] {
  const needed: Needed[] = []
  for (const [key, member] of Object.entries(element.content))
    if (member.kind === 'attribute' && member.required) {
      const { fixed } = member.type.facets
      // The only value of an attribute that has one, such as the version of a complement.
      const only = fixed === undefined ? '' : `, ${quote(fixed)}`
      needed.push({ key, what: `el atributo obligatorio${only}` })
    } else if (member.kind === 'child' && member.min > 0)
      needed.push({ key, what: 'el nodo obligatorio' })
  if (element.text !== undefined) needed.push({ key: '#text', what: 'el texto' })
  return needed
}

function nonEmptyVisit(name: string, { content }: Element): Visit {
  const children = Object.keys(content).filter((key) => content[key]?.kind === 'child')
  return (value, at, context) => {
    const empty = !children.some((key) => isRecord(value) && value[key] !== undefined)
    if (empty) reportIntact(context, at, name, `debe haber al menos uno de ${children.join(', ')}`)
  }
}

function freeVisit(parent: string, key: string): Visit {
  return (value, at, context) => {
    if (typeof value !== 'string')
      return report(context, at, parent, key, 'debe ser un fragmento de XML, como texto', value)
    const { problem } = checkFragment(value)
    if (problem !== undefined) report(context, at, parent, key, problem)
  }
}
