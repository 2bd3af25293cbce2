/**
 * Responses of operations: plain data, for any server.
 * @module
 */
import type { StampError, StampFailure } from '../engine/result.js'
import { type CodeName, type CodeRow, codeRow, serviceCodes } from './codes.js'

/** A response. */
export interface Answer {
  /** HTTP status. */
  readonly status: number
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * An object for JSON, bytes to send unchanged, whole or as an `AsyncIterable` of parts, or
   * undefined for no content.
   */
  readonly body: object | Uint8Array | AsyncIterable<Uint8Array> | undefined
}

/** One reason of a failure. */
export type ServiceError = Pick<StampError, 'element' | 'field' | 'message'> & Partial<StampError>

/** Body of a failure response. */
export interface FailureBody {
  /** Stable code: see `serviceCodes`. */
  readonly code: number
  /** Sentence in Spanish, for end users. */
  readonly message: string
  /** Individual reasons; empty if the message is the only one. */
  readonly errors: readonly ServiceError[]
  /** Number of further reasons, when `errors` has not all. */
  readonly more?: number
}

/** Maximum reasons in a response. */
const mostErrors = 200

/** The first reasons, and the number of the others. */
export function countedErrors<One>(all: readonly One[]): {
  readonly errors: readonly One[]
  readonly more?: number
} {
  const more = all.length - mostErrors
  return { errors: all.slice(0, mostErrors), ...(more > 0 && { more }) }
}

/** Thrown to end an operation with a failure response. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super((answer.body as FailureBody).message)
    this.answer = answer
  }
}

/** Creates a response with a body. */
export function createAnswer(
  status: number,
  body: object | undefined,
  headers: Answer['headers'] = {},
): Answer {
  return { status, headers, body }
}

/** Creates a failure of the service, to be thrown. */
export function refuse(
  name: CodeName,
  {
    retryAfter,
    ...more
  }: Partial<Pick<FailureBody, 'message' | 'errors'> & { readonly retryAfter: number }> = {},
): Refusal {
  return new Refusal(withRetryAfter(answerNo(serviceCodes[name], more), retryAfter))
}

/** Creates a failure about one field of the request. */
export function refuseField(field: string, message: string, element = 'request'): Refusal {
  return refuse('request', {
    message: `${serviceCodes.request.message} ${message}`,
    errors: [{ element, field, message }],
  })
}

/**
 * Converts an engine's failure to a response, without data that the client must not see: the sealed
 * document and tokens.
 */
export function answerFailure({ code, message, errors, retryAfter }: StampFailure): Answer {
  return withRetryAfter(answerNo(codeRow(code), { message, errors }), retryAfter)
}

/** @param retryAfter milliseconds */
function withRetryAfter(no: Answer, retryAfter: number | undefined): Answer {
  if (retryAfter === undefined) return no
  return { ...no, headers: { 'retry-after': String(Math.ceil(retryAfter / 1000)) } }
}

function answerNo(row: CodeRow, more: Partial<FailureBody>): Answer {
  const { code, http, message, retryAfter } = row
  const body = {
    ...{ code, message, ...more, ...countedErrors(more.errors ?? []) },
  } satisfies FailureBody
  return createAnswer(
    http,
    body,
    retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
  )
}
