/**
 * Arbitraries of simple types: texts that their check accepts.
 * @module
 */
import * as fc from 'fast-check'
import { writeNumber } from '../../lib/decimal.js'
import { compileSimple } from '../check/simple.js'
import type { Facets, Simple } from '../grammar.js'

type Arbitrary<T> = fc.Arbitrary<T>

/** Options of the arbitraries. */
export interface ArbitraryOptions {
  /** Codes of a catalogue by its XSD name. `undefined`: any code of the right form. */
  readonly catalog?: (name: string) => readonly string[] | undefined
  /**
   * Leaves out valid but unusual forms: surrounding white space, rare characters, redundant signs
   * and zeros.
   */
  readonly plain?: boolean
  /** Writes amounts as JSON numbers where a number is exact. */
  readonly numbers?: boolean
}

/** Arbitraries of simple types, each built once. */
export class Leaves {
  readonly #options: ArbitraryOptions
  readonly #pool: readonly string[]
  readonly #values = new Map<string, Arbitrary<string | number>>()

  constructor(options: ArbitraryOptions) {
    this.#options = options
    this.#pool = options.plain === true ? ordinary : [...ordinary, ...rare]
  }

  value(type: Simple): Arbitrary<string | number> {
    // Cached by content: the declarations repeat equal types as new objects.
    const key = JSON.stringify(type)
    let known = this.#values.get(key)
    if (known === undefined) {
      known = this.#build(type)
      this.#values.set(key, known)
    }
    return known
  }

  /** Any well-formed content, for the Addenda. */
  fragment(): Arbitrary<string> {
    const text = arbitraryRun(this.#pool, 0, 12).map((value) =>
      withoutLooseSpaces(value).replace(
        /[&<>":\r\n\t]/g,
        (character) => references[character] ?? '_',
      ),
    )
    const node = fc
      .tuple(fc.constantFrom('a', 'Ñu', 'b.c'), text, text)
      .map(([name, dato, content]) => {
        if (content === '') return `<${name} dato="${dato}"/>`
        return `<${name} dato="${dato}">${content}</${name}>`
      })
    const wrapped = node.map(
      (inner) => `<x:pedido xmlns:x="urn:ejemplo">${inner}<!-- x --></x:pedido>`,
    )
    return fc.array(fc.oneof(text, node, wrapped), { maxLength: 2 }).map(concatenate)
  }

  #build(type: Simple): Arbitrary<string | number> {
    const judge = compileSimple(type)
    const fits = (text: string): boolean => judge(text) === undefined
    const texts = patiently(this.#spaced(type, this.#texts(type, fits)), fits, type)
    const numeric = type.base === 'decimal' || type.base === 'integer'
    if (this.#options.numbers !== true || !numeric) return texts
    return texts.map((text) => {
      const short = writeNumber(Number(text))
      if (short !== undefined && fits(short)) return Number(text)
      return text
    })
  }

  #texts(type: Simple, fits: (text: string) => boolean): Arbitrary<string> {
    const { base, facets, catalog } = type
    if (facets.fixed !== undefined) return fc.constant(facets.fixed)
    const listed =
      facets.enumeration ?? (catalog === undefined ? undefined : this.#options.catalog?.(catalog))
    const codes = listed?.filter(fits) ?? []
    if (codes.length > 0)
      return fc.nat({ max: codes.length - 1 }).map((index) => codes[index] as string)
    if (base === 'decimal' || base === 'integer') return this.#number(base, facets)
    if (base === 'string') {
      const { pattern, minLength, maxLength, whiteSpace } = facets
      const isCode = catalog !== undefined
      if (pattern !== undefined) {
        // A run of one character class, as `[^|]{1,100}`, is drawn from selected characters;
        // other patterns are used as they are.
        const [, set, least, most = least] =
          /^(\[(?:\\.|[^\\\]])+\])\{(\d+)(?:,(\d+))?\}$/.exec(pattern) ?? []
        if (set === undefined) return fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u'))
        const member = new RegExp(`^${set}$`, 'u')
        const pool = this.#pool.filter((character) => member.test(character))
        return arbitraryRun(pool, Number(least), Number(most)).map(withoutLooseSpaces)
      }
      if (isCode) return fc.stringMatching(/^[A-Z0-9]{2,4}$/)
      const [least, most] = [minLength ?? 0, maxLength ?? Number.POSITIVE_INFINITY]
      const kept = whiteSpace === 'preserve' && this.#options.plain !== true
      if (kept) return arbitraryRun([...this.#pool, ...'\t\n\r'], least, most)
      return arbitraryRun(this.#pool, least, most).map(withoutLooseSpaces)
    }
    const odd = this.#options.plain !== true && facets.pattern === undefined
    const zone = odd ? fc.constantFrom('', '', '', 'Z', '-06:00') : fc.constant('')
    const fraction = odd ? fc.constantFrom('', '', '.5') : fc.constant('')
    switch (base) {
      case 'date':
        return fc.tuple(date, zone).map(concatenate)
      case 'dateTime':
        return fc.tuple(date, fc.constant('T'), time, fraction, zone).map(concatenate)
      case 'time':
        return fc.tuple(time, fraction, zone).map(concatenate)
      case 'base64':
        return fc.base64String({ maxLength: 24 })
      case 'nmtoken':
        return fc.stringMatching(/^[-.:_A-Za-z0-9]{1,12}$/)
    }
  }

  /** Sometimes adds white space that the type collapses. */
  #spaced({ base, facets }: Simple, texts: Arbitrary<string>): Arbitrary<string> {
    if (this.#options.plain === true || (base === 'string' && facets.whiteSpace === 'preserve'))
      return texts
    const space = fc.constantFrom('', ' ', '\n', '\t  \r\n')
    const loose = fc
      .tuple(space, texts, space)
      .map(([before, text, after]) => before + text.replace(/ /g, ' \n') + after)
    return fc.oneof({ weight: 19, arbitrary: texts }, { weight: 1, arbitrary: loose })
  }

  #number(base: 'decimal' | 'integer', facets: Facets): Arbitrary<string> {
    const { pattern, totalDigits = 24 } = facets
    const importe = pattern?.startsWith('[0-9]{1,18}(.') === true
    // The dot of those patterns is unescaped, but in a decimal it can only match a point.
    if (pattern !== undefined && !importe)
      return fc.stringMatching(new RegExp(`^(?:${pattern.replaceAll('(.', '(\\.')})$`))
    const scale = base === 'integer' ? 0 : Math.min(facets.fractionDigits ?? 6, totalDigits - 1)
    const [least, most] = [facets.minInclusive, facets.maxInclusive]
    const limit = 10n ** BigInt(importe ? 18 + scale : totalDigits) - 1n
    const min = least === undefined ? -limit : largest(-limit, scaled(least, scale))
    const max = most === undefined ? limit : smallest(limit, scaled(most, scale))
    const everyday = {
      min: largest(min, -1_000_000_000n),
      max: largest(min, smallest(max, 1_000_000_000n)),
    }
    const common = { weight: 3, arbitrary: fc.bigInt(everyday) }
    const units = fc.oneof(common, { weight: 1, arbitrary: fc.bigInt({ min, max }) })
    const texts = fc
      .tuple(units, fc.nat({ max: scale }))
      .map(([value, kept]) => formatUnits(value, scale, kept, min))
    const odd = this.#options.plain !== true && pattern === undefined
    if (odd) return fc.tuple(texts, fc.nat({ max: 19 })).map(oddly)
    return texts
  }
}

/**
 * Filters texts, and throws a clear error instead of searching forever when a type cannot be
 * satisfied, for example because its pattern contradicts its lengths.
 */
function patiently(
  texts: Arbitrary<string>,
  fits: (text: string) => boolean,
  type: Simple,
): Arbitrary<string> {
  let misses = 0
  return texts.filter((text) => {
    if (fits(text)) misses = 0
    else if (++misses > 10_000)
      throw new TypeError(`no value found for the type ${JSON.stringify(type)}`)
    return misses === 0
  })
}

/** A short text of characters of `pool`, sometimes of the maximum length. */
function arbitraryRun(pool: readonly string[], least: number, most: number): Arbitrary<string> {
  const unit = fc.constantFrom(...pool)
  const short = fc.string({ unit, minLength: least, maxLength: Math.min(most, least + 100) })
  if (most > 300) return short
  return fc.oneof(
    { weight: 19, arbitrary: short },
    { weight: 1, arbitrary: fc.string({ unit, minLength: most, maxLength: most }) },
  )
}

/** Replaces spaces that collapsing would change, keeping the length. */
function withoutLooseSpaces(text: string): string {
  if (/^ | $| {2}/.test(text)) return text.replace(/^ | $| (?= )/g, '0')
  return text
}

const ordinary = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNÑOPQRSTUVWXYZ0123456789      áéíóúüñÁÉÍÓÚÜ.,-&',
]
/**
 * Markup, the bar of the cadena, spaces that are not white space in XML, a combining accent,
 * characters beyond 16 bits.
 */
const rare = [...'<>"\'|]/%$#@_:;()*+=´`~{}!?¡¿\\\u0085\u00a0\u0301\u2028\u3000\ufeff\ufffd€😀𝒳']
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const concatenate = (parts: readonly string[]): string => parts.join('')
const two = (value: number): string => String(value).padStart(2, '0')

/** Between 2010 and 2099, as every pattern of the SAT admits. */
const date: Arbitrary<string> = fc
  .tuple(
    fc.integer({ min: 2010, max: 2099 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  )
  .map(([year, month, day]) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return `${year}-${two(month)}-${two(Math.min(day, last))}`
  })

const time: Arbitrary<string> = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }), fc.nat({ max: 59 }))
  .map((parts) => parts.map(two).join(':'))

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smallest = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Converts a decimal to units of its last decimal. */
function scaled(decimal: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}

/**
 * Formats units with `kept` of `scale` decimals, or with all if fewer would fall below the minimum.
 */
function formatUnits(units: bigint, scale: number, kept: number, min: bigint): string {
  const cut = units - (units % 10n ** BigInt(scale - kept))
  if (cut < min && kept < scale) return formatUnits(units, scale, scale, min)
  const digits = String(cut < 0n ? -cut : cut).padStart(scale + 1, '0')
  const point = digits.length - scale
  const fraction = digits.slice(point, point + kept)
  return `${cut < 0n ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Unusual lexical forms of xs:decimal and xs:integer that XML Schema admits. */
function oddly([text, kind]: readonly [string, number]): string {
  if (kind === 1 && !text.startsWith('-')) return `+${text}`
  if (kind === 2) return text.replace(/\d/, '00$&')
  if (kind === 3 && text.includes('.')) return `${text}0`
  return text
}
