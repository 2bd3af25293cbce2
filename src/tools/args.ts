/**
 * Arguments of tools, as data: one declaration gives their JSON Schema, their validation and their
 * types.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { nearest, quote } from '../lib/text.js'
import type { JsonSchema } from '../model/jsonSchema.js'
import type { ToolFinding } from './tool.js'

/** One argument. */
export type Arg = {
  /** Description in Spanish, for the model. */
  readonly description: string
  /** Whether the tool requires it. */
  readonly required?: true
} & (
  | {
      /** A document: an object, or its JSON text. */ readonly kind: 'json'
      readonly schema?: JsonSchema
    }
  | { readonly kind: 'text'; readonly pattern?: string; readonly most?: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'count'; readonly least: number; readonly most: number }
)

/** Arguments by name. */
export type Args = Readonly<Record<string, Arg>>

type ValueOf<One extends Arg> = One extends { kind: 'json' }
  ? unknown
  : One extends { kind: 'count' }
    ? number
    : string

/** Types of the parsed arguments. */
export type Values<All extends Args> = {
  readonly [Name in keyof All]: All[Name] extends { required: true }
    ? ValueOf<All[Name]>
    : ValueOf<All[Name]> | undefined
}

/** JSON Schema of an object with exactly these members. */
export function inputSchemaOf(args: Args): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [name, arg] of Object.entries(args)) {
    properties[name] = argSchema(arg)
    if (arg.required) required.push(name)
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function argSchema(arg: Arg): JsonSchema {
  const { description } = arg
  switch (arg.kind) {
    case 'json':
      return { type: 'object', ...arg.schema, description }
    case 'text':
      return {
        type: 'string',
        minLength: 1,
        maxLength: mostOf(arg),
        ...(arg.pattern !== undefined && { pattern: arg.pattern }),
        description,
      }
    case 'choice':
      return { type: 'string', enum: [...arg.choices], description }
    case 'count':
      return { type: 'integer', minimum: arg.least, maximum: arg.most, description }
  }
}

function mostOf({ most = 300 }: { readonly most?: number }): number {
  return most
}

/** Returns the parsed arguments, or a finding for each problem. */
export function readArgs<All extends Args>(
  args: All,
  given: unknown,
): { readonly values: Values<All> } | { readonly errors: readonly ToolFinding[] } {
  if (!isRecord(given)) return { errors: [problem('', 'Los argumentos deben ser un objeto.')] }
  const errors: ToolFinding[] = []
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(args, name)) continue
    const near = nearest(name, Object.keys(args))
    const guess = near === undefined ? '' : `: ¿quiso decir ${near}?`
    errors.push(problem(name, `No hay un argumento ${quote(name)}${guess}.`))
  }
  const values: Record<string, unknown> = {}
  for (const [name, arg] of Object.entries(args)) {
    const value = given[name]
    values[name] = value
    if (value === undefined) {
      if (arg.required) errors.push(problem(name, `Falta el argumento ${name}: ${arg.description}`))
    } else if (!isValidArg(arg, value))
      errors.push(problem(name, `El argumento ${name} ${expected(arg)}.`))
  }
  return errors.length > 0 ? { errors } : { values: values as Values<All> }
}

function isValidArg(arg: Arg, value: unknown): boolean {
  switch (arg.kind) {
    case 'json':
      return isRecord(value) || typeof value === 'string'
    case 'text':
      if (typeof value !== 'string' || value === '' || value.length > mostOf(arg)) return false
      return arg.pattern === undefined || new RegExp(arg.pattern, 'u').test(value)
    case 'choice':
      return typeof value === 'string' && arg.choices.includes(value)
    case 'count':
      return (
        Number.isSafeInteger(value) &&
        (value as number) >= arg.least &&
        (value as number) <= arg.most
      )
  }
}

function expected(arg: Arg): string {
  switch (arg.kind) {
    case 'json':
      return 'debe ser un objeto, o su texto JSON'
    case 'text':
      return `debe ser un texto de 1 a ${mostOf(arg)} caracteres${arg.pattern === undefined ? '' : ' con la forma esperada'}`
    case 'choice':
      return `debe ser ${arg.choices.join(' o ')}`
    case 'count':
      return `debe ser un número entero de ${arg.least} a ${arg.most}`
  }
}

/** Creates a finding about an argument. */
export function problem(field: string, message: string): ToolFinding {
  return {
    code: 'ARGUMENTO',
    severity: 'error',
    element: 'argumentos',
    field,
    message,
    path: field,
  }
}
