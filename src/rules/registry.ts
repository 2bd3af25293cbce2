/**
 * The SAT's lists of taxpayers and certificates, which only a host can have: ports, asked synchronously.
 * @module
 */

/** What the SAT's list of taxpayers (l_RFC, LRFC) says of one. */
export interface Taxpayer {
  /** RFC of the taxpayer. */
  readonly rfc: string
  /** Name or company name, as registered, without company regime. */
  readonly nombre: string
  /** Postal code of the tax address. */
  readonly codigoPostal: string
  /** Codes of c_RegimenFiscal in force. */
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
  /** The 20 digits of `NoCertificado`. */
  readonly noCertificado: string
  /** RFC of the holder. */
  readonly rfc: string
  /** State of the certificate in the list. */
  readonly estatus: 'activo' | 'revocado' | 'caduco'
  /** First instant of validity. */
  readonly desde: Date
  /** Last instant of validity. */
  readonly hasta: Date
  /** Whether the issuer's obligations are in order. */
  readonly obligaciones: boolean
}

/** Looks up certificates. */
export interface CertificateRegistry {
  /** The certificate of that number, or undefined when the list has none. */
  find(noCertificado: string): ListedCertificate | undefined
  /** Whether the list has any certificate of that taxpayer. Without it, what asks for that is not asked. */
  hasRfc?(rfc: string): boolean
}
