/**
 * cfdi-stamp/tools: tools for language models, with the descriptors and handlers of MCP.
 * @module
 */
export type { SatState } from '../cancel/status.js'
export { createTools, type ToolsOptions } from './createTools.js'
export type { FindQuery, FoundCfdi, HostFailure, ToolHost } from './host.js'
export { type CalledTool, callTool, type ListedTool, listTools } from './mcp.js'
export { overService, type ServiceQuestion, type ToolService } from './overService.js'
export type {
  Tool,
  ToolAnnotations,
  ToolAnswer,
  ToolEffect,
  ToolFailure,
  ToolFinding,
  ToolName,
  ToolSuccess,
} from './tool.js'
