/**
 * Packs: newer catalogues in one text with its date and digest, which an installed program loads
 * without a release. docs/en/fresh-data.md has the format.
 * @module
 */
import { CfdiError } from '../errors.js'
import { digest } from '../lib/digest.js'
import { toHex } from '../lib/hex.js'
import { isRecord } from '../lib/json.js'
import { messageOf } from '../lib/message.js'
import { isDay } from '../lib/time.js'
import { type Header, readHeader, textsOf, undamaged } from './format.js'
import { catalogNames } from './packed/names.js'
import { openTable, type Packed } from './table.js'
import { createZones, zonesName } from './zone.js'

/** Catalogues that are newer than those of the package: the result of {@link readCatalogPack}. */
export interface CatalogPack {
  /** Day of the SAT's publication, `YYYY-MM-DD`. */
  readonly date: string
  /** Names of its catalogues. */
  readonly names: readonly string[]
}

/** Name and version of the format. A change that old readers cannot read has another version. */
const [format, version] = ['cfdi-stamp/catalogs', 1]

const known: ReadonlySet<string> = new Set(catalogNames)

/** A pack whose digest was verified and whose tables open. */
const verified = /* @__PURE__ */ new WeakMap<CatalogPack, ReadonlyMap<string, string>>()

/**
 * Reads a pack, as `npx cfdi-stamp catalogs pack` writes it, for `createCatalogs({ packs })`.
 * Verifies its digest and opens every catalogue.
 * @throws TypeError for an argument that is neither text nor bytes
 * @throws CfdiError `CATALOG_UNREADABLE` for another format or version, a different digest, an
 * unknown catalogue or a damaged one
 */
export async function readCatalogPack(pack: string | Uint8Array): Promise<CatalogPack> {
  const { date, sha256, texts } = parsePack(pack)
  if ((await packDigest(date, texts)) !== sha256)
    throw unreadablePack('the pack is damaged: its digest is another')
  const names: string[] = []
  const problems: string[] = []
  for (const [name, text] of texts) {
    if (known.has(name)) names.push(name)
    const owner = name.replace(/\.texto$/, '')
    if (!known.has(owner) && name !== zonesName) {
      problems.push(`${name} of the pack is not a catalogue of this release`)
      continue
    }
    try {
      const header = undamaged(name, text, (whole) => whole.header)
      if (header.date !== date)
        problems.push(`${name} of the pack has a date of its own, ${header.date}`)
      else if (name === zonesName) createZones(() => text)('01000')
      else if (name === owner) {
        // Opens a catalogue and its descriptions.
        if (header.texts !== undefined && !texts.has(textsOf(header.name)))
          throw new RangeError('its descriptions are missing')
        const table = openTable(header.name, (one) => texts.get(one), refuseLoan)!
        for (const column of table.columns.values()) {
          for (const row of [0, table.length - 1]) column.text(row)
          column.all?.()
        }
      } else if (!texts.has(owner)) problems.push(`${name} of the pack is without ${owner}`)
    } catch (cause) {
      problems.push(`${name} of the pack is damaged: ${messageOf(cause)}`)
    }
  }
  if (problems.length > 0) throw unreadablePack(problems.join('\n'))
  const read: CatalogPack = Object.freeze({ date, names: Object.freeze(names) })
  verified.set(read, texts)
  return read
}

/** Resolves to the text of a pack. @param texts packed texts by name */
export async function writeCatalogPack(
  date: string,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const catalogs = new Map<string, string>()
  for (const name of [...texts.keys()].sort()) catalogs.set(name, texts.get(name)!)
  const sha256 = await packDigest(date, catalogs)
  const pack = { format, version, date, sha256, catalogs: Object.fromEntries(catalogs) }
  return `${JSON.stringify(pack, null, 1)}\n`
}

/**
 * Returns the texts of the packs, the last one first, over `base`.
 * @throws TypeError for a pack that `readCatalogPack` did not return
 * @throws CfdiError `CATALOG_UNREADABLE` for a catalogue that is older than the present one, or of
 * other columns
 */
export function newerTexts(packs: readonly CatalogPack[], base: Packed): Packed {
  const texts = new Map<string, string | undefined>()
  const problems: string[] = []
  for (const [at, pack] of packs.entries()) {
    const own = verified.get(pack)
    if (own === undefined) throw new TypeError(`packs[${at}] must be the result of readCatalogPack`)
    for (const [name, text] of own) {
      if (name.endsWith('.texto')) continue
      problems.push(...refusalsOf(text, texts.get(name) ?? base(name)))
      texts.set(name, text)
      texts.set(textsOf(name), own.get(textsOf(name)))
    }
  }
  if (problems.length > 0) throw unreadablePack(problems.join('\n'))
  return (name) => texts.get(name)
}

function refusalsOf(text: string, present: string | undefined): string[] {
  if (present === undefined) return []
  const [{ header }, { header: before }] = [readHeader(text), readHeader(present)]
  if (header.date < before.date)
    return [`${header.name} of the pack is of ${header.date}, older than ${before.date}`]
  const [columns, expected] = [columnsOf(header), columnsOf(before)]
  if (columns === expected) return []
  return [`${header.name} of the pack has the columns ${columns}; this release reads ${expected}`]
}

function columnsOf({ key, columns, texts = [] }: Header): string {
  const all = new Set<string>()
  if (key.as === 'digits') for (const { name } of key.parts) all.add(`${name}: text`)
  if (key.scope !== undefined) all.add(`${key.scope}: text`)
  for (const { name, kind } of [...columns, ...texts]) all.add(`${name}: ${kind}`)
  all.delete('clave: text')
  return [...all].sort().join(', ')
}

interface ParsedPack {
  readonly date: string
  readonly sha256: string
  readonly texts: ReadonlyMap<string, string>
}

function parsePack(source: unknown): ParsedPack {
  const text = source instanceof Uint8Array ? new TextDecoder().decode(source) : source
  if (typeof text !== 'string')
    throw new TypeError('readCatalogPack: the pack must be a text or bytes')
  let pack: unknown
  try {
    pack = JSON.parse(text)
  } catch (cause) {
    throw new CfdiError('CATALOG_UNREADABLE', 'the pack is damaged: it is not JSON', { cause })
  }
  if (!isRecord(pack) || pack['format'] !== format)
    throw unreadablePack(`the text is not a pack: its format is not ${format}`)
  if (pack['version'] !== version)
    throw unreadablePack(
      `the pack has version ${JSON.stringify(pack['version'])}; this release reads ${version}`,
    )
  const { date, sha256, catalogs } = pack
  if (typeof date !== 'string' || !isDay(date) || typeof sha256 !== 'string' || !isRecord(catalogs))
    throw unreadablePack('the pack is damaged: it requires date, sha256 and catalogs')
  const entries = Object.entries(catalogs)
  if (entries.length === 0) throw unreadablePack('the pack has no catalogue')
  const texts = new Map<string, string>()
  for (const [name, packed] of entries) {
    if (typeof packed !== 'string') throw unreadablePack(`${name} of the pack is not a text`)
    texts.set(name, packed)
  }
  return { date, sha256, texts }
}

/** SHA-256 of the date and then of each name and text, a line feed after each. */
async function packDigest(date: string, texts: ReadonlyMap<string, string>): Promise<string> {
  let whole = `${date}\n`
  for (const [name, text] of texts) whole += `${name}\n${text}\n`
  return toHex(await digest('sha256', whole))
}

function refuseLoan(): never {
  throw new RangeError('a column is borrowed from another catalogue')
}

function unreadablePack(message: string): CfdiError {
  return new CfdiError('CATALOG_UNREADABLE', message)
}
