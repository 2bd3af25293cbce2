/**
 * Copies a document with changes at some places. Only the ancestors of those places are copied; the
 * rest is shared.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { collapseSpace } from '../lib/text.js'
import { type At, keysOf } from '../model/finding.js'

type Step = string | number
type Holder = Readonly<Record<Step, unknown>>

/** A changed place, or an ancestor of one. */
class Place {
  readonly step: Step
  change: 'guard' | 'collapse' | undefined
  readonly below = new Map<Step, Place>()

  constructor(step: Step) {
    this.step = step
  }

  at(step: Step): Place {
    const place = this.below.get(step) ?? new Place(step)
    this.below.set(step, place)
    return place
  }
}

/**
 * Creates the copy. A change takes time in proportion to its path, and each object is copied once.
 */
export class SoundCopy {
  readonly #document: unknown
  readonly #slots: readonly Step[]
  readonly #poison: (value: unknown) => unknown
  readonly #refuse: () => void
  readonly #root = new Place('')

  /**
   * @param poison Creates the substitute of a value for walks.
   * @param refuse Throws when a rule reads it. For a complement that must not be in one of the
   * `slots`, only its presence and version stay readable.
   */
  constructor(
    document: unknown,
    slots: readonly Step[],
    poison: (value: unknown) => unknown,
    refuse: () => void,
  ) {
    this.#document = document
    this.#slots = slots
    this.#poison = poison
    this.#refuse = refuse
  }

  /** Makes the value at the path of a finding unreadable. */
  guard(path: string): void {
    const steps = parseSteps(path, this.#document)
    if (steps !== undefined && steps.length > 0) this.#placeOf(steps).change = 'guard'
  }

  /** Collapses the white space of a text, as the XSD does. */
  collapse(at: At): void {
    this.#placeOf(keysOf(at)).change ??= 'collapse'
  }

  make(): unknown {
    return this.#copy(this.#document, this.#root)
  }

  #placeOf(steps: readonly Step[]): Place {
    let place = this.#root
    for (const step of steps) place = place.at(step)
    return place
  }

  #copy(value: unknown, { step: name, below }: Place): unknown {
    if (below.size === 0 || typeof value !== 'object' || value === null) return value
    const copy = (Array.isArray(value) ? value.slice() : withInherited(value)) as Record<
      Step,
      unknown
    >
    const inSlot = this.#slots.includes(name)
    for (const place of below.values()) {
      const { step, change } = place
      const value = copy[step]
      if (change === undefined) copy[step] = this.#copy(value, place)
      else if (change === 'collapse')
        copy[step] = typeof value === 'string' ? collapseSpace(value) : value
      else if (typeof step === 'number' || (inSlot && isRecord(value)))
        copy[step] = this.#poison(value)
      else this.#guardProperty(copy, step)
    }
    return copy
  }

  #guardProperty(copy: Record<Step, unknown>, step: string): void {
    const poison = this.#poison(copy[step])
    Object.defineProperty(copy, step, {
      get: () => {
        this.#refuse()
        return poison
      },
      enumerable: copy[step] !== undefined,
      configurable: true,
    })
  }
}

/** Copies an object with its inherited members, which the structural check also read. */
function withInherited(value: object): object {
  const copy = {}
  for (const key in value) {
    Object.defineProperty(copy, key, {
      value: (value as Holder)[key],
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  return copy
}

/**
 * Returns the steps of a path in a document: `Conceptos[0].Base`. A name may contain dots. Returns
 * undefined for a path through a missing member.
 */
function parseSteps(path: string, document: unknown): Step[] | undefined {
  const steps: Step[] = []
  let [rest, value] = [path, document]
  while (rest !== '') {
    if (typeof value !== 'object' || value === null) return undefined
    const item = /^\[(\d+)\]\.?/.exec(rest)
    const whole = Object.hasOwn(value, rest) ? rest : undefined
    const name = whole ?? /^[^.[]+/.exec(rest)?.[0] ?? rest
    const step = item === null ? name : Number.parseInt(item[1] as string, 10)
    rest = rest.slice(item === null ? name.length : item[0].length).replace(/^\./, '')
    steps.push(step)
    value = (value as Holder)[step]
  }
  return steps
}
