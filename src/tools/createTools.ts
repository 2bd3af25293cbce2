/**
 * Creates the tools of a host: those that it supports and allows.
 * @module
 */
import { describedCatalogs as allCatalogs, type Catalogs } from '../catalogs/catalogs.js'
import type { Engine } from '../engine/engine.js'
import { isRecord } from '../lib/json.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { Complement, Model } from '../model/grammar.js'
import { type AutoMembers, type JsonSchema, jsonSchemaOf } from '../model/jsonSchema.js'
import { cfdi } from '../sat/cfdi40/model.js'
import { autoMembers } from '../sat/cfdi40/resolve.js'
import { kindsOf } from '../sat/document.js'
import { type Root, requireDocuments } from '../sat/root.js'
import type { CfdiPolicy } from '../seal/verifyCfdi.js'
import { satAnchors } from '../trust/authorities.js'
import { balance, cancel, find, stamp, status } from './acting.js'
import { outputSchemaOf } from './answers.js'
import { inputSchemaOf, readArgs } from './args.js'
import type { ToolHost } from './host.js'
import { catalog, draft, explain, validate, verify } from './judging.js'
import { type Declared, failed, type Tool, type ToolContext, type ToolName } from './tool.js'

/** Every tool, in listing order. */
const declared = [
  validate,
  verify,
  explain,
  catalog,
  draft,
  stamp,
  find,
  cancel,
  status,
  balance,
] as unknown as readonly Declared[]

/** Options of {@link createTools}. */
export interface ToolsOptions {
  /** Validates, derives and stamps. */
  readonly engine: Pick<Engine, 'check' | 'prepare' | 'stamp'>
  /**
   * Further capabilities. The tools `find`, `cancel`, `status` and `balance` exist only if the host
   * has the method.
   */
  readonly host?: ToolHost | undefined
  /**
   * Tools with fiscal effect to offer. Defaults to none: a model cannot be talked into using a tool
   * that it cannot see.
   */
  readonly allow?: readonly ('stamp' | 'cancel')[] | undefined
  /**
   * Complements to describe in the schema of drafts; others of the library are accepted too.
   * Declarations of the host are also admitted in XML; register them in the engine too. Defaults to
   * none: each adds its size.
   */
  readonly complements?: readonly Complement[] | undefined
  /**
   * Documents besides CFDI 4.0, such as `retenciones20` of `cfdi-stamp/retenciones`: register them in
   * the engine too. The schema of drafts describes each.
   */
  readonly documents?: readonly Root[] | undefined
  /**
   * Catalogues of `catalog`, and of the codes listed in the schema of drafts (at most 30 each).
   * Defaults to those of the package.
   */
  readonly catalogs?: Catalogs | undefined
  /**
   * Policy of `verify`: trust anchors, certificates of PACs. Defaults to the SAT's authorities
   * without certificates of PACs. Pass `pacCertificates` (`createPacCertificates` of
   * `cfdi-stamp/node`); otherwise the verdict of every genuine document is `incomplete`.
   */
  readonly received?: CfdiPolicy | undefined
  /** Receives errors thrown by the host. The model never sees them. */
  readonly onError?: ((error: unknown, tool: ToolName) => void) | undefined
}

/** Complements of the library need no registration. */
const complementsOf = ({ complements }: Model): readonly Complement[] => complements

/** Names of the options. */
const optionNames: OptionNames<ToolsOptions> = {
  engine: true,
  host: true,
  allow: true,
  complements: true,
  documents: true,
  catalogs: true,
  received: true,
  onError: true,
}

/**
 * Creates the tools that a host offers to a language model.
 * @throws TypeError without an engine, or when `allow` names a tool that has no fiscal effect or
 * that the host does not support
 * @example
 * const tools = createTools({ engine, allow: ['stamp'] })
 * tools.map(({ name }) => name) // → ['validate', 'verify', 'explain', 'catalog', 'draft', 'stamp']
 */
export function createTools(options: ToolsOptions): readonly Tool[] {
  requireOptions('createTools', options, optionNames)
  if (options?.engine === undefined) throw new TypeError('createTools: an engine is needed')
  const { engine, host = {}, allow = [], documents = [], complements = [] } = options
  const { catalogs = allCatalogs } = options
  requireDocuments('createTools', documents)
  const own = new Set([cfdi, ...documents.map(({ model }) => model)].flatMap(complementsOf))
  const registered = { documents, complements: complements.filter((one) => !own.has(one)) }
  const received = { ...registered, ...(options.received ?? { anchors: satAnchors }) }
  const context = { engine, host, catalogs, registered, received }
  const tools: Tool[] = []
  const refused = new Set<unknown>(allow)
  for (const tool of declared) {
    const { needs, effect, name } = tool
    if (needs !== undefined && host[needs] === undefined) continue
    if (effect === 'fiscal' && !refused.delete(name)) continue
    tools.push(toolOf(tool, context, options))
  }
  for (const name of refused) throw new TypeError(`createTools: ${String(name)} cannot be allowed`)
  return tools
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
        if ('errors' in read)
          return failed('Los argumentos no son los que se esperan.', read.errors)
        return await run(read.values, context)
      } catch (error) {
        const { onError } = options
        try {
          onError?.(error, tool.name)
        } catch {
          // A failing log must not fail the tool.
        }
        return failed(
          'No se pudo hacer: el servicio falló. Nada indica que se haya hecho; repítalo con los mismos argumentos.',
        )
      }
    },
  }
}

/** Only one tool has the schema, because it is most of the size of all. */
function withSchema(
  args: Declared['args'],
  { complements = [], documents = [], catalogs = allCatalogs }: ToolsOptions,
): Declared['args'] {
  const codes = (name: string) => catalogs.codes(name, { most: 30 })
  const schemaFor = (model: Model, auto: AutoMembers, described: readonly Complement[]) =>
    opened(jsonSchemaOf(model, { form: 'inline', complements: described, auto, codes }))
  const schemas = [
    schemaFor(cfdi, autoMembers, complements),
    ...kindsOf(documents).map(({ model, auto }) => schemaFor(model, auto, complements)),
  ]
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  return { ...args, json: { ...args['json'], schema } as Declared['args'][string] }
}

/**
 * Allows members that the schema does not describe, such as complements; `check` validates them.
 */
function opened(schema: JsonSchema): JsonSchema {
  const members: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema))
    if (keyword !== 'additionalProperties')
      members[keyword] = isRecord(value) ? opened(value) : value
  return members
}
