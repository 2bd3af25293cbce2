/**
 * Rules of placement: document types, slot, number and companions of a complement. The declarations
 * state some of it too (301); a rule with the same finding at the same place gives it the SAT's
 * code.
 * @module
 */

import { isRecord, type Json } from '../../lib/json.js'
import type { Complement } from '../../model/grammar.js'
import type { Nodes } from '../../model/nodes.js'
import { namesIn } from '../../model/slots.js'
import { isVersion, versionOf } from '../../model/version.js'
import { eachItem } from '../../rules/values.js'
import type { Comprobante } from './declaration.js'
import { isTipo } from './predicates.js'
import type { Mismatch, Rule } from './rule.js'

/** One occurrence of a complement. */
export interface Place {
  readonly slot: 'comprobante' | 'concepto'
  /** 0 for the first in its slot. */
  readonly ordinal: number
  readonly path: readonly (string | number)[]
}

/**
 * Selects every occurrence of a complement of that name and version, in any place. The node is the
 * document, which can be checked even if the structure at the place is wrong.
 */
export function placesOf(complement: Complement): Nodes<Comprobante, Place> {
  return {
    element: complement.name,
    path: '',
    up: undefined,
    tipos: undefined,
    each: (document, visit) => {
      const comprobante = document as Comprobante
      eachPlace(comprobante, complement, (place) => visit(comprobante, place, undefined))
    },
  }
}

function eachPlace(
  { Complemento, Conceptos }: Comprobante,
  { name, version = '' }: Complement,
  visit: (place: Place) => void,
): void {
  const inSlot = (slot: Place['slot'], content: unknown, path: Place['path']) =>
    occurrences(content).forEach(([node, ...index], ordinal) => {
      if (isVersion(versionOf(node), version)) visit({ slot, ordinal, path: [...path, ...index] })
    })
  inSlot('comprobante', Complemento?.[name], ['Complemento', name])
  eachItem(Conceptos, ({ ComplementoConcepto }, index) => {
    if (ComplementoConcepto) {
      inSlot('concepto', ComplementoConcepto[name], [
        'Conceptos',
        index,
        'ComplementoConcepto',
        name,
      ])
    }
  })
}

function occurrences(content: unknown): [Json, ...number[]][] {
  if (!Array.isArray(content)) return isRecord(content) ? [[content]] : []
  const found: [Json, number][] = []
  for (const [index, node] of content.entries()) if (isRecord(node)) found.push([node, index])
  return found
}

/** The document types that admit the complement. */
export function onlyIn(
  says: string,
  ...tipos: readonly Comprobante['TipoDeComprobante'][]
): Rule<Comprobante, Place> {
  return {
    says,
    holds: (document, _, { path }) =>
      isTipo(document, ...tipos) || {
        at: path,
        detail: `el comprobante es de tipo ${document.TipoDeComprobante}`,
      },
  }
}

const slots = { comprobante: 'Complemento', concepto: 'ComplementoConcepto' } as const

/** The slot of the complement, and one occurrence in it. */
export function oncePer(says: string, slot: Place['slot']): Rule<Comprobante, Place> {
  return {
    says,
    holds: (_, __, place) => {
      if (place.slot !== slot) return { at: place.path, detail: `está en ${slots[place.slot]}` }
      return place.ordinal === 0 || { at: place.path, detail: 'ya hay otro antes' }
    },
  }
}

/** The slot of the complement. */
export function onlyAt(says: string, slot: Place['slot']): Rule<Comprobante, Place> {
  return { says, holds: (_, __, place) => place.slot === slot || { at: place.path } }
}

/** One occurrence of the complement. */
export function once(says: string): Rule<Comprobante, Place> {
  return { says, holds: (_, __, { ordinal, path }) => ordinal === 0 || { at: path } }
}

/** Checks that every complement of a slot is one of those. */
export function isAmong(
  complements: Readonly<Record<string, unknown>> | undefined,
  admitted: ReadonlySet<string>,
): boolean | Mismatch {
  const others = namesIn(complements).filter((name) => !admitted.has(name))
  return others.length === 0 || { detail: `sobra ${others.join(', ')}` }
}

/** Complements admitted beside those that fill a document: Pagos, Nomina. */
export const companions: readonly string[] = ['TimbreFiscalDigital', 'CFDIRegistroFiscal']

/** Checks that a document carries no other complements than those admitted beside it. */
export function isAlone(Complemento: Comprobante['Complemento'], name: string): boolean | Mismatch {
  const others = namesIn(Complemento).filter(
    (other) => other !== name && !companions.includes(other),
  )
  return others.length === 0 || { found: others.join(', ') }
}
