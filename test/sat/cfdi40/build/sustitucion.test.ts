import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { uuidOf } from '../../../../src/sat/cfdi40/build/factura.js'
import { sustitucion } from '../../../../src/sat/cfdi40/build/sustitucion.js'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { pago } from '../../../../src/sat/pagos20/build/pago.js'
import { company, createWorld, customer, factura, line, type World } from './world.js'

let world: World
let wrong: Comprobante
beforeAll(async () => {
  world = await createWorld()
  wrong = await world.stamp(factura([line('1000'), line('50.5', { Cantidad: '3' })]))
})

const relation = (of: Comprobante): Json => ({
  TipoRelacion: '04',
  CfdiRelacionado: [{ UUID: uuidOf(of) }],
})

describe('sustitucion', () => {
  it('is the same document, related to the one that it replaces', async () => {
    const document = await world.stamp(sustitucion(wrong))
    const {
      Folio,
      Sello,
      NoCertificado,
      Certificado,
      Fecha,
      CfdiRelacionados,
      Complemento,
      ...rest
    } = document
    expect(rest).toEqual(Object.fromEntries(Object.entries(wrong).filter(([name]) => name in rest)))
    expect(CfdiRelacionados).toEqual([relation(wrong)])
    expect(Folio).not.toBe(wrong.Folio)
    expect(uuidOf(document)).not.toBe(uuidOf(wrong))
  })

  it('corrects the wrong values', async () => {
    const document = await world.stamp(
      sustitucion(wrong, { Receptor: { ...customer, UsoCFDI: 'G01' }, Folio: '900' }),
    )
    expect(document).toMatchObject({
      Folio: '900',
      Receptor: { UsoCFDI: 'G01' },
      Total: wrong.Total,
    })
  })

  it('derives the totals of changed concepts', async () => {
    const document = await world.stamp(
      sustitucion<unknown>(wrong, { Conceptos: [line('2000', { Descuento: '100' })] }),
    )
    expect(document).toMatchObject({ SubTotal: '2000.00', Descuento: '100.00', Total: '2204.00' })
  })

  it('keeps other relations, and removes members given as undefined', async () => {
    const advance = { TipoRelacion: '07', CfdiRelacionado: [{ UUID: uuidOf(wrong) }] }
    const related = {
      ...wrong,
      CfdiRelacionados: [relation(wrong), advance],
      CondicionesDePago: '30 días',
    }
    const document = sustitucion(related as Comprobante, { CondicionesDePago: undefined })
    expect(document).toMatchObject({ CfdiRelacionados: [relation(wrong), advance] })
    expect(document).not.toHaveProperty('CondicionesDePago')
  })

  it('replaces a receipt of payments', async () => {
    const receipt = await world.stamp(
      pago([{ factura: wrong }], { FechaPago: '2026-11-20', FormaDePagoP: '03' }),
    )
    expect((await world.stamp(sustitucion(receipt))).Complemento?.['Pagos']).toEqual(
      receipt.Complemento?.['Pagos'],
    )
    const changed = sustitucion(receipt, {
      Complemento: pago([{ factura: wrong }], { FechaPago: '2026-11-19', FormaDePagoP: '01' })[
        'Complemento'
      ],
    })
    expect(await world.stamp(changed)).toMatchObject({ SubTotal: '0', Total: '0' })
  })

  it('gives a Carta Porte another IdCCP', async () => {
    const path = new URL(
      '../../../../fixtures/complements/cartaPorte31.propio.json',
      import.meta.url,
    )
    const journey = await world.stamp({
      ...(JSON.parse(readFileSync(path, 'utf8')) as Json),
      Emisor: { ...company.Emisor, Nombre: 'AUTO' },
    })
    const again = await world.stamp(sustitucion(journey))
    const id = ({ Complemento }: Comprobante): unknown =>
      (Complemento?.['CartaPorte'] as unknown as Json | undefined)?.['IdCCP']
    expect(id(again)).toMatch(/^CCC/)
    expect(id(again)).not.toBe(id(journey))
  })

  it('refuses a document without a stamp, unless its folio fiscal is given', () => {
    const { Complemento, ...unstamped } = wrong
    expect(() => sustitucion(unstamped)).toThrow(TypeError)
    expect(sustitucion(unstamped, {}, uuidOf(wrong))).toMatchObject({
      CfdiRelacionados: [relation(wrong)],
    })
  })
})
