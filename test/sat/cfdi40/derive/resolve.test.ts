import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogs } from '../../../../src/catalogs/catalogs.js'
import { AUTO, type Json } from '../../../../src/derive/derivation.js'
import { copyJson } from '../../../../src/lib/json.js'
import { check } from '../../../../src/sat/cfdi40/check.js'
import {
  explainUnresolved,
  type ResolveContext,
  resolve,
} from '../../../../src/sat/cfdi40/resolve.js'
import { csd, invoice, noon } from '../../../fixtures.js'

let context: ResolveContext
beforeAll(async () => {
  context = {
    catalogs,
    complete: false,
    certificate: (await csd()).certificate,
    clock: () => noon,
    random: (length) => new Uint8Array(length),
    zoneOf: (code) => catalogs.zoneOf(code),
  }
})

const folder = fileURLToPath(new URL('../../../../fixtures/complements/', import.meta.url))
const documents = readdirSync(folder)
  .filter((name) =>
    /^(pagos20|nomina12|cartaPorte31|comercioExterior20|impuestosLocales)/.test(name),
  )
  .map((name) => JSON.parse(readFileSync(folder + name, 'utf8')) as Json)

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    AUTO,
    null,
    true,
    '',
    '0',
    '-1',
    '1e9',
    '0.000000',
    0,
    Number.NaN,
    1e21,
    '9'.repeat(60),
    '--',
    {},
    [],
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Replaces some parts of a value. */
function disturb(value: unknown, when: (path: number) => unknown): unknown {
  let at = 0
  const visit = (inner: unknown): unknown => {
    const other = when(at++)
    if (other !== undefined) return other
    if (Array.isArray(inner)) return inner.map(visit)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, below]) => [key, visit(below)]))
  }
  return visit(value)
}

describe('resolve', () => {
  it('does not throw, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...documents),
        fc.dictionary(fc.nat(250).map(String), strange, { minKeys: 1, maxKeys: 25 }),
        fc.boolean(),
        (document, changes, complete) => {
          const draft = disturb(document, (at) =>
            at === 0 ? undefined : changes[String(at)],
          ) as Json
          const resolved = resolve(copyJson(draft) as Json, { ...context, complete })
          explainUnresolved(resolved, check(resolved), context)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('removes an "AUTO" member that must not exist', () => {
    const document = {
      ...invoice(),
      TipoDeComprobante: 'T',
      Descuento: AUTO,
      Impuestos: AUTO,
      SubTotal: AUTO,
      Total: AUTO,
    }
    const { Descuento, Impuestos, SubTotal, Total } = resolve(document, context)
    expect({ Descuento, Impuestos, SubTotal, Total }).toEqual({ SubTotal: '0', Total: '0' })
  })
})

describe('explainUnresolved', () => {
  const explained = (draft: unknown): string[] => {
    const resolved = resolve(draft as Json, context)
    return explainUnresolved(resolved, check(resolved, { at: noon }), context).map(
      ({ message }) => message,
    )
  }

  it('names the sources of a value', () => {
    const { Conceptos } = invoice()
    const [first] = Conceptos
    const broken = {
      ...first,
      Cantidad: 'diez',
      Importe: AUTO,
      Impuestos: undefined,
      ObjetoImp: '01',
    }
    // What follows from the quantity is left out: Importe, SubTotal and Total.
    expect(
      explained({
        ...invoice(),
        SubTotal: AUTO,
        Total: AUTO,
        Impuestos: undefined,
        Conceptos: [broken],
      }),
    ).toEqual([expect.stringMatching(/^Concepto.Cantidad/)])
    const lacking = {
      ...first,
      Cantidad: undefined,
      Importe: AUTO,
      Impuestos: undefined,
      ObjetoImp: '01',
    }
    expect(explained({ ...invoice(), Impuestos: undefined, Conceptos: [lacking] })[0]).toMatch(
      /^Concepto.Cantidad: falta/,
    )
  })

  it('reports a value that is never derived', () => {
    expect(explained({ ...invoice(), Moneda: AUTO })[0]).toMatch(
      /Moneda: no se puede obtener; se debe indicar/,
    )
  })

  it('gives the reason of an unresolved price', () => {
    const [first] = invoice().Conceptos
    const { ValorUnitario, Importe, Impuestos, ...rest } = first as unknown as Record<
      string,
      unknown
    >
    const priced = {
      ...rest,
      ObjetoImp: '01',
      Cantidad: '1',
      PrecioConImpuestos: 'gratis',
      DescuentoConImpuestos: '1',
    }
    const messages = explained({ ...invoice(), Conceptos: [priced] })
    expect(messages).toContainEqual(
      expect.stringMatching(/^Concepto.PrecioConImpuestos: necesita que sean importes/),
    )
    const lone = explained({ ...invoice(), Conceptos: [{ ...first, DescuentoConImpuestos: '1' }] })
    expect(lone).toContainEqual(expect.stringMatching(/solo tiene sentido con PrecioConImpuestos/))
  })
})
