/**
 * CSDs of a folder: pairs of .cer and .key, and .pfx or .p12 files. Chosen by RFC, and reloaded
 * when they change.
 * @module
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { Csd } from '../certificate/csd.js'
import { CfdiError, CsdError } from '../errors.js'
import { ignoreError } from '../lib/ignoreError.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import { dayLength } from '../lib/time.js'
import { openCsd } from './openCsd.js'
import { openPfx } from './openPfx.js'

/** Warning about a folder for its host. Contains file names, never a pass phrase. */
export type CsdFolderWarning =
  /**
   * A certificate expires soon, or has expired, and its RFC has no newer one. Emitted once per
   * certificate.
   */
  | {
      readonly kind: 'expiring'
      readonly rfc: string
      readonly noCertificado: string
      readonly validTo: Date
    }
  /**
   * A file cannot be opened. Emitted again only after the file changes. Its previous CSD stays in
   * use.
   */
  | {
      readonly kind: 'unreadable'
      readonly file: string
      readonly code: string
      readonly message: string
    }
  /** The folder cannot be read. Open CSDs stay in use. */
  | { readonly kind: 'folder'; readonly code: string }

/** Options of {@link openCsdFolder}. */
export interface CsdFolderOptions {
  /** Path of the folder. Subfolders are ignored. */
  readonly folder: string
  /** Pass phrase of all files, or a function of the file name (`matriz.key`, `matriz.pfx`). */
  readonly password: string | ((file: string) => string | Promise<string>)
  /** Receives warnings for an operator. */
  readonly onWarning?: (warning: CsdFolderWarning) => void
  /** Days before its expiry at which a certificate is reported. Defaults to 30. */
  readonly warnDays?: number
  /** Minimum milliseconds between two reads of the folder. Defaults to 60,000. */
  readonly refreshAfter?: number
  /** Current time. Defaults to the system clock. */
  readonly clock?: () => Date
}

/** The CSDs of a folder. */
export interface CsdFolder {
  /**
   * Resolves to the CSD of an RFC: the valid one that expires last, otherwise the last one that was
   * valid. Without an RFC, resolves to the CSD of the folder's only RFC. Pass it as the `signers`
   * of an engine.
   */
  readonly signers: (rfc: string | undefined) => Promise<Csd | undefined>
  /** Returns all CSDs of the last read. */
  list(): readonly Csd[]
  /** Reads the folder now. Never rejects: failures are warnings. */
  refresh(): Promise<void>
}

/** Names of the options. */
const optionNames: OptionNames<CsdFolderOptions> = {
  folder: true,
  password: true,
  onWarning: true,
  warnDays: true,
  refreshAfter: true,
  clock: true,
}

/**
 * Opens every CSD of a folder. A renewed CSD is used as soon as its files are complete; until then
 * its previous CSD stays in use.
 * @throws {CsdError} `CSD_FOLDER` when the folder cannot be read, or no CSD in it can be opened.
 * @example
 * const csds = await openCsdFolder({ folder: '.', password: '12345678a' })
 * const multi = createEngine({ signers: csds.signers, provider: pac })
 * csds.list().map(({ rfc }) => rfc) // → ['PLO150312QT1']
 */
export async function openCsdFolder(options: CsdFolderOptions): Promise<CsdFolder> {
  requireOptions('openCsdFolder', options, optionNames)
  const { warnDays = 30, refreshAfter = 60_000 } = options
  if (!(warnDays >= 0) || !(refreshAfter >= 0))
    throw new TypeError('warnDays and refreshAfter must be 0 or more')
  const folder = new Folder({ ...options, warnDays, refreshAfter })
  await folder.open()
  return {
    signers: (rfc) => folder.find(rfc),
    list: () => folder.list(),
    refresh: () => folder.refresh(),
  }
}

/** Files of one CSD, and a fingerprint of their names, sizes and times. */
interface Entry {
  readonly files: readonly string[]
  readonly version: string
}

interface Opened {
  readonly version: string
  readonly csd: Csd | undefined
}

type Settings = CsdFolderOptions & { readonly warnDays: number; readonly refreshAfter: number }

class Folder {
  readonly #options: Settings
  readonly #opened = new Map<string, Opened>()
  readonly #warned = new Set<string>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined

  constructor(options: Settings) {
    this.#options = options
  }

  async open(): Promise<void> {
    try {
      await this.#look()
    } catch (cause) {
      const { code = 'error' } = cause as NodeJS.ErrnoException
      throw new CsdError('CSD_FOLDER', `No se pudo leer la carpeta de CSD (${code}).`)
    }
    if (this.list().length === 0)
      throw new CsdError('CSD_FOLDER', 'Ningún CSD de la carpeta se pudo abrir.')
  }

  /** Lists a certificate once, even if two files contain it. */
  list(): readonly Csd[] {
    const csds = new Map<string, Csd>()
    for (const { csd } of this.#opened.values()) if (csd) csds.set(csd.noCertificado, csd)
    return [...csds.values()]
  }

  async find(rfc: string | undefined): Promise<Csd | undefined> {
    if (this.#now() - this.#lookedAt >= this.#options.refreshAfter) await this.refresh()
    const csds = this.list()
    const rfcs = new Set<string>()
    for (const csd of csds) rfcs.add(csd.rfc)
    const wanted = rfc ?? (rfcs.size === 1 ? [...rfcs][0] : undefined)
    const now = this.#now()
    let [best, highest]: [Csd | undefined, number] = [undefined, Number.NEGATIVE_INFINITY]
    for (const csd of csds) {
      const [from, to] = [csd.validFrom.getTime(), csd.validTo.getTime()]
      // One in force comes before any other, and the one that lasts longest before the rest.
      const rank = to + (from <= now && now <= to ? Number.MAX_SAFE_INTEGER / 2 : 0)
      if (csd.rfc === wanted && rank > highest) [best, highest] = [csd, rank]
    }
    return best
  }

  /** Concurrent calls share one read. */
  refresh(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: NodeJS.ErrnoException) =>
        this.#warn({ kind: 'folder', code: error.code ?? 'error' }),
      )
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  #now(): number {
    return (this.#options.clock?.() ?? new Date()).getTime()
  }

  async #look(): Promise<void> {
    this.#lookedAt = this.#now()
    const entries = await listKeyPairs(this.#options.folder)
    for (const name of this.#opened.keys()) if (!entries.has(name)) this.#opened.delete(name)
    for (const [name, entry] of entries) {
      const { files, version } = entry
      const before = this.#opened.get(name)
      if (before?.version === version) continue
      try {
        this.#opened.set(name, { version, csd: await this.#openFiles(files) })
      } catch (error) {
        this.#opened.set(name, { version, csd: before?.csd })
        this.#warn({ kind: 'unreadable', file: files.join(', '), ...tellable(error) })
      }
    }
    const soon = this.#now() + this.#options.warnDays * dayLength
    for (const csd of this.list()) {
      const { rfc, noCertificado, validTo } = csd
      const isReplaced = this.list().some((other) => other.rfc === rfc && other.validTo > validTo)
      if (validTo.getTime() > soon || isReplaced || this.#warned.has(noCertificado)) continue
      this.#warned.add(noCertificado)
      this.#warn({ kind: 'expiring', rfc, noCertificado, validTo })
    }
  }

  async #openFiles(files: readonly string[]): Promise<Csd> {
    const { folder, password } = this.#options
    const secret = files.at(-1)!
    const phrase = typeof password === 'string' ? password : await password(secret)
    const [first, second] = await Promise.all(files.map((file) => readFile(join(folder, file))))
    if (second === undefined) return openPfx({ pfx: first!, password: phrase })
    return openCsd({ cer: first!, key: second, password: phrase })
  }

  /** Catches errors of the listener, which must not prevent a seal. */
  #warn(warning: CsdFolderWarning): void {
    try {
      this.#options.onWarning?.(warning)
    } catch {
      // Ignored.
    }
  }
}

/**
 * Returns the message of the library's own errors, and only the code of others, which may contain a
 * path or a pass phrase.
 */
function tellable(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof CfdiError) return { code: error.code, message: error.message }
  return { code: (error as NodeJS.ErrnoException)?.code ?? 'error', message: 'No se pudo leer.' }
}

/**
 * Groups files by their name without extension. Ignores a .key without a .cer, and other kinds of
 * files.
 */
async function listKeyPairs(folder: string): Promise<ReadonlyMap<string, Entry>> {
  const names: string[] = []
  for (const one of await readdir(folder, { withFileTypes: true }))
    if (!one.isDirectory()) names.push(one.name)
  const groups: (readonly string[])[] = []
  for (const name of names.sort()) {
    const { name: base, ext } = parse(name)
    const key = names.find(
      (other) => parse(other).name === base && /^\.key$/i.test(parse(other).ext),
    )
    if (/^\.(?:pfx|p12)$/i.test(ext)) groups.push([name])
    else if (/^\.cer$/i.test(ext) && key !== undefined) groups.push([name, key])
  }
  const entries = await Promise.all(
    groups.map(
      async (files) => [files[0]!, { files, version: await hashFolder(folder, files) }] as const,
    ),
  )
  return new Map(entries)
}

async function hashFolder(folder: string, files: readonly string[]): Promise<string> {
  const stats = await Promise.all(
    files.map((file) => stat(join(folder, file), { bigint: true }).catch(ignoreError)),
  )
  return stats
    .map((one) => (one === undefined ? 'gone' : `${one.size}:${one.mtimeNs}:${one.ino}`))
    .join(' ')
}
