/**
 * Documents in files: `<folder>/<kind>/<first two digits>/<UUID>.<kind>`.
 * @module
 */
import { constants, mkdir, open, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { DocumentStore, StoredKind } from '../service/ports.js'
import { writeWhole } from './writeWhole.js'

/**
 * Creates a document store in a folder, which is created if missing. Each file is written to a
 * temporary name, synced and renamed, so that readers find a complete file or none. Any number of
 * processes may share the folder. `folder` may be a symbolic link. For links inside it, `put` and
 * `get` throw an Error.
 * @throws TypeError when `folder` is empty
 * @example
 * const documents = createFolderDocuments('./documents')
 */
export function createFolderDocuments(folder: string): DocumentStore {
  if (typeof folder !== 'string' || folder === '')
    throw new TypeError('createFolderDocuments: folder is a path')
  return {
    async put(kind, uuid, bytes) {
      const path = documentPath(folder, kind, uuid)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await requireInside(folder, path)
      await writeWhole(path, bytes)
    },
    async get(kind, uuid) {
      const path = documentPath(folder, kind, uuid)
      try {
        await requireInside(folder, path)
        // A link fails with the code ELOOP; Windows has no such flag.
        const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
        return new Uint8Array(await file.readFile().finally(() => file.close()))
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw cause
      }
    },
  }
}

/** @throws Error when a link inside the folder leads elsewhere */
async function requireInside(folder: string, path: string): Promise<void> {
  const [real, place] = await Promise.all([realpath(folder), realpath(dirname(path))])
  if (place === join(real, relative(folder, dirname(path)))) return
  throw new Error(
    `createFolderDocuments: a symbolic link stands in ${folder}, which is not followed`,
  )
}

/** @throws TypeError for a name that could lead outside the folder */
function documentPath(folder: string, kind: StoredKind, uuid: string): string {
  if (!/^[0-9A-Fa-f-]{36}$/.test(uuid) || !/^(xml|pdf)$/.test(kind))
    throw new TypeError('createFolderDocuments: a document needs its kind and its folio fiscal')
  const name = uuid.toUpperCase()
  return join(folder, kind, name.slice(0, 2), `${name}.${kind}`)
}
