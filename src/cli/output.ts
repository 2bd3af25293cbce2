/**
 * Human-readable output: colours, counts, progress.
 * @module
 */
import { type Out, UsageError, type World } from './command.js'
import { exactText, jsonText, SafeText, safe } from './safeText.js'

const colours = { red: 31, green: 32, yellow: 33, blue: 36, bold: 1, dim: 2 } as const

/** Colours a text, or returns it unchanged. */
export type Paint = (colour: keyof typeof colours, text: string | SafeText) => SafeText

/**
 * Returns a painter: colours on a terminal, unless NO_COLOR is set (no-color.org). FORCE_COLOR
 * enables them always.
 */
export function paintOf(out: Out, { env }: Pick<World, 'env'>): Paint {
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const painted = !env['NO_COLOR'] && (forced || (out.isTTY === true && env['TERM'] !== 'dumb'))
  return (colour, text) =>
    painted ? safe`\u001b[${colours[colour]}m${text}\u001b[0m` : safe`${text}`
}

/** `1 documento`, `2 documentos`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** Writes JSON and a line feed. */
export function writeJson(out: Out, value: unknown): void {
  out.write(safe`${jsonText(value)}\n`)
}

/**
 * Streams `{ "documents": […] }`, so that the reports of a large folder are not in memory at once.
 */
export async function writeJsonDocuments(
  out: Out,
  documents: AsyncIterable<unknown>,
): Promise<void> {
  out.write(safe`{\n  "documents": [`)
  let isFirst = true
  for await (const document of documents) {
    out.write(safe`${isFirst ? '' : ','}\n    ${jsonText(document, '    ')}`)
    isFirst = false
  }
  out.write(isFirst ? safe`]\n}\n` : safe`\n  ]\n}\n`)
}

/** Option of commands whose result is useful only unescaped. */
export const rawOption = {
  raw: {
    type: 'boolean',
    says: 'tal cual, aunque tenga caracteres que alteran lo que se ve en una terminal',
  },
} as const

/**
 * Writes an unescaped text and a line feed.
 * @throws UsageError when the text could alter a terminal, unless `isRaw`
 */
export function writeExact(out: Out, text: string, isRaw: boolean): void {
  const shown = isRaw ? SafeText.own(text) : exactText(text)
  if (shown === undefined)
    throw new UsageError(
      'El resultado tiene caracteres que alteran lo que se ve en una terminal o en un registro de CI: dé --raw para escribirlo tal cual.',
    )
  out.write(safe`${shown}\n`)
}

/** Shows the progress of a long task on a terminal; elsewhere nothing. */
export class Progress {
  readonly #out: Out
  readonly #total: number
  #shown = false

  constructor(out: Out, total: number) {
    this.#out = out
    this.#total = total
  }

  show(done: number): void {
    if (this.#out.isTTY !== true || this.#total < 2) return
    this.#out.write(safe`\r\u001b[K${done} de ${this.#total}`)
    this.#shown = true
  }

  /** Clears the line. Call it before other output. */
  clear(): void {
    if (this.#shown) this.#out.write(safe`\r\u001b[K`)
    this.#shown = false
  }
}
