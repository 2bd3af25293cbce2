/**
 * What can be written where the cursor is: names and values from the JSON Schema of drafts, codes
 * from the catalogues.
 * @module
 */
import { syntaxTree } from '@codemirror/language'
import { catalogs } from 'cfdi-stamp/catalogs'
import { draftSchema } from 'cfdi-stamp/schema'
import { nameOf } from './places.js'

const root = draftSchema()['~standard'].jsonSchema.input({ target: 'draft-2020-12' })

const targetOf = (schema) =>
  schema?.$ref === undefined ? schema : root.$defs[schema.$ref.replace('#/$defs/', '')]
const optionsOf = (schema) => {
  const target = targetOf(schema)
  if (target === undefined) return []
  return [
    target,
    ...[...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])].flatMap(
      optionsOf,
    ),
  ]
}

/** The schemas of a member, or of the items of a list, one step down. */
const down = (schemas, step) =>
  schemas.flatMap((schema) => optionsOf(step === '[]' ? schema.items : schema.properties?.[step]))

/** The steps from the document to a node of the syntax tree. */
function stepsTo(node, text) {
  const steps = []
  for (let at = node; at; at = at.parent) {
    if (at.parent?.name === 'Array') steps.unshift('[]')
    if (at.parent?.name === 'Property') steps.unshift(nameOf(at.parent, text))
  }
  return steps
}

const schemasAt = (node, text) => stepsTo(node, text).reduce(down, optionsOf(root))

/** A source of completions for the editor. */
export function completeDraft(context) {
  const text = context.state.doc.toString()
  const node = syntaxTree(context.state).resolveInner(context.pos, -1)
  if (node.name === 'PropertyName') return names(node.parent.parent, node, text)
  if (node.name === 'String') return values(node, text, context.pos)
  if (!context.explicit) return null
  const object = node.name === 'Object' ? node : node.parent
  return object?.name === 'Object'
    ? names(object, { from: context.pos, to: context.pos }, text)
    : null
}

function names(object, { from, to }, text) {
  const schemas = schemasAt(object, text)
  const options = schemas.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) =>
      nameOption(name, schema, required.includes(name)),
    ),
  )
  return { from, to, options: distinct(options), filter: true, validFor: /^"?\w*"?$/u }
}

const nameOption = (name, schema, isRequired) => ({
  label: `"${name}"`,
  displayLabel: name,
  apply: `"${name}": `,
  detail: isRequired ? 'obligatorio' : undefined,
  info: descriptionOf(schema),
  boost: isRequired ? 1 : 0,
  type: 'property',
})

const descriptionOf = (schema) =>
  optionsOf(schema).find(({ description }) => description)?.description

function values(node, text, pos) {
  const schemas = schemasAt(node, text)
  const typed = text.slice(node.from + 1, pos)
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
