/**
 * Salvages the readable records of a damaged store file.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { JournalError } from '../../errors.js'
import {
  frameOf,
  headerLength,
  headerOf,
  readFrame,
  readHead,
  readLogHeader,
  recordsOf,
  type Take,
} from './frames.js'
import type { LogFile } from './logParts.js'
import { kindOfRecord } from './recordShape.js'
import { reader } from './scan.js'

/** Bytes of a damaged file that could not be read. */
export interface Loss {
  /** Position of the first one. */
  readonly position: number
  /** Length in bytes. */
  readonly length: number
}

/** The result of {@link salvageFileStore}. */
export interface Salvage {
  /** Number of records in the new file. */
  readonly records: number
  /** Damaged parts. Their records are lost, or replaced by older versions. */
  readonly losses: readonly Loss[]
  /**
   * Readable records of damaged frames, by kind and name ("order ticket 8114"). They may be
   * outdated: look up each document at the PACs before stamping it again.
   */
  readonly doubtful: readonly string[]
}

/** Longest search for the next frame, in bytes. */
const window = 1 << 20
const headLength = 26

/**
 * Copies every readable record to a new file, and leaves the damaged one unchanged. After damage,
 * the sum of each frame identifies the next ones. Open the new file with `openFileStore`. Check the
 * losses: an order whose last version is lost may have been sent.
 * @param damaged The file that `openFileStore` refuses with JOURNAL_CORRUPT. No process may have it
 * open.
 * @param target The new file, which must not exist.
 * @throws JournalError JOURNAL_FORMAT if it is not a log of version 3, JOURNAL_OPEN if a file
 * cannot be read or made.
 * @example
 * const { records, losses, doubtful } = await salvageFileStore('tienda.journal', 'tienda.salvaged.journal')
 */
export async function salvageFileStore(damaged: string, target: string): Promise<Salvage> {
  const source = await openOrFail(damaged, 'r')
  try {
    const made = await openOrFail(target, 'wx')
    try {
      return await copyReadable(source, made)
    } finally {
      await made.close()
    }
  } finally {
    await source.close()
  }
}

async function copyReadable(source: FileHandle, made: FileHandle): Promise<Salvage> {
  const { size } = await source.stat()
  const take = reader(readOnly(source, size), size)
  const header = readLogHeader(await take(0, headerLength))
  if (
    header === 'foreign' ||
    header === 'blank' ||
    (typeof header === 'object' && header.version !== 3)
  ) {
    throw new JournalError(
      'JOURNAL_FORMAT',
      'El archivo no es una bitácora de timbrado de la versión 3.',
    )
  }
  const writer = new Writer(made)
  const [losses, doubtful]: [Loss[], string[]] = [[], []]
  if (header === 'damaged') losses.push({ position: 0, length: headerLength })
  for await (const part of readParts(take, size, header === 'damaged' ? undefined : header.id)) {
    if (part.isSound) await writer.write(part.records)
    else {
      losses.push({ position: part.position, length: part.length })
      doubtful.push(...part.records.map(nameOfRecord))
      await writer.write(part.records)
    }
  }
  await writer.end()
  return { records: writer.records, losses, doubtful: [...new Set(doubtful)] }
}

/** Frame or damaged bytes, with their readable records. */
interface Part {
  readonly isSound: boolean
  readonly position: number
  /** Length in bytes. */
  readonly length: number
  readonly records: readonly Buffer[]
}

async function* readParts(take: Take, size: number, id: string | undefined): AsyncIterable<Part> {
  let [at, sum] = [headerLength, id]
  while (at < size) {
    const frame = sum === undefined ? undefined : await readFrame(take, at, 3, sum)
    if (frame !== undefined) {
      const records: Buffer[] = []
      for (const { record } of recordsOf(frame)) records.push(record)
      yield { isSound: true, position: at, length: frame.end - at, records }
      ;({ end: at, sum } = frame)
      continue
    }
    const next = await nextFrame(take, at, size)
    const bytes = await take(at, next.at - at)
    // The records in damaged bytes, each between tabs and line feeds.
    const found: Buffer[] = []
    for (let from = 0; from < bytes.length; ) {
      const [tab, lineFeed] = [bytes.indexOf('\t', from), bytes.indexOf('\n', from)]
      const end = bytes.length
      const to = Math.min(tab === -1 ? end : tab, lineFeed === -1 ? end : lineFeed)
      const line = bytes.subarray(from, to)
      const start = line.indexOf('{"')
      const record = start === -1 ? undefined : line.subarray(start)
      if (record !== undefined && nameOfRecord(record) !== '') found.push(record)
      from = to + 1
    }
    yield { isSound: false, position: at, length: next.at - at, records: found }
    ;({ at, sum } = next)
  }
}

/**
 * Finds the next frame after damage. If the head of the damaged frame is intact, its sum verifies
 * the next one. Otherwise the next frame cannot be verified, and counts as damaged unless the frame
 * after it matches.
 */
async function nextFrame(
  take: Take,
  at: number,
  size: number,
): Promise<{ at: number; sum: string | undefined }> {
  for (let from = at; from < size; from += window) {
    const bytes = await take(from, Math.min(window + headLength, size - from))
    for (let start = from === at ? 0 : -1; ; ) {
      const position = from + start
      const head = start < 0 ? undefined : readHead(bytes.subarray(start, start + headLength))
      const end = head === undefined ? size : position + headLength + head.length + 1
      if (
        head !== undefined &&
        end < size &&
        (await readFrame(take, end, 3, head.sum)) !== undefined
      ) {
        return { at: end, sum: head.sum }
      }
      const lineFeed = bytes.indexOf('\n', Math.max(0, start))
      if (lineFeed === -1 || lineFeed >= window) break
      start = lineFeed + 1
    }
  }
  return { at: size, sum: undefined }
}

const names = { entry: 'token', order: 'key', life: 'uuid' } as const

/**
 * Returns the kind and the name of a record, or empty text for other bytes and for a record that
 * lacks a member of its kind, which the store would refuse.
 */
function nameOfRecord(record: Buffer): string {
  let value: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  try {
    value = JSON.parse(record.toString())
  } catch {
    return ''
  }
  const kind = kindOfRecord(value)
  const member = names[kind as keyof typeof names]
  if (kind === undefined || member === undefined) return kind ?? ''
  return `${kind} ${String(value[kind]?.[member])}`
}

/** Writes a log. */
class Writer {
  records = 0
  readonly #file: FileHandle
  readonly #id = randomBytes(8).toString('hex')
  #end = headerLength
  #sum = this.#id

  constructor(file: FileHandle) {
    this.#file = file
  }

  async write(records: readonly Buffer[]): Promise<void> {
    if (records.length === 0) return
    const { bytes, sum } = frameOf(records, this.#end, this.#sum)
    await this.#file.write(bytes, 0, bytes.length, this.#end)
    this.#end += bytes.length
    this.#sum = sum
    this.records += records.length
  }

  async end(): Promise<void> {
    const header = headerOf({ id: this.#id, mark: this.#end, closed: true })
    await this.#file.write(header, 0, header.length, 0)
    await this.#file.datasync()
  }
}

function readOnly(handle: FileHandle, size: number): LogFile {
  return {
    size: async () => size,
    async read(position, length) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.allocUnsafe(length),
        0,
        length,
        position,
      )
      return buffer.subarray(0, bytesRead)
    },
    write: async () => {},
    sync: async () => {},
    close: async () => {},
  }
}

async function openOrFail(path: string, flags: 'r' | 'wx'): Promise<FileHandle> {
  try {
    return await open(path, flags, 0o600)
  } catch (cause) {
    throw new JournalError('JOURNAL_OPEN', `No se pudo abrir ${path}.`, { cause })
  }
}
