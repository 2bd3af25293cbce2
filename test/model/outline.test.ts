/**
 * Outlines against the declarations that they are of. The verbs themselves are tested by the SAT's
 * documents and by libxslt, whichever of the two they use.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { templatesOf } from '../../src/model/cadena/plan.js'
import type { Element, Member, Schema } from '../../src/model/grammar.js'
import { readOutline, writeOutline } from '../../src/model/outline.js'
import { tiposOf } from '../../src/model/slots.js'
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

describe.each(named)('the outline of %s', (_, schema) => {
  it('has its members, their order and their forms', () => {
    const { root, ...facts } = outlined(schema)
    expect(withoutTypes(root)).toEqual(withoutTypes(schema.root))
    expect({ ...facts, root: undefined }).toEqual({ ...schema, root: undefined })
  })

  it('has its fields of the cadena original', () => {
    const fields = (one: Schema) =>
      JSON.parse(
        JSON.stringify(templatesOf(one), (key, value: unknown) =>
          key === 'element' ? fieldsBelow(value as Element) : key === 'schema' ? '' : value,
        ),
      ) as unknown
    const fieldsBelow = (element: Element) => Object.keys(element.content)
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

it('that the verbs use are those of the declarations', () => {
  const written = readFileSync(new URL('../../src/sat/outlines.ts', import.meta.url), 'utf8')
  expect(written, 'run npm run each').toBe(writeOutlines(cfdi))
})

it('is no model to judge by', () => {
  expect(() => judgeOf(outlineRoot)).toThrow('types')
})
