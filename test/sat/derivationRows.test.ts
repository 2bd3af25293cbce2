/**
 * The rows of derivations: which members may say "AUTO", in which order, in which words; and what is said of one that was left.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../src/derive/derivation.js'
import { isWithin, type Row } from '../../src/derive/order.js'
import { memberPath, sourceOf } from '../../src/derive/unresolved.js'
import { copyJson, isRecord } from '../../src/lib/json.js'
import type { Finding } from '../../src/model/finding.js'
import type { Element, Schema } from '../../src/model/grammar.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { comprobante } from '../../src/sat/cfdi40/declaration.js'
import type { CfdiDeriveContext } from '../../src/sat/cfdi40/derive/derivations.js'
import { priceMembers } from '../../src/sat/cfdi40/derive/precioConImpuestos.js'
import { explainUnresolved, isDerived, resolve } from '../../src/sat/cfdi40/resolve.js'
import { complements } from '../../src/sat/declarations.js'
import { cfdiDerivations } from '../../src/sat/derivations.js'
import { whole } from '../effort.js'
import { csd, noon } from '../fixtures.js'
import { auto } from './cfdi40/derive/carts.js'
import { type AutoWords, autoWords } from './derivationRows.words.js'

const { rows } = cfdiDerivations

/** Every member that a document may have, by its path without indices, and the document that declares it. */
const declared: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ...pathsOf('', comprobante.root).map((path) => [path, comprobante] as const),
  ...[...complements]
    .reverse()
    .flatMap((schema) =>
      pathsOf(
        `${schema.at === 'comprobante' ? 'Complemento' : 'Conceptos.ComplementoConcepto'}.${schema.name}`,
        schema.root,
      ).map((path) => [path, schema] as const),
    ),
])

describe('the rows', () => {
  it('are of members that are in the declarations', () => {
    expect([...new Set(rows.map(memberPath))].filter((path) => !declared.has(path))).toEqual([])
  })

  it('are what isDerived says, and nothing else', () => {
    const derived = [...declared.keys()].filter(isDerived)
    expect(derived).toEqual([...declared.keys()].filter((path) => rows.some((row) => memberPath(row) === path)))
    expect(derived).toMatchSnapshot()
  })

  it('come after those that they are made from', () => {
    for (const [place, row] of rows.entries())
      for (const source of row.from)
        for (const later of rows.slice(place + 1))
          expect(`${row.path} from ${source}, which ${later.path} derives`, row.path).not.toSatisfy(
            () => isWithin(source, later.path) || isWithin(later.path, source),
          )
  })

  it('each say what they are made from, in words', () => {
    for (const row of rows) {
      const { rounded = 'a centavos' } = row.derivation
      const words = sourceOf(row)
      expect(words, row.path).toMatch(/^[^\s.]/)
      // Paths are for the machine: of what hangs from what, words say more.
      expect(words, row.path).not.toMatch(/[[\]]|[.;,]$|\/| y h?i| de \w+ de \w+ de /i)
      expect(rounded, row.path).toMatch(/^(a|hasta|en|de modo que) [^.]*$/)
    }
  })
})

it.each([
  ['docs/auto.md', autoWords.es],
  ['docs/en/auto.md', autoWords.en],
])('%s is written from the rows', async (file, words) => {
  await expect(page(words)).toMatchFileSnapshot(`../../${file}`)
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

/** A member of a document, by what holds it. */
interface Member {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly path: string
}

function* membersOf(value: unknown, path = ''): Generator<Member> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* membersOf(item, `${path}[${index}]`)
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

/** What a draft still asks for once it is resolved, by path. */
function unresolved(draft: Json): ReadonlySet<string> {
  const resolved = resolve(copyJson(draft) as Json, world)
  return new Set([...leavesOf(resolved)].flatMap(({ holder, key, path }) => (holder[key] === AUTO ? path : [])))
}

/**
 * A draft that asks for all that can be derived in it. What was left may only have lacked another that was left: each is
 * given again, and asked for alone.
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
  [...leavesOf(draft)].flatMap(({ holder, key, path }) => (holder[key] === AUTO ? withoutIndices(path) : []))

/** What is said of a draft with something else in the place of one of its members. */
function findingsOf(draft: Json, broken: string, other: unknown): readonly Finding[] {
  const changed = copyJson(draft) as Json
  for (const { holder, key, path } of [...leavesOf(changed)]) if (path === broken) holder[key] = other
  const resolved = resolve(changed, world)
  return explainUnresolved(resolved, check(resolved, { at: noon }), world)
}

const isLeft = ({ value }: Finding): boolean => value === AUTO

/** What may be named as what is to be mended: the member that was broken or, where nothing is said of it, what is wrong for it. */
function wrongOf(findings: readonly Finding[], broken: string): readonly string[] {
  const wrong = findings.filter((finding) => finding.severity === 'error' && !isLeft(finding)).map(({ path }) => path)
  return wrong.includes(broken) ? [broken] : wrong
}

/** Each member of each draft with something wrong in its place: with each of them where all of the test runs. */
const breakages = drafts
  .flatMap(([name, draft]) => given(draft).map((path) => ({ name, draft, path })))
  .flatMap((member, index) =>
    ['roto', '', '1e5', {}, []]
      .filter((_, kind, { length }) => isWhole || kind === index % length)
      .map((other) => ({ ...member, other })),
  )

describe('what is left as "AUTO"', () => {
  it('could be asked for: Folio alone is given here by nobody', () => {
    const everAsked = new Set(drafts.flatMap(([, draft]) => asked(draft)))
    const never = drafts.flatMap(([, draft]) => given(draft).map(withoutIndices)).filter((path) => !everAsked.has(path))
    expect([...new Set(never)].filter(isDerived)).toEqual(['Folio'])
  })

  it('is nothing in a draft that is whole', () => {
    for (const [name, draft] of drafts)
      expect([name, ...findingsOf(draft, '', undefined).filter(isLeft)]).toEqual([name])
  })

  it('says what is to be mended, whatever it is', () => {
    let left = 0
    for (const { name, draft, path, other } of breakages) {
      const findings = findingsOf(draft, path, other)
      const wrong = wrongOf(findings, path)
      for (const { message } of findings.filter(isLeft)) {
        left++
        const named = / antes hay que corregir (.+) \(se encontró "AUTO"\)\.$/.exec(message)?.[1]
        if (!wrong.includes(named as string)) expect.fail(`${name}, ${path} = ${JSON.stringify(other)}: ${message}`)
      }
    }
    expect(left, 'told of').toBeGreaterThan(breakages.length / 2)
  })
})

function pathsOf(path: string, { content, shape }: Element): string[] {
  return Object.entries(content).flatMap(([name, member]) => {
    const here = shape === 'list' ? path : path === '' ? name : `${path}.${name}`
    const below = member.kind === 'child' ? pathsOf(here, member.element) : []
    return shape === 'list' ? below : [here, ...below]
  })
}

function page({ title, intro, head, others, othersHead, ...words }: AutoWords): string {
  const order = [...declared.keys()]
  const place = (row: Row<CfdiDeriveContext>): number => order.indexOf(memberPath(row))
  const sorted = [...rows].sort((a, b) => place(a) - place(b))
  const documents = [...new Set(sorted.map(documentOf))]
  const lines = (name: string): string[] => sorted.filter((row) => documentOf(row) === name).map(lineIn(words))
  return [
    title,
    '',
    ...intro(new Set(rows.map(memberPath)).size),
    ...documents.flatMap((name) => ['', `## ${name}`, '', ...head, ...lines(name)]),
    '',
    others,
    '',
    ...othersHead,
    ...Object.entries(priceMembers).map(([name, says]) => `| Conceptos.${name} | ${says} |`),
    '',
  ].join('\n')
}

/** The document whose row it is: of a member of the comprobante too, where a complement asks for it. */
function documentOf(row: Row<CfdiDeriveContext>): string {
  const { path, up = '' } = row.nodes
  const carrier = isWithin(path, up) ? undefined : complements.find(({ name }) => up.endsWith(`.${name}`))
  const { name, version } = carrier ?? declared.get(memberPath(row)) ?? comprobante
  return `${name} ${version ?? ''}`.trim()
}

function lineIn({ rounding, settled, completed, left, derived }: Pick<AutoWords, Cells>) {
  return (row: Row<CfdiDeriveContext>): string => {
    const { rounded = '', absent, settles } = row.derivation
    const absence = settles !== undefined ? settled : absent === undefined ? completed : { left, derived }[absent]
    return `| ${memberPath(row)} | ${sourceOf(row)} | ${rounding(rounded)} | ${absence} |`
  }
}

type Cells = 'rounding' | 'settled' | 'completed' | 'left' | 'derived'
