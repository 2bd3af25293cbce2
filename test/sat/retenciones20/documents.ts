/**
 * The drafts of fixtures/retenciones, and sound documents made of them.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { catalogs } from '../../../src/catalogs/catalogs.js'
import type { Json } from '../../../src/lib/json.js'
import { kindsOf, type SatDocument } from '../../../src/sat/document.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'

const folder = new URL('../../../fixtures/retenciones/', import.meta.url)

const namesIn = (url: URL): readonly string[] =>
  readdirSync(url)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))

/** The names of the drafts. */
export const draftNames = namesIn(folder)

/** The codes that have a breaking document. */
export const brokenCodes = namesIn(new URL('rules/', folder))

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))

/** A draft. */
export const readDraft = (name: string): Json => read(name) as Json

/** A change of a sound document that breaks a rule, and the others that it breaks too. */
export interface Broken {
  readonly base: string
  readonly change: unknown
  readonly with?: readonly string[]
  readonly taxpayers?: readonly {
    readonly rfc: string
    readonly nombre: string
    readonly codigoPostal: string
  }[]
}

/** The change that breaks a rule. */
export const readBroken = (code: string): Broken => read(`rules/${code}`) as Broken

/** A complete document, with a seal that nobody made. */
export function soundDocument(name: string): Json {
  const clock = () => new Date('2026-11-24T16:00:00Z')
  const zoneOf = (postalCode: string) => catalogs.zoneOf(postalCode)
  const random = (length: number) => new Uint8Array(length)
  const inputs = { catalogs, certificate: undefined, clock, random, zoneOf, complete: false }
  const [kind] = kindsOf([retenciones20]) as [SatDocument]
  const document = kind.resolve(readDraft(name), inputs)
  return {
    ...document,
    ...{ FolioInt: '1', Sello: 'AA==', Certificado: 'AA==', NoCertificado: '3'.repeat(20) },
    Emisor: {
      RfcE: 'EKU9003173C9',
      NomDenRazSocE: 'ESCUELA KEMPER URGATE',
      RegimenFiscalE: '601',
    },
  }
}
