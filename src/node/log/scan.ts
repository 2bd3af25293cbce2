/**
 * Reading a log from its beginning to the last acknowledged record.
 * @module
 */
import { JournalError } from '../../errors.js'
import {
  canBeTorn,
  type Header,
  headerLength,
  type Place,
  readFrame,
  readLogHeader,
  recordsOf,
  type Take,
} from './frames.js'
import type { LogFile } from './logParts.js'

/** Result of a scan. */
export interface Scanned {
  /** Absent for an empty file. */
  readonly header?: Header
  /** Position after the last valid frame. */
  readonly end: number
  /** Sum of the last valid frame. */
  readonly sum: string
  /** Bytes of the torn write after it. */
  readonly discarded: number
}

const chunk = 1 << 20
/** Limit of the length of a frame. */
const longestTail = 256 << 20

/**
 * Visits the records of a log, oldest first. The file is not touched.
 * @throws JournalError JOURNAL_FORMAT, JOURNAL_CORRUPT
 */
export async function scan(
  file: LogFile,
  visit: (record: Buffer, place: Place) => void,
): Promise<Scanned> {
  const size = await file.size()
  const take = reader(file, size)
  const header = readLogHeader(await take(0, headerLength))
  if (header === 'foreign') {
    throw new JournalError(
      'JOURNAL_FORMAT',
      'El archivo no es una bitácora de timbrado, o es de otra versión.',
    )
  }
  if (header === 'damaged') throw corrupt(0)
  if (header === 'blank') return { end: 0, sum: '', discarded: size }
  let [end, sum] = [header.length, header.id]
  let pauseAt = await pause()
  while (end < size) {
    const frame = await readFrame(take, end, header.version, sum)
    if (frame === undefined) break
    for (const { record, place } of recordsOf(frame)) {
      visit(record, place)
      if (performance.now() > pauseAt) pauseAt = await pause()
    }
    ;({ end, sum } = frame)
  }
  // Requires that the last valid frame is followed by nothing or one torn write.
  const { version, mark, closed } = header
  if (end < mark || (closed && size !== mark)) throw corrupt(end)
  if (size - end > longestTail) throw corrupt(end)
  if (end < size && !canBeTorn(await take(end, size - end), end, version)) throw corrupt(end)
  return { header, end, sum, discarded: size - end }
}

/** Milliseconds after which the event loop gets a turn. */
const turn = 10

/** Lets the event loop turn; resolves to the time of the next pause. */
async function pause(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve))
  return performance.now() + turn
}

function corrupt(position: number): JournalError {
  return new JournalError(
    'JOURNAL_CORRUPT',
    `La bitácora está dañada desde el byte ${position}; no se modificó.`,
  )
}

/** Reads forward, a mebibyte or more at a time. */
export function reader(file: LogFile, size: number): Take {
  let from = 0
  let buffer: Buffer = Buffer.alloc(0)
  return async (position, wanted) => {
    const length = Math.max(0, Math.min(wanted, size - position))
    if (position < from || position + length > from + buffer.length) {
      buffer = await readFully(file, position, Math.min(Math.max(length, chunk), size - position))
      from = position
    }
    return buffer.subarray(position - from, position - from + length)
  }
}

/** Reads all bytes, with several reads if needed: read(2) may return fewer bytes than requested. */
export async function readFully(file: LogFile, position: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let done = 0
  while (done < length) {
    const part = await file.read(position + done, length - done)
    if (part.length === 0) throw new Error('the file ended while it was read')
    parts.push(part)
    done += part.length
  }
  if (parts.length === 1) return parts[0] as Buffer
  return Buffer.concat(parts)
}
