/**
 * What of a document cannot be relied on, from the findings about its structure: rules over it are not asked, so that one
 * slip is one finding.
 * @module
 */
import type { Finding } from '../model/finding.js'

/** The parts and places of a document whose structure is unsound. */
export class Unsound {
  /** Every place that is unsound, and what it hangs from. */
  readonly #places: ReadonlySet<string>

  constructor(paths: readonly string[]) {
    this.#places = new Set(paths.flatMap(upward))
  }

  /** Whether any of those top-level properties is, or holds, what is unsound. */
  hasAny(parts: readonly string[]): boolean {
    return parts.some((part) => this.#places.has(part))
  }

  /** Whether the node at a path is, or holds, what is unsound. The root is judged by its parts. */
  isWithin(path: string): boolean {
    return path !== '' && this.#places.has(path)
  }

  /** Whether the document as a whole cannot be judged. */
  get isTotal(): boolean {
    return this.#places.has('') || this.hasAny(essential)
  }
}

/** Attributes of the root that almost every rule reads: without them no rule is asked. */
const essential = [
  'Fecha',
  'SubTotal',
  'Descuento',
  'Moneda',
  'TipoCambio',
  'Total',
  'TipoDeComprobante',
  'LugarExpedicion',
  'Version',
]

/** What those findings make unsound; undefined when nothing. A code that a catalogue lacks does no harm to other rules. */
export function unsoundOf(findings: readonly Finding[]): Unsound | undefined {
  const paths: string[] = []
  for (const { severity, catalog, path } of findings) {
    if (severity === 'error' && catalog === undefined) paths.push(path)
  }
  return paths.length === 0 ? undefined : new Unsound(paths)
}

/** A path and those above it: `Conceptos[0].Base`, `Conceptos[0]`, `Conceptos`. */
function upward(path: string): string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index)
  return [path, ...ends.map((end) => path.slice(0, end))]
}
