/**
 * Derivations of a CFDI 4.0 and of the complements that hang from it.
 * @module
 */
import type { Catalogs } from '../../../catalogs/catalogs.js'
import type { Certificate } from '../../../certificate/certificate.js'
import { type DeriveContext, derivationTables } from '../../../derive/derivation.js'
import type { Random } from '../../../lib/uuid.js'

/** What a derivation may know besides the draft. */
export interface CfdiDeriveContext extends DeriveContext {
  readonly catalogs: Catalogs
  /** The certificate that will seal; undefined while it is not known. */
  readonly certificate: Certificate | undefined
  readonly clock: () => Date
  readonly random: Random
  /** IANA zone of a postal code. */
  readonly zoneOf: (postalCode: string) => string | undefined
}

/** A table of derivations: `derivations(at(nomina12), { TotalDeducciones: { from, value } })`. */
export const derivations = derivationTables<CfdiDeriveContext>()
