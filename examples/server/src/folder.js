/**
 * Lock of the data folder for one process: PGlite does not prevent a second one, and the writes of
 * the first one are then lost.
 * @module
 */
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLock } from 'cfdi-stamp/node'

/**
 * Milliseconds after which the lock of a process in another container, which cannot be looked at,
 * is that of a dead one.
 */
const staleAfter = 60_000

/**
 * Milliseconds: two processes may take over the lock of a dead one, and the last of them has it.
 */
const settling = 500
const watching = 1_000

/** Another process has the folder. */
export class FolderInUse extends TypeError {}

/**
 * Locks a folder for this process; the lock of a dead process does not count.
 * @param {string} folder made if it is missing Promise<void>>} what releases it => @returns
 * {Promise<() => Promise<void>>} releases it => Promise<void>>} what releases it
 * @throws {FolderInUse} when another process has it
 */
export async function lockFolder(folder) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'server.lock')
  const isLeft = await access(path).then(
    () => true,
    () => false,
  )
  const lock = await acquireLock(path, staleAfter).catch((cause) => {
    throw cause.code === 'JOURNAL_LOCKED' ? inUse(folder, cause) : cause
  })
  if (isLeft) await sleep(settling)
  await lock.verify().catch((cause) => {
    throw inUse(folder, cause)
  })
  const watch = setInterval(() => lock.verify().catch(() => end(folder)), watching)
  watch.unref()
  return async () => {
    clearInterval(watch)
    await lock.release()
  }
}

function inUse(folder, cause) {
  const words = `${folder} is in use by another process: stop it, set another DATA_FOLDER, or use PostgreSQL (DATABASE_URL)`
  return new FolderInUse(words, { cause })
}

/**
 * Ends the process after the loss of the lock: no further statement may run, and no request is
 * answered.
 */
function end(folder) {
  process.stderr.write(`${folder} was taken over by another process\n`)
  process.exit(1)
}
