import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../../src/derive/derivation.js'
import type { Comprobante } from '../../../src/sat/cfdi40/declaration.js'
import { nomina } from '../../../src/sat/nomina12/build.js'
import { company, createWorld, type World } from '../cfdi40/build/world.js'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const fixture = (name: string): Json =>
  JSON.parse(
    readFileSync(
      new URL(`../../../fixtures/complements/nomina12.${name}.json`, import.meta.url),
      'utf8',
    ),
  ) as Json

/** A payslip without its totals. */
function bare(payslip: Json): Json {
  const without = (node: Json): Json =>
    Object.fromEntries(
      Object.entries(node)
        .filter(([name]) => !/^Total(?!UnaExhibicion|Parcialidad|Pagado)/.test(name))
        .map(([name, value]) => [name, isNode(value) ? without(value) : value]),
    )
  return without(payslip)
}

const isNode = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const payslipsOf = (document: Json): Json | Json[] =>
  (document['Complemento'] as Json)['Nomina'] as Json | Json[]

function rebuilt(document: Json): Json {
  const { Rfc, Nombre, DomicilioFiscalReceptor } = document['Receptor'] as Record<string, string>
  const payslips = payslipsOf(document)
  const Receptor = {
    Rfc: String(Rfc),
    Nombre: String(Nombre),
    DomicilioFiscalReceptor: String(DomicilioFiscalReceptor),
  }
  return nomina(Array.isArray(payslips) ? payslips.map(bare) : bare(payslips), {
    ...company,
    Serie: 'N',
    Receptor,
  })
}

const names = [
  'ordinaria',
  'subsidio',
  'aguinaldo',
  'separacion',
  'pension',
  'horasExtra',
  'incapacidad',
  'asimilados',
  'acciones',
]

describe('nomina', () => {
  it.each(names)('%s: the totals and the concept of the document by hand', async (name) => {
    const document = fixture(name)
    const stamped = await world.stamp(rebuilt(document))
    const { SubTotal, Descuento, Total, Conceptos } = document as unknown as Comprobante
    expect(stamped).toMatchObject({
      SubTotal,
      Total,
      Conceptos,
      Moneda: 'MXN',
      MetodoPago: 'PUE',
      Exportacion: '01',
    })
    expect(stamped.Descuento).toBe(Descuento)
    expect(stamped.Complemento?.['Nomina']).toEqual(payslipsOf(document))
  })

  it('breaks no rule, not even those without a code', async () => {
    expect(await world.findings(rebuilt(fixture('ordinaria')))).toEqual([])
  })

  it('keeps the totals that are given', () => {
    const payslip = { TotalPercepciones: '1.00', Percepciones: { TotalGravado: '2.00' } }
    const built = nomina<unknown>(payslip, {
      ...company,
      Receptor: { Rfc: 'R', Nombre: 'N', DomicilioFiscalReceptor: '64000' },
    })
    expect(payslipsOf(built)).toMatchObject({
      TotalPercepciones: '1.00',
      TotalDeducciones: AUTO,
      Percepciones: { TotalGravado: '2.00', TotalExento: AUTO },
    })
  })

  it('refuses no payslips', () => {
    const options = {
      ...company,
      Receptor: { Rfc: 'R', Nombre: 'N', DomicilioFiscalReceptor: '64000' },
    }
    expect(() => nomina([], options)).toThrow(TypeError)
    expect(() => nomina('x' as unknown as Json, options)).toThrow(TypeError)
  })
})
