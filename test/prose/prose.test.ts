/**
 * English prose names its nouns and actors: see "How we write" in CONTRIBUTING. A failure lists the
 * worst sentences.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesIn, root } from '../tree.js'
import {
  countAll,
  countKind,
  countWords,
  kinds,
  type Prose,
  ratesOver,
  readProse,
  worstSentences,
} from './prose.js'

/** Folders and files that are written by the guide. The others follow. */
const covered = [
  ...[
    'lib',
    'model',
    'catalogs',
    'certificate',
    'fiscal',
    'rules',
    'derive',
    'trust',
    'sat',
    'seal',
    'cancel',
  ],
  ...[
    'service',
    'codes',
    'tools',
    'pdf',
    'postgres',
    'node',
    'opentelemetry',
    'cli',
    'engine',
    'pac',
  ],
  ...['errors.ts', 'index.ts'],
].map((name) => `src/${name}`)

const generated =
  /packed\/|catalogs\/each\/|catalogs\/codes\.ts|pdf\/font\/|labels\/declared\.ts|drafts?\.ts$/
const isCovered = (file: string): boolean =>
  covered.some((name) => file === name || file.startsWith(`${name}/`))
/** Pages of examples have an English version beside the Spanish one. */
const isEnglish = (file: string): boolean =>
  !file.endsWith('.es.md') && (!file.startsWith('examples/recipes/') || file.endsWith('.en.md'))

const files = [
  ...filesIn('src', '.ts').filter((file) => isCovered(file) && !generated.test(file)),
  ...['src', 'docs/en', 'fixtures', 'xsd', 'xslt', 'examples', 'site']
    .flatMap((folder) => filesIn(folder, '.md'))
    .filter(isEnglish),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['tools', 'bench'].flatMap((folder) => [...filesIn(folder, '.ts'), ...filesIn(folder, '.js')]),
].filter((file) => !file.includes('node_modules'))
const prose = files.map((file) => readProse(file, readFileSync(root + file, 'utf8')))

describe('prose', () => {
  it('keeps every rate below its limit', () => {
    expect({
      over: ratesOver(prose),
      sentences: ratesOver(prose).length > 0 ? worstSentences(prose, 20) : [],
    }).toEqual({
      over: [],
      sentences: [],
    })
  })

  it('keeps every file below 2 occurrences and 10 more per 1,000 words', () => {
    const worst = prose.filter((one) => countAll(one) > 2 + countWords(one) / 100)
    expect(worstSentences(worst, 20)).toEqual([])
  })
})

describe('the measurement', () => {
  const bad = readProse(
    'a.ts',
    '/** What a step earned. Who asked is told so: it is no answer. */\nconst a = 1\n',
  )
  const good = readProse(
    'b.ts',
    '/** Returns the result of a step. @throws TypeError for another value. */\nconst b = 1\n',
  )

  it('counts each kind', () => {
    expect(kinds.map((kind) => countKind(bad, kind))).toEqual([1, 0, 1, 1, 1, 1, 1])
    expect(kinds.map((kind) => countKind(good, kind))).toEqual(kinds.map(() => 0))
  })

  it('names the kinds over their limit, and the worst sentences', () => {
    expect(ratesOver([bad, good]).map((line) => line.split(':')[0])).toEqual(
      kinds.map(({ name }) => name).filter((name) => !name.startsWith('say')),
    )
    expect(worstSentences([bad, good], 2)).toEqual([
      'a.ts: Who asked is told so:',
      'a.ts: What a step earned.',
    ])
  })

  it.each<[what: string, file: string, text: string, paragraphs: readonly string[]]>([
    ['a block', 'a.ts', '/**\n * One\n * two.\n */\ncode()', ['\nOne\ntwo.\n']],
    ['an example', 'a.ts', '/**\n * One.\n * @example\n * what()\n */', ['\nOne.\n']],
    ['lines', 'a.ts', '  // One\n  // two.\n  code() // Three.', ['One\ntwo.\nThree.']],
    ['code', 'a.ts', '/** One `what` and {@link what}. */', ['One   and  .']],
    ['text of a program', 'a.ts', "const a = 'what'\n", []],
    ['Spanish', 'a.ts', '/** Fila con la descripción de la clave. */', []],
    [
      'a page',
      'a.md',
      '# One\n\n```ts\nwhat\n```\n\nTwo [three](what).',
      ['# One', 'Two [three].'],
    ],
  ])('reads %s', (_, file, text, paragraphs) => {
    const read: Prose = readProse(file, text)
    expect(read.paragraphs.filter((paragraph) => paragraph.trim() !== '')).toEqual(paragraphs)
  })
})
