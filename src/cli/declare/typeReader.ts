/**
 * Reads simple types of an XSD.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { declarationOf, type XmlNode } from '../../lib/xml/xml.js'
import type { Base, Facets, Simple } from '../../model/grammar.js'
import * as types from '../../model/types.js'
import { attributeIn, elementsOf } from './nodes.js'
import type { Note } from './schemaReader.js'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const collapsed = (base: Base, facets: Facets = {}): Simple => ({ base, facets })

const floating = '[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([Ee][+\\-]?[0-9]+)?|-?INF|NaN'

/** Types of XML Schema that the SAT uses. */
const builtIn: Readonly<Record<string, Simple>> = {
  string: types.rawText(),
  normalizedString: types.rawText(),
  token: collapsed('string'),
  anyURI: collapsed('string'),
  NMTOKEN: collapsed('nmtoken'),
  decimal: collapsed('decimal'),
  integer: collapsed('integer'),
  int: types.int(),
  short: types.short(),
  long: collapsed('integer'),
  positiveInteger: types.integer({ minInclusive: '1' }),
  nonNegativeInteger: types.integer({ minInclusive: '0' }),
  unsignedInt: types.integer({ minInclusive: '0', maxInclusive: '4294967295' }),
  nonPositiveInteger: types.integer({ maxInclusive: '0' }),
  negativeInteger: types.integer({ maxInclusive: '-1' }),
  unsignedShort: types.integer({ minInclusive: '0', maxInclusive: '65535' }),
  unsignedByte: types.integer({ minInclusive: '0', maxInclusive: '255' }),
  byte: types.integer({ minInclusive: '-128', maxInclusive: '127' }),
  boolean: types.pattern('true|false|1|0'),
  float: types.pattern(floating),
  double: types.pattern(floating),
  gYear: types.pattern('-?[0-9]{4,}'),
  gYearMonth: types.pattern('-?[0-9]{4,}-(0[1-9]|1[0-2])'),
  date: collapsed('date'),
  dateTime: collapsed('dateTime'),
  time: collapsed('time'),
  base64Binary: collapsed('base64'),
}

/** Types of tdCFDI.xsd, which schemas import. */
const imported: Readonly<Record<string, Simple>> = {
  ...types,
  t_TipoCambio: types.decimal(6, { pattern: '[0-9]{1,18}(.[0-9]{1,6})?', minInclusive: '0.00' }),
  t_Descrip100: types.text(1, 100),
  t_Descrip120: types.text(1, 120),
  t_NumeroDomicilio: types.text(1, 55),
  t_Referencia: types.text(1, 250),
  t_CuentaBancaria: types.integer({ pattern: '[0-9]{10,18}' }),
} as unknown as Record<string, Simple>

export class TypeReader {
  readonly #schemas: readonly XmlNode[]
  readonly #note: Note

  constructor(schemas: readonly XmlNode[], note: Note) {
    this.#schemas = schemas
    this.#note = note
  }

  /** Returns the type of an attribute, or of an element with text. */
  typeOf(node: XmlNode, path: string): Simple {
    const only = attributeIn(node, 'fixed')
    const type = rateOf(this.#declaredType(node, path), path)
    if (only === undefined) return type
    const { enumeration, ...facets } = type.facets
    const isListed = enumeration === undefined || enumeration.every((one) => one === only)
    if (!isListed) this.#note(path, `fija ${only} entre otros valores`)
    return { ...type, facets: { ...facets, fixed: only } }
  }

  #declaredType(node: XmlNode, path: string): Simple {
    const [own] = elementsOf(node, 'simpleType')
    if (own !== undefined) return this.#simple(own, path)
    const name = attributeIn(node, 'type')
    if (name === undefined) return types.rawText()
    return this.named(name, node, path)
  }

  /** Returns the type of a name. */
  named(name: string | undefined, node: XmlNode, path: string): Simple {
    const local = name?.split(':').at(-1) ?? ''
    const prefix = name?.includes(':') ? (name.split(':')[0] as string) : ''
    const namespace = declarationOf(node.scope, prefix)?.namespace ?? ''
    let own: XmlNode | undefined
    for (const schema of this.#schemas)
      if (attributeIn(schema, 'targetNamespace') === namespace)
        own ??= elementsOf(schema, 'simpleType').find((one) => attributeIn(one, 'name') === local)
    if (own !== undefined) {
      const type = this.#simple(own, path)
      const isCatalog = /^c_/.test(local) && type.facets.enumeration !== undefined
      return { ...type, ...(isCatalog && { catalog: catalogOf(local, namespace) }) }
    }
    if (/^c_/.test(local) || /catalogos/i.test(namespace))
      return types.catalog(catalogOf(local, namespace))
    const known = namespace === xs ? builtIn[local] : local.startsWith('t_') && imported[local]
    if (known) return known
    const reason = namespace === xs ? 'no se pudo expresar' : 'está en otro archivo'
    this.#note(path, `su tipo ${name ?? ''} ${reason}: se admite cualquier texto`)
    return types.token()
  }

  #simple(type: XmlNode, path: string): Simple {
    const [restriction] = elementsOf(type, 'restriction')
    if (restriction === undefined) {
      this.#note(path, 'su tipo es una lista o una unión: se admite cualquier texto')
      return types.token()
    }
    const [inner] = elementsOf(restriction, 'simpleType')
    const base =
      inner === undefined
        ? this.named(attributeIn(restriction, 'base'), restriction, path)
        : this.#simple(inner, path)
    return this.#restricted(base, restriction, path)
  }

  #restricted(base: Simple, restriction: XmlNode, path: string): Simple {
    const facets: Mutable<Facets> = { ...base.facets }
    const patterns: string[] = []
    const codes: string[] = []
    const exclusive: XmlNode[] = []
    for (const facet of elementsOf(restriction)) {
      const value = attributeIn(facet, 'value') ?? ''
      switch (facet.local) {
        case 'pattern':
          patterns.push(value)
          break
        case 'enumeration':
          codes.push(value)
          break
        case 'length':
          facets.minLength = facets.maxLength = Number(value)
          break
        case 'minLength':
        case 'maxLength':
        case 'fractionDigits':
        case 'totalDigits':
          facets[facet.local] = Number(value)
          break
        case 'minInclusive':
        case 'maxInclusive':
          facets[facet.local] = value
          break
        case 'minExclusive':
        case 'maxExclusive':
          exclusive.push(facet)
          break
        case 'whiteSpace':
          if (value === 'collapse') delete facets.whiteSpace
          break
        case 'annotation':
        case 'simpleType':
          break
        default:
          this.#note(path, `la restricción ${facet.local}="${value}" no se declaró`)
      }
    }
    for (const facet of exclusive) this.#bound(facet, base.base, facets, path)
    if (codes.length > 0) facets.enumeration = codes
    const pattern = this.#pattern(patterns, path)
    if (pattern !== undefined && !isLexical(base.base, pattern)) {
      if (facets.pattern !== undefined && base.facets.pattern !== pattern)
        this.#note(path, `además cumple el patrón ${base.facets.pattern} de su tipo: no se declaró`)
      facets.pattern = pattern
    }
    return { ...base, facets }
  }

  /** An exclusive limit is the next value of the type, if the type has one. */
  #bound(facet: XmlNode, base: Base, facets: Mutable<Facets>, path: string): void {
    const value = attributeIn(facet, 'value') ?? ''
    const isLowest = facet.local === 'minExclusive'
    const decimals = base === 'integer' ? 0 : facets.fractionDigits
    const isNumber = base === 'integer' || base === 'decimal'
    const next = isNumber ? nextValue(value, isLowest, decimals) : undefined
    if (next === undefined) {
      this.#note(path, `la restricción ${facet.local}="${value}" no se declaró`)
      return
    }
    facets[isLowest ? 'minInclusive' : 'maxInclusive'] = next
  }

  #pattern(patterns: readonly string[], path: string): string | undefined {
    if (patterns.length === 0) return undefined
    const given = patterns.length === 1 ? (patterns[0] as string) : `(${patterns.join(')|(')})`
    const pattern = patternOf(given)
    if (pattern === undefined) this.#note(path, `el patrón ${given} no se declaró`)
    return pattern
  }
}

/** Returns the value after a number, or before it; undefined where there is none. */
function nextValue(value: string, isAfter: boolean, decimals = -1): string | undefined {
  const limit = Decimal.parse(value.trim())
  if (limit === undefined || limit.scale > decimals) return undefined
  const step = Decimal.unit(decimals)
  return (isAfter ? limit.plus(step) : limit.minus(step)).toString()
}

/** Marks a rate, which callers often write as a percentage. */
function rateOf(type: Simple, path: string): Simple {
  const { minInclusive, fractionDigits, ...others } = type.facets
  const isAlone = type.base === 'decimal' && Object.keys(others).length === 0
  const isRate = isAlone && fractionDigits === 6 && Number(minInclusive) === 0
  if (!isRate || !/(?:^|\.)Tasa[^.]*$/.test(path)) return type
  return { ...type, isRate: true }
}

const xs = 'http://www.w3.org/2001/XMLSchema'

/** Patterns without restriction, which the derived XSD adds for libxml2. */
function isLexical(base: Base, pattern: string): boolean {
  if (base === 'base64') return pattern === '[A-Za-z0-9+/= ]*'
  return base !== 'string' && pattern === '.*'
}

/** Returns the expression in the syntax of ECMAScript; undefined when it has none. */
function patternOf(expression: string): string | undefined {
  let isInClass = false
  let isForeign = /\\[ic]/i.test(expression)
  const pattern = expression.replace(/\\?[\s\S]/gu, (one) => {
    // Subtraction of classes: elsewhere a bracket within a class is escaped.
    if (one === '[' && isInClass) isForeign = true
    if (one === '[') isInClass = true
    if (one === ']') isInClass = false
    if ((one === '^' || one === '$') && !isInClass) return `\\${one}`
    if (one === '\\-' && !isInClass) return '-'
    return /^\\["'_ &@#%,;:<>=!~`]$/.test(one) ? one.slice(1) : one
  })
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
    if (isForeign) return undefined
    return pattern
  } catch {
    return undefined
  }
}

/** Catalogues of retenciones that have the name of another one of CFDI. */
const ofRetenciones: ReadonlySet<string> = new Set(['c_Pais', 'c_Periodicidad'])

/** Returns the name that the library has for a catalogue of the SAT. */
function catalogOf(name: string, namespace: string): string {
  const isOther = /\/retencionpago\/\d+\/catalogos$/.test(namespace) && ofRetenciones.has(name)
  return isOther ? `${name}_Retenciones` : name
}
