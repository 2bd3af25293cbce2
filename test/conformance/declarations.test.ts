/**
 * Every declaration against the facts of its XSD: elements, attributes, use, order, facets, cadena.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Attribute, Element, Schema, Simple } from '../../src/model/grammar.js'
import { comprobante } from '../../src/sat/cfdi40/declaration.js'
import { complements } from '../../src/sat/declarations.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { shared } from './shared.js'

interface FactType {
  readonly base: string
  readonly facets?: Readonly<Record<string, unknown>>
  readonly catalog?: string
}
interface FactAttribute {
  readonly name: string
  readonly use: string
  readonly fixed: string | null
  readonly type: FactType
}
interface FactNode {
  readonly kind: string
  readonly name: string
  readonly min: number
  readonly max: number | 'unbounded'
  readonly attributes?: readonly FactAttribute[]
  readonly content?: FactNode
  readonly items?: readonly FactNode[]
  readonly text?: FactType
}
interface Facts {
  readonly info: {
    readonly namespace: string
    readonly prefix: string
    readonly rootElement: string
    readonly xsd: string
    readonly hangsFrom: string
    readonly includedInCadena40: boolean
  }
  readonly xsdTree: FactNode
}

const folder = `${shared}sat/schema/`
const facts = readdirSync(folder)
  .filter((file) => /^[^_].*\.json$/.test(file))
  .map((file) => [file, JSON.parse(readFileSync(folder + file, 'utf8')) as Facts] as const)
const schemas: readonly Schema[] = [comprobante, timbreFiscalDigital, ...complements]

describe('declarations', () => {
  it('are one for each schema', () => {
    expect(schemas.map(({ xsd }) => xsd).sort()).toEqual(
      facts.map(([, { info }]) => info.xsd).sort(),
    )
  })

  it.each(facts)('%s', (_, { info, xsdTree }) => {
    const schema = schemas.find(({ xsd }) => xsd === info.xsd)!
    expect({ name: schema.name, namespace: schema.namespace, prefix: schema.prefix }).toEqual({
      name: info.rootElement,
      namespace: info.namespace,
      prefix: info.prefix,
    })
    const complement = complements.find((one) => one === schema)
    if (complement !== undefined) {
      expect(complement.at).toBe(info.hangsFrom === 'cfdi:Complemento' ? 'comprobante' : 'concepto')
      expect(complement.cadena).toBe(info.includedInCadena40)
    }
    compare(xsdTree, schema.root, info.rootElement)
  })
})

function children(node: FactNode): FactNode[] {
  return (node.content?.items ?? []).flatMap(function flatten(item: FactNode): FactNode[] {
    if (item.kind === 'element') return [item]
    return (item.items ?? []).flatMap(flatten)
  })
}

function compare(fact: FactNode, element: Element, path: string): void {
  const attributes = Object.entries(element.content).filter(
    (entry): entry is [string, Attribute] => entry[1].kind === 'attribute',
  )
  expect(
    attributes.map(([name]) => name),
    path,
  ).toEqual((fact.attributes ?? []).map(({ name }) => name))
  for (const [index, [name, attribute]] of attributes.entries())
    compareAttribute(fact.attributes![index]!, attribute, `${path}@${name}`)
  const declared = Object.entries(element.content).filter(
    ([, member]) => member.kind !== 'attribute',
  )
  const expected = children(fact)
  expect(
    declared.map(([name]) => name),
    path,
  ).toEqual(expected.map(({ name }) => name))
  if (fact.text !== undefined) compareType(fact.text, element.text!, `${path}#text`)
  for (const [index, [name, child]] of declared.entries()) {
    if (child.kind !== 'child') continue
    if (
      fact.content?.kind === 'sequence' &&
      fact.content.max === 1 &&
      fact.content.items?.every(({ kind }) => kind === 'element')
    ) {
      const { min, max } = expected[index]!
      expect([child.min, child.max], `${path}/${name}`).toEqual([
        fact.content.min === 0 ? 0 : min,
        max === 'unbounded' ? Number.POSITIVE_INFINITY : max,
      ])
    }
    compare(expected[index]!, child.element, `${path}/${name}`)
  }
}

function compareAttribute(fact: FactAttribute, attribute: Attribute, path: string): void {
  expect(attribute.required, path).toBe(fact.use === 'required')
  if (fact.fixed !== null) expect(attribute.type.facets.fixed, path).toBe(fact.fixed)
  else compareType(fact.type, attribute.type, path)
}

const bases: Readonly<Record<string, Simple['base']>> = {
  'xs:string': 'string',
  'xs:decimal': 'decimal',
  'xs:int': 'integer',
  'xs:short': 'integer',
  'xs:integer': 'integer',
  'xs:date': 'date',
  'xs:dateTime': 'dateTime',
  'xs:time': 'time',
  'xs:base64Binary': 'base64',
  'xs:NMTOKEN': 'nmtoken',
}

/** Catalogues whose codes the facts do not list, stated as the pattern of their codes. */
const patterned = new Set(['ClavePedimento', 'Tareas'])

function compareType({ base, facets = {}, catalog }: FactType, type: Simple, path: string): void {
  expect(type.base, path).toBe(bases[base])
  expect(type.catalog, path).toBe(catalog)
  const { length, pattern, enumeration, whiteSpace } = facets
  const text = (name: string): string | undefined =>
    facets[name] === undefined ? undefined : String(facets[name])
  const own = type.facets
  if (!patterned.has(catalog ?? ''))
    expect(own.pattern, path).toBe((pattern as string[][] | undefined)?.[0]?.[0])
  if (own.enumeration === undefined) {
    // The values of an enumeration have a length of their own: the declaration need not repeat it.
    expect([own.minLength?.toString(), own.maxLength?.toString()], path).toEqual(
      length === undefined
        ? [text('minLength'), text('maxLength')]
        : [String(length), String(length)],
    )
  }
  if (base === 'xs:decimal')
    expect(own.fractionDigits?.toString(), path).toBe(text('fractionDigits'))
  expect(own.totalDigits?.toString(), path).toBe(text('totalDigits'))
  for (const bound of ['minInclusive', 'maxInclusive'] as const)
    if (text(bound) !== undefined) expect(own[bound], path).toBe(text(bound))
  if (type.base === 'string')
    expect(own.whiteSpace ?? 'collapse', path).toBe(
      whiteSpace === 'collapse' ? 'collapse' : 'preserve',
    )
  if (own.enumeration !== undefined)
    expect(new Set(own.enumeration), path).toEqual(new Set(enumeration as string[]))
  else if (enumeration !== undefined) expect(catalog, path).toBeDefined()
}
