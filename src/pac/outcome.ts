/**
 * What an answer is worth: a stamp is one only when its TFD can be used and bears the Sello of our document.
 * @module
 */
import { checkStructure } from '../model/check.js'
import type { Model } from '../model/grammar.js'
import { timbreFiscalDigital } from '../model/timbre.js'
import type { Sealed } from '../seal/sello.js'
import type { FindOutcome, Stamped, StampOutcome, Unavailable, Unknown } from './provider.js'

const timbre: Model = { document: timbreFiscalDigital, complements: [] }
const kinds: ReadonlySet<unknown> = new Set(['stamped', 'rejected', 'refused', 'unavailable', 'unknown', 'absent'])

/** The outcome, or `unknown` when it is a stamp that is not ours or cannot be used, or no outcome at all. */
export function judge<O extends StampOutcome | FindOutcome>(outcome: O, { sello }: Sealed, pac: string): O | Unknown {
  if (!kinds.has((outcome as O | undefined)?.kind)) return unknown(pac, 'El PAC dio una respuesta que no se entiende.')
  if (outcome.kind !== 'stamped') return outcome
  const { SelloCFD } = (outcome.timbre as Stamped['timbre'] | undefined) ?? {}
  if (typeof SelloCFD === 'string' && SelloCFD !== sello) {
    return { ...evidence(outcome), ...unknown(pac, 'El PAC devolvió el timbre de otro comprobante.'), why: 'mismatch' }
  }
  if (isUsable(outcome)) return outcome
  return {
    ...evidence(outcome),
    ...unknown(pac, 'El PAC dice que timbró y el timbre que devolvió no se puede leer.'),
    why: 'stamped',
  }
}

/** Whether the TFD is what its XSD says. A legend out of its pattern harms nobody. */
function isUsable({ timbre: tfd }: Stamped): boolean {
  return checkStructure(timbre, tfd).every(({ severity, field }) => severity !== 'error' || field === 'Leyenda')
}

/** What can be told of an outcome without its kind. */
export function evidence(outcome: StampOutcome | FindOutcome): Omit<Unavailable, 'kind' | 'message'> {
  const { pac, code, detail, requestHash, replyHash }: Omit<Unavailable, 'kind' | 'message'> = outcome
  return {
    pac,
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
    ...(requestHash === undefined ? {} : { requestHash }),
    ...(replyHash === undefined ? {} : { replyHash }),
  }
}

export function unknown(pac: string, message: string): Unknown {
  return { kind: 'unknown', pac, message }
}

export function unavailable(pac: string, message: string): Unavailable {
  return { kind: 'unavailable', pac, message }
}
