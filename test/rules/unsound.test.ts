/**
 * Structural problems silence the rules that read them, and no others; details that the XSD ignores
 * change nothing.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import type { Finding } from '../../src/model/finding.js'
import { type AnyRule, admitsTipo, tablesOf } from '../../src/rules/run.js'
import { type CheckOptions, check } from '../../src/sat/cfdi40/check.js'
import { contextOf } from '../../src/sat/cfdi40/context.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { ruleSet } from '../../src/sat/rules.js'
import { runs } from '../effort.js'
import { allComplementFixtures, readComplementFixture } from './complementFixtures.js'
import { changedOptionsOf, fixtureCodes, patch, readBase, readFixture } from './fixture.js'

type Step = string | number
type Json = Readonly<Record<string, unknown>>

/** Every document that breaks a rule, with the options that it is broken under. */
const broken = fixtureCodes.map((code) => {
  const fixture = readFixture(code)
  return {
    code,
    document: patch(readBase(fixture.base), fixture.change ?? {}) as Json,
    options: changedOptionsOf(fixture),
  }
})

const key = ({ code, path }: Pick<Finding, 'code' | 'path'>): string => `${code} ${path}`

/** All but the one about white space itself: some PACs see it. */
const keysOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ code }) => code !== 'CFDI40-S43')
    .map(key)
    .sort()

/** A copy with an unknown name in each object, except slots, whose content is selected by name. */
function withName(value: unknown, at = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withName(item))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withName(item, name)]),
  )
  return at.startsWith('Complemento') ? copy : { ...copy, Inexistente: '1' }
}

describe('a name that does not exist', () => {
  it.each(broken)('anywhere, silences no rule: $code', ({ document, options }) => {
    const found = check(withName(document), options).filter(
      ({ path }) => !path.endsWith('Inexistente'),
    )
    expect(keysOf(found)).toEqual(keysOf(check(document, options)))
  })
})

/** The document with white space around the values at some paths. */
function withSpace(value: unknown, isWanted: (path: string) => boolean, path = ''): unknown {
  if (typeof value === 'string') return value === '' || !isWanted(path) ? value : `\n ${value} `
  if (Array.isArray(value))
    return value.map((item, index) => withSpace(item, isWanted, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    withSpace(item, isWanted, path === '' ? name : `${path}.${name}`),
  ])
  return Object.fromEntries(entries) as Json
}

describe('white space that the XSD collapses', () => {
  const bases = allComplementFixtures.map((name) => ({
    code: name,
    document: readComplementFixture(name) as Json,
    options: {},
  }))

  it.each([...broken, ...bases])(
    'around every value, changes nothing: $code',
    ({ document, options }) => {
      const refused = new Set(
        check(
          withSpace(document, () => true),
          { ...options, rules: false },
        ).map(({ path }) => path),
      )
      const spaced = withSpace(document, (path) => !refused.has(path))
      expect(keysOf(check(spaced, options))).toEqual(keysOf(check(document, options)))
    },
  )

  it('within a name is one space, as in PUBLICO EN GENERAL', () => {
    const global = patch(readBase('global'), { InformacionGlobal: null })
    const Nombre = ' PUBLICO  EN\nGENERAL '
    expect(check(patch(global, { Receptor: { Nombre } })).map(({ code }) => code)).toEqual(
      check(global).map(({ code }) => code),
    )
  })
})

/** Every attribute of a document. */
function leaves(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const steps: readonly Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return steps.flatMap((step) => leaves((value as Record<Step, unknown>)[step], [...path, step]))
}

function replaced(holder: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value
  const below = replaced((holder as Record<Step, unknown>)[step], rest, value)
  return Array.isArray(holder)
    ? holder.map((item: unknown, index) => (index === step ? below : item))
    : { ...(holder as object), [step]: below }
}

/** The document, telling when the value at a place is read. */
function watched(holder: unknown, [step, ...rest]: readonly Step[], read: () => void): unknown {
  const value = (holder as Record<Step, unknown>)[step as Step]
  const copy = (Array.isArray(holder) ? [...holder] : { ...(holder as object) }) as Record<
    Step,
    unknown
  >
  if (rest.length > 0) copy[step as Step] = watched(value, rest, read)
  else
    Object.defineProperty(copy, step as Step, {
      enumerable: true,
      get: () => {
        read()
        return value
      },
    })
  return copy
}

/**
 * Returns the codes of the rules that read a place. Each is evaluated on its own, so that no cache
 * applies.
 */
function readers(
  document: Json,
  place: readonly Step[],
  { at, catalogs: own = catalogs, registries }: CheckOptions,
): Set<string> {
  const found = new Set<string>()
  const surroundings = {
    catalogs: own,
    at,
    codesInForce: false,
    barred: [],
    spaced: [],
    taxpayers: registries?.taxpayers,
    certificates: registries?.certificates,
  }
  for (const table of tablesOf(ruleSet)) {
    for (const [code, rule] of Object.entries(table.rules)) {
      let isAsked = false
      const seen = watched(document, place, () => {
        if (isAsked) found.add(code)
      }) as Comprobante
      table.nodes.each(seen, (node, up) => {
        const context = contextOf(seen, surroundings)
        const { needs, when, holds } = rule
        if (
          !admitsTipo(rule as AnyRule, seen.TipoDeComprobante) ||
          (needs !== undefined && context[needs] === undefined)
        )
          return
        isAsked = true
        if (when === undefined || when(node, context, up)) holds?.(node, context, up)
        isAsked = false
      })
    }
  }
  return found
}

/** Members that select the rules, or that are read before any rule. */
const decisive = /^(TipoDeComprobante|Fecha|Moneda|[Vv]ersion)$/

describe('an invalid value', () => {
  it('silences the rules that read it, and no other', () => {
    const slip = fc.constantFrom(...broken).chain((one) =>
      fc.record({
        one: fc.constant(one),
        place: fc.constantFrom(
          ...leaves(one.document).filter((place) => !decisive.test(String(place.at(-1)))),
        ),
      }),
    )
    const property = fc.property(slip, ({ one: { document, options }, place }) => {
      const before = check(document, options)
      const path = place
        .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
        .join('')
        .slice(1)
      if (before.some(({ code, path: other }) => code === '301' || other === path)) return
      const silenced = readers(document, place, options)
      const after = new Set(check(replaced(document, place, {}), options).map(key))
      for (const finding of before)
        expect([key(finding), after.has(key(finding)) || silenced.has(finding.code)]).toEqual([
          key(finding),
          true,
        ])
      for (const finding of after) expect([...before.map(key), `301 ${path}`]).toContain(finding)
    })
    fc.assert(property, { numRuns: runs(150) })
  })
})
