/**
 * The nodes of Carta Porte 3.1 that rules look at, where they are, and by what means the goods travel.
 * @module
 */

import { eachItem } from '../../rules/values.js'
import type { Comprobante, Concepto } from '../cfdi40/declaration.js'
import { isTipo } from '../cfdi40/predicates.js'
import type { Each } from '../cfdi40/rule.js'
import { conceptos } from '../cfdi40/rules/concepto.js'
import { soleComplement } from '../cfdi40/soleComplement.js'
import type { CartaPorte31 } from './declaration.js'

/** The matrix that all these tables come from. */
export const matrizCartaPorte = 'Matriz de errores de Carta Porte 3.1, junio de 2024'

export type Ubicacion = CartaPorte31['Ubicaciones'][number]
export type Mercancias = CartaPorte31['Mercancias']
export type Mercancia = Mercancias['Mercancia'][number]
export type DocumentacionAduanera = NonNullable<Mercancia['DocumentacionAduanera']>[number]
export type CantidadTransporta = NonNullable<Mercancia['CantidadTransporta']>[number]
export type Autotransporte = NonNullable<Mercancias['Autotransporte']>
export type TransporteMaritimo = NonNullable<Mercancias['TransporteMaritimo']>
export type ContenedorMaritimo = NonNullable<TransporteMaritimo['Contenedor']>[number]
export type TransporteAereo = NonNullable<Mercancias['TransporteAereo']>
export type TransporteFerroviario = NonNullable<Mercancias['TransporteFerroviario']>
export type Carro = TransporteFerroviario['Carro'][number]
export type TiposFigura = NonNullable<CartaPorte31['FiguraTransporte']>[number]

/** The only Carta Porte 3.1 of a document that admits one. Elsewhere its only fault is to be there (CP112, CP114). */
export const cartaPorte: Each<CartaPorte31, undefined> = (document, visit) => {
  const found = isTipo(document, 'I', 'T') ? soleComplement<CartaPorte31>(document, 'CartaPorte', '3.1') : undefined
  if (found !== undefined) visit(found.node, undefined, ...found.path)
}

/** The document that carries it. */
export const comprobanteCartaPorte: Each<Comprobante, CartaPorte31> = (document, visit) =>
  cartaPorte(document, (node) => visit(document, node))

/** The lines of the document that carries it. */
export const conceptosCartaPorte: Each<Concepto, CartaPorte31> = (document, visit) =>
  cartaPorte(document, (node) => conceptos(document, (concepto, _, ...path) => visit(concepto, node, ...path)))

export const ubicaciones: Each<Ubicacion, CartaPorte31> = (document, visit) =>
  cartaPorte(document, (node, _, ...path) =>
    eachItem(node.Ubicaciones, (ubicacion, index) => visit(ubicacion, node, ...path, 'Ubicaciones', index)),
  )

export const mercancias: Each<Mercancias, CartaPorte31> = (document, visit) =>
  cartaPorte(document, (node, _, ...path) => visit(node.Mercancias, node, ...path, 'Mercancias'))

export const mercancia: Each<Mercancia, CartaPorte31> = (document, visit) =>
  mercancias(document, (node, up, ...path) =>
    eachItem(node.Mercancia, (item, index) => visit(item, up, ...path, 'Mercancia', index)),
  )

export const documentacionAduanera: Each<DocumentacionAduanera, CartaPorte31> = (document, visit) =>
  mercancia(document, (node, up, ...path) =>
    eachItem(node.DocumentacionAduanera, (item, index) => visit(item, up, ...path, 'DocumentacionAduanera', index)),
  )

export const cantidadTransporta: Each<CantidadTransporta, CartaPorte31> = (document, visit) =>
  mercancia(document, (node, up, ...path) =>
    eachItem(node.CantidadTransporta, (item, index) => visit(item, up, ...path, 'CantidadTransporta', index)),
  )

/** A means of transport, when there is one. */
function transporte<Name extends 'Autotransporte' | 'TransporteMaritimo' | 'TransporteAereo' | 'TransporteFerroviario'>(
  name: Name,
): Each<NonNullable<Mercancias[Name]>, CartaPorte31> {
  return (document, visit) =>
    mercancias(document, (node, up, ...path) => {
      const found = node[name]
      if (found !== undefined) visit(found, up, ...path, name)
    })
}

export const autotransporte = transporte('Autotransporte')
export const transporteMaritimo = transporte('TransporteMaritimo')
export const transporteAereo = transporte('TransporteAereo')
export const transporteFerroviario = transporte('TransporteFerroviario')

export const seguros: Each<Autotransporte['Seguros'], CartaPorte31> = (document, visit) =>
  autotransporte(document, ({ Seguros }, up, ...path) => visit(Seguros, up, ...path, 'Seguros'))

export const contenedoresMaritimos: Each<ContenedorMaritimo, CartaPorte31> = (document, visit) =>
  transporteMaritimo(document, ({ Contenedor }, up, ...path) =>
    eachItem(Contenedor, (item, index) => visit(item, up, ...path, 'Contenedor', index)),
  )

export const carros: Each<Carro, TransporteFerroviario> = (document, visit) =>
  transporteFerroviario(document, (node, _, ...path) =>
    eachItem(node.Carro, (item, index) => visit(item, node, ...path, 'Carro', index)),
  )

export const figuras: Each<TiposFigura, CartaPorte31> = (document, visit) =>
  cartaPorte(document, (node, _, ...path) =>
    eachItem(node.FiguraTransporte, (item, index) => visit(item, node, ...path, 'FiguraTransporte', index)),
  )

export const byRoad = ({ Mercancias }: CartaPorte31): boolean => Mercancias.Autotransporte !== undefined
export const bySea = ({ Mercancias }: CartaPorte31): boolean => Mercancias.TransporteMaritimo !== undefined
export const byAir = ({ Mercancias }: CartaPorte31): boolean => Mercancias.TransporteAereo !== undefined
export const byRail = ({ Mercancias }: CartaPorte31): boolean => Mercancias.TransporteFerroviario !== undefined

/** The means of transport, as codes of c_CveTransporte. */
export function mediosOf(node: CartaPorte31): string[] {
  const medios = [
    ['01', byRoad],
    ['02', bySea],
    ['03', byAir],
    ['04', byRail],
  ] as const
  return medios.flatMap(([clave, goes]) => (goes(node) ? [clave] : []))
}

/** Whether the goods cross the border. */
export const isInternacional = ({ TranspInternac }: CartaPorte31): boolean => TranspInternac === 'Sí'

/** Whether the goods come into the country. */
export const isEntrada = (node: CartaPorte31): boolean => isInternacional(node) && node.EntradaSalidaMerc === 'Entrada'
