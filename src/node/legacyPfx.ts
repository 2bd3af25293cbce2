/**
 * Ciphers of PKCS #12 before PBES2 (RFC 7292, appendix C): triple DES, and 40-bit RC2 for
 * certificates. Windows and OpenSSL before version 3 write most .pfx files with them.
 *
 * node-forge, an optional peer, implements them and is imported with the first such file. WebCrypto
 * has neither cipher, so pkijs opens PBES2 only; OpenSSL 3 dropped RC2.
 * @module
 */

import { CsdError } from '../errors.js'
import type { Bytes } from '../lib/bytes.js'

/**
 * Limit of iterations, because keys are derived on the event loop. Windows and OpenSSL use 2,000,
 * some Java tools 50,000.
 */
export const maxLegacyIterations = 60_000

/** Part of node-forge that `@types/node-forge` omits. Its texts are byte strings. */
interface Forge {
  readonly asn1: { fromDer(bytes: string): unknown }
  readonly util: { createBuffer(bytes: string): unknown }
  readonly pki: {
    readonly pbe: {
      getCipherForPKCS12PBE(oid: string, parameters: unknown, password: string): Cipher
    }
  }
}

interface Cipher {
  readonly output: { getBytes(): string }
  update(bytes: unknown): void
  finish(): boolean
}

/**
 * Decrypts the content. Resolves to `undefined` for a wrong pass phrase.
 * @throws {CsdError} `CSD_PFX_FILE` when node-forge is not installed, or does not support the
 * cipher
 */
export async function decryptLegacy(
  algorithm: { readonly oid: string; readonly parameters: Uint8Array },
  data: Uint8Array,
  password: string,
): Promise<Bytes | undefined> {
  const forge = await importForge()
  const cipher = cipherOf(forge, algorithm, password)
  cipher.update(forge.util.createBuffer(binaryString(data)))
  if (cipher.finish())
    return Uint8Array.from(cipher.output.getBytes(), (char) => char.charCodeAt(0))
  return undefined
}

async function importForge(): Promise<Forge> {
  try {
    const { default: forge } = await import('node-forge')
    return forge as unknown as Forge
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'desconocido'
    const message =
      'El archivo .pfx usa un cifrado antiguo: para abrirlo se instala el paquete opcional node-forge.'
    throw new CsdError('CSD_PFX_FILE', message, { cause: new Error(code) })
  }
}

function cipherOf(
  forge: Forge,
  { oid, parameters }: { oid: string; parameters: Uint8Array },
  password: string,
): Cipher {
  try {
    const read = forge.asn1.fromDer(binaryString(parameters))
    return forge.pki.pbe.getCipherForPKCS12PBE(oid, read, password)
  } catch {
    throw new CsdError(
      'CSD_PFX_FILE',
      `El archivo .pfx está cifrado de una forma no admitida (el algoritmo ${oid}).`,
    )
  }
}

function binaryString(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
