/**
 * The time zones of postal codes with their own data, for programs that carry no other catalogue.
 * @module
 */
import zonas from './packed/zonas.js'
import { createZones, type ZoneOf } from './zone.js'

/** IANA zone of a postal code. */
export const zoneOf: ZoneOf = /* @__PURE__ */ createZones(() => zonas)
