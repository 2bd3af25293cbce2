/**
 * The SAT's simple types: those of `tdCFDI.xsd` by name, and the forms that the schemas repeat.
 * @module
 */
import type { Base, Facets, Simple } from './grammar.js'

/** A number in JSON: text, kept as written, or a finite number without exponent. */
export type Numeric = string | number

/** Text of xs:string, white space preserved. */
export function rawText(facets: Facets = {}): Simple<string> {
  return { base: 'string', facets: { whiteSpace: 'preserve', ...facets } }
}

/** Text with collapsed white space. */
export function token(facets: Facets = {}): Simple<string> {
  return { base: 'string', facets }
}

/**
 * Text of `min` to `max` characters without the bar that separates the fields of the cadena
 * original.
 */
export function text(min: number, max: number, facets: Facets = {}): Simple<string> {
  return token({ minLength: min, maxLength: max, pattern: `[^|]{${min},${max}}`, ...facets })
}

/** Text of exactly `length` characters with the given pattern. */
export function code(length: number, pattern: string): Simple<string> {
  return token({ minLength: length, maxLength: length, pattern })
}

/** Text with the given pattern. */
export function pattern(expression: string, facets: Facets = {}): Simple<string> {
  return token({ pattern: expression, ...facets })
}

/** A decimal of at most `fractionDigits` decimals. */
export function decimal(fractionDigits: number, facets: Facets = {}): Simple<Numeric> {
  return { base: 'decimal', facets: { fractionDigits, ...facets } }
}

/** A rate: a fraction of one, with six decimals. */
export const rate: Simple<Numeric> = { ...decimal(6, { minInclusive: '0.000000' }), isRate: true }

/** xs:decimal with the given facets. */
export function number(facets: Facets = {}): Simple<Numeric> {
  return { base: 'decimal', facets }
}

/** xs:integer with the given facets. */
export function integer(facets: Facets = {}): Simple<Numeric> {
  return { base: 'integer', facets }
}

/** xs:int: 32 bits. */
export function int(facets: Facets = {}): Simple<Numeric> {
  return integer({ minInclusive: '-2147483648', maxInclusive: '2147483647', ...facets })
}

/** xs:short: 16 bits. */
export function short(facets: Facets = {}): Simple<Numeric> {
  return integer({ minInclusive: '-32768', maxInclusive: '32767', ...facets })
}

/** xs:date, xs:dateTime, xs:time, xs:base64Binary and xs:NMTOKEN with the given facets. */
export function lexical(
  base: Exclude<Base, 'string' | 'decimal' | 'integer'>,
  facets: Facets = {},
): Simple<string> {
  return { base, facets }
}

/** Exactly one value; surrounding white space is ignored. */
export function fixed<const V extends string>(value: V): Simple<V> {
  return { base: 'string', facets: { fixed: value } }
}

/**
 * Exactly one value, white space included: for types that the XSD omits (xs:anySimpleType) or that
 * preserve white space.
 */
export function exactly<const V extends string>(value: V): Simple<V> {
  return { base: 'string', facets: { whiteSpace: 'preserve', fixed: value } }
}

/** One of the values that the XSD lists. */
export function oneOf<const V extends readonly string[]>(...values: V): Simple<V[number]> {
  return { base: 'string', facets: { enumeration: values } }
}

/** A code of the SAT's catalogue of that name. */
export function catalog(name: string, facets: Facets = {}): Simple<string> {
  return { base: 'string', facets, catalog: name }
}

/** A code of a short, closed catalogue: its codes are part of the type. */
export function closedCatalog<const V extends readonly string[]>(
  name: string,
  ...codes: V
): Simple<V[number]> {
  return { base: 'string', facets: { enumeration: codes }, catalog: name }
}

// tdCFDI.xsd. Its patterns have an unescaped dot, so "25 digits" match too; the lexical form of
// decimals is checked separately.

const dia = '(0[1-9]|[12][0-9]|3[01])'
const mes = '(0[1-9]|1[012])'

/** An amount: up to 18 digits and 6 decimals, not negative. */
export const t_Importe: Simple<Numeric> = decimal(6, {
  pattern: '[0-9]{1,18}(.[0-9]{1,6})?',
  minInclusive: '0.000000',
})

/** An amount in pesos: up to 18 digits and 2 decimals, not negative. */
export const t_ImporteMXN: Simple<Numeric> = decimal(2, {
  pattern: '[0-9]{1,18}(.[0-9]{1,2})?',
  minInclusive: '0.00',
})

/** An RFC, of a person or a company. */
export const t_RFC: Simple<string> = token({
  minLength: 12,
  maxLength: 13,
  pattern: `[A-Z&Ñ]{3,4}[0-9]{2}${mes}${dia}[A-Z0-9]{2}[0-9A]`,
})

/** The RFC of a company. */
export const t_RFC_PM: Simple<string> = token({
  minLength: 12,
  pattern: `[A-Z&Ñ]{3}[0-9]{2}${mes}${dia}[A-Z0-9]{2}[0-9A]`,
})

/** The RFC of a person. */
export const t_RFC_PF: Simple<string> = token({
  minLength: 13,
  pattern: `[A-Z&Ñ]{4}[0-9]{2}${mes}${dia}[A-Z0-9]{2}[0-9A]`,
})

/** A CURP. */
export const t_CURP: Simple<string> = code(
  18,
  `[A-Z][AEIOUX][A-Z]{2}[0-9]{2}${mes}${dia}[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9]`,
)

/** Local date and time, to the second and without zone. */
export const t_FechaH: Simple<string> = lexical('dateTime', {
  pattern: `(20[1-9][0-9])-(0[1-9]|1[0-2])-${dia}T(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9])`,
})

/** A date between 1900 and 2099. */
export const t_Fecha: Simple<string> = lexical('date', {
  pattern: `((19|20)[0-9][0-9])-(0[1-9]|1[0-2])-${dia}`,
})

/** A folio fiscal. */
export const t_UUID: Simple<string> = code(
  36,
  '[a-f0-9A-F]{8}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{4}-[a-f0-9A-F]{12}',
)

/** The number of a customs declaration: `AA  AA  PPPP  NNNNNNN`, two spaces between its parts. */
export const t_Pedimento: Simple<string> = rawText({
  minLength: 21,
  maxLength: 21,
  pattern: '[0-9]{2}  [0-9]{2}  [0-9]{4}  [0-9]{7}',
})
