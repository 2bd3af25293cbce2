/**
 * A lock file: exclusive access of one holder to a file.
 *
 * Node has no flock. The lock identifies its process by pid, start time and boot, so that a dead process is distinguished
 * from a later one with the same pid. A holder that cannot be inspected that way (on another machine or in another
 * container, in another thread of this process, or where start times are not known) is considered dead if it has not
 * touched its lock for `staleAfter`. It may then only have been suspended: whoever writes must `verify` afterwards.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile, readlink, rename, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { JournalError } from '../errors.js'

interface Holder {
  readonly id: string
  readonly pid: number
  /** Machine, boot and pid namespace in which the pid is valid. */
  readonly place: string
  /** Start time of the process, as reported by the system; empty if it does not. */
  readonly started: string
}

/** An acquired lock. */
export interface Lock {
  /** Unique, and safe in names of files. */
  readonly id: string
  /** @throws JournalError JOURNAL_LOCKED if another process took it over */
  verify(): Promise<void>
  /** Removes the lock file, if it is still its own. */
  release(): Promise<void>
}

/** The longest period of a timer. */
const longest = 2 ** 31 - 1

/**
 * Acquires a lock.
 * @throws JournalError JOURNAL_LOCKED if another process holds it, JOURNAL_OPEN if the file cannot be created.
 */
export async function acquireLock(path: string, staleAfter: number): Promise<Lock> {
  const own: Holder = {
    id: randomUUID(),
    pid: process.pid,
    place: await placeOf(),
    started: (await startOf(process.pid)) ?? '',
  }
  const handle = (await create(path, own)) ?? (await takeOver(path, own, staleAfter))
  const identity = identityOf(await handle.stat({ bigint: true }))
  // Through the handle it touches this lock only, and never that of who took over.
  const touch = () => void handle.utimes(new Date(), new Date()).catch(() => {})
  const heartbeat = setInterval(touch, Math.min(staleAfter / 6, longest))
  heartbeat.unref()
  // While the handle is open no other file can have its number.
  const isOwn = async () => identityOf(await stat(path, { bigint: true }).catch(() => undefined)) === identity
  return {
    id: own.id,
    async verify() {
      if (!(await isOwn())) throw locked(path, 'otro proceso tomó su candado')
    },
    async release() {
      clearInterval(heartbeat)
      if (await isOwn()) await unlink(path).catch(() => {})
      await handle.close()
    },
  }
}

/** The number of a file, which no other one has. */
export function identityOf(file: { readonly dev: bigint; readonly ino: bigint } | undefined): string {
  return file === undefined ? '' : `${file.dev} ${file.ino}`
}

/** Creates the lock, unless there is one. */
async function create(path: string, own: Holder): Promise<FileHandle | undefined> {
  const handle = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST') return undefined
    throw notCreated(path, cause)
  })
  if (handle === undefined) return undefined
  try {
    await handle.writeFile(JSON.stringify(own))
    return handle
  } catch (cause) {
    await handle.close().catch(() => {})
    await unlink(path).catch(() => {})
    throw notCreated(path, cause)
  }
}

/** Replaces the lock of a dead holder atomically; if two do so, the last one wins and `verify` informs the other. */
async function takeOver(path: string, own: Holder, staleAfter: number): Promise<FileHandle> {
  const holder = await read(path)
  if (await isAlive(path, holder, own, staleAfter)) {
    const who = holder === undefined ? 'otro proceso la está abriendo' : `la tiene abierta el proceso ${holder.pid}`
    throw locked(path, who)
  }
  const beside = `${path}.${own.id}`
  const handle = await create(beside, own)
  try {
    await rename(beside, path)
  } catch (cause) {
    await handle?.close()
    await unlink(beside).catch(() => {})
    throw notCreated(path, cause)
  }
  return handle as FileHandle
}

async function isAlive(path: string, holder: Holder | undefined, own: Holder, staleAfter: number): Promise<boolean> {
  // Incomplete: it is being written, or its process died while writing.
  if (holder === undefined || holder.place !== own.place) return isFresh(path, staleAfter)
  const started = exists(holder.pid) ? await startOf(holder.pid) : undefined
  if (started === undefined) return false
  if (started === '' || holder.started === '') return isFresh(path, staleAfter)
  if (started !== holder.started) return false
  // In this process it is another thread, which may have ended, or another copy of this module.
  return holder.pid !== own.pid || isFresh(path, staleAfter)
}

async function isFresh(path: string, staleAfter: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.NEGATIVE_INFINITY }))
  return Date.now() - mtimeMs < staleAfter
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The machine, its boot and, on Linux, the pid namespace. */
async function placeOf(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return [hostname(), boot.trim(), pids].join(' ')
}

/**
 * Field 22 of `/proc/<pid>/stat` (proc_pid_stat(5)), in clock ticks since boot; empty on other systems. Undefined if the
 * process ended, and only its parent has not taken notice.
 */
async function startOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The second field is the name, in parentheses, which may contain spaces and parentheses.
  const [state = '', ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return /^[ZX]/.test(state) ? undefined : (fields[18] ?? '')
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    const { id, pid, place, started } = JSON.parse(await readFile(path, 'utf8')) as Holder
    const isHolder = typeof id === 'string' && Number.isInteger(pid) && pid > 0
    return isHolder ? { id, pid, place: String(place), started: String(started) } : undefined
  } catch {
    return undefined
  }
}

function notCreated(path: string, cause: unknown): JournalError {
  return new JournalError('JOURNAL_OPEN', `No se pudo crear ${path}.`, { cause })
}

function locked(path: string, why: string): JournalError {
  return new JournalError('JOURNAL_LOCKED', `La bitácora está ocupada: ${why} (${path}).`)
}
