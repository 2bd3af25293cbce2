/**
 * Events of a file store, for the host's listener or as warnings of Node.
 * @module
 */
import type { FileStoreEvent, FileStoreOptions } from './fileStore.js'

/** Returns the listener of the host, or one that prints events that need an operator. */
export function listener({ on }: FileStoreOptions): (event: FileStoreEvent) => void {
  const give = on ?? print
  return (event) => {
    // Errors of the listener must not interrupt the log.
    try {
      give(event)
    } catch (error) {
      warn('CFDI_STORE_LISTENER', `a listener of the store in a file failed: ${String(error)}`)
    }
  }
}

function print(event: FileStoreEvent): void {
  if (event.kind === 'full')
    warn(
      'CFDI_STORE_FULL',
      'the disk is full: the store in a file takes no writes until there is room',
    )
  if (event.kind === 'outgrown') {
    const gib = (event.size / 2 ** 30).toFixed(1)
    warn(
      'CFDI_STORE_OUTGROWN',
      `the store in a file has ${gib} GiB and ${event.records} records: opening it takes about 6 s for each GiB, and 0.5 kB of memory for each record. PostgreSQL is made for that size`,
    )
  }
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { code })
}

/** Returns a function that reports a size once, and again when it has doubled. */
export function outgrowing(warnAt: number, on: (event: FileStoreEvent) => void) {
  let next = warnAt
  return (size: number, records: number): void => {
    if (size < next) return
    next = 2 * size
    on({ kind: 'outgrown', size, records, warnAt })
  }
}
