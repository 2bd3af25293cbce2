/**
 * Where in the text a finding is: from its path in JSON (`Conceptos[0].Importe`) to a range of the
 * editor's syntax tree, in JSON and in XML. What is missing is shown at the nearest node that is
 * there.
 * @module
 */

/** `Conceptos[0].Importe` as names and numbers. */
export const stepsOf = (path) =>
  [...path.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step))

/** The range of a finding. `language` is `json` or `xml`. */
export function placeOf(path, { tree, text, language }) {
  const steps = stepsOf(path)
  return language === 'json'
    ? jsonPlace(tree.topNode.firstChild, steps, text)
    : xmlPlace(tree, steps, text)
}

const rangeOf = ({ from, to }) => ({ from, to })
const childrenOf = (node) => {
  const children = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

function jsonPlace(node, [step, ...rest], text) {
  if (!node) return { from: 0, to: Math.min(1, text.length) }
  if (step === undefined) return headOf(node)
  const found = typeof step === 'number' ? itemOf(node, step) : propertyOf(node, step, text)
  if (!found) return headOf(node)
  if (typeof step === 'number') return jsonPlace(found, rest, text)
  const value = found.lastChild
  return rest.length === 0 && !isBranch(value) ? rangeOf(value) : stepInto(found, value, rest, text)
}

const isBranch = (node) => node.name === 'Object' || node.name === 'Array'
/** Of a member that is there and whose inside is to blame: the inside, or its name. */
const stepInto = (property, value, rest, text) =>
  rest.length === 0 ? rangeOf(property.firstChild) : jsonPlace(value, rest, text)
const itemOf = (node, index) =>
  node.name === 'Array' ? childrenOf(node).filter(isValue)[index] : undefined
const isValue = ({ name }) => !['[', ']', '{', '}', ',', '⚠'].includes(name)

/** The property of an object, by its name. */
export function propertyOf(node, name, text) {
  if (node.name !== 'Object') return undefined
  return childrenOf(node).find((child) => child.name === 'Property' && nameOf(child, text) === name)
}

/** The name of a property, without its quotes. */
export const nameOf = (property, text) =>
  text.slice(property.firstChild.from + 1, property.firstChild.to - 1)

/** What stands for a whole node: its name if it has one, else its opening bracket. */
function headOf(node) {
  const parent = node.parent
  if (parent?.name === 'Property') return rangeOf(parent.firstChild)
  return isBranch(node) ? { from: node.from, to: node.from + 1 } : rangeOf(node)
}

function xmlPlace(tree, steps, text) {
  const root = childrenOf(tree.topNode).find(({ name }) => name === 'Element')
  if (!root) return { from: 0, to: Math.min(1, text.length) }
  return longest(follow(root, steps, text)) ?? tagName(root)
}

const longest = (trails) => trails.sort((a, b) => b.depth - a.depth)[0]?.range

/**
 * Every way to follow a path: a list of JSON is an element repeated, or one that holds its items.
 */
function follow(element, [step, next, ...rest], text, depth = 0) {
  const here = { depth, range: tagName(element) }
  if (step === undefined) return [here]
  const named = elementsOf(element).filter((child) => localName(child, text) === step)
  if (named.length === 0) return [attributePlace(element, step, text, depth) ?? here]
  if (typeof next !== 'number')
    return [here, ...follow(named[0], next === undefined ? [] : [next, ...rest], text, depth + 1)]
  const candidates = [named[next], elementsOf(named[0])[next]].filter(Boolean)
  return [here, ...candidates.flatMap((child) => follow(child, rest, text, depth + 1))]
}

function attributePlace(element, name, text, depth) {
  const tag = childrenOf(element)[0]
  const found = childrenOf(tag).find(
    (node) =>
      node.name === 'Attribute' && text.slice(node.firstChild.from, node.firstChild.to) === name,
  )
  return found && { depth: depth + 1, range: rangeOf(found) }
}

const elementsOf = (element) => childrenOf(element).filter(({ name }) => name === 'Element')
const tagNameNode = (element) =>
  childrenOf(childrenOf(element)[0]).find(({ name }) => name === 'TagName')
const tagName = (element) => rangeOf(tagNameNode(element) ?? element)
function localName(element, text) {
  const node = tagNameNode(element)
  return node ? text.slice(node.from, node.to).replace(/^.*:/, '') : ''
}
