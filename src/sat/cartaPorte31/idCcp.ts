/**
 * The IdCCP of Carta Porte 3.1: the folio that the issuer gives to the complement before it is stamped.
 * @module
 */
import { createUuid, type Random } from '../../lib/uuid.js'

/**
 * A new IdCCP: a UUID of version 4 (RFC 9562) whose first three digits give way to `CCC`, as the pattern of
 * `CartaPorte31.xsd` asks, all of it in upper case. As unique as its bytes are random: 110 of its bits come from them.
 */
export function createIdCcp(random: Random): string {
  return `CCC${createUuid(random).slice(3)}`
}
