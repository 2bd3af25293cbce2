/**
 * Contribution of an element to the cadena original, as steps derived from its declaration.
 *
 * There are two plans. `planOf` follows the members of a JSON document. `printedPlanOf` follows the
 * SAT's transformation, which reaches some members by other routes. For a valid document both give
 * the same text.
 * @module
 */
import type { Element, Schema } from '../grammar.js'

/** Steps of an element, in order. */
export type Plan = readonly Step[]

/** A part of a plan. */
export type Step =
  /** An attribute; `always` prints an empty field when it is absent (the SAT's "Requerido"). */
  | {
      readonly kind: 'field'
      readonly name: string
      readonly always: boolean
      /** Prints the field only if that attribute has that value. */
      readonly when?: readonly [name: string, value: string]
    }
  /** The text of the element. */
  | { readonly kind: 'text' }
  /** Elements at a path of names, or at any depth, each with its own plan. */
  | Each
  /** Complements. */
  | { readonly kind: 'slot'; readonly name: string }

/** Elements of a step. */
export interface Each {
  readonly kind: 'each'
  readonly path: readonly string[]
  readonly deep: boolean
  /** Uses the first element only; `always` prints an empty field when there is none. */
  readonly first?: 'always' | 'present'
  readonly element: Element
}

/** Returns the fields of an element in cadena order, member by member. */
export function planOf(element: Element): Plan {
  return remembered(plans, element)
}

/**
 * Returns the fields of an element as the SAT's transformation reaches them, for XML trees and the
 * XSLT.
 */
export function printedPlanOf(element: Element): Plan {
  const { routes } = element
  if (routes === undefined) return planOf(element)
  return remembered(printedPlans, element, routes)
}

const plans = new WeakMap<Element, Plan>()
const printedPlans = new WeakMap<Element, Plan>()

/** Compiles a plan on its first use. @param routes reach some members by other paths */
function remembered(
  cache: WeakMap<Element, Plan>,
  element: Element,
  routes?: Element['routes'],
): Plan {
  const known = cache.get(element)
  if (known !== undefined) return known
  const plan: Step[] = []
  for (const entry of listEntries(element))
    for (const route of routes?.[entry] ?? [entry]) plan.push(...planEntry(element, route))
  cache.set(element, plan)
  return plan
}

function listEntries(element: Element): readonly string[] {
  if (element.cadena !== undefined) return element.cadena
  const members = Object.keys(element.content)
  if (element.text === undefined) return members
  return [...members, '#text']
}

function planEntry(element: Element, entry: string): Step[] {
  if (entry === '#text') return [{ kind: 'text' }]
  if (entry.startsWith('//')) return [{ ...pathStep(element, [entry.slice(2)]), deep: true }]
  if (entry.endsWith('!'))
    return [{ ...pathStep(element, entry.slice(0, -1).split('/')), first: 'always' }]
  if (entry.endsWith('?'))
    return [{ ...pathStep(element, entry.slice(0, -1).split('/')), first: 'present' }]
  if (entry.includes('/')) return [pathStep(element, entry.split('/'))]
  const [name, condition] = entry.split(' if ') as [string, string?]
  const member = element.content[name]
  if (member === undefined) throw new Error(`cadena: ${name} is not a member`)
  switch (member.kind) {
    case 'attribute':
      if (member.cadena === 'never') return []
      return [
        {
          kind: 'field',
          name,
          always: member.required || member.cadena === 'always',
          ...(condition !== undefined && { when: condition.split('=') as [string, string] }),
        },
      ]
    case 'child':
      return [pathStep(element, [name])]
    case 'slot':
      return [{ kind: 'slot', name }]
    case 'free':
      return []
  }
}

function pathStep(element: Element, path: readonly string[]): Each {
  let target = element
  for (const name of path) {
    const member = target.content[name]
    if (member?.kind !== 'child') throw new Error(`cadena: ${name} is not a child`)
    target = member.element
  }
  return { kind: 'each', path, deep: false, element: target }
}

/**
 * Whether the SAT's transformation has a template for the step's elements. It has none for elements
 * that it reads within their parent's template.
 */
export function isTemplated({ path, element }: Each): boolean {
  return path.length === 1 && element.inline !== true
}

/** An element with a template in the SAT's transformation, which matches it anywhere. */
export interface Template {
  readonly schema: Schema
  readonly name: string
  /** Fields that it prints; undefined for a slot, whose children have their own templates. */
  readonly plan: Plan | undefined
}

/** Returns the templates for the elements of a schema, its root first. */
export function templatesOf(schema: Schema): readonly Template[] {
  const templates = new Map<string, Template>()
  const visit = (name: string, element: Element): void => {
    if (templates.has(name)) return
    const plan = printedPlanOf(element)
    templates.set(name, { schema, name, plan })
    for (const step of plan) {
      if (step.kind === 'slot')
        templates.set(step.name, { schema, name: step.name, plan: undefined })
      else if (step.kind === 'each' && isTemplated(step))
        visit(step.path[0] as string, step.element)
    }
  }
  visit(schema.name, schema.root)
  return [...templates.values()]
}
