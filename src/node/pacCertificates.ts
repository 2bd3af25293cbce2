/**
 * Certificates of PACs by number, from a folder or the SAT's public repository.
 * @module
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { type CertificateSource, certificateFrom, findAnchor } from '../certificate/chain.js'
import { CertificateError } from '../errors.js'
import { requireOptions } from '../lib/options.js'
import type { Send } from '../pac/adapter/adapter.js'
import { isReply, sendOnce } from '../pac/adapter/sendOnce.js'
import { pacCertificateUrl } from '../trust/pacCertificateUrl.js'
import { createSend } from './send.js'
import { writeWhole } from './writeWhole.js'

/** Options of {@link createPacCertificates}. */
export interface PacCertificatesOptions {
  /** Folder of the certificates, `<number>.cer` each. Created with the first stored certificate. */
  readonly folder: string
  /**
   * Trust anchors. Only certificates issued by one of them are stored and returned. Use
   * `satAnchors` of `cfdi-stamp/trust`.
   */
  readonly anchors: readonly CertificateSource[]
  /**
   * Sends the request to the SAT. Defaults to `createSend` with 30 seconds and 64 kB; `null` uses
   * the folder only, without network.
   */
  readonly send?: Send | null | undefined
}

/** Finds certificates of PACs: the `pacCertificates` of `verifyCfdi`. */
export interface FolderPacCertificates {
  /**
   * Resolves to the certificate with that number, issued by one of the anchors; undefined when the
   * SAT has none. Rejects with {@link CertificateError} (`CERTIFICATE_UNAVAILABLE`) when the
   * repository does not respond, or its response is not that certificate.
   */
  find(noCertificado: string): Promise<Certificate | undefined>
}

/**
 * Creates a source that reads a folder first and fetches missing certificates from the SAT's
 * repository (rdc.sat.gob.mx). Concurrent calls for one number share one request. Each call reads
 * the file again; a damaged file, another number or an untrusted issuer causes a new request. Any
 * number of processes may share the folder.
 * @throws TypeError for a bad option
 * @throws {CertificateError} for an anchor that cannot be read
 * @example
 * const pacCertificates = createPacCertificates({ folder: './pac-certificates', anchors, send: null })
 * await pacCertificates.find('00001000000504465028') // → undefined
 */
export function createPacCertificates(options: PacCertificatesOptions): FolderPacCertificates {
  requireOptions('createPacCertificates', options, ['folder', 'anchors', 'send'])
  const { folder, anchors, send = createSend({ timeout: 30_000, maxReply: 65_536 }) } = options
  if (typeof folder !== 'string' || folder === '')
    throw new TypeError('createPacCertificates: folder must be a path')
  if (!Array.isArray(anchors))
    throw new TypeError('createPacCertificates: anchors must be a list of certificates')
  if (send !== null && typeof send !== 'function')
    throw new TypeError('createPacCertificates: send must be a function or null')
  return new PacCertificateFolder(folder, anchors.map(certificateFrom), send)
}

class PacCertificateFolder implements FolderPacCertificates {
  readonly #folder: string
  readonly #anchors: readonly Certificate[]
  readonly #send: Send | null
  readonly #fetching = new Map<string, Promise<Certificate | undefined>>()

  constructor(folder: string, anchors: readonly Certificate[], send: Send | null) {
    this.#folder = folder
    this.#anchors = anchors
    this.#send = send
  }

  async find(noCertificado: string): Promise<Certificate | undefined> {
    const url = pacCertificateUrl(noCertificado)
    try {
      const file = await readFile(this.#pathOf(noCertificado))
      return await this.#accept(noCertificado, file)
    } catch (cause) {
      // Missing, damaged or of another issuer: a new one is fetched.
      const { code } = cause as NodeJS.ErrnoException
      if (!(cause instanceof CertificateError) && code !== 'ENOENT') throw cause
    }
    if (this.#send === null) return undefined
    const fetching =
      this.#fetching.get(noCertificado) ?? this.#fetch(noCertificado, url, this.#send)
    this.#fetching.set(noCertificado, fetching)
    return fetching.finally(() => this.#fetching.delete(noCertificado))
  }

  #pathOf(noCertificado: string): string {
    return join(this.#folder, `${noCertificado}.cer`)
  }

  async #fetch(noCertificado: string, url: string, send: Send): Promise<Certificate | undefined> {
    const reply = await sendOnce(send, {
      method: 'GET',
      url,
      headers: { accept: 'application/pkix-cert, */*' },
    })
    if (!isReply(reply))
      throw certificateUnavailable(`el SAT no respondió (${reply.error?.code ?? 'sin respuesta'})`)
    if (reply.status === 404) return undefined
    if (reply.status !== 200) throw certificateUnavailable(`el SAT respondió HTTP ${reply.status}`)
    const certificate = await this.#accept(noCertificado, reply.body)
    await writeWhole(this.#pathOf(noCertificado), certificate.der)
    return certificate
  }

  /** Throws CertificateError for a certificate with another number or an untrusted issuer. */
  async #accept(noCertificado: string, bytes: Uint8Array): Promise<Certificate> {
    const certificate = readCertificate(bytes)
    if (certificate.noCertificado !== noCertificado)
      throw certificateUnavailable(
        `se obtuvo el certificado ${certificate.noCertificado || 'sin número'} en su lugar`,
      )
    if ((await findAnchor(certificate, this.#anchors)) !== undefined) return certificate
    throw certificateUnavailable('no lo emitió ninguna de las autoridades de confianza')
  }
}

function certificateUnavailable(why: string): CertificateError {
  return new CertificateError(
    'CERTIFICATE_UNAVAILABLE',
    `El certificado del PAC no se pudo obtener: ${why}.`,
  )
}
