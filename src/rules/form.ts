/**
 * Rules about fixed values and absent members.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import type { Numeric } from '../model/types.js'
import type { Mismatch, Rule } from './rule.js'
import { decimalOf } from './values.js'

/** Whether a member is present: an empty list is not written to the XML. */
export function exists(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

/**
 * Checks that the attribute is present with exactly this text; surrounding white space is ignored.
 */
export function isWritten(value: Numeric | undefined, text: string): boolean | Mismatch {
  if (value === undefined) return { expected: text, found: 'nada' }
  return String(value).trim() === text || { expected: text, found: String(value) }
}

/**
 * As {@link isWritten}, for a number. Another notation is only a warning: the matrices require the
 * text, but PACs have stamped 0.00 for "0" and 1.000000 for "1".
 */
export function isNumber(value: Numeric | undefined, text: string): boolean | Mismatch {
  const verdict = isWritten(value, text)
  if (verdict === true || value === undefined || !decimalOf(value).equals(Decimal.of(text)))
    return verdict
  return {
    expected: text,
    found: String(value),
    severity: 'warning',
    detail: 'vale lo mismo, escrito de otro modo',
  }
}

/** Nodes that may have that attribute or child. */
type Having<Field extends string> = { readonly [Name in Field]?: unknown }

/** Returns the condition that a member has one value. */
export function fieldIs<Field extends string>(
  field: Field,
  value: unknown,
): (node: Having<Field>) => boolean {
  return (node) => node[field] === value
}

/** Returns the condition that a member has another value, or none. */
export function fieldIsNot<Field extends string>(
  field: Field,
  value: unknown,
): (node: Having<Field>) => boolean {
  return (node) => node[field] !== value
}

/** Returns the condition that a member has one of some values. */
export function fieldIsIn<Field extends string>(
  field: Field,
  values: ReadonlySet<unknown>,
): (node: Having<Field>) => boolean {
  return (node) => values.has(node[field])
}

/** Returns the condition that an amount is zero. */
export function fieldIsZero<Field extends string>(
  field: Field,
): (node: { readonly [Name in Field]: Numeric }) => boolean {
  return (node) => decimalOf(node[field]).isZero()
}

/** Returns the condition that an amount is not zero. */
export function fieldIsNotZero<Field extends string>(
  field: Field,
): (node: { readonly [Name in Field]: Numeric }) => boolean {
  return (node) => !decimalOf(node[field]).isZero()
}

/** Returns the condition that a list has items. */
export function hasItems<Field extends string>(field: Field): (node: Having<Field>) => boolean {
  return (node) => exists(node[field])
}

/** As {@link fieldIs}; a breach states the value. */
export function mustBe<Field extends string>(
  field: Field,
  value: string,
): (node: { readonly [Name in Field]: string }) => true | Mismatch {
  return (node) => node[field] === value || { expected: value, found: node[field] }
}

/** As {@link mustBe}, for a member of a child. */
export function childMustBe<Child extends string, Field extends string>(
  child: Child,
  field: Field,
  value: string,
): (
  node: {
    readonly [Name in Child]: { readonly [Own in Field]: string }
  },
) => true | Mismatch {
  return ({ [child]: { [field]: found } }) =>
    found === value || { at: [child, field], expected: value, found }
}

/** An attribute with a fixed number. */
export function fixedNumber<Field extends string>(
  field: Field,
  text: string,
  where: string,
): Rule<Having<Field>, unknown> {
  return {
    field,
    says: `debe ser "${text}" ${where}`,
    holds: (node) => isNumber(node[field] as Numeric | undefined, text),
  }
}

/** An attribute with a fixed text. */
export function fixedAttribute<Field extends string>(
  field: Field,
  text: string,
  where: string,
): Rule<Having<Field>, unknown> {
  return {
    field,
    says: `debe ser "${text}" ${where}`,
    holds: (node) => isWritten(node[field] as Numeric | undefined, text),
  }
}

/** An attribute or child that must be absent. */
export function absentMember<Field extends string>(
  field: Field,
  where: string,
): Rule<Having<Field>, unknown> {
  return { field, says: `no debe existir ${where}`, holds: (node) => !exists(node[field]) }
}
