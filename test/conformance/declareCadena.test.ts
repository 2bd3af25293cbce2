/**
 * `declare` over the facts of the SAT's XSD and XSLT: the complements that it makes print the cadena
 * of every official document, and the fields of ours in the same order.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { declareComplement } from '../../src/cli/declare/declareComplement.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { type Plan, printedPlanOf } from '../../src/model/cadena/plan.js'
import { writeTreeCadena } from '../../src/model/cadena.js'
import type { Complement, Element, Model } from '../../src/model/grammar.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { retencion } from '../../src/sat/retenciones20/model.js'
import { type FactNode, type FactStep, schemaOf, transformationOf } from './schemaFacts.js'
import { shared } from './shared.js'

interface Facts {
  readonly info: Readonly<Record<string, string>> & {
    readonly includedInCadena40?: boolean
    readonly includedInCadena?: boolean
  }
  readonly elements: readonly { readonly path: string; readonly text?: boolean }[]
  readonly xsdTree: FactNode
  readonly cadena: { readonly flat: readonly FactStep[] | null }
}

/** Roots and the stamp: `declare` makes complements, and the stamp has a cadena of its own. */
const others = /^(?:cfdv40|retencionpagov2|TimbreFiscalDigitalv11)\.json$/

function factsIn(folder: string): readonly Facts[] {
  return readdirSync(`${shared}sat/${folder}`)
    .filter((file) => /^[^_].*\.json$/.test(file) && !others.test(file))
    .map((file) => JSON.parse(readFileSync(`${shared}sat/${folder}/${file}`, 'utf8')) as Facts)
}

/** The facts of texts have their types apart from them in some schemas. */
function withTexts(node: FactNode, { elements }: Facts, path = node.name): FactNode {
  const isText = elements.some((one) => one.path === path && one.text === true)
  const below = (child: FactNode): FactNode =>
    child.kind === 'element'
      ? withTexts(child, { elements } as Facts, `${path}/${child.name}`)
      : { ...child, items: (child.items ?? []).map(below) }
  return {
    ...node,
    ...(isText && { text: node.text ?? { base: 'xs:string' } }),
    ...(node.content !== undefined && { content: below(node.content) }),
  }
}

/** Returns a declaration of ours, and the one that `declare` makes of the facts. */
function declared({ complements }: Model, facts: Facts) {
  const { info, xsdTree, cadena } = facts
  const own = complements.find(({ xsd }) => xsd === info['xsd']) as Complement
  const files = {
    xsd: schemaOf(withTexts(xsdTree, facts), own.namespace),
    xslt: cadena.flat === null ? undefined : transformationOf(cadena.flat, info),
  }
  return { own, ...declareComplement(files, own) }
}

/** An XSD may repeat a sequence of siblings in turns; a declaration admits them in any order. */
const repeated = 'repite una secuencia: se admite en cualquier orden'
/** The XSD that the test makes of the facts has no text of these elements. */
const textless = 'el XSLT imprime su texto, y el XSD no lo tiene: revise su tipo'
const explained: Readonly<Record<string, readonly string[]>> = {
  detallista: [
    `detallista.shipTo.nameAndAddress: ${repeated}`,
    `detallista.orderIdentification.referenceIdentification: ${textless}`,
    `detallista.seller.alternatePartyIdentification: ${textless}`,
  ],
  ImpuestosLocales: [`ImpuestosLocales: ${repeated}`],
}

/** Fields of an element with those of its descendants, a line each. */
function linesOf(element: Element, path = ''): readonly string[] {
  const plan: Plan = printedPlanOf(element)
  return plan.flatMap((step): readonly string[] => {
    if (step.kind === 'text') return [`${path}#text`]
    if (step.kind === 'slot') return [`${path}${step.name}`]
    if (step.kind === 'each') {
      const first = step.first === undefined ? '' : `(${step.first})`
      return linesOf(step.element, `${path}${step.deep ? '//' : ''}${step.path.join('/')}${first}/`)
    }
    const when = step.when === undefined ? '' : ` if ${step.when.join('=')}`
    return [`${path}@${step.name}${step.always ? '' : '?'}${when}`]
  })
}

describe.each([
  { model: cfdi as Model, schemas: 'schema', documents: 'cadena', count: [37, 312] as const },
  {
    model: retencion as Model,
    schemas: 'schema-retenciones',
    documents: 'retenciones/cadena',
    count: [13, 115] as const,
  },
])('complements made of the facts in $schemas', ({ model, schemas, documents, count }) => {
  const made = factsIn(schemas).map((facts) => declared(model, facts))

  it('are all of ours', () => {
    expect(made).toHaveLength(count[0])
  })

  it.each(made.map((one) => [`${one.own.name} ${one.own.version ?? ''}`, one] as const))(
    '%s has our fields in our order',
    (_, { own, complement, notes }) => {
      expect(notes).toEqual(explained[own.name] ?? [])
      expect(complement.cadena).toBe(own.cadena)
      if (own.cadena) expect(linesOf(complement.root)).toEqual(linesOf(own.root))
    },
  )

  const folder = `${shared}conformance/${documents}/`
  const files = readdirSync(folder).filter((file) => file.endsWith('.xml'))
  const remade: Model = {
    ...model,
    complements: model.complements.map(
      (one) => made.find(({ own }) => own === one)?.complement ?? one,
    ),
  }

  it('print the cadena of every official document', () => {
    expect(files).toHaveLength(count[1])
    const sources = new Map(files.map((file) => [file, readFileSync(folder + file, 'utf8')]))
    const wrong = files.filter((file) => {
      const cadena = readFileSync(folder + file.replace(/xml$/, 'cadena'), 'utf8')
      return writeTreeCadena(remade, parseXml(sources.get(file) ?? '')) !== cadena
    })
    expect(wrong).toEqual([])
    const texts = [...sources.values()]
    const unseen = made.filter(
      ({ own }) => own.cadena && !texts.some((text) => text.includes(`"${own.namespace}"`)),
    )
    expect(unseen.map(({ own }) => own.name)).toEqual([])
  })
})
