/**
 * Every amount of the realistic documents that the library can derive, taken away and derived again.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../src/auto/auto.js'
import { type AutoContext, resolve } from '../../src/auto/resolve.js'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { Decimal, isDecimal } from '../../src/lib/decimal.js'
import type { Certificate } from '../../src/seal/certificate.js'
import { csd, noon } from '../fixtures.js'
import { errorsOf } from './carts.js'

/** What is derived, by the property that holds it. Those under an element come before those anywhere. */
const derived = new Set(
  `SubTotal Total TotalImpuestosTrasladados TotalImpuestosRetenidos
  TotaldeRetenciones TotaldeTraslados
  ImpSaldoInsoluto ImporteDR TipoCambioP MontoTotalPagos
  TotalTrasladosBaseIVA16 TotalTrasladosImpuestoIVA16 TotalTrasladosBaseIVA8 TotalTrasladosImpuestoIVA8
  TotalTrasladosBaseIVA0 TotalTrasladosImpuestoIVA0 TotalTrasladosBaseIVAExento
  TotalRetencionesIVA TotalRetencionesISR TotalRetencionesIEPS BaseP ImporteP
  TotalSueldos TotalSeparacionIndemnizacion TotalJubilacionPensionRetiro TotalGravado TotalExento
  TotalOtrasDeducciones TotalPercepciones TotalDeducciones TotalOtrosPagos
  PesoBrutoTotal PesoNetoTotal NumTotalMercancias TotalDistRec TotalUSD`.split(/\s+/),
)

/** Lists whose items' amounts are derived, and which. */
const inside: Readonly<Record<string, readonly string[]>> = {
  Conceptos: ['Importe'],
  Traslados: ['Base', 'Importe'],
  Retenciones: ['Base', 'Importe'],
  Parte: ['Importe'],
}

/** Where TipoCambioP is not of pesos, and the weight of goods is not asked, there is nothing to derive from. */
const isKept = (key: string, parent: Json): boolean => key === 'TipoCambioP' && parent['MonedaP'] !== 'MXN'

const ours = new Set(['Pagos', 'Nomina', 'CartaPorte', 'ComercioExterior', 'ImpuestosLocales'])

function blank(value: unknown, mark: typeof AUTO | undefined, list = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => blank(item, mark, list))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    if (list === 'Complemento' && !ours.has(key)) return [key, inner] as const
    const one = derived.has(key) || (inside[list] ?? []).includes(key)
    return [key, one && !isKept(key, value as Json) ? mark : blank(inner, mark, key)] as const
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

/** Fuel whose price holds a quota that is not broken down: the base of its IVA can only be given. */
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

function resolved(document: Json, complete: boolean): Json {
  const { Rfc } = document['Emisor'] as { readonly Rfc: string }
  const context: AutoContext = {
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
  it.each(names)('%s', (name) => {
    const document = JSON.parse(readFileSync(folder + name, 'utf8')) as Json
    const whole = resolved(document, false)
    expect(errorsOf(whole)).toEqual([])
    for (const mark of [AUTO, undefined] as const) {
      const again = resolved(blank(document, mark) as Json, mark === undefined)
      expect(plain(again)).toEqual(plain(whole))
      expect(errorsOf(again)).toEqual([])
    }
  })
})
