/**
 * Writes objects as their keys come, as long as that is the SAT's order in the XML and in the cadena; and in any order
 * otherwise.
 * @module
 */
import { escapeAttribute } from '../../lib/escape.js'
import { isFilled, isRecord, type Json, ownData } from '../../lib/json.js'
import { collapseSpace, inOnePiece, isPlainMarkup } from '../../lib/text.js'
import { KeyNode } from '../keyTrie.js'
import { type ElementForm, type MemberForm, type Pen, scalar, type WriteContent, type WriteElement } from './pen.js'
import { textWriter } from './writers.js'

/** The writer of an element whose value is an object, or its text alone where it has one. */
export function objectWriter(form: ElementForm): WriteElement {
  const { name, members } = form
  const inOrder = orderedWriter(form)
  const inAnyOrder = unorderedWriter(form)
  const textAlone = members.has('#text') ? textWriter(form) : undefined
  // Out of order is known at the last key, with all the rest written: where the last object was, the next is taken to be.
  let isAstray = false
  return (value, pen, head) => {
    if (!isRecord(value)) {
      if (textAlone === undefined) throw new TypeError(`${name} debe ser un objeto`)
      textAlone(value, pen, head)
      return
    }
    const own = ownData(value)
    if (own === undefined) throw new TypeError(`${name} debe ser un objeto`)
    if (isAstray || !inOrder(own, pen, head)) isAstray = !inAnyOrder(own, pen, head)
  }
}

/** Writes an object, or says `false` and has written nothing. */
type Attempt = (value: Json, pen: Pen, head: string) => boolean

/** The last key of a path, in an element whose keys come in order. */
interface Place {
  readonly isInOrder: boolean
  readonly isAttribute: boolean
  /** Whether it is an attribute with a field in the cadena. */
  readonly isField: boolean
  readonly isFirstChild: boolean
  readonly write: WriteContent
  /** What goes before its content: its name, and the end of what came before it. */
  readonly before: string
  /** What goes after it when no other key comes. */
  readonly after: string
  /** What goes before its field: those that are absent, and its bar. */
  readonly barsBefore: string
  /** Fields that are absent after it when no other key comes. */
  readonly barsAfter: string
}

/** For keys that come in order, each with content. */
function orderedWriter(form: ElementForm): Attempt {
  const { name, open, members } = form
  const known = (key: string): MemberForm | undefined => members.get(key)
  // One for elements that begin with their tag alone, which is written with the first attribute; and one for the rest.
  const [plain, headed] = [KeyNode.root<MemberForm, Place>(known), KeyNode.root<MemberForm, Place>(known)]
  return (value, pen, head) => {
    const { writesXml, writesCadena, xml: xmlBefore, cadena: cadenaBefore } = pen
    let node = head === '' ? plain : headed
    let place: Place | undefined
    let xml = head === '' ? xmlBefore : xmlBefore + open + head
    let cadena = cadenaBefore
    let opened = -1
    for (const key in value) {
      const content = value[key]
      const next = node.key === key ? node.next : node.find(key)
      place = undefined
      if (next === undefined || content === undefined || content === null) break
      node = next
      node.plan ??= placeOf(form, node.path, head === '')
      if (!node.plan.isInOrder) break
      place = node.plan
      if (place.isAttribute) {
        const text = typeof content === 'string' ? content : scalar(content, name, key)
        const isPlain = isPlainMarkup(text)
        if (writesXml) {
          xml += place.before
          xml += isPlain ? text : escapeAttribute(text)
        }
        if (writesCadena && place.isField) {
          cadena += place.barsBefore
          cadena += isPlain ? text : collapseSpace(text)
        }
      } else {
        if (writesXml) pen.xml = xml + place.before
        if (writesXml && place.isFirstChild) opened = pen.xml.length
        pen.cadena = cadena + place.barsBefore
        place.write(content, pen)
        xml = pen.xml
        cadena = pen.cadena
      }
    }
    if (place === undefined || xml.length === opened) {
      pen.xml = xmlBefore
      pen.cadena = cadenaBefore
      return false
    }
    if (writesXml) pen.xml = xml + place.after
    if (writesCadena) pen.cadena = cadena + place.barsAfter
    return true
  }
}

const outOfOrder: Place = {
  isInOrder: false,
  isAttribute: false,
  isField: false,
  isFirstChild: false,
  write: () => {},
  before: '',
  after: '',
  barsBefore: '',
  barsAfter: '',
}

function placeOf(form: ElementForm, path: readonly string[], isPlain: boolean): Place {
  if (!isInOrder(form, path)) return outOfOrder
  const { members, absent, open, close } = form
  const forms = path.map((key) => members.get(key) as MemberForm)
  const [{ isAttribute, rank, write }, previous] = [forms.at(-1) as MemberForm, forms.at(-2)]
  const isField = isAttribute && rank >= 0
  const isFirstChild = !isAttribute && previous?.isAttribute !== false
  const start = previous === undefined ? (isPlain ? open : '') : previous.isAttribute ? '"' : ''
  const ranks = ranksOf(form, path)
  const bars = (from: number, to?: number): string => absent.slice(from, to).join('')
  return {
    isInOrder: true,
    isAttribute,
    isField,
    isFirstChild,
    write,
    before: inOnePiece(isAttribute ? `${start} ${path.at(-1)}="` : isFirstChild ? `${start}>` : start),
    after: isAttribute ? '"/>' : close,
    barsBefore: rank < 0 ? '' : bars((ranks.at(-2) ?? -1) + 1, rank) + (isField ? '|' : ''),
    barsAfter: bars((ranks.at(-1) ?? -1) + 1),
  }
}

/** Whether keys come in the order of the XML, and their fields in that of the cadena. */
function isInOrder(form: ElementForm, path: readonly string[]): boolean {
  const order = [...form.members.keys()]
  return isAscending(path.map((key) => order.indexOf(key))) && isAscending(ranksOf(form, path))
}

/** Of those that add to the cadena. */
function ranksOf({ members }: ElementForm, path: readonly string[]): number[] {
  return path.map((key) => (members.get(key) as MemberForm).rank).filter((rank) => rank >= 0)
}

function isAscending(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => at === 0 || rank > (ranks[at - 1] as number))
}

/** A member that an object has. */
interface Item extends MemberForm {
  readonly key: string
  /** What goes before its value: as the first of the attributes, and after another. */
  readonly first: string
  readonly before: string
}

/** What is written of objects whose keys are those of a path. */
interface Arrangement {
  /** In the order of the XML. */
  readonly items: readonly Item[]
  readonly isInOrder: boolean
}

/**
 * For keys in any order, some of them without content; tells whether they came in order, all with content. Only those that
 * are there are looked up: a miss takes ten times as long.
 */
function unorderedWriter(form: ElementForm): Attempt {
  const { name, open, close, members, absent } = form
  const all = [...members].map(([key, member]): Item => {
    return { ...member, key, first: inOnePiece(` ${key}="`), before: inOnePiece(`" ${key}="`) }
  })
  const root = KeyNode.root<MemberForm, Arrangement>((key) => members.get(key))
  return (value, pen, head) => {
    const { writesXml, writesCadena, cadena } = pen
    const node = walkKeys(root, value, writesXml ? name : undefined)
    node.plan ??= { items: all.filter(({ key }) => node.path.includes(key)), isInOrder: isInOrder(form, node.path) }
    const { items, isInOrder: isAsCome } = node.plan
    const fields = absent.slice()
    let hasAll = true
    let started = pen.xml + open + head
    let quote = ''
    let opened = -1
    for (let index = 0; index < items.length; index++) {
      const { key, rank, isAttribute, first, before, write } = items[index] as Item
      const content = value[key]
      if (content === undefined || content === null) hasAll = false
      else if (isAttribute) {
        const text = typeof content === 'string' ? content : scalar(content, name, key)
        const isPlain = isPlainMarkup(text)
        if (writesXml) {
          started += quote === '' ? first : before
          started += isPlain ? text : escapeAttribute(text)
        }
        quote = '"'
        if (writesCadena && rank >= 0) fields[rank] = `|${isPlain ? text : collapseSpace(text)}`
      } else {
        if (opened < 0) {
          started += quote
          quote = ''
          pen.xml = `${started}>`
          opened = pen.xml.length
        }
        pen.cadena = ''
        write(content, pen)
        if (rank >= 0) fields[rank] = pen.cadena
      }
    }
    pen.xml = opened < 0 || pen.xml.length === opened ? `${started}${quote}/>` : pen.xml + close
    pen.cadena = cadena + fields.join('')
    return hasAll && isAsCome
  }
}

/** Where the known keys of an object lead. @throws TypeError for one that `name`, when it is given, does not have. */
function walkKeys<Plan>(
  root: KeyNode<MemberForm, Plan>,
  value: Json,
  name: string | undefined,
): KeyNode<MemberForm, Plan> {
  let node = root
  for (const key in value) {
    const next = node.key === key ? node.next : node.find(key)
    if (next !== undefined) node = next
    else if (name !== undefined && isFilled(value[key])) throw new TypeError(`${name} no tiene ${key}`)
  }
  return node
}
