/**
 * Result of a step of the engine.
 * @module
 */
import type { StampFailure } from './result.js'

/**
 * Result of a step: a value or a failure. The wrapper distinguishes them, because the members of a
 * document may resemble those of a failure.
 */
export type Step<Value> = { readonly value: Value } | { readonly failure: StampFailure }

/** Whether a step ended the stamp. */
export function isEnd<Value>(step: Step<Value>): step is { readonly failure: StampFailure } {
  return 'failure' in step
}
