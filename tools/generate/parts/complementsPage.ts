/**
 * The page of all declarations, in the words of a language.
 * @module
 */
import type {
  Child,
  Complement,
  Element,
  Facets,
  Member,
  Schema,
  Simple,
} from '../../../src/model/grammar.js'
import type { Words } from './complementsWords.js'
import { type Declaration, membersOf } from './meanings.js'

/** The names of types, by their content, and the texts of the page. */
export interface Page {
  readonly named: ReadonlyMap<string, string>
  readonly words: Words
}

/** The path of the page of a document under the folder of a language. */
export const pageOf = ({ schema }: Declaration): string => `complements/${slugOf(schema)}.md`

/**
 * The page that lists all declarations: documents and the stamp, the complements in their order, and
 * the types that they share.
 */
export function writeIndex(all: readonly Declaration[], page: Page): string {
  const { named, words } = page
  const [root, stamp, ...others] = all
  const complements = others.filter(({ schema }) => 'at' in schema)
  const documents = [root!, stamp!, ...others.filter((one) => !complements.includes(one))]
  return `${[
    words.title,
    ...words.intro,
    documents.map((one) => `- [${titleOf(one.schema)}](${pageOf(one)})`).join('\n'),
    table(
      words.summary,
      complements.map((one) => summary(one, words)),
    ),
    words.types,
    words.typesOf,
    table(
      words.typeHead,
      [...named].map(([type, name]) => [code(name), definition(JSON.parse(type) as Simple, words)]),
    ),
  ].join('\n\n')}\n`
}

function summary(declaration: Declaration, words: Words): string[] {
  const { schema, file } = declaration
  const { name, version = '', at, tipos, status, desde, hasta = '', cadena } = schema as Complement
  const days =
    desde === undefined
      ? words.never
      : hasta === ''
        ? words.since(desde)
        : words.between(desde, hasta)
  const link = `<a id="${anchorOf(schema)}"></a>[${name}](${pageOf(declaration)})`
  const source = `[${file.split('/').at(-2)}](${words.folder}${file})`
  return [
    link,
    version,
    at,
    tipos.join(' ') || '—',
    status,
    days,
    cadena ? words.yes : words.no,
    source,
  ]
}

function titleOf({ name, version }: Schema): string {
  return version === undefined ? name : `${name} ${version}`
}

const slugOf = (schema: Schema): string => anchorOf(schema).replaceAll('_', '-')

/** As GitHub makes them: lower case, spaces to hyphens, without punctuation. */
function anchorOf(schema: Schema): string {
  return titleOf(schema)
    .toLowerCase()
    .replace(/[^\p{L}\d _-]/gu, '')
    .replaceAll(' ', '-')
}

/** The page of one document or complement. */
export function writePage({ schema, about, file }: Declaration, page: Page): string {
  const { words } = page
  const title = titleOf(schema)
  const facts = words.names(code(schema.namespace), code(schema.prefix), schema.xsd)
  const elements = writeElement(
    { path: schema.name, element: schema.root, use: '1', means: undefined },
    page,
  )
  const head = [`# ${title}`, words.about(title, about), facts, words.legend(file)]
  return `${[...head, ...elements].join('\n\n')}\n`
}

/** An element where it hangs. */
interface Place {
  readonly path: string
  readonly element: Element
  readonly use: string
  readonly means: string | undefined
}

function* writeElement({ path, element, use, means }: Place, page: Page): Generator<string> {
  const { words } = page
  const members = membersOf(element)
  const remarks = remarksOf(element, words)
  yield `**${path.replaceAll('_', '\\_')}** · ${[use, ...remarks].join(' · ')}${means === undefined ? '' : `<br>${means}`}`
  const rows = members.flatMap(([key, member, told]) => rowOf([key, member, told], page))
  if (element.text !== undefined)
    rows.push([code('#text'), '1', typeWords(element.text, page), '', words.textOf])
  if (rows.length > 0) yield table(words.attributes, rows)
  for (const [key, member, told] of members) {
    const here = `${path} / ${key}`
    if (member.kind === 'child')
      yield* writeElement(
        { path: here, element: member.element, use: useOf(member), means: told },
        page,
      )
    else if (member.kind === 'slot') yield `**${here}** · 0..1 · ${words.complements}<br>${told}`
    else if (member.kind === 'free') yield `**${here}** · 0..1 · ${words.free}<br>${told}`
  }
}

function remarksOf(
  { shape, order, choices = [], nonEmpty, mixed }: Element,
  words: Words,
): string[] {
  return [
    ...(shape === 'list' ? [words.list] : []),
    ...(order === 'all' ? [words.all] : []),
    ...(order === 'interleaved' ? [words.interleaved] : []),
    ...choices.map((choice) => words.oneOf(choice.join(', '))),
    ...(nonEmpty === true ? [words.nonEmpty] : []),
    ...(mixed === true ? [words.mixed] : []),
  ]
}

function rowOf(
  [key, member, means = '']: readonly [string, Member, string | undefined],
  page: Page,
): string[][] {
  if (member.kind !== 'attribute') return []
  const { type, required, cadena } = member
  const marks = { never: page.words.notInCadena, always: page.words.emptyInCadena }
  const catalogue = type.catalog === undefined ? '' : code(type.catalog)
  return [
    [
      code(key),
      required ? '1' : '0..1',
      typeWords(type, page),
      catalogue,
      plain(means) + (cadena === undefined ? '' : marks[cadena]),
    ],
  ]
}

function useOf({ min, max }: Child): string {
  return min === max ? String(min) : `${min}..${max === Number.POSITIVE_INFINITY ? 'n' : max}`
}

function typeWords(type: Simple, { named, words }: Page): string {
  const name = named.get(JSON.stringify(type))
  return name === undefined ? definition(type, words) : code(name)
}

function definition({ base, facets }: Simple, words: Words): string {
  if (facets.fixed !== undefined) return code(facets.fixed)
  if (facets.enumeration !== undefined) return facets.enumeration.map(code).join(', ')
  return [base === 'string' ? words.text : base, ...facetWords(facets, words)].join(', ')
}

function facetWords(facets: Facets, words: Words): string[] {
  const {
    whiteSpace,
    minLength,
    maxLength,
    pattern,
    fractionDigits,
    totalDigits,
    minInclusive,
    maxInclusive,
  } = facets
  const simple = pattern === `[^|]{${minLength},${maxLength}}`
  return [
    ...(whiteSpace === 'preserve' ? [words.preserve] : []),
    ...(minLength === undefined && maxLength === undefined
      ? []
      : [lengthWords(minLength ?? 0, maxLength, words)]),
    ...(fractionDigits === undefined ? [] : [words.decimals(fractionDigits)]),
    ...(totalDigits === undefined ? [] : [words.digits(totalDigits)]),
    ...(minInclusive === undefined ? [] : [words.from(minInclusive)]),
    ...(maxInclusive === undefined ? [] : [words.to(maxInclusive)]),
    ...(pattern === undefined ? [] : [simple ? words.without(code('|')) : code(pattern)]),
  ]
}

function lengthWords(min: number, max: number | undefined, words: Words): string {
  if (min === max) return words.exactly(min)
  return max === undefined ? words.atLeast(min) : words.lengths(min, max)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A code span; by entities where Markdown would lose something: a backtick, a run of spaces. */
function code(text: string): string {
  if (!/`| {2}/.test(text)) return `\`${text.replaceAll('|', '\\|')}\``
  return `<code>${text.replace(/[^\p{L}\d.,:/=-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`
}

function plain(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
