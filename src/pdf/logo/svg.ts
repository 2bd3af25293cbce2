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
  const nodes = drawnBelow(root)
  for (const { local, attributes, foreign, children } of nodes) {
    if (!drawings.test(local))
      throw new LogoError(
        `the SVG has <${local}>; only paths and shapes are drawn`,
        `El SVG tiene <${local}>: solo se dibujan trazos y formas.`,
      )
    const texts = [...attributes, ...children.filter((child) => typeof child === 'string')]
    if (
      texts.some((value) => outside.test(value)) ||
      linksOfShape({ attributes, foreign }).some(leadsOutside)
    )
      throw new LogoError('the SVG refers to another file', 'El SVG se refiere a otro archivo.')
  }
  requireSmallStyle(nodes)
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

function drawnBelow(node: XmlNode): XmlNode[] {
  const below = node.children.flatMap((child) =>
    typeof child === 'string' ? [] : drawnBelow(child),
  )
  return isDrawn(node) ? [node, ...below] : below
}

function attributePairs(attributes: readonly string[]): (readonly [name: string, value: string])[] {
  return attributes.flatMap((name, at) =>
    at % 2 === 0 ? [[name, attributes[at + 1] as string] as const] : [],
  )
}

function attributeNamed({ attributes }: XmlNode, name: string): string {
  const [, value = ''] = attributePairs(attributes).find(([one]) => one === name) ?? []
  return value.trim()
}

/** Returns the links of an element: `href`, with or without the namespace of XLink. */
function linksOfShape({ attributes, foreign }: Pick<XmlNode, 'attributes' | 'foreign'>): string[] {
  const named = (name: string | undefined) => name?.toLowerCase() === 'href'
  return [
    ...attributes.filter((_, at) => at % 2 === 1 && named(attributes[at - 1])),
    ...foreign.filter((_, at) => at % 4 === 3 && named(foreign[at - 1])),
  ]
}

function leadsOutside(link: string): boolean {
  return !link.trim().startsWith('#')
}

function requireSmallStyle(nodes: readonly XmlNode[]): void {
  const styles = nodes.filter(({ local }) => local === 'style').flatMap(({ children }) => children)
  if (
    styles.reduce((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0) > mostStyle
  )
    throw new LogoError(
      `the SVG has more than ${mostStyle} characters of styles`,
      `El SVG tiene más de ${mostStyle} caracteres de estilos.`,
    )
}

function hasSize(root: XmlNode): boolean {
  const box = attributeNamed(root, 'viewBox')
  const parts = box.split(/[,\s]+/)
  if (parts.length === 4) return parts.every((part) => Number.isFinite(Number(part)))
  return (
    box === '' && ['width', 'height'].every((size) => parseFloat(attributeNamed(root, size)) > 0)
  )
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
  const looks = attributePairs(attributes).filter(([name]) => isLook(name))
  const links = linksOfShape(node).map((link) => ['href', link] as const)
  const all = [...looks, ...links].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const inner = children.map((child) => {
    if (typeof child === 'string') return local === 'style' ? escapeText(child) : ''
    return isDrawn(child) && !notes.test(child.local) ? writeShape(child) : ''
  })
  return `<${local}${head}${all.join('')}>${inner.join('')}</${local}>`
}

/** Excludes links, which are written apart, data of editors, and the handlers of scripts. */
function isLook(name: string): boolean {
  return /^(?!on|href|data-)[a-z][a-z-]*\d?$/i.test(name)
}
