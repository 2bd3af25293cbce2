/**
 * The tools of a host: those that it can do and allows.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import type { Engine } from '../engine/engine.js'
import { isRecord } from '../lib/json.js'
import type { Complement } from '../model/grammar.js'
import { type JsonSchema, jsonSchemaOf } from '../model/jsonSchema.js'
import { cfdi } from '../sat/cfdi40/cfdi.js'
import { isDerived } from '../sat/cfdi40/resolve.js'
import { balance, cancel, find, stamp, status } from './acting.js'
import { outputSchemaOf } from './answers.js'
import { inputSchemaOf, readArgs } from './args.js'
import type { ToolHost } from './host.js'
import { draft, explain, validate } from './judging.js'
import { type Declared, type ToolContext, failed, type Tool, type ToolName } from './tool.js'

/** Every tool, in the order in which they are listed. */
const declared = [validate, explain, draft, stamp, find, cancel, status, balance] as unknown as readonly Declared[]

/** What tools are made of. */
export interface ToolsOptions {
  /** Judges, derives and stamps. */
  readonly engine: Pick<Engine, 'check' | 'prepare' | 'stamp'>
  /** What else there is: without `find`, `cancel`, `status` or `balance` there is no such tool. */
  readonly host?: ToolHost | undefined
  /** Tools with fiscal effect that are offered. None by default: a model that cannot see a tool cannot be talked into using it. */
  readonly allow?: readonly ('stamp' | 'cancel')[] | undefined
  /** Complements that the schema of drafts describes; others are taken all the same. None by default: each costs its size. */
  readonly complements?: readonly Complement[] | undefined
  /** Where the codes are that the schema of drafts lists (those of at most 30). Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
  /** Told of what the host threw, which no model is. */
  readonly onError?: ((error: unknown, tool: ToolName) => void) | undefined
}

/**
 * The tools that a host offers to a language model.
 * @throws TypeError without an engine, or when `allow` names what is no tool with fiscal effect or what the host cannot do
 * @example
 * const tools = createTools({ engine, allow: ['stamp'] })
 * tools.map(({ name }) => name) // → ['validate', 'explain', 'draft', 'stamp']
 */
export function createTools(options: ToolsOptions): readonly Tool[] {
  if (options?.engine === undefined) throw new TypeError('createTools: an engine is needed')
  const { engine, host = {}, allow = [] } = options
  const possible = declared.filter(({ needs }) => needs === undefined || host[needs] !== undefined)
  for (const name of allow) {
    if (!possible.some((tool) => tool.name === name && tool.effect === 'fiscal'))
      throw new TypeError(`createTools: ${String(name)} cannot be allowed`)
  }
  const offered = possible.filter(({ effect, name }) => effect === 'none' || (allow as string[]).includes(name))
  return offered.map((tool) => toolOf(tool, { engine, host }, options))
}

function toolOf(tool: Declared, context: ToolContext, options: ToolsOptions): Tool {
  const { args, answers, needs: _, run, ...rest } = tool
  return {
    ...rest,
    inputSchema: inputSchemaOf(tool.name === 'draft' ? withSchema(args, options) : args),
    outputSchema: outputSchemaOf(answers),
    async handler(input) {
      try {
        const read = readArgs(args, input ?? {})
        if ('errors' in read) return failed('Los argumentos no son los que se esperan.', read.errors)
        return await run(read.values, context)
      } catch (error) {
        tell(options, error, tool.name)
        return failed(
          'No se pudo hacer: el servicio falló. Nada indica que se haya hecho; repítalo con los mismos argumentos.',
        )
      }
    },
  }
}

function tell({ onError }: ToolsOptions, error: unknown, tool: ToolName): void {
  try {
    onError?.(error, tool)
  } catch {
    // A log that fails is none of the model's.
  }
}

/** In one tool only, because it is most of what all of them weigh. */
function withSchema(
  args: Declared['args'],
  { complements = [], catalogs = allCatalogs }: ToolsOptions,
): Declared['args'] {
  const codes = (name: string) => catalogs.codes(name, { most: 30 })
  const schema = jsonSchemaOf(cfdi, { form: 'inline', complements, auto: isDerived, codes })
  return { ...args, json: { ...args['json'], schema: opened(schema) } as Declared['args'][string] }
}

/** What it does not describe is for the findings to judge: complements, for one. */
function opened(schema: JsonSchema): JsonSchema {
  const members = Object.entries(schema).filter(([keyword]) => keyword !== 'additionalProperties')
  return Object.fromEntries(members.map(([keyword, value]) => [keyword, isRecord(value) ? opened(value) : value]))
}
