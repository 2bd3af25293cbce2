/**
 * Runs an operation: who calls, what is given, and an answer whatever happens.
 * @module
 */
import { type Answer, type FailureBody, Refusal, refuse } from './answer.js'
import { authenticate } from './authenticate.js'
import { readFields } from './fields.js'
import type { Caller, Operation, OperationRequest, Service } from './operation.js'
import { type OperationName, operations } from './operations.js'
import type { EnvironmentName } from './records.js'

/** What an operation did, for logs and metrics: nothing of it is secret. */
export interface Observation {
  /** Its name; empty when the path is of none. */
  readonly operation: OperationName | ''
  /** Status of HTTP. */
  readonly status: number
  /** The code of a no. */
  readonly code?: number
  /** Milliseconds that it took. */
  readonly ms: number
  /** Where, when the key said so. */
  readonly environment?: EnvironmentName
  /** Whose, when the key said so. */
  readonly account?: string
  /** What failed behind a 730 or a 731: for the log of the host, it may hold what a store or a renderer says. */
  readonly cause?: unknown
}

/** What answers of the sandbox say besides. */
export const sandboxNotice = 'Ambiente de pruebas: sin validez fiscal.'

/** What is to be run: found, and read, when it is run. */
export interface Asked {
  readonly name: OperationName
  readonly request: () => OperationRequest
}

/** An answer, and what is to be observed of it besides. */
interface Outcome {
  readonly answer: Answer
  readonly name?: OperationName
  readonly caller?: Caller
  readonly cause?: unknown
}

/** Runs the operation that is asked for, if one is. Never rejects. */
export async function run(service: Service, find: () => Asked): Promise<Outcome> {
  const known: { name?: OperationName; caller?: Caller } = {}
  try {
    const { name, request } = find()
    known.name = name
    const operation: Operation = operations[name]
    const given = request()
    const { headers = {} } = given
    if (operation.scope !== undefined) known.caller = await authenticate(service, headers, operation.scope)
    const call = { service, headers, input: inputOf(operation, given), ...known.caller }
    return { answer: dressed(await operation.run(call as never), known.caller), ...known }
  } catch (cause) {
    const refusal = cause instanceof Refusal ? cause : refuse('failed')
    const behind = cause instanceof Refusal ? cause.cause : cause
    return {
      answer: dressed(refusal.answer, known.caller),
      ...known,
      ...(behind === undefined ? {} : { cause: behind }),
    }
  }
}

function inputOf({ params = {}, query = {}, form = {} }: Operation, given: OperationRequest): object {
  return {
    ...readFields(params, given.params ?? {}),
    ...readFields(query, given.query ?? {}),
    ...readFields(form, given.form ?? {}),
  }
}

/** What every answer says. Those of the sandbox say that they are. */
function dressed({ status, headers, body }: Answer, caller: Caller | undefined): Answer {
  const isData = body !== undefined && !(body instanceof Uint8Array)
  const isSandbox = caller?.environment.name === 'sandbox'
  return {
    status,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers },
    body: isData && isSandbox ? { ...body, environment: 'sandbox', aviso: sandboxNotice } : body,
  }
}

/** What is observed of an outcome. */
export function observationOf({ answer, name, caller, cause }: Outcome, ms: number): Observation {
  const { code } = (answer.body ?? {}) as Partial<FailureBody>
  return {
    operation: name ?? '',
    ...{ status: answer.status, ms },
    ...(code === undefined ? {} : { code }),
    ...(caller === undefined ? {} : { environment: caller.environment.name, account: caller.account.id }),
    ...(cause === undefined ? {} : { cause }),
  }
}
