/**
 * A lock file: exclusive access of one holder to a file.
 *
 * Node has no flock. The lock identifies its process by pid, start time and boot, so that a dead
 * process is distinguished from a later one with the same pid. A holder that cannot be inspected
 * that way (on another machine or in another container, in another thread of this process, or where
 * start times are not known) is considered dead if it has not touched its lock for `staleAfter`. It
 * may only be suspended, so every writer must `verify` after its write.
 * @module
 */
import { randomUUID } from 'node:crypto'
import {
  type FileHandle,
  link,
  open,
  readFile,
  readlink,
  rename,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { JournalError } from '../../errors.js'
import { ignoreError } from '../../lib/ignoreError.js'

interface Holder {
  readonly id: string
  readonly pid: number
  /** Machine, boot and pid namespace in which the pid is valid. */
  readonly place: string
  /** Start time of the process, as reported by the system; empty if it does not. */
  readonly started: string
  /** Whether no other system has access to the disk. */
  readonly isLocal?: boolean
}

/** An acquired lock. */
export interface Lock {
  /** Unique, and safe in names of files. */
  readonly id: string
  /** Whether the last holder of the lock is known to be dead. */
  readonly isOfDead: boolean
  /**
   * Resolves while the lock is held.
   * @throws JournalError JOURNAL_LOCKED if another process took it over
   */
  verify(): Promise<void>
  /** Removes the lock file, if it is still its own. */
  release(): Promise<void>
}

/** The longest period of a timer. */
const longest = 2 ** 31 - 1

/**
 * Acquires a lock file. A lock of a dead process is taken over. If two processes do so at once,
 * `verify` throws in the first.
 * @param staleAfter milliseconds after which an untouched lock of a process on another machine or
 * in another container is taken over.
 * @throws JournalError JOURNAL_LOCKED if another process holds it, JOURNAL_OPEN if the file cannot
 * be created.
 * @example
 * const lock = await acquireLock('server.lock')
 * await lock.verify()
 * await lock.release()
 */
export async function acquireLock(path: string, staleAfter = 60_000): Promise<Lock> {
  const { type } = await statfs(dirname(path)).catch(() => ({ type: 0 }))
  // The machine, its boot and, on Linux, the pid namespace.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  const own: Holder = {
    id: randomUUID(),
    pid: process.pid,
    place: [hostname(), boot.trim(), pids].join(' '),
    started: (await startOf(process.pid)) ?? '',
    // Node returns some numbers as negative.
    isLocal: localDisks.has(type >>> 0),
  }
  const created = await create(path, own)
  const { handle, isOfDead } = created
    ? { handle: created, isOfDead: false }
    : await takeOver(path, own, staleAfter)
  const identity = fileIdentity(await handle.stat({ bigint: true }))
  // Through the handle it touches only its own lock, never a successor's.
  const heartbeat = setInterval(
    () => void handle.utimes(new Date(), new Date()).catch(ignoreError),
    Math.min(staleAfter / 6, longest),
  )
  heartbeat.unref()
  // While the handle is open no other file can have its number.
  const isOwn = async () =>
    fileIdentity(await stat(path, { bigint: true }).catch(ignoreError)) === identity
  return {
    id: own.id,
    isOfDead,
    async verify() {
      if (!(await isOwn())) throw locked(path, 'otro proceso tomó su candado')
    },
    async release() {
      clearInterval(heartbeat)
      if (await isOwn()) await unlink(path).catch(ignoreError)
      await handle.close()
    },
  }
}

/** Returns the unique number of a file. */
export function fileIdentity(
  file: { readonly dev: bigint; readonly ino: bigint } | undefined,
): string {
  if (file === undefined) return ''
  return `${file.dev} ${file.ino}`
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
    await handle.close().catch(ignoreError)
    await unlink(path).catch(ignoreError)
    throw notCreated(path, cause)
  }
}

/** A lock that was taken from its holder. */
interface Taken {
  readonly handle: FileHandle
  readonly isOfDead: boolean
}

async function takeOver(path: string, own: Holder, staleAfter: number): Promise<Taken> {
  const holder = await readLock(path)
  const state = await lockStateOf(path, holder, own, staleAfter)
  if (state === 'dead') {
    // Takes over the lock of a dead process. Of several processes, one moves the dead
    // holder's lock; a process that moved a live lock restores it and is refused.
    const dead = holder as Holder
    const aside = `${path}.${own.id}`
    await rename(path, aside).catch((cause) => {
      throw locked(path, 'otro proceso la está abriendo', cause)
    })
    const moved = await readLock(aside)
    if (moved?.id !== dead.id) await link(aside, path).catch(ignoreError)
    await unlink(aside).catch(ignoreError)
    const handle = moved?.id === dead.id ? await create(path, own) : undefined
    if (handle === undefined) throw locked(path, 'otro proceso la está abriendo')
    return { handle, isOfDead: true }
  }
  if (state === 'silent') {
    // Atomic: if two processes do so, the last one wins and `verify` informs the other.
    const beside = `${path}.${own.id}`
    const handle = await create(beside, own)
    try {
      await rename(beside, path)
    } catch (cause) {
      await handle?.close()
      await unlink(beside).catch(ignoreError)
      throw notCreated(path, cause)
    }
    return { handle: handle as FileHandle, isOfDead: false }
  }
  const who =
    holder === undefined
      ? 'otro proceso la está abriendo'
      : `la tiene abierta el proceso ${holder.pid}`
  throw locked(path, who)
}

/**
 * Returns the state of a holder. `silent`: it cannot be inspected and has not touched its lock for
 * `staleAfter`; it may only be suspended.
 */
async function lockStateOf(
  path: string,
  holder: Holder | undefined,
  own: Holder,
  staleAfter: number,
): Promise<'alive' | 'dead' | 'silent'> {
  const isGone = holder !== undefined && isOfEarlierBoot(holder, own)
  const uninspected = async () => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.NEGATIVE_INFINITY }))
    if (Date.now() - mtimeMs < staleAfter) return 'alive'
    return isGone ? 'dead' : 'silent'
  }
  // Incomplete: it is being written, or its process died while writing.
  if (holder === undefined || holder.place !== own.place) return uninspected()
  const started = isProcessRunning(holder.pid) ? await startOf(holder.pid) : undefined
  if (started === undefined) return 'dead'
  if (started === '' || holder.started === '') return uninspected()
  if (started !== holder.started) return 'dead'
  // The same process: another thread, which may have ended, or another copy of this module.
  if (holder.pid === own.pid) return uninspected()
  return 'alive'
}

/**
 * Whether the system of a holder has rebooted since. Only one system at a time mounts a local file
 * system, so an earlier boot is over. On a shared one (NFS, 9p, FUSE, a cluster's) another machine
 * may have the file open.
 */
function isOfEarlierBoot(holder: Holder, own: Holder): boolean {
  const [, before = ''] = holder.place.split(' ')
  const [, now = ''] = own.place.split(' ')
  const isLocal = holder.isLocal === true && own.isLocal === true
  return isLocal && before !== '' && now !== '' && before !== now
}

/** Magic numbers of statfs(2): ext4, XFS, Btrfs, F2FS, ZFS. */
const localDisks: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1,
])

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Field 22 of `/proc/<pid>/stat` (proc_pid_stat(5)), in clock ticks since boot; empty on other
 * systems. Undefined for a zombie: a process that ended and that its parent has not waited for.
 */
async function startOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The second field is the name, in parentheses, which may contain spaces and parentheses.
  const [state = '', ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  if (/^[ZX]/.test(state)) return undefined
  return fields[18] ?? ''
}

async function readLock(path: string): Promise<Holder | undefined> {
  try {
    const { id, pid, place, started, isLocal } = JSON.parse(await readFile(path, 'utf8')) as Holder
    const isHolder = typeof id === 'string' && Number.isInteger(pid) && pid > 0
    const given = {
      id,
      pid,
      place: String(place),
      started: String(started),
      isLocal: isLocal === true,
    }
    if (isHolder) return given
    return undefined
  } catch {
    return undefined
  }
}

function notCreated(path: string, cause: unknown): JournalError {
  const isAbsent = (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  const why = isAbsent
    ? `No existe la carpeta ${dirname(path)}: créela.`
    : `No se pudo crear ${path}.`
  return new JournalError('JOURNAL_OPEN', why, { cause })
}

function locked(path: string, why: string, cause?: unknown): JournalError {
  return new JournalError('JOURNAL_LOCKED', `La bitácora está ocupada: ${why} (${path}).`, {
    cause,
  })
}
