/**
 * Reads requests by a wire contract: the matching request, its call, and its violations.
 * @module
 */
import type { StatusQuery } from '../provider.js'
import {
  decodeField,
  type FlatField,
  readFormFields,
  readJsonFields,
  readParts,
  readSoapCall,
  type SoapCallRead,
  textOfBody,
} from './flatFields.js'
import type { FakeCall, FakeRequest } from './wire.js'
import type {
  Holding,
  SoapBody,
  WireContract,
  WireField,
  WireFields,
  WireRequest,
} from './wireContract.js'

/** A request that matches the contract, or a violation. */
export type RequestReading =
  | { readonly name: string; readonly call: FakeCall }
  | {
      readonly refused: 'address' | 'operation' | 'field'
      readonly reason: string
      readonly name?: string
    }

/** Values of a request, by meaning. */
type Held = Partial<Record<Holding, string>>

/** Violation of the contract by a request. Thrown only inside this module. */
class Mismatch {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

/**
 * Reads a request.
 * @param pathOf the path of each host, as the fake serves it, or as the PAC does
 */
export async function readRequest(
  contract: WireContract,
  request: FakeRequest,
  pathOf: (host: string) => string,
): Promise<RequestReading> {
  const [path = ''] = request.path.split('?', 1)
  const query = request.path.slice(path.length + 1)
  const here: Candidate[] = []
  let isSoap = false
  for (const [name, one] of Object.entries(contract.requests)) {
    const isServed = one.document !== 'retenciones' || one.replies !== undefined
    if (!isServed || one.method !== request.method) continue
    const variables = variablesIn(one, pathOf(one.at), path)
    if (variables === undefined) continue
    here.push({ name, one, variables })
    isSoap ||= one.body?.kind === 'soap'
  }
  if (here.length === 0) return { refused: 'address', reason: `${request.method} ${path}` }
  const call = isSoap ? readSoapCall(request.body) : undefined
  const found: Candidate[] = []
  for (const each of here) {
    const { body } = each.one
    const isCalled =
      body?.kind === 'soap'
        ? call?.operation === body.operation && call.namespace === body.namespace
        : call === undefined
    if (isCalled) found.push(each)
  }
  let reading: RequestReading = {
    refused: 'operation',
    reason: `{${call?.namespace ?? ''}}${call?.operation ?? ''}`,
  }
  // Requests that are not SOAP may share an address: the first whose fields fit, or else the first.
  for (const each of found) {
    const one = await readFields(each, request, query, call)
    if ('call' in one) return one
    if (each === found[0]) reading = one
  }
  return reading
}

/** A request of the contract at the address of another one. */
interface Candidate {
  readonly name: string
  readonly one: WireRequest
  readonly variables: Held
}

async function readFields(
  { name, one, variables }: Candidate,
  request: FakeRequest,
  query: string,
  call: SoapCallRead | undefined,
): Promise<RequestReading> {
  try {
    const held: Held = { ...variables }
    await check('query', one.query ?? {}, readFormFields(query) ?? [], held)
    await checkHeaders(one, request, held)
    await checkBody(one, request, call, held)
    return { name, call: callOf(one.op, held) }
  } catch (error) {
    if (error instanceof Mismatch) return { refused: 'field', reason: error.reason, name }
    throw error
  }
}

/** The variables of the path; `undefined` if it is another path. */
function variablesIn(
  { path = '', anyCase = false }: WireRequest,
  base: string,
  asked: string,
): Held | undefined {
  const [wanted, given] = [`${base}${path}`, asked].map((one) =>
    one.replace(/^\/?/, '/').split('/'),
  ) as [string[], string[]]
  if (wanted.length !== given.length) return undefined
  const held: Held = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name !== undefined) held[name as Holding] = decodeURIComponent(value)
    else if (anyCase ? part.toLowerCase() !== value.toLowerCase() : part !== value) return undefined
  }
  return held
}

async function checkHeaders(
  { headers = {}, body }: WireRequest,
  request: FakeRequest,
  held: Held,
): Promise<void> {
  const given: FlatField[] = []
  for (const [path, value] of Object.entries(request.headers))
    if (Object.hasOwn(headers, path) && value !== undefined)
      given.push({ path, text: String(value) })
  await check('header', headers, given, held)
  if (body?.kind !== 'soap') return
  const type = String(request.headers['content-type'] ?? '')
  if (!/^text\/xml\b/.test(type)) throw new Mismatch(`header content-type: ${type}`)
  const action = request.headers['soapaction']
  if (body.action !== undefined && String(action ?? '').replace(/^"|"$/g, '') !== body.action)
    throw new Mismatch(`header soapaction: ${String(action)}`)
}

async function checkBody(
  { body }: WireRequest,
  { headers, body: bytes }: FakeRequest,
  call: SoapCallRead | undefined,
  held: Held,
): Promise<void> {
  if (body === undefined) return
  if (body.kind === 'soap') return checkCall(body, call as SoapCallRead, held)
  if (body.kind === 'whole') {
    const text = textOfBody(bytes)
    if (text === undefined) throw new Mismatch('body: not UTF-8')
    return check('body', { '': body.field }, [{ path: '', text }], held)
  }
  const text = textOfBody(bytes)
  const type = String(headers['content-type'] ?? '')
  const fields =
    body.kind === 'json'
      ? readJsonFields(text)
      : body.kind === 'form'
        ? readFormFields(text)
        : await readParts(bytes, type)
  if (fields === undefined) throw new Mismatch(`body: not ${body.kind}`)
  const given: FlatField[] = []
  for (const one of fields) {
    given.push(one)
    // A field that holds JSON is its members.
    if (body.fields[one.path]?.as === 'json')
      given.push(...(readJsonFields(one.text, one.path) ?? []))
  }
  await check('field', body.fields, given, held)
}

async function checkCall(body: SoapBody, call: SoapCallRead, held: Held): Promise<void> {
  for (const { path, namespace } of call.fields)
    if (namespace !== (body.qualified ? body.namespace : ''))
      throw new Mismatch(`field ${path}: namespace {${namespace ?? ''}}`)
  for (const { path, isTyped } of call.fields)
    if (body.encoded && !isTyped) throw new Mismatch(`field ${path}: no xsi:type`)
  const names = Object.keys(body.fields)
  let before = Number.NEGATIVE_INFINITY
  for (const { path } of body.order === 'given' ? call.fields : []) {
    const position = names.indexOf(path)
    if (position < before) throw new Mismatch(`field ${path}: out of order`)
    before = position
  }
  await check('field', body.fields, call.fields, held)
}

async function check(
  kind: string,
  fields: WireFields,
  given: readonly FlatField[],
  held: Held,
): Promise<void> {
  for (const { path } of given)
    if (!Object.hasOwn(fields, path)) throw new Mismatch(`${kind} ${path}: unknown`)
  for (const [path, field] of Object.entries(fields)) {
    const values = given.filter((one) => one.path === path)
    const { need = 'required', repeated = false } = field
    if (need === 'forbidden' && values.length > 0) throw new Mismatch(`${kind} ${path}: forbidden`)
    if (need === 'required' && values.length === 0) throw new Mismatch(`${kind} ${path}: missing`)
    if (values.length > 1 && !repeated) throw new Mismatch(`${kind} ${path}: repeated`)
    for (const { text } of values) await checkValue(`${kind} ${path}`, field, text, held)
  }
}

async function checkValue(name: string, field: WireField, text: string, held: Held): Promise<void> {
  const { value, pattern, prefix = '', holds } = field
  const known = value === undefined ? undefined : [value].flat()
  const bare = name === 'header content-type' ? (text.split(';')[0] ?? '').trim() : text
  if (known !== undefined && !known.includes(bare)) {
    const clipped = text.length > 40 ? `${text.slice(0, 40)}…` : text
    throw new Mismatch(`${name}: ${clipped}`)
  }
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(text))
    throw new Mismatch(`${name}: malformed`)
  if (prefix !== '' && field.repeated && !text.startsWith(prefix)) return
  const decoded = await decodeField(text, field)
  if (decoded === undefined) throw new Mismatch(`${name}: not ${prefix}${field.as ?? 'text'}`)
  if (holds !== undefined) held[holds] = decoded
}

function callOf(op: FakeCall['op'], held: Held): FakeCall {
  const { user, password, token, xml, key, rfc } = held
  const query = op === 'status' ? queryOf(held) : undefined
  const values = { user, password, token, xml, key, rfc, uuid: held.uuid ?? query?.uuid, query }
  const call: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) call[name] = value
  return { op, ...call }
}

function queryOf({
  expression,
  uuid = '',
  rfcEmisor = '',
  rfcReceptor = '',
  total = '',
  fe = '',
}: Held): StatusQuery {
  if (expression === undefined) return { uuid, rfcEmisor, rfcReceptor, total, fe }
  const parts: Partial<Record<string, string>> = {}
  for (const part of expression.replace(/^\?/, '').split(/&(?!amp;)/))
    parts[part.slice(0, 2)] = part.slice(3).replaceAll('&amp;', '&')
  const { id = '', re = '', rr = '', tt = '', fe: end = '' } = parts
  return { uuid: id, rfcEmisor: re, rfcReceptor: rr, total: tt, fe: end }
}
