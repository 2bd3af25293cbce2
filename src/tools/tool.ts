/**
 * A tool for language models: its declaration and its results. The names are those of MCP
 * (specification 2025-11-25, "Tools").
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { Engine } from '../engine/engine.js'
import type { Finding } from '../model/finding.js'
import type { JsonSchema } from '../model/jsonSchema.js'
import type { Registered } from '../sat/registered.js'
import type { CfdiPolicy } from '../seal/verifyCfdi.js'
import type { Args, Values } from './args.js'
import type { HostFailure, ToolHost } from './host.js'

/** A finding without its value, which may have any size. */
export type ToolFinding = Omit<Finding, 'value'>

/** Result of a tool that succeeded. */
export interface ToolSuccess {
  /** Discriminant. */
  readonly ok: true
  /** The result, as `outputSchema` describes it. */
  readonly [member: string]: unknown
}

/** Result of a tool that failed. */
export interface ToolFailure {
  /** Discriminant. */
  readonly ok: false
  /** Stable code, if there is one: see `failureCodes`. */
  readonly code?: number
  /** Sentence in Spanish, for end users. */
  readonly message: string
  /** Individual reasons; empty if the message is the only one. */
  readonly errors: readonly ToolFinding[]
}

/** Result of a tool: plain data that matches its `outputSchema`. */
export type ToolAnswer = ToolSuccess | ToolFailure

/** Hints for a client before it calls the tool. They are not a protection. */
export interface ToolAnnotations {
  /** Whether it changes nothing. */
  readonly readOnlyHint: boolean
  /** Whether no other call can undo its changes. */
  readonly destructiveHint: boolean
  /** Whether a repeated call changes nothing more. */
  readonly idempotentHint: boolean
  /** Whether it sends requests to a PAC or to the SAT. */
  readonly openWorldHint: boolean
}

/** A tool. */
export interface Tool {
  /** Name that a client calls. */
  readonly name: ToolName
  /** Title in Spanish, for end users. */
  readonly title: string
  /** Description in Spanish, for the model. */
  readonly description: string
  /** JSON Schema of its arguments: an object. */
  readonly inputSchema: JsonSchema
  /** JSON Schema of its results, failures included. */
  readonly outputSchema: JsonSchema
  /** Hints for a client before it calls the tool. */
  readonly annotations: ToolAnnotations
  /**
   * `fiscal`: it spends money or has fiscal effect. Such a tool is listed only if the host allows
   * it.
   */
  readonly effect: ToolEffect
  /**
   * Runs the tool. Never rejects: bad arguments resolve to findings, and errors of the host to a
   * message.
   */
  handler(input: unknown): Promise<ToolAnswer>
}

/** Name of a tool. */
export type ToolName =
  | 'validate'
  | 'verify'
  | 'explain'
  | 'catalog'
  | 'draft'
  | 'stamp'
  | 'find'
  | 'cancel'
  | 'status'
  | 'balance'

/** Effect of a tool. */
export type ToolEffect = 'none' | 'fiscal'

/** Dependencies of the tools. */
export interface ToolContext {
  readonly engine: Pick<Engine, 'check' | 'prepare' | 'stamp'>
  readonly host: ToolHost
  /** The SAT's catalogues, with descriptions. */
  readonly catalogs: Catalogs
  /** Policy for received documents. */
  readonly received: CfdiPolicy
  /** Documents and complements besides those of the library. */
  readonly registered: Registered
}

/** Declaration of a tool, without its dependencies. */
export interface Declared<All extends Args = Args>
  extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'handler'> {
  readonly args: All
  /** Members of a successful result. Those whose name ends in `?` are optional. */
  readonly answers: Readonly<Record<string, JsonSchema>>
  /** Method that the host must provide; without it the tool is not listed. */
  readonly needs?: keyof ToolHost
  run(given: Values<All>, context: ToolContext): Promise<ToolAnswer>
}

/** Declares a tool; its arguments give `run` its type. */
export function declareTool<const All extends Args>(tool: Declared<All>): Declared<All> {
  return tool
}

/** Hints of a tool that only reads, within the process. */
export const looking: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/**
 * Hints of a tool whose effect is final. A repeated call with the same arguments changes nothing
 * more.
 */
export const binding: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
}

/** Maximum findings in a result, which also has their total. A model cannot use a thousand. */
const most = 50

/** Cuts findings to the maximum of a result. */
export function toldFindings(findings: readonly Finding[]): {
  findings: readonly ToolFinding[]
  more?: number
} {
  const told = findings.slice(0, most).map(({ value: _, ...finding }) => finding)
  return { findings: told, ...(findings.length > most && { more: findings.length - most }) }
}

/** Creates a failure. */
export function failed(
  message: string,
  errors: readonly ToolFinding[] = [],
  code?: number,
): ToolFailure {
  return {
    ok: false,
    ...(code !== undefined && { code }),
    message,
    errors: errors.slice(0, most),
  }
}

/** Creates the failure that a host reported. */
export function failureOf({ message, errors = [], code }: HostFailure): ToolFailure {
  return failed(message, errors, code)
}
