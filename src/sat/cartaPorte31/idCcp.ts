/**
 * The IdCCP of Carta Porte 3.1: the folio that the issuer gives to the complement before it is
 * stamped.
 * @module
 */
import { createUuid, type Random } from '../../lib/uuid.js'

/**
 * Creates an IdCCP: a UUID of version 4 (RFC 9562) whose first three digits are `CCC`, as the
 * pattern of `CartaPorte31.xsd` requires, in upper case. 110 of its bits are random.
 */
export function createIdCcp(random: Random): string {
  return `CCC${createUuid(random).slice(3)}`
}
