/**
 * Batched reads: concurrent reads of neighbouring records share one read of the file.
 * @module
 */
import { crc32 } from 'node:zlib'
import { ignoreError } from '../../lib/ignoreError.js'
import type { Place } from './frames.js'
import type { LogFile, ReadRecord } from './logParts.js'
import { readFully } from './scan.js'

/** Largest gap in bytes between two records of a shared read. */
const gap = 64 << 10

/** Most bytes of a shared read. */
const longest = 1 << 20

interface Waiting {
  readonly place: Place
  readonly resolve: (record: Buffer | Promise<Buffer>) => void
}

/** @param readOne reads a single record after a shared read failed, and rejects with the cause */
export function createBatchedRead(file: LogFile, readOne: ReadRecord): ReadRecord {
  let waiting: Waiting[] = []
  const flush = async () => {
    const batch = waiting.sort((one, other) => one.place.position - other.place.position)
    waiting = []
    for (let from = 0; from < batch.length; ) {
      // Returns the end of the run of neighbouring records.
      const start = (batch[from] as Waiting).place.position
      let to = from + 1
      for (let end = batchEnd(batch[from] as Waiting); to < batch.length; to++) {
        const next = batch[to] as Waiting
        if (next.place.position - end > gap || batchEnd(next) - start > longest) break
        end = Math.max(end, batchEnd(next))
      }
      await readRun(file, batch.slice(from, to), readOne)
      from = to
    }
  }
  return (place) =>
    new Promise((resolve) => {
      if (waiting.push({ place, resolve }) === 1) queueMicrotask(() => void flush())
    })
}

function batchEnd({ place }: Waiting): number {
  return place.position + place.length
}

async function readRun(file: LogFile, run: readonly Waiting[], readOne: ReadRecord): Promise<void> {
  const start = (run[0] as Waiting).place.position
  const length = Math.max(...run.map(batchEnd)) - start
  const bytes = await readFully(file, start, length).catch(ignoreError)
  for (const { place, resolve } of run) {
    const from = place.position - start
    const record = bytes?.subarray(from, from + place.length)
    resolve(record !== undefined && crc32(record) === place.check ? record : readOne(place))
  }
}
