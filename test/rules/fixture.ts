/**
 * The broken documents of fixtures/rules: reader, and options of their check.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createCatalogs, type Overrides } from '../../src/catalogs/catalogs.js'
import type { ListedCertificate, Taxpayer } from '../../src/rules/registry.js'
import type { CheckOptions } from '../../src/sat/cfdi40/check.js'

const folder = new URL('../../fixtures/rules/', import.meta.url)

/** A file of fixtures/rules. */
export interface Fixture {
  readonly base: string
  readonly change?: unknown
  readonly with?: readonly string[]
  readonly path?: string
  readonly at?: string
  readonly taxpayers?: readonly Taxpayer[]
  readonly certificates?: readonly (Omit<ListedCertificate, 'desde' | 'hasta'> & {
    readonly desde: string
    readonly hasta: string
  })[]
  readonly catalogs?: Overrides
}

/** The codes that have a fixture. */
export const fixtureCodes: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))
  .sort()

/** The names of the base documents. */
export const baseNames: readonly string[] = readdirSync(new URL('base/', folder)).map((name) =>
  name.replace('.json', ''),
)

export function readFixture(code: string): Fixture {
  return JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as Fixture
}

export function readBase(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`base/${name}.json`, folder), 'utf8')) as Record<
    string,
    unknown
  >
}

/** The options of a fixture, without its catalogues. */
export function optionsOf({ at, taxpayers, certificates }: Fixture): CheckOptions {
  const listed = certificates?.map((row) => ({
    ...row,
    desde: new Date(row.desde),
    hasta: new Date(row.hasta),
  }))
  return {
    ...(at === undefined ? {} : { at: new Date(at) }),
    registries: {
      ...(taxpayers && {
        taxpayers: { find: (rfc: string) => taxpayers.find((row) => row.rfc === rfc) },
      }),
      ...(listed && {
        certificates: {
          find: (number: string) => listed.find(({ noCertificado }) => noCertificado === number),
          hasRfc: (rfc: string) => listed.some((row) => row.rfc === rfc),
        },
      }),
    },
  }
}

/** The options for the changed document. */
export function changedOptionsOf(fixture: Fixture): CheckOptions {
  const { catalogs: overrides } = fixture
  return {
    ...optionsOf(fixture),
    ...(overrides === undefined ? {} : { catalogs: createCatalogs({ overrides }) }),
  }
}

/** A JSON merge patch (RFC 7396) that also changes items of lists: `{ "0": … }`, `{ "+": … }`. */
export function patch(target: unknown, change: unknown): unknown {
  if (!isObject(change)) return change
  if (
    Array.isArray(target) &&
    Object.keys(change).every((key) => key === '+' || /^\d+$/.test(key))
  ) {
    return patchList(target, change)
  }
  const patched: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete patched[key]
    else patched[key] = patch(patched[key], value)
  }
  return patched
}

function patchList(list: readonly unknown[], change: Readonly<Record<string, unknown>>): unknown[] {
  const patched = list.map((item, index) =>
    Object.hasOwn(change, index) ? patch(item, change[index]) : item,
  )
  if (Object.hasOwn(change, '+')) patched.push(change['+'])
  return patched.filter((item) => item !== null)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
