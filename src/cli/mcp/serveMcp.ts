/**
 * The MCP server over the standard input and output.
 * @module
 */
import type { ReadingWorld } from '../command.js'
import { safe } from '../safeText.js'
import { serveJsonRpc } from './jsonRpc.js'
import { type McpSettings, openMcpTools } from './mcpTools.js'

/** Serves until the standard input ends. @throws UsageError, as {@link openMcpTools} */
export async function serveMcp(settings: McpSettings, world: ReadingWorld): Promise<void> {
  const tools = await openMcpTools(settings, world)
  const { url } = settings
  const where = url === undefined ? 'el ambiente de pruebas, en memoria' : new URL(url).origin
  world.stderr.write(safe`cfdi-stamp mcp: ${where}.\n`)
  await serveJsonRpc(tools, world)
}
