/**
 * Option of the commands that judge documents by catalogues of a pack.
 * @module
 */
import { readCatalogPack } from '../../catalogs/catalogPack.js'
import { type Catalogs, createCatalogs } from '../../catalogs/catalogs.js'
import { CfdiError } from '../../errors.js'
import { type Call, UnreadableError, type World } from '../command.js'
import { readBytes } from '../keys.js'
import { inSpanish } from './spanish.js'

/** `--pack`. */
export const packOption = {
  pack: {
    type: 'string',
    value: 'ARCHIVO',
    says: 'con los catálogos de un paquete de «catalogs pack», si se puede cargar',
  },
} as const

/** Catalogues in place of those of the library; absent for those of the library. */
export interface Judging {
  readonly catalogs?: Catalogs
}

/**
 * Returns the catalogues of the pack that the call names.
 * @throws UnreadableError for a pack that is damaged, older or of other columns
 */
export async function loadPack(call: Call, world: World): Promise<Judging> {
  const file = call.text('pack')
  if (file === undefined) return {}
  const bytes = await readBytes(file, world)
  try {
    return { catalogs: createCatalogs({ packs: [await readCatalogPack(bytes)] }) }
  } catch (cause) {
    if (!(cause instanceof CfdiError)) throw cause
    throw new UnreadableError(`${file}: ${inSpanish(cause.message)}`, { cause })
  }
}
