/**
 * Documents in files: `<folder>/<kind>/<first two digits>/<UUID>.<kind>`.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DocumentKind, DocumentStore } from '../service/ports.js'

/**
 * A document store in a folder, which is made when it is missing. Each file is written whole beside its place, brought to the disk and then
 * renamed, so that who reads finds all of it or nothing. Any number of processes may share the folder.
 * @throws TypeError when `folder` is empty
 * @example
 * const documents = createFolderDocuments('./documents')
 */
export function createFolderDocuments(folder: string): DocumentStore {
  if (typeof folder !== 'string' || folder === '') throw new TypeError('createFolderDocuments: folder is a path')
  return {
    put: (kind, uuid, bytes) => write(pathOf(folder, kind, uuid), bytes),
    async get(kind, uuid) {
      try {
        return new Uint8Array(await readFile(pathOf(folder, kind, uuid)))
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw cause
      }
    },
  }
}

/** @throws TypeError for a name that could lead out of the folder */
function pathOf(folder: string, kind: DocumentKind, uuid: string): string {
  if (!/^[0-9A-Fa-f-]{36}$/.test(uuid) || !/^(xml|pdf)$/.test(kind))
    throw new TypeError('createFolderDocuments: a document is told by its kind and its folio fiscal')
  const name = uuid.toUpperCase()
  return join(folder, kind, name.slice(0, 2), `${name}.${kind}`)
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
  await syncFolder(dirname(path))
}

/** A rename survives a power cut when its folder was brought to the disk; Windows cannot open folders, and needs not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
