/**
 * Where documents come from: files, folders, the standard input.
 * @module
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseDraft } from '../engine/draft.js'
import type { Draft } from '../engine/stages.js'
import { isEnd } from '../engine/step.js'
import { limitsOf } from '../lib/limits.js'
import { UnreadableError, UsageError, type World } from './command.js'
import { printable } from './output.js'

/** A document that was given, as it is in its file. */
export interface Input {
  /** As the user named it; of the standard input, `-`. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** The standard input, by the name that programs have for it. */
const piped = '-'

/** The names of the documents that `paths` stand for: of a folder, every .xml and .json in it, in order. One without any is told. */
export async function namesOf(paths: readonly string[], world: World): Promise<string[]> {
  if (paths.length === 0 && world.isInteractive)
    throw new UsageError('Falta el documento: un archivo, una carpeta, o - para la entrada estándar.')
  const names = await Promise.all((paths.length === 0 ? [piped] : paths).map((path) => expand(path, world)))
  return [...new Set(names.flat())]
}

async function expand(path: string, world: World): Promise<string[]> {
  const isFolder = path !== piped && (await stat(resolve(world.cwd, path)).catch(() => undefined))?.isDirectory()
  if (!isFolder) return [path]
  const found = await documentsIn(resolve(world.cwd, path), '').catch(unreadable(path))
  if (found.length === 0) world.stderr.write(`${printable(path)}: no hay ningún .xml ni .json; nada se revisó.\n`)
  return found.map((name) => join(path, name)).sort()
}

/** Hidden folders and `node_modules` hold no invoices. Links are not followed: they may lead back. */
async function documentsIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found = entries.map(async (entry) => {
    const name = join(folder, entry.name)
    if (entry.isDirectory()) return /^\.|^node_modules$/.test(entry.name) ? [] : documentsIn(root, name)
    return entry.isFile() && /\.(xml|json)$/i.test(entry.name) ? [name] : []
  })
  return (await Promise.all(found)).flat()
}

/** Reads one. @throws UnreadableError */
export async function readInput(name: string, world: World): Promise<Input> {
  const bytes =
    name === piped ? await readPiped(world) : await readFile(resolve(world.cwd, name)).catch(unreadable(name))
  return { name, bytes }
}

/** The only document of a command that takes one. */
export async function readOnlyInput(positionals: readonly string[], world: World): Promise<Input> {
  if (positionals.length > 1) throw new UsageError('Se admite un solo documento.')
  const [name] = positionals
  if (name === undefined && world.isInteractive)
    throw new UsageError('Falta el documento: un archivo, o - para la entrada estándar.')
  return readInput(name ?? piped, world)
}

async function readPiped({ stdin }: World): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of stdin) parts.push(typeof part === 'string' ? new TextEncoder().encode(part) : part)
  return Buffer.concat(parts)
}

function unreadable(name: string): (cause: unknown) => never {
  return (cause) => {
    const code = (cause as { readonly code?: string }).code ?? ''
    throw new UnreadableError(`${name}: ${reasons[code] ?? `no se puede leer (${code || 'error'})`}.`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  EACCES: 'no se permite leerlo',
  EPERM: 'no se permite leerlo',
  EISDIR: 'es una carpeta',
}

/** Whether it is XML by its first character, and not by its name: what a UTF-16 text begins with is no JSON either. */
export function isXml({ bytes }: Input): boolean {
  const start = bytes[0] === 0xef ? 3 : 0
  const first = bytes.subarray(start).find((byte) => !' \t\r\n'.includes(String.fromCharCode(byte)))
  return first === 0x3c || first === 0xfe || first === 0xff
}

/** The draft of a JSON text. @throws UnreadableError */
export function draftOf(input: Input): Draft {
  const draft = parseDraft(input.bytes, limitsOf(undefined))
  if (isEnd(draft)) throw new UnreadableError(`${input.name}: ${draft.failure.message}`)
  return draft.value
}
