/**
 * Fragments of XML inside a JSON document: the Addenda, and complements that the library does not know yet.
 * @module
 */
import { CfdiXmlError } from '../errors.js'
import { escapeAttribute } from '../lib/escape.js'
import { clip, quote } from '../lib/text.js'
import { declarationOf, parseFragment, type Scope, type XmlNode, XmlSyntaxError } from '../lib/xml.js'
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
  if (root.local !== name)
    return report('error', `el nodo del fragmento es ${clip(root.local)}: debe ir con ese nombre`)
  const known = [model.document, ...model.complements].find(({ namespace }) => namespace === root.namespace)
  if (known !== undefined)
    return report('error', `el nodo ${clip(root.local)} debe darse como objeto JSON, no como fragmento de XML`)
  if (!root.namespace.startsWith(sat)) {
    return report('error', `el espacio de nombres ${quote(root.namespace)} no es de un complemento del SAT`)
  }
  report('warning', `el complemento ${clip(root.namespace)} no se conoce: se pasa tal cual, sin validar`)
}

/** Namespaces that may be copied onto fragments, in UTF-16 units, all those of a document together. */
const mostAdded = 1 << 24

/** Cuts the children of a document out of it, as fragments that stand alone. */
export class FragmentCutter {
  readonly #source: string
  #left = mostAdded

  constructor(source: string) {
    this.#source = source
  }

  /**
   * The XML of a node, with the namespaces declared on it that its names take from its ancestors.
   *
   * @throws CfdiXmlError XML_LIMIT when a document has them copied onto more nodes than it can be meant to: the same namespace of
   * megabytes, onto thousands.
   */
  cut(node: XmlNode): string {
    const raw = this.#source.slice(node.start, node.end)
    const declarations = [...inherited(node)]
    if (declarations.length === 0) return raw
    for (const { prefix, namespace } of declarations) this.#left -= prefix.length + namespace.length
    if (this.#left < 0) throw new CfdiXmlError('XML_LIMIT', 'El XML repite espacios de nombres demasiado largos')
    const at = 1 + node.local.length + (node.prefix === '' ? 0 : node.prefix.length + 1)
    return raw.slice(0, at) + declarations.map(writeDeclaration).join('') + raw.slice(at)
  }
}

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'

/** Declarations from outside an element that names in it, or below it, go by: of elements, attributes and `xsi:type`. */
function inherited(root: XmlNode): Set<Scope> {
  const found = new Set<Scope>()
  const add = (scope: Scope | undefined): void => {
    if (scope !== undefined && scope.namespace !== '' && scope.offset >= 0 && scope.offset < root.start)
      found.add(scope)
  }
  const visit = (node: XmlNode): void => {
    const { scope, prefix, foreign, children } = node
    add(declarationOf(scope, prefix))
    for (let index = 0; index < foreign.length; index += 4) {
      const [attribute, namespace, local, value] = foreign.slice(index, index + 4) as [string, string, string, string]
      add(declarationOf(scope, attribute))
      if (namespace === xsi && local === 'type') add(declarationOf(scope, value.trim().split(':').at(-2) ?? ''))
    }
    for (const child of children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  return found
}

function writeDeclaration({ prefix, namespace }: Scope): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return ` ${name}="${escapeAttribute(namespace)}"`
}
