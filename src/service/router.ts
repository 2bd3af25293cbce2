/**
 * From a request of HTTP, as plain data, to an operation.
 * @module
 */
import { type Refusal, refuse, refuseField } from './answer.js'
import { header } from './authenticate.js'
import { type RawFields, readForm } from './fields.js'
import type { Headers, Operation, OperationRequest } from './operation.js'

/** A request, as any server has it. */
export interface ServiceRequest {
  /** `GET`, `POST`, `DELETE`; whatever `node:http` has. */
  readonly method: string | undefined
  /** Without the query, as it was sent: percent-encoded. */
  readonly path: string
  /** Without the `?`, as it was sent. */
  readonly query?: string | undefined
  /** Names in any case. */
  readonly headers: Headers
  /** What was sent; a server may cut it one byte above `limits.body`. */
  readonly body?: Uint8Array | undefined
}

/** Where a request leads. */
export interface Route<Name extends string> {
  readonly name: Name
  readonly params: RawFields
}

/** The router of a table of operations. */
export function createRouter<Name extends string>(operations: Readonly<Record<Name, Operation>>) {
  const routes = Object.entries<Operation>(operations).map(([name, { method, path }]) => ({
    ...{ name: name as Name, method },
    segments: path.split('/'),
  }))
  return (method: string | undefined, path: string): Route<Name> => {
    const segments = path.replace(/(?<=.)\/$/, '').split('/')
    const found = routes.flatMap((route) => {
      const params = match(route.segments, segments)
      return params === undefined ? [] : [{ ...route, params }]
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
 * What a request gives to its operation.
 * @throws Refusal 725, 726 and 729
 */
export function givenOf(
  { headers, query = '', body }: ServiceRequest,
  operation: Operation,
  params: RawFields,
  mostBytes: number,
): OperationRequest {
  if ((body?.length ?? 0) > mostBytes || Number(header(headers, 'content-length') ?? 0) > mostBytes)
    throw refuse('size')
  if (query.length > 8_192) throw refuseField('', 'La consulta mide más de 8,192.')
  const form = operation.form === undefined || body === undefined ? {} : formOf(headers, body)
  return { headers, params, query: operation.query === undefined ? {} : readForm(query), form }
}

/** A request without a body needs no type. */
function formOf(headers: Headers, body: Uint8Array): RawFields {
  const [type = '', ...parameters] = (header(headers, 'content-type') ?? '').toLowerCase().split(';')
  if (body.length > 0 && type.trim() !== 'application/x-www-form-urlencoded') throw refuse('media')
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([\w-]+)"?\s*$/.exec(each)?.[1]).find(Boolean)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw refuse('media')
  return readForm(body)
}
