/**
 * Likely mistakes in Carta Porte 3.1 that its matrix does not cover: warnings, with our own codes.
 * @module
 */
import { fieldIs } from '../../rules/form.js'
import { eachItem } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { type Mismatch, perDocument, type RuleContext, tableOf } from '../cfdi40/rule.js'
import { type CartaPorte31, cartaPorte31 } from './declaration.js'
import { guiaCartaPorte } from './facts.js'

type Ubicacion = CartaPorte31['Ubicaciones'][number]

export const ubicacionesWarnings = tableOf(at(cartaPorte31, 'Ubicaciones[]'), {
  source: guiaCartaPorte,
  rules: {
    'CP-S02': {
      field: 'FechaHoraSalidaLlegada',
      says: 'no debe ser, en un destino, anterior a la salida de todos los orígenes',
      severity: 'warning',
      when: fieldIs('TipoUbicacion', 'Destino'),
      holds: arrivesAfter,
    },
  },
})

/** First departure of each Carta Porte, computed once for all its destinations. */
const departures = perDocument(() => new WeakMap<CartaPorte31, string>())

function firstDeparture(node: CartaPorte31, context: RuleContext): string | undefined {
  const known = departures(context)
  let first = known.get(node)
  if (first !== undefined) return first
  eachItem(node.Ubicaciones, ({ TipoUbicacion, FechaHoraSalidaLlegada }) => {
    const moment = FechaHoraSalidaLlegada.trim()
    if (TipoUbicacion === 'Origen' && (first === undefined || moment < first)) first = moment
  })
  if (first !== undefined) known.set(node, first)
  return first
}

function arrivesAfter(
  { FechaHoraSalidaLlegada }: Ubicacion,
  context: RuleContext,
  node: CartaPorte31,
): boolean | Mismatch {
  const first = firstDeparture(node, context)
  if (first === undefined || FechaHoraSalidaLlegada.trim() >= first) return true
  return { detail: `la primera salida es ${first}`, found: FechaHoraSalidaLlegada }
}
