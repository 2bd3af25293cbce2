/**
 * The machines are independent of documents: all of them work on a root without any word of the
 * SAT's, from its declaration, its rules and its derivations alone. It is the example for adding a
 * second root.
 */

import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogs } from '../src/catalogs/catalogs.js'
import { AUTO, type DeriveContext, derivationTables } from '../src/derive/derivation.js'
import { Derivations } from '../src/derive/resolve.js'
import { explainUnresolved, memberPath } from '../src/derive/unresolved.js'
import { Decimal } from '../src/lib/decimal.js'
import type { Json } from '../src/lib/json.js'
import { parseXml } from '../src/lib/xml/xml.js'
import { documentArbitrary } from '../src/model/arbitrary.js'
import { writeTreeCadena } from '../src/model/cadena.js'
import { checkStructure } from '../src/model/check.js'
import type { Complement, Schema, Static } from '../src/model/grammar.js'
import {
  element,
  list,
  type Model,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  slot,
} from '../src/model/grammar.js'
import { jsonSchemaOf } from '../src/model/jsonSchema.js'
import { nodesIn, nodesOf } from '../src/model/nodes.js'
import { readDocument } from '../src/model/read.js'
import { code, decimal, exactly, fixed, oneOf, t_Fecha, text } from '../src/model/types.js'
import { composeDocument, writeCadena, writeDocument } from '../src/model/write.js'
import { writeXsd } from '../src/model/xsd.js'
import { writeXslt } from '../src/model/xslt.js'
import { zodOf } from '../src/model/zod.js'
import { DocumentContext } from '../src/rules/context.js'
import { explainRules } from '../src/rules/explain.js'
import { Judge } from '../src/rules/judge.js'
import { type RuleContext, ruleTables } from '../src/rules/rule.js'
import { schemaOf } from './libxml.js'
import { issuesOf } from './model/agreement.js'
import { describeWith, folder, transformed } from './programs.js'

// The declaration: a voucher of lines, to which a signature may be attached, and to its lines a
// warranty.

const renglon = element({
  Precio: required(decimal(2, { minInclusive: '0.00' })),
  Piezas: required(decimal(0, { minInclusive: '1' })),
  Monto: required(decimal(2, { minInclusive: '0.00' })),
  Anejo: slot('renglon', 0),
})

const root = element({
  Version: required(exactly('2.0')),
  Clase: required(oneOf('A', 'B')),
  Dia: required(t_Fecha),
  Suma: required(decimal(2, { minInclusive: '0.00' })),
  Dueno: maybe({ Alias: optional(text(1, 20)) }),
  Renglones: one(list('Renglon', oneOrMore(renglon))),
  Anejos: slot('vale', 0),
})

const vale: Schema<typeof root> = {
  name: 'Vale',
  version: '2.0',
  prefix: 'v',
  namespace: 'urn:prueba:vale:2',
  xsd: 'urn:prueba/vale.xsd',
  tipo: 'Clase',
  fecha: 'Dia',
  noun: 'vale',
  earlier: [{ name: 'Vale', namespace: 'urn:prueba:vale:1', versions: ['1.0'] }],
  root,
}

const common = { tipos: ['A', 'B'], status: 'vigente', cadena: true, desde: '2020-01-01' } as const

const garantia = {
  ...common,
  name: 'Garantia',
  version: '1.0',
  prefix: 'g',
  namespace: 'urn:prueba:garantia',
  xsd: 'urn:prueba/garantia.xsd',
  at: 'renglon',
  tipos: ['A'],
  root: element({
    version: required(fixed('1.0')),
    Meses: required(decimal(0, { minInclusive: '1' })),
  }),
} as const satisfies Complement

const firma = {
  ...common,
  name: 'Firma',
  prefix: 'f',
  namespace: 'urn:prueba:firma',
  xsd: 'urn:prueba/firma.xsd',
  at: 'vale',
  root: element({ Clave: required(code(4, '[A-Z]{4}')) }),
} as const satisfies Complement

type Vale = Static<typeof root>
type Renglon = Static<typeof renglon>

const model: Model<typeof root> = { document: vale, complements: [firma, garantia] }
const at = nodesOf<{ vale: Vale; renglon: Renglon }>(vale)

// Its rules.

class ValeContext extends DocumentContext<Vale> {
  get tipo(): string {
    return this.document.Clase
  }
}

const tableOf = ruleTables<RuleContext<Vale>>()

const montoRules = tableOf(at(vale, 'Renglones[]'), {
  source: 'prueba',
  rules: {
    V1: {
      field: 'Monto',
      says: 'debe ser Precio por Piezas',
      holds: ({ Precio, Piezas, Monto }) => {
        const expected = Decimal.of(String(Precio)).times(Decimal.of(String(Piezas)))
        return Decimal.of(String(Monto)).equals(expected) || { expected }
      },
    },
    V2: {
      field: 'Piezas',
      tipos: 'B',
      says: 'debe ser 1',
      holds: ({ Piezas }) => String(Piezas) === '1',
    },
  },
})

const garantiaRules = tableOf(at(garantia), {
  source: 'prueba',
  rules: {
    G1: {
      field: 'Meses',
      says: 'debe ser 12 en uno caro',
      holds: dearOnes,
      when: (_, __, up) => isDear(up),
    },
    G2: { says: 'no se puede decidir aquí', undecidable: 'la sabe quien la da' },
  },
})

function isDear({ Precio }: Renglon): boolean {
  return Number(Precio) > 1000
}

function dearOnes({ Meses }: { readonly Meses: string | number }): boolean {
  return String(Meses) === '12'
}

const judge = new Judge<Vale, RuleContext<Vale>>({
  model,
  ruleSet: {
    document: vale,
    always: [montoRules],
    withComplement: { Garantia: () => [garantiaRules] },
  },
  catalogs,
  contextOf: (document, surroundings) => new ValeContext(document, surroundings, document.Dia),
  contextOfUnsound: ({ document }, surroundings) =>
    new ValeContext(document as Vale, surroundings, ''),
})

// Its derivations; the first is a source of the second.

const derivations = derivationTables<DeriveContext>()

const rows = new Derivations<DeriveContext>(() => [
  derivations(at(vale), {
    Suma: {
      from: ['Renglones[].Monto'],
      value: ({ Renglones }) => sumOf((Renglones as readonly Json[]).map(({ Monto }) => Monto)),
    },
  }),
  derivations(at(vale, 'Renglones[]'), {
    Monto: {
      from: ['Precio', 'Piezas'],
      value: ({ Precio, Piezas }) =>
        decimalOf(Precio)
          ?.times(decimalOf(Piezas) ?? Decimal.zero)
          .toString(),
    },
  }),
])

function decimalOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Decimal.of(value) : undefined
}

function sumOf(values: readonly unknown[]): string | undefined {
  const all = values.map(decimalOf)
  if (all.includes(undefined)) return undefined
  return (all as readonly Decimal[]).reduce((sum, one) => sum.plus(one), Decimal.zero).toString()
}

function resolved(draft: Json): Json {
  const document = structuredClone(draft)
  rows.resolve({ document, complete: false, known: new Map() })
  return document
}

// Documents of it.

const line = { Precio: '1500.50', Piezas: '2', Monto: '3001.00' }
const guaranteed = { ...line, Anejo: { Garantia: { version: '1.0', Meses: '12' } } }
const good: Json = {
  Version: '2.0',
  Clase: 'A',
  Dia: '2026-01-01',
  Suma: '6002.00',
  Renglones: [line, guaranteed],
  Anejos: { Firma: { Clave: 'ABCD' } },
}

const documents = documentArbitrary(model)
const found = (document: unknown) =>
  judge.check(document).map(({ code, path }) => `${code} ${path}`)
const messages = (document: unknown) => judge.check(document).map(({ message }) => message)

describe('a root that the machines do not know', () => {
  it('is judged by its own structure, types and rules', () => {
    expect(found(good)).toEqual([])
    expect(found({ ...good, Renglones: [{ ...line, Monto: '1.00' }] })).toEqual([
      'V1 Renglones[0].Monto',
    ])
    expect(found({ ...good, Clase: 'B', Renglones: [line] })).toEqual(['V2 Renglones[0].Piezas'])
    expect(found({ ...good, Clase: 'C' })).toEqual(['301 Clase'])
  })

  it('has complements checked in their places, with their parents', () => {
    const brief = { version: '1.0', Meses: '6' }
    const hanging = { ...good, Renglones: [line, { ...line, Anejo: { Garantia: brief } }] }
    expect(found(hanging)).toEqual(['G1 Renglones[1].Anejo.Garantia.Meses'])
    const cheap = {
      Precio: '1.00',
      Piezas: '1',
      Monto: '1.00',
      Anejo: { Garantia: [brief, brief] },
    }
    expect(found({ ...good, Renglones: [cheap] })).toEqual([])
    expect(nodesIn(at(garantia), { ...good, Renglones: [cheap] })).toEqual([brief, brief])
  })

  it('describes the places, types and dates of its complements in its own words', () => {
    expect(
      messages({
        ...good,
        Renglones: [line],
        Anejos: { Garantia: { version: '1.0', Meses: '12' } },
      }),
    ).toEqual(['Garantia: el complemento Garantia 1.0 va en Anejo.'])
    expect(
      messages({
        ...good,
        Clase: 'B',
        Renglones: [{ ...guaranteed, Piezas: '1', Monto: '1500.50' }],
      }),
    ).toEqual(['Garantia: el complemento Garantia 1.0 no se admite en un vale de tipo B; sí en A.'])
    expect(messages({ ...good, Dia: '2019-12-31', Renglones: [line] })).toEqual([
      'Firma: el complemento Firma está vigente desde el 2020-01-01 y el vale es del 2019-12-31.',
    ])
  })

  it('recognises an earlier version', () => {
    expect(messages({ ...good, Version: '1.0' })[0]).toMatch(/es un Vale 1\.0, que ya no se timbra/)
    const earlier = '<v:Vale xmlns:v="urn:prueba:vale:1" Version="1.0"/>'
    expect(judge.checkXml(earlier)[0]?.message).toMatch(/es un Vale 1\.0, que ya no se timbra/)
    expect(judge.checkXml('<Vale/>')[0]?.message).toMatch(/es Vale de ningún espacio de nombres/)
  })

  it('goes by its own name where the whole of it is meant', () => {
    expect(judge.checkXml('<')[0]?.element).toBe('Vale')
    expect(judge.check({}, { limits: { findings: 1 } }).at(-1)?.message).toMatch(/^Vale: hay 4 /)
  })

  it('has every rule explained', () => {
    const outcomes = (document: unknown) =>
      explainRules(judge.examine(document)).map(
        ({ code, path, outcome, why }) => `${code} ${path}: ${outcome}, ${why}`,
      )
    expect(outcomes({ ...good, Renglones: [guaranteed] })).toEqual([
      'V1 Renglones[0].Monto: holds, undefined',
      'V2 Renglones[0]: not-asked, no aplica',
      'G1 Renglones[0].Anejo.Garantia.Meses: holds, undefined',
      'G2 Renglones[0].Anejo.Garantia: not-asked, la sabe quien la da',
    ])
    expect(outcomes({ ...good, Renglones: [line] }).slice(2)).toEqual([
      'G1 : not-asked, el documento no tiene Garantia',
      'G2 : not-asked, la sabe quien la da',
    ])
  })

  it('is written with the namespaces of its complements, and read back', () => {
    const xml = writeDocument(model, good)
    expect(xml).toContain(
      '<v:Renglon Precio="1500.50" Piezas="2" Monto="3001.00"><v:Anejo><g:Garantia version="1.0"',
    )
    for (const { prefix, namespace } of [vale, firma, garantia])
      expect(xml.slice(0, xml.indexOf('Version='))).toContain(` xmlns:${prefix}="${namespace}"`)
    expect(writeDocument(model, { ...good, Renglones: [line] })).not.toContain('xmlns:g')
    expect(readDocument(model, xml)).toEqual({
      document: good,
      departures: [],
      firstLost: undefined,
    })
    expect(judge.checkXml(xml)).toEqual([])
  })

  it('has a cadena original', () => {
    expect(writeCadena(model, good)).toBe(
      '||2.0|A|2026-01-01|6002.00|1500.50|2|3001.00|1500.50|2|3001.00|1.0|12|ABCD||',
    )
  })

  it('is made, written, read, sealed and described by every verb alike', () => {
    const [validate, schema] = [
      new Ajv2020({ strict: true }).compile(jsonSchemaOf(model)),
      zodOf(model),
    ]
    const admits = schemaOf(writeXsd(model))
    const plain = documentArbitrary(model, { plain: true })
    fc.assert(
      fc.property(documents, plain, (document, canonical) => {
        expect(checkStructure(model, document, { placement: true })).toEqual([])
        const { xml, cadena } = composeDocument(model, document)
        expect(readDocument(model, xml)).toEqual({ document, departures: [], firstLost: undefined })
        expect(writeTreeCadena(model, parseXml(xml))).toBe(cadena)
        expect(admits(xml)).toBe(true)
        expect(issuesOf(schema, document)).toEqual([])
        expect(validate(canonical)).toBe(true)
      }),
    )
  })

  it('is refused by every verb alike', () => {
    const wrong = { ...good, Renglones: [{ ...line, Piezas: '0' }] }
    expect(checkStructure(model, wrong).map(({ path }) => path)).toEqual(['Renglones[0].Piezas'])
    expect(issuesOf(zodOf(model), wrong)).toHaveLength(1)
    expect(schemaOf(writeXsd(model))(writeDocument(model, wrong))).toBe(false)
    expect(
      new Ajv2020({ strict: true }).compile(jsonSchemaOf(model))({ ...good, Renglones: [] }),
    ).toBe(false)
  })

  it('has complements generated in their places, where its type admits them', () => {
    const all = fc.sample(
      documentArbitrary(model, { complements: [garantia] }),
      50,
    ) as readonly Vale[]
    expect(new Set(all.map(({ Clase }) => Clase.trim()))).toEqual(new Set(['A']))
    expect(all.some((document) => nodesIn(at(garantia), document).length > 0)).toBe(true)
  })
})

describe('a draft of it', () => {
  const draft = { ...good, Suma: AUTO, Renglones: [{ ...line, Monto: AUTO }, guaranteed] }

  it('has "AUTO" derived, each row after its sources', () => {
    expect(resolved(draft)).toEqual(good)
    expect(rows.rows.map(memberPath)).toEqual(['Renglones.Monto', 'Suma'])
  })

  it('reports the missing sources of the others', () => {
    const document = resolved({
      ...draft,
      Renglones: [{ ...line, Precio: 'mil', Monto: AUTO }, line],
    })
    const explained = explainUnresolved(document, judge.check(document), () => rows.rows, false)
    expect(explained.map(({ path, message }) => `${path}: ${message}`)).toMatchInlineSnapshot(`
      [
        "Renglones[0].Precio: Renglon.Precio: debe ser un número decimal, sin separadores ni exponente (se encontró "mil").",
      ]
    `)
  })

  it('has a JSON Schema of its own', () => {
    const paths = new Set(rows.rows.map(memberPath))
    const schemaOfDrafts = jsonSchemaOf(model, {
      auto: { isDerived: (path) => paths.has(path) },
    })
    expect(new Ajv2020({ strict: true }).compile(schemaOfDrafts)(draft)).toBe(true)
    expect(new Ajv2020({ strict: true }).compile(jsonSchemaOf(model))(draft)).toBe(false)
  })
})

describeWith('xsltproc', 'its transformation', () => {
  it('prints its cadena', async () => {
    const all = [good, ...fc.sample(documents, 20)]
    const files = Object.fromEntries(
      all.map((document, index) => [`${index}.xml`, writeDocument(model, document)]),
    )
    const scratch = folder({ ...files, 'vale.xslt': writeXslt(model) })
    const paths = Object.keys(files).map((name) => join(scratch, name))
    expect(await transformed(join(scratch, 'vale.xslt'), paths)).toEqual(
      all.map((one) => writeCadena(model, one)),
    )
  })
})

describe('two versions of a complement, with an attribute `version`', () => {
  const second = {
    ...garantia,
    version: '2.0',
    prefix: 'g2',
    namespace: 'urn:prueba:garantia:2',
    root: element({
      version: required(fixed('2.0')),
      Dias: required(decimal(0, { minInclusive: '1' })),
    }),
  } as const satisfies Complement
  const both: Model<typeof root> = { document: vale, complements: [firma, garantia, second] }
  const hanging = (content: object) => ({
    ...good,
    Renglones: [{ ...line, Anejo: { Garantia: content } }],
  })
  const [one, two] = [
    hanging({ version: '1.0', Meses: '12' }),
    hanging({ version: '2.0', Dias: '365' }),
  ]
  const wrong = (document: unknown) => checkStructure(both, document).map(({ path }) => path)

  it('are distinguished by it: in the check, in selections of nodes, and in XML', () => {
    expect([wrong(one), wrong(two)]).toEqual([[], []])
    expect(wrong(hanging({ version: '2.0', Meses: '12' }))).toEqual([
      'Renglones[0].Anejo.Garantia.Meses',
      'Renglones[0].Anejo.Garantia.Dias',
    ])
    const count = (complement: Complement, document: unknown) =>
      nodesIn(nodesOf(vale)(complement), document).length
    expect(
      [one, two].map((document) => [count(garantia, document), count(second, document)]),
    ).toEqual([
      [1, 0],
      [0, 1],
    ])
    for (const document of [one, two])
      expect(readDocument(both, writeDocument(both, document as never)).document).toEqual(document)
    expect(writeDocument(both, two as never)).toContain('<g2:Garantia version="2.0" Dias="365"/>')
  })
})
