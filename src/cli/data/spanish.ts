/**
 * The sentences of packs and of the importer in Spanish, for the command line. The library has them
 * in English, for programs and maintainers.
 * @module
 */

/** A sentence in both languages; what varies is in braces. */
export const sentences: readonly (readonly [english: string, spanish: string])[] = [
  ['the pack is damaged: its digest is another', 'el paquete está dañado: su huella es otra'],
  ['the pack is damaged: it is not JSON', 'el paquete está dañado: no es JSON'],
  [
    'the pack is damaged: it requires date, sha256 and catalogs',
    'el paquete está dañado: requiere date, sha256 y catalogs',
  ],
  [
    'the text is not a pack: its format is not {format}',
    'no es un paquete: su formato no es {format}',
  ],
  [
    'the pack has version {version}; this release reads {known}',
    'el paquete es de la versión {version}; esta biblioteca lee la {known}',
  ],
  ['the pack has no catalogue', 'el paquete no tiene catálogos'],
  ['{name} of the pack is not a text', '{name} del paquete no es un texto'],
  [
    '{name} of the pack is not a catalogue of this release',
    '{name} del paquete no es un catálogo de esta versión',
  ],
  [
    '{name} of the pack has a date of its own, {date}',
    '{name} del paquete tiene otra fecha, {date}',
  ],
  ['{name} of the pack is without {owner}', 'al paquete le falta {owner}, de {name}'],
  ['{name} of the pack is damaged: {reason}', '{name} del paquete está dañado'],
  [
    '{name} of the pack is of {date}, older than {present}',
    '{name} del paquete es de {date}, anterior a {present}',
  ],
  [
    '{name} of the pack has the columns {columns}; this release reads {known}',
    '{name} del paquete tiene las columnas {columns}; esta biblioteca lee {known}',
  ],
  ['{file}: no header row', '{file}: sin renglón de encabezados'],
  [
    '{file}, line {line}: {count} cells, {expected} expected',
    '{file}, línea {line}: {count} celdas en lugar de {expected}',
  ],
  [
    '{file}, line {line}: control character in {cell}',
    '{file}, línea {line}: carácter de control en {cell}',
  ],
  [
    '{file}: columns {columns}; {expected} expected',
    '{file}: columnas {columns}; se esperaban {expected}',
  ],
  ['{where}: {cell} is not a key', '{where}: {cell} no es una clave'],
  ['{where}: {cell} is not a {kind}', '{where}: {cell} no es un valor de tipo {kind}'],
  ['{file}: key {key} is there twice', '{file}: la clave {key} está dos veces'],
  [
    '{name}: its table is missing, and there is no packed version to keep',
    '{name}: falta su tabla, y no hay otra que conservar',
  ],
  [
    '{name}: {before} rows before, {now} now, {gone} codes gone ({lost}). If the SAT did take them away: --accept-shrink {option}',
    '{name}: {before} renglones antes, {now} ahora, {gone} claves menos ({lost}). Si el SAT las quitó: --accept-shrink {option}',
  ],
  ['no sheet is a catalogue of CFDI 4.0', 'ninguna hoja es un catálogo de CFDI 4.0'],
  [
    '{sheet}: no header row in the first {depth} rows',
    '{sheet}: sin encabezados en los primeros {depth} renglones',
  ],
  [
    '{sheet}: columns {columns}; expected {expected}',
    '{sheet}: columnas {columns}; se esperaban {expected}',
  ],
  ['{where}: {cell} is not a date', '{where}: {cell} no es una fecha'],
  ['{where}: {cell} is not a whole number', '{where}: {cell} no es un número entero'],
  ['tz_ranges.tsv: {zone} is not a zone', 'tz_ranges.tsv: {zone} no es una zona horaria'],
  [
    'tz_ranges.tsv: no range has postal code {code}',
    'tz_ranges.tsv: ningún intervalo tiene el código postal {code}',
  ],
  [
    'border_flag_ranges.tsv says {flag} for {code}, the postal codes {other}',
    'border_flag_ranges.tsv dice {flag} de {code}, y los códigos postales {other}',
  ],
  [
    '{file}, line {line}: range {range} is out of order',
    '{file}, línea {line}: el intervalo {range} está fuera de orden',
  ],
  [
    'tz_by_state.tsv: {state} has {codes} codes in {zone}, the ranges {found}',
    'tz_by_state.tsv: {state} tiene {codes} códigos en {zone}, y los intervalos {found}',
  ],
]

const variable = /\{(\w+)\}/g
const fixedLength = ([english]: (typeof sentences)[number]) => english.replace(variable, '').length

/** The sentence of the most fixed words comes first: others fit it too. */
const bySpecificity = [...sentences].sort((one, other) => fixedLength(other) - fixedLength(one))
const patterns = bySpecificity.map(([english, spanish]) => {
  const fixed = english
    .split(variable)
    .map((part, at) =>
      at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+?)`,
    )
  return [new RegExp(`^${fixed.join('')}$`), spanish] as const
})

/** Returns the lines of a message as one in Spanish. A line that is none of the sentences stays. */
export function inSpanish(message: string): string {
  return message.split('\n').map(lineInSpanish).join('; ')
}

function lineInSpanish(line: string): string {
  for (const [pattern, spanish] of patterns) {
    const { groups } = pattern.exec(line) ?? {}
    if (pattern.test(line))
      return spanish.replace(variable, (_, name) => valueInSpanish(name, groups?.[name]))
  }
  return line
}

/** Kinds of values of the tables. */
const kinds: Readonly<Record<string, string>> = {
  text: 'texto',
  integer: 'entero',
  date: 'fecha',
  optional: 'opcional',
  choice: 'opción',
  flag: 'sí o no (1 o nada)',
  list: 'lista',
}

function valueInSpanish(name: string, value = ''): string {
  if (name === 'kind') return kinds[value] ?? value
  if (name !== 'where') return value
  return value.replace(/, row (\d)/, ', renglón $1').replace(/, line (\d)/, ', línea $1')
}
