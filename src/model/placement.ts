/**
 * What declarations demand of a complement beyond the XSD: where it may hang, in which type of document, and of which days.
 * @module
 */
import type { Complement, Slot, TipoDeComprobante } from './grammar.js'

/** What is asked of the document: its TipoDeComprobante and its Fecha, as they are. */
export interface Placed {
  readonly tipo: unknown
  readonly fecha: unknown
}

/** What keeps a complement from hanging there, in Spanish, each to follow the name of the element. */
export function placementProblems(complement: Complement, slot: Slot, { tipo, fecha }: Placed): string[] {
  const { name, version, tipos, at } = complement
  const title = `el complemento ${version === undefined ? name : `${name} ${version}`}`
  const outOfForce = forceProblem(complement, fecha)
  const is = typeof tipo === 'string' ? tipo.trim() : undefined
  const isRefused = isTipo(is) && !tipos.includes(is)
  return [
    ...(outOfForce === undefined ? [] : [`${title} ${outOfForce}`]),
    ...(at === slot.at ? [] : [`${title} va en ${at === 'concepto' ? 'ComplementoConcepto' : 'Complemento'}`]),
    ...(isRefused ? [`${title} no se admite en un comprobante de tipo ${is}; sí en ${tipos.join(', ')}`] : []),
  ]
}

/** What keeps a complement out of a document of that date; of none, what keeps it out of today's. */
function forceProblem({ status, desde, hasta }: Complement, fecha: unknown): string | undefined {
  const day = typeof fecha === 'string' ? /^\s*(\d{4}-\d\d-\d\d)/.exec(fecha)?.[1] : undefined
  const isNone = desde === undefined || (day === undefined && status === 'historico')
  if (isNone) return 'ya no está vigente y no se puede timbrar'
  if (day === undefined) return undefined
  if (day < desde) return `está vigente desde el ${desde} y el comprobante es del ${day}`
  if (hasta === undefined || day <= hasta) return undefined
  return `estuvo vigente hasta el ${hasta} y el comprobante es del ${day}`
}

function isTipo(tipo: unknown): tipo is TipoDeComprobante {
  return typeof tipo === 'string' && ['I', 'E', 'T', 'N', 'P'].includes(tipo)
}
