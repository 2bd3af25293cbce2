/**
 * The JSON Schema of drafts: documents as people give them, "AUTO" and all, are accepted by tools
 * that know only the schema.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { jsonSchemaOf } from '../../src/model/jsonSchema.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import type { AutoMembers } from '../../src/model/jsonSchema.js'
import { autoMembers } from '../../src/sat/cfdi40/resolve.js'

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const names = ['documents', 'complements'].flatMap((folder) =>
  readdirSync(fixtures + folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('invalido'))
    .map((name) => `${folder}/${name}`),
)

/** zod does not support the `allOf` that distinguishes the versions of a complement. */
function schemaOf(auto: AutoMembers): z.ZodType {
  const text = JSON.stringify(jsonSchemaOf(cfdi, { auto }), (key, value) =>
    key === 'allOf' ? undefined : value,
  )
  return z.fromJSONSchema(JSON.parse(text))
}

it('accepts drafts, where members that the engine derives are marked', () => {
  const [drafts, documents] = [schemaOf(autoMembers), schemaOf({ isDerived: () => false })]
  for (const name of names) {
    const draft: unknown = JSON.parse(readFileSync(fixtures + name, 'utf8'))
    expect(drafts.safeParse(draft).error?.issues ?? [], name).toEqual([])
    expect(documents.safeParse(draft).success, name).toBe(false)
  }
})

it('accepts members that only drafts have', () => {
  const text = readFileSync(
    `${fixtures}documents/${names.find((name) => name.startsWith('documents/'))!.slice(10)}`,
    'utf8',
  )
  const { Conceptos, ...rest } = JSON.parse(text) as { Conceptos: object[] }
  const { ValorUnitario: _, Importe: __, ...concepto } = Conceptos[0] as Record<string, unknown>
  const priced = (price: unknown) => ({
    ...rest,
    Conceptos: [{ ...concepto, PrecioConImpuestos: price, DescuentoConImpuestos: '10.00' }],
  })
  for (const form of ['standalone', 'inline'] as const) {
    const model = { ...cfdi, complements: [] }
    const ajv = new Ajv2020({ strict: true })
    const drafts = ajv.compile(jsonSchemaOf(model, { auto: autoMembers, form }))
    const documents = new Ajv2020().compile(jsonSchemaOf(model, { form }))
    const verdicts = [
      drafts(priced('116.00')),
      drafts(priced('mucho')),
      documents(priced('116.00')),
    ]
    expect([form, ...verdicts]).toEqual([form, true, false, false])
  }
})
