/**
 * Every value of the realistic documents that the library can derive, taken away and derived again:
 * one by one, and all.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import type { Certificate } from '../../src/certificate/certificate.js'
import { AUTO, type Json } from '../../src/derive/derivation.js'
import { Decimal, isDecimal } from '../../src/lib/decimal.js'
import { isDerived, type ResolveContext, resolve } from '../../src/sat/cfdi40/resolve.js'
import { csd, noon } from '../fixtures.js'
import { errorsOf } from './cfdi40/derive/carts.js'

/** Members without a unique source in these documents, or that are not amounts. */
const given =
  /^(Folio|Fecha|Sello|NoCertificado|Certificado|Emisor\..*|Conceptos|Conceptos\.(ValorUnitario|Descuento)|Complemento\.CartaPorte\.IdCCP)$/
/** Derivable each alone; together there is nothing left to derive them from. */
const alone =
  /(\.TipoCambioP|\.Monto|\.EquivalenciaDR|\.BaseDR|\.Antigüedad|\.ValorUnitarioAduana|\.ValorDolares|\.ToneladasNetasCarro)$/

/** Calls back for each derivable member of a document, with the path of the JSON schema. */
type Mark = (path: string, holder: Json) => typeof AUTO | undefined | 'keep'

function marked(value: unknown, mark: Mark, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, mark, path))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const place = path === '' ? key : `${path}.${key}`
    const one = isDerived(place) && !given.test(place) ? mark(place, value as Json) : 'keep'
    return [key, one === 'keep' ? marked(inner, mark, place) : one] as const
  })
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

/** The same to the cent: a concept keeps more decimals than people write. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, inner]) => [key, plain(inner)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return typeof value === 'string' && isDecimal(value) ? `=${Decimal.of(value).round(2)}` : value
}

/**
 * Fuel whose price holds a quota that is not broken down: the base of its IVA can only be given.
 */
const notDerivable = new Set(['complements/hidrocarburosPetroliferos.json'])

const folder = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const names = ['documents', 'complements']
  .flatMap((of) =>
    readdirSync(folder + of)
      .filter((name) => name.endsWith('.json') && !name.startsWith('invalido'))
      .map((name) => `${of}/${name}`),
  )
  .filter((name) => !notDerivable.has(name))

let certificates: readonly Certificate[]
beforeAll(async () => {
  certificates = await Promise.all(
    ['company', 'person', 'ampersand', 'enye'].map(async (name) => (await csd(name)).certificate),
  )
})

function resolved(document: Json, complete = false): Json {
  const { Rfc } = document['Emisor'] as { readonly Rfc: string }
  const context: ResolveContext = {
    catalogs,
    complete,
    certificate: certificates.find(({ rfc }) => rfc === Rfc) ?? (certificates[0] as Certificate),
    clock: () => noon,
    random: (length) => new Uint8Array(length),
    zoneOf: (code) => catalogs.zoneOf(code),
  }
  return { ...resolve({ ...document, Certificado: '' }, context), Folio: '1' }
}

describe('the realistic documents', () => {
  it.each(names)('%s, whole', (name) => {
    const document = JSON.parse(readFileSync(folder + name, 'utf8')) as Json
    const whole = resolved(document)
    expect(errorsOf(whole)).toEqual([])
    for (const mark of [AUTO, undefined] as const) {
      const without = marked(document, (path) => (alone.test(path) ? 'keep' : mark)) as Json
      const again = resolved(without, mark === undefined)
      expect(plain(again)).toEqual(plain(whole))
      expect(errorsOf(again)).toEqual([])
    }
  })

  it.each(names)('%s, one by one', (name) => {
    const document = JSON.parse(readFileSync(folder + name, 'utf8')) as Json
    let count = 0
    marked(document, () => {
      count++
      return 'keep'
    })
    for (let chosen = 0; chosen < count; chosen++) {
      let at = 0
      let place = ''
      const one = marked(document, (path, holder) => {
        if (at++ !== chosen) return 'keep'
        // Rates of other currencies come from the bank.
        if (path.endsWith('.TipoCambioP') && holder['MonedaP'] !== 'MXN') return 'keep'
        if (path.endsWith('.EquivalenciaDR') && holder['MonedaDR'] !== 'MXN') return 'keep'
        place = path
        return AUTO
      }) as Json
      const again = resolved(one)
      expect(JSON.stringify(again), place).not.toContain(`"${AUTO}"`)
      expect(errorsOf(again), place).toEqual([])
    }
  })
})
