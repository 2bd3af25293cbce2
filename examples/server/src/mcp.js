/**
 * `/mcp`: the tools for language models over streamable HTTP, with the keys and scopes of the
 * service.
 * @module
 */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { check, preview } from 'cfdi-stamp'
import { serviceCodes } from 'cfdi-stamp/service'
import { callTool, createTools, listTools, overService } from 'cfdi-stamp/tools'
import { mostBytes } from '../mounts/body.js'
import { documents } from './documents.js'
import { isLarge } from './heavy.js'

/** Checks and previews drafts, without a certificate; the service stamps. */
const engine = {
  check: async (draft) => check(draft, { documents }),
  prepare: async (draft) => preview(draft, { documents }),
  stamp: () => Promise.reject(new Error('the service stamps')),
}

/**
 * Creates the function that answers a message with the tools of an account: each has a server of its
 * own, and no session is kept.
 */
export function createMcp(service) {
  const handler = createMcpHandler(({ authInfo }) => serverOf(service, authInfo?.token ?? ''))
  return ({ url, method, headers, body, token }) =>
    handler.fetch(new Request(url, { method, headers, body }), {
      authInfo: { token, clientId: 'api-key', scopes: [] },
    })
}

/**
 * Returns the handler of requests with their bodies, undefined for one above the limit. Calls of tools
 * that take long are answered by the thread, if there is one.
 */
export function mountMcp({ service, heavy, addressOf }) {
  const mcp = createMcp(service)
  return async (context, sent) => {
    const { req } = context
    if (!isOwnOrigin(req)) return Response.json({ error: 'origin' }, { status: 403 })
    const token = keyIn(req)
    const { status, headers, body } = await service.balance({
      headers: { 'x-api-key': token },
      address: addressOf(context),
    })
    const isElsewhere = body.code === serviceCodes.address.code
    if (isElsewhere || status === 401 || status >= 429)
      return Response.json(body, { status, headers: { ...headers, 'www-authenticate': 'Bearer' } })
    if (sent === undefined || sent.length > mostBytes) return tooLarge()
    const { url, method } = req
    const given = method === 'POST' ? sent : undefined
    const call = { url, method, headers: req.header(), body: given, token }
    if (heavy === undefined || !isLongCall(sent)) return mcp(call)
    const { body: answer, ...reply } = await heavy.mcp(call)
    return new Response(answer, reply)
  }
}

/** The answer to a body above the limit, or to a large one that calls no tool. */
export const tooLarge = () => Response.json({ error: 'size' }, { status: 413 })

/** The first search of a catalogue reads it whole: half a second. */
const isLongCall = (sent) => isLarge(sent) || Buffer.from(sent).includes('"catalog"')

function serverOf(service, key) {
  const host = overService(service, key)
  const tools = createTools({ engine, host, documents, allow: ['stamp', 'cancel'] })
  const mcp = new McpServer({ name: 'cfdi-stamp', version: '5' }, { capabilities: { tools: {} } })
  mcp.server.setRequestHandler('tools/list', () => listTools(tools))
  mcp.server.setRequestHandler('tools/call', ({ params }) => callTool(tools, params))
  return mcp
}

function keyIn(req) {
  return (
    req.header('x-api-key') ?? /^Bearer +([^ ]+)$/i.exec(req.header('authorization') ?? '')?.[1]
  )
}

/** A page of another site must not reach a server of this machine (DNS rebinding). */
function isOwnOrigin(req) {
  const origin = req.header('origin')
  return (
    origin === undefined || (URL.canParse(origin) && new URL(origin).host === req.header('host'))
  )
}
