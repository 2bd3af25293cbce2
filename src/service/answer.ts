/**
 * What operations answer: plain data, for any server.
 * @module
 */
import type { StampError, StampFailure } from '../engine/result.js'
import { type CodeName, type CodeRow, codeRow, serviceCodes } from './codes.js'

/** An answer. */
export interface Answer {
  /** Status of HTTP. */
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON, or bytes sent as they are; undefined for no content. */
  readonly body: object | Uint8Array | undefined
}

/** One reason of a failure. */
export type ServiceError = Pick<StampError, 'element' | 'field' | 'message'> & Partial<StampError>

/** The body of an answer that is a no. */
export interface FailureBody {
  /** Why, stable: see `serviceCodes`. */
  readonly code: number
  /** In Spanish, for people. */
  readonly message: string
  /** The reasons, one by one; empty where there is none but the message. */
  readonly errors: readonly ServiceError[]
}

/** What stops an operation: thrown inside, answered outside. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super((answer.body as FailureBody).message)
    this.answer = answer
  }
}

/** An answer with a body. */
export function answer(status: number, body: object | undefined, headers: Answer['headers'] = {}): Answer {
  return { status, headers, body }
}

/** A no of the service, to be thrown. */
export function refuse(name: CodeName, more: Partial<Pick<FailureBody, 'message' | 'errors'>> = {}): Refusal {
  return new Refusal(answerNo(serviceCodes[name], more))
}

/** A no about one field of the request. */
export function refuseField(field: string, message: string, element = 'request'): Refusal {
  return refuse('request', {
    message: `${serviceCodes.request.message} ${message}`,
    errors: [{ element, field, message }],
  })
}

/** The no of an engine, with what belongs to the client: neither what was sealed, nor tokens. */
export function answerFailure({ code, message, errors, retryAfter }: StampFailure): Answer {
  const no = answerNo(codeRow(code), { message, errors })
  return retryAfter === undefined ? no : { ...no, headers: { 'retry-after': String(Math.ceil(retryAfter / 1000)) } }
}

function answerNo({ code, http, message }: CodeRow, more: Partial<FailureBody>): Answer {
  return answer(http, { code, message, errors: [], ...more } satisfies FailureBody)
}
