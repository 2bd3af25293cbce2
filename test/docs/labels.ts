/**
 * The labels of the printed document, from what each member of a declaration means: `/** Régimen fiscal (c_RegimenFiscal): …` prints as
 * «Régimen fiscal».
 * @module
 */
import type { Complement, Element } from '../../src/model/grammar.js'
import { spelled } from '../../src/pdf/labels/spelled.js'
import { type Declaration, membersOf } from './meanings.js'

/** What a comment begins with, up to what it adds to it: the noun of what it tells. A list of values is none. */
const opening = /^[^.,;:(«"]+(?=[.;:(]| «|$|, (?!\p{Lu}\p{Ll}))/u

/** What a noun is told by: «Aduana por la que entró», «Entidad federativa donde trabaja». */
const relative = /(?: (?:a|al|con|de|del|en|por|sobre)(?: el| la| los| las)?)? (?:que|donde)(?= (?!no )).*/

/** A question, a clause, a code and what it stands for. */
const clause =
  /^(Si|No|Qué|Quién|Quien|Quienes|Lo|Cada|Cuánto|Cuántos|Cuántas|Cuándo|Cómo|Por qué|Para|De|Desde|En|Sobre|Su|Sus|Siempre|A|Con|Dónde|[A-Z]|PUE)(?= |$)|^\d{2} /

/** What says nothing alone. */
const vague = /^(Suma|Monto|Datos)$/

/** What only a programmer reads: `ValorUnitario`. */
const camel = /\p{Ll}\p{Lu}/u

/** Longer ones are sentences. */
const longest = 50

/** The label of a member, by the noun with which its comment begins; undefined where that is none, or adds nothing to the name. */
export function labelIn(meaning: string, name: string): string | undefined {
  const noun = opening.exec(meaning)?.[0].trim().replace(relative, '')
  const bare = noun?.replace(/^(El|La|Los|Las) (?=\p{L}+$)/u, '').replace(/^Suma de l[oa]s /, 'Total de ') ?? ''
  if (bare === '' || bare.length > longest || [clause, vague, camel].some((one) => one.test(bare))) return undefined
  const label = bare.charAt(0).toUpperCase() + bare.slice(1)
  return saysAsMuch(spelled(name), label) ? undefined : label
}

/** What a label adds to a name that stands in the node of which it tells: «CURP del alumno»; «País de origen» tells more. */
const owner = /^ (del|de la|de las|de los|en|a|al|para|con|o) /

function saysAsMuch(name: string, label: string): boolean {
  if (`${name} `.startsWith(`${label} `)) return true
  return label.startsWith(name) && owner.test(label.slice(name.length))
}

/** A label and where it stands. */
interface Place {
  /** From the least to the most exact: `Rfc`, `Emisor.Rfc`, `Comprobante.Emisor.Rfc`. */
  readonly keys: readonly [string, string, string]
  /** Empty where the comment has none. */
  readonly label: string
}

function* placesOf(root: string, node: string, element: Element): Generator<Place> {
  for (const [name, member, meaning = ''] of membersOf(element)) {
    yield { keys: [name, `${node}.${name}`, `${root}.${node}.${name}`], label: labelIn(meaning, name) ?? '' }
    if (member.kind === 'child') yield* placesOf(root, name, member.element)
  }
}

/** Each label under the shortest key of which no two places differ. Of several versions of a document the current one is first. */
export function labelsOf(declarations: readonly Declaration[]): Map<string, string> {
  const sorted = [...declarations].sort((a, b) => age(a) - age(b))
  const places = sorted.flatMap(({ schema: { name, root } }) => [...placesOf(name, name, root)])
  const labels = new Map<string, string>()
  let left = firstOfEach(places)
  for (const level of [0, 1, 2] as const) {
    const groups = groupedBy(left, level)
    left = []
    for (const [key, group] of groups) {
      const [label, ...others] = new Set(group.map((place) => place.label))
      if (others.length > 0) left.push(...group)
      else if (label) labels.set(key, label)
    }
  }
  return labels
}

function groupedBy(places: readonly Place[], level: 0 | 1 | 2): Map<string, Place[]> {
  const groups = new Map<string, Place[]>()
  for (const place of places) groups.set(place.keys[level], [...(groups.get(place.keys[level]) ?? []), place])
  return groups
}

function age({ schema }: Declaration): number {
  return (schema as Partial<Complement>).status === 'historico' ? 1 : 0
}

function firstOfEach(places: readonly Place[]): Place[] {
  return [...new Map([...places].reverse().map((place) => [place.keys[2], place])).values()].reverse()
}

/** The module that holds them. */
export function writeLabels(declarations: readonly Declaration[]): string {
  const lines = [...labelsOf(declarations)].map(([key, label]) => `${key} ${label}`).sort()
  return `/**
 * What the comments of the declarations call each member, written by \`npm test -- -u\`: a name, or where it has several labels its node
 * and name, or its document, node and name.
 * @module
 */
export const declared = \`
${lines.join('\n')}
\`
`
}
