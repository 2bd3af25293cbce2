/**
 * What of a document cannot be relied on, from the findings about its structure: rules over it are not asked, so that one
 * slip is one finding.
 * @module
 */
import type { Finding } from '../model/finding.js'

/** The parts and places of a document whose structure is unsound. */
export class Unsound {
  readonly #parts: ReadonlySet<string>
  readonly #paths: readonly string[]

  constructor(paths: readonly string[]) {
    this.#paths = paths
    this.#parts = new Set(paths.map(topOf))
  }

  /** Whether any of those top-level properties is, or holds, what is unsound. */
  hasAny(parts: readonly string[]): boolean {
    return parts.some((part) => this.#parts.has(part))
  }

  /** Whether the node at a path is, or holds, what is unsound. The root is judged by its parts. */
  isWithin(path: string): boolean {
    return path !== '' && this.#paths.some((place) => isUnder(place, path))
  }

  /** Whether the document as a whole cannot be judged. */
  get isTotal(): boolean {
    return this.#parts.has('') || this.hasAny(essential)
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

const topOf = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? ''

function isUnder(place: string, path: string): boolean {
  if (!place.startsWith(path)) return false
  const next = place[path.length]
  return next === undefined || next === '.' || next === '['
}
