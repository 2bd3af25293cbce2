/**
 * Writes the cadena fields of elements that list them by paths instead of members, as two
 * complements do. Other elements are written in `object.ts`.
 * @module
 */
import { isFilled, isRecord } from '../../lib/json.js'
import { collapseSpace } from '../../lib/text.js'
import { planOf } from '../cadena/plan.js'
import type { Child, Element } from '../grammar.js'
import { scalar } from './output.js'

/**
 * Writes the fields of a value, each with its bar before it. @throws TypeError when one cannot be
 * written.
 */
export function writeFields(element: Element, value: unknown): string {
  const members = element.shape === 'text' && !isRecord(value) ? { '#text': value } : value
  let fields = ''
  for (const step of planOf(element)) {
    switch (step.kind) {
      case 'field':
        if (step.when === undefined || ownValue(members, step.when[0]) === step.when[1])
          fields += writeField(members, step.name, step.always)
        break
      case 'text':
        fields += writeField(members, '#text', true)
        break
      case 'each': {
        const routes = step.deep ? routesTo(element, step.path[0] as string) : [step.path]
        const found: unknown[] = []
        for (const route of routes) found.push(...valuesAt(element, route, members))
        if (found.length === 0 && step.first === 'always') fields += '|'
        for (const one of step.first === undefined ? found : found.slice(0, 1))
          fields += writeFields(step.element, one)
        break
      }
      case 'slot':
        throw new Error('an element with complements cannot list its cadena fields')
    }
  }
  return fields
}

function writeField(value: unknown, key: string, always: boolean): string {
  const content = ownValue(value, key)
  if (!isFilled(content)) return always ? '|' : ''
  return `|${collapseSpace(scalar(content, 'cadena original', key))}`
}

function ownValue(value: unknown, key: string): unknown {
  if (isRecord(value) && Object.hasOwn(value, key)) return value[key]
  return undefined
}

/**
 * Returns the values at the end of a route, in document order. The value of a list is the array of
 * its items.
 */
function valuesAt(element: Element, [name, ...rest]: readonly string[], value: unknown): unknown[] {
  if (name === undefined) return [value]
  const { element: child, max } = element.content[name] as Child
  const content = element.shape === 'list' ? value : ownValue(value, name)
  const items = max === 1 || !Array.isArray(content) ? [content] : content
  const values: unknown[] = []
  for (const item of items) if (isFilled(item)) values.push(...valuesAt(child, rest, item))
  return values
}

/** Returns every route from an element to its descendants of a name, in document order. */
function routesTo(element: Element, name: string): string[][] {
  const routes: string[][] = []
  for (const [key, member] of Object.entries(element.content)) {
    if (member.kind !== 'child') continue
    if (key === name) routes.push([key])
    for (const route of routesTo(member.element, name)) routes.push([key, ...route])
  }
  return routes
}
