/**
 * Types for the derivations of a CFDI 4.0 and its complements.
 * @module
 */
import type { Catalogs } from '../../../catalogs/catalogs.js'
import type { Certificate } from '../../../certificate/certificate.js'
import { type DeriveContext, derivationTables } from '../../../derive/derivation.js'
import type { Random } from '../../../lib/uuid.js'

/** Input of a derivation besides the draft. */
export interface CfdiDeriveContext extends DeriveContext {
  readonly catalogs: Catalogs
  /** The sealing certificate; undefined while it is unknown. */
  readonly certificate: Certificate | undefined
  readonly clock: () => Date
  readonly random: Random
  /** Returns the IANA zone of a postal code. */
  readonly zoneOf: (postalCode: string) => string | undefined
}

/**
 * Creates a table of derivations:
 * `derivations(at(nomina12), { TotalDeducciones: { from, value } })`.
 */
export const derivations = derivationTables<CfdiDeriveContext>()
