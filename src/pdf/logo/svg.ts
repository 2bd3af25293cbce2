/**
 * Validates a logo in vectors, and writes it again from its shapes.
 * @module
 */
import { defaultLimits } from '../../lib/limits.js'
import { escapeAttribute, escapeText } from '../../lib/xml/escape.js'
import { parseXml, type XmlNode } from '../../lib/xml/xml.js'
import { LogoError } from './logoError.js'

/** Elements of a logo in vectors. Text needs fonts, and images and scripts lead elsewhere. */
const drawings =
  /^(svg|g|path|rect|circle|ellipse|line|polyline|polygon|defs|linearGradient|radialGradient|stop|clipPath|style|title|desc|metadata)$/

/** Elements that draw nothing. */
const notes = /^(title|desc|metadata)$/

const svgNamespace = 'http://www.w3.org/2000/svg'

const svgLimits = { ...defaultLimits, length: 300_000, nodes: 5000, attributes: 100, depth: 30 }

/** Maximum characters of styles: every rule is compared with every shape, for each PDF. */
const mostStyle = 5_000

/** A reference to something else than a part of the same file. An escape could hide one. */
const outside = /url\(\s*['"]?(?!#)|@import|\\/i

/** An SVG that can be drawn. */
export interface Drawing {
  /** Its text without document type. */
  readonly text: string
  readonly root: XmlNode
}

/**
 * Returns an SVG without its document type.
 * @throws LogoError for an SVG that is not well-formed, has no size, or holds more than drawings.
 */
export function requireDrawing(logo: Uint8Array): Drawing {
  const text = new TextDecoder().decode(logo).replace(/<!DOCTYPE[^<>[]*>/, '')
  const root = readSvg(text)
  let styles = 0
  for (const node of drawnBelow(root)) {
    const { local, attributes, children } = node
    if (!drawings.test(local))
      throw new LogoError(
        `the SVG has <${local}>; only paths and shapes are drawn`,
        `El SVG tiene <${local}>: solo se dibujan trazos y formas.`,
      )
    let isOutside = false
    for (const link of linksOfShape(node)) if (!link.trim().startsWith('#')) isOutside = true
    for (const text of [...attributes, ...children]) {
      if (typeof text !== 'string') continue
      if (outside.test(text)) isOutside = true
    }
    if (isOutside)
      throw new LogoError('the SVG refers to another file', 'El SVG se refiere a otro archivo.')
    for (const child of children)
      if (local === 'style' && typeof child === 'string') styles += child.length
  }
  if (styles > mostStyle)
    throw new LogoError(
      `the SVG has more than ${mostStyle} characters of styles`,
      `El SVG tiene más de ${mostStyle} caracteres de estilos.`,
    )
  if (!hasSize(root))
    throw new LogoError(
      'the SVG has no viewBox, nor width and height',
      'El SVG no tiene viewBox, ni width y height.',
    )
  return { text, root }
}

function readSvg(text: string): XmlNode {
  try {
    return parseXml(text, svgLimits)
  } catch (cause) {
    throw new LogoError(
      'the SVG is not well-formed, or is too large',
      'El SVG está mal formado o es demasiado grande.',
      { cause },
    )
  }
}

/** Elements of another namespace are notes of an editor, and not drawn. */
function isDrawn({ prefix, namespace }: XmlNode): boolean {
  return prefix === '' || namespace === svgNamespace
}

function drawnBelow(node: XmlNode, drawn: XmlNode[] = []): XmlNode[] {
  if (isDrawn(node)) drawn.push(node)
  for (const child of node.children) if (typeof child !== 'string') drawnBelow(child, drawn)
  return drawn
}

function attributePairs(attributes: readonly string[]): (readonly [name: string, value: string])[] {
  const pairs: [string, string][] = []
  for (let at = 0; at < attributes.length; at += 2)
    pairs.push([attributes[at]!, attributes[at + 1]!])
  return pairs
}

function attributeNamed({ attributes }: XmlNode, name: string): string {
  for (const [one, value] of attributePairs(attributes)) if (one === name) return value.trim()
  return ''
}

/** Returns the links of an element: `href`, with or without the namespace of XLink. */
function linksOfShape({ attributes, foreign }: Pick<XmlNode, 'attributes' | 'foreign'>): string[] {
  const links: string[] = []
  for (const [name, value] of attributePairs(attributes))
    if (name.toLowerCase() === 'href') links.push(value)
  for (let at = 3; at < foreign.length; at += 4)
    if (foreign[at - 1]!.toLowerCase() === 'href') links.push(foreign[at]!)
  return links
}

function hasSize(root: XmlNode): boolean {
  const box = attributeNamed(root, 'viewBox')
  const parts = box.split(/[,\s]+/)
  if (parts.length === 4) return parts.every((part) => Number.isFinite(Number(part)))
  const [width, height] = [attributeNamed(root, 'width'), attributeNamed(root, 'height')]
  return box === '' && parseFloat(width) > 0 && parseFloat(height) > 0
}

/** Maximum characters of a drawing that is written again: each PDF draws it. */
const mostWritten = 100_000

/** Returns the text of a drawing, of its shapes and their looks only. @throws LogoError */
export function writeDrawing({ root }: Drawing): string {
  const text = writeShape(root, ` xmlns="${svgNamespace}"`)
  if (text.length <= mostWritten) return text
  throw new LogoError(
    `the SVG has more than ${mostWritten} characters: simplify it`,
    `El SVG tiene más de ${mostWritten} caracteres: simplifíquelo.`,
  )
}

function writeShape(node: XmlNode, head = ''): string {
  const { local, attributes, children } = node
  let start = `<${local}${head}`
  for (const [name, value] of attributePairs(attributes))
    if (look.test(name)) start += ` ${name}="${escapeAttribute(value)}"`
  for (const link of linksOfShape(node)) start += ` href="${escapeAttribute(link)}"`
  let inner = ''
  for (const child of children) {
    if (typeof child !== 'string') {
      if (isDrawn(child) && !notes.test(child.local)) inner += writeShape(child)
    } else if (local === 'style') inner += escapeText(child)
  }
  return `${start}>${inner}</${local}>`
}

/** Excludes links, which are written apart, data of editors, and the handlers of scripts. */
const look = /^(?!on|href|data-)[a-z][a-z-]*\d?$/i
