/**
 * The fields of a JSON value where an element has a list of its own, by paths and not by its members: two complements do.
 * Those of all the rest are written as the writer goes (`object.ts`).
 * @module
 */
import { isFilled, isRecord } from '../../lib/json.js'
import { collapseSpace } from '../../lib/text.js'
import { planOf, type Step } from '../cadena.js'
import type { Child, Element } from '../grammar.js'
import { scalar } from './pen.js'

/** The fields of a value, each with its bar before it. @throws TypeError when one cannot be written. */
export function writeFields(element: Element, value: unknown): string {
  const members = element.shape === 'text' && !isRecord(value) ? { '#text': value } : value
  return planOf(element)
    .map((step) => stepFields(element, step, members))
    .join('')
}

function stepFields(element: Element, step: Step, value: unknown): string {
  switch (step.kind) {
    case 'field':
      return fieldOf(value, step.name, step.always)
    case 'text':
      return fieldOf(value, '#text', true)
    case 'each': {
      const routes = step.deep ? routesTo(element, step.path[0] as string) : [step.path]
      const found = routes.flatMap((route) => valuesAt(element, route, value))
      if (found.length === 0 && step.always) return '|'
      return found.map((one) => writeFields(step.element, one)).join('')
    }
    case 'slot':
      throw new Error('complements hang from elements whose fields are those of their members')
  }
}

function fieldOf(value: unknown, key: string, always: boolean): string {
  const content = ownValue(value, key)
  if (!isFilled(content)) return always ? '|' : ''
  return `|${collapseSpace(scalar(content, 'cadena original', key))}`
}

function ownValue(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The values at the end of a route, in document order. The value of a list is the array of its items. */
function valuesAt(element: Element, [name, ...rest]: readonly string[], value: unknown): unknown[] {
  if (name === undefined) return [value]
  const { element: child, max } = element.content[name] as Child
  const content = element.shape === 'list' ? value : ownValue(value, name)
  const items = max === 1 || !Array.isArray(content) ? [content] : content
  return items.filter(isFilled).flatMap((item) => valuesAt(child, rest, item))
}

/** Every route from an element to the descendants of a name, in document order. */
function routesTo(element: Element, name: string): string[][] {
  return Object.entries(element.content).flatMap(([key, member]) => {
    if (member.kind !== 'child') return []
    const below = routesTo(member.element, name).map((route) => [key, ...route])
    return key === name ? [[key], ...below] : below
  })
}
