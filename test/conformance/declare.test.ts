/**
 * Declarations made of schemas in the SAT's own form: written from the facts of its XSD, with its
 * groups, facets and imported types, they come back as the declarations of the library.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declareComplement } from '../../src/cli/declare/declareComplement.js'
import { escapeAttribute } from '../../src/lib/xml/escape.js'
import type { Element, Member, Simple } from '../../src/model/grammar.js'
import { complements } from '../../src/sat/declarations.js'
import { shared } from './shared.js'

interface FactType {
  readonly base: string
  readonly declared?: string
  readonly catalog?: string
  readonly facets?: Readonly<Record<string, string | readonly string[]>>
}
interface FactNode {
  readonly kind: string
  readonly name: string
  readonly min: number
  readonly max: number | 'unbounded'
  readonly attributes?: readonly {
    readonly name: string
    readonly use: string
    readonly fixed: string | null
    readonly type: FactType
  }[]
  readonly content?: FactNode
  readonly items?: readonly FactNode[]
  readonly text?: FactType
}

const folder = `${shared}sat/schema/`
const facts = readdirSync(folder)
  .filter((file) => /^[^_].*\.json$/.test(file))
  .map((file) => JSON.parse(readFileSync(folder + file, 'utf8')))
  .flatMap(({ info, xsdTree }) => {
    const own = complements.find(({ xsd }) => xsd === info.xsd)
    // The facts of detallista have no types of its texts.
    if (own === undefined || own.name === 'detallista') return []
    return [[own.name, own, xsdTree as FactNode] as const]
  })

function schemaOf(tree: FactNode, namespace: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:own="${namespace}"
    xmlns:cat="http://www.sat.gob.mx/sitio_internet/cfd/catalogos"
    xmlns:tdCFDI="http://www.sat.gob.mx/sitio_internet/cfd/tipoDatos/tdCFDI"
    targetNamespace="${namespace}">${particleOf(tree)}</xs:schema>`
}

function particleOf(node: FactNode): string {
  const { kind, name, min, max } = node
  const times = `minOccurs="${min}" maxOccurs="${max}"`
  if (kind !== 'element')
    return `<xs:${kind} ${times}>${(node.items ?? []).map(particleOf).join('')}</xs:${kind}>`
  const attributes = (node.attributes ?? []).map(({ name: of, use, fixed, type }) => {
    const only = fixed === null ? '' : ` fixed="${escapeAttribute(fixed)}"`
    return typed('attribute', `name="${of}" use="${use}"${only}`, type)
  })
  if (node.text !== undefined && attributes.length === 0)
    return typed('element', `name="${name}" ${times}`, node.text)
  const content = node.content === undefined ? '' : particleOf(node.content)
  return `<xs:element name="${name}" ${times}><xs:complexType>${content}${attributes.join('')}</xs:complexType></xs:element>`
}

function typed(tag: string, attributes: string, type: FactType): string {
  const { base, declared = '', catalog, facets = {} } = type
  if (catalog !== undefined) return `<xs:${tag} ${attributes} type="cat:${catalog}"/>`
  if (declared.startsWith('tdCFDI:')) return `<xs:${tag} ${attributes} type="${declared}"/>`
  if (base === 'xs:anySimpleType') return `<xs:${tag} ${attributes}/>`
  const known = Object.entries(facets).filter(([name]) => name !== 'enumerationCount')
  const all = known.flatMap(([name, value]) =>
    [value].flat(2).map((one) => `<xs:${name} value="${escapeAttribute(String(one))}"/>`),
  )
  if (all.length === 0) return `<xs:${tag} ${attributes} type="${base}"/>`
  return `<xs:${tag} ${attributes}><xs:simpleType><xs:restriction base="${base}">${all.join('')}</xs:restriction></xs:simpleType></xs:${tag}>`
}

/** Names, kinds, use, types and numbers of an element and its descendants. */
function shapeOf({ content, order, choices }: Element): unknown {
  const members = Object.entries(content).map(([name, member]) => [name, memberOf(member)])
  return { members, order, choices }
}

/**
 * A code by its catalogue, whose codes a schema of its own lists; a listed value without lengths,
 * and an integer without decimals, which it has anyway.
 */
function typeOf({ catalog, base, facets }: Simple): unknown {
  if (catalog !== undefined) return catalog
  const { minLength, maxLength, fractionDigits, ...others } = facets
  const isListed = others.enumeration !== undefined || others.fixed !== undefined
  return {
    base,
    ...others,
    ...(!isListed && { minLength, maxLength }),
    ...(base !== 'integer' && { fractionDigits }),
  }
}

function memberOf(member: Member): unknown {
  if (member.kind === 'attribute') return [member.required, typeOf(member.type)]
  if (member.kind !== 'child') return member.kind
  const { min, max, element } = member
  return [min, max, element.shape, shapeOf(element)]
}

describe('declarations of the schemas of the SAT', () => {
  it.each(facts)('%s', (_, own, tree) => {
    const { xsd: url, at, tipos } = own
    const files = { xsd: schemaOf(tree, own.namespace), xslt: undefined }
    const { complement } = declareComplement(files, { xsd: url, at, tipos })
    expect(shapeOf(complement.root)).toEqual(shapeOf(own.root))
  })
})
