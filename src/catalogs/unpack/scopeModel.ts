/**
 * The model of scopes in the order of their codes: postal codes of colonias, which a state numbers
 * in the order of its postal codes, and later ones in any order.
 * @module
 */
import { BitMixer } from './bitMixer.js'
import { Frequencies } from './frequencies.js'
import type { Coder } from './rangeDecoder.js'

/** Steps between scopes that are coded as such. */
const mostSteps = 8

/** Frequency that an occurrence adds: a scope with many codes out of order gets more. */
const scopeWeight = 3

/** Number of histories of five steps, each of three kinds. */
const histories = 3 ** 5

/** Contexts of the bits, by their first one. */
const contexts = { next: histories, near: histories * 2, below: histories * 3, far: 1000 } as const

/** Codes the scopes of codes, as their places among the scopes of one thousand. */
export class ScopeModel {
  readonly #coder: Coder
  readonly #mixer: BitMixer
  #frequencies = new Frequencies(1, 1, 0)
  #place = 0
  #history = 0

  constructor(coder: Coder) {
    this.#coder = coder
    this.#mixer = new BitMixer(coder, 11, 0)
  }

  /** Begins a thousand with `count` scopes. */
  begin(count: number): void {
    this.#frequencies = new Frequencies(2 ** Math.ceil(Math.log2(count)), count, scopeWeight)
    this.#place = 0
  }

  /** Codes the place of the next scope. A decoder ignores `place`. */
  code(place: number): number {
    const mixer = this.#mixer
    const history = this.#history
    let kind = 0
    let coded = this.#place
    if (mixer.alone(history, Number(place === coded)) === 0) {
      coded++
      kind = 1
      if (mixer.alone(contexts.next + history, Number(place === coded)) === 0) {
        coded = this.#other(place)
        kind = 2
        this.#frequencies.add(coded)
      }
    }
    this.#history = (history * 3 + kind) % histories
    this.#place = coded
    return coded
  }

  #other(place: number): number {
    const mixer = this.#mixer
    const step = place - this.#place
    const isNear = mixer.alone(
      contexts.near + (this.#history % 27),
      Number(Math.abs(step) <= mostSteps),
    )
    if (isNear === 0) return this.#frequencies.code(this.#coder, place)
    const isBelow = mixer.alone(contexts.below, Number(step < 0))
    let steps = 2 - isBelow
    while (
      steps < mostSteps &&
      mixer.alone(contexts.far + steps * 2 + isBelow, Number(Math.abs(step) > steps)) === 1
    )
      steps++
    return this.#place + steps * (1 - 2 * isBelow)
  }
}
