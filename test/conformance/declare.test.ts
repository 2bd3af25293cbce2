/**
 * Declarations made of schemas in the SAT's own form: written from the facts of its XSD, with its
 * groups, facets and imported types, they come back as the declarations of the library.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declareComplement } from '../../src/cli/declare/declareComplement.js'
import type { Element, Member, Simple } from '../../src/model/grammar.js'
import { complements } from '../../src/sat/declarations.js'
import { complementosDeRetencion } from '../../src/sat/retenciones20/model.js'
import { type FactNode, schemaOf } from './schemaFacts.js'
import { shared } from './shared.js'

const ours = [...complements, ...complementosDeRetencion]
const facts = ['schema', 'schema-retenciones']
  .flatMap((folder) =>
    readdirSync(`${shared}sat/${folder}`).map((file) => `${shared}sat/${folder}/${file}`),
  )
  .filter((file) => /\/[^_/]+\.json$/.test(file))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')))
  .flatMap(({ info, xsdTree }) => {
    const own = ours.find(({ xsd }) => xsd === info.xsd)
    // The facts of detallista have no types of its texts.
    if (own === undefined || own.name === 'detallista') return []
    return [[own.name, own, xsdTree as FactNode] as const]
  })

/** Names, kinds, use, types and numbers of an element and its descendants. */
function shapeOf({ content, order, choices }: Element): unknown {
  const members = Object.entries(content).map(([name, member]) => [name, memberOf(member)])
  return { members, order, choices }
}

/**
 * A code by its catalogue, whose codes a schema of its own lists; a listed value without lengths,
 * an integer without decimals, which it has anyway, and digits in one notation.
 */
function typeOf({ catalog, base, facets }: Simple): unknown {
  if (catalog !== undefined) return catalog
  const { minLength, maxLength, fractionDigits, pattern, ...others } = facets
  const isListed = others.enumeration !== undefined || others.fixed !== undefined
  return {
    base,
    ...others,
    pattern: pattern?.replaceAll('\\d', '[0-9]'),
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
