/**
 * Mutates XML by characters, tags and bytes.
 * @module
 */
import type { Chance } from './random.js'

type Mutation = (xml: string, chance: Chance, corpus: readonly string[]) => string

const longest = 400_000

const pieces = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/>',
  '</',
  '<a>',
  '</a>',
  '<a/>',
  '<cfdi:',
  '&amp;',
  '&lt;',
  '&#10;',
  '&#x0;',
  '&#xD800;',
  '&#x10FFFF;',
  '&x;',
  ']]>',
  '<![CDATA[',
  '<![CDATA[ x ]]>',
  '<!--',
  '-->',
  '<!-- x -->',
  '<?x y?>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a>',
  ' xmlns=""',
  ' xmlns="urn:x"',
  ' xmlns:cfdi="urn:x"',
  ' xmlns:z="urn:z"',
  ' z:a="1"',
  ' xml:space="preserve"',
  ' xsi:type="z:a"',
  ' xsi:nil="true"',
  '\u0000',
  '\ud800',
  '\udc00',
  '\u{1f600}',
  '\ufeff',
  '\ufffe',
  '\u00a0',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '  ',
  '|',
  '||',
  'AUTO',
  '-1',
  '1e3',
  '0'.repeat(30),
  '__proto__',
  'constructor',
  'Complemento',
  'Addenda',
  'CfdiRelacionados',
  '<cfdi:Addenda>x<a/>y</cfdi:Addenda>',
  '<cfdi:Complemento> <z:a xmlns:z="http://www.sat.gob.mx/z"> x </z:a> </cfdi:Complemento>',
]

const mutations: readonly Mutation[] = [
  (xml, chance) => splice(xml, chance.below(xml.length + 1), 0, chance.of(pieces)),
  (xml, chance) => splice(xml, chance.below(xml.length + 1), chance.small(60), ''),
  (xml, chance) =>
    splice(xml, chance.below(xml.length + 1), 1, String.fromCharCode(chance.small(0x10000))),
  (xml, chance) => {
    const [at, length] = [chance.below(xml.length), chance.small(200)]
    return splice(xml, at, 0, xml.slice(at, at + length).repeat(1 + chance.small(500)))
  },
  (xml, chance, corpus) => {
    const other = chance.of(corpus)
    const at = chance.below(other.length)
    return splice(
      xml,
      chance.below(xml.length + 1),
      chance.small(100),
      other.slice(at, at + chance.small(2_000)),
    )
  },
  atTag((tag, chance, _, others) =>
    splice(tag, nameEnd(tag), 0, ` ${nameOf(chance.of(others))}="${chance.of(values)}"`),
  ),
  atTag((tag, chance) =>
    splice(
      tag,
      nameEnd(tag),
      0,
      chance.of([' z:q="1"', ' xmlns:z="urn:z"', ' xmlns=""', ' q="1"']),
    ),
  ),
  atTag((tag, chance, _, others) => tag.replace(nameOf(tag), nameOf(chance.of(others)))),
  atTag(
    (tag, chance, xml) =>
      tag + chance.of([' ', '\n', 'x', '<!-- x -->', '<?x y?>', '<![CDATA[ ]]>', xml.slice(0, 0)]),
  ),
  atTag((tag) => tag + tag),
  atTag(() => ''),
  (xml, chance) => {
    const attributes = [...xml.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)]
    if (attributes.length === 0) return xml
    const { index, 0: whole, 1: name } = chance.of(attributes)
    const value = chance.once(2) ? chance.of(values) : (chance.of(attributes)[2] as string)
    return splice(xml, index, whole.length, chance.once(6) ? '' : ` ${name}="${value}"`)
  },
]

const values = [
  '',
  ' ',
  'AUTO',
  'x',
  '0',
  '-1.5',
  '1e9',
  '9'.repeat(40),
  ' a  b ',
  '&#10;',
  '&quot;',
  '|',
  'ñ',
  '\u{1f600}',
  '&lt;a/>',
]

/** A mutation of a random start tag. */
function atTag(
  change: (tag: string, chance: Chance, xml: string, others: readonly string[]) => string,
): Mutation {
  return (xml, chance) => {
    const tags = [...xml.matchAll(/<[A-Za-z][^<>]*>/g)]
    if (tags.length === 0) return xml
    const { index, 0: tag } = chance.of(tags)
    return splice(
      xml,
      index,
      tag.length,
      change(
        tag,
        chance,
        xml,
        tags.map(([one]) => one),
      ),
    )
  }
}

function nameEnd(tag: string): number {
  return 1 + (/^[^\s/>]+/.exec(tag.slice(1))?.[0].length ?? 0)
}

function nameOf(tag: string): string {
  return tag.slice(1, nameEnd(tag)).replace(/^.*:/, '') || 'a'
}

function splice(text: string, at: number, removed: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at + removed)
}

/** Mutates a document of the corpus once or a few times. */
export function mutateXml(corpus: readonly string[], chance: Chance): string {
  let xml = chance.of(corpus)
  for (let left = chance.small(8); left > 0; left--)
    xml = chance.of(mutations)(xml, chance, corpus).slice(0, longest)
  return xml
}

/** Encodes a text in some encoding, with or without its BOM, and mutates some bytes. */
export function bytesOf(xml: string, chance: Chance): Uint8Array {
  const declared = chance.once(2)
    ? xml
    : xml.replace(/encoding="[^"]*"/, `encoding="${chance.of(encodings)}"`)
  const bytes = chance.of<(text: string) => Buffer>([
    (text) => Buffer.from(text, 'utf8'),
    (text) => Buffer.from(`\ufeff${text}`, 'utf8'),
    (text) => Buffer.from(text, 'latin1'),
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  ])(declared)
  for (let left = chance.small(4) - 1; left > 0; left--)
    bytes[chance.below(bytes.length)] = chance.below(256)
  return bytes
}

const encodings = [
  'UTF-8',
  'utf-16',
  'ISO-8859-1',
  'windows-1252',
  'x-user-defined',
  'us-ascii',
  'UTF-7',
  'no',
]
