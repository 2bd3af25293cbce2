/**
 * Describes patterns of the SAT's catalogues in Spanish words, so that messages contain no regular
 * expressions.
 * @module
 */

/** Words for each kind of alternative, with its sizes. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/^\[0-9\]\{(\d+)\}$/, '$1 dígitos'],
  [/^\[0-9\]\{(\d+),(\d+)\}$/, '$1 a $2 dígitos'],
  [/^\[A-Z0-9_\]\{(\d+),(\d+)\}$/, '$1 a $2 mayúsculas, dígitos o guiones bajos'],
  [/^#\[a-zA-Z0-9\]\{(\d+)\}$/, '# y $1 letras o dígitos'],
  [/^\[0-9\]\{5\}\(-\[0-9\]\{4\}\)\?$/, '5 dígitos, o 5 y 4 con guion: 12345-6789'],
  [
    /^\[A-Z\]\[0-9\]\[A-Z\] \[0-9\]\[A-Z\]\[0-9\]$/,
    'letras y dígitos alternos, con un espacio: A1B 2C3',
  ],
  [/^\\V\*$/, 'cualquiera, en un renglón'],
  [/^\[A-Z&Ñ\]\{3,4\}\[0-9\]\{2\}.*$/, 'la de un RFC'],
]

/** Describes a pattern of a catalogue; an unknown one gets a generic text. */
export function formWords(pattern: string): string {
  const whole = alternativeWords(pattern)
  if (whole !== undefined) return whole
  const alternatives = pattern.split('|').map(alternativeWords)
  if (alternatives.every((words) => words !== undefined)) return alternatives.join(', o ')
  return unknownForm
}

function alternativeWords(pattern: string): string | undefined {
  for (const [shape, words] of shapes) if (shape.test(pattern)) return pattern.replace(shape, words)
  return undefined
}

/** Description of unknown patterns. */
export const unknownForm = 'la que da el catálogo del SAT'
