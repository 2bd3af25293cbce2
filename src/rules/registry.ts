/**
 * The SAT's lists of taxpayers and certificates, which only a host can have: ports, asked synchronously.
 * @module
 */

/** What the SAT's list of taxpayers (l_RFC, LRFC) says of one. */
export interface Taxpayer {
  readonly rfc: string
  readonly nombre: string
  readonly codigoPostal: string
  readonly regimenes: readonly string[]
  /** Marks of the list, as the SAT names them, where it has any (simplified regime, subcontracting, border stimulus …). */
  readonly marcas?: readonly string[] | undefined
  /** Mark "Retención" of the list, for persons of regime 626: "1" no ISR is withheld from them, "2" 1.25 % is. */
  readonly retencion?: '1' | '2' | undefined
}

/** Looks up taxpayers. */
export interface TaxpayerRegistry {
  /** The taxpayer, or undefined when the list has none of that RFC. */
  find(rfc: string): Taxpayer | undefined
}

/** What the SAT's list of certificates (LCO) says of one. */
export interface ListedCertificate {
  readonly noCertificado: string
  readonly rfc: string
  readonly estatus: 'activo' | 'revocado' | 'caduco'
  readonly desde: Date
  readonly hasta: Date
  /** Whether the issuer's obligations are in order. */
  readonly obligaciones: boolean
}

/** Looks up certificates. */
export interface CertificateRegistry {
  find(noCertificado: string): ListedCertificate | undefined
  /** Whether the list has any certificate of that taxpayer. Without it, what asks for that is not asked. */
  hasRfc?(rfc: string): boolean
}
