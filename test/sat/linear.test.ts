/**
 * Derivations read each member of a document a bounded number of times: twice the lines are twice
 * the work.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { Certificate } from '../../src/certificate/certificate.js'
import { AUTO, type Json } from '../../src/derive/derivation.js'
import { resolve } from '../../src/sat/cfdi40/resolve.js'
import { noon } from '../fixtures.js'
import { auto } from './cfdi40/derive/carts.js'

/** Counts the reads of a draft. */
function counted(draft: Json): { readonly draft: Json; readonly reads: () => number } {
  let reads = 0
  const known = new WeakMap<object, object>()
  const watch = (target: object): object => {
    const found = known.get(target) ?? new Proxy(target, { get })
    known.set(target, found)
    return found
  }
  const get = (target: object, key: string | symbol, self: unknown): unknown => {
    reads++
    const value: unknown = Reflect.get(target, key, self)
    return typeof value === 'object' && value !== null ? watch(value) : value
  }
  return { draft: watch(draft) as Json, reads: () => reads }
}

function workOf(draft: Json): number {
  const { draft: watched, reads } = counted(draft)
  const world = {
    clock: () => noon,
    random: (count: number) => new Uint8Array(count),
    zoneOf: () => undefined,
  }
  resolve(watched, { ...auto, ...world, certificate: { rfc: AUTO, name: AUTO } as Certificate })
  return reads()
}

const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))
const tasa = (at: number): string => `0.${String(at).padStart(6, '0')}`

const totals = { SubTotal: AUTO, Descuento: AUTO, Total: AUTO }
const iva = (TasaOCuota: string): Json => ({
  Impuesto: '002',
  TipoFactor: 'Tasa',
  TasaOCuota,
  Base: AUTO,
  Importe: AUTO,
})
const concepto = (at: number): Json => ({
  NoIdentificacion: `P${at}`,
  Cantidad: '2',
  ValorUnitario: '10',
  Importe: AUTO,
  Impuestos: { Traslados: [iva(tasa(at))], Retenciones: [iva(tasa(at))] },
})
const conceptos = (count: number, more: Json): Json => ({
  TipoDeComprobante: 'I',
  Moneda: 'MXN',
  Conceptos: many(count, concepto),
  ...totals,
  ...more,
})

const docto = (at: number, more: Json): Json => ({
  MonedaDR: 'MXN',
  EquivalenciaDR: AUTO,
  ImpSaldoAnt: '116.00',
  ImpPagado: '116.00',
  ImpSaldoInsoluto: AUTO,
  ImpuestosDR: {
    TrasladosDR: [
      {
        BaseDR: AUTO,
        ImpuestoDR: '002',
        TipoFactorDR: 'Tasa',
        TasaOCuotaDR: tasa(at),
        ImporteDR: AUTO,
      },
    ],
  },
  ...more,
})
const payment = (doctos: readonly Json[], more: Json): Json => ({
  Complemento: {
    Pagos: {
      Version: '2.0',
      Totales: AUTO,
      Pago: [
        {
          MonedaP: 'MXN',
          TipoCambioP: AUTO,
          Monto: AUTO,
          DoctoRelacionado: doctos,
          ImpuestosP: AUTO,
          ...more,
        },
      ],
    },
  },
})
const rowP = (at: number): Json => ({
  BaseP: AUTO,
  ImpuestoP: '002',
  TipoFactorP: 'Tasa',
  TasaOCuotaP: tasa(at),
  ImporteP: AUTO,
})

/** A concept for each of the goods, with the value of each in dollars. */
const inDollars = (goods: readonly string[]): Json =>
  conceptos(goods.length, {
    Complemento: {
      ComercioExterior: {
        Version: '2.0',
        TipoCambioUSD: '18.5',
        TotalUSD: AUTO,
        Mercancias: goods.map((NoIdentificacion) => ({ NoIdentificacion, ValorDolares: AUTO })),
      },
    },
  })

const drafts: Readonly<Record<string, (count: number) => Json>> = {
  'the whole summary': (count) => conceptos(count, { Impuestos: AUTO }),
  'the rows of the summary': (count) =>
    conceptos(count, {
      Impuestos: { Traslados: many(count, (at) => iva(tasa(at))), TotalImpuestosTrasladados: AUTO },
    }),
  'one row of the summary, repeated': (count) =>
    conceptos(count, {
      Impuestos: {
        Retenciones: many(count, () => ({ Impuesto: '002', Importe: AUTO })),
        TotalImpuestosRetenidos: AUTO,
      },
    }),
  'values in dollars': (count) => inDollars(many(count, (at) => `P${at}`)),
  'values in dollars of goods that are alike': (count) => inDollars(many(count, () => 'P1')),
  'a payment of many documents': (count) =>
    payment(
      many(count, (at) => docto(at, {})),
      {},
    ),
  'a payment of many documents and currencies': (count) =>
    payment(
      many(count, (at) => docto(at, at % 2 ? { MonedaDR: 'USD' } : {})),
      { Monto: '900000.00' },
    ),
  'the taxes of a payment': (count) =>
    payment(
      many(count, (at) => docto(at, {})),
      { ImpuestosP: { TrasladosP: many(count, rowP) } },
    ),
  'many payments': (count) => {
    const one = payment([docto(1, {})], {}) as { Complemento: { Pagos: { Pago: readonly Json[] } } }
    const { Pagos } = one.Complemento
    return { Complemento: { Pagos: { ...Pagos, Pago: many(count, () => ({ ...Pagos.Pago[0] })) } } }
  },
  'a payslip': (count) => ({
    Conceptos: AUTO,
    Complemento: {
      Nomina: {
        Version: '1.2',
        TotalPercepciones: AUTO,
        TotalDeducciones: AUTO,
        TotalOtrosPagos: AUTO,
        Percepciones: {
          TotalSueldos: AUTO,
          TotalGravado: AUTO,
          TotalExento: AUTO,
          Percepcion: many(count, () => ({
            TipoPercepcion: '001',
            ImporteGravado: '1.00',
            ImporteExento: '0.00',
          })),
        },
        Deducciones: {
          TotalOtrasDeducciones: AUTO,
          TotalImpuestosRetenidos: AUTO,
          Deduccion: many(count, () => ({ TipoDeduccion: '001', Importe: '0.10' })),
        },
        OtrosPagos: many(count, () => ({ Importe: '0.10' })),
      },
    },
  }),
  'goods carried by rail': (count) => ({
    Complemento: {
      CartaPorte: {
        Version: '3.1',
        TotalDistRec: AUTO,
        Ubicaciones: many(count, () => ({ TipoUbicacion: 'Destino', DistanciaRecorrida: '1' })),
        Mercancias: {
          PesoBrutoTotal: AUTO,
          PesoNetoTotal: AUTO,
          NumTotalMercancias: AUTO,
          Mercancia: many(count, () => ({ PesoEnKg: '1' })),
          TransporteFerroviario: {
            Carro: many(count, () => ({
              ToneladasNetasCarro: AUTO,
              Contenedor: [{ PesoNetoMercancia: '1' }],
            })),
          },
        },
      },
    },
  }),
  'local taxes': (count) => ({
    Complemento: {
      ImpuestosLocales: {
        version: '1.0',
        TotaldeRetenciones: AUTO,
        TotaldeTraslados: AUTO,
        TrasladosLocales: many(count, () => ({ Importe: '1.00' })),
      },
    },
  }),
}

describe('the work of deriving', () => {
  it.each(Object.keys(drafts))('%s grows with its lines', (name) => {
    const draftOf = drafts[name] as (count: number) => Json
    const [few, twice] = [workOf(draftOf(200)), workOf(draftOf(400))]
    expect(few).toBeGreaterThan(200)
    expect(twice).toBeLessThan(2.1 * few)
  })
})
