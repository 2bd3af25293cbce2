import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import type { StructureOptions } from '../../src/model/check.js'
import {
  type Complement,
  element,
  type Model,
  maybe,
  oneOrMore,
  optional,
  required,
} from '../../src/model/grammar.js'
import { catalog, decimal, text } from '../../src/model/types.js'
import { complementArbitrary, comprobanteArbitrary } from '../../src/sat/arbitrary.js'
import { cartaPorte20 } from '../../src/sat/cartaPorte20/declaration.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { type Comprobante, comprobante } from '../../src/sat/cfdi40/declaration.js'
import { complements } from '../../src/sat/declarations.js'
import { divisas } from '../../src/sat/divisas/declaration.js'
import { estadoCuentaBancario } from '../../src/sat/estadoCuentaBancario/declaration.js'
import { pagos20 } from '../../src/sat/pagos20/declaration.js'
import { terceros } from '../../src/sat/terceros/declaration.js'
import { timbreFiscalDigital } from '../../src/sat/timbre11/declaration.js'
import { comprobanteSchema, zodOf } from '../../src/sat/zod.js'
import { runs } from '../effort.js'
import { errorsOf, issuesOf } from './agreement.js'
import { mutationsOf } from './mutations.js'

const document = comprobanteSchema(cfdi)
const title = ({ name, version }: Complement): string => `${name} ${version ?? ''}`
const byTitle = [...complements, timbreFiscalDigital].map((one) => [title(one), one] as const)

describe('agrees with check', () => {
  it('on valid documents, which it gives back as they are', () => {
    const documents = fc.oneof(
      comprobanteArbitrary(cfdi),
      comprobanteArbitrary(cfdi, { numbers: true }),
    )
    const property = fc.property(documents, (value) => {
      expect(issuesOf(document, value)).toEqual([])
      expect(document.parse(value)).toEqual(value)
    })
    fc.assert(property)
  })

  it('on documents one step outside the declaration', () => {
    const property = fc.property(comprobanteArbitrary(cfdi), fc.nat({ max: 30 }), (value, pick) => {
      agree(document, cfdi, value, pick, 31)
    })
    fc.assert(property, { numRuns: runs(60) })
  })

  it.each(byTitle)('on %s and one step outside it', (_, complement) => {
    const [schema, model] = [zodOf(complement), { document: complement, complements: [] }]
    const property = fc.property(
      complementArbitrary(complement),
      fc.nat({ max: 12 }),
      (value, pick) => {
        expect(schema.parse(value)).toEqual(value)
        agree(schema, model, value, pick, 13)
      },
    )
    fc.assert(property, { numRuns: runs(10) })
  })

  it('on any JSON value', () => {
    // In the text of a path, a member without a name is nothing and one with a dot is two.
    const json = fc
      .jsonValue()
      .filter((value) => namesIn(value).every((name) => /^[^.[\]]+$/.test(name)))
    fc.assert(fc.property(json, (value) => void same(document, cfdi, value)))
    const keys = fc.constantFrom(...Object.keys(comprobante.root.content), '__proto__', 'x.y[0]')
    const shuffled = fc.dictionary(keys, json)
    fc.assert(fc.property(shuffled, (value) => void same(document, cfdi, value)))
  })

  it('on several things wrong at once, below and above', () => {
    const value = {
      Version: '3.3',
      Fecha: 7,
      Concepto: [],
      Emisor: { rfc: 'X' },
      Conceptos: [{ Importe: 'x' }, null],
      Impuestos: [],
    }
    expect(same(document, cfdi, value).length).toBeGreaterThan(20)
  })

  it('on choices and groups that may not be empty, wrong below too', () => {
    const wrong = {
      version: '1.1',
      rfc: 'X',
      InformacionAduanera: {},
      Parte: [{ cantidad: 'x' }],
      CuentaPredial: { numero: '1' },
    }
    expect(same(zodOf(terceros), { document: terceros, complements: [] }, wrong).join()).toMatch(
      /solo puede haber uno/,
    )
    const bank = { version: '1.0', Movimientos: {}, otra: 1 }
    expect(
      same(
        zodOf(estadoCuentaBancario),
        { document: estadoCuentaBancario, complements: [] },
        bank,
      ).join(),
    ).toMatch(/al menos uno de/)
  })

  it('on too few and too many', () => {
    const few = {
      Ubicaciones: [{ TipoUbicacion: 'x' }],
      Mercancias: { Autotransporte: { Remolques: [{}, {}, {}] } },
    }
    expect(
      same(zodOf(cartaPorte20), { document: cartaPorte20, complements: [] }, few).join(),
    ).toMatch(/a lo más 2 Remolque.*al menos 2 Ubicacion/s)
  })
})

describe('complements in their slot', () => {
  const base = fc.sample(comprobanteArbitrary(cfdi, { complements: [] }), {
    numRuns: 1,
    seed: 1,
  })[0] as Comprobante
  const hanging = (Complemento: unknown): unknown => ({ ...base, Complemento })

  it.each([
    [
      'by the version that each states',
      { Pagos: { Version: '1.0' }, CartaPorte: { Version: '2.0' } },
    ],
    ['repeated', { Pagos: [{ Version: '1.0' }, { Version: '2.0' }] }],
    ['unknown', { Pago: {} }],
    ['unknown, as a list', { Nada: [{}, 'x'] }],
    ['as a broken fragment', { Futuro: '<a>' }],
    ['of another authority', { Futuro: '<a xmlns="urn:x"/>' }],
    [
      'known and given as a fragment',
      { Futuro: `<pago20:Pagos xmlns:pago20="${pagos20.namespace}"/>` },
    ],
    ['not an object', []],
  ])('%s', (_, Complemento) => {
    expect(same(document, cfdi, hanging(Complemento)).length).toBeGreaterThan(0)
  })

  it('an unknown complement is not an issue, only a warning of check', () => {
    const future = hanging({ Futuro: '<f:Futuro xmlns:f="http://www.sat.gob.mx/Futuro"/>' })
    expect(issuesOf(document, future)).toEqual([])
  })

  it('their placement, with the option', () => {
    const options = { placement: true } as const
    const strict = comprobanteSchema(cfdi, options)
    for (const Complemento of [
      { Pagos: { Version: '1.0' } },
      { VentaVehiculos: { version: '1.1' } },
      { Nomina: {} },
    ]) {
      const value = { ...base, TipoDeComprobante: 'I', Complemento }
      expect(same(strict, cfdi, value, options).join()).toMatch(/complemento/)
    }
    expect(issuesOf(strict, base)).toEqual([])
  })
})

describe('catalogues', () => {
  const codes: Record<string, string[]> = { c_Moneda: ['MXN', 'USD'] }
  const options: StructureOptions = {
    member: (name, code) => codes[name]?.includes(code),
    closest: (name) => codes[name] ?? [],
  }

  it('the same sentence for a code that is not listed', () => {
    const [schema, value] = [comprobanteSchema(cfdi, options), { Moneda: 'MXM', Exportacion: '99' }]
    expect(same(schema, cfdi, value, options).join()).toMatch(
      /c_Moneda; claves parecidas: MXN, USD/,
    )
  })
})

describe('as zod schemas go', () => {
  const receptor = document.shape.Receptor

  it('each member has a schema of its own, for a field of a form', () => {
    expect(issuesOf(receptor, { Rfc: 'XAXX010101000' })).toContain(
      'Nombre | Receptor.Nombre: falta el atributo obligatorio.',
    )
    const { Rfc } = (receptor as unknown as z.ZodObject).shape
    expect((Rfc as z.ZodType).safeParse('x').error?.issues[0]?.message).toMatch(
      /^Receptor\.Rfc: debe /,
    )
  })

  it('pick, extend and refine keep the unchanged parts', () => {
    const names = (receptor as unknown as z.ZodObject)
      .pick({ Rfc: true })
      .extend({ correo: z.email() })
    expect(names.safeParse({ Rfc: 'XAXX010101000', correo: 'a@b.mx' }).success).toBe(true)
    expect(
      names
        .safeParse({ Rfc: 'x', correo: 'a@b.mx', otro: 1 })
        .error?.issues.map(({ path }) => path.join()),
    ).toEqual(['Rfc', 'otro'])
    const refined = zodOf(divisas).refine(
      ({ tipoOperacion }) => tipoOperacion !== 'venta',
      'solo compras',
    )
    expect(issuesOf(refined, { version: '1.0', tipoOperacion: 'venta' })).toEqual([
      ' | solo compras',
    ])
    expect(issuesOf(refined, { version: '1.0', tipo: 'venta' })).toHaveLength(2)
  })

  it('compiled ahead of time, gives the same results', () => {
    const compiled = z.compile(zodOf(pagos20))
    const property = fc.property(
      complementArbitrary(pagos20),
      fc.nat({ max: 6 }),
      (value, pick) => {
        expect(compiled.parse(value)).toEqual(value)
        agree(compiled, { document: pagos20, complements: [] }, value, pick, 7)
      },
    )
    fc.assert(property, { numRuns: runs(10) })
  })

  it('infers the type of the declaration', () => {
    expectTypeOf<z.infer<typeof document>>().toExtend<Comprobante>()
    expectTypeOf<Comprobante>().toExtend<z.input<typeof document>>()
    expectTypeOf<z.infer<typeof receptor>['UsoCFDI']>().toEqualTypeOf<string>()
  })

  it('undefined is absence, also of members that do not exist', () => {
    expect(
      issuesOf(zodOf(divisas), { version: '1.0', tipoOperacion: 'venta', nada: undefined }),
    ).toEqual([])
  })

  it('z.toJSONSchema writes its shape, its lengths, its patterns and its complements', () => {
    const root = element({
      Clave: required(catalog('c_X', { pattern: '[0-9]{2}' })),
      Nombre: optional(text(1, 10)),
      Importe: required(decimal(2, { minInclusive: '0.01' })),
      Nodo: oneOrMore({ a: required(text(1, 2)) }, 3),
      Otro: maybe({}),
    })
    const schema = zodOf({ name: 'Raiz', prefix: 'r', namespace: 'urn:r', xsd: 'urn:r', root })
    expect(z.toJSONSchema(schema)).toMatchObject({
      type: 'object',
      required: ['Clave', 'Importe', 'Nodo'],
      additionalProperties: false,
      properties: {
        Clave: { type: 'string', pattern: '^(?:[0-9]{2})$' },
        Nombre: { type: 'string', minLength: 1, maxLength: 10 },
        Importe: {
          anyOf: [
            { type: 'string', pattern: expect.any(String) },
            { type: 'number', minimum: 0.01 },
          ],
        },
        Nodo: {
          type: 'array',
          minItems: 1,
          maxItems: 3,
          items: { type: 'object', required: ['a'] },
        },
        Otro: { type: 'object', additionalProperties: false },
      },
    })
    const whole = z.toJSONSchema(document) as {
      properties: Record<string, { properties: Record<string, object> }>
    }
    expect(Object.keys(whole.properties['Complemento']!.properties)).toContain('Pagos')
  })
})

/** Fails where zod and check differ; what both say. */
function same(
  schema: z.ZodType,
  model: Model,
  value: unknown,
  options?: StructureOptions,
): string[] {
  const errors = errorsOf(model, value, options)
  expect(issuesOf(schema, value)).toEqual(errors)
  return errors
}

function agree(schema: z.ZodType, model: Model, value: unknown, pick: number, step: number): void {
  const mutations = [...mutationsOf(model, value)]
  for (let index = pick; index < mutations.length; index += step)
    same(schema, model, mutations[index]!.value)
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}
