/**
 * Outlines against the declarations that they are of. The verbs themselves are tested by the SAT's
 * documents and by libxslt, whichever of the two they use.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../src/model/check.js'
import { planOf, printedPlanOf, type Step, templatesOf } from '../../src/model/cadena/plan.js'
import type { Element, Member, Model, Schema } from '../../src/model/grammar.js'
import { jsonSchemaOf } from '../../src/model/jsonSchema.js'
import { readOutline, writeOutline } from '../../src/model/outline.js'
import { tiposOf } from '../../src/model/slots.js'
import { writeXsd } from '../../src/model/xsd.js'
import { zodOf } from '../../src/model/zod.js'
import { outlineRoot } from '../../src/sat/cfdi40/cfdi.js'
import { judgeOf } from '../../src/sat/cfdi40/check.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { retencion } from '../../src/sat/retenciones20/model.js'
import { writeOutlines } from '../../tools/outlines.js'

const declared: readonly Schema[] = [cfdi, retencion].flatMap((model) => [
  model.document,
  ...model.complements,
])
const named = declared.map((schema) => [`${schema.name} ${schema.version ?? ''}`, schema] as const)

const outlined = ({ root, ...facts }: Schema): Schema =>
  readOutline(facts, writeOutline({ root, ...facts }))

/** The members that are not in an outline, removed. */
function withoutTypes({ content, text, choices: _, nonEmpty: __, ...element }: Element): object {
  const members = Object.entries(content).map(([name, member]) => [name, form(member)])
  return { ...element, hasText: text !== undefined, members }
}

function form(member: Member): object | string {
  if (member.kind === 'slot') return `slot ${member.at}`
  if (member.kind !== 'child') return member.kind
  return { isRepeated: member.max > 1, ...withoutTypes(member.element) }
}

/** A step of a cadena, with the names in its element instead of the element. */
const withoutElement = (step: Step): object =>
  step.kind === 'each' ? { ...step, element: Object.keys(step.element.content) } : step

const elementsOf = (element: Element): readonly Element[] => [
  element,
  ...Object.values(element.content).flatMap((member) =>
    member.kind === 'child' ? elementsOf(member.element) : [],
  ),
]

describe.each(named)('the outline of %s', (_, schema) => {
  it('has its members, their order and their forms', () => {
    const { root, ...facts } = outlined(schema)
    expect(withoutTypes(root)).toEqual(withoutTypes(schema.root))
    expect({ ...facts, root: undefined }).toEqual({ ...schema, root: undefined })
  })

  it('has its fields of the cadena original, also in elements without a template', () => {
    const fields = (one: Schema) => [
      templatesOf(one).map(({ name, plan }) => [name, plan?.map(withoutElement)]),
      ...elementsOf(one.root).map((element) =>
        [planOf(element), printedPlanOf(element)].map((plan) => plan.map(withoutElement)),
      ),
    ]
    expect(fields(outlined(schema))).toEqual(fields(schema))
  })

  it('has its types of document', () => {
    expect(tiposOf(outlined(schema))).toEqual(tiposOf(schema))
  })

  it('is written again as it was read', () => {
    const outline = writeOutline(schema)
    expect(writeOutline(outlined(schema))).toBe(outline)
  })
})

it('outlines.ts has the outlines of the declarations', () => {
  const written = readFileSync(new URL('../../src/sat/outlines.ts', import.meta.url), 'utf8')
  expect(written, 'run npm run each').toBe(writeOutlines(cfdi))
})

it.each<[string, (model: Model) => unknown]>([
  ['check', (model) => checkStructure(model, { Version: '4.0' })],
  ['the judge', (model) => judgeOf({ ...outlineRoot, model }).check({ Version: '4.0' }, {})],
  ['jsonSchemaOf', jsonSchemaOf],
  ['writeXsd', writeXsd],
  ['zodOf', zodOf],
])('%s refuses an outline, which has no types', (_, verb) => {
  expect(() => verb(outlineRoot.model)).toThrow('An outline has no types')
})
