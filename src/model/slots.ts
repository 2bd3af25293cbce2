/**
 * Where complements hang in a document.
 * @module
 */
import { isFilled, isRecord } from '../lib/json.js'

/** A slot that is there: root name of a complement -> the complement. */
export type Filled = Readonly<Record<string, unknown>>

/** `Complemento` of the document and `ComplementoConcepto` of its concepts, those that are there, in that order. */
export function slotsOf(document: unknown): readonly Filled[] {
  if (!isRecord(document)) return none
  let slots: Filled[] | undefined
  const { Complemento, Conceptos } = document
  if (isRecord(Complemento)) slots = [Complemento]
  if (!Array.isArray(Conceptos)) return slots ?? none
  for (let index = 0; index < Conceptos.length; index++) {
    const concepto: unknown = Conceptos[index]
    if (!isRecord(concepto) || !isRecord(concepto['ComplementoConcepto'])) continue
    slots ??= []
    slots.push(concepto['ComplementoConcepto'])
  }
  return slots ?? none
}

const none: readonly Filled[] = []

/** Names of the complements that are there: one that is undefined or null is not. */
export function namesIn(slot: Filled | undefined): string[] {
  return slot === undefined ? [] : Object.keys(slot).filter((name) => isFilled(slot[name]))
}
