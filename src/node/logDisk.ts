/**
 * The file of a log on a disk, with its lock beside it.
 *
 * A new file takes the place of the old one by renaming. Its name bears the id of the lock: who takes the lock over first
 * removes what others were about to rename, so that a process that was suspended before its rename fails.
 * @module
 */
import { type FileHandle, open, readdir, readlink, realpath, rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { JournalError } from '../errors.js'
import type { LogFile, LogStorage } from './appendLog.js'
import { identityOf, type Lock } from './lockFile.js'

/** A file, whatever links lead to it: the links stay, and all of them have the one lock. It need not exist. */
export async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const target = await readlink(path).catch(() => undefined)
  if (target !== undefined) return realFile(resolve(dirname(path), target))
  return join(await realpath(dirname(path)), basename(path))
}

/** The storage of a log in a file. */
export function logDisk(path: string, lock: Lock): LogStorage {
  const beside = `${path}.${lock.id}.new`
  const identities = new WeakMap<LogFile, string>()
  const fileOf = async (handle: FileHandle): Promise<LogFile> => {
    const file = fileOn(handle)
    identities.set(file, identityOf(await handle.stat({ bigint: true })))
    return file
  }
  return {
    async open() {
      await removeOthers(path)
      const handle = await open(path, 'r+').catch(absent)
      return handle === undefined ? undefined : fileOf(handle)
    },
    async create() {
      // It contains invoices: readable by its owner only.
      const handle = await open(beside, 'wx+', 0o600)
      await inherit(path, handle)
      return fileOf(handle)
    },
    async replace() {
      await lock.verify()
      await rename(beside, path)
      await syncFolder(path)
    },
    discard: () => unlink(beside),
    async verify(file, size) {
      const [now] = await Promise.all([stat(path, { bigint: true }).catch(absent), lock.verify()])
      if (now === undefined || identityOf(now) !== identities.get(file))
        throw changed(path, 'fue borrado o reemplazado')
      if (now?.size !== BigInt(size)) throw changed(path, 'fue modificado por otro programa')
    },
  }
}

function fileOn(handle: FileHandle): LogFile {
  return {
    size: async () => (await handle.stat()).size,
    async read(position, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
    async write(position, bytes) {
      for (let done = 0; done < bytes.length; ) {
        done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function changed(path: string, how: string): JournalError {
  return new JournalError('JOURNAL_WRITE', `El archivo ${path} ${how} mientras la bitácora estaba abierta.`)
}

/** Removes the new files of processes that died, or that were overtaken before they renamed them. */
async function removeOthers(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)]
  const left = (await readdir(folder)).filter(
    (each) => each.startsWith(`${name}.`) && /^\.[\w-]{36}\.new$/.test(each.slice(name.length)),
  )
  // `<name>.new` is what version 2 left behind.
  for (const each of [...left, `${name}.new`]) await unlink(join(folder, each)).catch(absent)
}

/** The owner and permissions of the file that is replaced, as far as the system lets this process set them. */
async function inherit(path: string, handle: FileHandle): Promise<void> {
  const old = await stat(path).catch(() => undefined)
  if (old === undefined) return
  await handle.chown(old.uid, old.gid).catch(() => {})
  await handle.chmod(old.mode & 0o777).catch(() => {})
}

/** A directory entry is durable once its directory is synced (fsync(2)). Windows does not support it nor need it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  try {
    await folder?.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await folder?.close()
  }
}
