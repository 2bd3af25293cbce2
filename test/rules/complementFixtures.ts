/**
 * The documents of fixtures/complements as a caller would check them: each "AUTO" resolved.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../fixtures/complements/', import.meta.url)

/** Values of the "AUTO" members of an unsealed document. */
const resolutions: Readonly<Record<string, string>> = {
  '/Folio': '1',
  '/Fecha': '2026-11-21T10:00:00',
  '/Sello': '',
  '/NoCertificado': '30001000000600000001',
  '/Certificado': '',
  '/Emisor/Rfc': 'PLO150312QT1',
  '/Emisor/Nombre': 'PAPELERIA LUNA DE OCTUBRE',
}

/** The names of the fixtures, without extension. */
export const allComplementFixtures: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

/** Those of a complement. */
export function complementFixtures(complement: string): readonly string[] {
  return allComplementFixtures.filter((name) => name.startsWith(`${complement}.`))
}

/** A fixture, resolved. */
export function readComplementFixture(name: string): unknown {
  return resolved(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')))
}

function resolved(value: unknown, path = ''): unknown {
  if (value === 'AUTO') return resolutions[path] ?? value
  if (Array.isArray(value)) return value.map((item, index) => resolved(item, `${path}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolved(item, `${path}/${key}`)]),
  )
}
