/**
 * The time zones of postal codes with their own data: a program with the sandbox alone carries no
 * other catalogue.
 * @module
 */
import zonas from '../../catalogs/packed/zonas.js'
import { createZones, type ZoneOf } from '../../catalogs/zone.js'

/** IANA zone of a postal code. */
export const zoneOf: ZoneOf = /* @__PURE__ */ createZones(() => zonas)
