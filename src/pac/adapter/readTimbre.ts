/**
 * Reads the stamp from the reply of a PAC. The PAC's copy of the CFDI is never used: it may lack
 * the Addenda, have other prefixes or be serialized differently.
 * @module
 */
import { replyLimits } from '../../lib/limits.js'
import { collapseSpace } from '../../lib/text.js'
import { listChildElements } from '../../lib/xml/elements.js'
import { parseXml, type XmlNode, XmlSyntaxError } from '../../lib/xml/xml.js'
import type { Model } from '../../model/grammar.js'
import { readTree } from '../../model/read.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import { faultsOf } from '../outcome.js'

/** The stamp, or the problem, in Spanish. */
export type TimbreReading =
  | { readonly ok: true; readonly timbre: TimbreFiscalDigital }
  | { readonly ok: false; readonly problem: string }

const tfd: Model = { document: timbreFiscalDigital, complements: [] }

/**
 * Reads a TFD 1.1 from a CFDI 4.0 or another stamped document, or alone: exactly one, in its place, complete, and valid against
 * its XSD. White space in values is collapsed. Never throws.
 * @example
 * const reading = readTimbre(xml)
 * reading.ok && reading.timbre.UUID // → timbre.UUID
 */
export function readTimbre(xml: string): TimbreReading {
  try {
    const tree = parseXml(xml, replyLimits)
    const nodes = isTimbreElement(tree, timbreFiscalDigital) ? [tree] : stampsOf(tree)
    const [node] = nodes
    if (node === undefined) return timbreFailure('no trae un timbre')
    if (nodes.length === 1) {
      const { document, firstLost } = readTree(tfd, node, xml)
      const entries = Object.entries(document as Record<string, string>)
      const timbre = Object.fromEntries(
        entries.map(([name, value]) => [name, collapseSpace(value)]),
      ) as unknown as TimbreFiscalDigital
      const problem = firstLost ?? faultsOf(timbre)[0]
      if (problem !== undefined)
        return timbreFailure(`no trae un timbre válido: ${problem.message}`)
      return { ok: true, timbre }
    }
    return timbreFailure('trae más de un timbre')
  } catch (error) {
    if (error instanceof XmlSyntaxError)
      return timbreFailure(`no es XML bien formado: ${error.message}`)
    throw error
  }
}

/**
 * Reads the stamp from several sources. All readable copies must be the same stamp; unreadable
 * sources are ignored if one is readable.
 * @example
 * const reading = readTimbreFrom(['<html/>', xml])
 * reading.ok && reading.timbre.UUID // → timbre.UUID
 */
export function readTimbreFrom(sources: readonly string[]): TimbreReading {
  const readings = sources.map(readTimbre)
  const [first, ...others] = readings.filter((reading) => reading.ok)
  if (first === undefined) return readings[0] ?? timbreFailure('no trae un timbre')
  const same = others.every(
    ({ timbre }) =>
      timbre.UUID.toUpperCase() === first.timbre.UUID.toUpperCase() &&
      timbre.SelloSAT === first.timbre.SelloSAT &&
      timbre.SelloCFD === first.timbre.SelloCFD,
  )
  if (same) return first
  return timbreFailure('trae dos timbres distintos')
}

function stampsOf(tree: XmlNode): readonly XmlNode[] {
  const { namespace } = tree
  const complements = listChildElements(tree).filter((node) =>
    isTimbreElement(node, { name: 'Complemento', namespace }),
  )
  return complements
    .flatMap(listChildElements)
    .filter((node) => isTimbreElement(node, timbreFiscalDigital))
}

function isTimbreElement(
  { local, namespace }: XmlNode,
  schema: { readonly name: string; readonly namespace: string },
): boolean {
  return local === schema.name && namespace === schema.namespace
}

function timbreFailure(problem: string): TimbreReading {
  return { ok: false, problem }
}
