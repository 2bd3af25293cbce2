/**
 * Text that is safe for a terminal or a CI log. File names and document content cannot start a
 * line, move the cursor, reorder characters or send commands to a CI runner.
 * @module
 */

/** Text that is safe to print. The streams of a command accept only this type. */
export class SafeText {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** Text of this program alone, unchanged: help, names of catalogues. */
  static own(text: string): SafeText {
    return new SafeText(text)
  }

  toString(): string {
    return this.#text
  }
}

/** A value in a {@link safe} template. Text is neutralised; safe text stays as it is. */
export type Shown = string | number | SafeText | readonly SafeText[]

/**
 * Text of a template: its literals stay, its values are neutralised. Begin each line with a
 * literal, so that a value never does.
 */
export function safe(literals: TemplateStringsArray, ...values: readonly Shown[]): SafeText {
  let text = ''
  for (const [at, value] of values.entries()) text += `${literals[at]}${shownOf(value)}`
  return SafeText.own(`${text}${literals.at(-1)}`)
}

function shownOf(value: Shown): string {
  if (typeof value === 'string') return neutralise(value)
  if (Array.isArray(value)) return value.join('')
  return String(value)
}

/**
 * Control characters, line separators, bidirectional controls, marks of byte order and halves of
 * characters.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\ufeff]/gu

/**
 * Azure Pipelines reads `##vso[` and GitHub `##[` anywhere in a line (actions/runner,
 * ActionCommand.cs); TeamCity, `##teamcity[`.
 */
const bracketed = /#(?=#\w*\[)/g

/** GitHub and Azure read `::` at the start of a line. */
const leading = /^(\s*):(?=:)/

function neutralise(text: string): string {
  return text.replace(unsafe, '\ufffd').replace(bracketed, '\ufffd').replace(leading, '$1\ufffd')
}

/**
 * Returns indented JSON, with a margin before all lines but the first. Escapes unsafe characters
 * without loss.
 */
export function jsonText(value: unknown, margin = ''): SafeText {
  const lines = JSON.stringify(value, null, 2).split('\n')
  const escaped = lines.map((line) =>
    line.replace(unsafe, escapeUnit).replace(bracketed, escapeUnit),
  )
  return SafeText.own(escaped.join(`\n${margin}`))
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Accepts an unescaped text, such as XML. Returns undefined when a line is unsafe. */
export function exactText(text: string): SafeText | undefined {
  const isSafe = (line: string): boolean => neutralise(line) === line
  if (text.replaceAll('\t', ' ').split(/\r?\n/).every(isSafe)) return SafeText.own(text)
  return undefined
}
