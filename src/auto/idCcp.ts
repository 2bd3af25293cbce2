/**
 * IdCCP: the folio that a Carta Porte 3.1 gives itself.
 * @module
 */
import { createUuid, type Random } from '../lib/uuid.js'

/** `CCC` and the rest of a UUID of version 4: as unique as the random octets are. */
export function createIdCcp(random: Random): string {
  return `CCC${createUuid(random).slice(3)}`
}
