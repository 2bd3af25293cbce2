/**
 * Text of `src/sat/outlines.ts`, which the build writes (tools/each.ts).
 * @module
 */
import type { Model, Schema } from '../src/model/grammar.js'
import { writeOutline } from '../src/model/outline.js'

/** Writes the module with the outlines of a model. */
export const writeOutlines = ({ document, complements }: Model): string => `/**
 * Outlines of CFDI 4.0, its complements and the stamp, made of their declarations by npm run
 * each. Do not edit.
 * @module
 */
import type { Complement, Schema } from '../model/grammar.js'
import { readOutline } from '../model/outline.js'

export const documentOutline: Schema = ${writeSchema(document)}

export const complementOutlines: readonly Complement[] = [
${complements.map((complement) => `  ${writeSchema(complement)},\n`).join('')}]
`

function writeSchema(schema: Schema): string {
  const { root: _, ...facts } = schema
  return `readOutline(
    ${JSON.stringify(facts)},
    '${writeOutline(schema)}',
  )`
}
