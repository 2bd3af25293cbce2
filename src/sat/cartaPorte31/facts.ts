/**
 * Facts of Carta Porte 3.1 that rules of several nodes need, such as the means of transport. Each
 * is computed once per document.
 * @module
 */

import { at } from '../cfdi40/nodes.js'
import { perDocument } from '../cfdi40/rule.js'
import { type CartaPorte31, cartaPorte31 } from './declaration.js'

/** Source of all its tables. */
export const matrizCartaPorte = 'Matriz de errores de Carta Porte 3.1, junio de 2024'

/** Statements of the SAT without a code. */
export const guiaCartaPorte = 'Instructivo de llenado de Carta Porte 3.1'

export const byRoad = ({ Mercancias }: CartaPorte31): boolean =>
  Mercancias.Autotransporte !== undefined
export const bySea = ({ Mercancias }: CartaPorte31): boolean =>
  Mercancias.TransporteMaritimo !== undefined
export const byAir = ({ Mercancias }: CartaPorte31): boolean =>
  Mercancias.TransporteAereo !== undefined
export const byRail = ({ Mercancias }: CartaPorte31): boolean =>
  Mercancias.TransporteFerroviario !== undefined

const medios = [
  ['01', byRoad],
  ['02', bySea],
  ['03', byAir],
  ['04', byRail],
] as const

/** The means of transport, as codes of c_CveTransporte. */
export function mediosOf(node: CartaPorte31): string[] {
  const claves: string[] = []
  for (const [clave, goes] of medios) if (goes(node)) claves.push(clave)
  return claves
}

/** Whether any means of transport is stated. */
export const hasMedio = (node: CartaPorte31): boolean => medios.some(([, goes]) => goes(node))

/** Whether the goods cross the border. */
export const isInternacional = ({ TranspInternac }: CartaPorte31): boolean =>
  TranspInternac === 'Sí'

/** Whether the goods come into the country. */
export const isEntrada = (node: CartaPorte31): boolean =>
  isInternacional(node) && node.EntradaSalidaMerc === 'Entrada'

/** Whether any good states how much of it goes between which places. */
export const hasReparto = perDocument(({ document }) => {
  let found = false
  at(cartaPorte31, 'Mercancias.Mercancia[].CantidadTransporta[]').each(document, () => {
    found = true
  })
  return found
})

/** The IDUbicacion of each kind of location. */
export const idsOf = perDocument(({ document }) => {
  const ids = { Origen: new Set<string>(), Destino: new Set<string>() }
  at(cartaPorte31, 'Ubicaciones[]').each(document, ({ TipoUbicacion, IDUbicacion }) => {
    if (IDUbicacion !== undefined) ids[TipoUbicacion].add(IDUbicacion.trim())
  })
  return ids
})

/** Whether any good is a dangerous material. */
export const hasPeligroso = perDocument(({ document }) => {
  let found = false
  at(cartaPorte31, 'Mercancias.Mercancia[]').each(document, ({ MaterialPeligroso }) => {
    if (MaterialPeligroso === 'Sí') found = true
  })
  return found
})
