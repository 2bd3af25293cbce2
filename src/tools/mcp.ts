/**
 * The two answers of an MCP server that has tools, for any SDK of it.
 * @module
 */
import type { Tool, ToolAnswer } from './tool.js'

/** An item of `tools/list`. */
export type ListedTool = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly outputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
}

/** The result of `tools/call`. (A type and not an interface: the SDK's own have an index signature.) */
export type CalledTool = {
  content: { type: 'text'; text: string }[]
  structuredContent: { [member: string]: unknown }
  isError?: true
}

/**
 * The result of `tools/list`.
 * @example
 * listTools(createTools({ engine })).tools.length // → 3
 */
export function listTools(tools: readonly Tool[]): { tools: ListedTool[] } {
  const listed = tools.map(({ handler: _, effect: __, ...tool }) => tool as ListedTool)
  return { tools: listed }
}

/** Invalid params (JSON-RPC 2.0), which is what the specification of MCP has for a tool that there is not. */
const invalidParams = -32602

/**
 * The result of `tools/call`: the answer as text and as data; `isError` where the tool did not do what it is for.
 * @throws Error with the code -32602 of JSON-RPC for a tool that there is not, or that is not allowed
 * @example
 * const { isError } = await callTool(createTools({ engine }), { name: 'draft', arguments: { json: {} } })
 * isError // → undefined
 */
export async function callTool(
  tools: readonly Tool[],
  { name, arguments: given }: { readonly name: string; readonly arguments?: unknown },
): Promise<CalledTool> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw Object.assign(new Error(unknownTool(tools)), { code: invalidParams })
  return calledOf(await tool.handler(given))
}

function unknownTool(tools: readonly Tool[]): string {
  return `there is no such tool; there are ${tools.map(({ name }) => name).join(', ')}`
}

function calledOf(answer: ToolAnswer): CalledTool {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: { ...answer },
    ...(answer.ok ? {} : { isError: true as const }),
  }
}
