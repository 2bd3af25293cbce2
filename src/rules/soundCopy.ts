/**
 * A copy of a document with some of its places changed: of what holds them only, the rest is the same.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { collapseSpace } from '../lib/text.js'
import type { At } from '../model/finding.js'

type Step = string | number
type Holder = Readonly<Record<Step, unknown>>

/** A place to be changed, or one that holds some. */
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

/** Makes the copy. A change costs as much as its path is long, and what is copied is copied once. */
export class SoundCopy {
  readonly #document: unknown
  readonly #slots: readonly Step[]
  readonly #poison: (value: unknown) => unknown
  readonly #refuse: () => void
  readonly #root = new Place('')

  /**
   * `poison` makes what stands for a value in a walk, `refuse` throws when a rule reads it. Of a complement that may not hang
   * in one of the `slots`, only that it is there and its version are known.
   */
  constructor(document: unknown, slots: readonly Step[], poison: (value: unknown) => unknown, refuse: () => void) {
    this.#document = document
    this.#slots = slots
    this.#poison = poison
    this.#refuse = refuse
  }

  /** That the value at the path of a finding is not to be read. */
  guard(path: string): void {
    const steps = stepsOf(path, this.#document)
    if (steps !== undefined && steps.length > 0) this.#placeOf(steps).change = 'guard'
  }

  /** That the text there is to be read without the white space that the XSD does not see. */
  collapse(at: At): void {
    const steps: Step[] = []
    for (let place: At | undefined = at; place !== undefined; place = place.parent) steps.push(place.key)
    this.#placeOf(steps.reverse()).change ??= 'collapse'
  }

  make(): unknown {
    return this.#copy(this.#document, this.#root)
  }

  #placeOf(steps: readonly Step[]): Place {
    return steps.reduce((place, step) => place.at(step), this.#root)
  }

  #copy(value: unknown, { step: name, below }: Place): unknown {
    if (below.size === 0 || typeof value !== 'object' || value === null) return value
    const copy = (Array.isArray(value) ? value.slice() : withInherited(value)) as Record<Step, unknown>
    for (const place of below.values()) this.#change(copy, place, this.#slots.includes(name))
    return copy
  }

  #change(copy: Record<Step, unknown>, place: Place, inSlot: boolean): void {
    const { step, change } = place
    const value = copy[step]
    if (change === undefined) copy[step] = this.#copy(value, place)
    else if (change === 'collapse') copy[step] = typeof value === 'string' ? collapseSpace(value) : value
    else if (typeof step === 'number' || (inSlot && isRecord(value))) copy[step] = this.#poison(value)
    else this.#guardProperty(copy, step)
  }

  #guardProperty(copy: Record<Step, unknown>, step: string): void {
    const poison = this.#poison(copy[step])
    const get = () => {
      this.#refuse()
      return poison
    }
    Object.defineProperty(copy, step, { get, enumerable: copy[step] !== undefined, configurable: true })
  }
}

/** A copy with what it inherits, which the structural check saw too. */
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
 * The steps of a path in a document: `Conceptos[0].Base`. A name may have dots in it. Undefined when the path leads through
 * what is not there.
 */
function stepsOf(path: string, document: unknown): Step[] | undefined {
  const steps: Step[] = []
  let [rest, value] = [path, document]
  while (rest !== '') {
    if (typeof value !== 'object' || value === null) return undefined
    const item = /^\[(\d+)\]\.?/.exec(rest)
    const name = item !== null ? undefined : Object.hasOwn(value, rest) ? rest : nameAtStart(rest)
    const step = item !== null ? Number.parseInt(item[1] as string, 10) : (name as string)
    rest = rest.slice(item !== null ? item[0].length : (name as string).length).replace(/^\./, '')
    steps.push(step)
    value = (value as Holder)[step]
  }
  return steps
}

function nameAtStart(path: string): string {
  const end = path.search(/[.[]/)
  return end < 1 ? path : path.slice(0, end)
}
