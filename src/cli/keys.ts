/**
 * A CSD from its files.
 * @module
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Csd } from '../certificate/csd.js'
import { openCsdWebCrypto } from '../seal/webcrypto.js'
import type { Call, World } from './command.js'
import { unreadable } from './documents.js'
import { passwordOf } from './secret.js'

/**
 * Opens a CSD and verifies that its key matches. @throws CsdError, UnreadableError; neither
 * contains secrets
 */
export async function openFiles(
  files: { readonly cer: string; readonly key: string },
  call: Call,
  world: World,
): Promise<Csd> {
  const [cer, key] = await Promise.all([readBytes(files.cer, world), readBytes(files.key, world)])
  return openCsdWebCrypto({ cer, key, password: await passwordOf(call, world) }).finally(() =>
    key.fill(0),
  )
}

/** The bytes of a file. @throws UnreadableError */
export async function readBytes(file: string, { cwd }: World): Promise<Uint8Array> {
  return readFile(resolve(cwd, file)).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
}
