/**
 * What of a document cannot be relied on, from the findings about its structure: a rule that reads it is not asked, so that
 * one slip is one finding. Every other rule is.
 * @module
 */
import { isRecord, ownData } from '../lib/json.js'
import type { Structure } from '../model/check.js'
import type { At, Finding } from '../model/finding.js'
import type { Schema } from '../model/grammar.js'
import { slotPlacesOf } from '../model/slots.js'
import { isVersionName } from '../model/version.js'
import { SoundCopy } from './soundCopy.js'

/** What a rule throws that reads what is unsound. Not an Error: nobody sees it, and there may be many. */
const unread: unique symbol = Symbol('unread')

/** What is wrong with a document. */
interface Harm {
  readonly findings: readonly Finding[]
  readonly spaced: readonly At[]
  /** Names of the slots of the document. */
  readonly slots: readonly string[]
}

/** A document of which some places are unsound, in a copy that only shows the others to rules. */
export class Unsound {
  /** Whether there is no document to be judged. */
  readonly isTotal: boolean
  /** The document. What is unsound in it throws when a rule reads it, and is passed over by a walk. */
  readonly document: unknown
  /** Whether a rule is reading, and not a walk. */
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

  /** What a rule answers at a node; undefined when it reads what is unsound. */
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
   * What stands for a value that is unsound: to a walk, a node that has all children and no items. Of a complement that hangs
   * where it may not, only the version can be read.
   */
  #poison(value: unknown): unknown {
    const poison: unknown = new Proxy(
      {},
      {
        get: (_, key) => {
          if (isRecord(value) && isVersionName(key)) return value[key as string]
          this.#refuse()
          return key === Symbol.toPrimitive ? () => (isRecord(value) ? '' : String(value)) : poison
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
 * What of a document is unsound, and its other values as the XSD reads them; undefined when it can be judged as it is. A code
 * that a catalogue lacks does no harm to other rules, nor does a name that does not exist.
 */
export function unsoundOf({ document, findings, intact, spaced }: Structure, declaration: Schema): Unsound | undefined {
  if (findings.length + spaced.length === 0) return undefined
  const harmless = new Set(intact)
  const harmful = findings.filter(
    (finding) => finding.severity === 'error' && finding.catalog === undefined && !harmless.has(finding),
  )
  if (harmful.length + spaced.length === 0) return undefined
  const slots = slotPlacesOf(declaration).map(({ name }) => name)
  return new Unsound(document, { findings: harmful, spaced, slots })
}
