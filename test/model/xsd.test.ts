/**
 * Our XSD under libxml2 agrees with `checkStructure`: on generated documents of every complement,
 * on every mutation of them, and on constructs of the grammar that the SAT does not use yet.
 * @module
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../src/model/check.js'
import {
  atLeast,
  type Complement,
  type Content,
  type ElementOptions,
  element,
  list,
  type Model,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  textElement,
  zeroOrMore,
} from '../../src/model/grammar.js'
import { readDocument } from '../../src/model/read.js'
import {
  catalog,
  exactly,
  fixed,
  integer,
  lexical,
  number,
  rawText,
  token,
} from '../../src/model/types.js'
import { writeDocument } from '../../src/model/write.js'
import { type CatalogForms, writeXsd } from '../../src/model/xsd.js'
import { comprobanteArbitrary } from '../../src/sat/arbitrary.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { complements } from '../../src/sat/declarations.js'
import { type Judge, schemaOf } from '../libxml.js'
import { mutationsOf } from './mutations.js'

/** Generated documents per complement. */
const runs = Number(process.env['CFDI_RUNS'] ?? 100)

/** A number of more than 24 digits, which libxml2 refuses. */
const longNumber = /["> ;][-+]?[\d.]{26,}["< &]/

/** Whether the XSD of a model admits a document. */
const judgeOf = (model: Model, catalogs?: CatalogForms): Judge =>
  schemaOf(writeXsd(model, catalogs))

describe('the XSD of CFDI 4.0', () => {
  const admits = judgeOf(cfdi)
  const title = ({ name, version }: Complement): string => `${name} ${version ?? ''}`
  const all = complements.map((complement) => [title(complement), complement] as const)

  it.each(all)('admits documents with %s', (_, complement) => {
    const documents = comprobanteArbitrary(cfdi, { complements: [complement] })
    const written = documents.map((document) => writeDocument(cfdi, document))
    const xml = fc.sample(
      written.filter((text) => !longNumber.test(text)),
      runs,
    )
    expect(xml.filter((text) => !admits(text))).toEqual([])
  })

  it.each(all)('refuses a wrong change of %s', (_, complement) => {
    const [document] = fc.sample(comprobanteArbitrary(cfdi, { complements: [complement] }), 1)
    const wrong = thinned(mistakes(document), runs)
    expect(wrong.filter(({ xml }) => admits(xml)).map(({ what }) => what)).toEqual([])
  })
})

/** Mutations that XML can express: a wrong JSON type is not written, or is written as text. */
function mistakes(document: unknown): { readonly what: string; readonly xml: string }[] {
  return [...mutationsOf(cfdi, document)].flatMap(({ what, path, value }) => {
    if (/^not |^no text/.test(what)) return []
    try {
      return [{ what: `${path}: ${what}`, xml: writeDocument(cfdi, value) }]
    } catch (error) {
      if (error instanceof TypeError) return []
      throw error
    }
  })
}

/** At most so many of a list, spread over it. */
function thinned<T>(items: readonly T[], limit: number): T[] {
  const step = Math.ceil(items.length / limit)
  return items.filter((_, index) => index % step === 0)
}

const root = (content: Content, options?: ElementOptions): Model => ({
  document: {
    name: 'a',
    prefix: 't',
    namespace: 'urn:t',
    xsd: 'http://example.com/t.xsd',
    root: element(content, options),
  },
  complements: [],
})

const sound = (model: Model, xml: string): boolean => {
  const { document, departures } = readDocument(model, xml)
  return departures.length === 0 && checkStructure(model, document).length === 0
}

const leaf = maybe({})

/**
 * Constructs of the grammar: a declaration, with admitted and refused content, inside `<a>` …
 * `</a>`.
 */
const constructs: Readonly<
  Record<string, readonly [Model, admitted: readonly string[], refused: readonly string[]]>
> = {
  'a sequence': [
    root({ b: one({}), c: leaf }),
    ['<a><b/></a>', '<a> <b/> <c/> </a>'],
    ['<a/>', '<a><c/><b/></a>', '<a><b/><c/><c/></a>', '<a><b/>x</a>', '<a><b> </b></a>'],
  ],
  'counted children': [
    root({ b: atLeast(2, {}), c: zeroOrMore({}, 2) }),
    ['<a><b/><b/></a>', '<a><b/><b/><b/><c/><c/></a>'],
    ['<a><b/></a>', '<a><b/><b/><c/><c/><c/></a>'],
  ],
  'a list': [
    root({ b: maybe(list('c', oneOrMore(element({ d: required(token()) }), 2))) }),
    ['<a/>', '<a><b><c d=""/><c d="1"/></b></a>'],
    [
      '<a><b/></a>',
      '<a><b><c d=""/><c d=""/><c d=""/></b></a>',
      '<a><b x=""><c d=""/></b></a>',
      '<a><b><c/></b></a>',
    ],
  ],
  'any order': [
    root({ b: one({}), c: leaf }, { order: 'all' }),
    ['<a><b/></a>', '<a><c/><b/></a>', '<a><b/><c/></a>'],
    ['<a/>', '<a><c/></a>', '<a><b/><b/></a>'],
  ],
  'an interleaved group': [
    root({ b: zeroOrMore({}), c: zeroOrMore({}) }, { order: 'interleaved' }),
    ['<a/>', '<a><c/><b/><c/><b/></a>'],
    ['<a><d/></a>'],
  ],
  'an interleaved group that is not empty': [
    root({ b: zeroOrMore({}), c: zeroOrMore({}) }, { order: 'interleaved', nonEmpty: true }),
    ['<a><c/></a>', '<a><c/><b/><c/></a>'],
    ['<a/>', '<a> </a>'],
  ],
  'a choice': [
    root({ b: leaf, c: zeroOrMore({}), d: leaf, e: leaf }, { choices: [['c', 'd']] }),
    ['<a/>', '<a><b/><c/><c/><e/></a>', '<a><d/></a>'],
    ['<a><c/><d/></a>', '<a><d/><d/></a>', '<a><e/><d/></a>'],
  ],
  'text between children': [
    root({ b: leaf }, { mixed: true }),
    ['<a>x<b/>y</a>', '<a>x</a>'],
    ['<a>x<c/></a>'],
  ],
  'a text': [
    root({ b: one(textElement(token({ minLength: 2 }))), c: maybe(textElement(exactly('v'))) }),
    ['<a><b> xy </b><c>v</c></a>'],
    ['<a><b> x </b></a>', '<a><b>xy</b><c> v</c></a>', '<a><b n="1">xy</b></a>', '<a><b/></a>'],
  ],
  'a text with attributes': [
    root({
      b: maybe(
        textElement(token({ minLength: 2, enumeration: ['xy', 'z'] }), { n: required(integer()) }),
      ),
      c: maybe(textElement(fixed('v'), { n: optional(token()) })),
      d: maybe(textElement(rawText(), { n: optional(token()) })),
    }),
    ['<a><b n="1"> xy </b><c n=""> v </c><d n=""> </d></a>', '<a/>'],
    [
      '<a><b>xy</b></a>',
      '<a><b n="1">z</b></a>',
      '<a><b n="x">xy</b></a>',
      '<a><c>w</c></a>',
      '<a><d><c>v</c></d></a>',
    ],
  ],
  numbers: [
    root({
      n: optional(
        number({ totalDigits: 4, fractionDigits: 2, minInclusive: '-1.5', maxInclusive: '20' }),
      ),
      i: optional(integer({ minInclusive: '3' })),
    }),
    ['<a n="-1.50" i="+03"/>', '<a n="20.00"/>', '<a n=" 1 "/>'],
    [
      '<a n="-1.51"/>',
      '<a n="20.01"/>',
      '<a n="1.001"/>',
      '<a n=""/>',
      '<a n="1e1"/>',
      '<a i="2"/>',
      '<a i="3.0"/>',
    ],
  ],
  dates: [
    root({
      d: optional(lexical('date', { minInclusive: '2020-01-01' })),
      h: optional(lexical('dateTime')),
      t: optional(lexical('time')),
    }),
    ['<a d=" 2020-02-29 " h=" 2020-01-01T24:00:00 " t=" 10:00:00.5 "/>'],
    [
      '<a d="2019-12-31"/>',
      '<a d="2021-02-29"/>',
      '<a h="2020-01-01"/>',
      '<a t="10:00"/>',
      '<a t="25:00:00"/>',
    ],
  ],
  'bytes and words': [
    root({ b: optional(lexical('base64')), w: optional(lexical('nmtoken', { maxLength: 3 })) }),
    ['<a b=" QU Jj " w=" a-1 "/>', '<a b="QQ=="/>', '<a b=""/>'],
    ['<a b="QQ="/>', '<a b="*"/>', '<a w="a b"/>', '<a w=""/>', '<a w="abcd"/>'],
  ],
  'white space': [
    root({
      c: optional(fixed('x y')),
      p: optional(exactly('x')),
      r: optional(rawText({ maxLength: 2 })),
    }),
    ['<a c="  x&#10; y "/>', '<a p="x"/>', '<a r="&#9; "/>'],
    ['<a c="xy"/>', '<a p=" x"/>', '<a r=" x "/>'],
  ],
}

describe('the XSD is equivalent to the grammar', () => {
  it.each(Object.entries(constructs))('%s', (_, [model, good, bad]) => {
    const documents = [...good, ...bad].map((xml) => xml.replace('<a', '<a xmlns="urn:t"'))
    const expected = documents.map((_, index) => index < good.length)
    expect(documents.filter((xml, index) => sound(model, xml) !== expected[index])).toEqual([])
    const admits = judgeOf(model)
    expect(documents.filter((xml, index) => admits(xml) !== expected[index])).toEqual([])
  })

  it('catalogues: listed, by their form, both, or free', () => {
    const names = ['c_Listed', 'c_Form', 'c_Both', 'c_Free'] as const
    const forms: CatalogForms = (name) =>
      ({
        c_Listed: { codes: ['01', 'ñ&'] },
        c_Form: { pattern: '[0-9]{2}' },
        c_Both: { codes: ['01', 'x'], pattern: '[0-9]{2}' },
      })[name]
    const content = Object.fromEntries(
      names.map((name) => [name.slice(2), optional(catalog(name))]),
    )
    const model = root({ ...content, Closed: optional(catalog('c_Listed', { pattern: '[0-9]+' })) })
    const good = [
      'Listed="01"',
      'Listed=" ñ&amp; "',
      'Form="99"',
      'Both="99"',
      'Both=" x "',
      'Free="whatever"',
      'Closed="01"',
    ]
    const bad = ['Listed="99"', 'Form="x"', 'Both="y"', 'Closed="ñ&amp;"']
    const documents = [...good, ...bad].map((attribute) => `<a xmlns="urn:t" ${attribute}/>`)
    expect(documents.map(judgeOf(model, forms))).toEqual(
      documents.map((_, index) => index < good.length),
    )
  })
})

describe('limits of XML Schema 1.0', () => {
  it.each([
    [root({ b: leaf, c: leaf }, { nonEmpty: true }), 'nonEmpty'],
    [root({ b: leaf, c: leaf }, { choices: [['b', 'c']], order: 'all' }), 'choices'],
    [root({ b: leaf, c: leaf }, { order: 'interleaved' }), 'number of times'],
    [root({ b: leaf, c: leaf, d: leaf }, { choices: [['b', 'd']] }), 'must be adjacent'],
  ])('%#: an error, not a schema that says something else', (model, message) => {
    expect(() => writeXsd(model)).toThrow(message)
  })
})
