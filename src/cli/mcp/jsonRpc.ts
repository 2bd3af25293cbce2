/**
 * Serves MCP tools over lines of JSON-RPC 2.0 (MCP 2025-11-25, "stdio"). The SDK's server would add
 * 407 kB to the package.
 * @module
 */
import { isRecord, type Json } from '../../lib/json.js'
import { callTool, listTools } from '../../tools/mcp.js'
import type { Tool } from '../../tools/tool.js'
import type { World } from '../command.js'
import { SafeText } from '../safeText.js'

/** Versions of the protocol that the server speaks, newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** Codes of JSON-RPC 2.0. */
const codes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 }

/** Maximum characters of a line. A longer one is answered as a line that is not JSON. */
const longestLine = 16 << 20

const instructions =
  'Facturas de México (CFDI 4.0). Busque las claves del SAT con catalog, prepare el borrador con draft, muéstrelo y pida confirmación a una persona antes de stamp y de cancel. Una key de stamp es un pedido: la misma key es la misma factura.'

/**
 * Serves requests until the standard input ends, and the responses of all are written. The standard
 * output has nothing but responses. A line that is not valid is answered with an error.
 */
export async function serveJsonRpc(
  tools: readonly Tool[],
  { stdin, stdout, version }: Pick<World, 'stdin' | 'stdout' | 'version'>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for await (const line of readJsonLines(stdin)) {
    const answer = answerLine(line, tools, version).then((response) => {
      if (response !== undefined) stdout.write(SafeText.own(`${JSON.stringify(response)}\n`))
    })
    underWay.add(answer)
    void answer.finally(() => underWay.delete(answer))
  }
  await Promise.all(underWay)
}

/** Lines of a stream; an excessive one is `undefined`. Empty lines are skipped. */
async function* readJsonLines(stdin: World['stdin']): AsyncGenerator<string | undefined> {
  const utf8 = new TextDecoder()
  let rest = ''
  let isExcessive = false
  for await (const chunk of stdin) {
    const parts = (typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true })).split(
      '\n',
    )
    for (const part of parts.slice(0, -1)) {
      const line = rest + part
      rest = ''
      if (isExcessive) yield undefined
      else if (line.trim() !== '') yield line
      isExcessive = false
    }
    rest = isExcessive ? '' : rest + parts.at(-1)
    if (rest.length > longestLine) {
      rest = ''
      isExcessive = true
    }
  }
  if (isExcessive) yield undefined
  else if (rest.trim() !== '') yield rest
}

/** Resolves to the response of a line; `undefined` for notifications and responses. */
async function answerLine(
  line: string | undefined,
  tools: readonly Tool[],
  version: string,
): Promise<object | undefined> {
  const message = line === undefined ? undefined : parseJsonLine(line)
  if (message === undefined) return rpcFailure(null, codes.parse, 'Parse error')
  if (!isRecord(message)) return rpcFailure(null, codes.request, 'Invalid Request')
  const { id, method } = message
  if (method === undefined && ('result' in message || 'error' in message)) return undefined
  const isId = typeof id === 'string' || typeof id === 'number'
  if (message['jsonrpc'] !== '2.0' || typeof method !== 'string' || !(isId || id === undefined))
    return rpcFailure(isId ? id : null, codes.request, 'Invalid Request')
  // A stamp or a cancellation cannot be taken back, so `notifications/cancelled` changes nothing.
  if (!isId) return undefined
  try {
    return { jsonrpc: '2.0', id, result: await answerMethod(message, { tools, version }) }
  } catch (cause) {
    if (cause instanceof RpcError) return rpcFailure(id, cause.code, cause.message)

    // The error of `callTool` for an unknown tool.
    if (cause instanceof Error && 'code' in cause && cause.code === codes.params)
      return rpcFailure(id, codes.params, cause.message)
    return rpcFailure(id, codes.internal, 'Internal error')
  }
}

function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function rpcFailure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

async function answerMethod(
  { method, params = {} }: Json,
  { tools, version }: { readonly tools: readonly Tool[]; readonly version: string },
): Promise<object> {
  if (!isRecord(params)) throw new RpcError(codes.params, 'params must be an object')
  switch (method) {
    case 'initialize': {
      // The version of the client, or the newest one of the server.
      const asked = params['protocolVersion']
      return {
        protocolVersion: versions.find((version) => version === asked) ?? versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'cfdi-stamp', version },
        instructions,
      }
    }
    case 'ping':
      return {}
    case 'tools/list':
      return listTools(tools)
    case 'tools/call': {
      const { name, arguments: given } = params
      if (typeof name !== 'string') throw new RpcError(codes.params, 'name must be a string')
      return callTool(tools, { name, arguments: given })
    }
    default:
      throw new RpcError(codes.method, 'Method not found')
  }
}
