/**
 * Writes a file atomically.
 * @module
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a temporary file, syncs it and renames it: a reader finds a complete file or none. Creates
 * the folder (0700); file 0600.
 */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
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
  // Syncs the folder, so that a rename survives a power cut. Windows neither supports nor
  // needs it.
  const folder = dirname(path)
  if (process.platform !== 'win32') {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  }
}
