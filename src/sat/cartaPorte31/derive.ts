/**
 * Totals of Carta Porte 3.1: weights, goods and kilometres.
 * @module
 */

import {
  type AmountContext,
  assign,
  derive,
  isJson,
  itemsOf,
  mapComplements,
  mapItems,
  sumOf,
  write,
} from '../../derive/amounts.js'
import type { Json } from '../../derive/auto.js'
import { Decimal } from '../../lib/decimal.js'

/** A document whose Carta Porte has its totals, each as its means of transport wants it. */
export function resolveCartaPorte(draft: Json, context: AmountContext): Json {
  return mapComplements(draft, 'CartaPorte', '3.1', (cartaPorte) => {
    const { Mercancias } = cartaPorte
    if (!isJson(Mercancias)) return cartaPorte
    const weighed = resolveMercancias(Mercancias, context)
    return derive(assign(cartaPorte, { Mercancias: weighed }), context, {
      TotalDistRec: () => distanciaOf(cartaPorte, weighed),
    })
  })
}

/** Kilometres to the destinations, by road or rail (CP125, CP126); there are none by sea or air. */
function distanciaOf(
  { Ubicaciones }: Json,
  { Autotransporte, TransporteFerroviario }: Json,
): string | null | undefined {
  if (Autotransporte === undefined && TransporteFerroviario === undefined) return null
  const destinos = itemsOf(Ubicaciones).filter(({ TipoUbicacion }) => TipoUbicacion === 'Destino')
  const sum = sumOf(destinos, 'DistanciaRecorrida')
  return sum && write(sum, 0, sum.scale)
}

function resolveMercancias(mercancias: Json, context: AmountContext): Json {
  const loaded = assign(mercancias, {
    TransporteFerroviario: resolveCarros(mercancias['TransporteFerroviario'], context),
  })
  const each = itemsOf(loaded['Mercancia'])
  return derive(loaded, context, {
    PesoBrutoTotal: () => brutoOf(loaded, each),
    PesoNetoTotal: () => netoOf(loaded, each),
    NumTotalMercancias: () => (each.length === 0 ? undefined : String(each.length)),
  })
}

/** CP149, CP150. */
function brutoOf({ TransporteMaritimo }: Json, mercancias: readonly Json[]): string | undefined {
  return peso(
    TransporteMaritimo === undefined ? sumOf(mercancias, 'PesoEnKg') : sumOf(detalles(mercancias), 'PesoBruto'),
  )
}

/** CP151, CP152; neither by road nor by air is it asked. */
function netoOf(
  { TransporteMaritimo, TransporteFerroviario }: Json,
  mercancias: readonly Json[],
): string | null | undefined {
  if (TransporteMaritimo !== undefined) return peso(sumOf(detalles(mercancias), 'PesoNeto'))
  if (!isJson(TransporteFerroviario)) return null
  return peso(sumOf(itemsOf(TransporteFerroviario['Carro']), 'ToneladasNetasCarro'))
}

function detalles(mercancias: readonly Json[]): readonly Json[] {
  return mercancias.flatMap(({ DetalleMercancia }) => (isJson(DetalleMercancia) ? [DetalleMercancia] : []))
}

/** With up to three decimals, as the XSD has it. */
function peso(sum: Decimal | undefined): string | undefined {
  return sum && write(sum, 3, 3)
}

/** Tonnes of each car from the kilograms of its containers (CP191). */
function resolveCarros(ferroviario: unknown, context: AmountContext): unknown {
  if (!isJson(ferroviario)) return undefined
  const Carro = mapItems(ferroviario['Carro'], (carro) => {
    const contenedores = itemsOf(carro['Contenedor'])
    const kilos = contenedores.length === 0 ? undefined : sumOf(contenedores, 'PesoNetoMercancia')
    return derive(carro, context, { ToneladasNetasCarro: () => kilos && peso(kilos.times(Decimal.unit(3))) })
  })
  return assign(ferroviario, { Carro })
}
