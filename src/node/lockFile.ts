/**
 * A lock file: exclusive access of one process to a file.
 *
 * Node has no flock. The lock identifies its process by pid, start time and boot, so that a dead process is distinguished
 * from a later one with the same pid. A process of another machine or container cannot be inspected: it is considered dead
 * if its lock was not touched for `staleAfter`. A process that lost its lock this way notices before its next write.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readFile, readlink, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { JournalError } from '../errors.js'

interface Holder {
  readonly id: string
  readonly pid: number
  /** Machine, boot and pid namespace in which the pid is valid. */
  readonly place: string
  /** Start time of the process, as reported by the system. */
  readonly started: string
}

/** An acquired lock. */
export interface Lock {
  /** @throws JournalError JOURNAL_LOCKED if another process took it over */
  verify(): Promise<void>
  /** Removes the lock file, if it is still its own. */
  release(): Promise<void>
}

/** Ids of locks of this process: a dead process may have had the same pid. */
const held = new Set<string>()

/**
 * Acquires a lock.
 * @throws JournalError JOURNAL_LOCKED if another process holds it, JOURNAL_OPEN if the file cannot be created.
 */
export async function acquireLock(path: string, staleAfter: number): Promise<Lock> {
  const own: Holder = {
    id: randomUUID(),
    pid: process.pid,
    place: await placeOf(),
    started: await startOf(process.pid),
  }
  await write(path, own, staleAfter)
  held.add(own.id)
  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), staleAfter / 6)
  heartbeat.unref()
  return {
    async verify() {
      if ((await read(path))?.id !== own.id) throw locked(path, 'otro proceso tomó su candado')
    },
    async release() {
      clearInterval(heartbeat)
      held.delete(own.id)
      if ((await read(path))?.id === own.id) await unlink(path).catch(() => {})
    },
  }
}

async function write(path: string, own: Holder, staleAfter: number): Promise<void> {
  const text = JSON.stringify(own)
  try {
    return await writeFile(path, text, { flag: 'wx' })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new JournalError('JOURNAL_OPEN', `No se pudo crear ${path}.`, { cause })
    }
  }
  const holder = await read(path)
  if (await isAlive(path, holder, own.place, staleAfter)) {
    throw locked(
      path,
      holder === undefined ? 'otro proceso la está abriendo' : `la tiene abierta el proceso ${holder.pid}`,
    )
  }
  // Replaces the lock of a dead process atomically; if two do so, the last one wins and `verify` informs the other.
  await writeFile(`${path}.${own.id}`, text)
  await rename(`${path}.${own.id}`, path)
  if ((await read(path))?.id !== own.id) throw locked(path, 'otro proceso tomó su candado')
}

async function isAlive(path: string, holder: Holder | undefined, place: string, staleAfter: number): Promise<boolean> {
  // Incomplete: it is being written, or its process died while writing.
  if (holder === undefined || holder.place !== place) return isFresh(path, staleAfter)
  if (holder.pid === process.pid) return held.has(holder.id)
  return exists(holder.pid) && (await startOf(holder.pid)) === holder.started
}

async function isFresh(path: string, staleAfter: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
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

/** Field 22 of `/proc/<pid>/stat` (proc_pid_stat(5)), in clock ticks since boot; empty on other systems. */
async function startOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The second field is the name, in parentheses, which may contain spaces and parentheses.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function locked(path: string, why: string): JournalError {
  return new JournalError('JOURNAL_LOCKED', `La bitácora está ocupada: ${why} (${path}).`)
}
