/**
 * Documents at paths: files, folders, the standard input.
 * @module
 */
import type { Dirent } from 'node:fs'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { ignoreError } from '../lib/ignoreError.js'
import { defaultLimits } from '../lib/limits.js'
import { UnreadableError, UsageError, type World } from './command.js'
import { count } from './output.js'
import { safe } from './safeText.js'

/** A document to read. */
export interface Source {
  /** Name as the user typed it; `-` for the standard input. */
  readonly name: string
  /** Its bytes. @throws UnreadableError */
  read(): Promise<Uint8Array>
}

/** Conventional name of the standard input. */
const piped = '-'

/**
 * Lists the documents of `paths`, each once. A folder stands for every .xml and .json in it, in
 * order. Reports skipped files to `stderr`.
 */
export async function listSources(paths: readonly string[], world: World): Promise<Source[]> {
  if (paths.length === 0 && world.isInteractive)
    throw new UsageError(
      'Falta el documento: un archivo, una carpeta, o - para la entrada estándar.',
    )
  const sources = new Map<string, Source>()
  for (const path of paths.length === 0 ? [piped] : paths) {
    for (const [place, source] of await expand(path, world))
      if (!sources.has(place)) sources.set(place, source)
  }
  return [...sources.values()]
}

/** Returns the document of a command that takes exactly one. */
export function onlySource(positionals: readonly string[], world: World): Source {
  if (positionals.length > 1) throw new UsageError('Se admite un solo documento.')
  const [name] = positionals
  if (name === undefined && world.isInteractive)
    throw new UsageError('Falta el documento: un archivo, o - para la entrada estándar.')
  if (name === undefined || name === piped) return pipedSource(world)
  return fileSource(name, Buffer.from(resolve(world.cwd, name)))
}

/** A source and its absolute path, which identifies it. */
type Placed = readonly [place: string, source: Source]

async function expand(path: string, world: World): Promise<readonly Placed[]> {
  if (path === piped) return [[piped, pipedSource(world)]]
  const place = Buffer.from(resolve(world.cwd, path))
  const isFolder = (await stat(place).catch(ignoreError))?.isDirectory()
  if (!isFolder) return [[place.toString('latin1'), fileSource(path, place)]]
  const found: Found = { documents: [], links: 0, archives: 0 }
  let end = path.length
  while (end > 0 && (path[end - 1] === '/' || path[end - 1] === '\\')) end -= 1
  await walk(path.slice(0, end) || sep, place, found)
  const { documents, links, archives } = found
  const { stderr } = world
  if (archives > 0)
    stderr.write(
      safe`carpeta ${path}: ${count(archives, 'archivo .zip', 'archivos .zip')} sin abrir: descomprima antes de revisar.\n`,
    )
  if (links > 0) stderr.write(safe`carpeta ${path}: ${count(links, 'enlace')} sin seguir.\n`)
  if (documents.length === 0)
    stderr.write(safe`carpeta ${path}: no hay ningún .xml ni .json; nada se revisó.\n`)

  return found.documents.sort(([, one], [, other]) => (one.name < other.name ? -1 : 1))
}

/** The contents of a folder. */
interface Found {
  readonly documents: Placed[]
  /** Number of links, which are not followed because they may form cycles. */
  links: number
  archives: number
}

/**
 * Walks a folder. Names are bytes, because old archives leave names that are not UTF-8. An
 * unreadable folder becomes an unreadable source.
 */
async function walk(name: string, place: Buffer, found: Found): Promise<void> {
  const entries = await readdir(place, { withFileTypes: true, encoding: 'buffer' }).catch(
    (cause: unknown) => {
      found.documents.push([
        place.toString('latin1'),
        { name, read: () => Promise.reject(unreadable(name, cause)) },
      ])
      return []
    },
  )
  for (const entry of entries) await visit(entry, name, place, found)
}

async function visit(
  entry: Dirent<Buffer>,
  folder: string,
  parent: Buffer,
  found: Found,
): Promise<void> {
  const own = decodeFileName(entry.name)
  const name = folder === '.' ? own : folder.endsWith(sep) ? folder + own : folder + sep + own
  const place = Buffer.concat([parent, Buffer.from(sep), entry.name])
  // Skips hidden folders and `node_modules`.
  if (entry.isDirectory())
    return /^\.|^node_modules$/.test(own) ? undefined : walk(name, place, found)
  if (entry.isSymbolicLink()) found.links += 1
  else if (/\.zip$/i.test(own)) found.archives += 1
  else if (entry.isFile() && /\.(xml|json)$/i.test(own))
    found.documents.push([place.toString('latin1'), fileSource(name, place)])
}

function decodeFileName(name: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name)
  } catch {
    return name.toString('latin1')
  }
}

function fileSource(name: string, place: Buffer): Source {
  return {
    name,
    read: () => readWhole(place).catch((cause: unknown) => Promise.reject(unreadable(name, cause))),
  }
}

function pipedSource({ stdin }: World): Source {
  return {
    name: piped,
    read: () => gather(stdin).catch((cause: unknown) => Promise.reject(unreadable(piped, cause))),
  }
}

/** Reads at most the limit of the library: pipes and devices may be endless. */
async function readWhole(place: Buffer): Promise<Uint8Array> {
  const status = await stat(place)
  if (status.isFile() && status.size > defaultLimits.length) throw new TooLarge()
  if (status.isFile() || status.isDirectory()) return readFile(place)
  return gather(createReadStream(place))
}

async function gather(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    size += bytes.length
    if (size > defaultLimits.length) throw new TooLarge()
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

class TooLarge extends Error {}

/** Creates the error of an unreadable file, in Spanish. */
export function unreadable(name: string, cause: unknown): UnreadableError {
  if (cause instanceof TooLarge)
    return new UnreadableError(
      `${name}: mide más de ${Math.floor(defaultLimits.length / 1e6)} MB, que es lo más que se lee.`,
      { cause },
    )
  const code = (cause as { readonly code?: string }).code ?? ''
  return new UnreadableError(
    `${name}: ${reasons[code] ?? `no se puede leer (${code || 'error'})`}.`,
    { cause },
  )
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  ENOTDIR: 'no existe',
  EACCES: 'no se permite leer',
  EPERM: 'no se permite leer',
  EISDIR: 'es una carpeta',
  ELOOP: 'es un enlace que vuelve a sí mismo',
  ENAMETOOLONG: 'tiene un nombre demasiado largo',
}
