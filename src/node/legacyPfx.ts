/**
 * The ciphers of PKCS #12 from before PBES2 (RFC 7292, appendix C), which most .pfx files of Windows and of OpenSSL before version 3 are
 * encrypted with: triple DES, and RC2 of 40 bits for certificates.
 *
 * They are node-forge's, an optional peer: pkijs opens PBES2 only, because WebCrypto has neither cipher, and OpenSSL 3 has RC2 no longer.
 * It is imported when the first such file is opened.
 * @module
 */

import { CsdError } from '../errors.js'
import type { Bytes } from '../lib/bytes.js'

/** Two thousand in files of Windows and OpenSSL, 50,000 in some of Java; they are derived here, and not off the event loop. */
export const maxLegacyIterations = 60_000

/** Of node-forge, what `@types/node-forge` leaves out; texts are of bytes. */
interface Forge {
  readonly asn1: { fromDer(bytes: string): unknown }
  readonly util: { createBuffer(bytes: string): unknown }
  readonly pki: { readonly pbe: { getCipherForPKCS12PBE(oid: string, parameters: unknown, password: string): Cipher } }
}

interface Cipher {
  readonly output: { getBytes(): string }
  update(bytes: unknown): void
  finish(): boolean
}

/**
 * What is inside, `undefined` when the pass phrase is not the one.
 * @throws {CsdError} `CSD_PFX_FILE` when node-forge is not installed, or does not know the cipher
 */
export async function decryptLegacy(
  algorithm: { readonly oid: string; readonly parameters: Uint8Array },
  data: Uint8Array,
  password: string,
): Promise<Bytes | undefined> {
  const forge = await importForge()
  const cipher = cipherOf(forge, algorithm, password)
  cipher.update(forge.util.createBuffer(bytesOf(data)))
  return cipher.finish() ? Uint8Array.from(cipher.output.getBytes(), (char) => char.charCodeAt(0)) : undefined
}

async function importForge(): Promise<Forge> {
  try {
    const { default: forge } = await import('node-forge')
    return forge as unknown as Forge
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'desconocido'
    const message = 'El archivo .pfx usa un cifrado antiguo: para abrirlo se instala el paquete opcional node-forge.'
    throw new CsdError('CSD_PFX_FILE', message, { cause: new Error(code) })
  }
}

function cipherOf(
  forge: Forge,
  { oid, parameters }: { oid: string; parameters: Uint8Array },
  password: string,
): Cipher {
  try {
    const read = forge.asn1.fromDer(bytesOf(parameters))
    return forge.pki.pbe.getCipherForPKCS12PBE(oid, read, password)
  } catch {
    throw new CsdError('CSD_PFX_FILE', `El archivo .pfx está cifrado de una forma no admitida (el algoritmo ${oid}).`)
  }
}

function bytesOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
