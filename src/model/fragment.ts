/**
 * Fragments of XML inside a JSON document: the Addenda, and complements that the library does not know yet.
 * @module
 */
import { escapeAttribute } from '../lib/escape.js'
import { parseFragment, type Scope, type XmlNode, XmlSyntaxError } from '../lib/xml.js'
import type { Model } from './grammar.js'

/** Where the SAT's complements live; a complement of this authority that we do not know is probably newer than we are. */
const sat = 'http://www.sat.gob.mx/'

type Report = (severity: 'error' | 'warning', problem: string) => void

/** Judges a fragment: one complement of that name that the model does not declare; without a model, any XML. */
export function checkFragment(
  fragment: string,
  hanging: { readonly model: Model; readonly name: string } | undefined,
  report: Report,
): void {
  let nodes: readonly (XmlNode | string)[]
  try {
    nodes = parseFragment(fragment)
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error
    return report('error', `el fragmento no es XML bien formado: ${error.message}`)
  }
  if (hanging !== undefined) checkComplement(nodes, hanging.model, hanging.name, report)
}

function checkComplement(nodes: readonly (XmlNode | string)[], model: Model, name: string, report: Report): void {
  const [root] = nodes
  if (nodes.length !== 1 || root === undefined || typeof root === 'string') {
    return report('error', 'el fragmento debe ser un solo nodo, sin texto alrededor')
  }
  if (root.local !== name) return report('error', `el nodo del fragmento es ${root.local}: debe ir con ese nombre`)
  const known = [model.document, ...model.complements].find(({ namespace }) => namespace === root.namespace)
  if (known !== undefined)
    return report('error', `el nodo ${root.local} debe darse como objeto JSON, no como fragmento de XML`)
  if (!root.namespace.startsWith(sat)) {
    return report('error', `el espacio de nombres ${JSON.stringify(root.namespace)} no es de un complemento del SAT`)
  }
  report('warning', `el complemento ${root.namespace} no se conoce: se pasa tal cual, sin validar`)
}

/** A child of a document as a fragment that stands alone: the namespaces it takes from its ancestors are declared on it. */
export function extractFragment(node: XmlNode, source: string): string {
  const raw = source.slice(node.start, node.end)
  const declarations = inherited(node).filter(({ prefix }) => prefix === '' || raw.includes(`${prefix}:`))
  if (declarations.length === 0) return raw
  const at = 1 + node.local.length + (node.prefix === '' ? 0 : node.prefix.length + 1)
  return raw.slice(0, at) + declarations.map(writeDeclaration).join('') + raw.slice(at)
}

/** Declarations in scope that come from outside the element, innermost first. */
function inherited(node: XmlNode): Scope[] {
  const found: Scope[] = []
  const seen = new Set(['xml'])
  for (let scope: Scope | undefined = node.scope; scope !== undefined; scope = scope.parent) {
    if (seen.has(scope.prefix)) continue
    seen.add(scope.prefix)
    if (scope.namespace !== '' && scope.offset < node.start) found.push(scope)
  }
  return found
}

function writeDeclaration({ prefix, namespace }: Scope): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return ` ${name}="${escapeAttribute(namespace)}"`
}
