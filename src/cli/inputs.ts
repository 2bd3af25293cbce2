/**
 * Content of a document: XML or JSON by its bytes, not by its file name. Other content is described
 * in Spanish.
 * @module
 */

import type { Draft } from '../engine/documentStages.js'
import { parseDraft } from '../engine/draft.js'
import { isEnd } from '../engine/stepResult.js'
import { CfdiXmlError } from '../errors.js'
import { limitsOf } from '../lib/limits.js'
import { comprobante } from '../sat/cfdi40/declaration.js'
import { UnreadableError, type World } from './command.js'
import { onlySource, type Source } from './documents.js'
import { describeForeign, describeJsonDamage, describeXmlError, firstCharacter } from './foreign.js'
import { documents } from './registered.js'

/** A document that was read, XML or JSON. */
export interface Input {
  /** Name as the user typed it; `-` for the standard input. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads a document. @throws UnreadableError for unreadable content, or neither XML nor JSON */
export async function readInput(source: Source): Promise<Input> {
  const bytes = await source.read()
  const foreign = describeForeign(bytes)
  if (foreign !== undefined) throw new UnreadableError(`${source.name}: ${foreign}.`)
  return { name: source.name, bytes }
}

/**
 * Reads the document of a command that takes exactly one. @throws UnreadableError, as
 * {@link readInput}
 */
export async function readOnlyInput(positionals: readonly string[], world: World): Promise<Input> {
  return readInput(onlySource(positionals, world))
}

/** Whether it is XML; otherwise JSON. */
export function isXml({ bytes }: Input): boolean {
  return firstCharacter(bytes) === '<'
}

/** Returns the result of a verb over XML. @throws UnreadableError when it is not a CFDI 4.0 */
export function fromXml<Result>({ name, bytes }: Input, verb: (xml: Uint8Array) => Result): Result {
  try {
    return verb(bytes)
  } catch (cause) {
    if (!(cause instanceof CfdiXmlError)) throw cause
    throw new UnreadableError(`${name}: ${describeXmlError(cause, bytes)}.`, { cause })
  }
}

/** Parses a draft. @throws UnreadableError when the JSON is damaged, or not of a CFDI */
export function draftOf({ name, bytes }: Input): Draft {
  const draft = parseDraft(bytes, limitsOf(undefined))
  if (isEnd(draft)) {
    const damage = describeJsonDamage(bytes)
    throw new UnreadableError(`${name}: ${(damage && `${damage}.`) ?? draft.failure.message}`)
  }
  if (Object.keys(draft.value).some((member) => members.has(member.toLowerCase())))
    return draft.value
  throw new UnreadableError(
    `${name}: es un JSON, pero no de un CFDI: no tiene Emisor, Receptor, Conceptos ni otro de sus datos.`,
  )
}

/** In lower case: `check` corrects misspelt names. */
const members = new Set<string>()
for (const { root } of [comprobante, ...documents.map(({ model }) => model.document)])
  for (const name of Object.keys(root.content)) members.add(name.toLowerCase())
