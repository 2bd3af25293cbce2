/**
 * A service over HTTP, with the operations that tools use.
 * @module
 */
import { isRecord } from '../../lib/json.js'
import type { Send } from '../../pac/adapter/adapter.js'
import type { ServiceQuestion, ToolService } from '../../tools/overService.js'

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** Routes of the operations. `test/cli/mcp.test.ts` compares them with the table of operations. */
export const routes: Readonly<Record<keyof ToolService, Route>> = {
  createInvoice: { method: 'POST', path: '/api/v5/invoice/create' },
  previewInvoice: { method: 'POST', path: '/api/v5/invoice/preview' },
  listInvoices: { method: 'GET', path: '/api/v5/invoice' },
  retrieveInvoice: { method: 'GET', path: '/api/v5/invoice/{uuid}' },
  cancelInvoice: { method: 'POST', path: '/api/v5/invoice/{uuid}/cancel' },
  statusOfInvoice: { method: 'GET', path: '/api/v5/invoice/{uuid}/status' },
  balance: { method: 'GET', path: '/api/v5/balance' },
}

/** Creates a service at a URL. */
export function createRemoteService(url: string, send: Send): ToolService {
  const origin = url.endsWith('/') ? url.slice(0, -1) : url
  const operations = Object.entries(routes).map(([name, route]) => [
    name,
    (question: ServiceQuestion) => requestOperation(origin, route, question, send),
  ])
  return Object.fromEntries(operations) as ToolService
}

async function requestOperation(
  base: string,
  { method, path }: Route,
  { headers, params = {}, query, form }: ServiceQuestion,
  send: Send,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const search = encodeFields(query)
  const reply = await send({
    method,
    url: base + filled + (search === '' ? '' : `?${search}`),
    headers: {
      ...definedFields(headers),
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { body: encodeFields(form) }),
  })
  if ('sent' in reply) return { status: 503, body: noAnswer }
  const body = parseReplyJson(reply.body)
  if (isRecord(body) && (reply.status < 400 || Array.isArray(body['errors'])))
    return { status: reply.status, body }
  return {
    status: 502,
    body: {
      ...noAnswer,
      message: `La respuesta no es del servicio (HTTP ${reply.status}): revise la dirección.`,
    },
  }
}

/** Without the code of a failure of the service, which did not answer. */
const noAnswer = {
  message: 'El servicio no respondió. Repítalo con los mismos argumentos.',
  errors: [],
}

function definedFields(fields: ServiceQuestion['form'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function encodeFields(fields: ServiceQuestion['form']): string {
  return new URLSearchParams(definedFields(fields)).toString()
}

function parseReplyJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
