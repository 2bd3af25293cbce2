/**
 * Results of the two requests of an MCP server with tools, for any MCP SDK.
 * @module
 */
import type { Tool } from './tool.js'

/** An item of `tools/list`. */
export type ListedTool = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly outputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
}

/**
 * The result of `tools/call`. A type and not an interface, because the SDK's types have an index
 * signature.
 */
export type CalledTool = {
  content: { type: 'text'; text: string }[]
  structuredContent: { [member: string]: unknown }
  isError?: true
}

/**
 * The result of `tools/list`.
 * @example
 * listTools(createTools({ engine })).tools.length // → 5
 */
export function listTools(tools: readonly Tool[]): { tools: ListedTool[] } {
  const listed = tools.map(({ handler: _, effect: __, ...tool }) => tool as ListedTool)
  return { tools: listed }
}

/** Invalid params (JSON-RPC 2.0), the code of the MCP specification for an unknown tool. */
const invalidParams = -32602

/**
 * The result of `tools/call`: the answer as text and as data, with `isError` if the tool failed.
 * @throws Error with the JSON-RPC code -32602 for a tool that does not exist or is not allowed
 * @example
 * const { isError } = await callTool(createTools({ engine }), { name: 'draft', arguments: { json: {} } })
 * isError // → undefined
 */
export async function callTool(
  tools: readonly Tool[],
  { name, arguments: given }: { readonly name: string; readonly arguments?: unknown },
): Promise<CalledTool> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined)
    throw Object.assign(
      new Error(`unknown tool; the tools are ${tools.map(({ name }) => name).join(', ')}`),
      { code: invalidParams },
    )
  const answer = await tool.handler(given)
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: { ...answer },
    ...(!answer.ok && { isError: true as const }),
  }
}
