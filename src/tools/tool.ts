/**
 * A tool for language models: what it is, and what it answers. The names are those of MCP (specification 2025-11-25, "Tools").
 * @module
 */
import type { Engine } from '../engine/engine.js'
import type { Finding } from '../model/finding.js'
import type { JsonSchema } from '../model/jsonSchema.js'
import type { Args, Values } from './args.js'
import type { ToolHost } from './host.js'

/** A finding, but for the value that was found, which may be of any size. */
export type ToolFinding = Omit<Finding, 'value'>

/** A tool did what it is for. */
export interface ToolSuccess {
  /** Tells it from a {@link ToolFailure}. */
  readonly ok: true
  /** What the tool answers, by its `outputSchema`. */
  readonly [member: string]: unknown
}

/** It did not, and why. */
export interface ToolFailure {
  /** Tells it from a {@link ToolSuccess}. */
  readonly ok: false
  /** Why, stable, where there is a code: see `failureCodes`. */
  readonly code?: number
  /** In Spanish, for people. */
  readonly message: string
  /** The reasons one by one; empty where there is none but the message. */
  readonly errors: readonly ToolFinding[]
}

/** The answer of a tool. Plain data, of the tool's `outputSchema`. */
export type ToolAnswer = ToolSuccess | ToolFailure

/** What a client may know of a tool before it calls it. Hints: nobody is protected by them. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnlyHint: boolean
  /** What it changes is not undone by calling something else. */
  readonly destructiveHint: boolean
  /** The same call again changes nothing more. */
  readonly idempotentHint: boolean
  /** It asks others: a PAC, the SAT. */
  readonly openWorldHint: boolean
}

/** A tool. */
export interface Tool {
  /** What it is called by. */
  readonly name: ToolName
  /** In Spanish, for people. */
  readonly title: string
  /** In Spanish, for the model. */
  readonly description: string
  /** Of its arguments: an object. */
  readonly inputSchema: JsonSchema
  /** Of its answers, those that are a no included. */
  readonly outputSchema: JsonSchema
  /** What a client may know of it before it calls it. */
  readonly annotations: ToolAnnotations
  /** `fiscal`: it spends money, or what it does counts before the SAT. Such a tool is not there unless it is allowed. */
  readonly effect: ToolEffect
  /** Never rejects: bad arguments are answered with findings, and a host that fails with a message. */
  handler(input: unknown): Promise<ToolAnswer>
}

/** Name of a tool. */
export type ToolName = 'validate' | 'explain' | 'draft' | 'stamp' | 'find' | 'cancel' | 'status' | 'balance'

/** What a tool does to the world. */
export type ToolEffect = 'none' | 'fiscal'

/** What tools work with. */
export interface ToolContext {
  readonly engine: Pick<Engine, 'check' | 'prepare' | 'stamp'>
  readonly host: ToolHost
}

/** A tool as data, before it has anything to work with. */
export interface Declared<All extends Args = Args> extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'handler'> {
  readonly args: All
  /** Members of its answer when it is a yes. Those whose name ends in `?` need not be there. */
  readonly answers: Readonly<Record<string, JsonSchema>>
  /** What the host must have for it; without it the tool is not there. */
  readonly needs?: keyof ToolHost
  run(given: Values<All>, context: ToolContext): Promise<ToolAnswer>
}

/** Declares a tool; what `run` is given is what its arguments say. */
export function declareTool<const All extends Args>(tool: Declared<All>): Declared<All> {
  return tool
}

/** What only looks, within the process. */
export const looking: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** What cannot be taken back. A repetition with the same arguments changes nothing more. */
export const binding: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: true,
}

/** Of so many findings each is told; of the rest, how many they are. A model reads no thousand of them. */
const most = 50

/** Findings as they are told. */
export function toldFindings(findings: readonly Finding[]): { findings: readonly ToolFinding[]; more?: number } {
  const told = findings.slice(0, most).map(({ value: _, ...finding }) => finding)
  return { findings: told, ...(findings.length > most ? { more: findings.length - most } : {}) }
}

/** A failure. */
export function failed(message: string, errors: readonly ToolFinding[] = [], code?: number): ToolFailure {
  return { ok: false, ...(code === undefined ? {} : { code }), message, errors: errors.slice(0, most) }
}
