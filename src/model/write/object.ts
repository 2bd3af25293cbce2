/**
 * Writes objects. The fast path follows their keys as long as they are in the SAT's order of the
 * XML and of the cadena; the slow path accepts any order.
 * @module
 */
import { escapeAttribute } from '../../lib/xml/escape.js'
import { isFilled, isRecord, type Json, ownData } from '../../lib/json.js'
import { collapseSpace, inOnePiece, isPlainMarkup } from '../../lib/text.js'
import { createKeyTrie, type KeyNode } from '../keyTrie.js'
import {
  type ElementForm,
  type MemberForm,
  type Output,
  scalar,
  type WriteContent,
  type WriteElement,
} from './output.js'
import { textWriter } from './writers.js'

/** Creates the writer of an element whose value is an object, or text where it has one. */
export function objectWriter(form: ElementForm): WriteElement {
  const { name, members } = form
  const inOrder = orderedWriter(form)
  const inAnyOrder = unorderedWriter(form)
  const textAlone = members.has('#text') ? textWriter(form) : undefined
  // Wrong order shows at the last key at worst, with the rest already written. So the next object
  // starts on the path that the last one ended on.
  let isAstray = false
  return (value, output, head) => {
    if (!isRecord(value)) {
      if (textAlone === undefined) throw new TypeError(`${name} debe ser un objeto`)
      textAlone(value, output, head)
      return
    }
    const own = ownData(value)
    if (own === undefined) throw new TypeError(`${name} debe ser un objeto`)
    if (isAstray || !inOrder(own, output, head)) isAstray = !inAnyOrder(own, output, head)
  }
}

/** Writes an object, or returns `false` without writing. */
type Attempt = (value: Json, output: Output, head: string) => boolean

/** State after the last key of a path, for keys in order. */
interface Place {
  readonly isInOrder: boolean
  readonly isAttribute: boolean
  /** Whether it is an attribute with a field in the cadena. */
  readonly isField: boolean
  readonly isFirstChild: boolean
  readonly write: WriteContent
  /** Text before its value: the end of the previous member, and its name. */
  readonly before: string
  /** Text after its value when it is the last key. */
  readonly after: string
  /** Cadena text before its field: absent fields, and its bar. */
  readonly barsBefore: string
  /** Cadena text after its field when it is the last key: absent fields. */
  readonly barsAfter: string
}

/** Writer for keys in order, each with a value. */
function orderedWriter(form: ElementForm): Attempt {
  const { name, open, members } = form
  const known = (key: string): MemberForm | undefined => members.get(key)
  // One trie for elements whose tag has no namespaces, which is written with the first attribute,
  // and one for the others.
  const [plain, headed] = [
    createKeyTrie<MemberForm, Place>(known),
    createKeyTrie<MemberForm, Place>(known),
  ]
  return (value, output, head) => {
    const { writesXml, writesCadena, xml: xmlBefore, cadena: cadenaBefore } = output
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
      node.plan ??= writerPlace(form, node.path, head === '')
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
        if (writesXml) output.xml = xml + place.before
        if (writesXml && place.isFirstChild) opened = output.xml.length
        output.cadena = cadena + place.barsBefore
        place.write(content, output)
        xml = output.xml
        cadena = output.cadena
      }
    }
    if (place === undefined || xml.length === opened) {
      output.xml = xmlBefore
      output.cadena = cadenaBefore
      return false
    }
    if (writesXml) output.xml = xml + place.after
    if (writesCadena) output.cadena = cadena + place.barsAfter
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

function writerPlace(form: ElementForm, path: readonly string[], isPlain: boolean): Place {
  if (!isInOrder(form, path)) return outOfOrder
  const { members, absent, open, close } = form
  const forms = path.map((key) => members.get(key) as MemberForm)
  const [{ isAttribute, rank, write }, previous] = [forms.at(-1) as MemberForm, forms.at(-2)]
  const isField = isAttribute && rank >= 0
  const isFirstChild = !isAttribute && previous?.isAttribute !== false
  const start = previous === undefined ? (isPlain ? open : '') : previous.isAttribute ? '"' : ''
  // Ranks of the members with a field in the cadena.
  const ranks: number[] = []
  for (const one of forms) if (one.rank >= 0) ranks.push(one.rank)
  return {
    isInOrder: true,
    isAttribute,
    isField,
    isFirstChild,
    write,
    before: inOnePiece(
      isAttribute ? `${start} ${path.at(-1)}="` : isFirstChild ? `${start}>` : start,
    ),
    after: isAttribute ? '"/>' : close,
    barsBefore:
      rank < 0 ? '' : absent.slice((ranks.at(-2) ?? -1) + 1, rank).join('') + (isField ? '|' : ''),
    barsAfter: absent.slice((ranks.at(-1) ?? -1) + 1).join(''),
  }
}

/** Whether keys are in the order of the XML, and their fields in that of the cadena. */
function isInOrder(form: ElementForm, path: readonly string[]): boolean {
  const order = [...form.members.keys()]
  let [lastPlace, lastRank] = [-1, -1]
  for (const key of path) {
    const place = order.indexOf(key)
    const { rank } = form.members.get(key) as MemberForm
    if (place <= lastPlace || (rank >= 0 && rank <= lastRank)) return false
    lastPlace = place
    if (rank >= 0) lastRank = rank
  }
  return true
}

/** A present member. */
interface Item extends MemberForm {
  readonly key: string
  /** Text before its value, as the first attribute (`first`) or after another (`before`). */
  readonly first: string
  readonly before: string
}

/** Plan for objects with the keys of a path. */
interface Arrangement {
  /** In the order of the XML. */
  readonly items: readonly Item[]
  readonly isInOrder: boolean
}

/**
 * Writer for keys in any order, some without a value. Returns whether they were in order with all
 * values present. Looks up only present keys: a miss takes ten times as long.
 */
function unorderedWriter(form: ElementForm): Attempt {
  const { name, open, close, members, absent } = form
  const all = [...members].map(([key, member]): Item => {
    return { ...member, key, first: inOnePiece(` ${key}="`), before: inOnePiece(`" ${key}="`) }
  })
  const root = createKeyTrie<MemberForm, Arrangement>((key) => members.get(key))
  return (value, output, head) => {
    const { writesXml, writesCadena, cadena } = output
    const node = walkKeys(root, value, writesXml ? name : undefined)
    node.plan ??= {
      items: all.filter(({ key }) => node.path.includes(key)),
      isInOrder: isInOrder(form, node.path),
    }
    const { items, isInOrder: isAsCome } = node.plan
    const fields = absent.slice()
    let hasAll = true
    let started = output.xml + open + head
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
          output.xml = `${started}>`
          opened = output.xml.length
        }
        output.cadena = ''
        write(content, output)
        if (rank >= 0) fields[rank] = output.cadena
      }
    }
    output.xml =
      opened < 0 || output.xml.length === opened ? `${started}${quote}/>` : output.xml + close
    output.cadena = cadena + fields.join('')
    return hasAll && isAsCome
  }
}

/** Follows the known keys of an object. @throws TypeError for an unknown key if `name` is given. */
function walkKeys<Plan>(
  root: KeyNode<MemberForm, Plan>,
  value: Json,
  name: string | undefined,
): KeyNode<MemberForm, Plan> {
  let node = root
  for (const key in value) {
    const next = node.key === key ? node.next : node.find(key)
    if (next !== undefined) node = next
    else if (name !== undefined && isFilled(value[key]))
      throw new TypeError(`${name} no tiene ${key}`)
  }
  return node
}
