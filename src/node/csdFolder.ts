/**
 * The CSDs of a folder: pairs of .cer and .key, and .pfx or .p12 files; chosen by RFC, read again when they change.
 * @module
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { Csd } from '../certificate/csd.js'
import { CfdiError, CsdError } from '../errors.js'
import { openCsd } from './openCsd.js'
import { openPfx } from './openPfx.js'

/** What a host should know of a folder. Holds names of files, and never a pass phrase. */
export type CsdFolderWarning =
  /** A certificate ends soon, or has ended, and none that lasts longer is there for its RFC. Told once for each certificate. */
  | { readonly kind: 'expiring'; readonly rfc: string; readonly noCertificado: string; readonly validTo: Date }
  /** A file does not open; told again only when it changes. What had been opened of it before goes on serving. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string; readonly message: string }
  /** The folder could not be read; what had been opened goes on serving. */
  | { readonly kind: 'folder'; readonly code: string }

/** Options of {@link openCsdFolder}. */
export interface CsdFolderOptions {
  /** Path of the folder. Folders inside it are not looked at. */
  readonly folder: string
  /** The pass phrase of all files, or of each by its name (`matriz.key`, `matriz.pfx`). */
  readonly password: string | ((file: string) => string | Promise<string>)
  /** Told what a person should look at. */
  readonly onWarning?: (warning: CsdFolderWarning) => void
  /** Days before the end of a certificate from which it is warned of. 30 by default. */
  readonly warnDays?: number
  /** Milliseconds within which the folder is not looked at again. 60,000 by default. */
  readonly refreshAfter?: number
  /** Current time. The system clock by default. */
  readonly clock?: () => Date
}

/** The CSDs of a folder. */
export interface CsdFolder {
  /**
   * The CSD of an RFC: of those in force the one that lasts longest, else the last that was. Without an RFC, that of the only RFC there
   * is. The `signers` of an engine.
   */
  readonly signers: (rfc: string | undefined) => Promise<Csd | undefined>
  /** All of them, as they were last read. */
  list(): readonly Csd[]
  /** Looks at the folder now. Never rejects: what fails is a warning. */
  refresh(): Promise<void>
}

const oneDay = 86_400_000

/**
 * Opens every CSD of a folder. A renewed one is used as soon as its files are there; of a file that is half written, what was opened
 * before is kept.
 * @throws {CsdError} `CSD_FOLDER` when the folder cannot be read, or none of its CSDs opens.
 * @example
 * const csds = await openCsdFolder({ folder: '.', password: '12345678a' })
 * const multi = createEngine({ signers: csds.signers, provider: pac })
 * csds.list().map(({ rfc }) => rfc) // → ['PLO150312QT1']
 */
export async function openCsdFolder(options: CsdFolderOptions): Promise<CsdFolder> {
  const { warnDays = 30, refreshAfter = 60_000 } = options
  if (!(warnDays >= 0) || !(refreshAfter >= 0)) throw new TypeError('warnDays and refreshAfter must be 0 or more')
  const folder = new Folder({ ...options, warnDays, refreshAfter })
  await folder.open()
  return { signers: (rfc) => folder.find(rfc), list: () => folder.list(), refresh: () => folder.refresh() }
}

/** The files of one CSD, and what tells that they are others: names, sizes, times. */
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
    await this.#look().catch((cause: NodeJS.ErrnoException) => {
      throw new CsdError('CSD_FOLDER', `No se pudo leer la carpeta de CSD (${cause.code ?? 'error'}).`)
    })
    if (this.list().length === 0) throw new CsdError('CSD_FOLDER', 'Ningún CSD de la carpeta se pudo abrir.')
  }

  /** A certificate that is in two files counts once. */
  list(): readonly Csd[] {
    const csds = [...this.#opened.values()].flatMap(({ csd }) => csd ?? [])
    return [...new Map(csds.map((csd) => [csd.noCertificado, csd])).values()]
  }

  async find(rfc: string | undefined): Promise<Csd | undefined> {
    if (this.#now() - this.#lookedAt >= this.#options.refreshAfter) await this.refresh()
    const rfcs = new Set(this.list().map((csd) => csd.rfc))
    const wanted = rfc ?? (rfcs.size === 1 ? [...rfcs][0] : undefined)
    return this.#best(this.list().filter((csd) => csd.rfc === wanted))
  }

  /** Those who ask at the same time share one look. */
  refresh(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: NodeJS.ErrnoException) => this.#warn({ kind: 'folder', code: error.code ?? 'error' }))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  #now(): number {
    return (this.#options.clock?.() ?? new Date()).getTime()
  }

  #best(csds: readonly Csd[]): Csd | undefined {
    const now = this.#now()
    const isInForce = ({ validFrom, validTo }: Csd) => validFrom.getTime() <= now && now <= validTo.getTime()
    const rank = (csd: Csd) => (isInForce(csd) ? Number.MAX_SAFE_INTEGER / 2 : 0) + csd.validTo.getTime()
    return [...csds].sort((one, other) => rank(other) - rank(one))[0]
  }

  async #look(): Promise<void> {
    this.#lookedAt = this.#now()
    const entries = await entriesOf(this.#options.folder)
    for (const name of this.#opened.keys()) if (!entries.has(name)) this.#opened.delete(name)
    for (const [name, entry] of entries) await this.#update(name, entry)
    this.#warnOfEnds()
  }

  async #update(name: string, { files, version }: Entry): Promise<void> {
    const before = this.#opened.get(name)
    if (before?.version === version) return
    try {
      this.#opened.set(name, { version, csd: await this.#openFiles(files) })
    } catch (error) {
      this.#opened.set(name, { version, csd: before?.csd })
      this.#warn({ kind: 'unreadable', file: files.join(', '), ...tellable(error) })
    }
  }

  async #openFiles(files: readonly string[]): Promise<Csd> {
    const { folder, password } = this.#options
    const secret = files.at(-1)!
    const phrase = typeof password === 'string' ? password : await password(secret)
    const [first, second] = await Promise.all(files.map((file) => readFile(join(folder, file))))
    return second === undefined
      ? openPfx({ pfx: first!, password: phrase })
      : openCsd({ cer: first!, key: second, password: phrase })
  }

  #warnOfEnds(): void {
    const soon = this.#now() + this.#options.warnDays * oneDay
    for (const csd of this.list()) {
      const { rfc, noCertificado, validTo } = csd
      const isReplaced = this.list().some((other) => other.rfc === rfc && other.validTo > validTo)
      if (validTo.getTime() > soon || isReplaced || this.#warned.has(noCertificado)) continue
      this.#warned.add(noCertificado)
      this.#warn({ kind: 'expiring', rfc, noCertificado, validTo })
    }
  }

  /** A listener that fails must not cost a seal. */
  #warn(warning: CsdFolderWarning): void {
    try {
      this.#options.onWarning?.(warning)
    } catch {
      // Its own fault, and told nowhere else.
    }
  }
}

/** The message of our own errors; of others, which may hold a path or a pass phrase, the code. */
function tellable(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof CfdiError) return { code: error.code, message: error.message }
  return { code: (error as NodeJS.ErrnoException)?.code ?? 'error', message: 'No se pudo leer.' }
}

/** Files that belong together, by the name without its end; a .key without a .cer, and what is no CSD, is not looked at. */
async function entriesOf(folder: string): Promise<ReadonlyMap<string, Entry>> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((one) => !one.isDirectory())
    .map(({ name }) => name)
  const groups = names.sort().flatMap((name): (readonly string[])[] => {
    const { name: base, ext } = parse(name)
    if (/^\.(?:pfx|p12)$/i.test(ext)) return [[name]]
    const key = names.find((other) => parse(other).name === base && /^\.key$/i.test(parse(other).ext))
    return /^\.cer$/i.test(ext) && key !== undefined ? [[name, key]] : []
  })
  const entries = await Promise.all(
    groups.map(async (files) => [files[0]!, { files, version: await versionOf(folder, files) }] as const),
  )
  return new Map(entries)
}

async function versionOf(folder: string, files: readonly string[]): Promise<string> {
  const stats = await Promise.all(
    files.map((file) => stat(join(folder, file), { bigint: true }).catch(() => undefined)),
  )
  return stats.map((one) => (one === undefined ? 'gone' : `${one.size}:${one.mtimeNs}:${one.ino}`)).join(' ')
}
