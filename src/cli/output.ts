/**
 * What people read: colours, counts, progress.
 * @module
 */
import type { Out, World } from './command.js'

const colours = { red: 31, green: 32, yellow: 33, blue: 36, bold: 1, dim: 2 } as const

/** Paints a text, or leaves it as it is. */
export type Paint = (colour: keyof typeof colours, text: string) => string

/** Colours for a terminal; not for a pipe, nor where NO_COLOR says so (no-color.org). FORCE_COLOR has them in any case. */
export function paintOf(out: Out, { env }: Pick<World, 'env'>): Paint {
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  const painted = !env['NO_COLOR'] && (forced || (out.isTTY === true && env['TERM'] !== 'dumb'))
  return (colour, text) => (painted ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text)
}

/** A text of somebody else's for a terminal: what would move the cursor, colour it or ring is shown as the question mark it is. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}

/** `1 documento`, `2 documentos`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** JSON, a line at the end. */
export function writeJson(out: Out, value: unknown): void {
  out.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Says how far a long work is, on a terminal; on anything else, nothing. */
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
    this.#out.write(`\r\u001b[K${done} de ${this.#total}`)
    this.#shown = true
  }

  /** Before anything else is written. */
  clear(): void {
    if (this.#shown) this.#out.write('\r\u001b[K')
    this.#shown = false
  }
}
