/**
 * Runs an operation: authenticates, parses the input, and always returns a response.
 * @module
 */
import { audited } from './account/audit.js'
import { environmentOf, presentKey } from './account/keys.js'
import { type Answer, type FailureBody, Refusal, refuse, refuseField } from './answer.js'
import { authenticate, keyTextOf, readRequestHeader, requestIdOf } from './authenticate.js'
import { readFields } from './fields.js'
import { simulationHeader } from './handlers/simulation.js'
import { isStream, watchStream } from './lists/streams.js'
import type { Call, Caller, Headers, Operation, OperationRequest, Service } from './operation.js'
import { type OperationName, operations } from './operations.js'
import type { EnvironmentName } from './records.js'
import type { Ticket } from './turnstile.js'

/** A finished call, for logs and metrics. It holds no secrets. */
export interface Observation {
  /** Name of the operation; empty when no operation has the path. */
  readonly operation: OperationName | ''
  /** HTTP status. */
  readonly status: number
  /** Failure code. */
  readonly code?: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** Id of the request, as its answer has it in `X-Request-Id`. */
  readonly requestId: string
  /** Environment of the key, if it was authenticated. */
  readonly environment?: EnvironmentName
  /** Account of the key, if it was authenticated. */
  readonly account?: string
  /** Id of the key, which is its public part, if it was authenticated. */
  readonly key?: string
  /**
   * The error behind a code 730 or 731, for the host's log: it may contain messages of a store or a
   * renderer.
   */
  readonly cause?: unknown
}

/** Notice in every sandbox response. */
export const sandboxNotice = 'Ambiente de pruebas: sin validez fiscal.'

/** A routed request; its input is parsed when it runs. */
export interface Asked {
  readonly name: OperationName
  readonly request: () => OperationRequest
}

/** A request that is not routed yet. */
export interface Unrouted {
  readonly headers: Headers
  readonly find: () => Asked
}

/** A response, with further data for the observer. */
interface Outcome {
  readonly answer: Answer
  readonly requestId: string
  readonly name?: OperationName
  readonly caller?: Caller
  readonly cause?: unknown
}

/** Facts known of a call so far. */
interface Known {
  readonly requestId: string
  name?: OperationName
  caller?: Caller
  ticket?: Ticket
}

/**
 * Runs the requested operation, if there is one. Never rejects. Calls `ended` with the outcome, of an
 * answer in parts once they are read.
 */
export async function runOperation(
  service: Service,
  { headers, find }: Unrouted,
  ended: (outcome: Outcome) => void,
): Promise<Answer> {
  const known: Known = { requestId: requestIdOf(headers, service.random) }
  const outcome = await runToOutcome(service, find, known)
  const end = (cause?: unknown) => {
    known.ticket?.leave()
    ended(cause === undefined ? outcome : { ...outcome, cause })
  }
  const { answer } = outcome
  if (isStream(answer.body)) return { ...answer, body: watchStream(answer.body, end) }
  end()
  return answer
}

async function runToOutcome(service: Service, find: () => Asked, known: Known): Promise<Outcome> {
  try {
    const answer = await runKnown(service, find, known)
    return callOutcome(service, answer, known)
  } catch (cause) {
    const refusal = cause instanceof Refusal ? cause : refuse('failed')
    const behind = cause instanceof Refusal ? cause.cause : cause
    const outcome = callOutcome(service, refusal.answer, known)
    return behind === undefined ? outcome : { ...outcome, cause: behind }
  }
}

async function runKnown(service: Service, find: () => Asked, known: Known): Promise<Answer> {
  const { name, request } = find()
  known.name = name
  const operation: Operation = operations[name]
  const given = request()
  const { headers = {} } = given
  if (operation.scope === undefined)
    return runCall(operation, given, { service, headers, requestId: known.requestId })
  const text = keyTextOf(headers)
  requireAddress(service, given.address, text)
  const key = await presentKey(text)
  known.ticket = await service.turnstile.enter(key.hash)
  const order = readRequestHeader(headers, 'idempotency-key')
  const caller = await authenticate(service, key, operation.takesKey ? { order } : undefined)
  known.caller = caller
  // The calls of an account are counted together; those of a key with limits of its own,
  // apart. Keys that it made share its limits.
  const { id, limits, sharesLimits = id } = caller.key
  known.ticket.identify(
    limits === undefined
      ? { name: `${caller.environment.name}/${caller.account.id}`, limits }
      : { name: `${caller.environment.name}/${caller.account.id}/${sharesLimits}`, limits },
  )
  const run = async () => {
    if (!caller.scopes.includes(operation.scope)) throw refuse('scope')
    requireSandbox(operation, caller, given)
    requireOutcomes(name, operation, headers)
    return runCall(operation, given, { service, headers, requestId: known.requestId, ...caller })
  }
  if (operation.method === 'GET' || operation.isAudited === false) return run()
  return audited(caller, { name, params: given.params, requestId: known.requestId }, run)
}

function runCall(
  operation: Operation,
  given: OperationRequest,
  call: Omit<Call<never>, 'input'>,
): Promise<Answer> {
  const { params = {}, query = {}, form = {} } = operation
  return operation.run({
    ...call,
    input: {
      ...readFields(params, given.params ?? {}),
      ...readFields(query, given.query ?? {}),
      ...readFields(form, given.form ?? {}),
    },
  } as never)
}

/**
 * Refuses a key of the other environment by its form alone: the answer does not depend on whether
 * there is such a key.
 * @throws Refusal 738
 */
function requireAddress(
  { addresses }: Service,
  address: EnvironmentName | undefined,
  key: string | undefined,
): void {
  const environment = environmentOf(key)
  if (address === undefined || environment === undefined || environment === address) return
  const other = addresses[environment]
  const hint = other === undefined ? '' : `: use ${other}`
  const message = `La llave es de ${environment}, y esta dirección es de ${address}${hint}.`
  throw refuse('address', { message })
}

/**
 * Refuses what only a sandbox that can be driven does, also the header at an operation that has no
 * such outcome.
 * @throws Refusal 737
 */
function requireSandbox(
  { isSandboxOnly = false }: Operation,
  { environment }: Caller,
  { headers = {}, form = {} }: OperationRequest,
): void {
  const isForced = Boolean(form['simular']) || Boolean(readRequestHeader(headers, simulationHeader))
  if (environment.simulator !== undefined || !(isSandboxOnly || isForced)) return
  if (environment.name === 'production') throw refuse('sandbox')
  throw refuse('sandbox', {
    message: 'Este ambiente de pruebas usa los PACs de las pruebas, que no se pueden dirigir.',
  })
}

/** Refuses the header at an operation without outcomes, which would ignore it. @throws Refusal 725 */
function requireOutcomes(name: OperationName, { form }: Operation, headers: Headers): void {
  if (!readRequestHeader(headers, simulationHeader) || form?.['simular'] !== undefined) return
  const others = Object.entries<Operation>(operations)
    .filter(([, each]) => each.form?.['simular'] !== undefined)
    .map(([each]) => each)
  const message = `La operación ${name} no tiene resultados que forzar: los tienen ${others.join(' y ')}.`
  throw refuseField('X-Simular', message)
}

function callOutcome(
  { retirement }: Service,
  answer: Answer,
  { ticket, ...known }: Known,
): Outcome {
  // Without a working key, the response does not reveal whether the key is known.
  const rate = known.caller === undefined ? {} : ticket?.headers()
  const common = { 'x-request-id': known.requestId, ...retirement, ...rate }
  const headers = { ...common, ...answer.headers }
  return { answer: dressed({ ...answer, headers }, known.caller), ...known }
}

/** Adds the common headers, and the notice of the sandbox. */
function dressed({ status, headers, body }: Answer, caller: Caller | undefined): Answer {
  const isData = body !== undefined && !(body instanceof Uint8Array) && !isStream(body)
  const isSandbox = caller?.environment.name === 'sandbox'
  return {
    status,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers },
    body: isData && isSandbox ? { ...body, environment: 'sandbox', aviso: sandboxNotice } : body,
  }
}

/** Creates the observation of an outcome. */
export function observationOf(outcome: Outcome, ms: number): Observation {
  const { answer, name, caller, cause, requestId } = outcome
  const { code } = (answer.body ?? {}) as Partial<FailureBody>
  return {
    operation: name ?? '',
    ...{ status: answer.status, ms, requestId },
    ...(code !== undefined && { code }),
    ...(caller !== undefined && {
      environment: caller.environment.name,
      account: caller.account.id,
      key: caller.key.id,
    }),
    ...(cause !== undefined && { cause }),
  }
}
