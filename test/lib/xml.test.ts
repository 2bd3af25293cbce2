import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFragment, parseXml, type XmlNode, XmlSyntaxError } from '../../src/lib/xml/xml.js'
import { runs } from '../effort.js'
import { isWellFormed, textAt } from '../libxml.js'

function isSound(text: string): boolean {
  try {
    parseXml(text)
    return true
  } catch (error) {
    if (error instanceof XmlSyntaxError) return false
    throw error
  }
}

describe('parseXml', () => {
  it('reads names, namespaces, attributes and text', () => {
    const root = parseXml(
      '\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- x --><p:a xmlns:p="urn:p" xmlns="urn:d" b="1" p:c=\'2\'><d/>te<![CDATA[<x>]]>xt<?pi z?>&amp;&#x41;</p:a>\n',
    )
    expect(root).toMatchObject({
      local: 'a',
      prefix: 'p',
      namespace: 'urn:p',
      attributes: ['b', '1'],
      foreign: ['p', 'urn:p', 'c', '2'],
    })
    expect((root.children[0] as XmlNode).namespace).toBe('urn:d')
    expect(root.children[1]).toBe('te<x>xt&A')
  })

  it('normalises attribute values and line ends as XML 1.0 requires', () => {
    const { attributes, children } = parseXml('<a b="x\r\ny\tz&#10;&#9;w">1\r\n2\r3</a>')
    expect(attributes[1]).toBe('x y z\n\tw')
    expect(children[0]).toBe('1\n2\n3')
  })

  it.each([
    ['<a', 1, 3],
    ['<a>\n<b></a>', 2, 6],
    ['<!DOCTYPE a><a/>', 1, 1],
    ['<a>&lol;</a>', 1, 4],
    ['<a b="1" b="2"/>', 1, 10],
    ['<a b="<"/>', 1, 7],
    ['<a/><b/>', 1, 5],
    ['<p:a/>', 1, 1],
    ['', 1, 1],
    ['<a>\u0001</a>', 1, 4],
  ])('refuses %j with line and column', (text, line, column) => {
    try {
      parseXml(text)
      expect.unreachable()
    } catch (error) {
      expect((error as XmlSyntaxError).problem).toMatchObject({ line, column })
    }
  })

  it.each([
    '<a xmlns:x="urn:1" xmlns:y="urn:1" x:b="1" y:b="2"/>',
    '<a b=1/>',
    '<a b="1"c="2"/>',
    '<a><!-- -- --></a>',
    '<a>]]></a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&amp</a>',
    '<a></a >x',
    '<a></b>',
    ' <?xml version="1.0"?><a/>',
    '<?xml version="1.1"?><a/>',
    '<a><?xml version="1.0"?></a>',
    '<a xmlns:xml="urn:x"/>',
    '<a xmlns:p=""/>',
    '<1a/>',
    '<a:b:c xmlns:a="urn:a"/>',
    'text',
    '<a>\ud800</a>',
  ])('refuses %s', (text) => {
    expect(isSound(text)).toBe(false)
  })

  it('refuses depth and takes length', () => {
    expect(isSound('<a>'.repeat(5_000) + '</a>'.repeat(5_000))).toBe(false)
    expect(parseXml(`<a b="${'x'.repeat(5_000_000)}"/>`).attributes[1]).toHaveLength(5_000_000)
  })

  it('agrees with libxml2 about well-formedness', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b c="1"/>',
      '<b c="1" c="2"/>',
      '&amp;',
      '&',
      '&#65;',
      ']]>',
      '<![CDATA[x]]>',
      '<!-- x -->',
      '<!--',
      '<?p x?>',
      ' ',
      'x',
      '"',
      "'",
      '<',
      '>',
      "<d e='\"'/>",
      '<p:a/>',
      '<a xmlns:p="u">',
    )
    const texts = fc.sample(
      fc.array(piece, { maxLength: 7 }).map((parts) => `<r>${parts.join('')}</r>`),
      { numRuns: runs(1000) },
    )
    for (const text of texts) {
      expect([text, isSound(text)]).toEqual([text, isWellFormed(text)])
    }
  })

  it('never throws anything else, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }),
          fc.string().map((x) => `<a ${x}>${x}</a>`),
        ),
        (text) => void isSound(text),
      ),
    )
  })

  it('gives the text and attributes that libxml2 gives', () => {
    const text = fc.sample(fc.string({ unit: 'grapheme' }), { numRuns: 1, seed: 1 })[0]!
    expect(text).toBeDefined()
    const xml = '<r a="1&#10;2\n3 &lt;&quot;">x&gt;<![CDATA[&]]>y</r>'
    expect(parseXml(xml).attributes[1]).toBe(textAt(xml, '/r/@a'))
    expect(parseXml(xml).children.join('')).toBe(textAt(xml, '/r'))
  })
})

describe('references', () => {
  it.each(['&#00000000000000000000065;', '&#x00000000000000000041;', '&#x000041;', '&#0000065;'])(
    '%s may begin with zeros',
    (reference) => {
      const xml = `<r a="${reference}">${reference}</r>`
      expect(textAt(xml, '/r')).toBe('A')
      expect(parseXml(xml)).toMatchObject({ attributes: ['a', 'A'], children: ['A'] })
    },
  )

  it.each([
    '&#0;',
    '&#x0000;',
    '&#000;',
    '&#x00110000;',
    '&#01114112;',
    '&#;',
    '&#x;',
    '&# 65;',
    '&lt',
    '&&lt;;',
    '&;',
  ])('%s is none', (reference) => {
    expect(isWellFormed(`<r>${reference}</r>`)).toBe(false)
    expect(() => parseXml(`<r>${reference}</r>`)).toThrow(XmlSyntaxError)
  })

  it('are replaced in pieces, however many', () => {
    const text = 'ab&lt;&#xf1;&#x1f600;'.repeat(5_000)
    expect(parseXml(`<r a="${text}">${text}</r>`)).toMatchObject({
      attributes: ['a', 'ab<ñ\u{1f600}'.repeat(5_000)],
      children: ['ab<ñ\u{1f600}'.repeat(5_000)],
    })
  })

  it('line ends are replaced in pieces, and none is parted', () => {
    for (const before of [0, 1, 2, 3]) {
      const text = 'x'.repeat(before) + '\r\n\r\r\n\t'.repeat(3_000)
      const [lines, spaces] = [text.replace(/\r\n?/g, '\n'), text.replace(/\r\n|[\t\r\n]/g, ' ')]
      expect(parseXml(`<r a="${text}">${text}</r>`)).toMatchObject({
        attributes: ['a', spaces],
        children: [lines],
      })
    }
  })
})

describe('parseFragment', () => {
  it('takes several roots and text', () => {
    expect(parseFragment('a<b/>c<d>e</d>')).toMatchObject([
      'a',
      { local: 'b' },
      'c',
      { local: 'd', children: ['e'] },
    ])
    expect(() => parseFragment('</a>')).toThrow(XmlSyntaxError)
    expect(() => parseFragment('<a>')).toThrow(XmlSyntaxError)
  })

  it('declarations of one root are not in scope in the next', () => {
    expect(() => parseFragment('<p:a xmlns:p="x"></p:a><p:b/>')).toThrow(
      /prefijo p no está declarado/,
    )
    expect(() => parseFragment('<p:a xmlns:p="x"/><p:b/>')).toThrow(/prefijo p no está declarado/)
  })
})
