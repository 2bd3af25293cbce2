/**
 * Local taxes by hand: amounts that are derived, and prices that include them.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/derive/derivation.js'
import { customer, factura, line } from '../build/world.js'
import { auto, complete, decimals, errorsOf, resolveAmounts } from './carts.js'

const ish = (TasadeTraslado: string, Importe?: string): Json => ({
  ImpLocTrasladado: 'ISH',
  TasadeTraslado,
  ...(Importe === undefined ? {} : { Importe }),
})
const locales = (rows: readonly Json[], more: Json = {}): Json => ({
  Complemento: { ImpuestosLocales: { version: '1.0', TrasladosLocales: rows, ...more } },
})
const totals = { TotaldeRetenciones: 'AUTO', TotaldeTraslados: 'AUTO' }
const iva = { Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: '0.160000' }
const priced = (PrecioConImpuestos: string, Cantidad = '1'): Json => ({
  ClaveProdServ: '90111501',
  ClaveUnidad: 'E48',
  Descripcion: 'Hospedaje',
  Cantidad,
  PrecioConImpuestos,
  ObjetoImp: '02',
  Impuestos: { Traslados: [iva] },
})
const hotel = (conceptos: readonly Json[], complemento: Json): Json =>
  factura(conceptos, { FormaPago: '04', MetodoPago: 'PUE', Receptor: customer, ...complemento })
const localesOf = (document: Json): Json =>
  (document['Complemento'] as { readonly ImpuestosLocales: Json }).ImpuestosLocales

/** What stops it, besides the certificate that it lacks. */
const stopsOf = (document: Json): readonly { readonly code: string }[] =>
  errorsOf(document).filter(({ field }) => !field.endsWith('Certificado'))

describe('local taxes', () => {
  it('are their rate on what is before taxes', () => {
    const document = resolveAmounts(
      hotel([line('4500', { Descuento: '500' })], locales([ish('3.00', 'AUTO')], totals)),
      auto,
    )
    expect(localesOf(document)).toMatchObject({
      TotaldeTraslados: '120.00',
      TrasladosLocales: [{ Importe: '120.00' }],
    })
    // 4000.00 + 640.00 + 120.00
    expect(document['Total']).toBe('4760.00')
  })

  it('are withheld by their rate, too', () => {
    const RetencionesLocales = [
      { ImpLocRetenido: '5 AL MILLAR', TasadeRetencion: '0.50', Importe: 'AUTO' },
    ]
    const document = resolveAmounts(
      hotel([line('10000')], {
        Complemento: { ImpuestosLocales: { version: '1.0', ...totals, RetencionesLocales } },
      }),
      auto,
    )
    expect(localesOf(document)).toMatchObject({
      TotaldeRetenciones: '50.00',
      TotaldeTraslados: '0.00',
    })
    expect(document['Total']).toBe('11550.00')
  })

  it('are in a price when they are derived, and not when they are stated', () => {
    const all = resolveAmounts(hotel([priced('1790')], locales([ish('3.00')])), complete)
    // 1790 / 1.19 = 1504.201681: 1504.20 + 240.67 + 45.13
    expect(all).toMatchObject({ SubTotal: '1504.20', Total: '1790.00' })
    expect(localesOf(all)).toMatchObject({ TrasladosLocales: [{ Importe: '45.13' }] })
    const stated = resolveAmounts(
      hotel([priced('1160')], locales([ish('3.00', '30.00')], totals)),
      auto,
    )
    expect(stated).toMatchObject({ SubTotal: '1000.00', Total: '1190.00' })
  })

  it('of any prices and rates add up to what was charged', () => {
    const prices = fc.array(fc.tuple(decimals(5, 9000, 2), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 9,
    })
    const rates = fc.array(decimals(0.5, 6, 2), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(prices, rates, (lines, tasas) => {
        const draft = hotel(
          lines.map(([price, count]) => priced(price, String(count))),
          locales(
            tasas.map((tasa) => ish(tasa, 'AUTO')),
            totals,
          ),
        )
        const document = resolveAmounts(draft, auto)
        const cents = lines.reduce(
          (sum, [price, count]) => sum + BigInt(price.replace('.', '')) * BigInt(count),
          0n,
        )
        expect(String(document['Total']).replace('.', '')).toBe(String(cents).padStart(3, '0'))
        expect(stopsOf(document)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('whose total is not their sum are an error', () => {
    const wrong = resolveAmounts(
      hotel(
        [line('1000')],
        locales([ish('3.00', '30.00')], { TotaldeRetenciones: '0.00', TotaldeTraslados: '31.00' }),
      ),
      auto,
    )
    expect(stopsOf(wrong).map(({ code }) => code)).toEqual(['IL-S02'])
  })
})
