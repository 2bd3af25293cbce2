/**
 * Trust options: authorities, PACs and their certificates.
 * @module
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Certificate, readCertificate } from '../certificate/certificate.js'
import { CertificateError } from '../errors.js'
import { ignoreError } from '../lib/ignoreError.js'
import { createPacCertificates } from '../node/pacCertificates.js'
import type { CfdiPolicy } from '../seal/verifyCfdi.js'
import { legacyAnchors, satAnchors } from '../trust/authorities.js'
import { knownPacs, type PacList } from '../trust/pacs.js'
import { type Call, type Option, UnreadableError, UsageError, type World } from './command.js'
import { unreadable } from './documents.js'

/** The options of a command that verifies. */
export const trustOptions = {
  pac: {
    type: 'string',
    value: 'RUTA',
    says: 'certificados de PAC: un archivo .cer o una carpeta de ellos',
  },
  'fetch-pac': {
    type: 'boolean',
    says: 'pide al SAT, por la red, los certificados de PAC que no estén en la carpeta de --pac, y los guarda en ella',
  },
  'pac-list': {
    type: 'string',
    value: 'ARCHIVO',
    says: 'RFC de otros PAC autorizados, uno en cada renglón, además de los que la biblioteca conoce',
  },
  anchor: {
    type: 'string',
    value: 'RUTA',
    says: 'autoridades en que también se confía, además de las del SAT: un archivo .cer o una carpeta',
  },
  'only-anchor': {
    type: 'string',
    value: 'RUTA',
    says: 'autoridades en que se confía, en lugar de las del SAT',
  },
  'legacy-anchors': {
    type: 'boolean',
    says: 'confía también en AC4 del SAT, que emitió los CSD de antes de mayo de 2019',
  },
} as const satisfies Readonly<Record<string, Option>>

/** Returns the policy of a command line. @throws UsageError, UnreadableError */
export async function policyOf(call: Call, world: World): Promise<CfdiPolicy> {
  const anchors = await anchorsOf(call, world)
  const pacCertificates = await pacCertificatesOf(call, anchors, world)
  const check = { at: world.clock() }
  return { anchors, pacCertificates, pacs: await pacsOf(call.text('pac-list'), world), check }
}

async function anchorsOf(call: Call, world: World): Promise<readonly Certificate[]> {
  const only = call.text('only-anchor')
  if (only === undefined) {
    const legacy = call.has('legacy-anchors') ? legacyAnchors : []
    return [...satAnchors, ...legacy, ...(await authoritiesOf(call.text('anchor'), world))]
  }
  if (call.text('anchor') !== undefined || call.has('legacy-anchors'))
    throw new UsageError('--only-anchor no va con --anchor ni con --legacy-anchors.')
  return authoritiesOf(only, world)
}

/** @throws UnreadableError for a certificate that cannot issue others */
async function authoritiesOf(
  path: string | undefined,
  world: World,
): Promise<readonly Certificate[]> {
  const found = await certificatesOf(path, world)
  for (const { isAuthority, name } of found)
    if (!isAuthority)
      throw new UnreadableError(`${path}: el certificado de ${name} no es de una autoridad.`)
  return found
}

/** Returns the certificates at `--pac`; with `--fetch-pac`, from that folder and then the SAT. */
async function pacCertificatesOf(
  call: Call,
  anchors: readonly Certificate[],
  world: World,
): Promise<CfdiPolicy['pacCertificates']> {
  const path = call.text('pac')
  if (!call.has('fetch-pac')) return certificatesOf(path, world)
  if (path === undefined)
    throw new UsageError('--fetch-pac guarda lo que obtiene: dé la carpeta en --pac.')
  const folder = resolve(world.cwd, path)
  if ((await stat(folder).catch(ignoreError))?.isFile() ?? false)
    throw new UsageError('--fetch-pac guarda lo que obtiene: --pac debe ser una carpeta.')
  const own = (await readdir(folder).catch(() => [])).some(isCertificateName)
    ? await certificatesOf(path, world)
    : []
  const source = createPacCertificates({ folder, anchors, send: world.send })
  return {
    find: async (number) =>
      own.find(({ noCertificado }) => noCertificado === number) ?? source.find(number),
  }
}

function isCertificateName(name: string): boolean {
  return /\.(cer|crt|pem)$/i.test(name)
}

/** Reads the certificates of a file, or of every .cer, .crt and .pem of a folder. */
async function certificatesOf(
  path: string | undefined,
  { cwd }: World,
): Promise<readonly Certificate[]> {
  if (path === undefined) return []
  const place = resolve(cwd, path)
  const isFolder = (await stat(place).catch(ignoreError))?.isDirectory()
  if (!isFolder) return [await readTrustCertificate(path, place)]
  const names = await readdir(place).catch((cause: unknown) =>
    Promise.reject(unreadable(path, cause)),
  )
  const own = names.filter(isCertificateName).sort()
  if (own.length === 0)
    throw new UnreadableError(`${path}: la carpeta no tiene ningún certificado (.cer).`)
  return Promise.all(own.map((name) => readTrustCertificate(join(path, name), join(place, name))))
}

async function readTrustCertificate(name: string, place: string): Promise<Certificate> {
  const bytes = await readFile(place).catch((cause: unknown) =>
    Promise.reject(unreadable(name, cause)),
  )
  try {
    return readCertificate(bytes)
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause
    throw new UnreadableError(`${name}: no es un certificado que se pueda leer. ${cause.message}`, {
      cause,
    })
  }
}

const rfcOfCompany = /^[A-ZÑ&]{3}\d{6}[A-Z\d]{3}$/

/**
 * Returns the known PACs and those of a file: an RFC at the start of each line. Other text, empty
 * lines and `#` lines are comments.
 */
async function pacsOf(path: string | undefined, { cwd, clock }: World): Promise<PacList> {
  if (path === undefined) return knownPacs
  const text = await readFile(resolve(cwd, path), 'utf8').catch((cause: unknown) =>
    Promise.reject(unreadable(path, cause)),
  )
  const pacs: PacList['pacs'][number][] = [...knownPacs.pacs]
  for (const row of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const line = row.replace(/#.*/, '').trim()
    if (line === '') continue
    const rfc = line.split(/[\s,;]/, 1)[0] as string
    if (!rfcOfCompany.test(rfc))
      throw new UnreadableError(`${path}: «${rfc}» no es el RFC de un PAC.`)
    pacs.push({ rfc })
  }
  return { date: clock().toISOString().slice(0, 10), pacs }
}
