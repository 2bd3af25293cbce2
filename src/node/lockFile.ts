/**
 * One process at a time: a file beside the one to be guarded says which.
 *
 * Node has no flock. The file names its process by pid, start time and boot, so that a process that died is told from one
 * that has its number now. A process of another machine or container cannot be looked at: it is taken for dead when its
 * lock has not been touched for `staleAfter`. Whoever lost his lock so finds out before his next write.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readFile, readlink, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { JournalError } from '../errors.js'

interface Holder {
  readonly id: string
  readonly pid: number
  /** Where the pid means something. */
  readonly place: string
  /** When the process began, as its system tells. */
  readonly started: string
}

/** A lock that is held. */
export interface Lock {
  /** @throws JournalError JOURNAL_LOCKED when somebody took it over */
  verify(): Promise<void>
  release(): Promise<void>
}

/** Locks of this process: its pid alone does not tell them from those of a dead one that had it. */
const held = new Set<string>()

/** @throws JournalError JOURNAL_LOCKED */
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
  // Over the dead one's at once; if two do so, the last one has it, and the other one is told by verify.
  await writeFile(`${path}.${own.id}`, text)
  await rename(`${path}.${own.id}`, path)
  if ((await read(path))?.id !== own.id) throw locked(path, 'otro proceso tomó su candado')
}

async function isAlive(path: string, holder: Holder | undefined, place: string, staleAfter: number): Promise<boolean> {
  // Not written to its end: somebody is about to, or died doing so.
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

/** The machine, since it was booted, and on Linux the namespace that its pids are of. */
async function placeOf(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => '')
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return [hostname(), boot.trim(), pids].join(' ')
}

/** Field 22 of `/proc/<pid>/stat` (proc_pid_stat(5)), in clock ticks since boot; nothing elsewhere. */
async function startOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The second field is the name, in parentheses, and may hold both spaces and parentheses.
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
