import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { catalogs } from '../../src/catalogs/catalogs.js'
import type { Complement, Model } from '../../src/model/grammar.js'
import {
  type JsonSchema,
  type JsonSchemaOptions,
  jsonSchemaOf,
} from '../../src/model/jsonSchema.js'
import { complementArbitrary, comprobanteArbitrary } from '../../src/sat/arbitrary.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { comprobante } from '../../src/sat/cfdi40/declaration.js'
import { autoMembers } from '../../src/sat/cfdi40/resolve.js'
import { comercioExterior20 } from '../../src/sat/comercioExterior20/declaration.js'
import { consumoCombustibles } from '../../src/sat/consumoCombustibles/declaration.js'
import { complements } from '../../src/sat/declarations.js'
import { divisas } from '../../src/sat/divisas/declaration.js'
import { estadoCuentaBancario } from '../../src/sat/estadoCuentaBancario/declaration.js'
import { pagos20 } from '../../src/sat/pagos20/declaration.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { ventaVehiculos } from '../../src/sat/ventaVehiculos/declaration.js'
import { runs, whole } from '../effort.js'
import { type Mutation, mutationsOf } from './mutations.js'

const every: readonly Complement[] = [...complements, timbreFiscalDigital]
const byTitle = every.map((one) => [`${one.name} ${one.version ?? ''}`, one] as const)
const plain = { plain: true } as const
const forms: readonly JsonSchemaOptions[] = [{ form: 'standalone' }, { form: 'inline' }]

type Validate = (value: unknown) => boolean

/**
 * All that ajv warns of is an error. Definitions compiled once: inlined, a document takes ten
 * seconds.
 */
const strict = { strict: true, strictRequired: true, inlineRefs: false } as const

/** Validators that are not ours. zod reads most of JSON Schema; ajv all of it. */
const validators: Record<string, (schema: JsonSchema) => Validate> = {
  zod: (schema) => {
    const read = z.fromJSONSchema(withoutGroups(schema) as Parameters<typeof z.fromJSONSchema>[0])
    return (value) => read.safeParse(value).success
  },
  ajv: (schema) => new Ajv2020(strict).compile(schema),
}

describe.each(Object.keys(validators))('judged by %s', (name) => {
  const compile = validators[name]!

  it.each(forms)('accepts documents, $form', (options) => {
    const model =
      options.form === 'inline' ? { document: comprobante, complements: [pagos20, divisas] } : cfdi
    const validate = compile(jsonSchemaOf(model, options))
    const documents = comprobanteArbitrary(model, {
      ...plain,
      numbers: options.form === 'standalone',
    })
    fc.assert(fc.property(documents, (document) => validate(once(document, options))))
  })

  // A second opinion of every complement takes ten seconds: on a desk of some.
  const judged = whole || name === 'ajv' ? byTitle : byTitle.filter((_, at) => at % 8 === 0)

  it.each(judged)('accepts %s and refuses it after one wrong change', (_, complement) => {
    const model: Model = { document: complement, complements: [] }
    const schemas = (whole ? forms : forms.slice(0, 1)).map((options) =>
      compile(jsonSchemaOf(complement, options)),
    )
    const property = fc.property(
      complementArbitrary(complement, plain),
      fc.nat({ max: 12 }),
      (value, pick) => {
        const mutations = [...mutationsOf(model, value)].filter(isSayable)
        for (const validate of schemas) {
          expect(validate(value)).toBe(true)
          for (let index = pick; index < mutations.length; index += 13) {
            const { what, path, value: wrong } = mutations[index]!
            expect(validate(wrong), `${what} at ${path}`).toBe(false)
          }
        }
      },
    )
    fc.assert(property, { numRuns: runs(5) })
  })
})

describe('standalone', () => {
  it('states its draft, its name and each complement once', () => {
    const schema = jsonSchemaOf(cfdi)
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:cfdi-stamp:Comprobante:4.0',
      title: 'Comprobante 4.0',
    })
    expect(Object.keys(schema['$defs'] as object)).toHaveLength(every.length)
  })

  it('its references are few, resolve and do not turn back', () => {
    const schema = jsonSchemaOf(cfdi)
    const names = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    const definitions = schema['$defs'] as Record<string, JsonSchema>
    expect(Object.keys(definitions)).toEqual(expect.arrayContaining(names))
    expect(JSON.stringify(definitions)).not.toContain('$ref')
  })

  it('amounts are text or numbers, each with its limits', () => {
    expect(jsonSchemaOf(comprobante)).toMatchObject({
      properties: {
        Total: {
          anyOf: [
            { type: 'string', pattern: '^(?:[0-9]{1,18}(\\.[0-9]{1,6})?)$' },
            { type: 'number', minimum: 0 },
          ],
        },
        TipoDeComprobante: {
          enum: ['I', 'E', 'T', 'N', 'P'],
          description: 'Clave de c_TipoDeComprobante.',
        },
        Version: { const: '4.0' },
        Moneda: { type: 'string', minLength: 1, description: 'Clave de c_Moneda.' },
      },
    })
  })

  it('choices and groups that may not be empty', () => {
    expect(jsonSchemaOf(ventaVehiculos)).toMatchObject({
      allOf: [{ not: { required: ['InformacionAduanera', 'Parte'] } }],
    })
    expect(jsonSchemaOf(estadoCuentaBancario)).toMatchObject({
      properties: {
        Movimientos: {
          anyOf: [{ required: ['MovimientoECB'] }, { required: ['MovimientoECBFiscal'] }],
        },
      },
    })
  })
})

describe('inline', () => {
  const schema = jsonSchemaOf(cfdi, { form: 'inline' })

  it('without references, identifiers or composition, every object closed', () => {
    const keywords = new Set(keywordsOf(schema))
    for (const keyword of ['$ref', '$defs', '$id', '$schema', 'anyOf', 'oneOf', 'allOf', 'not'])
      expect(keywords).not.toContain(keyword)
    for (const object of objectsIn(schema))
      expect(object).toMatchObject({ additionalProperties: false, required: expect.any(Array) })
  })

  it('the version of a complement that is in force', () => {
    const { properties } = schema as {
      properties: Record<string, { properties: Record<string, JsonSchema> }>
    }
    expect(properties['Complemento']!.properties['CartaPorte']!['title']).toBe('CartaPorte 3.1')
  })

  it('choices in words', () => {
    expect(jsonSchemaOf(ventaVehiculos, { form: 'inline' })['description']).toBe(
      'Solo uno de InformacionAduanera, Parte.',
    )
  })
})

describe('complements', () => {
  const sizeOf = (options: JsonSchemaOptions) => JSON.stringify(jsonSchemaOf(cfdi, options)).length

  it('only the requested ones, with their size', () => {
    const schema = jsonSchemaOf(cfdi, { complements: [pagos20, divisas] })
    expect(Object.keys(schema['$defs'] as object).sort()).toEqual(['Divisas-1.0', 'Pagos-2.0'])
    expect(schema).toEqual(jsonSchemaOf({ document: comprobante, complements: [pagos20, divisas] }))
    expect(jsonSchemaOf(cfdi, { complements: [] })).not.toHaveProperty('$defs')
    // 11,951 and 10,492 bytes, 181,000 and 113,614 with every complement.
    expect(sizeOf({ complements: [] })).toBeLessThan(13_000)
    expect(sizeOf({ complements: [], form: 'inline' })).toBeLessThan(11_000)
    expect(sizeOf({})).toBeLessThan(190_000)
    expect(sizeOf({ form: 'inline' })).toBeLessThan(115_000)
  })

  it('inline, a slot without complements is not offered', () => {
    const members = (complements: readonly Complement[]) =>
      Object.keys(jsonSchemaOf(cfdi, { complements, form: 'inline' })['properties'] as object)
    expect(members([])).not.toContain('Complemento')
    expect(members([pagos20])).toContain('Complemento')
  })
})

describe('codes', () => {
  const codes = (name: string) => catalogs.codes(name, { at: '2026-11-21' })

  it.each(forms)(
    'wired to the catalogues, $form: valid documents pass and codes that ended do not',
    ({ form }) => {
      const model = {
        document: comprobante,
        complements: [comercioExterior20, consumoCombustibles],
      }
      const schema = jsonSchemaOf(model, { codes, form: form! })
      const text = JSON.stringify(schema)
      expect(text).toContain('"MXN"')
      expect([text.includes('"DAP"'), text.includes('"DAF"')]).toEqual([true, false])
      for (const compile of Object.values(validators)) expect(compile(schema)({})).toBe(false)
    },
  )

  it('every declaration accepts them, and does not request lists of the XSD', () => {
    const asked = new Set<string>()
    const noting = (name: string) => {
      asked.add(name)
      return codes(name)
    }
    jsonSchemaOf(cfdi, { codes: noting })
    for (const name of ['c_ClaveTipoCombustible', 'c_TipoDeComprobante', 'Meses', 'SubActividad'])
      expect([name, asked.has(name)]).toEqual([name, false])
    expect([asked.has('c_Moneda'), asked.has('c_UsoCFDI')]).toEqual([true, true])
  })

  it('an empty list counts as none', () => {
    expect(jsonSchemaOf(cfdi, { codes: () => [] })).toEqual(jsonSchemaOf(cfdi))
  })

  it('a code is not empty, with them or without', () => {
    for (const options of [...forms, { codes }]) {
      const { properties } = jsonSchemaOf(comprobante, options) as {
        properties: Record<string, JsonSchema>
      }
      for (const compile of Object.values(validators)) {
        const moneda = compile(properties['Moneda']!)
        expect([moneda(''), moneda('MXN')]).toEqual([false, true])
      }
    }
  })
})

describe('strict validators', () => {
  it.each([
    ['standalone', {}],
    ['inline', { form: 'inline' }],
    [
      'drafts',
      {
        auto: autoMembers,
        codes: (name: string) => catalogs.codes(name),
        complements: [comercioExterior20],
      },
    ],
    ['inline drafts', { auto: autoMembers, form: 'inline', complements: [] }],
  ] as const)('have nothing to say of the whole: %s', (_, options) => {
    const said: unknown[] = []
    const logger = {
      log: () => {},
      warn: (...words: unknown[]) => said.push(words),
      error: () => {},
    }
    const ajv = new Ajv2020({ ...strict, logger })
    expect(() => ajv.compile(jsonSchemaOf(cfdi, options))).not.toThrow()
    expect(said).toEqual([])
  })
})

describe('options', () => {
  const options: JsonSchemaOptions = {
    codes: (name) => (name === 'c_UsoCFDI' ? ['G01', 'G03'] : undefined),
    describe: (path) => (path === 'Conceptos.Importe' ? 'Importe del renglón.' : undefined),
    auto: {
      isDerived: (path) =>
        ['Folio', 'Conceptos.Importe', 'Emisor.Rfc', 'TipoDeComprobante', 'Sello'].includes(path),
    },
  }

  it.each(forms)('codes, words and AUTO, $form', ({ form }) => {
    const schema = jsonSchemaOf(comprobante, { ...options, form: form! })
    const { properties, required } = schema as {
      properties: Record<string, Record<string, never>>
      required: string[]
    }
    expect(properties['Receptor']).toMatchObject({
      properties: { UsoCFDI: { enum: ['G01', 'G03'] } },
    })
    const { Importe } = (
      properties['Conceptos'] as unknown as { items: { properties: Record<string, JsonSchema> } }
    ).items.properties
    expect(Importe).toMatchObject({ description: 'Importe del renglón. Mínimo 0.000000.' })
    expect(required).not.toContain('Sello')
    expect(required).toContain('Fecha')
    for (const compile of Object.values(validators)) {
      const [tipo, importe] = [compile(properties['TipoDeComprobante']!), compile(Importe!)]
      expect([tipo('AUTO'), tipo('I'), tipo('X')]).toEqual([true, true, false])
      expect([importe('AUTO'), importe('1.50'), importe('auto'), importe(1.5)]).toEqual([
        true,
        true,
        false,
        form === 'standalone',
      ])
    }
  })
})

/** One of each complement: the inline form does not admit repeated ones. */
function once(document: object, { form }: JsonSchemaOptions): unknown {
  if (form !== 'inline') return document
  const { Complemento = {} } = document as { Complemento?: Record<string, unknown> }
  return {
    ...document,
    Complemento: Object.fromEntries(
      Object.entries(Complemento).map(([name, one]) => [name, [one].flat()[0]]),
    ),
  }
}

/**
 * JSON Schema cannot express the range of a decimal in text, the existence of a date, or the
 * characters that XML admits.
 */
function isSayable({ what, value }: Mutation): boolean {
  if (what.startsWith('not a text: NaN')) return false
  if (what.startsWith('not a fragment') || JSON.stringify(value) === undefined) return false
  return !what.startsWith('out of the type') || /"(x|\*|)"$/.test(what)
}

/** zod does not read `not`, and forgets closed objects where `anyOf` groups required members. */
function withoutGroups(schema: JsonSchema): unknown {
  const isGroup = (key: string, value: unknown) =>
    key === 'allOf' ||
    (key === 'anyOf' && (value as JsonSchema[]).every((one) => one['required'] !== undefined))
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    isGroup(key, value) ? undefined : value,
  )
}

function keywordsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(keywordsOf)
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner]
}

function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  if ((value as JsonSchema)['type'] === 'object') yield value
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}
