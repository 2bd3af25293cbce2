/**
 * The rows of derivations: the members that accept "AUTO", their order and descriptions; and the
 * messages about unresolved ones.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../src/derive/derivation.js'
import { isWithin } from '../../src/derive/order.js'
import { explainEach, memberPath, nameSources } from '../../src/derive/unresolved.js'
import { copyJson, isRecord } from '../../src/lib/json.js'
import type { Finding } from '../../src/model/finding.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { explainUnresolved, isDerived, resolve } from '../../src/sat/cfdi40/resolve.js'
import { cfdiDerivations } from '../../src/sat/derivations.js'
import { declaredMembers } from '../../tools/generate/auto.js'
import { whole } from '../effort.js'
import { csd, noon } from '../fixtures.js'
import { auto } from './cfdi40/derive/carts.js'

const { rows } = cfdiDerivations

const declared = declaredMembers()

describe('the rows', () => {
  it('are of members that are in the declarations', () => {
    expect([...new Set(rows.map(memberPath))].filter((path) => !declared.has(path))).toEqual([])
  })

  it('agree with isDerived', () => {
    const derived = [...declared.keys()].filter(isDerived)
    expect(derived).toEqual(
      [...declared.keys()].filter((path) => rows.some((row) => memberPath(row) === path)),
    )
  })

  it('come after those that they are made from', () => {
    for (const [place, row] of rows.entries())
      for (const source of row.from)
        for (const later of rows.slice(place + 1))
          expect(`${row.path} from ${source}, which ${later.path} derives`, row.path).not.toSatisfy(
            () => isWithin(source, later.path) || isWithin(later.path, source),
          )
  })

  it('each describe their sources in words', () => {
    for (const row of rows) {
      const { rounded = 'a centavos' } = row.derivation
      const words = nameSources(row)
      expect(words, row.path).toMatch(/^[^\s.]/)
      // Paths are for the machine: their meaning needs words.
      expect(words, row.path).not.toMatch(/[[\]]|[.;,]$|\/| y h?i| de \w+ de \w+ de /i)
      expect(rounded, row.path).toMatch(/^(a|hasta|en|de modo que) [^.]*$/)
    }
  })
})

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url))
const { certificate } = await csd()
const world = {
  ...auto,
  certificate,
  clock: () => noon,
  random: (length: number) => new Uint8Array(length),
  zoneOf: () => undefined,
}

/** A member of a document, with its parent. */
interface Member {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly path: string
}

function* membersOf(value: unknown, path = ''): Generator<Member> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* membersOf(item, `${path}[${index}]`)
  if (!isRecord(value)) return
  for (const [key, content] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    yield { holder: value, key, path: here }
    yield* membersOf(content, here)
  }
}

const leavesOf = (document: unknown): Member[] =>
  [...membersOf(document)].filter(({ holder, key }) => typeof holder[key] === 'string')

const withoutIndices = (path: string): string => path.replace(/\[\d+\]/g, '')

/** Returns the unresolved members of a resolved draft, by path. */
function unresolved(draft: Json): ReadonlySet<string> {
  const resolved = resolve(copyJson(draft) as Json, world)
  return new Set(
    [...leavesOf(resolved)].flatMap(({ holder, key, path }) => (holder[key] === AUTO ? path : [])),
  )
}

/**
 * Sets every derivable member of a document to "AUTO". An unresolved member may only lack another
 * one: each is then given, and set to "AUTO" alone.
 */
function asking(document: Json): Json {
  const draft = copyJson(document) as Json
  const derivable = [...leavesOf(draft)].filter(({ path }) => isDerived(withoutIndices(path)))
  const leaves = derivable.map((leaf) => ({ ...leaf, value: leaf.holder[leaf.key] }))
  for (const { holder, key } of leaves) holder[key] = AUTO
  const left = unresolved(draft)
  const restored = leaves.filter(({ path }) => left.has(path))
  for (const { holder, key, value } of restored) holder[key] = value
  for (const { holder, key, value } of restored) {
    holder[key] = AUTO
    if (unresolved(draft).size > 0) holder[key] = value
  }
  return draft
}

/** The same, asking for whole nodes where they can be derived. */
function askingNodes(draft: Json): Json {
  const wider = copyJson(draft) as Json
  for (const { holder, key, path } of membersOf(wider)) {
    const value = holder[key]
    if (typeof value === 'string' || !isDerived(withoutIndices(path))) continue
    holder[key] = AUTO
    if (unresolved(wider).size > 0) holder[key] = value
  }
  return wider
}

/** Whether all of the test runs. */
const isWhole = whole || process.env['CFDI_RUNS'] !== undefined

const drafts = ['documents', 'complements'].flatMap((folder) =>
  readdirSync(fixtures + folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('invalido'))
    .flatMap((name) => {
      const document = JSON.parse(readFileSync(`${fixtures}${folder}/${name}`, 'utf8')) as Json
      const draft = asking(resolve({ ...document, Folio: '1' }, world))
      return (isWhole ? [draft, askingNodes(draft)] : [draft]).map((each) => [name, each] as const)
    }),
)

const given = (draft: Json): readonly string[] =>
  [...leavesOf(draft)].flatMap(({ holder, key, path }) => (holder[key] === AUTO ? [] : path))

const asked = (draft: Json): readonly string[] =>
  [...leavesOf(draft)].flatMap(({ holder, key, path }) =>
    holder[key] === AUTO ? withoutIndices(path) : [],
  )

function changedAt(draft: Json, broken: string, other: unknown): Json {
  const changed = copyJson(draft) as Json
  for (const { holder, key, path } of [...leavesOf(changed)])
    if (path === broken) holder[key] = other
  return changed
}

/** Findings of a draft with one member replaced. */
function findingsOf(draft: Json, broken: string, other: unknown): readonly Finding[] {
  const resolved = resolve(changedAt(draft, broken, other), world)
  return explainedIn(resolved).map(({ finding }) => finding)
}

/** Includes findings that follow from others, which `explainUnresolved` leaves out. */
function explainedIn(resolved: Json) {
  return explainEach(
    resolved,
    check(resolved, { at: noon }),
    () => cfdiDerivations.rows,
    world.complete,
  )
}

/** The findings that a caller receives: none that follows from another one. */
function toldOf(draft: Json, broken: string, other: unknown): readonly Finding[] {
  const resolved = resolve(changedAt(draft, broken, other), world)
  return explainUnresolved(resolved, check(resolved, { at: noon }), world)
}

const isLeft = ({ value }: Finding): boolean => value === AUTO

/**
 * Values that a message may name for correction: the broken member or, without a finding about it,
 * the value that is wrong because of it.
 */
function wrongOf(findings: readonly Finding[], broken: string): readonly string[] {
  const wrong = findings
    .filter((finding) => finding.severity === 'error' && !isLeft(finding))
    .map(({ path }) => path)
  return wrong.includes(broken) ? [broken] : wrong
}

/**
 * Each member of each draft with something wrong in its place: with each of them where all of the
 * test runs.
 */
const breakages = drafts
  .flatMap(([name, draft]) => given(draft).map((path) => ({ name, draft, path })))
  .flatMap((member, index) =>
    ['roto', '', '1e5', {}, []]
      .filter((_, kind, { length }) => isWhole || kind === index % length)
      .map((other) => ({ ...member, other })),
  )

describe('an unresolved "AUTO"', () => {
  it('is possible for every member: only Folio is never given here', () => {
    const everAsked = new Set(drafts.flatMap(([, draft]) => asked(draft)))
    const never = drafts
      .flatMap(([, draft]) => given(draft).map(withoutIndices))
      .filter((path) => !everAsked.has(path))
    expect([...new Set(never)].filter(isDerived)).toEqual(['Folio'])
  })

  it('is nothing in a draft that is whole', () => {
    for (const [name, draft] of drafts)
      expect([name, ...findingsOf(draft, '', undefined).filter(isLeft)]).toEqual([name])
  })

  it('names the value to correct', () => {
    let left = 0
    for (const { name, draft, path, other } of breakages) {
      const findings = findingsOf(draft, path, other)
      const wrong = wrongOf(findings, path)
      if (findings.some(isLeft))
        expect([name, path, ...toldOf(draft, path, other).filter(isLeft)]).toEqual([name, path])
      for (const { message } of findings.filter(isLeft)) {
        left++
        const named = / antes hay que corregir (.+) \(se encontró "AUTO"\)\.$/.exec(message)?.[1]
        if (!wrong.includes(named as string))
          expect.fail(`${name}, ${path} = ${JSON.stringify(other)}: ${message}`)
      }
    }
    expect(left, 'told of').toBeGreaterThan(breakages.length / 2)
  })
})
