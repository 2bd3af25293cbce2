/**
 * The file of a log on a disk, with its lock beside it.
 *
 * A new file takes the place of the old one by renaming. Its name contains the id of the lock. The
 * next holder of the lock first removes the new files of others, so that the rename of a suspended
 * process fails.
 * @module
 */
import {
  type FileHandle,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { JournalError } from '../../errors.js'
import { ignoreError } from '../../lib/ignoreError.js'
import type { LogFile, LogStorage } from './appendLog.js'
import { fileIdentity, type Lock } from './lockFile.js'

/**
 * Resolves symbolic links to the file, so that all links share one lock. The file need not exist.
 */
export async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const target = await readlink(path).catch(ignoreError)
  if (target !== undefined) return realFile(resolve(dirname(path), target))
  return join(await realpath(dirname(path)), basename(path))
}

/** The storage of a log in a file. */
export function logDisk(path: string, lock: Lock): LogStorage {
  const beside = `${path}.${lock.id}.new`
  const identities = new WeakMap<LogFile, string>()
  const fileOf = async (handle: FileHandle): Promise<LogFile> => {
    const file = fileOn(handle)
    identities.set(file, fileIdentity(await handle.stat({ bigint: true })))
    return file
  }
  return {
    isOrphan: lock.isOfDead,
    async open() {
      // Removes new files and moved locks of processes that died or lost the lock.
      const [folder, name] = [dirname(path), basename(path)]
      const left = (await readdir(folder)).filter(
        (each) =>
          each.startsWith(`${name}.`) &&
          /^\.(?:[\w-]{36}\.new|lock\.[\w-]{36})$/.test(each.slice(name.length)),
      )
      // Version 2 left `<name>.new`.
      for (const each of [...left, `${name}.new`]) await unlink(join(folder, each)).catch(absent)
      const handle = await open(path, 'r+').catch(absent)
      if (handle === undefined) return undefined
      try {
        // Without permissions of group and others: the file contains invoices. Windows has none.
        const { mode } = await handle.stat()
        if (process.platform !== 'win32' && (mode & 0o077) !== 0)
          await handle.chmod(mode & 0o700).catch((cause: unknown) => {
            const message = `Otros usuarios pueden leer o cambiar ${path}, y no se pudo impedir: ejecute chmod 600.`
            throw new JournalError('JOURNAL_OPEN', message, { cause })
          })
        // Two names of one file (hard links) would have two locks.
        const { nlink } = await handle.stat()
        if (nlink !== 1)
          throw new JournalError(
            'JOURNAL_OPEN',
            `El archivo ${path} tiene ${nlink} nombres (enlaces duros), y dos procesos podrían escribir en él: deje uno, o haga una copia.`,
          )
        return await fileOf(handle)
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    async create() {
      // It contains invoices: readable by its owner only.
      const handle = await open(beside, 'wx+', 0o600)
      // Sets the owner and permissions of the replaced file, where the system permits it.
      const old = await stat(path).catch(ignoreError)
      if (old !== undefined) {
        await handle.chown(old.uid, old.gid).catch(ignoreError)
        await handle.chmod(old.mode & 0o777).catch(ignoreError)
      }
      return fileOf(handle)
    },
    async replace() {
      await lock.verify()
      await rename(beside, path)
      // A directory entry is durable once its directory is synced (fsync(2)). Windows neither
      // supports nor needs it.
      const folder = await open(dirname(path), 'r').catch(ignoreError)
      try {
        await folder?.sync()
      } catch (error) {
        if (process.platform !== 'win32') throw error
      } finally {
        await folder?.close()
      }
    },
    discard: () => unlink(beside),
    async verify(file, size) {
      const [now] = await Promise.all([stat(path, { bigint: true }).catch(absent), lock.verify()])
      if (now === undefined || fileIdentity(now) !== identities.get(file))
        throw changed(path, 'fue borrado o reemplazado')
      if (now?.size !== BigInt(size)) throw changed(path, 'fue modificado por otro programa')
    },
  }
}

function fileOn(handle: FileHandle): LogFile {
  return {
    size: async () => (await handle.stat()).size,
    async read(position, length) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.allocUnsafe(length),
        0,
        length,
        position,
      )
      return buffer.subarray(0, bytesRead)
    },
    async write(position, bytes) {
      for (let done = 0; done < bytes.length; ) {
        done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
      }
    },
    truncate: (size) => handle.truncate(size),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function changed(path: string, how: string): JournalError {
  return new JournalError(
    'JOURNAL_WRITE',
    `El archivo ${path} ${how} mientras la bitácora estaba abierta.`,
  )
}
