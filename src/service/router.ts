/**
 * Routes an HTTP request, as plain data, to an operation.
 * @module
 */
import { type Refusal, refuse, refuseField } from './answer.js'
import { readRequestHeader } from './authenticate.js'
import { type RawFields, readForm } from './fields.js'
import type { Headers, Operation, OperationRequest } from './operation.js'
import type { EnvironmentName } from './records.js'

/** A request, in the form of any server. */
export interface ServiceRequest {
  /** Environment of the address that received it; absent at an address of both. */
  readonly address?: EnvironmentName | undefined
  /** `GET`, `POST`, `DELETE`; any method of `node:http`. */
  readonly method: string | undefined
  /** Path without the query, percent-encoded as received. */
  readonly path: string
  /** Query without the `?`, as received. */
  readonly query?: string | undefined
  /** Header names in any case. */
  readonly headers: Headers
  /** The received body; a server may truncate it one byte above `limits.body`. */
  readonly body?: Uint8Array | undefined
  /**
   * Whether the server sends `stream` of a reply. Without it an export is collected in memory, and is
   * the `body`.
   */
  readonly streams?: boolean | undefined
}

/** The operation and parameters of a request. */
export interface Route<Name extends string> {
  readonly name: Name
  readonly params: RawFields
}

/** Creates the router of a table of operations. */
export function createRouter<Name extends string>(operations: Readonly<Record<Name, Operation>>) {
  const routes = Object.entries<Operation>(operations).map(([name, { method, path }]) => ({
    ...{ name: name as Name, method },
    segments: path.split('/'),
  }))
  return (method: string | undefined, path: string): Route<Name> => {
    const segments = path.replace(/(?<=.)\/$/, '').split('/')
    const found = routes.flatMap((route) => {
      const params = match(route.segments, segments)
      if (params === undefined) return []
      return [{ ...route, params }]
    })
    const route = found.find((each) => each.method === method)
    if (route !== undefined) return { name: route.name, params: route.params }
    throw found.length === 0 ? refuse('absent') : notAllowed(found.map((each) => each.method))
  }
}

function notAllowed(methods: readonly string[]): Refusal {
  const refusal = refuse('method')
  const allow = { allow: [...new Set(methods)].join(', ') }
  return Object.assign(refusal, { answer: { ...refusal.answer, headers: allow } })
}

function match(template: readonly string[], segments: readonly string[]): RawFields | undefined {
  if (template.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, expected] of template.entries()) {
    const given = decoded(segments[at]!)
    if (given === undefined) return undefined
    if (expected.startsWith('{')) params[expected.slice(1, -1)] = given
    else if (expected !== given) return undefined
  }
  return params
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * Returns the raw input of a request.
 * @throws Refusal 725, 726 and 729
 */
export function givenOf(
  { address, headers, query = '', body }: ServiceRequest,
  operation: Operation,
  params: RawFields,
  mostBytes: number,
): OperationRequest {
  if (
    (body?.length ?? 0) > mostBytes ||
    Number(readRequestHeader(headers, 'content-length') ?? 0) > mostBytes
  )
    throw refuse('size')
  if (query.length > 8_192) throw refuseField('', 'La consulta mide más de 8,192.')
  const isRead = operation.form !== undefined || operation.method === 'POST'
  const form = body === undefined || !isRead ? {} : parseForm(headers, body)
  return { address, headers, params, query: readForm(query), form }
}

/** A request without a body needs no content type. */
function parseForm(headers: Headers, body: Uint8Array): RawFields {
  const [type = '', ...parameters] = (readRequestHeader(headers, 'content-type') ?? '')
    .toLowerCase()
    .split(';')
  if (body.length > 0 && type.trim() !== 'application/x-www-form-urlencoded') throw refuse('media')
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([\w-]+)"?\s*$/.exec(each)?.[1])
    .find(Boolean)
  const encoding = readRequestHeader(headers, 'content-encoding')?.trim().toLowerCase()
  const isPlain = encoding === undefined || encoding === '' || encoding === 'identity'
  if ((charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') || !isPlain)
    throw refuse('media')
  return readForm(body)
}
