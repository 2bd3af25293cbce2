/**
 * Interfaces of the SAT's lists of taxpayers and certificates, which the host provides. Look-ups
 * are synchronous.
 * @module
 */

/** An entry of the SAT's list of taxpayers (l_RFC, LRFC). */
export interface Taxpayer {
  /** RFC of the taxpayer. */
  readonly rfc: string
  /** Name or company name, as registered, without company regime. */
  readonly nombre: string
  /** Postal code of the tax address. */
  readonly codigoPostal: string
  /** Codes of c_RegimenFiscal in force. */
  readonly regimenes: readonly string[]
  /**
   * Marks of the list under the SAT's names, if there are any (simplified regime, subcontracting,
   * border stimulus …).
   */
  readonly marcas?: readonly string[] | undefined
  /**
   * Mark "Retención" of the list, for persons of regime 626: "1" without withholding of ISR, "2"
   * with 1.25 %.
   */
  readonly retencion?: '1' | '2' | undefined
}

/** Looks up taxpayers. */
export interface TaxpayerRegistry {
  /** Returns the taxpayer, or undefined when the list does not have that RFC. */
  find(rfc: string): Taxpayer | undefined
}

/** An entry of the SAT's list of certificates (LCO). */
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
  /** Returns the certificate of that number, or undefined when the list does not have it. */
  find(noCertificado: string): ListedCertificate | undefined
  /**
   * Whether the list has a certificate of that taxpayer. Rules that need it are skipped without
   * this method.
   */
  hasRfc?(rfc: string): boolean
}

/** Returns a list whose look-ups throw TypeError for a promise: rules would read nothing in it. */
export function atOnce<Registry extends TaxpayerRegistry | CertificateRegistry>(
  name: string,
  registry: Registry,
): Registry {
  const find = (key: string) => {
    const found: unknown = registry.find(key)
    if (found instanceof Promise)
      throw new TypeError(`registries: ${name}.find must return an entry, not a promise`)
    return found
  }
  const { hasRfc } = registry as Partial<CertificateRegistry>
  return { find, ...(hasRfc && { hasRfc: hasRfc.bind(registry) }) } as Registry
}
