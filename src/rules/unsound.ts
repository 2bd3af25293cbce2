/**
 * Determines the unsound values of a document from its structural findings. A rule that reads one
 * is skipped, so that one mistake gives one finding; all other rules are evaluated.
 * @module
 */
import { isRecord, ownData } from '../lib/json.js'
import type { Structure } from '../model/check.js'
import type { At, Finding } from '../model/finding.js'
import type { Schema } from '../model/grammar.js'
import { slotPlacesOf } from '../model/slots.js'
import { isVersionName } from '../model/version.js'
import { SoundCopy } from './soundCopy.js'

/**
 * Thrown when a rule reads an unsound value. Not an Error, because it is always caught and may be
 * frequent.
 */
const unread: unique symbol = Symbol('unread')

/** The unsound places of a document. */
interface Harm {
  readonly findings: readonly Finding[]
  readonly spaced: readonly At[]
  /** Names of the slots of the document. */
  readonly slots: readonly string[]
}

/** A document with unsound places, as a copy that shows only the sound ones to rules. */
export class Unsound {
  /** Whether the whole document is unsound. */
  readonly isTotal: boolean
  /** The copy. An unsound value throws when a rule reads it; a walk skips it. */
  readonly document: unknown
  /** Whether a rule is reading, rather than a walk. */
  #asking = false

  constructor(document: unknown, { findings, spaced, slots }: Harm) {
    this.isTotal = !isRecord(document) || ownData(document) === undefined
    const copy = new SoundCopy(
      document,
      slots,
      (value) => this.#poison(value),
      () => this.#refuse(),
    )
    for (const { path } of findings) copy.guard(path)
    for (const at of spaced) copy.collapse(at)
    this.document = copy.make()
  }

  /** Returns the result of a rule at a node; undefined when it reads an unsound value. */
  ask<T>(rule: () => T): T | undefined {
    this.#asking = true
    try {
      return rule()
    } catch (error) {
      if (error === unread) return undefined
      throw error
    } finally {
      this.#asking = false
    }
  }

  #refuse(): void {
    if (this.#asking) throw unread
  }

  /**
   * Substitute of an unsound value: for a walk, a node with all children and no items. For a
   * misplaced complement, only the version is readable.
   */
  #poison(value: unknown): unknown {
    const poison: unknown = new Proxy(
      {},
      {
        get: (_, key) => {
          if (isRecord(value) && isVersionName(key)) return value[key as string]
          this.#refuse()
          if (key === Symbol.toPrimitive) return () => (isRecord(value) ? '' : String(value))
          return poison
        },
        has: () => {
          this.#refuse()
          return false
        },
        ownKeys: () => {
          this.#refuse()
          return []
        },
      },
    )
    return poison
  }
}

/**
 * Creates the unsound copy of a document, with its other values as the XSD reads them; undefined
 * when the document is sound. Unknown codes of a catalogue and unknown names leave the document
 * sound.
 */
export function unsoundOf(
  { document, findings, intact, spaced }: Structure,
  declaration: Schema,
): Unsound | undefined {
  if (findings.length + spaced.length === 0) return undefined
  const harmless = new Set(intact)
  const harmful = findings.filter(
    (finding) =>
      finding.severity === 'error' && finding.catalog === undefined && !harmless.has(finding),
  )
  if (harmful.length + spaced.length === 0) return undefined
  const slots: string[] = []
  for (const { name } of slotPlacesOf(declaration)) slots.push(name)
  return new Unsound(document, { findings: harmful, spaced, slots })
}
