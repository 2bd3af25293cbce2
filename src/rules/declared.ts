/**
 * What the declarations of the model already ask of the fields that rules are about.
 * @module
 */

import type { Element } from '../model/grammar.js'
import { cfdi } from '../sat/cfdi40/cfdi.js'
import type { AnyRule, AnyTable } from './run.js'

/** Whether the structural check asks the same of the same field: that its code is in force in that catalogue. */
export function isDeclared({ path }: AnyTable, { catalog, field }: AnyRule): boolean {
  if (path === undefined || catalog === undefined || field === undefined) return false
  const member = elementAt(path)?.content[field]
  return member?.kind === 'attribute' && member.type.catalog === catalog
}

/** The declaration of the nodes of a table, by its path: `Conceptos[].Impuestos.Traslados[]`, `Complemento.Pagos.Pago[]`. */
function elementAt(path: string): Element | undefined {
  // What hangs from a slot goes by its own name.
  const names = path.split(/\[\]\.?|\./).filter((name) => name !== '' && !name.startsWith('Complemento'))
  let element: Element | undefined = cfdi.document.root
  for (const name of names) element = itemOf(childOf(element, name) ?? complementOf(name))
  return element
}

function childOf(element: Element | undefined, name: string): Element | undefined {
  const member = element?.content[name]
  return member?.kind === 'child' ? member.element : undefined
}

function complementOf(name: string): Element | undefined {
  return cfdi.complements.find((complement) => complement.name === name && complement.status === 'vigente')?.root
}

/** The items of a list element, for the list. */
function itemOf(element: Element | undefined): Element | undefined {
  return element?.shape === 'list' ? childOf(element, Object.keys(element.content)[0] as string) : element
}
