/**
 * Writes the XSD and the XSLT that the facts of `../shared/sat` state.
 * @module
 */
import { escapeAttribute } from '../../src/lib/xml/escape.js'

/** A simple type. */
export interface FactType {
  readonly base: string
  readonly declared?: string
  readonly catalog?: string
  readonly catalogNamespace?: string
  readonly facets?: Readonly<Record<string, string | readonly string[]>>
}
/** An element, or a group of elements, of `xsdTree`. */
export interface FactNode {
  readonly kind: string
  readonly name: string
  readonly min: number
  readonly max: number | 'unbounded'
  readonly attributes?: readonly {
    readonly name: string
    readonly use: string
    readonly fixed: string | null
    readonly type: FactType
  }[]
  readonly content?: FactNode
  readonly items?: readonly FactNode[]
  readonly text?: FactType
}

/** A step of `cadena.flat`: what the SAT's transformation prints, in its order. */
export type FactStep = FactField | FactEach | FactCondition
interface FactField {
  readonly emit: 'required' | 'optional'
  readonly path: string
  readonly attr: string | null
}
interface FactEach {
  readonly each: string
  readonly axis?: 'child' | 'descendant'
  readonly select: string
  readonly firstOnly?: boolean
  readonly body: readonly FactStep[]
}
interface FactCondition {
  readonly if: string
  readonly path: string
  readonly body: readonly FactStep[]
}

/** Returns the XSD of an element; every schema of the SAT qualifies its elements. */
export function schemaOf(tree: FactNode, namespace: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:own="${namespace}"
    xmlns:cat="http://www.sat.gob.mx/sitio_internet/cfd/catalogos"
    xmlns:tdCFDI="http://www.sat.gob.mx/sitio_internet/cfd/tipoDatos/tdCFDI"
    targetNamespace="${namespace}" elementFormDefault="qualified">${particleOf(tree)}</xs:schema>`
}

function particleOf(node: FactNode): string {
  const { kind, name, min, max } = node
  const times = `minOccurs="${min}" maxOccurs="${max}"`
  if (kind !== 'element')
    return `<xs:${kind} ${times}>${(node.items ?? []).map(particleOf).join('')}</xs:${kind}>`
  const attributes = (node.attributes ?? []).map(({ name: of, use, fixed, type }) => {
    const only = fixed === null ? '' : ` fixed="${escapeAttribute(fixed)}"`
    return typed('attribute', `name="${of}" use="${use}"${only}`, type)
  })
  if (node.text !== undefined && attributes.length === 0)
    return typed('element', `name="${name}" ${times}`, node.text)
  const content = node.content === undefined ? '' : particleOf(node.content)
  return `<xs:element name="${name}" ${times}><xs:complexType>${content}${attributes.join('')}</xs:complexType></xs:element>`
}

function typed(tag: string, attributes: string, type: FactType): string {
  const { base, declared = '', catalog, catalogNamespace = '', facets = {} } = type
  // The codes of a complement of retenciones are in a schema of its own, beside it.
  const isListed = /\/retencionpago\/1\/\w+\/catalogos$/.test(catalogNamespace)
  if (catalog !== undefined && !isListed)
    return `<xs:${tag} xmlns:cat="${catalogNamespace}" ${attributes} type="cat:${catalog}"/>`
  if (declared.startsWith('tdCFDI:')) return `<xs:${tag} ${attributes} type="${declared}"/>`
  if (base === 'xs:anySimpleType') return `<xs:${tag} ${attributes}/>`
  const known = Object.entries(facets).filter(([name]) => name !== 'enumerationCount')
  const all = known.flatMap(([name, value]) =>
    [value].flat(2).map((one) => `<xs:${name} value="${escapeAttribute(String(one))}"/>`),
  )
  if (all.length === 0) return `<xs:${tag} ${attributes} type="${base}"/>`
  return `<xs:${tag} ${attributes}><xs:simpleType><xs:restriction base="${base}">${all.join('')}</xs:restriction></xs:simpleType></xs:${tag}>`
}

/** Returns the XSLT of a complement, with one template: the facts do not say what is in others. */
export function transformationOf(
  steps: readonly FactStep[],
  { prefix, namespace, rootElement }: Readonly<Record<string, string>>,
): string {
  const own = { prefix: prefix ?? '', path: rootElement ?? '' }
  return `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:${prefix}="${namespace}"><xsl:template match="${prefix}:${rootElement}">${instructionsOf(steps, own)}</xsl:template></xsl:stylesheet>`
}

/** Where an instruction stands. */
interface Place {
  readonly prefix: string
  /** Path of the node that it stands at. */
  readonly path: string
}

function instructionsOf(steps: readonly FactStep[], place: Place): string {
  return steps
    .filter((step, at) => !isSameLoop(step, steps[at - 1]))
    .map(instruction)
    .join('')

  function instruction(step: FactStep): string {
    if ('emit' in step) return fieldOf(step, place)
    if ('if' in step)
      return `<xsl:if test="${step.if}">${instructionsOf(step.body, place)}</xsl:if>`
    if (step.firstOnly)
      return `<xsl:if test="${step.select}">${instructionsOf(step.body, place)}</xsl:if>`
    const body = instructionsOf(step.body, { ...place, path: step.each })
    return `<xsl:for-each select="${step.select}">${body}</xsl:for-each>`
  }
}

/** A loop over descendants is stated for each of the elements that it reaches. */
function isSameLoop(step: FactStep, before: FactStep | undefined): boolean {
  if (before === undefined || !('each' in step) || !('each' in before)) return false
  return step.axis === 'descendant' && step.select === before.select
}

function fieldOf({ emit, path, attr }: FactField, { prefix, path: from }: Place): string {
  const steps = path.slice(from.length).split('/').filter(Boolean)
  const names = ['.', ...steps.map((step) => `${prefix}:${step}`), ...(attr ? [`@${attr}`] : [])]
  const name = emit === 'required' ? 'Requerido' : 'Opcional'
  return `<xsl:call-template name="${name}"><xsl:with-param name="valor" select="${names.join('/')}"/></xsl:call-template>`
}
