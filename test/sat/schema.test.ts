/**
 * The documents as Standard Schemas and as components of OpenAPI, checked by the types of the
 * standard, by a router that knows only the standard, and by a validator of JSON Schema.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sValidator } from '@hono/standard-validator'
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createCatalogs } from '../../src/catalogs/catalogs.js'
import { copyJson, isRecord } from '../../src/lib/json.js'
import type { Complement } from '../../src/model/grammar.js'
import { complements } from '../../src/sat/declarations.js'
import { divisas } from '../../src/sat/divisas/declaration.js'
import { type Pagos20, pagos20 } from '../../src/sat/pagos20/declaration.js'
import {
  complementSchema,
  documentSchema,
  draftSchema,
  openApiComponents,
} from '../../src/sat/schema.js'
import type { RetencionesDraft } from '../../src/sat/retenciones20/draft.js'
import { retenciones20 } from '../../src/sat/retenciones20/document.js'
import { draft, invoice } from '../fixtures.js'
import { dividendo } from './retenciones20/drafts.js'

type Standard<Value> = StandardSchemaV1<Value> & StandardJSONSchemaV1<Value>

const drafts = draftSchema() satisfies Standard<import('../../src/index.js').ComprobanteDraft>
const documents = documentSchema() satisfies Standard<import('../../src/index.js').Comprobante>
const payments = complementSchema(pagos20) satisfies Standard<Pagos20>

const issuesOf = (schema: StandardSchemaV1, value: unknown) => {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new TypeError('it waits')
  return (result.issues ?? []).map(({ path = [], message }) => [path.join('.'), message] as const)
}

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const names = ['documents', 'complements'].flatMap((folder) =>
  readdirSync(fixtures + folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('invalido'))
    .map((name) => `${folder}/${name}`),
)
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(fixtures + name, 'utf8'))

describe('a Standard Schema', () => {
  it('returns a valid value itself', () => {
    const document = invoice()
    const given = { ...document, Sello: 'AA==', Certificado: 'AA==' }
    expect(documents['~standard'].validate(given)).toEqual({ value: given })
    expect(
      issuesOf(complementSchema(divisas), { version: '1.0', tipoOperacion: 'compra' }),
    ).toEqual([])
  })

  it('reports problems in Spanish, with their path', () => {
    const [concepto] = invoice().Conceptos
    const wrong = {
      ...invoice(),
      Sello: 'AA==',
      Certificado: 'AA==',
      Moneda: 'MNX',
      Conceptos: [{ ...concepto, Importe: 'x' }],
    }
    expect(issuesOf(documents, wrong)).toEqual([
      ['Moneda', expect.stringContaining('MXN')],
      [
        'Conceptos.0.Importe',
        expect.stringMatching(/^Concepto\.Importe: .* \(se encontró "x"\)\.$/),
      ],
    ])
    expect(issuesOf(payments, { Version: '2.0', Totales: { MontoTotalPagos: '1.00' } })).toEqual([
      ['Pago', expect.stringContaining('falta')],
    ])
    for (const nothing of [null, undefined, 'x', 1, []])
      expect(issuesOf(drafts, nothing)).toHaveLength(1)
  })

  it('of drafts takes those of people, and no document does', () => {
    for (const name of names) {
      expect(issuesOf(drafts, read(name)), name).toEqual([])
      expect(issuesOf(documents, read(name)), name).not.toEqual([])
    }
  })

  it('for drafts refuses "AUTO" without a derivation, and misspelt names', () => {
    const { Receptor, ...rest } = draft('ingreso')
    const [, ...others] = issuesOf(drafts, {
      ...rest,
      Receptor: 'AUTO',
      Emsior: {},
      Impuestos: 'AUTO',
      Total: 'AUTO',
    })
    expect(others).toHaveLength(1)
    expect(issuesOf(drafts, rest)).toEqual([['Receptor', expect.stringContaining('falta')]])
    expect(issuesOf(drafts, { ...rest, Receptor, PrecioConImpuestos: '1' })).toHaveLength(1)
  })

  it('is taken by a router', async () => {
    const app = new Hono().post('/', sValidator('json', drafts), (context) =>
      context.json(context.req.valid('json').Total),
    )
    const ask = (body: unknown) =>
      app.request('/', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    expect(await (await ask({ ...draft('ingreso'), Total: 'AUTO' })).json()).toBe('AUTO')
    const refused = await ask({ ...draft('ingreso'), Emsior: {} })
    expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
      400,
      expect.stringContaining('"path":["Emsior"]'),
    ])
  })
})

describe('its JSON Schema', () => {
  const strict = { strict: true, strictRequired: true, inlineRefs: false } as const

  // It knows no codes: neither do those.
  const byForm = draftSchema({
    catalogs: createCatalogs({ packed: () => undefined }),
    complements: [pagos20],
  })

  it('of a registered document takes the drafts that the schema takes', () => {
    const schema = draftSchema<RetencionesDraft>({
      catalogs: createCatalogs({ packed: () => undefined }),
      document: retenciones20,
    })
    const validate = new Ajv2020(strict).compile(
      schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
    )
    expect(issuesOf(schema, dividendo)).toEqual([])
    let refused = 0
    for (const [place, changed] of changesOf({ ...dividendo })) {
      const verdict = issuesOf(schema, changed).length === 0
      refused += verdict ? 0 : 1
      expect(validate(changed), place).toBe(verdict)
    }
    expect(refused).toBeGreaterThan(20)
    expect(issuesOf(documentSchema({ document: retenciones20 }), dividendo)).not.toEqual([])
    expect(() => draftSchema({ document: {} as never })).toThrow(/document must be a document/)
  })

  it.each([
    ['draft-2020-12', new Ajv2020(strict)],
    ['draft-07', new Ajv(strict)],
  ] as const)(
    'in %s takes the same drafts, with a member less and with one "AUTO"',
    (target, ajv) => {
      const validate = ajv.compile(byForm['~standard'].jsonSchema.input({ target }))
      let refused = 0
      for (const name of [
        'documents/ingreso',
        'documents/global',
        'complements/pagos20.parcialidad',
      ])
        for (const [place, changed] of changesOf(read(`${name}.json`))) {
          const verdict = issuesOf(byForm, changed).length === 0
          refused += verdict ? 0 : 1
          expect(validate(changed), `${name} ${place}`).toBe(verdict)
        }
      expect(refused).toBeGreaterThan(50)
    },
  )

  it('in OpenAPI 3.0 has no keyword that it does not know', () => {
    const schema = JSON.stringify(
      documents['~standard'].jsonSchema.output({ target: 'openapi-3.0' }),
    )
    expect(schema).toContain('"enum":["4.0"]')
    expect(schema).not.toMatch(/"(const|\$defs|\$ref|\$schema|definitions)":/)
  })

  it('throws for a target that it does not know', () => {
    expect(() => drafts['~standard'].jsonSchema.input({ target: 'draft-03' })).toThrow(TypeError)
  })
})

/** Yields a document without one member, or with "AUTO" in one, at every place. */
function* changesOf(whole: Record<string, unknown>): Generator<[string, unknown]> {
  for (const place of placesOf(whole, []))
    for (const change of ['AUTO', undefined]) {
      const copy = copyJson(whole) as Record<string, unknown>
      const holder = place.slice(0, -1).reduce<unknown>((node, step) => (node as never)[step], copy)
      const last = place.at(-1)!
      if (change !== undefined) (holder as Record<string, unknown>)[last] = change
      else if (isRecord(holder)) delete (holder as Record<string, unknown>)[last]
      else continue
      yield [`${place.join('.')} ${change ?? 'less'}`, copy]
    }
}

/** Uses the first item of lists. */
function* placesOf(
  value: unknown,
  place: readonly (string | number)[],
): Generator<readonly (string | number)[]> {
  if (Array.isArray(value)) yield* placesOf(value[0], [...place, 0])
  if (!isRecord(value)) return
  for (const [key, content] of Object.entries(value)) {
    yield [...place, key]
    yield* placesOf(content, [...place, key])
  }
}

describe('components of OpenAPI', () => {
  it('refer to each other, and to nothing else', () => {
    const { schemas } = openApiComponents()
    const text = JSON.stringify(schemas)
    const named = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref!)
    expect(
      new Set(
        named.filter((ref) => !Object.hasOwn(schemas, ref.replace('#/components/schemas/', ''))),
      ),
    ).toEqual(new Set())
    expect(Object.keys(schemas).filter((name) => !/^[\w.-]+$/.test(name))).toEqual([])
    expect(text).not.toMatch(/"\$(defs|id|schema)"/)
    const current = complements.filter(({ status }: Complement) => status === 'vigente')
    expect(Object.keys(schemas)).toHaveLength(2 * (current.length + 1) + 1)
  })

  it('judge drafts and documents', () => {
    const { schemas } = openApiComponents({ complements: [divisas] })
    expect(Object.keys(schemas)).toEqual([
      'ComprobanteDraft',
      'Divisas-1.0-Draft',
      'Comprobante',
      'Divisas-1.0',
      'Finding',
    ])
    const ajv = new Ajv2020({ strict: false }).addSchema({
      $id: 'https://api.example/openapi.json',
      components: { schemas },
    } as object)
    const judge = (name: string) =>
      ajv.getSchema(`https://api.example/openapi.json#/components/schemas/${name}`)!
    const given = read('documents/ingreso.json')
    expect([judge('ComprobanteDraft')(given), judge('Comprobante')(given)]).toEqual([true, false])
    expect(
      judge('ComprobanteDraft')({ ...given, Complemento: { Divisas: { version: '1.0' } } }),
    ).toBe(false)
  })
})
