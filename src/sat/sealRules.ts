/**
 * Rows that every sealed document has: its cadena original must be unambiguous and whole. The SAT
 * has no code for them; PACs enforce both when they stamp.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { Barred } from '../model/check/structureContext.js'
import { keysOf } from '../model/finding.js'
import type { Mismatch, Rule, RuleContext } from '../rules/rule.js'

/**
 * A value with the separator of the cadena original.
 * @param isAllowed Values for which the SAT prescribes it.
 */
export function barRule(isAllowed: (one: Barred) => boolean = () => false) {
  return {
    says: 'no debe contener el carácter "|" (pleca): separa los campos de la cadena original',
    holds: (_: unknown, { barred }: RuleContext) => {
      if (barred.length === 0) return true
      const wrong = barred.filter((one) => !isAllowed(one))
      if (wrong.length === 0) return true
      return wrong.map(({ element, field, at: place, value }) => ({
        subject: { element, field },
        at: keysOf(place),
        found: value,
      }))
    },
  } satisfies Rule<unknown, undefined>
}

/** Codes of {@link declaredRule}. */
export const undeclaredCodes: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'CFDI40-S50',
  'Reten-S02',
])

/** A slot of complements, and the keys that lead to it. */
export type SlotAt = readonly [slot: unknown, place: readonly (string | number)[]]

/**
 * A complement that the library does not declare. The document holds it as an XML fragment, which
 * the cadena leaves out, while the SAT's transformation prints most complements.
 */
export function declaredRule<Node>(
  element: string,
  slotsOf: (document: Node) => readonly SlotAt[],
) {
  return {
    field: 'Complemento',
    says: 'debe estar declarado: sin su declaración no entra en la cadena original, y el PAC rechaza el sello. Actualice cfdi-stamp, o declárelo con la opción `complements`: docs/es/host-complements.md',
    holds: (document: Node) => {
      const unknown: Mismatch[] = []
      for (const [slot, place] of slotsOf(document)) collectFragments(element, slot, place, unknown)
      return unknown.length === 0 || unknown
    },
  } satisfies Rule<Node, undefined>
}

function collectFragments(
  element: string,
  slot: unknown,
  place: SlotAt[1],
  found: Mismatch[],
): void {
  if (!isRecord(slot)) return
  for (const field in slot) {
    const value = slot[field]
    if (isText(value) || (Array.isArray(value) && value.some(isText)))
      found.push({ subject: { element, field }, at: [...place, field] })
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'
