/**
 * What rules of one node of Carta Porte 3.1 ask of the others: found in one pass, once per document.
 * @module
 */

import { perDocument } from '../cfdi40/rule.js'
import { cantidadTransporta, mercancia, ubicaciones } from './nodes.js'

/** Whether some good says how much of it goes from where to where. */
export const hasReparto = perDocument(({ document }) => {
  let found = false
  cantidadTransporta(document, () => {
    found = true
  })
  return found
})

/** The IDUbicacion of each kind of location. */
export const idsOf = perDocument(({ document }) => {
  const ids = { Origen: new Set<string>(), Destino: new Set<string>() }
  ubicaciones(document, ({ TipoUbicacion, IDUbicacion }) => {
    if (IDUbicacion !== undefined) ids[TipoUbicacion].add(IDUbicacion.trim())
  })
  return ids
})

/** Whether some good is a dangerous material. */
export const hasPeligroso = perDocument(({ document }) => {
  let found = false
  mercancia(document, ({ MaterialPeligroso }) => {
    if (MaterialPeligroso === 'Sí') found = true
  })
  return found
})
