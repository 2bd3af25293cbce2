/**
 * Options that a host gives once it confirmed them at a PAC, for the kill tests: the reply of a
 * look-up for an unknown document, and that the PAC knows the bytes that it stamped.
 * @module
 */
import type { PacName } from '../src/pac/pacs.js'

/** By the name of the PAC. */
export const confirmedOptions: Readonly<Partial<Record<PacName, object>>> = {
  itimbre: { absent: 'No se encontró el CFDI' },
  mysuite: { confirmed: { dedupByContent: true } },
}
