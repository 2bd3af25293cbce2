/**
 * What a step of the engine comes to.
 * @module
 */
import type { StampFailure } from './result.js'

/**
 * What a step earned, or the answer that it ended with. Which of them is told by this wrapper, which nobody but the engine
 * makes, and never by looks: a document may look like an answer.
 */
export type Step<Value> = { readonly value: Value } | { readonly failure: StampFailure }

/** Whether a step ended the stamp. */
export function isEnd<Value>(step: Step<Value>): step is { readonly failure: StampFailure } {
  return 'failure' in step
}
