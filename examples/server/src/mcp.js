/**
 * `/mcp`: the tools for language models over streamable HTTP, with the keys and scopes of the
 * service.
 * @module
 */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { check, preview } from 'cfdi-stamp'
import { serviceCodes } from 'cfdi-stamp/service'
import { callTool, createTools, listTools, overService } from 'cfdi-stamp/tools'
import { documents } from './documents.js'

/** Checks and previews drafts, without a certificate; the service stamps. */
const engine = {
  check: async (draft) => check(draft, { documents }),
  prepare: async (draft) => preview(draft, { documents }),
  stamp: () => Promise.reject(new Error('the service stamps')),
}

/** Returns the handler of requests, each with its own server: no session is kept. */
export function mountMcp({ service, addressOf }) {
  const handler = createMcpHandler(({ authInfo }) => serverOf(service, authInfo?.token ?? ''))
  return async (context) => {
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
    return handler.fetch(req.raw, { authInfo: { token, clientId: 'api-key', scopes: [] } })
  }
}

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
