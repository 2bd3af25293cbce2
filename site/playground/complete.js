/**
 * What can be written where the cursor is: names and values from the JSON Schema of drafts, codes
 * from the catalogues.
 * @module
 */
import { syntaxTree } from '@codemirror/language'
import { catalogs } from 'cfdi-stamp/catalogs'
import { retenciones20 } from 'cfdi-stamp/retenciones'
import { draftSchema } from 'cfdi-stamp/schema'
import { nameOf } from './places.js'

const rootOf = (schema) => schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })

/** The schemas of the drafts that the page takes. */
const roots = [rootOf(draftSchema()), rootOf(draftSchema({ document: retenciones20 }))]

const targetOf = (schema, root) =>
  schema?.$ref === undefined ? schema : root.$defs[schema.$ref.replace('#/$defs/', '')]
const optionsOf = (schema, root) => {
  const target = targetOf(schema, root)
  if (target === undefined) return []
  const parts = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  return [target, ...parts.flatMap((part) => optionsOf(part, root))]
}

/** The schema that has more of the members of a text; that of a CFDI when no other has more. */
function rootIn(text, tree) {
  const members = new Set()
  for (let node = tree.topNode.firstChild?.firstChild; node; node = node.nextSibling)
    if (node.name === 'Property') members.add(nameOf(node, text))
  const known = ({ properties }) => [...members].filter((name) => name in properties).length
  return roots.reduce((best, other) => (known(other) > known(best) ? other : best))
}

/** The steps from the document to a node of the syntax tree. */
function stepsTo(node, text) {
  const steps = []
  for (let at = node; at; at = at.parent) {
    if (at.parent?.name === 'Array') steps.unshift('[]')
    if (at.parent?.name === 'Property') steps.unshift(nameOf(at.parent, text))
  }
  return steps
}

/** The schemas of a node: one step down after another. */
function schemasAt(node, text, root) {
  return stepsTo(node, text).reduce(
    (schemas, step) =>
      schemas.flatMap((schema) =>
        optionsOf(step === '[]' ? schema.items : schema.properties?.[step], root),
      ),
    optionsOf(root, root),
  )
}

/** A source of completions for the editor. */
export function completeDraft(context) {
  const text = context.state.doc.toString()
  const tree = syntaxTree(context.state)
  const node = tree.resolveInner(context.pos, -1)
  const root = rootIn(text, tree)
  const at = (place) => schemasAt(place, text, root)
  if (node.name === 'PropertyName') return names(at(node.parent.parent), node, root)
  if (node.name === 'String') return values(at(node), node, text.slice(node.from + 1, context.pos))
  if (!context.explicit) return null
  const object = node.name === 'Object' ? node : node.parent
  return object?.name === 'Object'
    ? names(at(object), { from: context.pos, to: context.pos }, root)
    : null
}

function names(schemas, { from, to }, root) {
  const options = schemas.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) =>
      nameOption(name, descriptionOf(schema, root), required.includes(name)),
    ),
  )
  return { from, to, options: distinct(options), filter: true, validFor: /^"?\w*"?$/u }
}

const nameOption = (name, info, isRequired) => ({
  label: `"${name}"`,
  displayLabel: name,
  apply: `"${name}": `,
  detail: isRequired ? 'obligatorio' : undefined,
  info,
  boost: isRequired ? 1 : 0,
  type: 'property',
})

const descriptionOf = (schema, root) =>
  optionsOf(schema, root).find(({ description }) => description)?.description

function values(schemas, node, typed) {
  const given = schemas.flatMap(({ const: one, enum: many = [] }) =>
    one === undefined ? many : [one, ...many],
  )
  const options = [...given.map((value) => valueOption(String(value))), ...codes(schemas, typed)]
  return options.length === 0
    ? null
    : { from: node.from, to: node.to, options: distinct(options), filter: false }
}

const valueOption = (value, detail) => ({
  label: `"${value}"`,
  displayLabel: value,
  detail,
  type: 'constant',
})

/**
 * Codes of the catalogue that a member names: those that begin as what is written, else what its
 * words find.
 */
function codes(schemas, typed) {
  const name = /c_\w+/.exec(schemas.map(({ description = '' }) => description).join(' '))?.[0]
  if (name === undefined) return []
  return rowsOf(name, typed).map(({ code, text }) => valueOption(code, text))
}

const most = 60

function rowsOf(name, typed) {
  if (typed !== '') return catalogs.search(name, typed, most).map(rowOf)
  return (catalogs.codes(name, { most: 300 }) ?? []).map((code) =>
    rowOf(catalogs.search(name, code, 1)[0] ?? { clave: code }),
  )
}

const rowOf = ({ clave, texto }) => ({ code: clave, text: texto })

const distinct = (options) => [...new Map(options.map((option) => [option.label, option])).values()]
