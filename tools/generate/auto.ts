/**
 * `auto.md`: the members that accept "AUTO", from the rows of derivations.
 * @module
 */
import { isWithin, type Row } from '../../src/derive/order.js'
import { memberPath, nameSources } from '../../src/derive/unresolved.js'
import type { Element, Schema } from '../../src/model/grammar.js'
import { comprobante } from '../../src/sat/cfdi40/declaration.js'
import type { CfdiDeriveContext } from '../../src/sat/cfdi40/derive/derivations.js'
import { priceMembers } from '../../src/sat/cfdi40/derive/precioConImpuestos.js'
import { complements } from '../../src/sat/declarations.js'
import { cfdiDerivations } from '../../src/sat/derivations.js'
import { type AutoWords, autoWords } from './parts/autoWords.js'
import type { Files } from './parts/files.js'

const { rows } = cfdiDerivations
const declared = declaredMembers()

export const generate = (): Files => ({
  'docs/en/auto.md': autoPage(autoWords.en),
  'docs/es/auto.md': autoPage(autoWords.es),
})

/**
 * Every member that a document may have, by its path without indices, and the document that
 * declares it.
 */
export function declaredMembers(): ReadonlyMap<string, Schema> {
  return new Map<string, Schema>([
    ...pathsOf('', comprobante.root).map((path) => [path, comprobante] as const),
    ...[...complements]
      .reverse()
      .flatMap((schema) =>
        pathsOf(
          `${schema.at === 'comprobante' ? 'Complemento' : 'Conceptos.ComplementoConcepto'}.${schema.name}`,
          schema.root,
        ).map((path) => [path, schema] as const),
      ),
  ])
}

function pathsOf(path: string, { content, shape }: Element): string[] {
  return Object.entries(content).flatMap(([name, member]) => {
    const here = shape === 'list' ? path : path === '' ? name : `${path}.${name}`
    const below = member.kind === 'child' ? pathsOf(here, member.element) : []
    return shape === 'list' ? below : [here, ...below]
  })
}

function autoPage({ title, intro, head, others, othersHead, ...words }: AutoWords): string {
  const order = [...declared.keys()]
  const place = (row: Row<CfdiDeriveContext>): number => order.indexOf(memberPath(row))
  const sorted = [...rows].sort((a, b) => place(a) - place(b))
  const documents = [...new Set(sorted.map(documentOf))]
  const lines = (name: string): string[] =>
    sorted.filter((row) => documentOf(row) === name).map(lineIn(words))
  return [
    title,
    '',
    ...intro(new Set(rows.map(memberPath)).size),
    ...documents.flatMap((name) => ['', `## ${name}`, '', ...head, ...lines(name)]),
    '',
    others,
    '',
    ...othersHead,
    ...Object.entries(priceMembers).map(([name, says]) => `| Conceptos.${name} | ${says} |`),
    '',
  ].join('\n')
}

/** Returns the document of a row; a complement may have rows for members of the comprobante. */
function documentOf(row: Row<CfdiDeriveContext>): string {
  const { path, up = '' } = row.nodes
  const carrier = isWithin(path, up)
    ? undefined
    : complements.find(({ name }) => up.endsWith(`.${name}`))
  const { name, version } = carrier ?? declared.get(memberPath(row)) ?? comprobante
  return `${name} ${version ?? ''}`.trim()
}

function lineIn({ rounding, settled, completed, left, derived }: Pick<AutoWords, Cells>) {
  return (row: Row<CfdiDeriveContext>): string => {
    const { rounded = '', absent, settles } = row.derivation
    const absence =
      settles !== undefined ? settled : absent === undefined ? completed : { left, derived }[absent]
    return `| ${memberPath(row)} | ${nameSources(row)} | ${rounding(rounded)} | ${absence} |`
  }
}

type Cells = 'rounding' | 'settled' | 'completed' | 'left' | 'derived'
